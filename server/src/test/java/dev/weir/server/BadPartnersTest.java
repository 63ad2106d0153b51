package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.admin.AdminRecords.InstanceView;
import dev.weir.store.FlowState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A partner that takes connections and never answers harms those who call it, and nobody else. {@code -Dweir.calls=2500
 * -Dweir.callers=1300} has more of them.
 */
@Tag("slow")
class BadPartnersTest {
    private static final int CALLS = Integer.getInteger("weir.calls", 200);
    private static final int CALLERS = Integer.getInteger("weir.callers", 100);
    private static final int ORDERS = 30;
    private static final String PARTNERS = "default/Partners!1.0";

    private final HttpClient client = HttpClient.newHttpClient();

    /** Takes connections, and never says a word. */
    private static final class SilentPartner implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket();
        private final Queue<Socket> connections = new ConcurrentLinkedQueue<>();

        SilentPartner() throws IOException {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5_000);
            Thread thread = new Thread(this::take, "silent partner");
            thread.setDaemon(true);
            thread.start();
        }

        private void take() {
            try {
                while (true) {
                    connections.add(socket.accept());
                }
            } catch (IOException e) {
                // Closed.
            }
        }

        String address() {
            return "http://localhost:" + socket.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            socket.close();
            for (Socket connection : connections) {
                connection.close();
            }
        }
    }

    private CompletableFuture<HttpResponse<String>> send(RunningWeir weir, String service, String text) {
        URI address = weir.url().resolve("/soa-infra/services/default/Partners/" + service);
        String message = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                + "<p:note xmlns:p='http://partners.example'>" + text + "</p:note></s:Body></s:Envelope>";
        return client.sendAsync(
                HttpRequest.newBuilder(address)
                        .header("Content-Type", SoapPost.SOAP_11)
                        .header("SOAPAction", service.equals("Asks") ? "ask" : "notify")
                        .timeout(Duration.ofMinutes(5))
                        .POST(HttpRequest.BodyPublishers.ofString(message))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static List<InstanceView> instances(RunningWeir weir) {
        List<InstanceView> all = new ArrayList<>();
        List<InstanceView> page;
        do {
            page = weir.admin().instances(null, PARTNERS, all.size(), 1_000);
            all.addAll(page);
        } while (page.size() == 1_000);
        return all;
    }

    private static Map<Long, FlowState> states(RunningWeir weir) {
        Map<Long, FlowState> states = new TreeMap<>();
        instances(weir).forEach(instance -> states.put(instance.id(), instance.state()));
        return states;
    }

    /** Places orders, and gives their latencies in ms, ascending. */
    private static List<Long> place(RunningWeir weir, String prefix) throws IOException {
        SoapPost post = new SoapPost();
        List<Long> latencies = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            long begun = System.nanoTime();
            HttpResponse<String> reply =
                    post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place(prefix + i));
            latencies.add(Duration.ofNanos(System.nanoTime() - begun).toMillis());
            assertEquals(200, reply.statusCode(), reply.body());
        }
        latencies.sort(null);
        return latencies;
    }

    private static String summary(List<Long> latencies) {
        return "median " + latencies.get(latencies.size() / 2) + " ms, p99 "
                + latencies.get(latencies.size() * 99 / 100 - 1) + " ms";
    }

    @Test
    void othersAreServedAndAllIsListedCancelledAndSurvivesAKill(@TempDir Path folder) throws Exception {
        try (SilentPartner partner = new SilentPartner();
                RunningWeir weir = RunningWeir.run(
                        folder,
                        List.of(
                                RunningWeir.repository()
                                        .resolve("examples/orders")
                                        .toString(),
                                RunningWeir.repository()
                                        .resolve("server/src/test/composites/partners")
                                        .toString(),
                                "--token",
                                "partner=" + partner.address()))) {
            place(weir, "PO-WARM-");
            List<Long> quiet = place(weir, "PO-QUIET-");

            List<CompletableFuture<HttpResponse<String>>> notified = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                notified.add(send(weir, "Notifies", "note " + i));
                if (notified.size() % 50 == 0) {
                    notified.get(notified.size() - 1).get();
                }
            }
            for (CompletableFuture<HttpResponse<String>> one : notified) {
                assertEquals(202, one.get().statusCode(), one.get().body());
            }
            Map<Long, FlowState> calls = states(weir);
            assertEquals(Map.of(FlowState.RUNNING, CALLS), count(calls));
            List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                asked.add(send(weir, "Asks", "question " + i));
            }
            eventually("all callers have an instance", () -> instances(weir).size() >= CALLS + CALLERS);

            List<Long> meanwhile = place(weir, "PO-MEANWHILE-");

            System.out.println(CALLS + " calls, " + CALLERS + " callers: quiet " + summary(quiet) + ", meanwhile "
                    + summary(meanwhile));
            for (Map.Entry<Long, FlowState> instance : states(weir).entrySet()) {
                if (!calls.containsKey(instance.getKey()) && instance.getValue() == FlowState.RUNNING) {
                    weir.admin().command(instance.getKey(), "terminate");
                }
            }
            for (CompletableFuture<HttpResponse<String>> one : asked) {
                assertTrue(one.get().statusCode() >= 500, one.get().body());
                assertTrue(one.get().body().contains("Fault>"), one.get().body());
            }
            Map<Long, FlowState> before = eventually(
                    "only the notifications run",
                    () -> states(weir),
                    all -> count(all).get(FlowState.RUNNING) <= CALLS);
            weir.kill();
            weir.restart();
            assertEquals(before, states(weir), "as it was");
            assertEquals(CALLS, count(before).get(FlowState.RUNNING), "calls that are tried again are listed");
            place(weir, "PO-AFTER-");
        }
    }

    private static Map<FlowState, Integer> count(Map<Long, FlowState> states) {
        Map<FlowState, Integer> counts = new TreeMap<>();
        states.values().forEach(state -> counts.merge(state, 1, Integer::sum));
        return counts;
    }
}
