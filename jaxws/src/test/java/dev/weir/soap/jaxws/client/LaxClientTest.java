package dev.weir.soap.jaxws.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.body.LaxProperty;
import dev.weir.soap.jaxws.handler.LookingHandler;
import jakarta.jws.WebParam;
import jakarta.jws.WebResult;
import jakarta.jws.WebService;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebFault;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What sloppy services answer, byte by byte, and what a strict and a lax client make of it. */
class LaxClientTest {
    private static final String NAMESPACE = "urn:test:lax";
    private static final String TYPES = "urn:test:lax:types";
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Item {
        @XmlElement(namespace = TYPES)
        public String name;

        @XmlElement(namespace = TYPES)
        public double price;
    }

    @WebFault(name = "NoItem", targetNamespace = NAMESPACE)
    public static class NoItem extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Item item;

        public NoItem(String message, Item item) {
            super(message);
            this.item = item;
        }

        public Item getFaultInfo() {
            return item;
        }
    }

    @WebService(targetNamespace = NAMESPACE)
    public interface Shop {
        @WebResult(name = "item")
        Item find(@WebParam(name = "name") String name) throws NoItem;
    }

    private static String envelope(String namespace, String body) {
        return "<s:Envelope xmlns:s='" + namespace + "' xmlns:w='urn:test:lax' xmlns:t='" + TYPES + "'><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    private static final String REPLY =
            "<w:findResponse><item><t:name>nut\u00e9</t:name><t:price>2</t:price></item>" + "</w:findResponse>";
    private static final String GOOD = envelope(SOAP_11, REPLY);
    private static final String UNQUALIFIED =
            envelope(SOAP_11, "<findResponse><item><name>nut\u00e9</name><price>2</price></item></findResponse>");
    private static final String TAKEN = "nut\u00e9 for 2.0";
    private static final String TEXT = "Content-Type: text/xml; charset=utf-8\r\n";
    private static final String HTML = "Content-Type: text/html; charset=utf-8\r\n";
    private static final String PAGE =
            "<html><head><title>Login</title></head><body><p>Please log in<br></body></html>";

    /**
     * A reply.
     *
     * @param fields header fields, a line each
     * @param strict what a strict client gets: the value, or what is in the exception
     * @param lax what a lax one gets
     */
    record Row(String name, String fields, String body, String strict, String lax) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Row both(String name, String fields, String body, String outcome) {
        return new Row(name, fields, body, outcome, outcome);
    }

    static List<Row> rows() {
        return List.of(
                both("as it should be", TEXT, GOOD, TAKEN),
                // -------------------------------------------------------- HTTP
                new Row("no Content-Type", "", GOOD, "a SOAP envelope was expected", TAKEN),
                new Row("text/html", HTML, GOOD, "a body of type text/html where", TAKEN),
                new Row("plain text", "Content-Type: text/plain\r\n", GOOD, "a body of type text/plain where", TAKEN),
                both("SOAP 1.1 as 1.2", "Content-Type: application/soap+xml\r\n", GOOD, TAKEN),
                both("SOAP 1.2 as 1.1", TEXT, envelope(SOAP_12, REPLY), TAKEN),
                new Row(
                        "an unknown charset",
                        "Content-Type: text/xml; charset=utf\r\n",
                        GOOD,
                        "the answer cannot be read: ",
                        TAKEN),
                new Row(
                        "a charset that the declaration denies",
                        "Content-Type: text/xml; charset=iso-8859-1\r\n",
                        "<?xml version='1.0' encoding='utf-8'?>" + GOOD,
                        "nut\u00c3\u00a9 for 2.0",
                        TAKEN),
                // -------------------------------------------------------- around the envelope
                new Row("a line before it", TEXT, "\n<?xml version='1.0'?>" + GOOD, "only at the very start", TAKEN),
                new Row("a NUL after it", TEXT, GOOD + "\0", "U+0000", TAKEN),
                // -------------------------------------------------------- in the body
                both("an unknown element", TEXT, GOOD.replace("<item>", "<more/><item><a/>"), TAKEN),
                new Row("nothing qualified", TEXT, UNQUALIFIED, "must be {urn:test:lax}findResponse", TAKEN),
                new Row("an empty number", TEXT, GOOD.replace(">2<", "><"), "not a value of xs:double", "for 0.0"),
                both("a number that is none", TEXT, GOOD.replace(">2<", ">two<"), "not a value of xs:double"),
                // -------------------------------------------------------- never
                both("a page", HTML, PAGE, "HTTP status 200 and a body of type text/html where a SOAP envelope"),
                both("a page that says it is XML", TEXT, PAGE, "must be a SOAP Envelope, but is html"),
                both("nothing", TEXT, "", "HTTP status 200 and no body"),
                both("a DOCTYPE", TEXT, "<!DOCTYPE a>" + GOOD, "a DOCTYPE is not accepted"),
                both("two envelopes", TEXT, GOOD + GOOD, "here starts a second"),
                both(
                        "two bodies",
                        TEXT,
                        GOOD.replace("</s:Body>", "</s:Body><s:Body/>"),
                        "Nothing may follow the Body"),
                both("depth", TEXT, GOOD.replace("<item>", "<a>".repeat(5_000)), "the limit maxDepth"));
    }

    private ServerSocket server;
    private volatile byte[] answer = {};

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread answering = new Thread(this::answer, "sloppy service");
        answering.setDaemon(true);
        answering.start();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void answer() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                readRequest(socket.getInputStream());
                socket.getOutputStream().write(answer);
            } catch (IOException e) {
                if (!server.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static void readRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return;
            }
            head.append((char) next);
        }
        String fields = head.toString().toLowerCase(Locale.ROOT);
        int from = fields.indexOf("content-length: ") + "content-length: ".length();
        in.readNBytes(Integer.parseInt(fields.substring(from, fields.indexOf('\r', from))));
    }

    private void answers(int status, String fields, String body) {
        byte[] bytes = body.getBytes(UTF_8);
        byte[] head = ("HTTP/1.1 " + status + " Said\r\nConnection: close\r\n" + fields + "Content-Length: "
                        + bytes.length + "\r\n\r\n")
                .getBytes(ISO_8859_1);
        byte[] whole = Arrays.copyOf(head, head.length + bytes.length);
        System.arraycopy(bytes, 0, whole, head.length, bytes.length);
        answer = whole;
    }

    private Service service() {
        Service service = Service.create(new QName(NAMESPACE, "ShopService"));
        service.addPort(
                new QName(NAMESPACE, "ShopPort"),
                SOAPBinding.SOAP11HTTP_BINDING,
                "http://127.0.0.1:" + server.getLocalPort() + "/");
        return service;
    }

    private Shop shop(Object lax) {
        Shop shop = service().getPort(new QName(NAMESPACE, "ShopPort"), Shop.class);
        ((BindingProvider) shop).getRequestContext().put(LaxProperty.NAME, lax);
        return shop;
    }

    /** Places are those of the envelope as SAAJ has written it, where a handler has looked. */
    private static String placeless(String outcome) {
        return outcome.replaceAll("(column|byte) \\d+", "");
    }

    /** The same with a handler that looks at messages. */
    private static Shop withHandler(Shop shop) {
        ((BindingProvider) shop).getBinding().setHandlerChain(List.of(new LookingHandler()));
        return shop;
    }

    private static String outcome(Shop shop) throws NoItem {
        try {
            Item item = shop.find("nut");
            return item.name + " for " + item.price;
        } catch (WebServiceException e) {
            return e.getMessage();
        }
    }

    private static void assertContains(String wanted, String found) {
        assertTrue(found.contains(wanted), () -> "no \"" + wanted + "\" in " + found);
    }

    @Test
    void aDetailThatDoesNotFitItsBeanIsSaid() throws Exception {
        String detail = "<w:NoItem><t:name>nut</t:name><t:price>seven</t:price></w:NoItem>";
        answers(
                500,
                TEXT,
                envelope(
                        SOAP_11,
                        "<s:Fault><faultcode>s:Server</faultcode><faultstring>None left.</faultstring><detail>" + detail
                                + "</detail></s:Fault>"));
        assertContains("the detail of the fault \"None left.\" cannot be read", outcome(shop(false)));
        assertContains("xs:double", outcome(shop(false)));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whatBecomesOfIt(Row row) throws Exception {
        answers(200, row.fields, row.body);
        assertContains(row.strict, outcome(shop(false)));
        assertContains(row.lax, outcome(shop(true)));
        assertEquals(placeless(outcome(shop(false))), placeless(outcome(withHandler(shop(false)))));
        assertEquals(placeless(outcome(shop(true))), placeless(outcome(withHandler(shop(true)))));
    }

    @Test
    void aDeclaredFaultIsFoundByItsLocalName() throws Exception {
        String fault = "<s:Fault><faultcode>s:Server</faultcode><faultstring>none</faultstring>"
                + "<detail><NoItem><name>nut</name><price/></NoItem></detail></s:Fault>";
        answers(500, "Content-Type: text/html\r\n", envelope(SOAP_11, fault));
        assertContains("HTTP status 500 and a body of type text/html", outcome(shop(false)));
        NoItem thrown = assertThrows(NoItem.class, () -> shop("true").find("nut"));
        assertEquals("nut", thrown.getFaultInfo().name);
    }

    @Test
    void aDispatchGetsTheEnvelopePutRight() {
        answers(200, "", "\n<?xml version='1.0'?>" + GOOD + "\0");
        Dispatch<Source> dispatch =
                service().createDispatch(new QName(NAMESPACE, "ShopPort"), Source.class, Service.Mode.PAYLOAD);
        assertThrows(WebServiceException.class, () -> dispatch.invoke(request()));
        dispatch.getRequestContext().put(LaxProperty.NAME, true);
        assertTrue(dispatch.invoke(request()) != null);
    }

    private static Source request() {
        return new StreamSource(new StringReader("<w:find xmlns:w='urn:test:lax'><name>nut</name></w:find>"));
    }

    @Test
    void anotherValueIsRefused() {
        answers(200, TEXT, GOOD);
        WebServiceException refused =
                assertThrows(WebServiceException.class, () -> shop("perhaps").find("nut"));
        assertContains("must be true or false: perhaps", refused.getMessage());
    }
}
