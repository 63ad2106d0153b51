package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.handler.PassingHandler;
import dev.weir.soap.jaxws.handler.ReceivedData;
import dev.weir.soap.jaxws.model.InterfaceException;
import dev.weir.testing.RecordedLog;
import dev.weir.xml.XmlName;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.tree.XmlElement;
import jakarta.activation.DataSource;
import jakarta.annotation.Resource;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPFactory;
import jakarta.xml.soap.SOAPFault;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.ProtocolException;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.jaxws.spi.ProviderImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Services that take messages as they are. */
class ProviderTest {
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";

    private static String text(Source source) throws TransformerException {
        StringWriter out = new StringWriter();
        Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.transform(source, new StreamResult(out));
        return out.toString();
    }

    private static Source xml(String text) {
        return new StreamSource(new StringReader(text));
    }

    private static String envelope(String body) {
        return "<s:Envelope xmlns:s=\"" + SOAP_11 + "\"><s:Body>" + body + "</s:Body></s:Envelope>";
    }

    /** Answers with what it has seen; the payload says what else to do. */
    @WebServiceProvider(serviceName = "Payload", portName = "PayloadPort", targetNamespace = "urn:test:provider")
    static class Payload implements Provider<Source> {
        @Resource
        @Nullable WebServiceContext context;

        @Override
        public @Nullable Source invoke(@Nullable Source request) {
            if (request == null) {
                return xml("<empty/>");
            }
            try {
                String text = text(request);
                if (text.contains("fault")) {
                    SOAPFault fault =
                            SOAPFactory.newInstance().createFault("no such order", new QName(SOAP_11, "Client"));
                    fault.addDetail()
                            .addChildElement(new QName("urn:test", "number"))
                            .addTextNode("7");
                    throw new SOAPFaultException(fault);
                } else if (text.contains("fail")) {
                    throw new IllegalStateException("secret");
                } else if (text.contains("one-way")) {
                    return null;
                } else if (text.contains("plainFault")) {
                    return xml("<s:Fault xmlns:s=\"" + SOAP_11
                            + "\"><faultcode>s:Server</faultcode><faultstring>by hand</faultstring></s:Fault>");
                }
                String method = context == null
                        ? ""
                        : String.valueOf(context.getMessageContext().get(MessageContext.HTTP_REQUEST_METHOD));
                return xml("<seen by='" + method + "'>" + text + "</seen>");
            } catch (SOAPException | TransformerException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @WebServiceProvider(serviceName = "Whole", portName = "WholePort", targetNamespace = "urn:test:provider")
    @ServiceMode(Service.Mode.MESSAGE)
    static class Whole implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            try {
                String text = text(request);
                return xml(text.contains("break") ? "<no-envelope/>" : text.replace("ping", "pong"));
            } catch (TransformerException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** What several providers have in common; the type of their messages is in the subclass. */
    abstract static class Base<T> implements Provider<T> {}

    @WebServiceProvider(serviceName = "Saaj", portName = "SaajPort", targetNamespace = "urn:test:provider")
    @ServiceMode(Service.Mode.MESSAGE)
    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    static class Saaj extends Base<SOAPMessage> {
        @Override
        public SOAPMessage invoke(SOAPMessage request) {
            try {
                int headers = request.getSOAPHeader() == null
                        ? 0
                        : request.getSOAPHeader().getChildNodes().getLength();
                SOAPMessage reply = MessageFactory.newInstance(SOAPConstants.SOAP_1_2_PROTOCOL)
                        .createMessage();
                reply.getSOAPBody()
                        .addBodyElement(new QName("urn:test", "reply"))
                        .addTextNode(request.getSOAPBody().getTextContent() + ", header blocks: " + headers);
                return reply;
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @WebServiceProvider(serviceName = "Data", portName = "DataPort", targetNamespace = "urn:test:provider")
    @ServiceMode(Service.Mode.MESSAGE)
    static class Data implements Provider<DataSource> {
        @Override
        public DataSource invoke(DataSource request) {
            try {
                String text = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return new ReceivedData(
                        text.replace("ping", "pong").getBytes(StandardCharsets.UTF_8),
                        text.contains("plain") ? "text/plain" : request.getContentType());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @WebServiceProvider(
            serviceName = "Greeter",
            portName = "GreeterSoap",
            targetNamespace = "urn:test:greeter",
            wsdlLocation = "contract/greeter.wsdl")
    static class Described implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    private record Published(Endpoint endpoint) implements AutoCloseable {
        static Published of(Object implementor) {
            return of(implementor, Map.of());
        }

        static Published of(Object implementor, Map<String, Object> properties) {
            Endpoint endpoint = new WeirProvider().createEndpoint(null, implementor);
            endpoint.getProperties().putAll(properties);
            endpoint.publish("http://127.0.0.1:0/p");
            return new Published(endpoint);
        }

        String address() {
            return (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
        }

        HttpResponse<String> post(String type, byte[] body, String... fields) throws Exception {
            return send(BodyHandlers.ofString(), type, body, fields);
        }

        HttpResponse<byte[]> send(String type, byte[] body, String... fields) throws Exception {
            return send(BodyHandlers.ofByteArray(), type, body, fields);
        }

        private <T> HttpResponse<T> send(BodyHandler<T> handler, String type, byte[] body, String... fields)
                throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address()))
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofByteArray(body));
            for (int i = 0; i < fields.length; i += 2) {
                request.header(fields[i], fields[i + 1]);
            }
            return HttpClient.newHttpClient().send(request.build(), handler);
        }

        HttpResponse<String> post(String body) throws Exception {
            return post("text/xml; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
        }

        HttpResponse<String> get(String query) throws Exception {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(address() + query)).build(), BodyHandlers.ofString());
        }

        @Override
        public void close() {
            endpoint.stop();
        }
    }

    @Test
    void payloadsAreSeenByCxfsDispatch() throws Exception {
        try (Published published = Published.of(new Payload())) {
            QName service = new QName("urn:test:provider", "Payload");
            QName port = new QName("urn:test:provider", "PayloadPort");
            var delegate = new ProviderImpl().createServiceDelegate(null, service, Service.class);
            delegate.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, published.address());
            Dispatch<Source> dispatch = delegate.createDispatch(port, Source.class, Service.Mode.PAYLOAD);

            assertEquals(
                    "<seen by=\"POST\"><a xmlns=\"urn:a\">é</a></seen>",
                    text(dispatch.invoke(xml("<a xmlns='urn:a'>é</a>"))));
            SOAPFaultException fault = assertThrows(SOAPFaultException.class, () -> dispatch.invoke(xml("<fault/>")));
            assertEquals("no such order", fault.getMessage());
            assertEquals("7", fault.getFault().getDetail().getTextContent());
            dispatch.invokeOneWay(xml("<one-way/>"));
        }
    }

    @Test
    void statusesGoWithOutcomes() throws Exception {
        try (Published published = Published.of(new Payload())) {
            assertEquals(200, published.post(envelope("")).statusCode());
            assertTrue(published.post(envelope("")).body().contains("<empty/>"));
            assertEquals(202, published.post(envelope("<one-way/>")).statusCode());
            HttpResponse<String> byHand = published.post(envelope("<plainFault/>"));
            assertEquals(500, byHand.statusCode());
            HttpResponse<String> failed = published.post(envelope("<fail/>"));
            assertEquals(500, failed.statusCode());
            assertFalse(failed.body().contains("secret"), failed.body());
            assertTrue(failed.body().contains("reference"), failed.body());
            assertEquals(404, published.get("?wsdl").statusCode());
        }
    }

    /** Throws the fault that it is sent. */
    @WebServiceProvider
    @ServiceMode(Service.Mode.MESSAGE)
    static class Throwing implements Provider<SOAPMessage> {
        @Override
        public SOAPMessage invoke(SOAPMessage request) {
            try {
                throw new SOAPFaultException(request.getSOAPBody().getFault());
            } catch (SOAPException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<faultcode>s:Client</faultcode> | Client",
                "<faultcode>s:Client.Login</faultcode> | Client.Login",
                "<faultcode>Client</faultcode> | Client",
                "<faultcode>x:Client.Login</faultcode> | Client",
                "<faultcode/> | Server",
                "'' | Server",
            })
    void aFaultThatIsThrownIsTheAnswerWhateverItLacks(String code, String answered) throws Exception {
        String fault = "<s:Fault>" + code + "<faultstring>no</faultstring></s:Fault>";
        try (Published published = Published.of(new Throwing());
                RecordedLog log = RecordedLog.of("dev.weir")) {
            HttpResponse<String> answer = published.post(envelope(fault));
            assertEquals(500, answer.statusCode());
            assertTrue(answer.body().contains("<faultstring>no<"), answer.body());
            assertTrue(answer.body().contains(":" + answered + "</faultcode>"), answer.body());
            assertEquals(List.of(), log.messages());
        }
    }

    /** Answers with what the test gives it, in either mode. */
    @WebServiceProvider(serviceName = "Given", portName = "GivenPort", targetNamespace = "urn:test:provider")
    static class Given implements Provider<Source> {
        final Supplier<Source> reply;

        Given(Supplier<Source> reply) {
            this.reply = reply;
        }

        @Override
        public Source invoke(@Nullable Source request) {
            return reply.get();
        }
    }

    @WebServiceProvider(serviceName = "Given", portName = "GivenPort", targetNamespace = "urn:test:provider")
    @ServiceMode(Service.Mode.MESSAGE)
    static class GivenWhole extends Given {
        GivenWhole(Supplier<Source> reply) {
            super(reply);
        }
    }

    private static String answer(Object provider) throws Exception {
        try (Published published = Published.of(provider)) {
            HttpResponse<String> answer = published.post(envelope("<a/>"));
            assertEquals(200, answer.statusCode(), answer.body());
            return answer.body();
        }
    }

    @Test
    void aSourceWithoutContentIsAnEmptyBody() throws Exception {
        for (Source empty : List.of(new StreamSource(), new DOMSource(), new SAXSource())) {
            XmlElement envelope =
                    XmlElement.parse(answer(new Given(() -> empty)).getBytes(StandardCharsets.UTF_8));
            assertNull(envelope.elements().get(0).firstChild());
        }
    }

    @Test
    void sourcesOfStaxKeepAllTheirContent() throws Exception {
        String payload =
                "<p:r xmlns:p=\"urn:p\" xmlns=\"urn:d\" p:a=\"1 &amp; 2\"><!--c--><?i d?>a<![CDATA[<x>]]>b&e;<q xmlns=\"\"/>"
                        + "<![CDATA[]]>c</p:r>";
        String whole = envelope(payload.replace("&e;", "entity"));
        String document = "<!DOCTYPE r [<!ENTITY e 'entity'>]>" + payload;
        for (XMLInputFactory factory : List.of(XMLInputFactory.newDefaultFactory(), XMLInputFactory.newFactory())) {
            for (boolean events : new boolean[] {false, true}) {
                String sent = answer(new Given(() -> stax(factory, events, document)));
                assertTrue(sent.contains("<!--c--><?i d?>"), sent);
                XmlElement sentPayload = payloadOf(sent);
                assertEquals("a<x>bentityc", sentPayload.stringValue());
                assertTrue(sent.contains("p:a=\"1 &amp; 2\""), sent);
                assertEquals(XmlName.of("q"), sentPayload.elements().get(0).name());
                assertEquals(
                        "a<x>bentityc",
                        payloadOf(answer(new GivenWhole(() -> stax(factory, events, whole))))
                                .stringValue());
            }
        }
    }

    private static XmlElement payloadOf(String envelope) {
        XmlElement body = (XmlElement)
                XmlElement.parse(envelope.getBytes(StandardCharsets.UTF_8)).lastChild();
        return (XmlElement) body.firstChild();
    }

    private static Source stax(XMLInputFactory factory, boolean events, String document) {
        try {
            StringReader text = new StringReader(document);
            return events
                    ? new StAXSource(factory.createXMLEventReader(text))
                    : new StAXSource(factory.createXMLStreamReader(text));
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatIsNoEnvelopeDoesNotReachTheProvider() throws Exception {
        for (Object provider : List.of(new Payload(), new Whole(), new Data())) {
            try (Published published = Published.of(provider)) {
                for (String wrong : List.of(
                        "",
                        "<a/>",
                        envelope("<a>"),
                        envelope("<a/><b/>"),
                        envelope("<a/>") + "<b/>",
                        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]>" + envelope("<a>&e;</a>"),
                        envelope("<a/>").replace(SOAP_11, SOAPConstants.URI_NS_SOAP_1_2_ENVELOPE))) {
                    HttpResponse<String> answer = published.post(wrong);
                    assertEquals(500, answer.statusCode(), wrong);
                    assertTrue(answer.body().contains("Fault"), answer.body());
                    assertFalse(answer.body().contains("reference"), answer.body());
                }
                assertEquals(
                        415,
                        published.post("application/json", new byte[] {'{'}).statusCode());
                byte[] ping = envelope("<ping/>").getBytes(StandardCharsets.UTF_8);
                assertEquals(
                        415, published.post("text/xml; charset=none-such", ping).statusCode());
                assertEquals(
                        415,
                        published
                                .post("text/xml", ping, "Content-Encoding", "br")
                                .statusCode());
                assertEquals(
                        200,
                        published
                                .post("text/xml", ContentCoding.GZIP.pack(ping), "Content-Encoding", "gzip")
                                .statusCode());
            }
        }
    }

    @Test
    void aHeaderBlockThatMustBeUnderstoodIsLeftToProgramsThatSeeIt() throws Exception {
        String request = envelope("<ping/>")
                .replace("<s:Body>", "<s:Header><h xmlns='urn:h' s:mustUnderstand='1'/></s:Header><s:Body>");
        try (Published payload = Published.of(new Payload());
                Published whole = Published.of(new Whole())) {
            HttpResponse<String> refused = payload.post(request);
            assertEquals(500, refused.statusCode());
            assertTrue(refused.body().contains("MustUnderstand"), refused.body());
            HttpResponse<String> seen = whole.post(request);
            assertEquals(200, seen.statusCode());
            assertTrue(seen.body().contains("urn:h") && seen.body().contains("<pong/>"), seen.body());
        }
    }

    @Test
    void wholeEnvelopesAsXmlAndAsDataInTheCharsetThatTheyCameIn() throws Exception {
        byte[] latin = envelope("<ping>é</ping>").getBytes(StandardCharsets.ISO_8859_1);
        try (Published whole = Published.of(new Whole());
                Published data = Published.of(new Data())) {
            HttpResponse<String> answer = whole.post("text/xml; charset=iso-8859-1", latin);
            assertEquals(200, answer.statusCode(), answer.body());
            assertTrue(answer.body().contains("<pong>é</pong>"), answer.body());
            assertTrue(data.post(envelope("<ping/>")).body().contains("<pong/>"));
            for (HttpResponse<String> wrong :
                    List.of(whole.post(envelope("<break/>")), data.post(envelope("<plain/>")))) {
                assertEquals(500, wrong.statusCode());
                assertTrue(wrong.body().contains("reference"), wrong.body());
            }
        }
    }

    @Test
    void messagesOfSaajBySoap12() throws Exception {
        try (Published published = Published.of(new Saaj())) {
            QName service = new QName("urn:test:provider", "Saaj");
            QName port = new QName("urn:test:provider", "SaajPort");
            var delegate = new WeirProvider().createServiceDelegate(null, service, Service.class);
            delegate.addPort(port, SOAPBinding.SOAP12HTTP_BINDING, published.address());
            Dispatch<SOAPMessage> dispatch = delegate.createDispatch(port, SOAPMessage.class, Service.Mode.MESSAGE);
            SOAPMessage request =
                    MessageFactory.newInstance(SOAPConstants.SOAP_1_2_PROTOCOL).createMessage();
            request.getSOAPHeader().addHeaderElement(new QName("urn:h", "h", "h"));
            request.getSOAPBody().addBodyElement(new QName("urn:a", "a")).addTextNode("hello");

            assertEquals(
                    "hello, header blocks: 1",
                    dispatch.invoke(request).getSOAPBody().getTextContent());
        }
    }

    @Test
    void aContractIsServed() throws Exception {
        try (Published published = Published.of(new Described())) {
            HttpResponse<String> wsdl = published.get("?wsdl");
            assertEquals(200, wsdl.statusCode());
            assertTrue(wsdl.body().contains(published.address()), wsdl.body());
            String echo = published.post(envelope("<ping/>")).body();
            assertTrue(echo.contains("<ping"), echo);
        }
    }

    /** Lets nobody in. */
    private static final class Guard implements PassingHandler {
        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            throw new ProtocolException("kept out");
        }
    }

    @Test
    void noFormOfMessageComesPastTheHandlersOfAnEndpoint() throws Exception {
        String nothing = envelope("<nothing xmlns='urn:test:shop'/>");
        byte[] plain = nothing.getBytes(StandardCharsets.UTF_8);
        byte[] parts = ("--b\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n" + nothing + "\r\n--b--\r\n")
                .getBytes(StandardCharsets.UTF_8);
        for (Object implementor : List.of(new ShopService(), new Payload())) {
            Endpoint endpoint = new WeirProvider().createEndpoint(null, implementor);
            endpoint.getBinding().setHandlerChain(List.of(new Guard()));
            endpoint.publish("http://127.0.0.1:0/guarded");
            try (Published published = new Published(endpoint)) {
                for (HttpResponse<String> answer : List.of(
                        published.post("text/xml", plain),
                        published.post("multipart/related; type=\"text/xml\"; boundary=b", parts),
                        published.post("text/xml", ContentCoding.GZIP.pack(plain), "Content-Encoding", "gzip"),
                        published.post("application/fastinfoset", fast(plain)),
                        published.post(
                                "application/fastinfoset",
                                ContentCoding.GZIP.pack(fast(plain)),
                                "Content-Encoding",
                                "gzip"))) {
                    assertEquals(500, answer.statusCode(), answer.body());
                    assertTrue(answer.body().contains("kept out"), answer.body());
                }
                for (String type : List.of("application/fastinfo", "TEXT/HTML")) {
                    assertEquals(415, published.post(type, parts).statusCode(), type);
                }
                HttpResponse<String> broken = published.post("application/fastinfoset", parts);
                assertEquals(500, broken.statusCode(), "clients read no fault of SOAP 1.1 otherwise");
                assertEquals("application/fastinfoset", type(broken));
                assertTrue(broken.body().contains("soap:Client"), broken.body());
            }
        }
    }

    /** Lets everybody through. */
    private static final class Open implements PassingHandler {}

    @Test
    void providersAndEndpointsWithHandlersAnswerInFastInfosetThoseWhoSpeakIt() throws Exception {
        byte[] ping = bytes("<ping xmlns='urn:test:shop'>größer</ping>");
        byte[] order = bytes("<s:order xmlns:s='urn:test:shop'><article>größer</article></s:order>");
        Endpoint handled = new WeirProvider().createEndpoint(null, new ShopService());
        handled.getBinding().setHandlerChain(List.of(new Open()));
        handled.publish("http://127.0.0.1:0/handled");
        try (Published provider = Published.of(new Payload());
                Published silent = Published.of(new Payload(), Map.of("org.apache.cxf.fastinfoset.enabled", false));
                Published shop = new Published(handled)) {
            for (Published published : List.of(provider, shop)) {
                byte[] text = published == provider ? ping : order;
                for (HttpResponse<byte[]> answer : List.of(
                        published.send("application/fastinfoset", fast(text)),
                        published.send("text/xml", text, "Accept", "text/xml", "Accept", "application/fastinfoset"))) {
                    assertEquals(200, answer.statusCode());
                    assertEquals("application/fastinfoset", type(answer));
                    assertTrue(FastInfosetType.begins(answer.body()));
                    assertTrue(new String(answer.body(), StandardCharsets.UTF_8).contains("größer"));
                }
                HttpResponse<byte[]> plain = published.send(
                        "text/xml", text, "Accept", "text/*", "Accept", "application/fastinfoset; q=0.9");
                assertEquals("text/xml; charset=utf-8", type(plain));
                assertFalse(FastInfosetType.begins(plain.body()));
            }
            HttpResponse<byte[]> fault = provider.send("application/fastinfoset", fast(bytes("<fail/>")));
            assertEquals(500, fault.statusCode());
            assertTrue(FastInfosetType.begins(fault.body()));
            HttpResponse<byte[]> text = silent.send("text/xml", ping, "Accept", "application/fastinfoset");
            assertEquals(200, text.statusCode());
            assertFalse(FastInfosetType.begins(text.body()));
        }
    }

    private static String type(HttpResponse<?> answer) {
        return answer.headers().firstValue("Content-Type").orElse("");
    }

    private static byte[] bytes(String payload) {
        return envelope(payload).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] fast(byte[] text) {
        return FastInfosetType.encode(text, null, InfosetEncoding.fastInfoset());
    }

    /** A long name is there three thousand times, by its number in a table. */
    @Test
    void aShortMessageInFastInfosetCannotBecomeALongText() throws Exception {
        String items = ("<" + "n".repeat(200) + "/>").repeat(3_000);
        byte[] document =
                fast(envelope("<a xmlns='urn:test:shop'>" + items + "</a>").getBytes(StandardCharsets.UTF_8));
        assertTrue(document.length < 40_000, "it has " + document.length + " bytes");
        try (Published published = Published.of(new Payload(), Map.of("attachment-max-size", 500_000))) {
            HttpResponse<String> answer = published.post("application/fastinfoset", document);
            assertEquals(413, answer.statusCode(), answer.body());
            assertTrue(answer.body().contains("must not be longer than 500000 bytes in text"), answer.body());
        }
    }

    @WebServiceProvider
    static class SaajPayload implements Provider<SOAPMessage> {
        @Override
        public SOAPMessage invoke(SOAPMessage request) {
            return request;
        }
    }

    @WebServiceProvider
    static class Text implements Provider<String> {
        @Override
        public String invoke(String request) {
            return request;
        }
    }

    @WebServiceProvider
    static class NoProvider {}

    @WebServiceProvider(
            serviceName = "Greeter",
            portName = "Other",
            targetNamespace = "urn:test:greeter",
            wsdlLocation = "contract/greeter.wsdl")
    static class NoSuchPort extends Described {}

    static Stream<List<Object>> refused() {
        return Stream.of(
                List.of(new SaajPayload(), "SOAPMessage in mode PAYLOAD"),
                List.of(new Text(), "java.lang.String"),
                List.of(new NoProvider(), "must implement"),
                List.of(new NoSuchPort(), "Other"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatIsNotSupportedIsRefusedByName(List<Object> implementorAndReason) {
        InterfaceException refused = assertThrows(
                InterfaceException.class,
                () -> Published.of(implementorAndReason.get(0)).close());
        assertTrue(refused.getMessage().contains((String) implementorAndReason.get(1)), refused.getMessage());
    }
}
