package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The UUID service of the examples, built from its source and called as its README says. */
@SuppressWarnings("NullAway.Init") // set before all tests
class UuidExampleTest {
    private static final Path PLACE = RunningWeir.repository().resolve("examples/uuid");
    private static final Pattern UUIDS = Pattern.compile("<uuid>([0-9a-f-]{36})</uuid>");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private static Path classes;

    private static URLClassLoader loader;
    private static AutoCloseable server;
    private static int port;

    @BeforeAll
    static void buildAndStart() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int result = compiler.run(
                null,
                null,
                null,
                "-Xlint:all",
                "-Werror",
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                PLACE.resolve("UuidServer.java").toString());
        assertEquals(0, result, "the source compiles");
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, UuidExampleTest.class.getClassLoader());
        Class<?> type = loader.loadClass("UuidServer");
        server = (AutoCloseable) type.getConstructor(int.class).newInstance(0);
        port = (int) type.getMethod("port").invoke(server);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        loader.close();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(String query) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/uuid" + query)));
    }

    private static HttpResponse<String> post(String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/uuid"))
                .header("Content-Type", "text/xml")
                .POST(BodyPublishers.ofString(body)));
    }

    private static List<UUID> uuids(String answer) {
        List<UUID> found = new ArrayList<>();
        for (Matcher each = UUIDS.matcher(answer); each.find(); ) {
            found.add(UUID.fromString(each.group(1)));
        }
        return found;
    }

    @ParameterizedTest
    @CsvSource({
        "random, 1, 4",
        "random, 10, 4",
        "random, 500, 4",
        "random, 501, 4",
        "random, 10000, 4",
        "time, 1, 1",
        "time, 10, 1",
        "time, 100, 1",
        "time, 10000, 1"
    })
    void asManyAsAreAskedForAndNoneTwice(String method, int count, int version) throws Exception {
        for (HttpResponse<String> answer : List.of(
                get("?method=" + method + "&count=" + count),
                post("<request><generate-uuid method='" + method + "' count='" + count + "'/></request>"))) {
            assertEquals(200, answer.statusCode(), answer.body());
            List<UUID> found = uuids(answer.body());
            assertEquals(count, found.size());
            assertEquals(count, new HashSet<>(found).size());
            for (UUID each : found) {
                assertEquals(version, each.version());
                assertEquals(2, each.variant());
            }
        }
    }

    @Test
    void aTimeBasedOneSaysWhenItWasMade() throws Exception {
        long before = System.currentTimeMillis();
        UUID made = uuids(get("?method=time").body()).get(0);
        long millis = (made.timestamp() - 0x01B21DD213814000L) / 10_000;
        assertTrue(before <= millis && millis <= System.currentTimeMillis(), made + " was made at " + millis);
    }

    /** The value was computed with Python: uuid.uuid5(uuid.NAMESPACE_URL, "http://example.org/"). */
    @Test
    void aNameHasOneUuid() throws Exception {
        UUID expected = UUID.fromString("715d503b-5f95-5532-9100-00663eb45ade");
        assertEquals(
                List.of(expected),
                uuids(get("?method=name&name=http%3A%2F%2Fexample.org%2F").body()));
        assertEquals(
                List.of(expected, expected),
                uuids(
                        post("<request><generate-uuid method='name' count='2'>http://example.org/</generate-uuid></request>")
                                .body()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"?method=guess", "?count=0", "?count=many", "?count=10001", "?method=name", "?colour=red"})
    void aWrongGetIsAnsweredWithAReason(String query) throws Exception {
        HttpResponse<String> answer = get(query);
        assertEquals(400, answer.statusCode());
        assertTrue(answer.body().length() > 10, answer.body());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<request>",
                "<other/>",
                "<request><a/></request>",
                "<request>text</request>",
                "<request><generate-uuid count='6000'/><generate-uuid count='6000'/></request>",
                "<!DOCTYPE request [<!ENTITY e 'x'>]><request>&e;</request>"
            })
    void aWrongPostIsAnsweredWithAReason(String body) throws Exception {
        HttpResponse<String> answer = post(body);
        assertEquals(400, answer.statusCode(), answer.body());
        assertTrue(answer.body().length() > 10, answer.body());
    }

    /** Each indented command of the README but the one that starts the service, typed as it stands but for the port. */
    @Test
    void whatTheReadmeSaysWorks() throws Exception {
        List<String> commands = new ArrayList<>();
        for (String line : Files.readAllLines(PLACE.resolve("README.md"))) {
            if (line.startsWith("    curl ")) {
                commands.add(line.strip());
            } else if (line.startsWith("    ") && !commands.isEmpty()) {
                commands.set(commands.size() - 1, commands.get(commands.size() - 1) + "\n" + line.substring(4));
            }
        }
        List<Integer> counts = new ArrayList<>();
        for (String command : commands) {
            Process shell = new ProcessBuilder("sh", "-c", command.replace("localhost:8080", "127.0.0.1:" + port))
                    .redirectErrorStream(true)
                    .start();
            String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, shell.waitFor(), printed);
            counts.add(uuids(printed).size());
        }
        assertEquals(List.of(1, 10, 1, 101), counts);
    }
}
