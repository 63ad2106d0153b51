package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, and what a service manager does. */
@Tag("jdk")
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
    void sigtermAnswersThoseWhoWaitAndTheirProcessesGoOnAfterTheNextStart(@TempDir Path folder) throws Exception {
        try (RunningWeir weir = RunningWeir.run(
                folder,
                List.of(RunningWeir.repository().resolve("examples/orders").toString(), "--drain", "1"))) {
            CompletableFuture<HttpResponse<String>> waiting =
                    CompletableFuture.supplyAsync(() -> send(weir, OrderMessages.placeWhenShipped("PO-STOP-1")));
            eventually(
                    "the order's process runs",
                    () -> weir.command("instances", "--state", "running").output(),
                    running -> running.contains("Orders"));

            assertEquals(0, weir.terminate());

            assertEquals(503, waiting.get().statusCode());
            assertTrue(waiting.get().headers().firstValue("Retry-After").isPresent());
            assertTrue(waiting.get().body().contains("Fault>"), waiting.get().body());
            assertTrue(
                    waiting.get().body().contains("the process goes on"),
                    waiting.get().body());
            weir.restart();
            send(weir, OrderMessages.confirmPlaced("PO-STOP-1"));
            eventually(
                    "the process ends",
                    () -> weir.command("instances", "--state", "running").output(),
                    String::isBlank);
        }
    }

    @Test
    void underLoadNobodyWhoWasServedGetsAnErrorForIt(@TempDir Path folder) throws Exception {
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            Queue<String> answered = new ConcurrentLinkedQueue<>();
            Queue<HttpResponse<String>> others = new ConcurrentLinkedQueue<>();
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int client = i;
                Thread thread = new Thread(() -> {
                    try {
                        for (int n = 0; ; n++) {
                            String order = "PO-" + client + "-" + n;
                            HttpResponse<String> response =
                                    post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place(order));
                            if (response.statusCode() != 200) {
                                others.add(response);
                                return;
                            }
                            answered.add(order);
                        }
                    } catch (IOException e) {
                        // Sent when the server had gone: it was not served.
                    }
                });
                thread.start();
                clients.add(thread);
            }
            eventually("20 orders are answered", () -> answered.size() >= 20);

            assertEquals(0, weir.terminate());

            for (Thread client : clients) {
                client.join();
            }
            for (HttpResponse<String> other : others) {
                assertEquals(503, other.statusCode(), other.body());
                assertTrue(other.headers().firstValue("Retry-After").isPresent());
                assertTrue(other.body().contains("Fault>"), other.body());
            }
            weir.restart();
            String completed = weir.command("instances", "--state", "completed", "--limit", "1000")
                    .output();
            long known =
                    completed.lines().filter(line -> line.contains("Orders")).count();
            assertTrue(known >= Math.min(1_000, answered.size()), known + " of " + answered.size());
        }
    }

    @Test
    void processesUnderWayAreLeftForTheNextStartWithoutALineInTheLog(@TempDir Path folder) throws Exception {
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            for (int round = 0; round < 3; round++) {
                String prefix = "PO-WAY-" + round + "-";
                List<Thread> clients = new ArrayList<>();
                Queue<Integer> sent = new ConcurrentLinkedQueue<>();
                for (int i = 0; i < 8; i++) {
                    int client = i;
                    Thread thread = new Thread(() -> {
                        try {
                            for (int n = 0; ; n++) {
                                String order = OrderMessages.submitDomestic(prefix + client + "-" + n);
                                int status = post.send(weir.orderService(), SoapPost.SOAP_11, order)
                                        .statusCode();
                                sent.add(status);
                                if (status != 202) {
                                    return;
                                }
                            }
                        } catch (IOException e) {
                            // The server has gone.
                        }
                    });
                    thread.start();
                    clients.add(thread);
                }
                eventually("200 orders are taken", () -> sent.size() >= 200);

                assertEquals(0, weir.terminate());

                for (Thread client : clients) {
                    client.join();
                }
                assertFalse(weir.log().contains("\n\tat "), weir.log());
                weir.restart();
            }
        }
    }

    @Test
    void sigtermInTheMiddleOfTheStartStopsItInOrder(@TempDir Path folder) throws Exception {
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            assertEquals(0, weir.terminate());

            weir.launch(RunningWeir.MAIN);
            eventually("its port is open", () -> isOpen(weir.port()));

            assertEquals(0, weir.terminate(), weir::log);
            assertEquals(2, weir.log().lines().filter("stopping"::equals).count(), weir::log);
            assertEquals(
                    2,
                    weir.log()
                            .lines()
                            .filter(line -> line.startsWith("stopped; "))
                            .count(),
                    weir::log);
            weir.restart();
        }
    }

    @Test
    void sigtermSoonAfterTheBeginStopsItInOrder(@TempDir Path folder) throws Exception {
        stopsInOrder(folder, 250, 600, 1_200);
    }

    /** Starts it again and again, and asks it to stop so many milliseconds later. */
    static void stopsInOrder(Path folder, long... moments) throws Exception {
        try (RunningWeir weir = RunningWeir.orders(folder)) {
            assertEquals(0, weir.terminate());
            for (long moment : moments) {
                int before = weir.log().length();
                weir.launch(RunningWeir.MAIN);
                Thread.sleep(moment);
                int code = weir.terminate();

                String printed = weir.log().substring(before);
                if (code == 143 && printed.isEmpty()) {
                    continue; // the JVM had not come to the program
                }
                assertEquals(0, code, printed);
                assertFalse(printed.contains("\tat "), printed);
                List<String> lines = printed.lines().toList();
                int stopping = lines.indexOf("stopping");
                assertTrue(stopping >= 0 && stopping < lines.size() - 1, printed);
                assertTrue(lines.get(lines.size() - 1).startsWith("stopped"), printed);
                for (String line : lines.subList(stopping + 1, lines.size() - 1)) {
                    assertEquals("the start was given up", line, printed);
                }
            }
            weir.restart();
        }
    }

    private static boolean isOpen(int port) {
        try {
            new Socket("localhost", port).close();
            return true;
        } catch (IOException refused) {
            return false;
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
