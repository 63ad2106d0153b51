package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.weir.soap.jaxws.WeirProvider;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the standard's properties do to a request, as a server of the JDK sees it. */
class RequestContextTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private HttpServer server;
    private volatile Headers fields = new Headers();
    private volatile String answer = envelope("", "<d:addResponse xmlns:d=\"urn:desk\"><sum>5</sum></d:addResponse>");
    private volatile int status = 200;
    private volatile String type = "text/xml; charset=utf-8";

    private static String envelope(String header, String body) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\">" + header + "<s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            fields = exchange.getRequestHeaders();
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Set-Cookie", "session=s1; Path=/");
            exchange.getResponseHeaders().add("Set-Cookie", "basket=b2; Path=/");
            exchange.getResponseHeaders().add("X-Multi", "1");
            exchange.getResponseHeaders().add("X-Multi", "2");
            exchange.getResponseHeaders().set("Content-Type", type);
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Desk desk(String binding) {
        Service service = Service.create(new QName(Desk.NAMESPACE, "DeskService"));
        QName port = new QName(Desk.NAMESPACE, "DeskPort");
        service.addPort(port, binding, "http://127.0.0.1:" + server.getAddress().getPort() + "/");
        return service.getPort(port, Desk.class);
    }

    private static Map<String, Object> request(Desk desk) {
        return ((BindingProvider) desk).getRequestContext();
    }

    @Test
    void cookiesAreKeptOnlyWhereASessionIsAskedFor() {
        Desk desk = desk(null);
        desk.add(2, 3);
        desk.add(2, 3);
        assertNull(fields.getFirst("Cookie"));
        request(desk).put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);
        desk.add(2, 3);
        desk.add(2, 3);
        String cookies = fields.getFirst("Cookie");
        assertTrue(cookies.contains("session=s1") && cookies.contains("basket=b2"), cookies);
        desk(null).add(2, 3);
        assertNull(fields.getFirst("Cookie"));
    }

    @Test
    void cookiesOfAOneWayCallAreKeptToo() {
        status = 202;
        answer = "";
        Desk desk = desk(null);
        request(desk).put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);
        desk.note("first");
        desk.note("second");
        assertTrue(String.valueOf(fields.getFirst("Cookie")).contains("session=s1"), fields::toString);
    }

    @Test
    void cookiesOfTheProgramAreSentWithThoseOfTheSession() {
        Desk desk = desk(null);
        request(desk).put(BindingProvider.SESSION_MAINTAIN_PROPERTY, true);
        request(desk).put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("cookie", List.of("mine=1", "other=2")));
        desk.add(2, 3);
        assertEquals(List.of("mine=1; other=2"), fields.get("Cookie"));
        desk.add(2, 3);
        String cookies = fields.getFirst("Cookie");
        assertTrue(cookies.startsWith("mine=1; other=2; "), cookies);
        assertTrue(cookies.contains("session=s1") && cookies.contains("basket=b2"), cookies);
    }

    /** The standard's own accessors of a fault fail where its peer has left something out. */
    @ParameterizedTest
    @ValueSource(strings = {"<s:Fault/>", "<s:Fault><faultcode>s:Server</faultcode></s:Fault>"})
    void aFaultThatLacksSomethingIsOneNevertheless(String fault) {
        status = 500;
        answer = envelope("", fault);
        Desk desk = desk(null);
        SOAPFaultException thrown = assertThrows(SOAPFaultException.class, () -> desk.add(2, 3));
        assertEquals("Server", thrown.getFault().getFaultCodeAsQName().getLocalPart());
        answer = answer.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        type = "application/soap+xml; charset=utf-8";
        Desk desk12 = desk(SOAPBinding.SOAP12HTTP_BINDING);
        SOAPFaultException thrown12 = assertThrows(SOAPFaultException.class, () -> desk12.add(2, 3));
        assertEquals("Receiver", thrown12.getFault().getFaultCodeAsQName().getLocalPart());
    }

    @Test
    void theActionIsThatOfThePropertyUnlessItsUseIsDenied() {
        Desk desk = desk(null);
        request(desk).put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:other");
        desk.add(2, 3);
        assertEquals("\"urn:other\"", fields.getFirst("SOAPAction"));
        request(desk).put(BindingProvider.SOAPACTION_USE_PROPERTY, false);
        desk.add(2, 3);
        assertEquals("\"urn:desk#add\"", fields.getFirst("SOAPAction"));
        assertEquals("text/xml; charset=utf-8", fields.getFirst("Content-Type"));
    }

    @Test
    void theActionMayBeAHeaderOfTheProgram() {
        Desk desk = desk(null);
        for (String value : List.of("urn:given", "\"urn:given\"")) {
            request(desk).put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("soapaction", List.of(value)));
            desk.add(2, 3);
            assertEquals(List.of("\"urn:given\""), fields.get("SOAPAction"));
        }
        request(desk).put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:other");
        desk.add(2, 3);
        assertEquals(List.of("\"urn:other\""), fields.get("SOAPAction"));
        request(desk).put(BindingProvider.SOAPACTION_USE_PROPERTY, false);
        desk.add(2, 3);
        assertEquals(List.of("\"urn:given\""), fields.get("SOAPAction"));

        answer = answer.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        type = "application/soap+xml; charset=utf-8";
        Desk newer = desk(SOAPBinding.SOAP12HTTP_BINDING);
        request(newer).put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("SOAPAction", List.of("\"urn:\\\"x\\\"\"")));
        newer.add(2, 3);
        assertEquals("application/soap+xml; charset=utf-8; action=\"urn:\\\"x\\\"\"", fields.getFirst("Content-Type"));
        assertNull(fields.getFirst("SOAPAction"));
    }

    @Test
    void theActionIsAParameterOfTheContentTypeInSoap12() {
        answer = answer.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        type = "application/soap+xml; charset=utf-8";
        assertEquals(5, desk(SOAPBinding.SOAP12HTTP_BINDING).add(2, 3));
        assertEquals("application/soap+xml; charset=utf-8; action=\"urn:desk#add\"", fields.getFirst("Content-Type"));
        assertNull(fields.getFirst("SOAPAction"));
    }

    @Test
    void theResponseContextHasTheHttpFields() {
        Desk desk = desk(null);
        desk.add(2, 3);
        Map<String, Object> context = ((BindingProvider) desk).getResponseContext();
        assertEquals(200, context.get(MessageContext.HTTP_RESPONSE_CODE));
        @SuppressWarnings("unchecked") // as the standard declares it
        Map<String, List<String>> headers =
                (Map<String, List<String>>) context.get(MessageContext.HTTP_RESPONSE_HEADERS);
        assertEquals(List.of("session=s1; Path=/", "basket=b2; Path=/"), headers.get("set-cookie"));
        assertEquals(List.of("1", "2"), headers.get("X-Multi"));
        assertEquals(List.of("text/xml; charset=utf-8"), headers.get("CONTENT-TYPE"));
        assertTrue(headers.keySet().contains("x-multi"), headers.keySet().toString());
    }

    /** As a program does that passes on what it was called with. */
    @Test
    void fieldsOfAnotherMessageAreNotSent() {
        Desk desk = desk(null);
        desk.add(2, 3);
        String length = fields.getFirst("Content-Length");
        String host = fields.getFirst("Host");
        Map<String, List<String>> forwarded = new HashMap<>();
        for (String name :
                List.of("Connection", "keep-alive", "TE", "trailer", "Upgrade", "expect", "Proxy-Connection")) {
            forwarded.put(name, List.of("close"));
        }
        forwarded.put("transfer-encoding", List.of("chunked"));
        forwarded.put("content-length", List.of("3"));
        forwarded.put("HOST", List.of("elsewhere"));
        forwarded.put("content-encoding", List.of("gzip"));
        forwarded.put("content-type", List.of("text/html"));
        forwarded.put("Content-MD5", List.of("x"));
        forwarded.put(null, List.of("HTTP/1.1 200 OK"));
        forwarded.put("X-Empty", List.of());
        forwarded.put("X-Trace", List.of("7", "8"));
        request(desk).put(MessageContext.HTTP_REQUEST_HEADERS, forwarded);
        assertEquals(5, desk.add(2, 3));
        assertEquals(List.of(length), fields.get("Content-Length"));
        assertEquals(List.of(host), fields.get("Host"));
        assertEquals("7, 8", fields.getFirst("X-Trace"));
        assertEquals("text/xml; charset=utf-8", fields.getFirst("Content-Type"));
        for (String name : List.of(
                "Content-Encoding",
                "Content-MD5",
                "null",
                "X-Empty",
                "Connection",
                "Keep-Alive",
                "TE",
                "Trailer",
                "Upgrade",
                "Expect",
                "Proxy-Connection",
                "Transfer-Encoding")) {
            assertNull(fields.getFirst(name), name);
        }
    }

    @Test
    void fieldsCannotBreakTheRequest() {
        Desk desk = desk(null);
        for (String name : List.of("X-A\r\nX-B", "X A", "X-A:", "")) {
            request(desk).put(MessageContext.HTTP_REQUEST_HEADERS, Map.of(name, List.of("1")));
            assertThrows(WebServiceException.class, () -> desk.add(2, 3), name);
        }
        for (String value : List.of("a\r\nEvil: 1", "a\nEvil: 1", "a\n b", "\0", "\u007f")) {
            request(desk).put(MessageContext.HTTP_REQUEST_HEADERS, Map.of("X-A", List.of(value)));
            WebServiceException refused = assertThrows(WebServiceException.class, () -> desk.add(2, 3));
            assertTrue(refused.getMessage().contains("HTTP header X-A"), refused.getMessage());
        }
        request(desk).remove(MessageContext.HTTP_REQUEST_HEADERS);
        request(desk).put(BindingProvider.SOAPACTION_URI_PROPERTY, "urn:a\r\nEvil: 1");
        WebServiceException action = assertThrows(WebServiceException.class, () -> desk.add(2, 3));
        assertTrue(action.getMessage().contains("SOAPAction"), action.getMessage());
    }

    @Test
    void unusableValuesAreNamed() {
        Desk desk = desk(null);
        request(desk).put("com.sun.xml.ws.request.timeout", "soon");
        WebServiceException timeout = assertThrows(WebServiceException.class, () -> desk.add(2, 3));
        assertTrue(timeout.getMessage().contains("soon"), timeout.getMessage());
        Desk other = desk(null);
        request(other).put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, 7);
        WebServiceException address = assertThrows(WebServiceException.class, () -> other.add(2, 3));
        assertTrue(address.getMessage().contains("java.lang.Integer"), address.getMessage());
    }

    @Test
    void answersThatAreNoSoapAreExplained() {
        Desk desk = desk(null);
        type = "text/html";
        status = 503;
        answer = "<html>busy</html>";
        WebServiceException busy = assertThrows(WebServiceException.class, () -> desk.add(2, 3));
        assertTrue(busy.getMessage().contains("503") && busy.getMessage().contains("text/html"), busy.getMessage());
        status = 200;
        type = "text/xml";
        answer = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><broken></s:Body>";
        assertThrows(WebServiceException.class, () -> desk.add(2, 3));
        status = 202;
        answer = "";
        WebServiceException nothing = assertThrows(WebServiceException.class, () -> desk.add(2, 3));
        assertTrue(nothing.getMessage().contains("202 and no body"), nothing.getMessage());
        status = 200;
        answer = envelope("", "<d:other xmlns:d=\"urn:desk\"/>");
        WebServiceException other = assertThrows(WebServiceException.class, () -> desk.add(2, 3));
        assertTrue(other.getMessage().contains("{urn:desk}other"), other.getMessage());
    }

    @Test
    void anAnswerThatMustBeUnderstoodAndIsNotIsRefused() {
        Desk desk = desk(null);
        answer = envelope(
                "<s:Header><t:tx xmlns:t=\"urn:t\" s:mustUnderstand=\"1\"/></s:Header>",
                "<d:addResponse xmlns:d=\"urn:desk\"><sum>5</sum></d:addResponse>");
        WebServiceException refused = assertThrows(WebServiceException.class, () -> desk.add(2, 3));
        assertTrue(refused.getMessage().contains("{urn:t}tx"), refused.getMessage());
        answer = answer.replace("\"1\"", "\"0\"");
        assertEquals(5, desk.add(2, 3));
    }
}
