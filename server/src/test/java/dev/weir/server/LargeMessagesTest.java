package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More and larger messages at once than the heap holds: each is answered or turned away, and the server goes on. */
@Tag("slow")
class LargeMessagesTest {
    private static final int CLIENTS = 24;
    private static final int COPIES = 700;

    private final SoapPost post = new SoapPost();

    /** An order of about 350 KB. */
    private static String large(String number) {
        String order = OrderMessages.place(number);
        int end = order.lastIndexOf("</Line>") + "</Line>".length();
        String line = order.substring(order.lastIndexOf("<Line>"), end);
        return order.substring(0, end) + line.repeat(COPIES) + order.substring(end);
    }

    @Test
    void inASmallHeapOrdersAreAnsweredOrTurnedAwayAndTheServerGoesOn(@TempDir Path folder) throws Exception {
        List<String> smallHeap = List.of("-Xmx96m", "-cp", System.getProperty("java.class.path"));
        String orders = RunningWeir.repository().resolve("examples/orders").toString();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (RunningWeir weir = RunningWeir.run(folder, smallHeap, List.of(orders))) {
            List<Future<HttpResponse<String>>> sent = new ArrayList<>();
            for (int i = 0; i < 2 * CLIENTS; i++) {
                String order = large("PO-LARGE-" + i);
                assertTrue(order.length() > 300_000, "" + order.length());
                sent.add(clients.submit(() -> post.send(weir.orderService(), SoapPost.SOAP_11, order)));
            }
            int answered = 0;
            for (Future<HttpResponse<String>> one : sent) {
                HttpResponse<String> reply = one.get();
                if (reply.statusCode() == 200) {
                    answered++;
                } else {
                    assertEquals(503, reply.statusCode(), reply.body());
                    assertTrue(reply.headers().firstValue("Retry-After").isPresent());
                    assertTrue(reply.body().contains("Fault>"), reply.body());
                }
            }
            assertTrue(answered > 0);
            HttpResponse<String> nothingButElements = post.send(
                    weir.orderService(),
                    SoapPost.SOAP_11,
                    OrderMessages.place("PO-SMALL").replaceFirst("<Line>", "<a/>".repeat(800_000) + "<Line>"));
            assertEquals(413, nothingButElements.statusCode(), nothingButElements.body());
            assertTrue(nothingButElements.body().contains("too little memory"), nothingButElements.body());

            // What an answered message took is given back a moment after its answer.
            int after = eventually(
                    "there is room for an order again",
                    () -> post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place("PO-AFTER"))
                            .statusCode(),
                    status -> status != 503);
            assertEquals(200, after);

            assertTrue(weir.alive());
            assertFalse(weir.log().contains("OutOfMemoryError"), weir.log());
        } finally {
            clients.shutdown();
        }
    }
}
