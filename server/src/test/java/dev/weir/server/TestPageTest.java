package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.composite.runtime.RuntimeSettings;
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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * People try the services of the orders example in a real Chromium: from the list to a service, a sample request of an
 * operation, the reply, and a fault. With the environment variable WEIR_PICTURES, a folder, each step is a picture.
 */
class TestPageTest {
    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private WeirServer start(RuntimeSettings settings) {
        return WeirServer.start(new ServerSettings(
                        List.of(RunningWeir.repository().resolve("examples/orders")),
                        "127.0.0.1",
                        0,
                        folder.resolve("data"),
                        Map.of(),
                        settings.maxReplyWait(),
                        1 << 20)
                .withRuntime(settings));
    }

    private HttpResponse<String> get(String address) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static void picture(Page page, String name) throws Exception {
        String pictures = System.getenv("WEIR_PICTURES");
        if (pictures != null) {
            Files.write(Path.of(pictures).resolve(name + ".png"), page.picture());
        }
    }

    @Test
    void aServiceIsTriedFromTheListToAReplyAndAFault() throws Exception {
        try (WeirServer weir = start(RuntimeSettings.DEFAULT);
                Chromium browser = Chromium.open(folder, URI.create(weir.url() + "/soa-infra/"));
                Page page = browser.connect()) {
            page.await("document.querySelectorAll('li').length === 2");
            assertEquals(
                    "default/Credit!1.0 CreditService, default/Orders!1.0 OrderService",
                    page.evaluate(
                            "[...document.querySelectorAll('li a:first-child')].map(a => a.textContent).join(', ')"));
            picture(page, "services");

            page.evaluate("document.querySelectorAll('li')[1].querySelector('a').click()");
            page.await("document.title === 'OrderService' && request.value.includes('Envelope')");
            assertEquals(
                    "placeOrder, submitOrder, confirmShipping",
                    page.evaluate("[...operation.options].map(o => o.value).join(', ')"));
            assertTrue(page.evaluate("request.value").contains("<!-- optional -->"), page.evaluate("request.value"));

            // The sample as it is: it is valid, so that the process takes it and replies.
            page.evaluate("send.click()");
            page.await("document.getElementById('status').textContent.includes('ms')");
            String status = page.evaluate("document.getElementById('status').textContent");
            assertTrue(status.startsWith("200"), status);
            assertTrue(page.evaluate("reply.textContent").contains("ACCEPTED"), page.evaluate("reply.textContent"));
            picture(page, "reply");

            // A customer who has no credit: a declared fault.
            page.evaluate("request.value = request.value.replace(/(PartyId>)[^<]*/, '$1BLOCKED-1')");
            page.evaluate("send.click()");
            page.await("document.getElementById('status').textContent.includes('ms')");
            assertTrue(
                    page.evaluate("reply.textContent").contains("orderRejected"), page.evaluate("reply.textContent"));
            status = page.evaluate("document.getElementById('status').textContent");
            assertTrue(status.startsWith("500") && status.contains("fault"), status);
            page.scheme("dark");
            picture(page, "fault");

            // Another operation by the other version of SOAP; it has no reply.
            page.evaluate("(operation.value = 'submitOrder', version.value = '1.2',"
                    + " operation.dispatchEvent(new Event('change')))");
            page.await("request.value.includes('http://www.w3.org/2003/05/soap-envelope')");
            page.evaluate("send.click()");
            page.await("document.getElementById('status').textContent.startsWith('202')");
            assertEquals("(no content)", page.evaluate("reply.textContent"));
        }
    }

    private interface Visit {
        void on(Page page) throws Exception;
    }

    /** Opens the page of the service of orders and waits for its first sample. */
    private void visit(Visit visit) throws Exception {
        try (WeirServer weir = start(RuntimeSettings.DEFAULT);
                Chromium browser = Chromium.open(
                        folder, URI.create(weir.url() + "/soa-infra/services/default/Orders/OrderService"));
                Page page = browser.connect()) {
            page.await("document.title === 'OrderService' && request.value.includes('Envelope')");
            visit.on(page);
        }
    }

    private static void choose(Page page, String operation) throws Exception {
        page.evaluate("(operation.value = '" + operation + "', operation.dispatchEvent(new Event('change')))");
    }

    @Test
    void theLastChoiceCountsWhicheverSampleComesLast() throws Exception {
        visit(page -> {
            // The network keeps one sample back.
            page.evaluate("(window.network = window.fetch, window.fetch = (address, call) =>"
                    + " address.includes('sample=submitOrder')"
                    + " ? new Promise(go => window.release = go).then(() => network(address, call))"
                    + " : network(address, call))");
            choose(page, "submitOrder");
            assertEquals("true", page.evaluate("send.disabled && request.value === ''"));

            choose(page, "confirmShipping");
            page.await("!send.disabled");
            String confirm = page.evaluate("request.value");
            assertTrue(confirm.contains("hipping"), confirm);

            page.evaluate("release()");
            page.await("samples.has('sample=submitOrder&soap=1.1')");
            assertEquals(confirm, page.evaluate("request.value"));
            assertEquals("confirmShipping", page.evaluate("operation.value"));
            assertEquals("false", page.evaluate("send.disabled"));
        });
    }

    @Test
    void aSampleThatDidNotComeIsAskedForAgain() throws Exception {
        visit(page -> {
            page.evaluate("(window.network = window.fetch,"
                    + " window.fetch = () => Promise.resolve(new Response('', { status: 503 })))");
            choose(page, "submitOrder");
            page.await("document.getElementById('status').textContent.startsWith('There is no sample: 503')");
            page.evaluate("(window.fetch = () => Promise.reject(new TypeError('cut off')))");
            choose(page, "submitOrder");
            page.await("document.getElementById('status').textContent === 'There is no sample: cut off'");
            assertEquals("", page.evaluate("request.value"));

            page.evaluate("(window.fetch = window.network)");
            choose(page, "submitOrder");
            page.await("request.value.includes('Envelope')");
        });
    }

    @Test
    void onlyTheFaultOfSoapIsAFault() throws Exception {
        String envelope =
                "'<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>%s</s:Body></s:Envelope>'";
        String own = envelope.formatted("<Fault xmlns=\"urn:trains\">late</Fault>");
        String inside = envelope.formatted("<a:report xmlns:a=\"urn:a\"><s:Fault/><!-- <s:Fault/> --></a:report>");
        String fault = envelope.formatted("<s:Fault><faultcode>s:Client</faultcode></s:Fault>");
        visit(page -> {
            assertEquals("false", page.evaluate("isFault(" + own + ", 'text/xml')"));
            assertEquals("false", page.evaluate("isFault(" + inside + ", 'text/xml')"));
            assertEquals("false", page.evaluate("isFault('<s:Fault>', 'text/plain')"));
            assertEquals("true", page.evaluate("isFault(" + fault + ", 'text/xml; charset=utf-8')"));
            assertEquals(
                    "true",
                    page.evaluate("isFault('--b\\r\\nContent-Type: application/xop+xml\\r\\n\\r\\n' + " + fault
                            + " + '\\r\\n--b--', 'multipart/related; type=\"application/xop+xml\"')"));
        });
    }

    @Test
    void addressesAndActionsMayHaveAnyCharacters() throws Exception {
        visit(page -> {
            page.evaluate("(request.value = '', history.replaceState(null, '', '#%'), location.reload())");
            page.await("document.readyState === 'complete' && request.value.includes('Envelope')");

            // An action that no field of HTTP can carry is left out: the body says which operation is meant.
            page.evaluate(
                    "(operation.selectedOptions[0].setAttribute('data-action-1.1', 'urn:\u20ac'), showHeaders())");
            assertTrue(
                    page.evaluate("sent.textContent").contains("the action has characters that HTTP cannot carry"),
                    page.evaluate("sent.textContent"));
            page.evaluate("send.click()");
            page.await("document.getElementById('status').textContent.startsWith('200')");
        });
    }

    @Test
    void aProxyMayServeThePagesBelowAnotherPath() throws Exception {
        try (WeirServer weir = start(RuntimeSettings.DEFAULT);
                Nginx proxy = new Nginx(
                        folder,
                        "",
                        "location /partners/ { proxy_pass http://localhost:"
                                + weir.url().getPort() + "/; }");
                Chromium browser = Chromium.open(folder, URI.create(proxy.url() + "/partners/soa-infra/"));
                Page page = browser.connect()) {
            page.await("document.querySelectorAll('li').length === 2");
            String wsdls = page.evaluate(
                    "[...document.querySelectorAll('a[href$=\"?wsdl\"]')].map(link => link.href).join(' ')");
            assertEquals(2, wsdls.split(" ").length, wsdls);
            for (String wsdl : wsdls.split(" ")) {
                assertEquals(200, get(wsdl).statusCode(), wsdl);
            }
            page.evaluate("document.querySelectorAll('li')[1].querySelector('a').click()");
            page.await("document.title === 'OrderService' && request.value.includes('Envelope')");
            assertEquals(
                    proxy.url() + "/partners/soa-infra/services/default/Orders/OrderService?wsdl",
                    page.evaluate("wsdl.textContent"));
            page.evaluate("send.click()");
            page.await("document.getElementById('status').textContent.startsWith('200')");
        }
    }

    @Test
    void nothingButThePagesOwnScriptRuns() throws Exception {
        try (WeirServer weir = start(RuntimeSettings.DEFAULT)) {
            String address = weir.url() + "/soa-infra/services/default/Orders/OrderService";
            String policy =
                    get(address).headers().firstValue("Content-Security-Policy").orElse("");
            assertTrue(policy.contains("default-src 'none'"), policy);
            assertTrue(policy.contains("script-src 'sha256-"), policy);
            assertEquals(404, get(address + "?sample=%3Cscript%3E").statusCode());
            assertEquals(404, get(address + "?sample=%25zz").statusCode());
            assertEquals(200, get(address + "?sample=placeOrder&soap=1.2").statusCode());
            assertEquals(200, get(address + "?soap=1.2&sample=placeOrder").statusCode());
        }
    }

    @Test
    void pagesCanBeSwitchedOff() throws Exception {
        try (WeirServer weir = start(RuntimeSettings.DEFAULT.withTestPages(false))) {
            String address = weir.url() + "/soa-infra/services/default/Orders/OrderService";
            assertEquals(404, get(weir.url() + "/soa-infra/").statusCode());
            assertEquals(404, get(address).statusCode());
            assertTrue(get(address).body().contains(address + "?wsdl"));
            assertEquals(404, get(address + "?sample=placeOrder").statusCode());
            assertEquals(200, get(address + "?wsdl").statusCode());
            assertFalse(get(address).body().contains("<html"));
        }
    }
}
