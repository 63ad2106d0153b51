package dev.weir.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The partner of the composites Walks and Errands, a real server: it writes each entry into its book once for each key, which is the
 * message's id, however often it comes.
 */
final class BookPartner implements AutoCloseable {
    private static final int LONGEST_WORK_MS = 40;
    private static final Pattern MESSAGE_ID = Pattern.compile("MessageID[^>]*>([^<]+)<");
    private static final Pattern ID = Pattern.compile("<(?:\\w+:)?id[^>]*>([^<]+)<");
    private static final Pattern TURN = Pattern.compile("<(?:\\w+:)?turn[^>]*>([^<]+)<");

    private final String namespace;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private final Map<String, Set<String>> entries = new ConcurrentHashMap<>();
    private final AtomicInteger repetitions = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();

    /** @param namespace of its messages */
    BookPartner(String namespace) throws IOException {
        this.namespace = namespace;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort() + "/book";
    }

    /** The keys of the effects that came for a turn of a walk. */
    Set<String> keys(String walk, String turn) {
        return entries.getOrDefault(walk + " " + turn, Set.of());
    }

    /** Effects so far, by key. */
    int effects() {
        return entries.values().stream().mapToInt(Set::size).sum();
    }

    /** Walks of which the last effect has come. */
    int ends() {
        return ends.get();
    }

    /** Effects that came once more, under a key that was there already. */
    int repetitions() {
        return repetitions.get();
    }

    private void take(HttpExchange exchange) throws IOException {
        String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String turn = group(TURN, message);
        Set<String> keys =
                entries.computeIfAbsent(group(ID, message) + " " + turn, entry -> ConcurrentHashMap.newKeySet());
        if (!keys.add(group(MESSAGE_ID, message))) {
            repetitions.incrementAndGet();
        } else if (turn.equals("end")) {
            ends.incrementAndGet();
        }
        work();
        if (!exchange.getRequestHeaders().getFirst("SOAPAction").contains("write")) {
            exchange.sendResponseHeaders(202, -1);
        } else {
            byte[] reply = ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + "<page xmlns='"
                            + namespace + "'>" + turn + "</page></s:Body></s:Envelope>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
            exchange.sendResponseHeaders(200, reply.length);
            exchange.getResponseBody().write(reply);
        }
        exchange.close();
    }

    /** Leaves time for a kill between the effect and its answer. */
    private static void work() {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextInt(LONGEST_WORK_MS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String group(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
