package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.deployment.Change;
import dev.weir.server.access.AdminListener;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.StartProgress;
import dev.weir.server.deploy.WeirServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What an operator gets while a server starts. */
class StartOrderTest {
    @TempDir
    Path folder;

    private Path data() {
        return folder.resolve("data");
    }

    private WeirServer start(StartProgress progress) {
        List<Path> composites = List.of(RunningWeir.repository().resolve("examples/orders"));
        return WeirServer.start(
                new ServerSettings(composites, "127.0.0.1", 0, data(), Map.of(), Duration.ofSeconds(20), 1 << 20)
                        .withAdmin(AdminListener.ANY_PORT),
                progress);
    }

    private static void isStarting(int ready, int all, Executable request) {
        AdminException refused = assertThrows(AdminException.class, request);
        assertEquals(503, refused.status());
        assertTrue(
                String.valueOf(refused.getMessage()).contains("starting: " + ready + " of " + all + " composites"),
                refused.getMessage());
    }

    @Test
    void theAdminApiAnswersWhileCompositesAreDeployed() {
        List<Integer> asked = new ArrayList<>();
        StartProgress asks = (ready, all) -> {
            AdminClient admin = AdminClient.of(data());
            assertEquals(List.of(), admin.messages(0, 10));
            isStarting(ready, all, admin::composites);
            isStarting(ready, all, () -> admin.change("default/Orders!1.0", Change.STOP));
            asked.add(ready);
        };
        try (WeirServer server = start(asks)) {
            assertFalse(asked.isEmpty());
            AdminClient admin = AdminClient.of(data());
            assertEquals(server.deployments().size(), admin.composites().size());
            admin.change("default/Orders!1.0", Change.STOP);
        }
    }

    @Test
    void aStartThatIsGivenUpLeavesNothingBehind() {
        CancellationException enough = new CancellationException();
        assertSame(
                enough,
                assertThrows(
                        CancellationException.class,
                        () -> start((ready, all) -> {
                            throw enough;
                        })));
        try (WeirServer server = start(StartProgress.UNSEEN)) {
            assertFalse(server.deployments().isEmpty());
        }
    }
}
