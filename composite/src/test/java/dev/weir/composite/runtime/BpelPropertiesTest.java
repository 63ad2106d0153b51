package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.composite.tuning.BpelProperties;
import dev.weir.store.FlowState;
import dev.weir.store.RestingCall;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators set for all processes while they run: whether messages are validated, and how long callers wait. */
class BpelPropertiesTest {
    private static final String INVALID = "<x/>";

    private static final String SPOIL =
            "<assign><copy><from><literal><t:%1$s><x/></t:%1$s></literal></from><to>$%1$s</to></copy></assign>";

    @TempDir
    Path folder;

    private @Nullable OrderDesk opened;

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private OrderDesk desk() {
        return Objects.requireNonNull(opened);
    }

    private void open(String operation, String body) {
        opened = new OrderDesk(folder);
        desk().takeSoap12();
        desk().deploy("Checked", new Part("P", process("P", operation, body), Map.of()));
        desk().runtime.start();
    }

    private void set(String knob, String value) {
        desk().runtime.tuning().change(Map.of(knob, value), "test");
    }

    private void validate(String value) {
        set(BpelProperties.VALIDATE_XML, value);
    }

    private static String caught(String body) {
        return "<scope><faultHandlers><catch faultName='bpel:invalidVariables'"
                + " xmlns:bpel='http://docs.oasis-open.org/wsbpel/2.0/process/executable'>"
                + "<assign><copy><from>'caught'</from><to>$answer</to></copy></assign></catch></faultHandlers>"
                + "<sequence>" + body + "</sequence></scope>" + OrderDesk.REPLY;
    }

    @Test
    void requestsThatAreNotValidBeginNothingWhileTheKnobSaysSo() {
        open("ask", OrderDesk.REPLY);
        assertEquals("200 done", desk().ask("Checked", INVALID), "nothing is validated unless it is asked for");

        validate("true");
        String refused = desk().ask("Checked", INVALID);
        assertTrue(refused.startsWith("500 ") && refused.contains("invalidVariables"), refused);
        assertTrue(refused.contains("what the process receives for ask is not valid"), refused);
        assertEquals("200 done good", desk().ask("Checked", "good"));
        assertEquals(
                1,
                desk().flows("Checked").stream()
                        .filter(flow -> flow.state() == FlowState.FAULTED)
                        .count());

        validate("default");
        assertEquals("200 done", desk().ask("Checked", INVALID));
    }

    @Test
    void messagesWithoutAnAnswerAreRefusedToo() {
        open("tell", OrderDesk.TELL_OUT);
        validate("true");
        assertEquals(500, desk().send("Checked", "tell", INVALID).statusCode());
        assertEquals(202, desk().send("Checked", "tell", "good").statusCode());
        eventually("the valid one has come through", () -> desk().notified.contains("good"));
        assertEquals(1, desk().envelopes.size());
    }

    /** Those who send the same again get the same: the code says so, and other faults have another one. */
    private void assertSendersFault(String composite, String name) {
        HttpResponse<String> soap11 = desk().send(composite, "ask", INVALID);
        assertEquals(500, soap11.statusCode(), soap11.body());
        assertTrue(soap11.body().contains(":Client</faultcode>"), soap11.body());
        assertTrue(soap11.body().contains(">" + name + ": "), soap11.body());
        HttpResponse<String> soap12 = desk().askAsSoap12(composite, INVALID);
        assertEquals(400, soap12.statusCode(), soap12.body());
        assertTrue(soap12.body().contains(":Sender</"), soap12.body());
        assertTrue(soap12.body().contains(":" + name + "</"), "the fault's name is the subcode: " + soap12.body());
    }

    private static Part mediator(String validateSchema) {
        return new Part(
                "M",
                "<Mediator name='M' xmlns='http://xmlns.oracle.com/sca/1.0/mediator'><operation name='ask'"
                        + " deliveryPolicy='AllOrNothing' priority='4' validateSchema='" + validateSchema
                        + "'><switch><case executionType='direct' name='On'><action>"
                        + "<invoke reference='Next' operation='ask'><onReply><reply/></onReply></invoke>"
                        + "</action></case></switch></operation></Mediator>",
                Map.of());
    }

    @Test
    void aRequestThatIsNotValidIsItsSendersFaultInBothVersionsOfSoap() {
        open("ask", OrderDesk.REPLY);
        validate("true");
        assertSendersFault("Checked", "invalidVariables");

        desk().deploy("Routed", mediator("false"), new Part("P", process("P", "ask", OrderDesk.REPLY), Map.of()));
        assertSendersFault("Routed", "invalidVariables");

        validate("false");
        desk().deploy("Gate", mediator("true"), new Part("P", process("P", "ask", OrderDesk.REPLY), Map.of()));
        assertSendersFault("Gate", "mediatorFault");
    }

    @Test
    void anInvokeOfAnInvalidMessageSendsNothingAndItsFaultCanBeCaught() {
        open("ask", caught(SPOIL.formatted("question").replace("t:question", "t:order") + OrderDesk.ASK_OUT));
        validate("true");
        assertEquals("200 caught", desk().ask("Checked", "good"));
        assertNull(desk().notified.peek());

        validate("false");
        assertEquals("200 partner", desk().ask("Checked", "good"));
    }

    @Test
    void anInvalidReplyOfAPartnerIsTheSameFault() {
        open("ask", caught(OrderDesk.ASK_OUT));
        desk().partnerAnswer = INVALID;
        validate("true");
        assertEquals("200 caught", desk().ask("Checked", "good"));
        desk().partnerAnswer = "partner";
        assertEquals("200 partner", desk().ask("Checked", "good"));
    }

    @Test
    void aReplyOfTheProcessThatIsNotValidIsAFaultToItsCaller() {
        open("ask", SPOIL.formatted("answer") + OrderDesk.REPLY);
        validate("true");
        String refused = desk().ask("Checked", "good");
        assertTrue(refused.startsWith("500 ") && refused.contains("invalidVariables"), refused);
        HttpResponse<String> soap12 = desk().askAsSoap12("Checked", "good");
        assertEquals(500, soap12.statusCode(), soap12.body());
        assertTrue(soap12.body().contains(":Receiver</"), "the message was good: " + soap12.body());
    }

    @Test
    void anInvokeThatWaitsForNoAnswerRestsUntilItMayBeSent() {
        open("tell", SPOIL.formatted("note") + OrderDesk.TELL_OUT);
        validate("true");
        assertEquals(202, desk().send("Checked", "tell", "good").statusCode());
        RestingCall resting = eventually(
                        "the call rests",
                        () -> desk().runtime.restingCalls().list(null, 0, 10),
                        calls -> !calls.isEmpty())
                .get(0);
        assertTrue(
                resting.fault().name().endsWith("}invalidVariables"),
                resting.fault().name());
        assertNull(desk().notified.peek());

        validate("false");
        desk().runtime
                .restingCalls()
                .decide(resting.call().key(), RestingCalls.Verb.RETRY, null, "otto")
                .join();
        eventually("it is sent", () -> desk().notified.size() == 1);
    }

    @Test
    void aCalleeInTheTransactionOfItsCallerChecksWhatItIsSent() {
        opened = new OrderDesk(folder);
        desk().deploy(
                        "Shared",
                        new Part(
                                "Caller",
                                process(
                                        "Caller",
                                        "ask",
                                        caught(SPOIL.formatted("question").replace("t:question", "t:order")
                                                + OrderDesk.ASK_NEXT)),
                                Map.of()),
                        new Part(
                                "Callee",
                                process("Callee", "ask", OrderDesk.REPLY),
                                Map.of("transaction", "required")));
        desk().runtime.start();
        validate("true");
        assertEquals("200 caught", desk().ask("Shared", "good"));
    }

    @Test
    void callersWaitAsLongAsTheKnobSays() {
        open("ask", OrderDesk.ASK_OUT + OrderDesk.REPLY);
        desk().partnerAnswers = new CompletableFuture<>();
        set(BpelProperties.SYNC_MAX_WAIT_TIME, "1");
        String late = desk().ask("Checked", "good");
        assertTrue(late.contains("there was no reply within 1 s; the process goes on"), late);

        set(BpelProperties.SYNC_MAX_WAIT_TIME, "default");
        CompletableFuture<String> waiting = CompletableFuture.supplyAsync(() -> desk().ask("Checked", "good"));
        eventually("both have asked the partner", () -> desk().notified.size() == 2);
        desk().partnerAnswers.complete(null);
        assertEquals("200 partner", waiting.join());
        eventually(
                "the first went on, too",
                () -> desk().flows("Checked").stream()
                        .allMatch(flow -> flow.state().ended()));
    }

    @Test
    void valuesThatCannotBeAreRefused() {
        BpelProperties knobs = new BpelProperties(Duration.ofMillis(500));
        assertEquals("0.5", knobs.standard(BpelProperties.SYNC_MAX_WAIT_TIME));
        for (String wrong : List.of("0", "-1", "86401", "soon", "", "+9", "\uFF19", "9 ", "99999999999999999999")) {
            assertThrows(IllegalArgumentException.class, () -> knobs.checked(BpelProperties.SYNC_MAX_WAIT_TIME, wrong));
        }
        assertThrows(IllegalArgumentException.class, () -> knobs.checked(BpelProperties.VALIDATE_XML, "Enabled"));
    }
}
