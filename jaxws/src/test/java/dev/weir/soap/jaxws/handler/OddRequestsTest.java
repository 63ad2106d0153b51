package dev.weir.soap.jaxws.handler;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.body.LaxProperty;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.LogicalMessageContext;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.transform.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Odd and hostile requests, byte by byte: an endpoint whose handlers look at every message, and one that takes messages of
 * SAAJ, answer as the same endpoint does alone.
 */
class OddRequestsTest {
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String TEXT = "Content-Type: text/xml; charset=utf-8\r\n";
    private static final String PLAIN = "Content-Type: text/xml\r\n";
    private static final String GOOD = envelope("<w:say><what>nut\u00e9</what><count>3</count></w:say>");
    private static final String TAKEN = "3 of nut\u00e9";

    @WebService(targetNamespace = "urn:test:odd", name = "Speaker")
    public static class Speaker {
        public String say(@WebParam(name = "what") String what, @WebParam(name = "count") long count) {
            return count + " of " + what;
        }
    }

    /** Answers with the request. */
    @WebServiceProvider
    @ServiceMode(jakarta.xml.ws.Service.Mode.MESSAGE)
    public static class Echo implements Provider<SOAPMessage> {
        @Override
        public SOAPMessage invoke(SOAPMessage request) {
            try {
                request.getSOAPBody().getTextContent();
                return request;
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Answers with the request, as XML. */
    @WebServiceProvider
    @ServiceMode(jakarta.xml.ws.Service.Mode.MESSAGE)
    public static class EchoSource implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    /** Looks at payloads. */
    private static final class Reading implements LogicalHandler<LogicalMessageContext> {
        @Override
        public boolean handleMessage(LogicalMessageContext context) {
            return context.getMessage().getPayload() != null;
        }

        @Override
        public boolean handleFault(LogicalMessageContext context) {
            return handleMessage(context);
        }

        @Override
        public void close(MessageContext context) {}
    }

    /**
     * A request.
     *
     * @param fields header fields, a line each
     * @param strict what is in a strict endpoint's answer
     * @param lax what is in a lax one's
     */
    record Row(String name, String fields, byte[] body, String strict, String lax) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static String envelope(String body) {
        return "<s:Envelope xmlns:s='" + SOAP_11 + "' xmlns:w='urn:test:odd'><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    private static String fault(String content) {
        return envelope("<s:Fault>" + content + "</s:Fault>");
    }

    private static Row row(String name, String fields, String body, String strict, String lax) {
        return new Row(name, fields, body.getBytes(UTF_8), strict, lax);
    }

    private static Row both(String name, String fields, String body, String answer) {
        return row(name, fields, body, answer, answer);
    }

    private static Row encoded(String name, String fields, String body, Charset charset, String answer) {
        return new Row(name, fields, body.getBytes(charset), answer, answer);
    }

    private static String declared(String encoding) {
        return "<?xml version='1.0' encoding='" + encoding + "'?>" + GOOD;
    }

    static List<Row> rows() {
        return List.of(
                both("as it should be", TEXT, GOOD, TAKEN),
                // -------------------------------------------------------- no XML
                both("end tag of another", TEXT, GOOD.replace("</what>", "</who>"), "cannot be read as XML"),
                both("half an envelope", TEXT, GOOD.substring(0, 150), "cannot be read as XML"),
                both("a wrong element, then no XML", TEXT, envelope("<w:shout/><a"), "begins no message"),
                both("a DOCTYPE", TEXT, "<!DOCTYPE a [<!ENTITY b 'c'>]>" + GOOD, "a DOCTYPE is not accepted"),
                both("an entity", TEXT, GOOD.replace("nut", "&b;"), "cannot be read as XML"),
                both("an unbound prefix", TEXT, GOOD.replace("count>", "c:count>"), "cannot be read as XML"),
                both("a control character", TEXT, GOOD.replace("nut", "\u0001"), "cannot be read as XML"),
                both("two envelopes", TEXT, GOOD + GOOD, "here starts a second"),
                row("words after it", TEXT, GOOD + "bye", "cannot be read as XML", TAKEN),
                row("NULs before it", TEXT, "\0" + GOOD, "cannot be read as XML", TAKEN),
                row("a line before the declaration", TEXT, "\n" + declared("utf-8"), "only at the very start", TAKEN),
                both("nothing", TEXT, "", "has no body"),
                both("white space", TEXT, "  ", "cannot be read as XML"),
                // -------------------------------------------------------- no envelope
                both("another version", TEXT, GOOD.replace(SOAP_11, "urn:soap"), "VersionMismatch"),
                both(
                        "SOAP 1.2 where 1.1 is served",
                        TEXT,
                        GOOD.replace(SOAP_11, "http://www.w3.org/2003/05/soap-envelope"),
                        "VersionMismatch"),
                both("a page", TEXT, "<html><body>hi</body></html>", "but is html"),
                both("no Body", TEXT, "<s:Envelope xmlns:s='" + SOAP_11 + "'/>", "must have a Body here"),
                both("text in the Envelope", TEXT, GOOD.replace("<s:Body>", "a<s:Body>"), "must not have text"),
                both("text in the Body", TEXT, GOOD.replace("<s:Body>", "<s:Body>a"), "must not have text"),
                both(
                        "two bodies",
                        TEXT,
                        GOOD.replace("</s:Body>", "</s:Body><s:Body/>"),
                        "Nothing may follow the Body"),
                both("two operations", TEXT, GOOD.replace("</s:Body>", "<w:say/></s:Body>"), "one child at most"),
                // -------------------------------------------------------- processing instructions
                both("before the Envelope", TEXT, "<?odd a?>" + GOOD, TAKEN),
                both("in the Envelope", TEXT, GOOD.replace("<s:Body>", "<?odd a?><s:Body>"), TAKEN),
                both("in the Body", TEXT, GOOD.replace("<s:Body>", "<s:Body><?odd a?>"), TAKEN),
                both("in the message", TEXT, GOOD.replace("<what>", "<?odd a?><what>"), TAKEN),
                both("in a value", TEXT, GOOD.replace("nut", "<?odd a?>nut"), TAKEN),
                both("after the message", TEXT, GOOD.replace("</s:Body>", "<?odd a?></s:Body>"), TAKEN),
                both("after the Envelope", TEXT, GOOD + "<?odd a?>", TAKEN),
                both(
                        "in a header block",
                        TEXT,
                        GOOD.replace("<s:Body>", "<s:Header><w:h><?odd a?></w:h></s:Header><s:Body>"),
                        TAKEN),
                // -------------------------------------------------------- faults
                both(
                        "a fault",
                        TEXT,
                        fault("<faultcode>s:Client</faultcode><faultstring>a</faultstring>"),
                        "begins no"),
                both("a fault of nothing", TEXT, fault(""), "begins no"),
                both("a fault without a code", TEXT, fault("<faultstring>a</faultstring>"), "begins no"),
                both("a fault of an unbound code", TEXT, fault("<faultcode>x:a</faultcode>"), "begins no"),
                both("a fault of an empty code", TEXT, fault("<faultcode/>"), "begins no"),
                both("a fault of text", TEXT, fault("a"), "begins no"),
                both("two faults", TEXT, envelope("<s:Fault/><s:Fault/>"), "begins no"),
                both("a fault of something else", TEXT, fault("<w:say/>"), "begins no"),
                both(
                        "a fault of SOAP 1.2",
                        TEXT,
                        envelope("<e:Fault xmlns:e='http://www.w3.org/2003/05/soap-envelope'/>"),
                        "begins no"),
                // -------------------------------------------------------- encodings
                row("an unknown charset", "Content-Type: text/xml; charset=klingon\r\n", GOOD, "klingon is not", TAKEN),
                both("one that is declared", PLAIN, declared("klingon"), "klingon"),
                both("UTF-7", PLAIN, declared("utf-7"), "utf-7"),
                both("a charset beside it", TEXT, declared("klingon"), TAKEN),
                both("a mark and a declaration", PLAIN, "\uFEFF" + declared("utf-8"), TAKEN),
                both("with a charset", TEXT, "\uFEFF" + declared("utf-8"), TAKEN),
                encoded("declared Latin", PLAIN, declared("iso-8859-1"), ISO_8859_1, TAKEN),
                encoded("Latin by its charset", TEXT.replace("utf-8", "latin1"), GOOD, ISO_8859_1, TAKEN),
                encoded("Latin that is said to be UTF-8", TEXT, GOOD, ISO_8859_1, "not UTF-8"),
                encoded("UTF-16 that is said to be UTF-8", TEXT, "\uFEFF" + GOOD, UTF_16LE, TAKEN),
                encoded("UTF-16 without a mark", TEXT, GOOD, UTF_16LE, "cannot be read as XML"),
                encoded("UTF-32", TEXT, "\uFEFF" + GOOD, Charset.forName("UTF-32BE"), ""),
                // -------------------------------------------------------- too much
                both("depth", TEXT, envelope("<w:say><what>" + "<a>".repeat(5_000)), ""),
                both(
                        "depth in a header block",
                        TEXT,
                        GOOD.replace(
                                "<s:Body>",
                                "<s:Header>" + "<a>".repeat(5_000) + "</a>".repeat(5_000) + "</s:Header><s:Body>"),
                        "maxDepth"),
                both(
                        "depth that is allowed",
                        TEXT,
                        GOOD.replace(
                                "<s:Body>",
                                "<s:Header><w:h>" + "<a>".repeat(990) + "</a>".repeat(990)
                                        + "</w:h></s:Header><s:Body>"),
                        TAKEN),
                both(
                        "attributes",
                        TEXT,
                        GOOD.replace("<what>", "<what " + attributes(100_000) + ">"),
                        "maxAttributes"));
    }

    private static String attributes(int count) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < count; i++) {
            all.append('a').append(i).append("='' ");
        }
        return all.toString();
    }

    private static Served alone;
    private static Served aloneLax;
    private static Served looking;
    private static Served lookingLax;
    private static Served reading;
    private static Served echo;
    private static Served echoSource;

    @BeforeAll
    static void publish() {
        alone = served(new Speaker(), false);
        aloneLax = served(new Speaker(), true);
        looking = served(new Speaker(), false, new LookingHandler());
        lookingLax = served(new Speaker(), true, new LookingHandler());
        reading = served(new Speaker(), false, new Reading());
        echo = served(new Echo(), false, new LookingHandler());
        echoSource = served(new EchoSource(), false);
    }

    private static Served served(Object implementor, boolean lax, Handler<?>... handlers) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, implementor);
        endpoint.getProperties().put(LaxProperty.NAME, lax);
        endpoint.getBinding().setHandlerChain(List.of(handlers));
        return Served.publish(endpoint);
    }

    @AfterAll
    static void stop() {
        List.of(alone, aloneLax, looking, lookingLax, reading, echo, echoSource).forEach(Served::close);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void handlersChangeNoAnswer(Row row) throws Exception {
        String answer = post(alone, row);
        assertTrue(answer.contains(row.strict), () -> "no \"" + row.strict + "\" in " + answer);
        assertEquals(answer, post(looking, row));
        assertEquals(answer, post(reading, row));
        String lax = post(aloneLax, row);
        assertTrue(lax.contains(row.lax), () -> "no \"" + row.lax + "\" in " + lax);
        assertEquals(lax, post(lookingLax, row));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aProviderOfWholeMessagesTakesWhatMethodsTake(Row row) throws Exception {
        boolean taken = post(alone, row).contains("nut\u00e9");
        for (Served provider : List.of(echo, echoSource)) {
            String answer = post(provider, row);
            assertEquals(taken, answer.contains("nut\u00e9") && !answer.contains("faultstring"), answer);
        }
    }

    private static final Pattern STATUS = Pattern.compile("HTTP/1.1 (\\d+)");

    /** Status and body of the answer; without an XML declaration, which SAAJ does not write. */
    private static String post(Served served, Row row) throws IOException {
        URI address = URI.create(served.address());
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(20_000);
            String head = "POST " + address.getPath() + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + row.fields + "Content-Length: " + row.body.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            socket.getOutputStream().write(row.body);
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            Matcher status = STATUS.matcher(answer);
            assertTrue(status.lookingAt(), answer);
            return status.group(1) + " "
                    + answer.substring(answer.indexOf("\r\n\r\n") + 4).replaceFirst("^<\\?xml .*?\\?>", "");
        }
    }
}
