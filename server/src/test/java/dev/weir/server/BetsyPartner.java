package dev.weir.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Betsy's partner service, as its suite tells, over HTTP: it answers with the number that it gets, and some numbers mean
 * something: from 22000 on it answers badly. The first segment of the path is the case that it counts for.
 */
final class BetsyPartner implements AutoCloseable {
    private static final String NS = "http://dsg.wiai.uniba.de/betsy/activities/wsdl/testpartner";
    private static final Pattern INPUT = Pattern.compile("testElement(A?)[sS]ync\\w*Request[^>]*>\\s*(-?\\d+)\\s*<");

    private static final int STATUS_CODES = 22_000;
    private static final int BAD_MESSAGES = 40_000;
    private static final int NO_ANSWER = 50_003;

    private final Path badMessages;
    private final HttpServer http;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    private final Map<String, Counts> counts = new ConcurrentHashMap<>();

    private static final class Counts {
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger open = new AtomicInteger();
        final AtomicInteger mostAtOnce = new AtomicInteger();
    }

    private BetsyPartner(Path badMessages, HttpServer http) {
        this.badMessages = badMessages;
        this.http = http;
    }

    /** @param badMessages folders with files whose names begin with the number that they are the answer to */
    static BetsyPartner start(Path badMessages) {
        HttpServer http;
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        BetsyPartner partner = new BetsyPartner(badMessages, http);
        http.setExecutor(partner.workers);
        http.createContext("/", partner::answer);
        http.start();
        return partner;
    }

    int port() {
        return http.getAddress().getPort();
    }

    static String envelope(String body) {
        return "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    private void answer(HttpExchange exchange) throws IOException {
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        Counts count = counts.computeIfAbsent(path.split("/")[1], c -> new Counts());
        Matcher input = INPUT.matcher(request);
        boolean found = input.find();
        if (!found || input.group(1).equals("A")) {
            count.calls.incrementAndGet();
            count.mostAtOnce.accumulateAndGet(1, Math::max);
            reply(exchange, 202, "");
            return;
        }
        switch (input.group(2)) {
            case "101" -> reply(exchange, 200, response(String.valueOf(count.mostAtOnce.get())));
            case "102" -> reply(exchange, 200, response(String.valueOf(count.calls.get())));
            case "103" -> {
                count.calls.set(0);
                count.mostAtOnce.set(0);
                reply(exchange, 200, response("103"));
            }
            default -> {
                count.mostAtOnce.accumulateAndGet(count.open.incrementAndGet(), Math::max);
                count.calls.incrementAndGet();
                try {
                    call(exchange, path, input.group(2));
                } finally {
                    count.open.decrementAndGet();
                }
            }
        }
    }

    private void call(HttpExchange exchange, String path, String input) throws IOException {
        if (path.contains("robustness")) {
            answerBadly(exchange, Integer.parseInt(input));
            return;
        }
        switch (input) {
            case "-5" -> reply(exchange, 500, fault("expected Error", ""));
            case "-6" ->
                reply(
                        exchange,
                        500,
                        fault("CustomFault", "<p:testElementFault xmlns:p='" + NS + "'>-6</p:testElementFault>"));
            default -> reply(exchange, 200, response(path.contains("assigned") ? "0" : input));
        }
    }

    private void answerBadly(HttpExchange exchange, int number) throws IOException {
        // What is wrong with one answer must not be seen by the next call.
        exchange.getResponseHeaders().set("Connection", "close");
        if (number == NO_ANSWER) {
            try {
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                exchange.close();
            }
        } else if (number < BAD_MESSAGES) {
            reply(exchange, number == 0 ? 200 : number - STATUS_CODES, response("0"));
        } else {
            try (Stream<Path> files = Files.walk(badMessages)) {
                Path file = files.filter(each -> each.getFileName().toString().startsWith(number + "_"))
                        .findFirst()
                        .orElseThrow(() -> new IOException("no answer is known to " + number));
                reply(exchange, 200, Files.readString(file));
            }
        }
    }

    private static String response(String number) {
        return envelope("<p:testElementSyncResponse xmlns:p='" + NS + "'>" + number + "</p:testElementSyncResponse>");
    }

    private static String fault(String text, String detail) {
        return envelope("<s:Fault><faultcode>s:Server</faultcode><faultstring>" + text + "</faultstring><detail>"
                + detail + "</detail></s:Fault>");
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Override
    public void close() {
        http.stop(0);
        workers.shutdownNow();
    }
}
