package dev.weir.soap.jaxws;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.body.LaxProperty;
import dev.weir.soap.jaxws.feature.Lax;
import dev.weir.soap.jaxws.feature.SchemaValidation;
import dev.weir.soap.jaxws.handler.PassingHandler;
import dev.weir.soap.jaxws.model.InterfaceException;
import jakarta.jws.WebMethod;
import jakarta.jws.WebParam;
import jakarta.jws.WebService;
import jakarta.jws.soap.SOAPBinding;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.transform.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What sloppy peers send, byte by byte, and what a strict and a lax endpoint make of it. */
class LaxModeTest {
    private static final String TYPES = "urn:test:lax:types";
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Item {
        @XmlElement(namespace = TYPES)
        public String name;

        @XmlElement(namespace = TYPES)
        public double price;

        @XmlElement(namespace = TYPES)
        public XMLGregorianCalendar due;

        @XmlElement(namespace = TYPES)
        public Item inner;
    }

    /** Its wrapper is qualified, the children of that are not, and those of an item are again. */
    @WebService(targetNamespace = "urn:test:lax", name = "Shop")
    public static class Shop {
        @WebMethod(action = "urn:order")
        public String order(@WebParam(name = "item") Item item, @WebParam(name = "count") long count) {
            return item == null ? "nothing" : count + " of " + item.name + " for " + item.price + " until " + item.due;
        }
    }

    @Lax
    @WebService(targetNamespace = "urn:test:lax", name = "Shop")
    public static class LaxShop extends Shop {}

    @WebService(targetNamespace = "urn:test:lax", name = "Desk")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public static class Desk {
        public String add(@WebParam(name = "what") String what, @WebParam(name = "count") Long count) {
            return count + " of " + what;
        }
    }

    private static String envelope(String namespace, String body) {
        return "<s:Envelope xmlns:s='" + namespace + "' xmlns:w='urn:test:lax' xmlns:t='" + TYPES + "'><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    private static String order(String content) {
        return envelope(SOAP_11, "<w:order>" + content + "</w:order>");
    }

    private static final String CONTENT =
            "<item><t:name>nut\u00e9</t:name><t:price>2</t:price><t:due>2026-11-27</t:due></item><count>3</count>";
    private static final String GOOD = order(CONTENT);
    private static final String TAKEN = "3 of nut\u00e9 for 2.0 until 2026-11-27";
    private static final String TEXT = "Content-Type: text/xml; charset=utf-8\r\n";

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

    private static Row row(String name, String fields, String body, String strict, String lax) {
        return new Row(name, fields, body.getBytes(UTF_8), strict, lax);
    }

    private static final String DECLARED = "<?xml version='1.0'?>";
    private static final String ALL_UNQUALIFIED = GOOD.replace("t:", "").replace("urn:teslax", "urn:test:lax");

    private static final Row[] ROWS = {
        row("as it should be", TEXT + "SOAPAction: \"urn:order\"\r\n", GOOD, TAKEN, TAKEN),
        // ------------------------------------------------------------ HTTP
        row("no SOAPAction", TEXT, GOOD, TAKEN, TAKEN),
        row("a SOAPAction of something else", TEXT + "SOAPAction: nonsense\r\n", GOOD, TAKEN, TAKEN),
        row("no Content-Type", "", GOOD, "but there is none.", TAKEN),
        row("a form", "Content-Type: application/x-www-form-urlencoded\r\n", GOOD, "not application/x-www", TAKEN),
        row("application/xml", "Content-Type: application/xml\r\n", GOOD, "not application/xml", TAKEN),
        row("SOAP 1.1 as 1.2", "Content-Type: application/soap+xml\r\n", GOOD, "must be sent as text/xml", TAKEN),
        row("an unknown charset", "Content-Type: text/xml; charset=utf-8-sig\r\n", GOOD, "is not known", TAKEN),
        row(
                "a charset that the declaration denies",
                "Content-Type: text/xml; charset=iso-8859-1\r\n",
                "<?xml version='1.0' encoding='utf-8'?>" + GOOD,
                "3 of nut\u00c3\u00a9",
                TAKEN),
        new Row(
                "the other way round",
                TEXT,
                ("<?xml version='1.0' encoding='iso-8859-1'?>" + GOOD).getBytes(ISO_8859_1),
                "not UTF-8",
                TAKEN),
        new Row("UTF-16 that is said to be UTF-8", TEXT, ("\uFEFF" + GOOD).getBytes(UTF_16LE), TAKEN, TAKEN),
        // ------------------------------------------------------------ around the envelope
        row("a byte order mark", TEXT, "\uFEFF" + DECLARED + GOOD, TAKEN, TAKEN),
        row("two of them", TEXT, "\uFEFF\uFEFF" + GOOD, "U+FEFF", TAKEN),
        row("a line before the declaration", TEXT, "\r\n" + DECLARED + GOOD, "only at the very start", TAKEN),
        row("a comment before it", TEXT, "<!-- a > b -->" + DECLARED + GOOD, "only at the very start", TAKEN),
        row("a NUL before the envelope", TEXT, "\0" + GOOD, "U+0000", TAKEN),
        row("NULs after it", TEXT, GOOD + "\0\0", "U+0000", TAKEN),
        row("words after it", TEXT, GOOD + "\r\nbye", "U+0062", TAKEN),
        // ------------------------------------------------------------ in the body
        row("an unqualified wrapper", TEXT, GOOD.replace("w:order", "order"), "begins no message", TAKEN),
        row("another namespace", TEXT, GOOD.replace("urn:test:lax'", "urn:old'"), "begins no message", TAKEN),
        row("nothing qualified", TEXT, ALL_UNQUALIFIED.replace("w:order", "order"), "begins no message", TAKEN),
        row("children unqualified", TEXT, ALL_UNQUALIFIED, "unexpected element", TAKEN),
        row("children qualified", TEXT, order(CONTENT.replace("count>", "w:count>")), "unexpected element", TAKEN),
        row("an unknown element", TEXT, order(CONTENT + "<more><a/></more>"), "unexpected element", TAKEN),
        row("one in an object", TEXT, order(CONTENT.replace("<item>", "<item><a/>")), "unexpected element", TAKEN),
        row("an unknown attribute", TEXT, order(CONTENT.replace("<item>", "<item a='1'>")), TAKEN, TAKEN),
        row(
                "another order",
                TEXT,
                order(
                        "<count>3</count><item><t:due>2026-11-27</t:due><t:price>2</t:price><t:name>nut\u00e9</t:name></item>"),
                TAKEN,
                TAKEN),
        row("an empty long", TEXT, order(CONTENT.replace(">3<", "><")), "not a value", "0 of nut\u00e9"),
        row("an empty double", TEXT, order(CONTENT.replace(">2<", "> <")), "not a value", "for 0.0 until"),
        row("an empty date", TEXT, order(CONTENT.replace(">2026-11-27<", "><")), "not a value", "until null"),
        row("white space around values", TEXT, order(CONTENT.replace(">3<", "> 3\n<")), TAKEN, TAKEN),
        row("one element twice: the last counts", TEXT, order(CONTENT + "<count>4</count>"), "4 of", "4 of"),
        // ------------------------------------------------------------ never
        both("a value that is none", TEXT, order(CONTENT.replace(">2<", ">2,5<")), "not a value of xs:double"),
        both("SOAP 1.2 where 1.1 is served", TEXT, GOOD.replace(SOAP_11, SOAP_12), "VersionMismatch"),
        both("a DOCTYPE", TEXT, "<!DOCTYPE a>" + GOOD, "a DOCTYPE is not accepted"),
        both("two envelopes", TEXT, GOOD + GOOD, "here starts a second"),
        both("an element after the envelope", TEXT, GOOD + "<a/>", "here starts a second"),
        both("two bodies", TEXT, GOOD.replace("</s:Body>", "</s:Body><s:Body/>"), "Nothing may follow the Body"),
        both("two operations", TEXT, GOOD.replace("</s:Body>", "<w:order/></s:Body>"), "one child at most"),
        both("half an envelope", TEXT, GOOD.substring(0, 200), "cannot be read as XML"),
        both("a page", "Content-Type: text/html\r\n", "<html><body>hi</body></html>", "not text/html"),
        both("a page that says it is XML", TEXT, "<html><body>hi</body></html>", "but is html"),
        both("depth", TEXT, order("<item>" + "<t:inner>".repeat(5_000)), "beyond the limit maxDepth"),
        row("depth of what is skipped", TEXT, order("<a>".repeat(5_000)), "unexpected element", "the limit maxDepth"),
        both("another page of a browser", "Origin: https://else.example\r\n", GOOD, "but there is none."),
        both(
                "one in plain text",
                "Origin: https://else.example\r\nContent-Type: text/plain\r\n",
                GOOD,
                "not text/plain"),
    };

    static List<Row> rows() {
        return List.of(ROWS);
    }

    private static Row both(String name, String fields, String body, String answer) {
        return row(name, fields, body, answer, answer);
    }

    private static Served strict;
    private static Served lax;

    @BeforeAll
    static void publish() {
        strict = Served.by(new Shop());
        lax = Served.by(new LaxShop());
    }

    @AfterAll
    static void stop() {
        strict.close();
        lax.close();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whatBecomesOfIt(Row row) throws Exception {
        assertContains(row.strict, post(strict, row.fields, row.body));
        assertContains(row.lax, post(lax, row.fields, row.body));
    }

    private static void assertContains(String wanted, String reply) {
        assertTrue(reply.contains(wanted), () -> "no \"" + wanted + "\" in " + reply);
    }

    private static String post(Served served, String fields, byte[] body) throws IOException {
        URI address = URI.create(served.address());
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(20_000);
            String head = "POST " + address.getPath() + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + fields
                    + "Content-Length: " + body.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            socket.getOutputStream().write(body);
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static String post(Served served, String body) throws IOException {
        return post(served, TEXT, body.getBytes(UTF_8));
    }

    private static Served served(Object implementor, Object property) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, implementor);
        endpoint.getProperties().put(LaxProperty.NAME, property);
        return Served.publish(endpoint);
    }

    @Test
    void thePropertyCountsBeforeTheAnnotation() throws Exception {
        try (Served asked = served(new Shop(), true);
                Served asText = served(new Shop(), "true");
                Served refused = served(new LaxShop(), false)) {
            assertContains(TAKEN, post(asked, "", GOOD.getBytes(UTF_8)));
            assertContains(TAKEN, post(asText, "", GOOD.getBytes(UTF_8)));
            assertContains("but there is none.", post(refused, "", GOOD.getBytes(UTF_8)));
        }
        assertThrows(InterfaceException.class, () -> served(new Shop(), "perhaps"));
    }

    @Test
    void repliesAreAsTheyAlwaysAre() throws Exception {
        String reply = post(lax, "Content-Type: application/soap+xml\r\n", ALL_UNQUALIFIED.getBytes(UTF_8));
        assertContains("text/xml; charset=utf-8", reply.toLowerCase(Locale.ROOT));
        assertContains(
                "{urn:test:lax}orderResponse",
                reply.replaceAll(".*<(\\w+:)?orderResponse xmlns(:\\w+)?=.([^'\"]*).*", "{$3}orderResponse"));
    }

    @Test
    void whatIsSkippedMayReferToItsPart() throws Exception {
        String picture = "<picture><x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:p'/></picture>";
        String parts = "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"; charset=utf-8\r\n\r\n"
                + order(CONTENT + picture) + "\r\n--b\r\nContent-ID: <p>\r\n\r\nbytes\r\n--b--\r\n";
        String type =
                "Content-Type: multipart/related; type=\"application/xop+xml\"; start-info=\"text/xml\"; boundary=b\r\n";
        assertContains(TAKEN, post(lax, type, parts.getBytes(UTF_8)));
        assertContains("unexpected element", post(strict, type, parts.getBytes(UTF_8)));
    }

    @Test
    void aPackedRequestIsUnpackedBefore() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write((GOOD + "\0").getBytes(UTF_8));
        }
        assertContains(TAKEN, post(lax, "Content-Encoding: gzip\r\n", packed.toByteArray()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0\0\0\0", "\0", "junk", "\uFFFD", "junk that is longer than a header"})
    void whatFollowsGzipIsRefusedAsThat(String junk) throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(GOOD.getBytes(UTF_8));
        }
        packed.write(junk.getBytes(UTF_8));
        for (Served served : List.of(strict, lax)) {
            String answer = post(served, TEXT + "Content-Encoding: gzip\r\n", packed.toByteArray());
            assertTrue(answer.startsWith("HTTP/1.1 500 "), answer);
            assertTrue(answer.contains("<faultcode>soap:Client<"), answer);
            assertTrue(answer.contains("follow"), answer);
        }
    }

    @Test
    void inRpcStyleUnknownPartsAreSkippedAndMissingOnesAreNull() throws Exception {
        String good = envelope(SOAP_11, "<w:add><what>nut</what><count>3</count></w:add>");
        String qualified = good.replace("what>", "w:what>").replace("w:add", "add");
        String more = good.replace("<count>", "<more/><count>");
        String less = good.replace("<count>3</count>", "");
        String empty = good.replace(">3<", "><");
        String twice = good.replace("<count>", "<count>1</count><count>");
        try (Served strictDesk = Served.by(new Desk());
                Served laxDesk = served(new Desk(), true)) {
            assertContains("begins no message", post(strictDesk, qualified));
            assertContains("is no part of", post(strictDesk, more));
            assertContains("is missing before", post(strictDesk, less));
            assertContains("not a value of xs:long", post(strictDesk, empty));
            assertContains("3 of nut", post(laxDesk, qualified));
            assertContains("3 of nut", post(laxDesk, more));
            assertContains("null of nut", post(laxDesk, less));
            assertContains("null of nut", post(laxDesk, empty));
            assertContains("given twice", post(strictDesk, twice));
            assertContains("given twice", post(laxDesk, twice));
        }
    }

    @Test
    void inRpcStyleAnEmptyPrimitivePartIsZero() throws Exception {
        String good = envelope(SOAP_11, "<w:sum><few>1</few><many>2</many></w:sum>");
        try (Served strictTill = Served.by(new Till());
                Served laxTill = served(new Till(), true)) {
            assertContains(">3<", post(strictTill, good));
            assertContains(">2<", post(strictTill, good.replace(">1<", "><")));
            assertContains("not a value of xs:long", post(strictTill, good.replace(">2<", "><")));
            assertContains(">1<", post(laxTill, good.replace(">2<", "><")));
            assertContains(
                    "Parameter 2 of operation sum must have a value",
                    post(laxTill, good.replace("<many>2</many>", "")));
        }
    }

    @WebService(targetNamespace = "urn:test:lax", name = "Till")
    @SOAPBinding(style = SOAPBinding.Style.RPC)
    public static class Till {
        public long sum(@WebParam(name = "few") int few, @WebParam(name = "many") long many) {
            return few + many;
        }
    }

    @Test
    void aNameThatCouldMeanTwoThingsMeansNeither() throws Exception {
        try (Served served = served(new Pairs(), true)) {
            String pair = "<w:join><pair xmlns:a='urn:a' xmlns:b='urn:b'><a:one>1</a:one><b:one>2</b:one><one>3</one>"
                    + "</pair></w:join>";
            assertContains("1 and 2", post(served, envelope(SOAP_11, pair)));
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Pair {
        @XmlElement(name = "one", namespace = "urn:a")
        public String first;

        @XmlElement(name = "one", namespace = "urn:b")
        public String second;
    }

    @WebService(targetNamespace = "urn:test:lax", name = "Pairs")
    public static class Pairs {
        public String join(@WebParam(name = "pair") Pair pair) {
            return pair.first + " and " + pair.second;
        }
    }

    @Test
    void whatHasAPlaceForUnknownElementsGetsThem() throws Exception {
        try (Served served = served(new Crates(), true)) {
            String crate = "<w:names><crate><label>a</label><x:label xmlns:x='urn:x'>b</x:label></crate></w:names>";
            assertContains("a, 1 more", post(served, envelope(SOAP_11, crate)));
        }
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Crate {
        public String label;

        @XmlAnyElement
        public List<Object> more = new ArrayList<>();
    }

    @WebService(targetNamespace = "urn:test:lax", name = "Crates")
    public static class Crates {
        public String names(@WebParam(name = "crate") Crate crate) {
            return crate.label + ", " + crate.more.size() + " more";
        }
    }

    @Test
    void compiledCodecsReadAsInterpretedOnesDo() throws Exception {
        String sloppy = ALL_UNQUALIFIED.replace(">3<", "><").replace("<item>", "<item><a/>");
        for (int i = 0; i < 300; i++) { // a class is compiled after 256 uses
            assertContains("0 of nut\u00e9 for 2.0 until 2026-11-27", post(lax, sloppy));
        }
    }

    @Test
    void anEndpointOfSoap12KnowsItsEnvelopesByThemselves() throws Exception {
        String paint = envelope(SOAP_12, "<w:paint><color>RED</color></w:paint>");
        try (Served strictPaint = Served.by(new Paint());
                Served laxPaint = served(new Paint(), true)) {
            assertContains("must be sent as application/soap+xml", post(strictPaint, paint));
            String reply = post(laxPaint, paint);
            assertContains("RED", reply);
            assertContains("application/soap+xml", reply);
            assertContains("RED", post(laxPaint, "Content-Type: text/xml; action=\"a b\"\r\n", paint.getBytes(UTF_8)));
        }
    }

    @Test
    void anEmptyEnumerationIsMissing() throws Exception {
        String type = "Content-Type: application/soap+xml\r\n";
        byte[] empty = envelope(SOAP_12, "<w:paint><color/></w:paint>").getBytes(UTF_8);
        byte[] wrong =
                envelope(SOAP_12, "<w:paint><color>PINK</color></w:paint>").getBytes(UTF_8);
        try (Served strictPaint = Served.by(new Paint());
                Served laxPaint = served(new Paint(), true)) {
            assertContains("not a value of Color", post(strictPaint, type, empty));
            assertContains("null", post(laxPaint, type, empty));
            assertContains("not a value of Color", post(laxPaint, type, wrong));
        }
    }

    public enum Color {
        RED
    }

    @BindingType(jakarta.xml.ws.soap.SOAPBinding.SOAP12HTTP_BINDING)
    @WebService(targetNamespace = "urn:test:lax", name = "Paint")
    public static class Paint {
        public String paint(@WebParam(name = "color") Color color) {
            return String.valueOf(color);
        }
    }

    @Test
    void emptyValuesWithoutEndAreRefused() throws Exception {
        try (Served served = served(new Sums(), true)) {
            assertContains(">3<", post(served, envelope(SOAP_11, "<w:size>" + "<n>1</n><n/>".repeat(3) + "</w:size>")));
            String many = envelope(SOAP_11, "<w:size>" + "<n/>".repeat(20_000) + "</w:size>");
            assertContains("not a value of xs:double", post(served, many));
        }
    }

    @WebService(targetNamespace = "urn:test:lax", name = "Sums")
    public static class Sums {
        public int size(@WebParam(name = "n") List<Double> numbers) {
            return numbers.size();
        }
    }

    @Test
    void providersAndHandlersGetWhatHasBeenPutRight() throws Exception {
        Endpoint handled = new WeirProvider().createEndpoint(null, new LaxShop());
        List<String> seen = new CopyOnWriteArrayList<>();
        handled.getBinding().setHandlerChain(List.of(new Names(seen)));
        try (Served echo = served(new Echo(), true);
                Served withHandlers = Served.publish(handled)) {
            assertContains("<w:order", post(echo, "", ("\n" + DECLARED + GOOD + "\0").getBytes(UTF_8)));
            assertContains(TAKEN, post(withHandlers, "", (GOOD + "\0").getBytes(UTF_8)));
            assertEquals(List.of("order", "orderResponse"), seen);
        }
    }

    @WebServiceProvider
    @ServiceMode(jakarta.xml.ws.Service.Mode.PAYLOAD)
    public static class Echo implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    /** Notes what the body has. */
    private record Names(List<String> seen) implements PassingHandler {
        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            try {
                seen.add(context.getMessage().getSOAPBody().getFirstChild().getLocalName());
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
            return true;
        }
    }

    @Test
    void validationAndLaxExcludeEachOther() {
        InterfaceException refused = assertThrows(
                InterfaceException.class, () -> Served.by(new Undecided()).close());
        assertContains("SchemaValidation is not supported with Lax", String.valueOf(refused.getMessage()));
    }

    @Lax
    @SchemaValidation
    @WebService(targetNamespace = "urn:test:lax", name = "Shop")
    public static class Undecided extends Shop {}
}
