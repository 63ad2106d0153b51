package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.ASK_NEXT;
import static dev.weir.composite.runtime.OrderDesk.ASK_OUT;
import static dev.weir.composite.runtime.OrderDesk.REPLY;
import static dev.weir.composite.runtime.OrderDesk.TELL_OUT;
import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.audit.AuditConfig;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.fault.NotingRecovery;
import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.composite.runtime.RestingCalls.Verb;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditLevel;
import dev.weir.store.AuditPayload;
import dev.weir.store.Call;
import dev.weir.store.CallFilter;
import dev.weir.store.CallKey;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.OpenCall;
import dev.weir.store.RestingCall;
import dev.weir.store.Store;
import dev.weir.testing.ManualTime;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a composite's fault policies make of its faults: in a running server, with a partner that fails. */
class FaultPoliciesAtWorkTest {
    private static final String CATCH = "<scope name='Guarded'><faultHandlers><catchAll><assign><copy>"
            + "<from>'caught'</from><to>$answer</to></copy></assign></catchAll></faultHandlers>%s</scope>";

    private static final CompositeRevision SHOP = new CompositeRevision("default", "Shop", "1.0");

    @TempDir
    Path folder;

    private OrderDesk desk;

    @BeforeEach
    void open() {
        desk = new OrderDesk(folder);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private void policy(String actions) {
        desk.file("Shop", "fault-policies.xml", """
                <faultPolicies xmlns="http://schemas.oracle.com/bpel/faultpolicy">
                  <faultPolicy id="P">
                    <Conditions><faultName><condition><action ref="first"/></condition></faultName></Conditions>
                    <Actions>%s</Actions>
                  </faultPolicy>
                </faultPolicies>""".formatted(actions));
        desk.file("Shop", "fault-bindings.xml", """
                <faultPolicyBindings xmlns="http://schemas.oracle.com/bpel/faultpolicy">
                  <component faultPolicy="P"><name>P</name></component>
                </faultPolicyBindings>""");
    }

    private static String action(String id, String action) {
        return "<Action id='" + id + "'>" + action + "</Action>";
    }

    private static String retry(int count, String more) {
        return "<retry><retryCount>" + count + "</retryCount><retryInterval>0</retryInterval>" + more + "</retry>";
    }

    private void deploy(String operation, String body) {
        desk.deploy("Shop", new Part("P", process("P", operation, body), Map.of()));
        desk.runtime.start();
    }

    private RestingCall resting() {
        eventually("a call rests", () -> !calls().list(null, 0, 1).isEmpty());
        return calls().list(null, 0, 1).get(0);
    }

    /** The detail of the one event of a kind. */
    private static String only(List<AuditEvent> history, AuditEvent.Kind kind) {
        List<AuditEvent> found =
                history.stream().filter(event -> event.kind() == kind).toList();
        assertEquals(1, found.size(), history::toString);
        return String.valueOf(found.get(0).detail());
    }

    private RestingCalls calls() {
        return desk.runtime.restingCalls();
    }

    private void ends(FlowState state) {
        eventually("all flows are " + state, () -> desk.flows("Shop").stream().allMatch(flow -> flow.state() == state));
    }

    @Test
    void aCallIsRepeatedUntilThePartnerAnswers() {
        policy(action("first", retry(3, "")));
        desk.partnerFails.set(3);
        deploy("ask", ASK_OUT + REPLY);
        assertEquals("200 partner", desk.ask("Shop", "pears"));
        assertEquals(4, desk.notified.size());
    }

    @Test
    void codeIsAskedAfterSuccess() {
        NotingRecovery.NOTED.clear();
        policy(action("first", retry(1, "<retrySuccessAction ref='code'/>"))
                + action(
                        "code",
                        "<javaAction className='" + NotingRecovery.class.getName() + "' defaultAction='first'/>"));
        desk.partnerFails.set(1);
        deploy("ask", ASK_OUT + REPLY);
        assertEquals("200 partner", desk.ask("Shop", "pears"));
        assertEquals(List.of("succeeded P/Out"), NotingRecovery.NOTED);
    }

    @Test
    void afterTheLastRepetitionTheProcessCatchesTheFault() {
        policy(action("first", retry(2, "<retryFailureAction ref='up'/>")) + action("up", "<rethrowFault/>"));
        desk.partnerFails.set(3);
        deploy("ask", CATCH.formatted(ASK_OUT) + REPLY);
        assertEquals("200 caught", desk.ask("Shop", "pears"));
        assertEquals(3, desk.notified.size());
    }

    @Test
    void anAbortEndsTheInstanceAlthoughItCouldCatchTheFault() {
        policy(action("first", "<abort/>"));
        desk.partnerFails.set(1);
        deploy("ask", CATCH.formatted(ASK_OUT) + REPLY);
        assertTrue(desk.ask("Shop", "pears").startsWith("500 "));
        ends(FlowState.TERMINATED);
    }

    @Test
    void aScopeBeginsAgain() {
        policy(action("first", "<replayScope/>"));
        desk.partnerFails.set(2);
        deploy(
                "ask",
                CATCH.formatted("<sequence><assign><copy><from>concat($question, '!')</from><to>$question</to></copy>"
                                + "</assign>" + ASK_OUT + "</sequence>")
                        + REPLY);
        assertEquals("200 partner", desk.ask("Shop", "pears"));
        assertEquals(List.of("pears!", "pears!!", "pears!!!"), List.copyOf(desk.notified));
    }

    @ParameterizedTest
    @CsvSource({"RETRY, 200 partner", "CONTINUE, 200 done pears", "RETHROW, 200 caught", "REPLAY, 200 partner"})
    void anOperatorDecidesAboutACallThatRests(Verb verb, String answer) {
        policy(action("first", "<humanIntervention/>"));
        desk.partnerFaults.set(1);
        deploy("ask", CATCH.formatted(ASK_OUT) + REPLY);
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        RestingCall resting = resting();
        assertEquals("ask", resting.call().operation());
        assertTrue(
                resting.fault().name().endsWith("}remoteFault"), resting.fault().name());

        assertTrue(calls().decide(resting.call().key(), verb, null, "otto").join());

        assertEquals(
                answer,
                reply.join().statusCode() + " " + OrderDesk.text(reply.join().body()));
        assertEquals(List.of(), calls().list(null, 0, 10));
        assertEquals(
                false, calls().decide(resting.call().key(), verb, null, "otto").join(), "it rests no more");
        ends(FlowState.COMPLETED);
        List<AuditEvent> history = desk.store.history(desk.flows("Shop").get(0).flow());
        assertEquals(
                "fault remoteFault: no such order; human intervention by fault policy P, action first",
                only(history, AuditEvent.Kind.CALL_FAILED));
        assertEquals(verb.word() + " by otto", only(history, AuditEvent.Kind.CALL_DECIDED));
    }

    @ParameterizedTest
    @CsvSource({"RETRY, 200 partner", "CONTINUE, 200 done pears", "RETHROW, 200 caught", "REPLAY, 200 partner"})
    void whatIsDecidedAboutATriedCallOfASuspendedInstanceIsDoneOnResume(Verb verb, String answer) {
        policy(action("first", "<retry><retryCount>3</retryCount><retryInterval>3600</retryInterval></retry>"));
        desk.partnerFaults.set(1);
        deploy("ask", CATCH.formatted(ASK_OUT) + REPLY);
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        OpenCall tried = eventually(
                        "the call has failed, and is to be tried again",
                        () -> calls().open(CallFilter.ALL, 0, 1),
                        open -> open.size() == 1 && open.get(0).call().attempt() == 1)
                .get(0);
        CallKey key = tried.call().key();
        assertTrue(String.valueOf(tried.failure()).contains("no such order"), tried.toString());
        assertEquals(Set.of(), RestingCalls.waitForResume(tried), "its process runs");
        long flow = tried.call().flow();
        desk.runtime.instances().command(flow, OperatorCommand.SUSPEND, "otto");
        OpenCall held =
                eventually("it is suspended", () -> calls().findOpen(key).orElseThrow(), OpenCall::suspended);
        assertEquals(
                Set.of(Verb.CONTINUE, Verb.RETHROW, Verb.REPLAY),
                RestingCalls.waitForResume(held),
                "a retry is made at once");
        assertTrue(RestingCalls.isTakenOnResume(held, verb), "also the answer to a retry");

        assertTrue(calls().decide(key, verb, null, "otto").join());

        if (verb == Verb.RETRY) {
            eventually("it is made at once", () -> calls().findOpen(key).isEmpty());
            assertEquals(2, desk.notified.size());
            assertEquals(List.of(), calls().decided(CallFilter.ALL, 0, 9), "a partner has answered it");
        } else {
            assertEquals(
                    verb.word() + " by otto",
                    calls().findDecided(key).orElseThrow().decision());
            assertEquals(1, calls().decided(CallFilter.ALL, 0, 9).size());
            CallFilter own =
                    new CallFilter(null, tried.call().component(), tried.call().partnerLink());
            assertEquals(1, calls().decided(own, 0, 9).size());
            assertEquals(List.of(), calls().decided(own, 1, 9));
            assertEquals(List.of(), calls().decided(new CallFilter(null, null, "another"), 0, 9));
        }
        assertFalse(reply.isDone());
        desk.runtime.instances().command(flow, OperatorCommand.RESUME, "otto");
        if (verb == Verb.RETHROW) {
            String why = "otto has given the call up after 1 attempt: " + tried.failure();
            eventually(
                    "the process gets the reason of the last failure",
                    () -> desk.store.history(flow).toString(),
                    history -> history.contains(why));
        }
        assertEquals(
                answer,
                reply.join().statusCode() + " " + OrderDesk.text(reply.join().body()));
        assertEquals(List.of(), calls().decided(CallFilter.ALL, 0, 9));
    }

    @Test
    void aRetryByAnOperatorIsOneAttempt() {
        policy(action("first", "<retry><retryCount>3</retryCount><retryInterval>3600</retryInterval></retry>"));
        desk.partnerFails.set(2);
        deploy("ask", ASK_OUT + REPLY);
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        CallKey key = failed(1);
        assertTrue(calls().decide(key, Verb.RETRY, null, "otto").join());
        assertEquals(key, failed(2));
        assertTrue(calls().decide(key, Verb.RETRY, null, "otto").join());
        assertEquals("partner", OrderDesk.text(reply.join().body()));
    }

    @Test
    void aCallOfAnUndeployedCompositeWaitsForItAndGoesOnUnderItsPolicy() {
        desk.close();
        ManualTime time = new ManualTime();
        desk = new OrderDesk(folder, time);
        policy(action("first", "<retry><retryCount>2</retryCount><retryInterval>60</retryInterval></retry>"));
        desk.partnerFails.set(2);
        deploy("ask", ASK_OUT + REPLY);
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        CallKey key = failed(1);
        desk.runtime.change(SHOP, Change.UNDEPLOY);
        time.advance(Duration.ofHours(1));

        OpenCall waiting = eventually("it waits", () -> calls().findOpen(key).orElseThrow(), OpenCall::parked);
        assertEquals(1, waiting.call().attempt(), "that is no attempt");
        assertEquals(1, calls().openLines().get(0).parked());
        for (Verb verb : List.of(Verb.RETRY, Verb.CONTINUE, Verb.RETHROW, Verb.REPLAY)) {
            assertEquals(
                    "call " + key + " waits for default/Shop!1.0, which is not deployed",
                    assertThrows(NotDeployedException.class, () -> calls().decide(key, verb, null, "otto"))
                            .getMessage());
        }

        desk.deploy("Shop", new Part("P", process("P", "ask", ASK_OUT + REPLY), Map.of()));
        assertEquals(key, failed(2), "it is tried as soon as its composite is deployed");
        time.advance(Duration.ofMinutes(1));
        assertEquals("partner", OrderDesk.text(reply.join().body()));
    }

    @Test
    void aCallThatFailsWhenItsCompositeIsGoneHasThePoliciesWithWhichItBegan() {
        policy(action("first", "<humanIntervention/>"));
        desk.partnerFails.set(1);
        desk.partnerAnswers = new CompletableFuture<>();
        deploy("ask", ASK_OUT + REPLY);
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        eventually("the partner has got the call", () -> !desk.notified.isEmpty());
        desk.runtime.change(SHOP, Change.UNDEPLOY);
        desk.partnerAnswers.complete(null);

        CallKey key = resting().call().key();
        assertThrows(NotDeployedException.class, () -> calls().decide(key, Verb.RETRY, null, "otto"));
        desk.deploy("Shop", new Part("P", process("P", "ask", ASK_OUT + REPLY), Map.of()));
        assertTrue(calls().decide(key, Verb.RETRY, null, "otto").join());
        assertEquals("partner", OrderDesk.text(reply.join().body()));
    }

    /** The one call that is tried, once so many of its attempts have failed. */
    private CallKey failed(int attempts) {
        return eventually(
                        attempts + " attempts have failed",
                        () -> calls().open(CallFilter.ALL, 0, 1),
                        open -> open.size() == 1
                                && open.get(0).call().attempt() == attempts
                                && !open.get(0).underWay())
                .get(0)
                .call()
                .key();
    }

    @Test
    void anOperatorEndsTheInstanceOfACallThatRests() {
        policy(action("first", "<humanIntervention/>"));
        desk.partnerFails.set(1);
        deploy("ask", ASK_OUT + REPLY);
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        RestingCall resting = resting();
        assertThrows(
                IllegalArgumentException.class,
                () -> calls().decide(resting.call().key(), Verb.CANCEL, null, "otto")
                        .join());
        assertTrue(
                calls().decide(resting.call().key(), Verb.ABORT, null, "otto").join());
        assertEquals(500, reply.join().statusCode());
        ends(FlowState.TERMINATED);
    }

    @ParameterizedTest
    @EnumSource(
            value = AuditLevel.class,
            names = {"MINIMAL", "DEVELOPMENT"})
    void aCallIsMadeAgainWithAnotherMessage(AuditLevel level) {
        desk.runtime.auditConfig().change(Map.of(AuditConfig.OF + "default/Shop!1.0", level.word()), "otto");
        policy(action("first", "<humanIntervention/>"));
        desk.partnerFails.set(1);
        deploy("ask", ASK_OUT + REPLY);
        CompletableFuture<HttpResponse<String>> reply = desk.sendLater("Shop", "ask", "pears");
        Call call = resting().call();
        assertThrows(
                IllegalArgumentException.class,
                () -> calls().decide(call.key(), Verb.RETRY, "<plums/>".getBytes(StandardCharsets.UTF_8), "otto"));
        byte[] plums = "<d:order xmlns:d='urn:desk'>plums</d:order>".getBytes(StandardCharsets.UTF_8);
        assertTrue(calls().decide(call.key(), Verb.RETRY, plums, "otto").join());
        assertEquals(200, reply.join().statusCode());
        assertEquals(List.of("pears", "plums"), List.copyOf(desk.notified));
        AuditPayload message = desk.store.history(call.flow()).stream()
                .filter(event -> event.kind() == AuditEvent.Kind.CALL_DECIDED)
                .findFirst()
                .orElseThrow()
                .payload();
        byte[] kept = Objects.requireNonNull(
                Objects.requireNonNull(message, "its message is in the history").bytes());
        assertTrue(new String(kept, StandardCharsets.UTF_8).contains("plums"), "whatever the level keeps otherwise");
    }

    @Test
    void oneWayCallsRestAndAreCancelledOrRepeated() {
        policy(action("first", retry(1, "<retryFailureAction ref='person'/>"))
                + action("person", "<humanIntervention/>"));
        desk.partnerFails.set(4);
        deploy("tell", TELL_OUT);
        desk.send("Shop", "tell", "pears");
        desk.send("Shop", "tell", "plums");
        eventually("both rest", () -> calls().list("remoteFault", 0, 10).size() == 2);
        assertEquals(List.of(), calls().list("soldOut", 0, 10));
        assertTrue(desk.flows("Shop").stream().allMatch(flow -> flow.state() == FlowState.RUNNING));

        List<RestingCall> both = calls().list(null, 0, 10);
        assertThrows(
                IllegalArgumentException.class,
                () -> calls().decide(both.get(0).call().key(), Verb.RETHROW, null, "otto")
                        .join());
        calls().decide(both.get(0).call().key(), Verb.CANCEL, null, "otto").join();
        calls().decide(both.get(1).call().key(), Verb.RETRY, null, "otto").join();

        ends(FlowState.COMPLETED);
        assertEquals(5, desk.notified.size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"requiresNew", "required"})
    void aFaultThatAnotherProcessThrowsIsOneForPoliciesToo(String transaction) {
        policy(action("first", "<abort/>"));
        desk.deploy(
                "Shop",
                new Part("P", process("P", "ask", CATCH.formatted(ASK_NEXT) + REPLY), Map.of()),
                new Part("Q", process("Q", "ask", "<throw faultName='t:bad'/>"), Map.of("transaction", transaction)));
        desk.runtime.start();
        assertTrue(desk.ask("Shop", "pears").startsWith("500 "));
        eventually(
                "everything has ended",
                () -> desk.flows("Shop").stream().noneMatch(flow -> flow.state() == FlowState.RUNNING));
        assertTrue(desk.store.history(desk.flows("Shop").get(0).flow()).stream()
                .anyMatch(event -> "by a fault policy".equals(event.detail())));
    }

    @Test
    void aProcessWithPoliciesIsStoredEvenIfItWantsToLiveInMemory() {
        policy(action("first", retry(1, "")));
        desk.partnerFails.set(1);
        desk.deploy(
                "Shop", new Part("P", process("P", "ask", ASK_OUT + REPLY), Map.of("inMemoryOptimization", "true")));
        desk.runtime.start();
        assertEquals("200 partner", desk.ask("Shop", "pears"));
        assertEquals(2, desk.notified.size());
    }

    @Test
    void repetitionsSurviveACrashAndComeWhenTheirTimeHasCome() {
        ManualTime time = new ManualTime();
        desk.close();
        desk = new OrderDesk(folder, time);
        policy(action("first", "<retry><retryCount>2</retryCount><retryInterval>3600</retryInterval></retry>"));
        desk.partnerFails.set(1);
        deploy("tell", TELL_OUT);
        desk.send("Shop", "tell", "pears");
        Instant retry = time.instant().plusSeconds(3600);
        eventually("a retry is set", () -> desk.store.nextDue().equals(Optional.of(retry)));
        try (Store crashed = desk.afterACrash()) {
            assertEquals(List.of(), crashed.leaseCalls(10, retry.minusMillis(1)));
            List<Call> left = crashed.leaseCalls(10, retry);
            assertEquals(1, left.size());
            assertEquals(1, left.get(0).attempt());
            assertTrue(String.valueOf(left.get(0).recovery()).contains("first"));
        }

        time.advance(Duration.ofHours(1));

        ends(FlowState.COMPLETED);
        assertEquals(2, desk.notified.size());
    }
}
