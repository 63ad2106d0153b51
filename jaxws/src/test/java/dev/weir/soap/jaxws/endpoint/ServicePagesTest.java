package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.testing.FreePort;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What people see in a browser at the addresses of published endpoints. */
class ServicePagesTest {
    private final String base = "http://localhost:" + FreePort.next();
    private final HttpClient client = HttpClient.newHttpClient();

    @WebService(serviceName = "Adder")
    public static class Adder {
        public int add(int a, int b) {
            return a + b;
        }
    }

    @WebService(serviceName = "Echo")
    public static class Echo {
        public String echo(String text) {
            return text;
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(base + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static Endpoint without(Object service) {
        Endpoint endpoint = Endpoint.create(service);
        endpoint.setProperties(Map.of("dev.weir.jaxws.test-page", "false"));
        return endpoint;
    }

    @Test
    void theRootOfAPortListsTheServicesThatAreThere() throws Exception {
        Endpoint adder = Endpoint.publish(base + "/adder", new Adder());
        Endpoint echo = Endpoint.publish(base + "/texts/echo", new Echo());
        try {
            String list = get("/").body();
            assertTrue(list.contains("<a href=\"adder\">Adder</a>"), list);
            assertTrue(list.contains("<a class=\"wsdl\" href=\"texts/echo?wsdl\">"), list);
            assertEquals(404, get("/texts").statusCode());
        } finally {
            echo.stop();
        }
        assertFalse(get("/").body().contains("echo"));
        adder.stop();
    }

    @Test
    void anEndpointAtTheRootHasThePlaceOfTheList() throws Exception {
        Endpoint adder = Endpoint.publish(base + "/adder", new Adder());
        Endpoint echo = Endpoint.publish(base + "/", new Echo());
        assertTrue(get("/").body().contains("<h1>Echo</h1>"));
        assertThrows(WebServiceException.class, () -> Endpoint.publish(base + "/", new Adder()));
        assertTrue(get("/").body().contains("<h1>Echo</h1>"));
        echo.stop();
        assertTrue(get("/").body().contains("<h1>Services</h1>"));
        adder.stop();
    }

    @Test
    void aServiceHasAPageWithASampleOfEachOperation() throws Exception {
        Endpoint adder = Endpoint.publish(base + "/adder", new Adder());
        try {
            String page = get("/adder").body();
            assertTrue(page.contains("add</option>"), page);
            String sample = get("/adder?sample=add").body();
            assertTrue(sample.contains("<arg0>1</arg0>"), sample);
            HttpResponse<String> reply = client.send(
                    HttpRequest.newBuilder(URI.create(base + "/adder"))
                            .header("Content-Type", "text/xml; charset=utf-8")
                            .header("SOAPAction", "\"\"")
                            .POST(HttpRequest.BodyPublishers.ofString(sample))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertTrue(reply.body().contains("<return>2</return>"), reply.body());
            assertEquals(404, get("/adder?sample=add&soap=1.2").statusCode());
        } finally {
            adder.stop();
        }
    }

    @Test
    void anEndpointCanDoWithoutItsPage() throws Exception {
        Endpoint adder = without(new Adder());
        adder.publish(base + "/adder");
        try {
            assertEquals(404, get("/").statusCode());
            assertEquals(404, get("/adder").statusCode());
            assertTrue(get("/adder").body().contains(base + "/adder?wsdl"));
            assertEquals(404, get("/adder?sample=add").statusCode());
            assertEquals(200, get("/adder?wsdl").statusCode());
            Endpoint echo = Endpoint.publish(base + "/echo", new Echo());
            assertFalse(get("/").body().contains("adder"));
            echo.stop();
        } finally {
            adder.stop();
        }
    }

    @Test
    void thePropertyIsTrueOrFalse() {
        Endpoint adder = Endpoint.create(new Adder());
        adder.setProperties(Map.of("dev.weir.jaxws.test-page", "maybe"));
        InterfaceException refused = assertThrows(InterfaceException.class, () -> adder.publish(base + "/adder"));
        assertEquals("the property dev.weir.jaxws.test-page must be true or false: maybe", refused.getMessage());
    }
}
