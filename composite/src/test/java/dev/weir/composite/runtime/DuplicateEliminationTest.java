package dev.weir.composite.runtime;

import static dev.weir.composite.runtime.OrderDesk.TELL_OUT;
import static dev.weir.composite.runtime.OrderDesk.process;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.runtime.OrderDesk.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One-way messages that come twice: which count once, and which each time. */
class DuplicateEliminationTest {
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

    private static Part telling() {
        return new Part("P", process("P", "tell", TELL_OUT), Map.of());
    }

    private void tell(String composite, String note, String id) {
        String header = id == null
                ? ""
                : "<a:MessageID xmlns:a='http://www.w3.org/2005/08/addressing'>" + id + "</a:MessageID>";
        assertEquals(202, desk.sendLater(composite, "tell", note, header).join().statusCode());
    }

    /** What the partner was told, as many as are expected and no more. */
    private List<String> told(int expected) throws InterruptedException {
        List<String> told = new ArrayList<>();
        for (int i = 0; i < expected; i++) {
            told.add(String.valueOf(desk.notified.poll(60, TimeUnit.SECONDS)));
        }
        assertNull(desk.notified.poll(300, TimeUnit.MILLISECONDS));
        told.sort(null);
        return told;
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 2", ", 2"})
    void aMessageOfAnotherSenderCountsOnceWhereItsServiceSaysSo(String property, int counted) throws Exception {
        if (property != null) {
            desk.serviceProperty("duplicateElimination", property);
        }
        desk.deploy("Shop", telling());
        desk.runtime.start();

        tell("Shop", "pears", "urn:uuid:1");
        tell("Shop", "pears", "urn:uuid:1");

        assertEquals(List.of("pears", "pears").subList(0, counted), told(counted));
    }

    @Test
    void anIdCountsForItsServiceAlone() throws Exception {
        desk.serviceProperty("duplicateElimination", "true");
        desk.deploy("Shop", telling());
        desk.deploy("Store", telling());
        desk.runtime.start();

        tell("Shop", "a", "urn:uuid:1");
        tell("Store", "b", "urn:uuid:1");
        tell("Shop", "c", "urn:uuid:" + "2".repeat(5000));
        tell("Shop", "c", "urn:uuid:" + "2".repeat(5000));
        tell("Shop", "d", null);
        tell("Shop", "d", null);

        assertEquals(List.of("a", "b", "c", "d", "d"), told(5));
    }

    /** An id that only looks like a Weir's could be that of a message which is still to come. */
    @Test
    void anIdThatOthersCanGuessOrForgeSuppressesNothing() throws Exception {
        desk.deploy("Shop", telling());
        desk.runtime.start();

        String own = "urn:weir:call:" + desk.store.id() + ":10001:1:";
        for (String id : List.of(
                "urn:weir:call:5eed:17:2",
                "urn:weir:call:5eed:17:2:proof",
                own + "AAAAAAAAAAAAAAAAAAAAAA",
                own.substring(0, own.length() - 1))) {
            tell("Shop", id, id);
            tell("Shop", id, id);
            assertEquals(List.of(id, id), told(2));
        }
    }

    @Test
    void theIdOfAnotherWeirCountsOnce() throws Exception {
        desk.deploy("Shop", telling());
        desk.runtime.start();

        for (String id : List.of(
                "urn:weir:call:5eed:17:2:AbcdefghijklmnopqrstuQ",
                "urn:weir:call:5eed:" + "k".repeat(900) + ":AbcdefghijklmnopqrstuQ")) {
            tell("Shop", "once", id);
            tell("Shop", "once", id);
            assertEquals(List.of("once"), told(1));
        }
    }

    @Test
    void anotherValueIsRefused() {
        desk.serviceProperty("duplicateElimination", "perhaps");

        DeploymentException refusal = assertThrows(DeploymentException.class, () -> desk.deploy("Shop", telling()));

        assertTrue(
                String.valueOf(refusal.getMessage()).contains("duplicateElimination must be true or false: perhaps"),
                refusal.getMessage());
    }
}
