package dev.weir.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
 * The partner of all {@linkplain Form forms}, a real server: it takes what it gets once for each key, which is the message's
 * id. It refuses each question as often as the form wants, and answers it then.
 */
final class FormsPartner implements AutoCloseable {
    private static final int LONGEST_WORK_MS = 20;
    private static final Pattern MESSAGE_ID = Pattern.compile("MessageID[^>]*>([^<]+)<");
    private static final Pattern NOTE = Pattern.compile("<(?:\\w+:)?note[^>]*>([^<]+)<");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(32);
    private final Map<String, Integer> fails;
    private final Map<String, Set<String>> effects = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> failures = new ConcurrentHashMap<>();
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger repetitions = new AtomicInteger();

    /** @param fails how often each question fails, by form */
    FormsPartner(Map<String, Integer> fails) throws IOException {
        this.fails = fails;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::take);
        server.start();
    }

    String address() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The keys under which each effect came. */
    Map<String, Set<String>> effects() {
        return effects;
    }

    /** The effects in the order in which they came, each repetition included. */
    List<String> order() {
        synchronized (order) {
            return List.copyOf(order);
        }
    }

    /** Effects that came once more, under a key that was there already. */
    int repetitions() {
        return repetitions.get();
    }

    private void take(HttpExchange exchange) throws IOException {
        String message = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String form = exchange.getRequestURI().getPath().substring(1);
        String effect = form + " " + group(NOTE, message);
        order.add(effect);
        if (!effects.computeIfAbsent(effect, any -> ConcurrentHashMap.newKeySet())
                .add(group(MESSAGE_ID, message))) {
            repetitions.incrementAndGet();
        }
        work();
        if (!exchange.getRequestHeaders().getFirst("SOAPAction").contains("ask")) {
            exchange.sendResponseHeaders(202, -1);
        } else if (failures.computeIfAbsent(effect, any -> new AtomicInteger()).getAndIncrement()
                < fails.getOrDefault(form, 0)) {
            reply(
                    exchange,
                    500,
                    "<s:Fault><faultcode>s:Server</faultcode><faultstring>refused</faultstring><detail>"
                            + "<refusal xmlns='http://forms.example'>refused</refusal></detail></s:Fault>");
        } else {
            reply(exchange, 200, "<answer xmlns='http://forms.example'>answered</answer>");
        }
        exchange.close();
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + body
                        + "</s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
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
        return matcher.find() ? matcher.group(1) : "without " + pattern;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
