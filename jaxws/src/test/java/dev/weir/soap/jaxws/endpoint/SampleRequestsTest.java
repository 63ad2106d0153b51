package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.soap.Addressing;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.transform.Source;
import org.junit.jupiter.api.Test;

/** The sample requests of the test page are taken by the services that they are made for, as they are. */
class SampleRequestsTest {
    private final HttpClient client = HttpClient.newHttpClient();

    private HttpResponse<String> get(Served service, String query) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(service.address() + query)).build(), BodyHandlers.ofString());
    }

    /** The body of the reply to the sample of an operation. */
    private String reply(Served service, String operation) throws Exception {
        String sample = get(service, "?sample=" + operation).body();
        HttpResponse<String> reply = client.send(
                HttpRequest.newBuilder(URI.create(service.address()))
                        .header("Content-Type", "text/xml; charset=utf-8")
                        .header("SOAPAction", "\"\"")
                        .POST(BodyPublishers.ofString(sample))
                        .build(),
                BodyHandlers.ofString());
        assertEquals(200, reply.statusCode(), () -> sample + "\n" + reply.body());
        return reply.body();
    }

    /** Its type is in no namespace, and named as the wrapper of the operation is. */
    public enum Color {
        RED,
        GREEN
    }

    @WebService(targetNamespace = "urn:paint")
    public static class Paint {
        public String color(Color color) {
            return "painted " + color;
        }
    }

    @Test
    void typesInNoNamespaceAreNotThoseOfTheServices() throws Exception {
        try (Served paint = Served.by(new Paint())) {
            assertTrue(reply(paint, "color").contains("painted RED"), reply(paint, "color"));
        }
    }

    public static class Row {
        public String name;
        public int[] cells;
        public String[][] notes;
    }

    @WebService(targetNamespace = "urn:grid")
    @SOAPBinding(style = SOAPBinding.Style.RPC, use = SOAPBinding.Use.ENCODED)
    public static class Grid {
        public String rows(int[][] rows, int[] one, String[][][] cube) {
            return Arrays.deepToString(rows) + Arrays.toString(one) + Arrays.deepToString(cube);
        }

        public String named(Row[] rows) {
            return rows.length + " " + rows[0].name + Arrays.toString(rows[0].cells)
                    + Arrays.deepToString(rows[0].notes);
        }
    }

    @Test
    void encodedArraysHaveItemsOfTheirTypes() throws Exception {
        try (Served grid = Served.by(new Grid())) {
            assertTrue(reply(grid, "rows").contains("[[1]][1][[[text]]]"), reply(grid, "rows"));
            assertTrue(reply(grid, "named").contains("1 text[1][[text]]"), reply(grid, "named"));
        }
    }

    @WebService(targetNamespace = "urn:clock")
    public static class Clock {
        public String at(XMLGregorianCalendar time) {
            return "at " + time;
        }
    }

    @Test
    void aCalendarWhoseSchemaTypeNobodySaysIsAPointInTime() throws Exception {
        try (Served clock = Served.by(new Clock())) {
            assertTrue(reply(clock, "at").contains("at 2026-01-31T12:00:00Z"), reply(clock, "at"));
        }
    }

    @WebService(targetNamespace = "urn:strict")
    @Addressing(required = true)
    public static class Strict {
        public String say(String word) {
            return "said " + word;
        }
    }

    @Test
    void whoRequiresAddressingGetsIt() throws Exception {
        try (Served strict = Served.by(new Strict())) {
            assertTrue(reply(strict, "say").contains("said text"), reply(strict, "say"));
            String sample = get(strict, "?sample=say").body();
            assertTrue(sample.contains("<wsa:Action>urn:strict:Strict:say"), sample);
            assertTrue(sample.contains("<wsa:To>" + strict.address() + "</wsa:To>"), sample);
            assertNotEquals(sample, get(strict, "?sample=say").body());
        }
        try (Served paint = Served.by(new Paint())) {
            assertFalse(get(paint, "?sample=color").body().contains("wsa:"));
        }
    }

    @WebServiceProvider(
            serviceName = "Trains",
            portName = "NewPort",
            targetNamespace = "urn:test:trains",
            wsdlLocation = "contract/trains.wsdl")
    @BindingType("http://www.w3.org/2003/05/soap/bindings/HTTP/")
    static class Trains implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    @Test
    void onlyWhatTheEndpointTakesIsOffered() throws Exception {
        try (Served trains = Served.by(new Trains())) {
            String page = get(trains, "").body();
            assertTrue(page.contains("<option>1.2</option>"), page);
            assertFalse(page.contains("<option>1.1</option>"), page);
            assertTrue(page.contains("<option data-action-1.2=\"urn:new\">next</option>"), page);
            assertEquals(404, get(trains, "?sample=next&soap=1.1").statusCode());
            assertEquals(200, get(trains, "?soap=1.2&sample=next").statusCode());
        }
    }
}
