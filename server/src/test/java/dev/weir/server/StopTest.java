package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C. */
class StopTest {
    private final SoapPost post = new SoapPost();

    private HttpResponse<String> send(RunningWeir weir, String message) {
        try {
            return post.send(weir.orderService(), SoapPost.SOAP_11, message);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void ctrlCAnswersThoseWhoWaitAndTheirProcessesGoOnAfterTheNextStart(@TempDir Path folder) throws Exception {
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            CompletableFuture<HttpResponse<String>> waiting =
                    CompletableFuture.supplyAsync(() -> send(weir, OrderMessages.placeWhenShipped("PO-STOP-1")));
            while (!weir.command("instances", "--state", "running").output().contains("Orders")) {
                Thread.sleep(50);
            }

            int exitCode = weir.interrupt();

            assertTrue(exitCode == 0 || exitCode == 130, "exit code " + exitCode);
            assertEquals(500, waiting.get().statusCode());
            assertTrue(
                    waiting.get().body().contains("the process goes on"),
                    waiting.get().body());
            weir.restart();
            send(weir, OrderMessages.confirmPlaced("PO-STOP-1"));
            for (int i = 0; i < 100; i++) {
                if (weir.command("instances", "--state", "running").output().isBlank()) {
                    return;
                }
                Thread.sleep(50);
            }
            throw new AssertionError(weir.command("instances").output());
        }
    }

    @Test
    void aSecondServerOnTheSameDataSaysWhyItDoesNotStart(@TempDir Path folder) {
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            IllegalStateException refused = org.junit.jupiter.api.Assertions.assertThrows(
                    IllegalStateException.class,
                    () -> RunningWeir.orders(folder).close());

            assertTrue(String.valueOf(refused.getMessage()).contains("in use"), refused.getMessage());
            assertTrue(weir.alive());
        }
    }
}
