package dev.weir.server.console;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.weir.server.TestOpenIdProvider;
import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminListener;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.OpenIdProvider;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.server.log.AccessLogSettings;
import dev.weir.testing.Chromium;
import dev.weir.testing.Chromium.Page;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signing in to the console by an OpenID provider: the way there and back, and what goes wrong on it. */
class OpenIdSignInTest {
    private static final String START = "/console/sign-in/openid";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private TestOpenIdProvider provider;
    private WeirServer server;
    private URI console;

    @BeforeEach
    void start() throws Exception {
        provider = new TestOpenIdProvider();
        serve(null);
    }

    private void serve(@Nullable URI publicUrl) throws Exception {
        server = WeirServer.start(new ServerSettings(
                        List.of(), "127.0.0.1", 0, data(), Map.of(), Duration.ofSeconds(5), 1 << 20)
                .withAccessLog(new AccessLogSettings(accessLog(), 1 << 20, 1))
                .withAdmin(AdminListener.ANY_PORT.withProvider(
                        new OpenIdProvider(URI.create(provider.issuer()), "weir", "realm_access.roles")
                                .withClient(new OpenIdProvider.Client(
                                        TestOpenIdProvider.CLIENT,
                                        TestOpenIdProvider.SECRET,
                                        OpenIdProvider.Client.SCOPE,
                                        publicUrl)))));
        console = AdminAddress.read(data()).url().resolve("/console/");
        provider.redirects.add(console.resolve("/console/signed-in").toString());
    }

    @AfterEach
    void stop() {
        server.close();
        provider.close();
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path accessLog() {
        return folder.resolve("access.log");
    }

    private String adminLog() throws IOException {
        return Files.readString(data().resolve(AdminLog.FILE));
    }

    private HttpResponse<String> get(String address, String cookies) throws Exception {
        return http.send(
                HttpRequest.newBuilder(console.resolve(address))
                        .header("Cookie", cookies)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String location(HttpResponse<?> response) {
        assertTrue(response.statusCode() == 303 || response.statusCode() == 302, response + ": " + response.body());
        return response.headers().firstValue("Location").orElseThrow();
    }

    private static String cookie(HttpResponse<?> response) {
        String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
        return cookie.substring(0, cookie.indexOf(';'));
    }

    /** A browser that has gone to the provider and is about to come back. */
    private record Away(String back, String cookie) {}

    private Away away(String to) throws Exception {
        HttpResponse<String> begun = get(START + "?to=" + Fields.encoded(to), "other=1");
        return new Away(location(get(location(begun), "")), cookie(begun));
    }

    private HttpResponse<String> back(Away away) throws Exception {
        return get(away.back, away.cookie);
    }

    private HttpResponse<String> signIn(String to) throws Exception {
        return back(away(to));
    }

    /** Nobody is signed in, and the page says why. */
    private static void assertRefused(int status, HttpResponse<String> page, String why) {
        assertEquals(status, page.statusCode(), page.body());
        assertTrue(page.body().contains(why), why + " in " + page.body());
        assertFalse(page.headers().firstValue("Set-Cookie").isPresent(), "no session");
        assertEquals("no-referrer", page.headers().firstValue("Referrer-Policy").orElseThrow());
        assertTrue(page.body().contains("What to do: "), page.body());
    }

    @Test
    void inChromiumWhoFollowsALinkSignsInByTheProviderAndIsThere() throws Exception {
        try (Chromium browser = Chromium.open(folder, console.resolve("/console/instances?state=faulted"));
                Page page = browser.connect()) {
            page.await("document.title === 'Sign in · Weir'");
            assertEquals("Sign in with localhost", page.evaluate("document.querySelector('a.button').innerText"));
            page.evaluate("document.querySelector('a.button').click()");
            page.await("document.title === 'Instances · Weir' && location.search === '?state=faulted'");
            assertEquals("oidc:eve operator", page.evaluate("document.querySelector('.who span').innerText"));

            page.evaluate("document.querySelector('.who button').click()");
            page.await("document.title === 'Sign in · Weir'");
            assertEquals(
                    provider.issuer() + "/logout?client_id=" + TestOpenIdProvider.CLIENT,
                    page.evaluate("document.querySelector('[role=status] a').href"));
            assertEquals(List.of(), page.errors());
        }
    }

    @Test
    void whoHasARoleIsLetInWithIt() throws Exception {
        HttpResponse<String> signedIn = signIn("/console/instances?q=a%20b");
        assertEquals("/console/instances?q=a%20b", location(signedIn));
        String set = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
        assertTrue(set.endsWith("; Path=/console; HttpOnly; SameSite=Lax"), set);
        HttpResponse<String> page = get("/console/instances", cookie(signedIn));
        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("oidc:eve <span class=\"quiet\">operator</span>"), page.body());
        assertTrue(adminLog().contains("\"who\":\"oidc:eve\",\"request\":\"GET /console/signed-in\",\"status\":303"));
    }

    @Test
    void neitherCodesNorTokensAreLogged() throws Exception {
        signIn("");
        provider.claims = claims -> claims.audience("another");
        signIn("");
        String requests = eventually(
                "the access log has both",
                () -> Files.readString(accessLog()),
                text -> text.split("GET /console/signed-in HTTP", -1).length == 3);
        assertEquals(4, provider.secrets.size());
        for (String secret : provider.secrets) {
            assertFalse(requests.contains(secret), requests);
            assertFalse(adminLog().contains(secret), adminLog());
        }
    }

    @Test
    void signingInLeadsToNoOtherServerAndNotInCircles() throws Exception {
        for (String elsewhere :
                List.of("https://example.org/console/", "//example.org/console/", "/admin/composites", START)) {
            assertEquals("/console/", location(signIn(elsewhere)), elsewhere);
        }
    }

    @Test
    void theWayBackCountsOnceAndInTheBrowserThatBeganAlone() throws Exception {
        Away eve = away("/console/instances");
        Away other = away("");
        assertRefused(400, get(eve.back, ""), "This sign-in is over");
        assertRefused(400, get(eve.back, other.cookie), "in another browser");
        assertRefused(400, get(eve.back.replaceFirst("state=....", "state=AAAA"), eve.cookie), "This sign-in is over");
        assertRefused(400, get("/console/signed-in", eve.cookie), "This sign-in is over");
        assertEquals("/console/instances", location(back(eve)), "the others did not use it up");
        assertRefused(400, back(eve), "it was used already");
    }

    @Test
    void severalTabsSignInSideBySide() throws Exception {
        HttpResponse<String> one = get(START + "?to=/console/instances", "");
        HttpResponse<String> two = get(START + "?to=/console/composites", cookie(one));
        assertEquals(cookie(one), cookie(two));
        assertEquals("/console/instances", location(get(location(get(location(one), "")), cookie(two))));
        assertEquals("/console/composites", location(get(location(get(location(two), "")), cookie(two))));
    }

    @Test
    void aCodeOfAnotherSignInIsRefusedByTheProvider() throws Exception {
        Away eve = away("");
        Away mallory = away("");
        String injected = eve.back.replaceFirst("code=[^&]+", mallory.back.replaceFirst(".*[?](code=[^&]+).*", "$1"));
        assertRefused(502, get(injected, eve.cookie), "invalid_grant");
    }

    @Test
    void tokensThatAreNotForThisSignInAreRefused() throws Exception {
        Map<String, Consumer<JWTClaimsSet.Builder>> wrong = new LinkedHashMap<>();
        wrong.put("its nonce differs", claims -> claims.claim("nonce", "another"));
        wrong.put("nonce", claims -> claims.claim("nonce", null));
        wrong.put("aud", claims -> claims.audience("weir"));
        wrong.put("azp", claims -> claims.audience(List.of(TestOpenIdProvider.CLIENT, "weir")));
        wrong.put("azp is another", claims -> claims.claim("azp", "another"));
        wrong.put("iss", claims -> claims.issuer("https://evil.example"));
        wrong.put("iat", claims -> claims.issueTime(null));
        wrong.put("exp", claims -> claims.expirationTime(null));
        wrong.put(
                "Expired",
                claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(300))));
        for (Map.Entry<String, Consumer<JWTClaimsSet.Builder>> each : wrong.entrySet()) {
            provider.claims = each.getValue();
            HttpResponse<String> page = signIn("");
            assertRefused(502, page, "localhost sent an ID token that is not accepted");
            assertTrue(page.body().contains(each.getKey()), each.getKey() + " in " + page.body());
        }
        provider.claims = any -> {};
        provider.signer = TestOpenIdProvider.key();
        assertRefused(502, signIn(""), "not accepted");
        assertFalse(adminLog().contains("eve"), adminLog());
        assertTrue(adminLog().contains("\"request\":\"GET /console/signed-in\",\"status\":502"), adminLog());
    }

    @Test
    void whoHasNoRoleLearnsWhatToAskFor() throws Exception {
        String before = cookie(signIn(""));
        provider.claims = claims -> claims.claim("realm_access", Map.of("roles", List.of("operator")));
        assertRefused(403, signIn(""), "localhost knows you as eve, and gives you no role for Weir");
        assertTrue(adminLog().contains("\"who\":\"oidc:eve\",\"request\":\"GET /console/signed-in\",\"status\":403"));
        assertEquals(303, get("/console/instances", before).statusCode(), "the session that she had has ended");
    }

    @Test
    void anotherRoleCountsFromTheNextSignInOn() throws Exception {
        String operator = cookie(signIn(""));
        provider.claims = claims -> claims.claim("realm_access", Map.of("roles", List.of("weir-viewer")));
        HttpResponse<String> viewer = signIn("");
        assertTrue(get("/console/instances", cookie(viewer)).body().contains(">viewer</span>"));
        assertEquals(303, get("/console/instances", operator).statusCode());
    }

    @Test
    void whoseSessionHasEndedIsSentToTheProviderAgain() throws Exception {
        String ended = "weir-console=p." + "A".repeat(43);
        String again = location(get("/console/instances?state=faulted", ended));
        assertEquals(START + "?to=%2Fconsole%2Finstances%3Fstate%3Dfaulted", again);
        // Unless that fails: then the next page is the sign-in page.
        provider.error = "error=access_denied";
        HttpResponse<String> begun = get(again, ended);
        HttpResponse<String> refused = get(location(get(location(begun), "")), ended + "; " + cookie(begun));
        assertEquals(403, refused.statusCode());
        assertEquals(
                "weir-console=; Path=/console; HttpOnly; SameSite=Lax; Max-Age=0",
                refused.headers().firstValue("Set-Cookie").orElseThrow());
    }

    @Test
    void anErrorOfTheProviderIsShownAndNeverRun() throws Exception {
        provider.error = "error=access_denied&error_description="
                + Fields.encoded("<script>alert(1)</script>\r\nSet-Cookie: a=b " + "long ".repeat(200));
        HttpResponse<String> page = signIn("");
        assertRefused(403, page, "localhost says: access_denied: &lt;script");
        assertFalse(page.body().contains("<script>alert"), page.body());
        assertTrue(page.body().contains("…"), "it is cut");
        provider.error = "error=";
        assertRefused(403, signIn(""), "localhost says: no code");
        provider.error = "code=x&iss=https%3A%2F%2Fevil.example";
        assertRefused(400, signIn(""), "another provider than localhost");
    }

    @Test
    void anAnswerInPlaceOfTokensIsNoSignIn() throws Exception {
        Map<String, String> answers = Map.of(
                "{\"error\":\"server_error\",\"error_description\":\"<img src=x onerror=alert(1)>\"}",
                "server_error: &lt;img",
                "{}",
                "there is none that can be read",
                "{\"id_token\":\"a.b.c\"}",
                "there is none that can be read");
        for (Map.Entry<String, String> each : answers.entrySet()) {
            provider.answer = each.getKey();
            assertRefused(502, signIn(""), each.getValue());
        }
        provider.answer = "<html>";
        assertRefused(503, signIn(""), "no JSON");
        provider.answer = "\"" + "a".repeat(2 << 20) + "\"";
        assertRefused(503, signIn(""), "more than 1048576 bytes");
    }

    @Test
    void whileTheProviderIsDownAPageSaysSo() throws Exception {
        provider.down();
        assertRefused(503, get(START, ""), "no connection to " + provider.issuer());
        provider.up();
        Away eve = away("");
        provider.down();
        assertRefused(503, back(eve), "no connection to " + provider.issuer() + "/token");
        provider.up();
        assertEquals("/console/", location(signIn("")));
    }

    @Test
    void aSlowProviderTakesFewPlaces() throws Exception {
        provider.slow = new CountDownLatch(1);
        List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(http.sendAsync(
                    HttpRequest.newBuilder(console.resolve(START)).build(), HttpResponse.BodyHandlers.ofString()));
        }
        eventually(
                "all but eight are answered",
                () -> all.stream().filter(CompletableFuture::isDone).count() == 12);
        assertEquals(200, get("/console/sign-in", "").statusCode(), "others are served meanwhile");
        provider.slow.countDown();
        List<Integer> statuses =
                all.stream().map(each -> each.join().statusCode()).sorted().toList();
        assertEquals(8, statuses.stream().filter(status -> status == 303).count(), statuses.toString());
        assertEquals(12, statuses.stream().filter(status -> status == 503).count(), statuses.toString());
    }

    /** The field Host of a request decides where the provider is asked to send the browser, and the provider refuses. */
    @Test
    void aHostThatIsNotRegisteredGetsNoCode() throws Exception {
        String there = raw("evil.example")
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("location: "))
                .findFirst()
                .orElseThrow()
                .substring("location: ".length());
        assertTrue(there.contains("redirect_uri=http%3A%2F%2Fevil.example%2Fconsole%2Fsigned-in"), there);
        assertEquals(400, get(there, "").statusCode());
        assertTrue(raw("evil.example/x?").startsWith("HTTP/1.1 400"));
    }

    private String raw(String host) throws IOException {
        try (Socket socket = new Socket(console.getHost(), console.getPort())) {
            socket.getOutputStream()
                    .write(("GET " + START + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aConfiguredAddressCountsInPlaceOfTheHost() throws Exception {
        server.close();
        serve(URI.create("https://weir.example/"));
        String page = get("/console/sign-in?to=/console/instances", "").body();
        assertTrue(page.contains("href=\"https://weir.example" + START + "?to=%2Fconsole%2Finstances\""), page);
        HttpResponse<String> begun = get(START, "");
        assertTrue(
                location(begun).contains("redirect_uri=https%3A%2F%2Fweir.example%2Fconsole%2Fsigned-in"),
                location(begun));
        String set = begun.headers().firstValue("Set-Cookie").orElseThrow();
        assertTrue(set.endsWith("; HttpOnly; SameSite=Lax; Secure; Max-Age=600"), set);
        provider.redirects.add("https://weir.example/console/signed-in");
        String back = location(get(location(begun), "")).replace("https://weir.example", "");
        HttpResponse<String> signedIn = get(back, cookie(begun));
        assertEquals("/console/", location(signedIn));
        assertTrue(signedIn.headers().firstValue("Set-Cookie").orElseThrow().endsWith("; Secure"));
    }
}
