package dev.weir.soap.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.ShopService;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.http.RawPeer;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The endpoint over real HTTP: what callers send, and what they get. */
class SoapEndpointTest {
    private static final String NS11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String NS12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final String WSA = "http://www.w3.org/2005/08/addressing";
    private static final String TYPE11 = "text/xml; charset=utf-8";
    private static final String TYPE12 = "application/soap+xml; charset=utf-8";
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Logger ENDPOINT_LOG = Logger.getLogger(SoapEndpoint.class.getName());

    private static HttpTransport transport;
    private static HttpServer server;

    @BeforeAll
    static void start() throws IOException {
        ENDPOINT_LOG.setLevel(Level.OFF);
        transport = HttpTransport.start();
        server = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT.withMaxBodyBytes(100_000));
        mount("/shop", SoapVersion.SOAP_11, SoapVersion.SOAP_12);
        mount("/shop11", SoapVersion.SOAP_11);
        mount("/shop12", SoapVersion.SOAP_12);
        server.mount(
                "/rpc", new SoapEndpoint(ShopService.rpcDescription(), ShopService::serve, EndpointOptions.DEFAULT));
        server.mount(
                "/proxied",
                new SoapEndpoint(
                        ShopService.description(SoapVersion.SOAP_11),
                        ShopService::serve,
                        new EndpointOptions(XmlLimits.DEFAULT.withMaxDepth(20), true)));
    }

    private static void mount(String path, SoapVersion... versions) {
        server.mount(
                path, new SoapEndpoint(ShopService.description(versions), ShopService::serve, EndpointOptions.DEFAULT));
    }

    @AfterAll
    static void stop() {
        server.close(Duration.ZERO);
        transport.close();
        ENDPOINT_LOG.setLevel(null);
    }

    @AfterEach
    void theServerGoesOn() throws Exception {
        Answer answer = post("/shop", TYPE11, "", envelope(NS11, "", order("again")));
        assertEquals(200, answer.status);
        assertEquals("order:again", answer.body().elements().get(1).stringValue());
    }

    // Sending

    private static String envelope(String namespace, String headers, String body) {
        return "<e:Envelope xmlns:e='" + namespace + "' xmlns:d='urn:shop:data' xmlns:wsa='" + WSA + "'>"
                + (headers.isEmpty() ? "" : "<e:Header>" + headers + "</e:Header>") + "<e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    private static String order(String text) {
        return "<d:order>" + text + "</d:order>";
    }

    private record Answer(int status, String type, String text, Map<String, List<String>> headers) {
        XmlElement envelope() {
            return XmlElement.parse(text.getBytes(StandardCharsets.UTF_8));
        }

        String namespace() {
            return envelope().name().namespace();
        }

        List<XmlElement> replyHeaders() {
            XmlElement header = envelope().element(XmlName.of(namespace(), "Header"));
            return header == null ? List.of() : header.elements();
        }

        XmlElement header(String namespace, String local) {
            for (XmlElement block : replyHeaders()) {
                if (block.name().equals(XmlName.of(namespace, local))) {
                    return block;
                }
            }
            throw new AssertionError("no header {" + namespace + "}" + local + " in " + text);
        }

        XmlElement body() {
            XmlElement body = envelope().element(XmlName.of(namespace(), "Body"));
            assertNotNull(body, text);
            assertEquals(1, body.elements().size(), text);
            return body.elements().get(0);
        }

        XmlElement fault() {
            XmlElement fault = body();
            assertEquals(XmlName.of(namespace(), "Fault"), fault.name(), text);
            return fault;
        }

        XmlElement child(XmlElement parent, String... path) {
            XmlElement at = parent;
            for (String local : path) {
                at = at.element(XmlName.of(namespace().equals(NS12) ? NS12 : "", local));
                assertNotNull(at, () -> local + " in " + text);
            }
            return at;
        }

        XmlName code() {
            XmlElement value = namespace().equals(NS12) ? child(fault(), "Code", "Value") : child(fault(), "faultcode");
            return value.resolveQName(value.stringValue());
        }

        String reason() {
            return namespace().equals(NS12)
                    ? child(fault(), "Reason", "Text").stringValue()
                    : child(fault(), "faultstring").stringValue();
        }
    }

    private static URI at(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    private static Answer send(HttpRequest.Builder request) throws Exception {
        HttpResponse<byte[]> response =
                CLIENT.send(request.timeout(Duration.ofSeconds(20)).build(), BodyHandlers.ofByteArray());
        return new Answer(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                new String(response.body(), StandardCharsets.UTF_8),
                response.headers().map());
    }

    private static Answer post(String path, String type, String action, byte[] body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path)).POST(BodyPublishers.ofByteArray(body));
        if (!type.isEmpty()) {
            request.header("Content-Type", type);
        }
        if (!action.isEmpty()) {
            request.header("SOAPAction", action);
        }
        return send(request);
    }

    private static Answer post(String path, String type, String action, String body) throws Exception {
        return post(path, type, action, body.getBytes(StandardCharsets.UTF_8));
    }

    private static Answer post(SoapVersion version, String body) throws Exception {
        return post(
                "/shop", version == SoapVersion.SOAP_11 ? TYPE11 : TYPE12, "", envelope(namespace(version), "", body));
    }

    private static String namespace(SoapVersion version) {
        return version == SoapVersion.SOAP_11 ? NS11 : NS12;
    }

    private static void assertFault(Answer answer, SoapVersion version, boolean sender, String... inReason) {
        String code = version == SoapVersion.SOAP_11 ? sender ? "Client" : "Server" : sender ? "Sender" : "Receiver";
        assertEquals(XmlName.of(namespace(version), code), answer.code(), answer.text);
        assertEquals(sender && version == SoapVersion.SOAP_12 ? 400 : 500, answer.status, answer.text);
        assertEquals(version == SoapVersion.SOAP_11 ? TYPE11 : TYPE12, answer.type);
        for (String piece : inReason) {
            assertTrue(answer.reason().contains(piece), () -> "expected '" + piece + "' in: " + answer.reason());
        }
        assertNoInternals(answer);
    }

    private static void assertNoInternals(Answer answer) {
        for (String internal : List.of("Exception", "dev.weir", "java.", "\tat ", "io.vertx", "secret")) {
            assertFalse(answer.text.contains(internal), answer.text);
        }
    }

    // Messages that are well

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void aRequestIsAnsweredInItsOwnVersion(SoapVersion version) throws Exception {
        Answer answer = post(version, "\n  <!-- one -->" + order("a &lt; \u00fc") + "\n");
        assertEquals(200, answer.status);
        assertEquals(version == SoapVersion.SOAP_11 ? TYPE11 : TYPE12, answer.type);
        assertEquals(namespace(version), answer.namespace());
        assertEquals(ShopService.RECEIPT, answer.body().name());
        assertEquals("order:a < \u00fc", answer.body().elements().get(1).stringValue());
    }

    @Test
    void anAnswerThatTakesItsTimeHoldsNoThread() throws Exception {
        List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            calls.add(CLIENT.sendAsync(
                    HttpRequest.newBuilder(at("/shop"))
                            .header("Content-Type", TYPE11)
                            .POST(BodyPublishers.ofString(envelope(NS11, "", order("late"))))
                            .build(),
                    BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> call : calls) {
            assertEquals(200, call.get(20, TimeUnit.SECONDS).statusCode());
        }
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void aOneWayMessageIsAnsweredWith202AndNothing(SoapVersion version) throws Exception {
        Answer answer = post(version, "<d:cancel>1</d:cancel>");
        assertEquals(202, answer.status);
        assertEquals("", answer.text);
        assertFault(post(version, "<d:cancel>refuse</d:cancel>"), version, true, "It cannot be cancelled.");
    }

    @ParameterizedTest
    @CsvSource({"'\"approve\"', approve", "reject, reject", "'\"urn:shop:Shop:rejectRequest\"', reject"})
    void theActionTellsOperationsWithTheSameElementApart(String action, String operation) throws Exception {
        String decision = "<d:decision>it</d:decision>";
        Answer soap11 = post("/shop", TYPE11, action, envelope(NS11, "", decision));
        assertEquals(operation + ":it", soap11.body().elements().get(1).stringValue());
        String quoted = action.startsWith("\"") ? action : "\"" + action + "\"";
        Answer soap12 = post("/shop", TYPE12 + "; action=" + quoted, "", envelope(NS12, "", decision));
        assertEquals(operation + ":it", soap12.body().elements().get(1).stringValue());
        Answer addressed = post(
                "/shop",
                TYPE11,
                "",
                envelope(NS11, "<wsa:Action>" + action.replace("\"", "") + "</wsa:Action>", decision));
        assertEquals(operation + ":it", addressed.body().elements().get(1).stringValue());
    }

    @Test
    void withoutActionSuchAMessageIsRefusedWithTheActionsThereAre() throws Exception {
        assertFault(post(SoapVersion.SOAP_12, "<d:decision/>"), SoapVersion.SOAP_12, true, "\"approve\"", "\"reject\"");
    }

    @Test
    void aWrongSoapActionDoesNotMatterWhereTheElementTellsEnough() throws Exception {
        assertEquals(200, post("/shop", TYPE11, "\"nonsense\"", envelope(NS11, "", order("x"))).status);
    }

    @Test
    void anEmptyBodyIsAMessageWithoutParts() throws Exception {
        Answer answer = post("/shop", TYPE11, "", envelope(NS11, "", " "));
        assertEquals(200, answer.status);
        assertTrue(answer.text.contains("Body"));
        assertFalse(answer.text.contains("Fault"));
    }

    @Test
    void rpcPartsStandInAWrapperNamedLikeTheOperation() throws Exception {
        Answer answer = post(
                "/rpc",
                TYPE11,
                "\"urn:rpc#add\"",
                envelope(NS11, "", "<i:add xmlns:i='urn:rpc:in'><b>2</b><a> 40 </a></i:add>"));
        assertEquals(XmlName.of("urn:rpc:out", "addResponse"), answer.body().name());
        XmlElement sum = answer.body().elements().get(0);
        assertEquals(XmlName.of("sum"), sum.name());
        assertEquals("42", sum.stringValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<i:add xmlns:i='urn:rpc:in'><a>1</a></i:add> | Part b of operation add is missing",
                "<i:add xmlns:i='urn:rpc:in'><a>1</a><a>1</a><b>2</b></i:add> | Part a of operation add is given twice",
                "<i:add xmlns:i='urn:rpc:in'><a>1</a><c>1</c></i:add> | Element c at line 1, column",
                "<i:add xmlns:i='urn:rpc:out'/> | expected one of: {urn:rpc:in}add",
            })
    void rpcWrappersThatDoNotFitAreRefused(String body, String reason) throws Exception {
        assertFault(post("/rpc", TYPE11, "", envelope(NS11, "", body)), SoapVersion.SOAP_11, true, reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16", "UTF-16LE", "windows-1252"})
    void otherEncodingsAreUnderstoodFromTheCharsetParameter(String charset) throws Exception {
        String document = "<?xml version='1.0' encoding='" + charset + "'?>" + envelope(NS11, "", order("\u00fc"));
        Answer answer = post("/shop", "text/xml; charset=" + charset, "", document.getBytes(Charset.forName(charset)));
        assertEquals("order:\u00fc", answer.body().elements().get(1).stringValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "UTF-16"})
    void otherEncodingsAreUnderstoodFromTheDocumentItself(String charset) throws Exception {
        String document = "<?xml version='1.0' encoding='" + charset + "'?>" + envelope(NS11, "", order("\u00fc"));
        Answer answer = post("/shop", "text/xml", "", document.getBytes(Charset.forName(charset)));
        assertEquals("order:\u00fc", answer.body().elements().get(1).stringValue());
    }

    // Faults

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void aProcessFaultKeepsItsNameAndDetail(SoapVersion version) throws Exception {
        Answer answer = post(version, order("refuse"));
        assertEquals(500, answer.status);
        XmlName name = XmlName.of("urn:shop:process", "orderRefused");
        XmlElement detail;
        if (version == SoapVersion.SOAP_11) {
            assertEquals(name, answer.code());
            detail = answer.child(answer.fault(), "detail");
        } else {
            assertEquals(XmlName.of(NS12, "Receiver"), answer.code());
            XmlElement subcode = answer.child(answer.fault(), "Code", "Subcode", "Value");
            assertEquals(name, subcode.resolveQName(subcode.stringValue()));
            detail = answer.child(answer.fault(), "Detail");
            assertEquals(
                    "en",
                    answer.child(answer.fault(), "Reason", "Text")
                            .attribute(XmlName.of("http://www.w3.org/XML/1998/namespace", "lang"))
                            .value());
        }
        assertEquals("No such goods.", answer.reason());
        assertEquals(
                XmlName.of(ShopService.DATA, "refused"),
                detail.elements().get(0).name());
        assertEquals("7", detail.stringValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"throw", "fail", "wrong", "unwritable"})
    void aServiceThatFailsGivesNothingAway(String text) throws Exception {
        for (SoapVersion version : SoapVersion.values()) {
            assertFault(post(version, order(text)), version, false, "The service failed", "reference");
        }
    }

    @Test
    void aReasonThatNoDocumentCanHoldIsMadePrintable() throws Exception {
        assertFault(post(SoapVersion.SOAP_12, order("odd")), SoapVersion.SOAP_12, false, "odd", "characters <&>");
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void malformedXmlIsTheSendersFaultWithLineAndColumn(SoapVersion version) throws Exception {
        assertFault(post(version, "\n\n<d:order>text</d:oops>"), version, true, "line 3, column");
        assertFault(post(version, order("\u0001")), version, true, "line 1, column");
        String cut = envelope(namespace(version), "", order("x"));
        String type = version == SoapVersion.SOAP_11 ? TYPE11 : TYPE12;
        assertFault(post("/shop", type, "", cut.substring(0, cut.length() - 5)), version, true, "line 1, column");
        assertFault(post("/shop", type, "", cut + "<more/>"), version, true, "line 1, column");
        assertFault(post("/shop", type, "", "not xml"), version, true, "line 1, column");
        assertFault(post("/shop", type, "", ""), version, true, "no body");
        assertFault(post("/shop", type, "", new byte[] {'<', 'a', (byte) 0xC0, (byte) 0x80, '/', '>'}), version, true);
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void aDocumentTypeIsRefused(SoapVersion version) throws Exception {
        String bomb =
                "<!DOCTYPE a [<!ENTITY x 'y'><!ENTITY z '&x;&x;'>]>" + envelope(namespace(version), "", order("&z;"));
        assertFault(
                post("/shop", version == SoapVersion.SOAP_11 ? TYPE11 : TYPE12, "", bomb),
                version,
                true,
                "DOCTYPE",
                "line 1, column");
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void anElementThatBeginsNoMessageIsNamedWithItsPlaceAndWhatWasExpected(SoapVersion version) throws Exception {
        assertFault(
                post(version, "\n  <d:odrer/>"),
                version,
                true,
                "{urn:shop:data}odrer",
                "line 2, column 3",
                "{urn:shop:data}order");
        assertFault(post(version, "<order/>"), version, true, "Element order", "{urn:shop:data}order");
    }

    @ParameterizedTest
    @EnumSource(SoapVersion.class)
    void moreThanOneChildOfTheBodyIsRefused(SoapVersion version) throws Exception {
        assertFault(
                post(version, order("x") + "\n<d:cancel/>"),
                version,
                true,
                "one child",
                "{urn:shop:data}cancel",
                "line 2");
    }

    @Test
    void textBesideTheElementsOfAnEnvelopeIsRefused() throws Exception {
        assertFault(post(SoapVersion.SOAP_11, "text" + order("x")), SoapVersion.SOAP_11, true, "must not have text");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<e:Envelope xmlns:e='NS'/> | must have a Body",
                "<e:Envelope xmlns:e='NS'><e:Header/></e:Envelope> | must have a Body",
                "<e:Envelope xmlns:e='NS'><e:Body/><e:Body/></e:Envelope> | Nothing may follow the Body",
                "<e:Envelope xmlns:e='NS'><e:Body/><e:Header/></e:Envelope> | Nothing may follow the Body",
                "<e:Envelope xmlns:e='NS'><Body/></e:Envelope> | has Body",
                "<html><body/></html> | must be a SOAP Envelope, but is html",
            })
    void whatIsNoEnvelopeIsRefused(String document, String reason) throws Exception {
        assertFault(post("/shop", TYPE11, "", document.replace("NS", NS11)), SoapVersion.SOAP_11, true, reason);
        assertFault(post("/shop", TYPE12, "", document.replace("NS", NS12)), SoapVersion.SOAP_12, true, reason);
    }

    @Test
    void aVersionThatTheEndpointDoesNotTakeIsAMismatch() throws Exception {
        Answer old = post("/shop12", TYPE11, "", envelope(NS11, "", order("x")));
        assertEquals(XmlName.of(NS11, "VersionMismatch"), old.code());
        assertEquals(500, old.status);
        assertEquals(TYPE11, old.type);
        XmlElement supported = old.header(NS12, "Upgrade").elements().get(0);
        assertEquals(XmlName.of(NS12, "Envelope"), supported.resolveQName(supported.attributeValue("qname")), old.text);

        Answer newer = post("/shop11", TYPE12, "", envelope(NS12, "", order("x")));
        assertEquals(XmlName.of(NS11, "VersionMismatch"), newer.code());
        assertTrue(newer.reason().contains(NS11), newer.reason());
        assertTrue(newer.replyHeaders().isEmpty());

        Answer unknown = post("/shop", TYPE12, "", envelope("urn:soap-2.0", "", order("x")));
        assertEquals(XmlName.of(NS12, "VersionMismatch"), unknown.code());
        assertEquals(500, unknown.status);
        assertEquals(2, unknown.header(NS12, "Upgrade").elements().size());
    }

    @Test
    void anEnvelopeUnderTheOtherVersionsContentTypeIsRefused() throws Exception {
        assertFault(
                post("/shop", TYPE11, "", envelope(NS12, "", order("x"))),
                SoapVersion.SOAP_12,
                true,
                "application/soap+xml");
    }

    @Test
    void aHeaderThatMustBeUnderstoodAndIsNotIsAFault() throws Exception {
        Answer soap11 = post(
                "/shop",
                TYPE11,
                "",
                envelope(NS11, "<s:Security xmlns:s='urn:wsse' e:mustUnderstand='1'/>", order("x")));
        assertEquals(XmlName.of(NS11, "MustUnderstand"), soap11.code());
        assertEquals(500, soap11.status);
        assertTrue(soap11.reason().contains("{urn:wsse}Security"));

        Answer soap12 = post(
                "/shop",
                TYPE12,
                "",
                envelope(NS12, "<s:Security xmlns:s='urn:wsse' e:mustUnderstand='true'/>", order("x")));
        assertEquals(XmlName.of(NS12, "MustUnderstand"), soap12.code());
        XmlElement notUnderstood = soap12.header(NS12, "NotUnderstood");
        assertEquals(
                XmlName.of("urn:wsse", "Security"),
                notUnderstood.resolveQName(notUnderstood.attributeValue("qname")),
                soap12.text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:Security xmlns:s='urn:wsse' e:mustUnderstand='0'/>",
                "<s:Security xmlns:s='urn:wsse'/>",
                "<s:Security xmlns:s='urn:wsse' e:mustUnderstand='1' e:actor='urn:someone-else'/>",
                "<wsa:MessageID e:mustUnderstand='1'>urn:m</wsa:MessageID>"
            })
    void otherHeadersAreLetThrough(String header) throws Exception {
        assertEquals(200, post("/shop", TYPE11, "", envelope(NS11, header, order("x"))).status);
    }

    @Test
    void aReplyToAnAddressedRequestIsAddressedToo() throws Exception {
        String headers =
                "<wsa:MessageID>urn:m:1</wsa:MessageID><wsa:Action>order</wsa:Action><wsa:ReplyTo><wsa:Address>" + WSA
                        + "/anonymous</wsa:Address></wsa:ReplyTo>";
        Answer reply = post("/shop", TYPE12, "", envelope(NS12, headers, order("x")));
        assertEquals("urn:m:1", reply.header(WSA, "RelatesTo").stringValue());
        assertEquals("urn:shop:Shop:orderResponse", reply.header(WSA, "Action").stringValue());
        assertTrue(reply.header(WSA, "MessageID").stringValue().startsWith("urn:uuid:"));
        Answer fault = post("/shop", TYPE12, "", envelope(NS12, headers, order("refuse")));
        assertEquals("urn:m:1", fault.header(WSA, "RelatesTo").stringValue());
        assertEquals(WSA + "/fault", fault.header(WSA, "Action").stringValue());
        assertTrue(post(SoapVersion.SOAP_12, order("x")).replyHeaders().isEmpty());
        assertFault(
                post("/shop", TYPE12, "", envelope(NS12, headers + headers, order("x"))),
                SoapVersion.SOAP_12,
                true,
                "must not be given more than once");
    }

    @Test
    void aDocumentBeyondALimitIsTheSendersFault() throws Exception {
        String deep = "<d:order>" + "<a>".repeat(30) + "</a>".repeat(30) + "</d:order>";
        assertFault(post("/proxied", TYPE11, "", envelope(NS11, "", deep)), SoapVersion.SOAP_11, true, "20");
    }

    // HTTP

    @Test
    void anUnknownContentTypeIs415() throws Exception {
        for (String type : List.of("", "application/json", "multipart/mixed; boundary=x")) {
            Answer answer = post("/shop", type, "", envelope(NS11, "", order("x")));
            assertEquals(415, answer.status);
            assertTrue(answer.reason().contains("text/xml"), answer.text);
        }
    }

    @Test
    void anUnknownContentCodingIs415AndSaysWhy() throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(at("/shop"))
                .header("Content-Type", TYPE11)
                .header("Content-Encoding", "br")
                .POST(BodyPublishers.ofByteArray(new byte[] {31, (byte) 139, 8, 0}));
        Answer answer = send(request);
        assertEquals(415, answer.status);
        assertTrue(answer.reason().contains("br is not supported"), answer.text);
    }

    @Test
    void anUnknownOrUntrueEncodingIsTheSendersFault() throws Exception {
        byte[] envelope = envelope(NS11, "", order("x")).getBytes(StandardCharsets.UTF_8);
        Answer unknown = post("/shop", "text/xml; charset=klingon", "", envelope);
        assertEquals(415, unknown.status);
        assertTrue(unknown.reason().contains("klingon"), unknown.text);
        byte[] latin = envelope(NS11, "", order("\u00fc")).getBytes(StandardCharsets.ISO_8859_1);
        assertFault(post("/shop", TYPE11, "", latin), SoapVersion.SOAP_11, true, "line 1, column");
        assertFault(
                post("/shop", "text/xml; charset=UTF-16", "", new byte[] {0, '<', 0}),
                SoapVersion.SOAP_11,
                true,
                "cannot be read as XML");
    }

    @Test
    void anOversizedRequestIs413WithAFault() throws Exception {
        for (SoapVersion version : SoapVersion.values()) {
            Answer answer = post(version, order("x".repeat(200_000)));
            assertEquals(413, answer.status);
            assertEquals(namespace(version), answer.namespace());
            assertTrue(answer.reason().contains("100000 bytes"), answer.text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "DELETE", "PATCH", "OPTIONS"})
    void otherMethodsAre405(String method) throws Exception {
        Answer answer = send(HttpRequest.newBuilder(at("/shop")).method(method, BodyPublishers.ofString("x")));
        assertEquals(405, answer.status);
        assertEquals(List.of("GET, HEAD, POST"), answer.headers.get("allow"));
    }

    @Test
    void aPageForPeopleSaysWhereTheDescriptionIs() throws Exception {
        Answer answer = send(HttpRequest.newBuilder(at("/shop")).GET());
        assertEquals(200, answer.status);
        assertTrue(answer.type.startsWith("text/html"));
        assertTrue(answer.text.contains(at("/shop") + "?wsdl"), answer.text);
        assertTrue(answer.text.contains("ShopService"));
    }

    @Test
    void theDescriptionIsServedAtTheAddressOfTheRequest() throws Exception {
        Answer answer = send(HttpRequest.newBuilder(at("/shop?wsdl")).GET());
        assertEquals("text/xml; charset=utf-8", answer.type);
        assertTrue(answer.text.contains("location=\"" + at("/shop") + "\""), answer.text);
        assertTrue(answer.text.contains(at("/shop") + "?wsdl=shop.wsdl"), answer.text);
        assertEquals(404, send(HttpRequest.newBuilder(at("/shop?wsdl=x")).GET()).status);
        assertEquals(404, send(HttpRequest.newBuilder(at("/shop?other")).GET()).status);
    }

    @Test
    void forwardedAddressesCountOnlyWhereTheyAreSwitchedOn() throws Exception {
        String wanted = "https://shop.example.org/proxied?wsdl=shop.wsdl";
        for (String path : List.of("/proxied", "/shop")) {
            Answer answer = send(HttpRequest.newBuilder(at(path + "?wsdl"))
                    .header("X-Forwarded-Proto", "https")
                    .header("X-Forwarded-Host", "shop.example.org, inner")
                    .GET());
            assertEquals(path.equals("/proxied"), answer.text.contains(wanted), answer.text);
        }
    }

    @Test
    void aHostThatIsNoneIsNotWrittenIntoADescription() throws Exception {
        try (RawPeer peer = new RawPeer(server.port())) {
            String reply =
                    peer.send("GET /shop?wsdl HTTP/1.1\r\nHost: a\"><x\r\n\r\n").reply();
            assertTrue(reply.startsWith("HTTP/1.1 400"), reply);
        }
    }

    @Test
    void halfARequestAndAHangUpHarmNobody() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (RawPeer peer = new RawPeer(server.port())) {
                peer.send(
                        "POST /shop HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 500\r\n\r\n<e:Env");
            }
        }
    }

    @Test
    void pipelinedMessagesAreAnsweredInOrder() throws Exception {
        try (RawPeer peer = new RawPeer(server.port())) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 10; i++) {
                String body = envelope(NS11, "", i % 3 == 1 ? "<broken>" : order("n" + i));
                requests.append("POST /shop HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: ")
                        .append(body.length())
                        .append("\r\n\r\n")
                        .append(body);
            }
            peer.send(requests.toString());
            for (int i = 0; i < 10; i++) {
                String reply = peer.reply();
                assertTrue(reply.contains(i % 3 == 1 ? "Client" : "order:n" + i), reply);
            }
        }
    }
}
