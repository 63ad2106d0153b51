package dev.weir.testing;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A real Chromium without a window, with one page in it. {@link #connect} gives the means to drive the page, by the
 * protocol of its developer tools. Without Chromium a test is skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
public final class Chromium implements AutoCloseable {
    private static final Duration ATMOST = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    /** What the browser says of a page that is left before it has answered, and of one that is not there yet. */
    private static final Set<String> LEFT =
            Set.of("Inspected target navigated or closed", "Cannot find default execution context");

    private final Process browser;
    private final Path profile;
    private final Path log;

    private Chromium(Process browser, Path profile, Path log) {
        this.browser = browser;
        this.profile = profile;
        this.log = log;
    }

    private static Path program() {
        return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> {
                    if ("1".equals(System.getenv("WEIR_REQUIRE_CLIENTS"))) {
                        return fail("there is no Chromium");
                    }
                    Assumptions.abort("there is no Chromium");
                    throw new AssertionError();
                });
    }

    /**
     * Opens a page.
     *
     * @param folder takes the browser's profile and its log
     */
    public static Chromium open(Path folder, URI page) throws IOException {
        Path program = program();
        Path profile = Files.createTempDirectory(folder, "profile");
        Path log = Files.createTempFile(folder, "chromium", ".log");
        Process browser = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--no-first-run",
                        "--window-size=1200,900",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        page.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new Chromium(browser, profile, log);
    }

    /** What the browser has said. */
    public String log() throws IOException {
        return Files.readString(log);
    }

    /** The page, once the browser says where its developer tools are. */
    public Page connect() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        Path ports = profile.resolve("DevToolsActivePort");
        Eventually.eventually(
                "the browser says where its tools are",
                () -> Files.exists(ports) && Files.readAllLines(ports).size() > 1);
        String port = Files.readAllLines(ports).get(0);
        JsonNode pages = JSON.readTree(client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body());
        for (JsonNode each : pages) {
            if (each.path("type").asText().equals("page")) {
                Page page = new Page(
                        client, URI.create(each.path("webSocketDebuggerUrl").asText()));
                page.command("Runtime.enable", Map.of());
                page.command("Log.enable", Map.of());
                return page;
            }
        }
        return fail("the browser has no page: " + pages);
    }

    /** The one page. Its methods wait for the browser, a minute at most. */
    public static final class Page implements AutoCloseable, WebSocket.Listener {
        private static final int HEIGHT = 900;

        private final WebSocket socket;
        private final AtomicInteger ids = new AtomicInteger();
        private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
        private final StringBuilder arrived = new StringBuilder();
        private final Queue<String> errors = new ConcurrentLinkedQueue<>();
        /** Of the window; 0 where it is as wide as the browser makes it. */
        private int width;

        private Page(HttpClient client, URI tools) {
            this.socket = client.newWebSocketBuilder().buildAsync(tools, this).join();
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            arrived.append(data);
            if (last) {
                try {
                    JsonNode message = JSON.readTree(arrived.toString());
                    CompletableFuture<JsonNode> asked =
                            open.remove(message.path("id").asInt());
                    if (asked != null) {
                        asked.complete(message);
                    } else if (isError(message)) {
                        errors.add(message.path("params").toString());
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    arrived.setLength(0);
                }
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }

        private static boolean isError(JsonNode event) {
            JsonNode said = event.path("params");
            return switch (event.path("method").asText()) {
                case "Runtime.exceptionThrown" -> true;
                case "Runtime.consoleAPICalled" -> said.path("type").asText().equals("error");
                case "Log.entryAdded" ->
                    said.path("entry").path("level").asText().equals("error");
                default -> false;
            };
        }

        /** What scripts have thrown, and the errors on the console, from the first page on. */
        public List<String> errors() {
            return List.copyOf(errors);
        }

        private JsonNode command(String method, Map<String, Object> parameters) throws Exception {
            JsonNode answer = answer(method, parameters);
            if (answer.has("error")) {
                fail(method + ": " + answer);
            }
            return answer.path("result");
        }

        private JsonNode answer(String method, Map<String, Object> parameters) throws Exception {
            int id = ids.incrementAndGet();
            CompletableFuture<JsonNode> reply = new CompletableFuture<>();
            open.put(id, reply);
            ObjectNode message = JSON.createObjectNode().put("id", id).put("method", method);
            message.set("params", JSON.valueToTree(parameters));
            socket.sendText(message.toString(), true).join();
            return reply.get(ATMOST.toSeconds(), TimeUnit.SECONDS);
        }

        /** Goes to another page, which need not have been loaded on return. */
        public void go(URI address) throws Exception {
            command("Page.navigate", Map.of("url", address.toString()));
        }

        /**
         * The value of an expression of JavaScript, as text. A page that is left before it answers, as by a click on a link, has
         * none, and says so.
         */
        public String evaluate(String expression) throws Exception {
            JsonNode answer = answer(
                    "Runtime.evaluate", Map.of("expression", "String(" + expression + ")", "awaitPromise", true));
            if (LEFT.contains(answer.path("error").path("message").asText())) {
                return "failed: the page was left";
            }
            assertFalse(answer.has("error"), answer::toString);
            JsonNode result = answer.path("result");
            return result.has("exceptionDetails")
                    ? "failed: "
                            + result.path("exceptionDetails").path("exception").path("description")
                    : result.path("result").path("value").asText();
        }

        /** Presses the key Enter where the focus is, as on a keyboard. */
        public void enter() throws Exception {
            Map<String, Object> key =
                    Map.of("key", "Enter", "code", "Enter", "windowsVirtualKeyCode", 13, "text", "\r");
            for (String type : List.of("keyDown", "keyUp")) {
                Map<String, Object> event = new HashMap<>(key);
                event.put("type", type);
                command("Input.dispatchKeyEvent", event);
            }
        }

        /** Waits until an expression is true, of a page that is there as a whole: its title is before the rest of it. */
        public void await(String condition) throws Exception {
            Eventually.eventually(
                    () -> "on the page: " + condition + ", which is " + shown(),
                    () -> evaluate(condition).equals("true")
                            && evaluate("document.readyState !== 'loading'").equals("true"));
        }

        /** The address of the page and the beginning of its text, for a wait that has failed. */
        private String shown() {
            try {
                return evaluate("location.href + ': ' + document.body.innerText.slice(0, 1000)");
            } catch (Exception e) {
                return "not to be read: " + e;
            }
        }

        /** A picture of the whole page, as PNG: as in a window of its height, so that what sticks to an edge is at its own. */
        public byte[] picture() throws Exception {
            JsonNode size = command("Page.getLayoutMetrics", Map.of()).path("cssContentSize");
            int height = size.path("height").asInt();
            if (width > 0) {
                window(height);
            }
            Map<String, Object> clip =
                    Map.of("x", 0, "y", 0, "width", size.path("width"), "height", height, "scale", 1);
            byte[] picture = Base64.getDecoder()
                    .decode(command(
                                    "Page.captureScreenshot",
                                    Map.of("format", "png", "captureBeyondViewport", true, "clip", clip))
                            .path("data")
                            .asText());
            if (width > 0) {
                window(HEIGHT);
            }
            return picture;
        }

        /** Makes the window as wide as that of a phone, or of anything else. */
        public void width(int pixels) throws Exception {
            width = pixels;
            window(HEIGHT);
        }

        private void window(int height) throws Exception {
            command(
                    "Emulation.setDeviceMetricsOverride",
                    Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", true));
        }

        /** Makes pages light or dark. */
        public void scheme(String name) throws Exception {
            command(
                    "Emulation.setEmulatedMedia",
                    Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
        }

        @Override
        public void close() {
            socket.abort();
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> all = new ArrayList<>(browser.descendants().toList());
        all.add(browser.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        browser.onExit().join();
        for (ProcessHandle each : all) {
            each.onExit().join();
        }
    }
}
