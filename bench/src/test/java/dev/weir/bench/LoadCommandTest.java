package dev.weir.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.testing.TestAuthority;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code weir bench load} as people give it. */
class LoadCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicInteger count = new AtomicInteger();
    private HttpServer server;
    private String address;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/echo", exchange -> {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.createContext("/accepted", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(202, -1);
            }
        });
        server.createContext("/action", exchange -> {
            try (exchange) {
                byte[] body =
                        exchange.getRequestHeaders().getFirst("SOAPAction").getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.createContext("/count", exchange -> {
            try (exchange) {
                byte[] body = Integer.toString(count.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        address = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int run(String... arguments) {
        CommandLine line = BenchCommandLine.line();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(arguments);
    }

    @Test
    void aServiceIsDrivenAndItsLatencyPrinted(@TempDir Path folder) throws IOException {
        Path body = Files.writeString(folder.resolve("body.xml"), "<hello/>");
        assertEquals(
                0,
                run(
                        "load",
                        address + "/echo",
                        "--body",
                        body.toString(),
                        "--agents",
                        "2",
                        "--warm",
                        "0.05",
                        "--seconds",
                        "0.1"),
                err::toString);
        assertTrue(out.toString().contains("p99.9"), out::toString);
    }

    @Test
    void repliesThatDifferAreErrorsUnlessAllowed() {
        assertEquals(1, run("load", address + "/count", "--warm", "0", "--seconds", "0.05"), out::toString);
        assertTrue(out.toString().contains("differs"), out::toString);
        assertEquals(
                0,
                run("load", address + "/count", "--any-reply", "--warm", "0", "--seconds", "0.05", "--rate", "100"),
                err::toString);
    }

    @Test
    void theSustainedRateIsSearchedFor() {
        assertEquals(
                0,
                run("load", address + "/echo", "--sustain", "1000", "--warm", "0.01", "--seconds", "0.02"),
                err::toString);
        assertTrue(out.toString().contains("sustained: "), out::toString);
    }

    @Test
    void eachRequestOfAMixHasItsOwnLines(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("order.xml"), "<order/>");
        Path mix = Files.writeString(folder.resolve("mix.txt"), """
                # mostly looks

                9 GET  /echo?id=17
                2 POST /echo order.xml
                1 POST /accepted order.xml
                1 PUT  /action
                    SOAPAction: "urn:place"
                """);
        Path json = folder.resolve("result.json");
        String url = address + "/elsewhere";
        String[] options = {"--agents", "2", "--warm", "0.05", "--seconds", "0.3", "--json", json.toString()};
        assertEquals(0, load(url, options, "--mix", mix.toString()), () -> err + " " + out);
        for (String name :
                List.of("GET /echo?id=17", "POST /echo order.xml", "POST /accepted order.xml", "PUT /action")) {
            assertTrue(out.toString().contains("\n" + name + ": "), out::toString);
        }
        JsonNode result = new ObjectMapper().readTree(json.toFile());
        assertEquals(4, result.get("requests").size());
        long sum = 0;
        for (JsonNode request : result.get("requests")) {
            sum += request.get("count").asLong();
        }
        assertEquals(result.get("all").get("count").asLong(), sum);
        assertTrue(result.get("all").get("percentilesMs").get("99.9").asDouble() > 0, result::toString);
        assertEquals(2, result.get("settings").get("agents").asInt());
    }

    @Test
    void aWrongReplyOfAMixIsNamed(@TempDir Path folder) throws IOException {
        Path mix = Files.writeString(folder.resolve("mix.txt"), "1 GET /echo\n1 GET /count\n");
        assertEquals(1, run("load", address, "--mix", mix.toString(), "--warm", "0", "--seconds", "0.1"));
        assertTrue(
                out.toString()
                        .contains("the first error: GET /count: a reply differs from the expected one at byte 0: '"),
                out::toString);
    }

    @Test
    void aMixThatCannotBeReadIsRefusedWithItsLine(@TempDir Path folder) throws IOException {
        for (String wrong : List.of(
                "GET /echo",
                "0 GET /echo",
                "1 HEAD /echo",
                "1 GET echo",
                "1 GET /e%o",
                "1.5 GET /echo",
                "-1 GET /echo",
                "1000001 GET /echo",
                "9999999999 GET /echo",
                "1 get /echo",
                "1 POST /echo .",
                "1 GET /echo\n  Content-Length: 5",
                "1 GET /echo\n  A: \u20ac",
                "1 POST /echo missing.xml",
                "    Name: value",
                "1 GET /echo\n    nonsense")) {
            Path mix = Files.writeString(folder.resolve("mix.txt"), "# a comment\n" + wrong + "\n");
            assertEquals(2, run("load", address, "--mix", mix.toString()), wrong);
            assertTrue(err.toString().matches("(?s).*weir: .*mix.txt line [23]\\R"), err::toString);
            err.getBuffer().setLength(0);
        }
        assertEquals(
                2,
                run(
                        "load",
                        address,
                        "--mix",
                        Files.writeString(folder.resolve("empty"), "#").toString()));
        assertTrue(err.toString().contains("there is no request in "), err::toString);
    }

    @Test
    void aMixMayBeginWithAByteOrderMarkAndHaveIndentedComments(@TempDir Path folder) throws IOException {
        Path mix = Files.writeString(
                folder.resolve("mix.txt"), "\uFEFF1 PUT /action\n    # which one\n    SOAPAction: \"urn:place\"\n");
        assertEquals(
                0,
                run("load", address, "--mix", mix.toString(), "--warm", "0", "--seconds", "0.05"),
                () -> err + " " + out);
    }

    @Test
    void theServersProcessorTimeIsReported() {
        String self = Long.toString(ProcessHandle.current().pid());
        assertEquals(
                0,
                run("load", address + "/echo", "--server-pid", self, "--warm", "0", "--seconds", "0.05"),
                err::toString);
        assertTrue(out.toString().contains("processor time of the server: "), out::toString);
        assertEquals(2, run("load", address + "/echo", "--server-pid", Long.toString(Long.MAX_VALUE)));
        assertTrue(err.toString().contains("there is no process 9223372036854775807"), err::toString);
    }

    @Test
    void serversAreTrustedAsAsked(@TempDir Path folder) throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        TestAuthority other = TestAuthority.in(folder, "other");
        HttpsServer secure = authority.server(authority.issue("server"), false, exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(200, 2);
                exchange.getResponseBody().write(new byte[] {'o', 'k'});
            }
        });
        try {
            String url = "https://localhost:" + secure.getAddress().getPort() + "/";
            String[] shortly = {"--warm", "0", "--seconds", "0.1", "--agents", "2"};
            assertEquals(0, load(url, shortly, "--ca", authority.certificate().toString()), err::toString);
            assertEquals(0, load(url, shortly, "--insecure", "--no-keep-alive"), err::toString);
            assertEquals(1, load(url, shortly));
            assertTrue(err.toString().contains("weir: GET " + url + ": the TLS handshake failed: "), err::toString);
            assertEquals(1, load(url, shortly, "--ca", other.certificate().toString()));
            assertEquals(
                    2, load(url, shortly, "--ca", folder.resolve("server.key").toString()));
            assertTrue(err.toString().contains("no certificate"), err::toString);
        } finally {
            secure.stop(0);
        }
    }

    private int load(String url, String[] options, String... more) {
        return run(Stream.of(Stream.of("load", url), Arrays.stream(options), Arrays.stream(more))
                .flatMap(part -> part)
                .toArray(String[]::new));
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertRefused("--rate and --think exclude each other", "--rate", "5", "--think", "5");
        assertRefused("--insecure and --ca exclude each other", "--insecure", "--ca", "authorities.pem");
        for (String option : List.of("--rate", "--ramp", "--warm", "--seconds", "--timeout", "--sustain")) {
            for (String number : List.of("NaN", "Infinity", "-1", "1e300")) {
                assertRefused(option + " must be between ", option, number);
            }
        }
        for (String option : List.of("--agents", "--seconds", "--timeout", "--rate", "--sustain")) {
            assertRefused(option + " must be between ", option, "0");
        }
        assertRefused("--rate must be between 0.001 and 1,000,000: 1.0E-300", "--rate", "1e-300");
        assertRefused("--ca is for https, and the URL has http", "--ca", "authorities.pem");
        assertRefused("--ramp must not be longer than --warm, ", "--ramp", "6");
        assertRefused("--ramp must not be longer than --warm, ", "--warm", "0", "--ramp", "0.1");
        assertRefused("--header: a header field has the form", "--header", "nonsense");
        assertRefused("--header: the header field A has a line break", "--header", "A: b\r\nC: d");
        assertRefused("--header: Connection is set by the driver", "--header", "Connection: close");
    }

    private void assertRefused(String message, String... options) {
        assertEquals(2, load(address + "/echo", options), () -> message + " " + String.join(" ", options));
        assertSaid(message);
    }

    /** In one line, without a stack trace. */
    private void assertSaid(String message) {
        assertTrue(err.toString().contains(message), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
        err.getBuffer().setLength(0);
    }

    @Test
    void anAddressThatCannotBeSentToIsRefused() {
        for (String url : List.of("ftp://localhost/echo", "localhost", "http://", "http:///echo")) {
            assertEquals(2, run("load", url), url);
        }
        assertSaid("https://HOST:PORT only");
        assertEquals(2, run("load", "http://localhost:99999/"));
        assertSaid("a port is between 1 and 65535: http://localhost:99999/");
        assertEquals(2, run("load", "http://localhost/a b"));
        assertFalse(err.toString().contains("java."), err::toString);
        assertSaid("this is no URL: Illegal character in path at its character 19");
        assertEquals(2, run("load", "http://b\u00fccher.example:8080/"));
        assertSaid("a host is written in ASCII, here xn--bcher-kva.example:8080: b\u00fccher.example:8080");
        assertEquals(2, run("load", "http://user:word@local host/"));
        assertFalse(err.toString().contains("word@"), err::toString);
        assertEquals(2, run("load", "http://user:word@localhost/"));
        assertFalse(err.toString().contains("word@"), err::toString);
        assertSaid("give --header 'Authorization: Basic");
        assertEquals(1, run("load", "http://nowhere.invalid/"));
        assertSaid("weir: GET http://nowhere.invalid/: no address is known for nowhere.invalid: ");
    }

    @Test
    void aFileThatCannotBeUsedIsNamedBeforeAnythingIsSent(@TempDir Path folder) throws IOException {
        assertEquals(2, run("load", address + "/count", "--body", folder.toString()));
        assertSaid("weir: " + folder + " is a folder, not a file");
        String json = folder.resolve("missing").resolve("result.json").toString();
        assertEquals(2, run("load", address + "/count", "--json", json));
        assertSaid("weir: cannot write " + json + ": there is no folder ");
        assertEquals(2, run("load", address + "/count", "--mix", json));
        assertSaid("weir: there is no file " + json);
        String body = Files.writeString(folder.resolve("body.xml"), "<hello/>").toString();
        assertEquals(2, run("load", address + "/count", "--body", body, "--json", body));
        assertSaid("--json would overwrite " + body);
        assertEquals("<hello/>", Files.readString(Path.of(body)));
        assertEquals(0, count.get());
    }

    @Test
    void withoutARightReplyThereIsNoLatency(@TempDir Path folder) throws IOException {
        server.createContext("/once", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(count.incrementAndGet() == 1 ? 200 : 500, -1);
            }
        });
        Path json = folder.resolve("result.json");
        String[] options = {"--json", json.toString(), "--timeout", "30", "--insecure", "--header", "Cookie: secret"};
        assertEquals(1, load(address + "/once", options, "--warm", "0", "--seconds", "0.1", "--rate", "50"));
        assertTrue(out.toString().contains("0 right replies in "), out::toString);
        assertTrue(out.toString().contains("no right reply"), out::toString);
        assertTrue(
                out.toString()
                        .contains("the first error: GET " + address + "/once: answered by HTTP status 500, not 200"),
                out::toString);
        JsonNode result = new ObjectMapper().readTree(json.toFile());
        assertTrue(result.get("all").get("meanMs").isNull(), result::toString);
        assertTrue(result.get("all").get("percentilesMs").isNull(), result::toString);
        JsonNode settings = result.get("settings");
        assertEquals(50, settings.get("rate").asDouble());
        assertEquals(30, settings.get("timeoutSeconds").asDouble());
        assertTrue(settings.get("insecure").asBoolean());
        assertTrue(settings.has("ca") && settings.has("serverPid"), settings::toString);
        assertFalse(settings.has("perSecond"), settings::toString);
        assertTrue(settings.get("sustainMs").isNull(), settings::toString);
        assertFalse(settings.toString().contains("secret"), settings::toString);
    }

    @Test
    void whereNoRateHoldsThatIsSaid() {
        String[] shortly = {"--warm", "0", "--seconds", "0.1"};
        assertEquals(1, load(address + "/echo", shortly, "--sustain", "0.0001"), out::toString);
        assertTrue(out.toString().contains("no rate held; the lowest tried was "), out::toString);
        assertFalse(out.toString().contains("\n0/s"), out::toString);
    }

    @Test
    void requestsThatAreNeverSentAreCountedAndFail(@TempDir Path folder) throws IOException {
        server.createContext("/slow", exchange -> {
            if (count.incrementAndGet() > 1) {
                awaitAtMost(new CountDownLatch(1), 300);
            }
            try (exchange) {
                exchange.sendResponseHeaders(204, -1);
            }
        });
        Path json = folder.resolve("result.json");
        String[] shortly = {"--warm", "0", "--seconds", "0.2", "--agents", "1", "--json", json.toString()};
        assertEquals(1, load(address + "/slow", shortly, "--rate", "50"), err::toString);
        assertTrue(out.toString().contains("9 requests were due and never sent, "), out::toString);
        assertTrue(out.toString().contains("; 0 errors"), out::toString);
        JsonNode all = new ObjectMapper().readTree(json.toFile()).get("all");
        assertEquals(1, all.get("count").asInt());
        assertEquals(9, all.get("overdue").asInt());
    }

    /** Every twentieth reply is wrong, so that the closed loop has a rate, and half of it has errors too. */
    @Test
    void aSearchSaysThatErrorsAreTheReasonAndEnds() {
        server.createContext("/wrong", exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(count.incrementAndGet() % 20 == 0 ? 500 : 204, -1);
            }
        });
        String[] shortly = {"--warm", "0", "--seconds", "0.5", "--agents", "2"};
        assertEquals(1, load(address + "/wrong", shortly, "--sustain", "60000"), err::toString);
        List<String> steps =
                out.toString().lines().filter(line -> line.contains("/s: p99 ")).toList();
        assertEquals(1, steps.size(), out::toString);
        assertTrue(steps.get(0).matches(".* ms, but \\d+ errors"), out::toString);
        assertTrue(out.toString().contains("no rate held: there were errors also at "), out::toString);
        assertTrue(
                out.toString().contains("first of them: GET " + address + "/wrong: answered by HTTP status 500"),
                out::toString);
    }

    @Test
    void aBodyOfAMixIsNotOverwrittenByTheResult(@TempDir Path folder) throws IOException {
        Path order = Files.writeString(folder.resolve("order.xml"), "<order/>");
        Path mix = Files.writeString(folder.resolve("mix.txt"), "1 POST /echo order.xml");

        assertEquals(2, run("load", address, "--mix", mix.toString(), "--json", order.toString()));

        assertTrue(err.toString().contains("--json would overwrite " + order), err::toString);
        assertEquals("<order/>", Files.readString(order));
    }

    @Test
    void whereTheServersProcessEndsOnlyItsProcessorTimeIsMissing(@TempDir Path folder) throws IOException {
        Process other = new ProcessBuilder("sleep", "600").start();
        server.createContext("/last", exchange -> {
            try (exchange) {
                if (count.incrementAndGet() == 5) {
                    other.destroyForcibly().onExit().join();
                }
                exchange.sendResponseHeaders(204, -1);
            }
        });
        Path json = folder.resolve("result.json");
        String[] shortly = {"--warm", "0", "--seconds", "0.5", "--json", json.toString()};

        assertEquals(0, load(address + "/last", shortly, "--server-pid", Long.toString(other.pid())), err::toString);

        String why = "weir: the processor time of process " + other.pid() + " cannot be read: it has ended";
        assertTrue(err.toString().lines().anyMatch(why::equals), err::toString);
        assertTrue(out.toString().contains(" right replies in "), out::toString);
        JsonNode result = new ObjectMapper().readTree(json.toFile());
        assertTrue(result.get("complete").asBoolean(), result::toString);
        assertTrue(result.get("serverCpuMs").isNull(), result::toString);
    }

    /** Nobody may take an old result for that of a load which had none. */
    @Test
    void theFileOfAnEarlierLoadDoesNotStay(@TempDir Path folder) throws IOException {
        Path json = Files.writeString(folder.resolve("result.json"), "{\"all\": {\"count\": 17}}");
        assertEquals(1, run("load", address + "/missing", "--json", json.toString()));
        JsonNode failed = new ObjectMapper().readTree(json.toFile());
        assertFalse(failed.get("complete").asBoolean(), failed::toString);
        assertEquals(
                "GET " + address + "/missing: answered by HTTP status 404",
                failed.get("failure").asText());
        assertFalse(failed.has("all"), failed::toString);

        String[] shortly = {"--warm", "0", "--seconds", "0.05", "--json", json.toString()};
        assertEquals(0, load(address + "/echo", shortly), err::toString);
        JsonNode right = new ObjectMapper().readTree(json.toFile());
        assertTrue(right.get("complete").asBoolean(), right::toString);
        assertTrue(right.get("failure").isNull(), right::toString);
    }

    @Test
    void aRunEndsWhenTheServerFallsSilent() {
        CountDownLatch never = new CountDownLatch(1);
        server.createContext("/silent", exchange -> {
            if (count.incrementAndGet() > 1) {
                awaitAtMost(never, 60_000);
            }
            try (exchange) {
                exchange.sendResponseHeaders(200, -1);
            }
        });
        try {
            String[] shortly = {"--warm", "0", "--seconds", "0.1", "--timeout", "0.2"};
            assertEquals(1, load(address + "/silent", shortly), err::toString);
            assertTrue(out.toString().contains("/silent: no reply within 0.2 s"), out::toString);
        } finally {
            never.countDown();
        }
    }

    private static void awaitAtMost(CountDownLatch latch, long millis) {
        try {
            latch.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
