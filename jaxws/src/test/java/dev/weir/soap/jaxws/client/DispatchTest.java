package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import jakarta.activation.DataSource;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Response;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Messages that programs make themselves, over HTTP to servers of CXF. */
class DispatchTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private static final String ADD = "<d:add xmlns:d=\"urn:desk\"><a>2</a><b>3</b></d:add>";
    private static final String ENVELOPE = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
            + ADD + "</s:Body></s:Envelope>";

    private static DeskByCxf server;

    @BeforeAll
    static void start() {
        server = new DeskByCxf();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Service service(String path) {
        return Service.create(server.wsdl(path), DeskByCxf.SERVICE);
    }

    private static Dispatch<Source> payloads(String path) {
        return service(path).createDispatch(DeskByCxf.PORT, Source.class, Service.Mode.PAYLOAD);
    }

    private static Source source(String text) {
        return new StreamSource(new StringReader(text));
    }

    private static XmlElement element(Source source) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TransformerFactory.newInstance().newTransformer().transform(source, new StreamResult(out));
        return XmlElement.parse(out.toByteArray());
    }

    private static void assertSum(String expected, XmlElement answer) {
        assertEquals(XmlName.of(Desk.NAMESPACE, "addResponse"), answer.name());
        assertEquals(expected, answer.stringValue().strip());
    }

    @Test
    void payloadsAreSources() throws Exception {
        for (String path : new String[] {"desk", "desk12"}) {
            Dispatch<Source> dispatch = payloads(path);
            assertSum("5", element(dispatch.invoke(source(ADD))));
            assertEquals(200, dispatch.getResponseContext().get(MessageContext.HTTP_RESPONSE_CODE));
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            Document document =
                    factory.newDocumentBuilder().parse(new ByteArrayInputStream(ADD.getBytes(StandardCharsets.UTF_8)));
            assertSum("5", element(dispatch.invoke(new DOMSource(document))));
        }
    }

    @Test
    void envelopesAreSources() throws Exception {
        Dispatch<Source> dispatch = service("desk").createDispatch(DeskByCxf.PORT, Source.class, Service.Mode.MESSAGE);
        XmlElement envelope = element(dispatch.invoke(source(ENVELOPE)));
        assertEquals("Envelope", envelope.name().local());
        assertEquals("5", envelope.stringValue().strip());
    }

    @Test
    void messagesAreThoseOfSaaj() throws Exception {
        for (String path : new String[] {"desk", "desk12"}) {
            Dispatch<SOAPMessage> dispatch =
                    service(path).createDispatch(DeskByCxf.PORT, SOAPMessage.class, Service.Mode.MESSAGE);
            SOAPMessage request = MessageFactory.newInstance(
                            path.equals("desk") ? SOAPConstants.SOAP_1_1_PROTOCOL : SOAPConstants.SOAP_1_2_PROTOCOL)
                    .createMessage();
            var add = request.getSOAPBody().addBodyElement(new QName("urn:desk", "add", "d"));
            add.addChildElement("a").addTextNode("20");
            add.addChildElement("b").addTextNode("22");
            request.getMimeHeaders().setHeader("SOAPAction", "\"urn:desk#add\"");
            SOAPMessage answer = dispatch.invoke(request);
            assertEquals("42", answer.getSOAPBody().getTextContent().strip());
        }
        assertEquals("urn:desk#add", server.fields.get("Content-Type").get(0).replaceAll(".*action=\"(.*)\".*", "$1"));
    }

    @Test
    void envelopesAreData() throws Exception {
        Dispatch<DataSource> dispatch =
                service("desk").createDispatch(DeskByCxf.PORT, DataSource.class, Service.Mode.MESSAGE);
        DataSource answer = dispatch.invoke(new Text(ENVELOPE));
        assertTrue(answer.getContentType().startsWith("text/xml"), answer.getContentType());
        try (InputStream in = answer.getInputStream()) {
            assertEquals("5", XmlElement.parse(in.readAllBytes()).stringValue().strip());
        }
    }

    private record Text(String text) implements ReadSource {
        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String getContentType() {
            return "text/xml";
        }
    }

    @Test
    void payloadsAreObjects() throws Exception {
        JAXBContext context = JAXBContext.newInstance(Desk.Add.class, Desk.AddResponse.class);
        Dispatch<Object> dispatch = service("desk").createDispatch(DeskByCxf.PORT, context, Service.Mode.PAYLOAD);
        Desk.Add add = new Desk.Add();
        add.setA(40);
        add.setB(2);
        assertEquals(42, ((Desk.AddResponse) dispatch.invoke(add)).getSum());
        assertEquals(42, ((Desk.AddResponse) dispatch.invokeAsync(add).get(20, TimeUnit.SECONDS)).getSum());
    }

    @Test
    void callsAreAsynchronousByPollingAndCallback() throws Exception {
        Dispatch<Source> dispatch = payloads("desk");
        Response<Source> response = dispatch.invokeAsync(source(ADD));
        assertSum("5", element(response.get(20, TimeUnit.SECONDS)));
        CompletableFuture<Source> answer = new CompletableFuture<>();
        dispatch.invokeAsync(source(ADD), done -> {
            try {
                answer.complete(done.get());
            } catch (InterruptedException | ExecutionException e) {
                answer.completeExceptionally(e);
            }
        });
        assertSum("5", element(answer.get(20, TimeUnit.SECONDS)));
    }

    @Test
    void oneWayMessagesHaveNoAnswer() throws Exception {
        payloads("desk").invokeOneWay(source("<d:note xmlns:d=\"urn:desk\"><text>by hand</text></d:note>"));
        assertEquals("by hand", server.notes.poll(20, TimeUnit.SECONDS));
    }

    /** Whoever makes messages by hand need not know which operations are one-way. */
    @Test
    void aMessageThatIsAcceptedWithoutAnAnswerGivesNull() throws Exception {
        Dispatch<Source> dispatch = payloads("desk");
        String note = "<d:note xmlns:d=\"urn:desk\"><text>noted</text></d:note>";
        assertNull(dispatch.invoke(source(note)));
        assertEquals("noted", server.notes.poll(20, TimeUnit.SECONDS));
        assertEquals(202, dispatch.getResponseContext().get(MessageContext.HTTP_RESPONSE_CODE));
        assertNull(dispatch.invokeAsync(source(note)).get(20, TimeUnit.SECONDS));
        assertEquals("noted", server.notes.poll(20, TimeUnit.SECONDS));
        Dispatch<SOAPMessage> messages =
                service("desk").createDispatch(DeskByCxf.PORT, SOAPMessage.class, Service.Mode.MESSAGE);
        SOAPMessage request = MessageFactory.newInstance().createMessage();
        request.getSOAPBody()
                .addBodyElement(new QName("urn:desk", "note", "d"))
                .addChildElement("text")
                .addTextNode("noted");
        assertNull(messages.invoke(request));
        assertEquals("noted", server.notes.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void faultsAreThrownWithTheirDetail() {
        String refuse = "<d:refuse xmlns:d=\"urn:desk\"><why>late</why></d:refuse>";
        SOAPFaultException fault =
                assertThrows(SOAPFaultException.class, () -> payloads("desk").invoke(source(refuse)));
        assertEquals("refused: late", fault.getFault().getFaultString());
        assertEquals("Refused", fault.getFault().getDetail().getFirstChild().getLocalName());
        ExecutionException later = assertThrows(
                ExecutionException.class,
                () -> payloads("desk").invokeAsync(source(refuse)).get(20, TimeUnit.SECONDS));
        assertEquals(SOAPFaultException.class, later.getCause().getClass());
    }

    @Test
    void formsThatMessagesCannotHaveAreRefused() {
        Service service = service("desk");
        WebServiceException refused = assertThrows(
                WebServiceException.class,
                () -> service.createDispatch(DeskByCxf.PORT, SOAPMessage.class, Service.Mode.PAYLOAD));
        assertTrue(refused.getMessage().contains("PAYLOAD"), refused.getMessage());
        assertThrows(
                WebServiceException.class,
                () -> service.createDispatch(DeskByCxf.PORT, DataSource.class, Service.Mode.PAYLOAD));
        assertThrows(
                WebServiceException.class,
                () -> service.createDispatch(DeskByCxf.PORT, String.class, Service.Mode.PAYLOAD));
        assertThrows(
                WebServiceException.class,
                () -> service.createDispatch(new QName("urn:x", "None"), Source.class, Service.Mode.PAYLOAD));
    }

    @Test
    void anEmptyAnswerIsNull() throws Exception {
        // An operation whose answer has no content at all does not exist here; a null payload is an empty body.
        SOAPFaultException fault =
                assertThrows(SOAPFaultException.class, () -> payloads("desk").invoke(null));
        assertNull(fault.getFault().getDetail());
    }
}
