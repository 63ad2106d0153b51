package dev.weir.server.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.access.AdminLog;
import dev.weir.server.access.Role;
import dev.weir.server.access.UsersFile;
import dev.weir.testing.Chromium.Page;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People try a service by the console, in a real Chromium. Without Chromium this is skipped. */
class ServiceTestPagesTest {
    private static final String PASSWORD = "correct horse battery";
    private static final String SERVICE = "/console/composites/default%2FOrders%211.0/services/OrderService";

    @RegisterExtension
    static final ConsoleVisit visit = new ConsoleVisit(ServiceTestPagesTest::addUsers, ConsoleVisit.ORDERS);

    private final Page page = visit.page();

    private static void addUsers(Path folder) throws Exception {
        Path data = Files.createDirectories(folder.resolve("data"));
        new UsersFile(data).put("vera", Role.VIEWER, PASSWORD);
        new UsersFile(data).put("otto", Role.OPERATOR, PASSWORD);
    }

    @BeforeAll
    static void signInAsOperator() throws Exception {
        signIn("otto");
    }

    private static void signIn(String user) throws Exception {
        Page page = visit.page();
        page.go(visit.address("/console/sign-in"));
        page.await("document.title === 'Sign in · Weir' && document.readyState === 'complete'");
        page.evaluate("document.querySelector('[name=user]').value = '" + user + "'");
        page.evaluate("document.querySelector('[name=secret]').value = '" + PASSWORD + "'");
        visit.click("button.main");
        page.await("document.title === 'Dashboard · Weir'");
    }

    /** Opens the page of an operation, and waits for its sample. */
    private void open(String query) throws Exception {
        page.go(visit.address(SERVICE + query));
        page.await("document.readyState === 'complete' && location.search === '" + query
                + "' && !document.getElementById('answer') && request.value.includes('Envelope')");
    }

    private void send() throws Exception {
        visit.click("form[method=post]:not(.who) button.main");
        page.await("document.readyState === 'complete' && !!document.getElementById('answer')");
    }

    @Test
    void aServiceIsTriedFromTheNavigationToTheInstanceThatItBegan() throws Exception {
        visit.click(".top nav a[href$=test]");
        page.await("document.title === 'Test · Weir'");
        assertEquals(
                "CreditService, OrderService",
                page.evaluate("[...document.querySelectorAll('tbody th a')].map(a => a.textContent).join(', ')"));
        visit.picture("test-services");
        page.evaluate("document.querySelectorAll('tbody th a')[1].click()");
        page.await("document.title === 'Test OrderService · Weir'");
        assertEquals(
                "placeOrder, submitOrder (one way), confirmShipping (one way)",
                page.evaluate("[...document.querySelector('[name=operation]').options].map(o => o.text).join(', ')"));
        assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"));
        visit.picture("test-sample");

        send();
        assertEquals("Reply", visit.text("#answer"));
        assertTrue(visit.text("[role=status]").startsWith("HTTP status 200 after "), visit.text("[role=status]"));
        assertTrue(visit.text("#reply").contains("ACCEPTED"), visit.text("#reply"));
        assertTrue(visit.text("#reply").contains("\n  <"), "pretty: " + visit.text("#reply"));
        page.width(390);
        assertEquals("false", page.evaluate("document.documentElement.scrollWidth > innerWidth"));
        page.width(1440);
        visit.picture("test-reply");
        // Read again, the page sends nothing again.
        long before = sent();
        page.evaluate("document.getElementById('answer').remove()");
        page.evaluate("location.reload()");
        page.await("document.readyState === 'complete' && !!document.getElementById('answer')");
        assertTrue(visit.text("#reply").contains("ACCEPTED"), visit.text("#reply"));
        assertEquals(before, sent());

        String instance = visit.text("a.instance");
        visit.click("a.instance");
        page.await("document.title === 'Instance " + instance + " · Weir'");
        assertTrue(visit.text(".facts").contains("default/Orders!1.0"), visit.text(".facts"));
        assertTrue(Files.readString(visit.data().resolve(AdminLog.FILE))
                .contains("\"who\":\"otto\",\"request\":\"POST /admin/composites/default%2FOrders%211.0/services/"
                        + "OrderService/operations/placeOrder/test?soap=1.1\",\"status\":200"));
    }

    @Test
    void aCompositeLeadsToItsServices() throws Exception {
        page.go(visit.address("/console/composites/default%2FOrders%211.0"));
        page.await("document.title === 'default/Orders!1.0 · Weir' && !!document.querySelector('p.row a.button')");
        visit.click("p.row a.button");
        page.await("document.title === 'Test OrderService · Weir'");
    }

    @Test
    void aFaultIsShownAndWhatWasTypedStays() throws Exception {
        open("?operation=placeOrder&soap=1.1");
        page.evaluate("request.value = request.value.replace(/(PartyId>)[^<]*/, '$1BLOCKED-1')");
        send();
        assertEquals("Fault", visit.text("#answer"));
        assertTrue(visit.text("[role=status]").startsWith("HTTP status 500"), visit.text("[role=status]"));
        assertTrue(visit.text("#reply").contains("orderRejected"), visit.text("#reply"));
        assertEquals("true", page.evaluate("request.value.includes('BLOCKED-1')"));
        visit.picture("test-fault");
    }

    @Test
    void whatWasTypedForAnOperationStaysWhereTheSampleIsShown() throws Exception {
        open("?operation=placeOrder&soap=1.1");
        page.evaluate("(() => { request.value += '<!-- mine -->'; request.dispatchEvent(new Event('input')); })()");
        page.evaluate("document.querySelector('[name=operation]').value = 'submitOrder'");
        visit.press("Show the sample");
        page.await("location.search.includes('submitOrder') && document.readyState === 'complete'"
                + " && request.value.includes('Envelope')");
        assertEquals("false", page.evaluate("request.value.includes('mine')"), "the sample of the other one");
        page.evaluate("document.querySelector('[name=operation]').value = 'placeOrder'");
        visit.press("Show the sample");
        page.await("location.search.includes('placeOrder') && document.readyState === 'complete'"
                + " && request.value.includes('mine')");
        visit.press("As it was");
        page.await("request.value.includes('Envelope') && !request.value.includes('mine')");
    }

    @Test
    void oneWayIsAcceptedByTheOtherVersionOfSoap() throws Exception {
        open("?operation=submitOrder");
        page.evaluate("document.querySelector('[name=soap]').value = '1.2'");
        visit.click("form.search button");
        page.await("location.search.includes('soap=1.2') && document.readyState === 'complete'"
                + " && request.value.includes('http://www.w3.org/2003/05/soap-envelope')");
        send();
        assertEquals("Accepted", visit.text("#answer"));
        assertTrue(visit.text("[role=status]").startsWith("HTTP status 202"), visit.text("[role=status]"));
        assertEquals("false", page.evaluate("!!document.getElementById('reply')"));
        visit.picture("test-accepted");
    }

    @Test
    void whatCannotBeSentIsSaidAndNotLost() throws Exception {
        open("?operation=placeOrder");
        page.evaluate("request.value = ''");
        visit.click("form[method=post]:not(.who) button.main");
        page.await("!!document.querySelector('[role=alert]')");
        assertTrue(visit.text("[role=alert]").contains("there is no message to send"), visit.text("[role=alert]"));
        assertEquals("false", page.evaluate("!!document.getElementById('answer')"));
        visit.picture("test-refused");

        page.go(visit.address(SERVICE + "?operation=eat"));
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
            assertEquals("Fault", visit.text("#answer"));
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
            assertTrue(visit.text("p.notice").contains("You are viewer"), visit.text("p.notice"));
            assertEquals("true", page.evaluate("request.readOnly"));
            visit.picture("test-viewer");
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
            assertEquals(user.equals("vera") ? 403 : 303, answer.statusCode());
            if (user.equals("otto")) {
                String result = answer.headers().firstValue("Location").orElseThrow();
                assertTrue(get(result, cookie).contains("id=\"answer\""));
                String others = post("/console/sign-in", "", "user=vera&secret=correct+horse+battery")
                        .headers()
                        .firstValue("Set-Cookie")
                        .orElseThrow();
                String page = get(result, others.substring(0, others.indexOf(';')));
                assertTrue(page.contains("not kept any more") && !page.contains("id=\"answer\""), page);
            }
        }
        assertEquals(before + 1, sent());
        assertFalse(get(SERVICE, "").contains("Envelope"), "nothing is shown to nobody");
    }

    private static long sent() throws Exception {
        Path log = visit.data().resolve(AdminLog.FILE);
        return Files.exists(log)
                ? Files.readAllLines(log).stream()
                        .filter(line -> line.contains("/test?"))
                        .count()
                : 0;
    }

    private static String get(String path, String cookie) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(visit.address(path))
                                .header("Cookie", cookie)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static HttpResponse<String> post(String path, String cookie, String form) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(visit.address(path))
                                .header("Cookie", cookie)
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(HttpRequest.BodyPublishers.ofString(form))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
