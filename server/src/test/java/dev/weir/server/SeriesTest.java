package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.AdminRecords.CompositeLoadView;
import dev.weir.server.admin.AdminRecords.OverviewView;
import dev.weir.server.admin.AdminRecords.SeriesView;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.server.series.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a dashboard reads of a server with traffic. Its timer looks each ten seconds. */
@Tag("slow")
class SeriesTest {
    private static final String ORDER_PATH = "/soa-infra/services/default/Orders/OrderService";
    private static final String ORDERS = "default/Orders!1.0";

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private WeirServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private AdminClient admin;

    @BeforeEach
    void open() {
        server = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                folder.resolve("data"),
                Map.of(),
                Duration.ofSeconds(20),
                1 << 20));
        admin = AdminClient.of(folder.resolve("data"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static double greatest(List<@Nullable Double> points) {
        return points.stream()
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    @Test
    void requestsOfTheServerAndOfACompositeBecomePoints() throws Exception {
        for (int i = 0; i < 5; i++) {
            new SoapPost().send(server.url().resolve(ORDER_PATH), SoapPost.SOAP_11, OrderMessages.place("series-" + i));
        }
        new SoapPost().send(server.url().resolve(ORDER_PATH), SoapPost.SOAP_11, "<no");

        eventually(
                "the last request, which is no message, is in a point",
                () -> greatest(admin.series(Window.HOUR, List.of()).server().get("faultsPerSecond")) > 0);
        for (Window window : Window.values()) {
            SeriesView points = admin.series(window, List.of());
            assertEquals(window.stepSeconds(), points.stepSeconds());
            points.server().forEach((name, values) -> assertEquals(window.points(), values.size(), name));
            assertTrue(greatest(points.server().get("requestsPerSecond")) > 0);
            assertTrue(greatest(points.server().get("faultsPerSecond")) > 0);
            assertTrue(greatest(points.server().get("p99Micros")) > 0);
            assertTrue(greatest(points.server().get("storeBytes")) > 0);
            assertEquals(Map.of(), points.composites());
        }
        for (String name : List.of("Orders", "Orders!1.0", ORDERS)) {
            SeriesView points = admin.series(Window.HOUR, List.of(name, ORDERS));
            assertEquals(List.of(ORDERS), new ArrayList<>(points.composites().keySet()));
            assertEquals(Map.of(), points.server());
            assertTrue(greatest(points.composites().get(ORDERS).get("requestsPerSecond")) > 0, points.toString());
        }

        OverviewView overview = admin.overview();
        assertEquals(6, overview.requests());
        assertEquals(1, overview.faults());
        assertTrue(overview.flows() >= 5, overview.toString());
        assertFalse(overview.at().isBefore(overview.since()));
        assertEquals(3, overview.pools().size());
        assertTrue(overview.now().keySet().containsAll(List.of("requestsPerSecond", "cpu", "heapUsedBytes")));
        assertEquals(server.deployments().size(), overview.composites().size());
        CompositeLoadView orders = overview.composites().stream()
                .filter(each -> each.composite().equals(ORDERS))
                .findFirst()
                .orElseThrow();
        assertTrue(orders.now().containsKey("p99Micros"), orders.toString());
        assertTrue(orders.requests() >= 5, orders.toString());
    }

    @Test
    void whatHasNoMeaningIsRefused() {
        AdminException unknown =
                assertThrows(AdminException.class, () -> admin.series(Window.DAY, List.of("Orders", "Nobody")));
        assertTrue(
                String.valueOf(unknown.getMessage()).contains("no composite Nobody is deployed"), unknown.toString());
    }
}
