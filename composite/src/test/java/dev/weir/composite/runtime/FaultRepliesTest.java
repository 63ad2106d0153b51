package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.ASK_NEXT;
import static dev.weir.composite.runtime.OrderDesk.ASK_OUT;
import static dev.weir.composite.runtime.OrderDesk.REPLY;
import static dev.weir.composite.runtime.OrderDesk.process;
import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.OrderDesk.Part;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What callers outside read of a fault: its name, why, and its message; and what only the audit says. */
class FaultRepliesTest {
    private static final String SELECTS_NOTHING =
            "<assign><copy><from>$order/t:nothing</from><to>$answer</to></copy></assign>";

    private static final String WHY = "$order/t:nothing selects 0 nodes where there must be one";

    @TempDir
    Path folder;

    private OrderDesk desk;

    @AfterEach
    void close() {
        desk.close();
    }

    private HttpResponse<String> ask(Part... parts) {
        desk = new OrderDesk(folder);
        return askOf(parts);
    }

    private HttpResponse<String> askOf(Part... parts) {
        desk.deploy("Shop", parts);
        desk.runtime.start();
        return desk.send("Shop", "ask", "pears");
    }

    private String audit() {
        return desk.flows("Shop").stream()
                .flatMap(flow -> desk.store.history(flow.flow()).stream())
                .map(event -> event.kind() + " " + event.detail())
                .collect(Collectors.joining("\n"));
    }

    private static String element(String name, String envelope) {
        return envelope.replaceAll("(?s)^.*<" + name + "[^>]*>|</" + name + ">.*$", "");
    }

    @ParameterizedTest
    @CsvSource({
        "inMemoryOptimization, false",
        "inMemoryOptimization, true",
        "transaction, required",
    })
    void aStandardFaultComesWithItsReasonFromACalledProcessToo(String property, String value) {
        Map<String, String> properties = Map.of(property, value);
        HttpResponse<String> reply = ask(
                new Part("P", process("P", "ask", ASK_NEXT + REPLY), properties),
                new Part("Q", process("Q", "ask", SELECTS_NOTHING + REPLY), properties));

        assertEquals(500, reply.statusCode());
        assertTrue(element("faultcode", reply.body()).endsWith(":selectionFailure"), reply.body());
        assertEquals("selectionFailure: " + WHY, element("faultstring", reply.body()));
        assertTrue(
                audit().contains("INSTANCE_FAULTED {http://docs.oasis-open.org/wsbpel/2.0/process/executable}"
                        + "selectionFailure: " + WHY),
                this::audit);
    }

    @Test
    void aFaultThatAProcessThrowsComesWithItsMessage() {
        HttpResponse<String> reply = ask(new Part(
                "P", process("P", "ask", "<throw faultName='t:bad' faultVariable='note'/>" + REPLY), Map.of()));

        assertEquals(500, reply.statusCode());
        assertTrue(element("faultcode", reply.body()).endsWith(":bad"), reply.body());
        assertEquals("bad: the process answered with this fault", element("faultstring", reply.body()));
        String detail = element("detail", reply.body());
        assertTrue(detail.contains("note") && detail.contains(">pears</"), detail);
    }

    /** Its operation declares them in this order. */
    @ParameterizedTest
    @CsvSource({
        "d:soldOut, soldOut",
        "d:tooDear, tooDear",
        "s:Server,  tooDear",
        "d:other,   tooDear",
    })
    void ofFaultsWithOneMessageThePartnersIsThatOfItsName(String code, String name) {
        desk = new OrderDesk(folder);
        desk.partnerFaults.set(1);
        desk.partnerFault =
                "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:d='urn:desk'><s:Body>"
                        + "<s:Fault><faultcode>" + code + "</faultcode><faultstring>no</faultstring>"
                        + "<detail><d:note>none left</d:note></detail></s:Fault></s:Body></s:Envelope>";
        HttpResponse<String> reply = askOf(new Part("P", process("P", "ask", ASK_OUT + REPLY), Map.of()));

        assertTrue(element("faultcode", reply.body()).endsWith(":" + name), reply.body());
        assertEquals(name + ": no", element("faultstring", reply.body()));
        assertTrue(element("detail", reply.body()).contains(">none left</"), reply.body());
    }

    @Test
    void whyAPartnerWasNotReachedIsSaidWithoutItsAddress() {
        desk = new OrderDesk(folder);
        desk.partnerFails.set(1);
        HttpResponse<String> reply = askOf(new Part("P", process("P", "ask", ASK_OUT + REPLY), Map.of()));

        assertEquals(500, reply.statusCode());
        String reason = element("faultstring", reply.body());
        assertTrue(reason.startsWith("remoteFault: "), reason);
        assertTrue(reason.contains("500"), reason);
        assertTrue(element("summary", reply.body()).contains("500"), reply.body());
        assertFalse(reply.body().contains(desk.partnerUrl()), reply.body());
        assertTrue(audit().contains(desk.partnerUrl()), this::audit);
    }

    @Test
    void aCallerWhoHasWaitedLongEnoughIsNoErrorOfTheMediatorBetween() {
        desk = new OrderDesk(folder, RuntimeSettings.DEFAULT.withMaxReplyWait(Duration.ofMillis(200)));
        HttpResponse<String> reply = askOf(
                new Part(
                        "M",
                        "<Mediator name='M' xmlns='http://xmlns.oracle.com/sca/1.0/mediator'><operation name='ask'>"
                                + "<switch><case executionType='sequential' name='P'><action>"
                                + "<invoke reference='Next' operation='ask'><onReply><reply/></onReply></invoke>"
                                + "</action></case></switch></operation></Mediator>",
                        Map.of()),
                new Part("P", process("P", "ask", "<wait><for>'P1D'</for></wait>" + REPLY), Map.of()));

        assertEquals(500, reply.statusCode());
        assertTrue(element("faultstring", reply.body()).contains("there was no reply within"), reply.body());
        // The end of a request is recorded after its answer.
        eventually(() -> "the mediator's end is recorded: " + audit(), () -> audit().contains("MEDIATOR_FAULTED"));
        assertTrue(audit().contains("MEDIATOR_FAULTED no reply came in time"), this::audit);
        assertFalse(audit().contains("internal error"), this::audit);
    }
}
