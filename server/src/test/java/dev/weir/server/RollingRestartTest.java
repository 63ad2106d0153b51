package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.OrderClients.Outcome;
import dev.weir.testing.TestSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two servers behind a real nginx, configured as docs/operating.md says, are restarted one after the other under load.
 * {@code -Dweir.rounds=20} does so more often.
 */
@Tag("slow")
@Tag("sized")
class RollingRestartTest {
    private static final int ROUNDS = TestSize.of("weir.rounds", 1, 10);
    private static final int CLIENTS = 8;
    private static final int ORDERS_BETWEEN = 40;

    @Test
    void noClientSeesAnErrorAndEachOrderIsPlacedOnce(@TempDir Path folder) throws Exception {
        try (RunningWeir first = RunningWeir.orders(Files.createDirectory(folder.resolve("first")));
                RunningWeir second = RunningWeir.orders(Files.createDirectory(folder.resolve("second")));
                Nginx proxy = new Nginx(
                        Files.createDirectory(folder.resolve("nginx")),
                        """
                        upstream weir {
                            server localhost:%d max_fails=0;
                            server localhost:%d max_fails=0;
                        }
                        """.formatted(first.port(), second.port()),
                        """
                        proxy_pass http://weir;
                        proxy_next_upstream error http_503 non_idempotent;
                        """)) {
            Outcome outcome;
            try (OrderClients clients =
                    new OrderClients(proxy.url().resolve(first.orderService().getPath()), "PO", CLIENTS, true)) {
                for (int round = 0; round < ROUNDS; round++) {
                    for (RunningWeir weir : List.of(first, second)) {
                        clients.awaitPlaced(clients.placed() + ORDERS_BETWEEN);
                        assertEquals(0, weir.terminate());
                        clients.awaitPlaced(clients.placed() + ORDERS_BETWEEN);
                        weir.restart();
                    }
                }
                clients.awaitPlaced(clients.placed() + ORDERS_BETWEEN);
                clients.stop();
                outcome = clients.outcome();
            }
            assertEquals(new Outcome(outcome.placed(), 0, 0, List.of()), outcome, proxy.log());
            assertEquals(outcome.placed(), OrderClients.stored(first) + OrderClients.stored(second));
            assertTrue(OrderClients.stored(first) > 0 && OrderClients.stored(second) > 0, "both were used");
        }
    }
}
