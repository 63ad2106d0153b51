package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.FlowState;
import dev.weir.store.RestingCall;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A message to which nobody awaits an answer is taken, refused, or rests where an operator sees it; it is never lost. */
class OneWayMessagesTest {
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

    /** A process whose component's service has another name than its partner link. */
    private static Part deaf() {
        String document = process("P", "tell", "<empty/>")
                .replace("<partnerLink name=\"client\"", "<partnerLink name=\"Orders\"")
                .replace("partnerLink=\"client\"", "partnerLink=\"Orders\"");
        return new Part("P", document, Map.of());
    }

    @Test
    void aServiceThatNoPartnerLinkHasIsAWarningAtItsWire() {
        desk.deploy("Shop", deaf());
        List<String> warnings = desk.warnings();
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(
                warnings.get(0)
                        .matches(
                                "composite\\.xml:\\d+: the wire leads to 'P/client', but the process receives nothing on a"
                                        + " partner link 'client', only on Orders: messages by this wire fail"
                                        + " \\[composite-service-deaf] — give the partner link and the component's service one name"),
                warnings.toString());
    }

    @Test
    void aMessageThatNoInstanceCanEverTakeIsRefused() {
        desk.deploy("Shop", deaf());
        desk.runtime.start();
        HttpResponse<String> reply = desk.send("Shop", "tell", "pears");
        assertEquals(500, reply.statusCode());
        assertTrue(reply.body().contains("its process receives nothing on a partner link 'client'"), reply.body());
        assertEquals(FlowState.FAULTED, desk.flows("Shop").get(0).state());
    }

    @Test
    void soIsOneForAnOperationThatItsProcessDoesNotReceive() {
        desk.deploy("Shop", new Part("P", process("P", "ask", OrderDesk.REPLY), Map.of()));
        desk.runtime.start();
        HttpResponse<String> reply = desk.send("Shop", "tell", "pears");
        assertEquals(500, reply.statusCode());
        assertTrue(reply.body().contains("it creates none"), reply.body());
    }

    @Test
    void oneThatWaitsStaysWhereItIsWhenNoInstanceCanTakeItAnyMore() {
        desk.deploy(
                "Shop",
                new Part(
                        "P",
                        process(
                                "P",
                                "ask",
                                OrderDesk.REPLY + "<receive partnerLink='client' operation='tell' variable='note'/>"),
                        Map.of()));
        desk.runtime.start();
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());
        long waiting = desk.runtime.undelivered().list(0, 10).get(0).id();

        desk.deploy("Shop", new Part("P", process("P", "ask", OrderDesk.REPLY), Map.of()));

        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> desk.runtime.undelivered().deliver(waiting, null, "anna").join());
        assertTrue(refused.getMessage().contains("it creates none"), refused.getMessage());
        assertTrue(desk.runtime.undelivered().find(waiting).isPresent());
    }

    // A partner that answers by a fault

    private static final String WSA = "http://www.w3.org/2005/08/addressing";

    /** A mediator with two rules, whose target is the partner. */
    private static Part mediator() {
        return new Part(
                "M",
                "<Mediator name='M' xmlns='http://xmlns.oracle.com/sca/1.0/mediator'><operation name='tell'"
                        + " deliveryPolicy='AllOrNothing' priority='4' validateSchema='false'><switch>"
                        + "<case executionType='direct' name='first'><action>"
                        + "<invoke reference='Out' operation='tell'/></action></case>"
                        + "<case executionType='direct' name='second'><action>"
                        + "<invoke reference='Out' operation='tell'/></action></case>"
                        + "</switch></operation></Mediator>",
                Map.of());
    }

    private String audit() {
        return desk.flows("Shop").stream()
                .flatMap(flow -> desk.store.history(flow.flow()).stream())
                .map(event -> event.kind() + " " + event.detail())
                .collect(Collectors.joining("\n"));
    }

    private RestingCall resting() {
        eventually(
                "a call rests",
                () -> !desk.runtime.restingCalls().list(null, 0, 10).isEmpty());
        return desk.runtime.restingCalls().list(null, 0, 10).get(0);
    }

    private void allCompleted() {
        eventually(
                "all flows are completed",
                () -> desk.flows("Shop").stream().allMatch(flow -> flow.state() == FlowState.COMPLETED));
        assertEquals(List.of(), desk.runtime.restingCalls().list(null, 0, 10));
    }

    @ParameterizedTest
    @EnumSource(names = {"RETRY", "CANCEL"})
    void aProcesssMessageThatAFaultAnswersRestsUntilAnOperatorDecides(RestingCalls.Verb verb) {
        desk.deploy("Shop", new Part("P", process("P", "tell", OrderDesk.TELL_OUT), Map.of()));
        desk.runtime.start();
        desk.partnerFaults.set(1);
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());

        RestingCall call = resting();
        assertEquals("no such order", call.fault().reason());
        assertTrue(audit().contains("CALL_FAILED fault remoteFault: no such order"), this::audit);
        assertEquals(FlowState.RUNNING, desk.flows("Shop").get(0).state());

        desk.runtime
                .restingCalls()
                .decide(call.call().key(), verb, null, "otto")
                .join();
        allCompleted();
        assertEquals(
                verb == RestingCalls.Verb.RETRY ? List.of("pears", "pears") : List.of("pears"),
                List.copyOf(desk.notified));
    }

    /** Its first step is the sender's, who gets its fault: nobody but an operator can send the message again. */
    @Test
    void soDoesOneThatAnotherProcessAnswersByItsFault() {
        desk.deploy(
                "Shop",
                new Part("P", process("P", "tell", OrderDesk.TELL_OUT.replace("'Out'", "'Next'")), Map.of()),
                new Part(
                        "Q",
                        process("Q", "tell", "<throw faultName='t:bad'/>"),
                        Map.of("oneWayDeliveryPolicy", "sync")));
        desk.runtime.start();
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());
        assertEquals("{urn:desk}bad", resting().fault().name());
    }

    @Test
    void theSenderLearnsOfAFaultThatComesBackThroughAMediator() {
        desk.deploy("Shop", mediator());
        desk.runtime.start();
        desk.partnerFaults.set(1);

        HttpResponse<String> reply = desk.send("Shop", "tell", "pears");

        assertEquals(500, reply.statusCode());
        assertTrue(reply.body().contains("no such order"), reply.body());
        assertEquals(List.of("pears"), List.copyOf(desk.notified), "the second rule is not followed");
        assertTrue(audit().contains("MEDIATOR_FAULTED fault remoteFault"), this::audit);
        assertEquals(FlowState.FAULTED, desk.flows("Shop").get(0).state());
        assertEquals(202, desk.send("Shop", "tell", "plums").statusCode());
    }

    @Test
    void aProcessThatSendsThroughAMediatorHasItsMessageRest() {
        desk.deploy(
                "Shop",
                new Part("P", process("P", "tell", OrderDesk.TELL_OUT.replace("'Out'", "'Next'")), Map.of()),
                mediator());
        desk.runtime.start();
        desk.partnerFaults.set(1);
        assertEquals(202, desk.send("Shop", "tell", "pears").statusCode());

        RestingCall call = resting();
        assertEquals("Next", call.call().partnerLink());
        desk.runtime
                .restingCalls()
                .decide(call.call().key(), RestingCalls.Verb.RETRY, null, "otto")
                .join();
        allCompleted();
        assertEquals(List.of("pears", "pears", "pears"), List.copyOf(desk.notified), "by both rules, after the fault");
    }

    @Test
    void aCallbackThatAFaultAnswersRestsToo() {
        desk.deploy(
                "Shop",
                new Part(
                        "M",
                        "<Mediator name='M' xmlns='http://xmlns.oracle.com/sca/1.0/mediator'><operation name='tell'"
                                + " deliveryPolicy='AllOrNothing' priority='4' validateSchema='false'><switch>"
                                + "<case executionType='direct' name='begin'><action>"
                                + "<invoke reference='Later' operation='begin'>"
                                + "<onCallback operation='done'><callback operation='done'/></onCallback></invoke>"
                                + "</action></case></switch></operation></Mediator>",
                        Map.of()),
                new Part("L", OrderDesk.later("L", ""), Map.of()));
        desk.runtime.start();
        desk.partnerFaults.set(1);
        String replyTo = "<a:MessageID xmlns:a='" + WSA + "'>urn:me:1</a:MessageID><a:ReplyTo xmlns:a='" + WSA
                + "'><a:Address>" + desk.partnerUrl() + "</a:Address></a:ReplyTo>";
        assertEquals(
                202, desk.sendLater("Shop", "tell", "pears", replyTo).join().statusCode());

        RestingCall call = resting();
        assertEquals("done", call.call().operation());
        assertTrue(audit().contains("CALL_FAILED fault remoteFault: no such order"), this::audit);
        desk.runtime
                .restingCalls()
                .decide(call.call().key(), RestingCalls.Verb.RETRY, null, "otto")
                .join();
        allCompleted();
        assertEquals(List.of("back pears", "back pears"), List.copyOf(desk.notified));
    }
}
