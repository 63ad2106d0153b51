package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.RunningWeir;
import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Role;
import dev.weir.server.access.UsersFile;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.testing.Chromium;
import dev.weir.testing.Chromium.Page;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People try a service by the console, in a real Chromium. Without Chromium this is skipped. */
class ServiceTestPagesTest {
    private static final String PASSWORD = "correct horse battery";
    private static final String SERVICE = "/console/composites/default%2FOrders%211.0/services/OrderService";

    @TempDir
    static Path folder;

    private static WeirServer server;
    private static Chromium browser;
    private static Page page;
    private static URI console;

    @BeforeAll
    static void start() throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        new UsersFile(data).put("vera", Role.VIEWER, PASSWORD);
        new UsersFile(data).put("otto", Role.OPERATOR, PASSWORD);
        server = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                data,
                Map.of(),
                Duration.ofSeconds(5),
                1 << 20));
        console = AdminAddress.read(data).url().resolve("/console/");
        browser = Chromium.open(folder, console);
        page = browser.connect();
        signIn("otto");
    }

    @AfterAll
    static void stop() {
        if (page != null) {
            page.close();
        }
        if (browser != null) {
            browser.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static void signIn(String user) throws Exception {
        page.go(console.resolve("/console/sign-in"));
        page.await("document.title === 'Sign in · Weir' && document.readyState === 'complete'");
        page.evaluate("document.querySelector('[name=user]').value = '" + user + "'");
        page.evaluate("document.querySelector('[name=secret]').value = '" + PASSWORD + "'");
        click("button.main");
        page.await("document.title === 'Dashboard · Weir'");
    }

    /** Opens the page of an operation, and waits for its sample. */
    private static void open(String query) throws Exception {
        page.go(console.resolve(SERVICE + query));
        page.await("document.readyState === 'complete' && location.search === '" + query
                + "' && !document.getElementById('answer') && request.value.includes('Envelope')");
    }

    private static void send() throws Exception {
        click("form[method=post]:not(.who) button.main");
        page.await("document.readyState === 'complete' && !!document.getElementById('answer')");
    }

    private static void click(String selector) throws Exception {
        page.evaluate("document.querySelector('" + selector + "').click()");
    }

    private static String text(String selector) throws Exception {
        return page.evaluate("document.querySelector('" + selector + "').innerText");
    }

    private static void picture(String name) throws Exception {
        String pictures = System.getenv("WEIR_PICTURES");
        if (pictures != null) {
            for (int width : new int[] {1440, 390}) {
                for (String scheme : List.of("light", "dark")) {
                    page.width(width);
                    page.scheme(scheme);
                    Files.write(
                            Path.of(pictures).resolve("test-" + name + "-" + width + "-" + scheme + ".png"),
                            page.picture());
                }
            }
            page.width(1440);
        }
    }

    @Test
    void aServiceIsTriedFromTheNavigationToTheInstanceThatItBegan() throws Exception {
        click(".top nav a[href$=test]");
        page.await("document.title === 'Test · Weir'");
        assertEquals(
                "CreditService, OrderService",
                page.evaluate("[...document.querySelectorAll('tbody th a')].map(a => a.textContent).join(', ')"));
        picture("services");
        page.evaluate("document.querySelectorAll('tbody th a')[1].click()");
        page.await("document.title === 'Test OrderService · Weir'");
        assertEquals(
                "placeOrder, submitOrder (one way), confirmShipping (one way)",
                page.evaluate("[...document.querySelector('[name=operation]').options].map(o => o.text).join(', ')"));
        assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"));
        picture("sample");

        send();
        assertEquals("Reply", text("#answer"));
        assertTrue(text("[role=status]").startsWith("HTTP status 200 after "), text("[role=status]"));
        assertTrue(text("#reply").contains("ACCEPTED"), text("#reply"));
        assertTrue(text("#reply").contains("\n  <"), "pretty: " + text("#reply"));
        page.width(390);
        assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"));
        page.width(1440);
        picture("reply");

        String instance = text("a.instance");
        click("a.instance");
        page.await("document.title === 'Instance " + instance + " · Weir'");
        assertTrue(text(".facts").contains("default/Orders!1.0"), text(".facts"));
        assertTrue(Files.readString(folder.resolve("data").resolve(AdminLog.FILE))
                .contains("\"who\":\"otto\",\"request\":\"POST /admin/composites/default%2FOrders%211.0/services/"
                        + "OrderService/operations/placeOrder/test?soap=1.1\",\"status\":200"));
    }

    @Test
    void aCompositeLeadsToItsServices() throws Exception {
        page.go(console.resolve("/console/composites/default%2FOrders%211.0"));
        page.await("document.title === 'default/Orders!1.0 · Weir' && !!document.querySelector('p.row a.button')");
        click("p.row a.button");
        page.await("document.title === 'Test OrderService · Weir'");
    }

    @Test
    void aFaultIsShownAndWhatWasTypedStays() throws Exception {
        open("?operation=placeOrder&soap=1.1");
        page.evaluate("request.value = request.value.replace(/(PartyId>)[^<]*/, '$1BLOCKED-1')");
        send();
        assertEquals("Fault", text("#answer"));
        assertTrue(text("[role=status]").startsWith("HTTP status 500"), text("[role=status]"));
        assertTrue(text("#reply").contains("orderRejected"), text("#reply"));
        assertEquals("true", page.evaluate("request.value.includes('BLOCKED-1')"));
        picture("fault");
    }

    @Test
    void oneWayIsAcceptedByTheOtherVersionOfSoap() throws Exception {
        open("?operation=submitOrder");
        page.evaluate("document.querySelector('[name=soap]').value = '1.2'");
        click("form.search button");
        page.await("location.search.includes('soap=1.2') && document.readyState === 'complete'"
                + " && request.value.includes('http://www.w3.org/2003/05/soap-envelope')");
        send();
        assertEquals("Accepted", text("#answer"));
        assertTrue(text("[role=status]").startsWith("HTTP status 202"), text("[role=status]"));
        assertEquals("false", page.evaluate("!!document.getElementById('reply')"));
        picture("accepted");
    }

    @Test
    void whatCannotBeSentIsSaidAndNotLost() throws Exception {
        open("?operation=placeOrder");
        page.evaluate("request.value = ''");
        click("form[method=post]:not(.who) button.main");
        page.await("!!document.querySelector('[role=alert]')");
        assertTrue(text("[role=alert]").contains("there is no message to send"), text("[role=alert]"));
        assertEquals("false", page.evaluate("!!document.getElementById('answer')"));
        picture("refused");

        page.go(console.resolve(SERVICE + "?operation=eat"));
        page.await("document.title === 'There is no such thing · Weir'");
    }

    @Test
    void whatIsSentAndAnsweredIsShownAndNeverRun() throws Exception {
        int errors = page.errors().size();
        for (String hostile : List.of(
                "</textarea><script>window.ran=1</script>",
                "</pre><img src=x onerror=window.ran=1>",
                "<x:a xmlns:x=\"urn:a\"><script xmlns=\"http://www.w3.org/1999/xhtml\">window.ran=1</script></x:a>")) {
            open("?operation=placeOrder");
            String typed = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + hostile;
            page.evaluate("request.value = '" + typed.replace("/script", "/' + 'script") + "'");
            send();
            assertEquals("Fault", text("#answer"));
            assertEquals(typed, page.evaluate("request.value"));
            assertEquals("undefined", page.evaluate("typeof window.ran"), hostile);
            assertEquals("0", page.evaluate("document.querySelectorAll('main script, main img').length"), hostile);
        }
        assertEquals(errors, page.errors().size(), page.errors().toString());
    }

    @Test
    void viewersSeeTheSampleAndWhyTheyCannotSend() throws Exception {
        signIn("vera");
        try {
            open("?operation=placeOrder");
            assertEquals("false", page.evaluate("!!document.querySelector('form[method=post]:not(.who)')"));
            assertTrue(text("p.notice").contains("You are viewer"), text("p.notice"));
            assertEquals("true", page.evaluate("request.readOnly"));
            picture("viewer");
        } finally {
            signIn("otto");
        }
    }

    @Test
    void aFormIsSentByWhoeverMayAndWithItsToken() throws Exception {
        long before = sent();
        for (String user : List.of("vera", "otto")) {
            HttpResponse<String> signedIn =
                    post("/console/sign-in", "", "user=" + user + "&secret=correct+horse+battery");
            String cookie = signedIn.headers().firstValue("Set-Cookie").orElseThrow();
            cookie = cookie.substring(0, cookie.indexOf(';'));
            String form = "operation=placeOrder&soap=1.1&request=%3Cx%2F%3E";
            assertEquals(403, post(SERVICE, cookie, form).statusCode(), "without a token");
            assertEquals(403, post(SERVICE, cookie, form + "&token=guessed").statusCode());
            String token = get("/console/composites", cookie)
                    .split("name=\"token\" value=\"")[1]
                    .split("\"")[0];
            HttpResponse<String> answer = post(SERVICE, cookie, form + "&token=" + token);
            assertEquals(user.equals("vera") ? 403 : 200, answer.statusCode());
            assertEquals(user.equals("otto"), answer.body().contains("id=\"answer\""));
        }
        assertEquals(before + 1, sent());
        assertFalse(get(SERVICE, "").contains("Envelope"), "nothing is shown to nobody");
    }

    private static long sent() throws Exception {
        Path log = folder.resolve("data").resolve(AdminLog.FILE);
        return Files.exists(log)
                ? Files.readAllLines(log).stream()
                        .filter(line -> line.contains("/test?"))
                        .count()
                : 0;
    }

    private static String get(String path, String cookie) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(console.resolve(path))
                                .header("Cookie", cookie)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static HttpResponse<String> post(String path, String cookie, String form) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(console.resolve(path))
                                .header("Cookie", cookie)
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(HttpRequest.BodyPublishers.ofString(form))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
