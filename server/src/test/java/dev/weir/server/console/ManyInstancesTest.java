package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir;
import dev.weir.store.MixedFlows;
import dev.weir.testing.Chromium.Page;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A console over twelve composites, a hundred thousand instances and a thousand calls that rest, in a real Chromium. Without
 * Chromium this is skipped.
 */
@Tag("slow")
class ManyInstancesTest {
    private static final int INSTANCES = 100_000;
    private static final int FAULTS = 1_000;
    private static final int CALLERS = 8;

    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ManyInstancesTest::fill, composites());

    private final Page page = visit.page();

    private static void fill(Path folder) throws Exception {
        MixedFlows.fill(folder.resolve("data"), INSTANCES, Instant.now(), 7);
    }

    private static Path[] composites() {
        return Stream.concat(
                        Stream.of("errands", "parcels/Parcels", "rates", "repairs", "shop", "talks", "walks")
                                .map(ConsoleVisit::composite),
                        Stream.of("orders", "events", "handshake", "loans")
                                .map(RunningWeir.repository().resolve("examples")::resolve))
                .toArray(Path[]::new);
    }

    @BeforeAll
    static void manyOrdersFail() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        try {
            CompletableFuture.allOf(IntStream.range(0, FAULTS)
                            .mapToObj(i -> CompletableFuture.runAsync(() -> order("M-" + i), callers))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            callers.shutdown();
        }
        eventually("all calls rest", () -> visit.resting() == FAULTS);
    }

    private static void order(String number) {
        try {
            visit.order(number, "nothing");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private int rows() throws Exception {
        return Integer.parseInt(page.evaluate("document.querySelectorAll('tbody tr').length"));
    }

    @Test
    void everyPageOpens() throws Exception {
        assertTrue(
                visit.admin().composites().size() >= 10,
                () -> visit.admin().composites().toString());
        Map<String, String> titles = Map.of(
                "/console/dashboard", "Dashboard",
                "/console/metrics", "Metrics",
                "/console/composites", "Composites",
                "/console/instances", "Instances",
                "/console/instances?state=faulted&composite=Mixed1", "Instances",
                "/console/faults", "Faults",
                "/console/messages", "Messages",
                "/console/purge?composite=Mixed2&state=completed", "Purge",
                "/console/tuning", "Tuning",
                "/console/test", "Test");
        for (Map.Entry<String, String> each : titles.entrySet()) {
            visit.go(each.getKey(), each.getValue());
            assertTrue(rows() > 0 || each.getKey().contains("metrics"), each.getKey());
        }
        assertEquals(List.of(), page.errors());
    }

    @Test
    void aThousandCallsAreDecidedAboutAtOnce() throws Exception {
        visit.go("/console/faults", "Faults");
        assertEquals(100, Integer.parseInt(page.evaluate("document.querySelectorAll('[name=call]').length")));
        visit.warehouseKnowsAll();
        visit.click("[name=all]");
        visit.press("Retry");
        page.await("document.title === 'Retry at least 1,000 calls? · Weir' || document.title.startsWith('Retry ')");
        visit.press("Retry");
        // It goes on while the page is there already.
        visit.noticed("Retry: ");
        eventually("all are answered", () -> visit.resting() == 0);
        eventually("it has ended", () -> !visit.admin().bulk().running());
        visit.go("/console/faults", "Faults");
        assertTrue(visit.text("#live").contains("done for 1,000"), visit.text("#live"));
    }

    @Test
    void manyInstancesOfOneCompositeArePurged() throws Exception {
        String filter = "/console/purge?composite=Mixed0&state=completed";
        visit.go(filter, "Purge");
        assertTrue(
                Integer.parseInt(visit.text("#counted strong").replaceAll("[^0-9]", "")) > 1_000,
                visit.text("#counted"));
        visit.press("Purge them");
        page.await("document.title.startsWith('Purge ') && document.title.includes('instances?')");
        visit.press("Purge");
        // It may go on for longer than the browser waits for its first page.
        page.await("document.readyState === 'complete' && document.title === 'Purge · Weir'");
        eventually("it has ended", () -> !visit.admin().purgeStatus().running());
        visit.go(filter, "Purge");
        assertEquals("0 instances", visit.text("#counted strong"));
    }
}
