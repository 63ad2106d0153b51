package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.server.access.AdminToken;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.testing.Chromium;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages of other origins in a real Chromium send to the admin API in every way that a page has. Between the two is a proxy
 * that adds the right token to each request, as if the browser had it: that a request comes from a foreign page must be
 * enough. Without Chromium this is skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
class ForeignPagesTest {
    private static final Duration ATMOST = Duration.ofSeconds(120);

    /** Sends in each way, to the server TARGET; reports what it could read. */
    private static final String PAGE = """
            <!DOCTYPE html><title>foreign</title><body><script>
            const target = 'TARGET';
            const json = '{"states":["COMPLETED"]}';
            const read = [];
            const way = name => target + '/admin/purge?way=' + name;
            async function attempt(name, options) {
                try {
                    const reply = await fetch(way(name), Object.assign({method: 'POST', body: json}, options));
                    if (reply.type !== 'opaque') { read.push(name); }
                } catch (refused) { }
            }
            function form(name, enctype, action) {
                const frame = document.createElement('iframe');
                frame.name = name;
                document.body.append(frame);
                const form = document.createElement('form');
                form.method = 'POST'; form.enctype = enctype; form.target = name; form.action = action || way(name);
                const field = document.createElement('input');
                field.name = '{"states":["COMPLETED"],"title":"'; field.value = '"}';
                form.append(field);
                document.body.append(form);
                const loaded = new Promise(done => { frame.onload = done; setTimeout(done, 15000); });
                form.submit();
                return loaded;
            }
            function element(tag, name, property) {
                return new Promise(done => {
                    const made = document.createElement(tag);
                    made.onload = made.onerror = done; setTimeout(done, 15000);
                    if (tag === 'link') { made.rel = 'stylesheet'; }
                    made[property] = target + '/admin/instances?way=' + name;
                    document.body.append(made);
                });
            }
            function xhr(name, type) {
                return new Promise(done => {
                    const request = new XMLHttpRequest();
                    request.onload = () => { read.push(name); done(); };
                    request.onerror = done;
                    request.open('POST', way(name));
                    request.withCredentials = true;
                    request.setRequestHeader('Content-Type', type);
                    request.send(json);
                });
            }
            async function all() {
                await attempt('fetch-plain', {mode: 'no-cors', headers: {'Content-Type': 'text/plain'}});
                await attempt('fetch-credentials', {mode: 'no-cors', credentials: 'include'});
                await attempt('fetch-type-in-disguise',
                        {mode: 'no-cors', headers: {'Content-Type': 'text/plain;charset=application/json'}});
                await attempt('fetch-blob', {mode: 'no-cors', body: new Blob([json])});
                await attempt('fetch-no-referrer', {mode: 'no-cors', referrerPolicy: 'no-referrer'});
                await attempt('fetch-keepalive', {mode: 'no-cors', keepalive: true});
                await attempt('fetch-stream-form', {mode: 'no-cors', body: new URLSearchParams({a: json})});
                await attempt('cors-simple', {headers: {'Content-Type': 'text/plain'}});
                await attempt('cors-json', {headers: {'Content-Type': 'application/json'}});
                await attempt('cors-delete', {method: 'DELETE', body: undefined});
                await attempt('cors-read', {method: 'GET', body: undefined});
                await xhr('xhr-plain', 'text/plain');
                await xhr('xhr-json', 'application/json');
                navigator.sendBeacon(way('beacon'), json);
                navigator.sendBeacon(way('beacon-blob'), new Blob([json], {type: 'text/plain'}));
                await form('form-urlencoded', 'application/x-www-form-urlencoded');
                await form('form-multipart', 'multipart/form-data');
                await form('form-plain', 'text/plain');
                await form('form-sar', 'text/plain', target + '/admin/composites?way=form-sar');
                await form('form-undeploy', 'text/plain', target
                        + '/admin/composites/default%2FOrders!1.0/undeploy?way=form-undeploy');
                await element('img', 'image', 'src');
                await element('script', 'script', 'src');
                await element('link', 'style', 'href');
                await element('iframe', 'frame', 'src');
                // A frame without an origin of its own: its requests say Origin: null.
                const frame = document.createElement('iframe');
                frame.sandbox = 'allow-scripts allow-forms';
                frame.srcdoc = '<script>fetch("' + way('sandbox')
                        + '", {method: "POST", mode: "no-cors", body: "{}"})</' + 'script>';
                document.body.append(frame);
                await new Promise(done => setTimeout(done, 500));
                await fetch('/done', {method: 'POST', body: read.join(' ')});
            }
            all();
            </script>
            """;

    private static final Set<String> POSTS = new TreeSet<>(Set.of(
            "fetch-plain",
            "fetch-credentials",
            "fetch-type-in-disguise",
            "fetch-blob",
            "fetch-no-referrer",
            "fetch-keepalive",
            "fetch-stream-form",
            "cors-simple",
            "xhr-plain",
            "beacon",
            "beacon-blob",
            "form-urlencoded",
            "form-multipart",
            "form-plain",
            "form-sar",
            "form-undeploy",
            "sandbox"));

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
    private WeirServer weir;
    private HttpServer withToken;

    /** What a browser sent, and the answer. */
    private record Sent(String method, String way, int status, boolean readable) {}

    @BeforeEach
    void start() throws IOException {
        weir = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                folder.resolve("data"),
                Map.of(),
                Duration.ofSeconds(20),
                1 << 20));
        String token = AdminToken.read(folder.resolve("data").resolve(AdminToken.FILE));
        withToken = serve(exchange -> forward(exchange, token));
    }

    @AfterEach
    void stop() {
        withToken.stop(0);
        weir.close();
    }

    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private static HttpServer serve(Answer answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "test-page");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            try (exchange) {
                answer.to(exchange);
            }
        });
        server.start();
        return server;
    }

    private static void reply(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private void forward(HttpExchange exchange, String token) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        URI admin = Objects.requireNonNull(weir.adminUrl());
        // Without the query, which names the way for this test alone.
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(admin + exchange.getRequestURI().getRawPath()))
                .timeout(Duration.ofSeconds(30))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!Set.of("host", "connection", "content-length", "expect", "upgrade", "authorization")
                    .contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        request.header("Authorization", "Bearer " + token);
        HttpResponse<byte[]> answer;
        try {
            answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        String query = String.valueOf(exchange.getRequestURI().getQuery());
        sent.add(new Sent(
                exchange.getRequestMethod(),
                query.replaceFirst(".*way=", ""),
                answer.statusCode(),
                answer.headers().firstValue("Access-Control-Allow-Origin").isPresent()));
        answer.headers()
                .firstValue("Content-Type")
                .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
        reply(exchange, answer.statusCode(), answer.body());
    }

    /** Opens a page that sends to the proxy, and returns what it could read, by the name of the way. */
    private List<String> visit(String host) throws Exception {
        CompletableFuture<String> done = new CompletableFuture<>();
        String page = PAGE.replace(
                "TARGET", "http://127.0.0.1:" + withToken.getAddress().getPort());
        HttpServer pages = serve(exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestURI().getPath().equals("/done")) {
                reply(exchange, 204, new byte[0]);
                done.complete(new String(body, StandardCharsets.UTF_8));
            } else {
                exchange.getResponseHeaders().set("Content-Type", "text/html");
                reply(exchange, 200, page.getBytes(StandardCharsets.UTF_8));
            }
        });
        URI address = URI.create("http://" + host + ":" + pages.getAddress().getPort() + "/");
        try (Chromium browser = Chromium.open(folder, address)) {
            try {
                return Arrays.stream(
                                done.get(ATMOST.toSeconds(), TimeUnit.SECONDS).split(" "))
                        .filter(name -> !name.isEmpty())
                        .toList();
            } catch (TimeoutException e) {
                throw new IllegalStateException("the page did not come to its end: " + browser.log(), e);
            }
        } finally {
            pages.stop(0);
        }
    }

    @Test
    void nothingThatAForeignPageSendsIsAcceptedEvenWithTheToken() throws Exception {
        URI proxy = URI.create("http://127.0.0.1:" + withToken.getAddress().getPort());
        // The way from the page to the API is open: what does not come from a page is accepted.
        HttpResponse<String> direct = client.send(
                HttpRequest.newBuilder(proxy.resolve("/admin/purge?way=direct"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString("{\"dryRun\":true,\"states\":[\"COMPLETED\"]}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertEquals(200, direct.statusCode(), direct.body());

        // The first page is of another site, the second of another origin of the same one.
        for (String host : List.of("localhost", "127.0.0.1")) {
            sent.clear();
            assertEquals(List.of(), visit(host), "what " + host + " could read");
            Set<String> posted = new TreeSet<>();
            for (Sent each : sent) {
                if (!each.method().equals("GET") || !host.equals("127.0.0.1")) {
                    assertTrue(each.status() >= 400, host + ": " + each);
                }
                assertTrue(!each.readable(), host + ": " + each);
                if (each.method().equals("POST")) {
                    assertEquals(403, each.status(), host + ": " + each);
                    posted.add(each.way());
                }
            }
            assertEquals(POSTS, posted, host);
            assertTrue(sent.stream().anyMatch(each -> each.method().equals("OPTIONS")), "no preflight came");
            assertTrue(sent.stream().anyMatch(each -> each.way().equals("image")), "no image was asked for");
        }
        assertTrue(!weir.deployments().isEmpty());
        String log = Files.readString(folder.resolve("data/admin.log"));
        assertTrue(
                log.lines().filter(line -> line.contains("\"status\":200")).allMatch(line -> line.contains("dryRun")),
                log);
    }
}
