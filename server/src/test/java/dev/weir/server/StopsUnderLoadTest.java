package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.OrderClients.Outcome;
import dev.weir.testing.TestSize;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGTERM under load, again and again: what the clients know and what the store knows agree to the order. {@code
 * -Dweir.rounds=100} stops it a hundred times.
 */
@Tag("slow")
@Tag("sized")
class StopsUnderLoadTest {
    private static final int ROUNDS = TestSize.of("weir.rounds", 1, 20);
    private static final int CLIENTS = 8;

    @Test
    void whoWasServedHasTheAnswerAndWhoWasNotIsNotInTheStore(@TempDir Path folder) throws Exception {
        int placed = 0;
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            for (int round = 1; round <= ROUNDS; round++) {
                Outcome outcome;
                try (OrderClients clients = new OrderClients(weir.orderService(), "PO-" + round, CLIENTS, false)) {
                    clients.awaitPlaced(3 * CLIENTS);
                    assertEquals(0, weir.terminate(), "round " + round);
                    outcome = clients.outcome();
                }
                assertEquals(List.of(), outcome.failed(), "round " + round);
                placed += outcome.placed();
                weir.restart();
                // Who was cut off without an answer, or turned away, would be one order more in the store.
                assertEquals(placed, OrderClients.stored(weir), "after round " + round + ": " + outcome);
                System.out.println("round " + round + ": " + outcome);
            }
            assertTrue(placed > 0);
            assertFalse(weir.log().contains("\n\tat "), weir.log());
        }
    }
}
