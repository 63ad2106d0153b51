package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
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

    @Test
    void ofManyBodiesThatFindNoRoomNothingIsReadIntoMemory(@TempDir Path folder) throws Exception {
        List<String> smallHeap =
                List.of("-Xmx128m", "-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"));
        String orders = RunningWeir.repository().resolve("examples/orders").toString();
        try (RunningWeir weir = RunningWeir.run(folder, smallHeap, List.of(orders))) {
            uploadWithoutTheLastByte(weir.orderService(), 400, 2_000_000);

            assertTrue(weir.alive(), weir.log());
            int after = eventually(
                    "there is room for an order",
                    () -> post.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place("PO-BESIDE"))
                            .statusCode(),
                    status -> status != 503);
            assertEquals(200, after);
            assertFalse(weir.log().contains("OutOfMemoryError"), weir.log());
        }
    }

    /** Sends as much of each body as the server reads, until it has read nothing of any for two seconds, or has answered all. */
    private static void uploadWithoutTheLastByte(URI service, int connections, int length) throws IOException {
        String head = "POST " + service.getPath()
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nContent-Length: " + (length + 1)
                + "\r\n\r\n";
        byte[] request = (head + "<a>" + "x".repeat(length - 3)).getBytes(StandardCharsets.US_ASCII);
        List<SocketChannel> channels = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                SocketChannel channel = SocketChannel.open(new InetSocketAddress(service.getHost(), service.getPort()));
                channels.add(channel);
                channel.configureBlocking(false);
                var unused = channel.register(
                        selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE, ByteBuffer.wrap(request));
            }
            long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            while (System.nanoTime() < end && selector.select(2_000) > 0) {
                for (SelectionKey key : selector.selectedKeys()) {
                    send(key);
                }
                selector.selectedKeys().clear();
            }
        } finally {
            for (SocketChannel channel : channels) {
                channel.close();
            }
        }
    }

    private static void send(SelectionKey key) {
        ByteBuffer rest = (ByteBuffer) key.attachment();
        try {
            if (key.isReadable()) {
                key.cancel(); // it is answered
            } else {
                var unused = ((SocketChannel) key.channel()).write(rest);
                if (!rest.hasRemaining()) {
                    key.interestOps(SelectionKey.OP_READ);
                }
            }
        } catch (IOException e) {
            key.cancel(); // the server has ended the connection; whether it lives is asked afterwards
        }
    }
}
