package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a caller may get wrong, by mistake or on purpose: the right fault, no internals, and the server goes on. */
class HostileRequestsTest {
    @TempDir
    static Path folder;

    private static RunningWeir weir;
    private static final SoapPost POST = new SoapPost();

    @BeforeAll
    static void start() {
        weir = RunningWeir.run(
                folder,
                List.of(
                        RunningWeir.repository().resolve("examples/orders").toString(),
                        "--max-body",
                        "1048576",
                        "--known-host",
                        "shop.example"));
    }

    @AfterAll
    static void stop() {
        weir.close();
    }

    @AfterEach
    void theServerGoesOn() throws IOException {
        HttpResponse<String> response =
                POST.send(weir.orderService(), SoapPost.SOAP_11, OrderMessages.place("PO-AFTERWARDS"));
        assertEquals(200, response.statusCode(), response.body());
    }

    private static String fault(String contentType, int status, String body) throws IOException {
        return fault(weir.orderService(), contentType, status, body);
    }

    private static String fault(URI address, String contentType, int status, String body) throws IOException {
        HttpResponse<String> response = POST.send(address, contentType, body);
        String text = response.body();
        assertEquals(status, response.statusCode(), text);
        assertTrue(text.contains("Fault>"), text);
        assertFalse(text.contains("dev.weir."), text);
        assertFalse(text.contains("Exception"), text);
        assertFalse(text.contains("\tat "), text);
        return text;
    }

    @Test
    void aHostThatIsNotTheServersComesIntoNoDescription() throws IOException {
        String path = weir.orderService().getPath() + "?wsdl";
        for (String host : List.of("evil.example", "evil.example:8080", "8.8.8.8", "[2001:db8::1]:80")) {
            String wsdl = getBy(host, path);
            assertTrue(wsdl.contains("location=\"http://"), wsdl);
            assertFalse(wsdl.contains("//" + host), wsdl);
        }
        for (String host : List.of("localhost:4711", "127.0.0.1", "shop.example:81", "SHOP.example")) {
            String wsdl = getBy(host, path);
            assertTrue(wsdl.contains("location=\"http://" + host + "/"), wsdl);
        }
    }

    private static String getBy(String host, String path) throws IOException {
        try (Socket socket = new Socket("localhost", weir.port())) {
            socket.setSoTimeout(60_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void malformedXmlIsTheSendersFaultWithLineAndColumn() throws IOException {
        String broken = OrderMessages.place("X").replace("</Parties>", "</Partis>");

        String soap11 = fault(SoapPost.SOAP_11, 500, broken);
        assertTrue(soap11.contains(":Client<"), soap11);
        assertTrue(soap11.matches("(?s).*line \\d+, column \\d+.*"), soap11);
        String soap12 = fault(SoapPost.SOAP_12, 400, OrderMessages.asSoap12(broken));
        assertTrue(soap12.contains(":Sender<"), soap12);
        assertTrue(soap12.matches("(?s).*line \\d+, column \\d+.*"), soap12);
    }

    @Test
    void aWrongElementIsNamedWithItsPlace() throws IOException {
        String wrong = OrderMessages.place("X").replace("PurchaseOrder", "PurchaseOdor");

        String text = fault(SoapPost.SOAP_11, 500, wrong);

        assertTrue(text.contains("PurchaseOdor"), text);
        assertTrue(text.matches("(?s).*line \\d+.*"), text);
    }

    @Test
    void anUnknownOperationIsRefused() throws IOException {
        String text = fault(
                SoapPost.SOAP_12,
                400,
                "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body>"
                        + "<cancelOrder xmlns='http://examples.weir.dev/orders/1.0'/></e:Body></e:Envelope>");

        assertTrue(text.contains("cancelOrder"), text);
    }

    @Test
    void anotherEnvelopeIsAVersionMismatch() throws IOException {
        String text = fault(SoapPost.SOAP_11, 500, "<e:Envelope xmlns:e='urn:soap:9.9'><e:Body/></e:Envelope>");

        assertTrue(text.contains("VersionMismatch"), text);
    }

    @Test
    void soap12AtAServiceThatSpeaksSoap11OnlyIsAVersionMismatch() throws IOException {
        URI credit = weir.url().resolve("/soa-infra/services/default/Credit/CreditService");

        HttpResponse<String> response = POST.send(
                credit,
                SoapPost.SOAP_12,
                "<e:Envelope xmlns:e='http://www.w3.org/2003/05/soap-envelope'><e:Body/></e:Envelope>");

        assertTrue(response.body().contains("VersionMismatch"), response.body());
    }

    @Test
    void aHeaderThatMustBeUnderstoodAndIsNotIsRefused() throws IOException {
        String text = fault(
                SoapPost.SOAP_11,
                500,
                OrderMessages.place("X")
                        .replace(
                                "<soap:Body>",
                                "<soap:Header><x:lock xmlns:x='urn:x' soap:mustUnderstand='1'/></soap:Header>"
                                        + "<soap:Body>"));

        assertTrue(text.contains("MustUnderstand"), text);
    }

    @Test
    void aDoctypeIsRefused() throws IOException {
        String text = fault(
                SoapPost.SOAP_11,
                500,
                "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>"
                        + OrderMessages.place("X").replaceFirst("<\\?xml[^>]*\\?>", ""));

        assertTrue(text.contains("DOCTYPE"), text);
        assertFalse(text.contains("root:"), text);
    }

    @Test
    void anOversizedBodyIsRefused() throws IOException {
        HttpResponse<String> response = POST.send(
                weir.orderService(),
                SoapPost.SOAP_11,
                OrderMessages.place("X").replace("</soap:Body>", " ".repeat(2 << 20) + "</soap:Body>"));

        assertEquals(413, response.statusCode());
        assertTrue(response.body().contains("Fault>"), response.body());
        assertTrue(response.body().contains("1048576"), response.body());
    }

    @Test
    void depthBeyondTheLimitIsRefused() throws IOException {
        String text = fault(
                SoapPost.SOAP_11, 500, OrderMessages.place("X").replace("<Lines>", "<Lines>" + "<a>".repeat(100_000)));

        assertTrue(text.contains("depth") || text.contains("deep"), text);
    }

    @Test
    void anotherContentTypeIsNotSoap() throws IOException {
        HttpResponse<String> response = POST.send(weir.orderService(), "application/json", "{}");

        assertEquals(415, response.statusCode());
    }

    @Test
    void aDeclaredFaultArrivesTyped() throws IOException {
        String text = fault(SoapPost.SOAP_11, 500, OrderMessages.payload("order-refused.xml"));

        assertTrue(text.contains("CREDIT_REFUSED"), text);
    }

    @Test
    void aControlCharacterOfXml11IsTheSendersFaultWithItsPlace() throws IOException {
        String message = OrderMessages.place("X").replaceFirst("<\\?xml[^>]*\\?>", "<?xml version='1.1'?>");
        String text = fault(SoapPost.SOAP_11, 500, message.replace("</Parties>", "&#1;</Parties>"));

        assertTrue(text.contains(":Client<"), text);
        assertTrue(text.contains("&amp;#1;"), text);
        assertTrue(text.matches("(?s).*line \\d+, column \\d+.*"), text);
        assertEquals(
                200, POST.send(weir.orderService(), SoapPost.SOAP_11, message).statusCode());
    }

    @Test
    void belowAServiceThereIsNothing() throws IOException {
        URI below = URI.create(weir.orderService() + "/more");

        assertEquals(
                404,
                POST.send(below, SoapPost.SOAP_11, OrderMessages.place("X")).statusCode());
    }
}
