package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.Role;
import dev.weir.server.access.UsersFile;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.sqlite.SqliteStore;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets into the console, how long, and what a form must show. */
class ConsoleAccessTest {
    private static final String PASSWORD = "correct horse battery";
    private static final Pattern TOKEN = Pattern.compile("name=\"token\" value=\"([^\"]+)\"");

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private WeirServer server;
    private URI console;
    private long instance;

    @BeforeEach
    void start() throws Exception {
        Path data = folder.resolve("data");
        try (SqliteStore store = SqliteStore.open(data)) {
            CompositeRevision composite = new CompositeRevision("default", "Orders", "1.0");
            ComponentId component = composite.component("OrderProcess");
            instance = store.newId();
            AuditEvent came = new AuditEvent(
                    new AuditSpan(instance, 0, instance, 0),
                    Instant.now(),
                    AuditEvent.Kind.SERVICE_REQUEST,
                    component,
                    "order",
                    null);
            store.accept(InboundMessage.ofFlow(instance, composite, Instant.now(), FlowState.COMPLETED, List.of(came)))
                    .join();
        }
        new UsersFile(data).put("vera", Role.VIEWER, PASSWORD);
        new UsersFile(data).put("otto", Role.OPERATOR, PASSWORD);
        server = WeirServer.start(
                new ServerSettings(List.of(), "127.0.0.1", 0, data, Map.of(), Duration.ofSeconds(5), 1 << 20));
        console = AdminAddress.read(data).url().resolve("/console/");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> get(String path, String cookie) throws Exception {
        return http.send(
                HttpRequest.newBuilder(console.resolve(path))
                        .header("Cookie", "other=1; weir-console=" + cookie)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String cookie, String form, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(console.resolve(path))
                .header("Cookie", "weir-console=" + cookie)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> signIn(String user, String secret, String to) throws Exception {
        return post(
                "/console/sign-in",
                "",
                "user=" + user + "&secret=" + URLEncoder.encode(secret, StandardCharsets.UTF_8) + "&to="
                        + URLEncoder.encode(to, StandardCharsets.UTF_8));
    }

    private static String cookie(HttpResponse<?> signedIn) {
        String cookie = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
        assertTrue(cookie.endsWith("; Path=/console; HttpOnly; SameSite=Lax"), cookie);
        return cookie.substring("weir-console=".length(), cookie.indexOf(';'));
    }

    private String session(String user) throws Exception {
        return cookie(signIn(user, PASSWORD, ""));
    }

    private String formToken(String cookie) throws Exception {
        Matcher token = TOKEN.matcher(get("/console/composites", cookie).body());
        assertTrue(token.find());
        return token.group(1);
    }

    private static String location(HttpResponse<?> response) {
        assertEquals(303, response.statusCode());
        return response.headers().firstValue("Location").orElseThrow();
    }

    private HttpResponse<String> as(String accepted, String method, String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(console.resolve(path))
                        .header("Accept", accepted)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void browsersAreLedToTheConsoleFromWhereThereIsNothing() throws Exception {
        String browser = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";
        for (String path :
                List.of("/nothing", "/favicon.ico", "/login?a=b", "/consoles/", "/%3Cscript%3Eran=1%3C/script%3E")) {
            HttpResponse<String> page = as(browser, "GET", path);
            assertEquals(404, page.statusCode(), path);
            assertTrue(page.body().contains("<h1>There is no such page</h1>"), page.body());
            assertTrue(page.body().contains("href=\"/console/\""), page.body());
            assertFalse(page.body().contains("<script>ran"), page.body());
            assertTrue(page.headers().firstValue("Content-Security-Policy").isPresent());
            HttpResponse<String> text = as("*/*", "GET", path);
            assertEquals(404, text.statusCode(), path);
            assertEquals("There is nothing at this path.\n", text.body());
            assertEquals(404, as("application/json", "POST", path).statusCode());
        }
        HttpResponse<String> root = as(browser, "GET", "/");
        assertEquals("/console/", location(root));
        assertEquals(404, as("*/*", "GET", "/").statusCode());
        assertEquals(
                "application/json",
                as(browser, "GET", "/admin/nothing")
                        .headers()
                        .firstValue("Content-Type")
                        .orElseThrow());
    }

    @Test
    void anAddressThatIsTooLongIsAnsweredByAPage() throws Exception {
        String long10 = "y".repeat(10_000);
        String long60 = "y".repeat(60_000);
        for (String path : List.of("/console/instances?q=" + long10, "/console/" + long60, "/elsewhere/" + long10)) {
            HttpResponse<String> page = as("text/html", "GET", path);
            assertEquals(414, page.statusCode());
            assertTrue(page.body().contains("<h1>This address is too long</h1>"), page.body());
            assertTrue(page.body().contains("must not be longer than 8192 bytes"), page.body());
            assertTrue(page.body().contains("href=\"/console/\""), page.body());
            HttpResponse<String> text = as("*/*", "GET", path);
            assertEquals(414, text.statusCode());
            assertFalse(text.body().contains("<"), text.body());
        }
        HttpResponse<String> api = as("text/html", "GET", "/admin/instances?title=" + long10);
        assertEquals(414, api.statusCode());
        assertFalse(api.body().contains("<"), api.body());
        assertEquals(
                414, as("text/html", "GET", "/console/" + "y".repeat(100_000)).statusCode(), "without a page");
    }

    @Test
    void whoFollowsALinkSignsInAndIsThere() throws Exception {
        String address = "/console/instances?state=faulted&q=a%20b";
        String signIn = location(get(address, "nothing"));
        assertTrue(signIn.startsWith("/console/sign-in?to="), signIn);
        String form = get(signIn, "").body();
        assertTrue(form.contains("name=\"to\" value=\"/console/instances?state=faulted&amp;q=a%20b\""), form);

        HttpResponse<String> signedIn = signIn("vera", PASSWORD, address);
        assertEquals(address, location(signedIn));
        assertEquals(200, get(address, cookie(signedIn)).statusCode());
    }

    @Test
    void signingInLeadsToNoOtherServer() throws Exception {
        for (String elsewhere : List.of(
                "https://example.org/console/",
                "//example.org/console/",
                "/admin/composites",
                "/console/\\example.org",
                "/console/../admin/composites",
                "/console/sign-out",
                "/console/\r\nSet-Cookie: a=b")) {
            assertEquals("/console/", location(signIn("vera", PASSWORD, elsewhere)), elsewhere);
        }
    }

    @Test
    void theTokenOfTheDataFolderLetsInWithoutAUser() throws Exception {
        String token = AdminToken.read(folder.resolve("data").resolve(AdminToken.FILE));
        String cookie = cookie(signIn("", token, ""));
        assertTrue(get("/console/instances", cookie).body().contains("administrator"));

        HttpResponse<String> refused = signIn("", token + "x", "");
        assertEquals(401, refused.statusCode());
        assertTrue(refused.body().contains("this is not the token"), refused.body());
        assertFalse(refused.headers().firstValue("Set-Cookie").isPresent());
    }

    @Test
    void afterWrongPasswordsANameWaits() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertEquals(401, signIn("vera", "wrong horse battery", "").statusCode());
        }
        HttpResponse<String> later = signIn("vera", PASSWORD, "");
        assertEquals(429, later.statusCode());
        assertEquals("60", later.headers().firstValue("Retry-After").orElseThrow());
        assertTrue(later.body().contains("wait a minute"), later.body());
    }

    @Test
    void whoSignsOutIsOut() throws Exception {
        String cookie = session("vera");
        String token = formToken(cookie);
        HttpResponse<String> out = post("/console/sign-out", cookie, "token=" + token);
        assertEquals("/console/sign-in", location(out));
        assertTrue(out.headers().firstValue("Set-Cookie").orElseThrow().endsWith("Max-Age=0"));
        assertTrue(location(get("/console/instances", cookie)).startsWith("/console/sign-in"));
        String log = Files.readString(folder.resolve("data").resolve(AdminLog.FILE));
        assertTrue(log.contains("\"who\":\"vera\",\"request\":\"POST /console/sign-in\""), log);
        assertTrue(log.contains("\"who\":\"vera\",\"request\":\"POST /console/sign-out\""), log);
    }

    @Test
    void anotherPasswordEndsTheSessionsOfAUser() throws Exception {
        String vera = session("vera");
        String otto = session("otto");
        assertNotEquals(vera, otto);
        new UsersFile(folder.resolve("data")).put("vera", Role.VIEWER, "another horse battery");
        assertEquals(303, get("/console/instances", vera).statusCode());
        assertEquals(200, get("/console/instances", otto).statusCode());
        new UsersFile(folder.resolve("data")).remove("otto");
        assertEquals(303, get("/console/instances", otto).statusCode());
    }

    @Test
    void whatAnOpenPageAsksForByItselfLeadsToSigningInAndKeepsNoSessionOpen() throws Exception {
        HttpResponse<String> out = http.send(
                HttpRequest.newBuilder(console.resolve("/console/dashboard"))
                        .header("HX-Request", "true")
                        .header(
                                "HX-Current-URL",
                                console.resolve("/console/dashboard?window=day").toString())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertEquals(204, out.statusCode());
        assertEquals(
                "/console/sign-in?to=%2Fconsole%2Fdashboard%3Fwindow%3Dday",
                out.headers().firstValue("HX-Redirect").orElseThrow());
    }

    @Test
    void anOpenPageHearsWhenToLookUntilItsSessionEnds() throws Exception {
        String vera = session("vera");
        assertEquals(303, get("/console/live", "nothing").statusCode());
        HttpResponse<InputStream> events = http.send(
                HttpRequest.newBuilder(console.resolve("/console/live"))
                        .header("Cookie", "weir-console=" + vera)
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        assertEquals(
                "text/event-stream", events.headers().firstValue("Content-Type").orElseThrow());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
            assertEquals("retry: 5000", lines.readLine());
            assertEquals("", lines.readLine());
            assertEquals("event: tick", lines.readLine());
            new UsersFile(folder.resolve("data")).remove("vera");
            String line = lines.readLine();
            while (line != null) {
                line = lines.readLine();
            }
        }
    }

    @Test
    void oneSessionLeavesConnectionsToOthers() throws Exception {
        String vera = session("vera");
        List<HttpResponse<InputStream>> open = new ArrayList<>();
        try {
            for (int i = 0; i < 25; i++) {
                open.add(http.send(
                        HttpRequest.newBuilder(console.resolve("/console/live"))
                                .header("Cookie", "weir-console=" + vera)
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream()));
            }
            assertEquals(
                    20, open.stream().filter(each -> each.statusCode() == 200).count());
            assertEquals(503, open.get(24).statusCode());
            assertEquals(200, get("/console/instances", vera).statusCode());
        } finally {
            for (HttpResponse<InputStream> each : open) {
                each.body().close();
            }
        }
    }

    /** A filter that is misspelled would be one that is not there: a decision about all. */
    @Test
    void aFormWithAFieldThatIsNotKnownIsRefused() throws Exception {
        String otto = session("otto");
        String token = "&sure=yes&token=" + formToken(otto);
        for (List<String> wrong : List.of(
                List.of("/console/open-calls", "verb=abort&off=default%2FOrders%211.0", "there is no field off here"),
                List.of("/console/open-calls?of=default%2FOrders%211.0", "verb=abort", "there is no parameter of here"),
                List.of("/console/faults", "verb=abort&all=yes&faullt=remoteFault", "did you mean fault?"),
                List.of("/console/instances/" + instance + "/terminate", "id=1", "there is no field id here"))) {
            HttpResponse<String> refused = post(wrong.get(0), otto, wrong.get(1) + token);
            assertEquals(400, refused.statusCode(), wrong.toString());
            assertTrue(refused.body().contains(wrong.get(2)), refused.body());
        }
        assertEquals(
                303,
                post("/console/open-calls", otto, "verb=abort&of=default%2FOrders%211.0" + token)
                        .statusCode());
    }

    @Test
    void whoIsSignedOutMeanwhileComesBackToThePage() throws Exception {
        HttpResponse<String> refused = post(
                "/console/instances/" + instance + "/suspend",
                "gone",
                "token=any",
                "Referer",
                console.resolve("/console/instances/" + instance).toString());
        assertEquals(401, refused.statusCode());
        assertTrue(
                refused.body().contains("name=\"to\" value=\"/console/instances/" + instance + "\""), refused.body());
    }

    @Test
    void aFormWithoutTheTokenOfItsSessionDoesNothing() throws Exception {
        String otto = session("otto");
        String terminate = "/console/instances/" + instance + "/terminate";
        assertEquals(403, post(terminate, otto, "sure=yes").statusCode());
        assertEquals(
                403,
                post(terminate, otto, "sure=yes&token=" + formToken(session("otto")))
                        .statusCode());
        String right = "sure=yes&token=" + formToken(otto);
        assertEquals(
                403,
                post(terminate, otto, right, "Origin", "https://example.org").statusCode());
        assertEquals(
                403,
                post(terminate, otto, right, "Sec-Fetch-Site", "cross-site").statusCode());
        assertEquals(401, post(terminate, "", right).statusCode());
        // A proxy that ends TLS: the browser knows another scheme than the server, and says that the page is of this
        // site.
        HttpResponse<String> proxied = post(
                terminate,
                otto,
                right,
                "Origin",
                console.resolve("/").toString().replace("http:", "https:").replaceAll("/$", ""),
                "Sec-Fetch-Site",
                "same-origin");
        assertEquals(409, proxied.statusCode());
        // The instance has ended: that is why this one is refused.
        HttpResponse<String> heard = post(terminate, otto, right);
        assertEquals(409, heard.statusCode());
        assertTrue(
                heard.body().contains("nothing to terminate now: instance " + instance + " is completed"),
                heard.body());
        // Whoever may not do it is not asked whether he is sure.
        String vera = session("vera");
        HttpResponse<String> viewers = post(terminate, vera, "token=" + formToken(vera));
        assertEquals(403, viewers.statusCode());
        assertTrue(viewers.body().contains("vera is viewer, and this needs the role operator"), viewers.body());
    }

    private String log() throws Exception {
        return Files.readString(folder.resolve("data").resolve(AdminLog.FILE));
    }

    @Test
    void whoIsRefusedIsLogged() throws Exception {
        String secret = AdminToken.read(folder.resolve("data").resolve(AdminToken.FILE));
        signIn("vera", "wrong horse battery", "");
        signIn("", secret + "x", "");
        String vera = session("vera");
        post("/console/faults/recover", vera, "token=" + formToken(vera));
        post("/console/faults/recover", vera, "token=another");
        post("/console/faults/recover", "gone", "token=any");
        post("/console/faults/recover", vera, "token=" + formToken(vera), "Origin", "https://example.org");
        get("/console/log", vera);
        List<String> lines = log().lines().toList();
        assertEquals(8, lines.size(), lines.toString());
        String signIn = "\"request\":\"POST /console/sign-in\",\"status\":401,\"outcome\":\"";
        assertTrue(lines.get(0).contains("\"from\":\"127.0.0.1\",\"tried\":\"vera\"," + signIn), lines.get(0));
        assertTrue(lines.get(1).contains("\"from\":\"127.0.0.1\"," + signIn + "this is not the token"), lines.get(1));
        String recover = "\"request\":\"POST /console/faults/recover\",\"status\":";
        assertTrue(lines.get(3).contains("\"who\":\"vera\"," + recover + "403"), lines.get(3));
        assertTrue(lines.get(3).contains("vera is viewer, and this needs the role operator"), lines.get(3));
        assertTrue(lines.get(4).contains("\"who\":\"vera\"," + recover + "403"), lines.get(4));
        assertTrue(lines.get(4).contains("not of a page of the caller's session"), lines.get(4));
        assertTrue(lines.get(5).contains(recover + "401"), lines.get(5));
        assertTrue(lines.get(6).contains(recover + "403"), lines.get(6));
        assertTrue(lines.get(6).contains("by a web page of another site"), lines.get(6));
        assertTrue(
                lines.get(7).contains("\"who\":\"vera\",\"request\":\"GET /admin/log\",\"status\":403"), lines.get(7));
        for (String hidden : List.of("horse", secret)) {
            assertFalse(log().contains(hidden), log());
        }
    }

    @Test
    void aViewerSeesNoPayloadsAndNoActions() throws Exception {
        String vera = session("vera");
        String trail = get("/console/instances/" + instance + "/trail", vera).body();
        assertTrue(trail.contains("shown to operators"), trail);
        assertTrue(trail.contains("service request"), trail);
        assertFalse(get("/console/instances/" + instance + "/trail", session("otto"))
                .body()
                .contains("shown to operators"));
    }

    @Test
    void everyAnswerSaysWhatBrowsersMayDoWithIt() throws Exception {
        String vera = session("vera");
        for (String path :
                List.of("/console/sign-in", "/console/instances", "/console/instances/99", "/console/nothing/there")) {
            HttpResponse<String> page = get(path, vera);
            String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
            assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self';"), policy);
            assertFalse(policy.contains("unsafe"), policy);
            assertEquals("no-store", page.headers().firstValue("Cache-Control").orElseThrow());
            assertEquals(
                    "nosniff",
                    page.headers().firstValue("X-Content-Type-Options").orElseThrow());
            assertFalse(page.body().contains("http://") || page.body().contains("https://"), path);
            assertFalse(
                    Pattern.compile("<script(?! src=)|style=\"|\\son[a-z]+=\"")
                            .matcher(page.body())
                            .find(),
                    path);
        }
        assertEquals(404, get("/console/instances/99", vera).statusCode());
        assertEquals(404, get("/console/nothing/there", vera).statusCode());
        assertEquals("/console/instances/99", location(get("/console/instances/99/terminate", vera)));
        assertEquals("/console/purge", location(get("/console/purge/cancel", vera)));
        assertEquals(404, get("/console/assets/0000/console.css", vera).statusCode());
    }

    @Test
    void aSearchThatMeansNothingSaysSo() throws Exception {
        String vera = session("vera");
        assertTrue(get("/console/instances?from=yesterday", vera).body().contains("is no time"));
        assertTrue(get("/console/instances?state=odd", vera).body().contains("there is no state"));
        assertTrue(get("/console/instances?from=2026-01-02T00:00&before=2026-01-01T00:00", vera)
                .body()
                .contains("nothing was created from"));
        String both =
                get("/console/instances/?state=faulted&state=completed", vera).body();
        assertTrue(both.contains(">" + instance + "</a>"), both);
        assertTrue(get("/console/instances/" + instance + "/trail?from=99999999", vera)
                .body()
                .contains("Nothing follows."));
        assertEquals(400, get("/console/instances?composite=%00", vera).statusCode());
        HttpResponse<String> misspelled = get("/console/instances?compsite=Orders", vera);
        assertEquals(400, misspelled.statusCode());
        assertTrue(misspelled.body().contains("did you mean composite?"), misspelled.body());
        assertTrue(get("/console/log?from=2026-01-02&before=2026-01-01", session("otto"))
                .body()
                .contains("nothing was done from"));
        assertTrue(get("/console/instances?composite=a!", vera).body().contains("a composite must have the form"));
        assertEquals(
                400, get("/console/instances/" + instance + "?from=x", vera).statusCode());
        assertEquals(400, get("/console/instances?after=x", vera).statusCode());
    }
}
