package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.process;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.OrderDesk.Part;
import dev.weir.store.FlowState;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
