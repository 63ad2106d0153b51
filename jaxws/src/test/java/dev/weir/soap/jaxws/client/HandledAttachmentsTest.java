package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.jaxws.MetroServer;
import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.handler.PassingHandler;
import dev.weir.soap.jaxws.handler.ReceivedData;
import dev.weir.testing.TestSeed;
import jakarta.activation.DataHandler;
import jakarta.annotation.Resource;
import jakarta.xml.soap.AttachmentPart;
import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceFeature;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import jakarta.xml.ws.handler.soap.SOAPMessageContext;
import jakarta.xml.ws.soap.MTOMFeature;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages with parts that pass handlers and providers: values as base64 in the envelope, other parts as attachments. */
class HandledAttachmentsTest {
    static {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
    }

    private static final String NAMESPACE = "urn:test:vault";
    private static final String BOUNDARY = "multipart/related; boundary=b; type=\"";
    private static final String XOP = BOUNDARY + "application/xop+xml\"; start-info=\"text/xml\"";
    private static final String INCLUDE = "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:a'/>";

    @TempDir
    private static Path files;

    /** Files lose their names when they are opened. */
    @AfterEach
    void noNameIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(files)) {
            assertEquals(List.of(), left.toList());
        }
    }

    // ---------------------------------------------------------------- programs

    /** Notes what it sees of each message: the text of the body, and the attachments. */
    private static class Witness implements PassingHandler {
        final List<String> bodies = new CopyOnWriteArrayList<>();
        final List<byte[]> attachments = new CopyOnWriteArrayList<>();

        @Override
        public boolean handleMessage(SOAPMessageContext context) {
            try {
                SOAPMessage message = context.getMessage();
                bodies.add(message.getSOAPBody().getTextContent());
                for (Iterator<AttachmentPart> each = message.getAttachments(); each.hasNext(); ) {
                    attachments.add(each.next().getRawContentBytes());
                }
                change(context, message);
            } catch (SOAPException e) {
                throw new WebServiceException(e);
            }
            return true;
        }

        void change(SOAPMessageContext context, SOAPMessage message) throws SOAPException {}
    }

    /** Gives back the message that it gets, with its attachments. */
    @WebServiceProvider(serviceName = "VaultService", portName = "VaultPort", targetNamespace = NAMESPACE)
    @ServiceMode(Service.Mode.MESSAGE)
    public static class Mirror implements Provider<SOAPMessage> {
        @Override
        public SOAPMessage invoke(SOAPMessage request) {
            return request;
        }
    }

    /** Says which attachments its context has. */
    @WebServiceProvider(serviceName = "VaultService", portName = "VaultPort", targetNamespace = NAMESPACE)
    public static class Payloads implements Provider<Source> {
        @Resource
        @Nullable WebServiceContext context;

        @Override
        public Source invoke(Source request) {
            try {
                var text = new java.io.StringWriter();
                TransformerFactory.newDefaultInstance().newTransformer().transform(request, new StreamResult(text));
                Map<?, ?> parts = (Map<?, ?>) Objects.requireNonNull(context)
                        .getMessageContext()
                        .get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS);
                String seen = "<seen>" + text.toString().replaceAll("<[^>]*>", "") + parts.keySet() + "</seen>";
                return new StreamSource(new java.io.StringReader(seen));
            } catch (TransformerException e) {
                throw new WebServiceException(e);
            }
        }
    }

    private static Served served(Object implementor, SOAPHandler<?>... handlers) {
        return Served.withFilesIn(files, implementor, handlers);
    }

    private static <T> T client(Stack stack, Served server, Class<T> type, WebServiceFeature... features)
            throws Exception {
        String name = type == Vault.class ? "Vault" : "Annex";
        return stack.client(
                server.address(),
                new QName(NAMESPACE, name + "Service"),
                new QName(NAMESPACE, name + "Port"),
                type,
                features);
    }

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        new Random(TestSeed.of(HandledAttachmentsTest.class)).nextBytes(content);
        return content;
    }

    private static DataHandler handler(byte[] content) {
        return new DataHandler(new ReceivedData(content, "application/octet-stream"));
    }

    private static byte[] read(DataHandler handler) throws IOException {
        try (InputStream in = handler.getInputStream()) {
            return in.readAllBytes();
        }
    }

    private static HttpResponse<String> post(Served server, String type, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.address()))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body, StandardCharsets.ISO_8859_1))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
    }

    private static String root(String operation, String content) {
        return "--b\r\n\r\n<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><v:" + operation
                + " xmlns:v='urn:test:vault'><content>" + content + "</content></v:" + operation
                + "></e:Body></e:Envelope>";
    }

    private static String part(String id, String content) {
        return "\r\n--b\r\nContent-ID: <" + id + ">\r\nContent-Type: text/plain\r\nX-Note: kept\r\n\r\n" + content;
    }

    // ---------------------------------------------------------------- endpoints with handlers

    @ParameterizedTest
    @EnumSource
    void handlersSeeBase64AndTheMethodGetsItsBytes(Stack client) throws Exception {
        Witness witness = new Witness();
        try (Served server = served(new Vault.Bean(), witness)) {
            Vault vault = client(client, server, Vault.class, new MTOMFeature());
            long received = SoapTraffic.received(Encoding.MTOM);
            for (int length : new int[] {200, 40_000, 1_000_000}) {
                byte[] content = content(length);
                witness.bodies.clear();
                assertArrayEquals(content, vault.bytes(content), "of " + length);
                String base64 = Base64.getEncoder().encodeToString(content);
                assertEquals(List.of(base64, base64), witness.bodies, "request and reply");
                assertArrayEquals(content, read(vault.handler(handler(content))));
            }
            assertEquals(List.of(), witness.attachments);
            assertTrue(SoapTraffic.received(Encoding.MTOM) >= received + 6, "requests have parts");
        }
    }

    @ParameterizedTest
    @EnumSource
    void handlersSeeAttachmentsThatValuesName(Stack client) throws Exception {
        Witness witness = new Witness();
        try (Served server = served(new Vault.AnnexBean(), witness)) {
            // CXF has attachments with MTOM only.
            WebServiceFeature[] features =
                    client == Stack.CXF ? new WebServiceFeature[] {new MTOMFeature()} : new WebServiceFeature[0];
            Vault.Annex annex = client(client, server, Vault.Annex.class, features);
            for (int length : new int[] {3, 40_000, 3_000_000}) {
                byte[] content = content(length);
                witness.attachments.clear();
                assertArrayEquals(content, read(annex.reference(handler(content))), "of " + length);
                assertEquals(2, witness.attachments.size());
                witness.attachments.forEach(seen -> assertArrayEquals(content, seen));
            }
        }
    }

    @Test
    void handlersSeeAttachmentsToWhichNothingRefers() throws Exception {
        List<String> notes = new ArrayList<>();
        Witness witness = new Witness() {
            @Override
            void change(SOAPMessageContext context, SOAPMessage message) {
                message.getAttachments()
                        .forEachRemaining(part -> notes.add(part.getContentId() + " " + part.getContentType() + " "
                                + part.getMimeHeader("x-note")[0]));
                ((Map<?, ?>) context.get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS))
                        .keySet()
                        .forEach(id -> notes.add(String.valueOf(id)));
            }
        };
        try (Served server = served(new Vault.Bean(), witness)) {
            String body = root("bytes", INCLUDE) + part("a", "value") + part("b", "beside") + "\r\n--b--\r\n";
            HttpResponse<String> reply = post(server, XOP, body);
            assertEquals(200, reply.statusCode(), reply.body());
            assertTrue(reply.body().contains(">dmFsdWU=<"), reply.body());
            assertEquals(1, witness.attachments.size());
            assertEquals("beside", new String(witness.attachments.get(0), StandardCharsets.UTF_8));
            assertEquals(List.of("<b> text/plain kept", "b", "b"), notes);
        }
    }

    /** Puts an attachment into each reply. */
    private static final class Attaching extends Witness {
        private final boolean outbound;
        private final byte[] content;

        Attaching(boolean outbound, byte[] content) {
            this.outbound = outbound;
            this.content = content;
        }

        @Override
        void change(SOAPMessageContext context, SOAPMessage message) {
            if (outbound == (boolean) context.get(MessageContext.MESSAGE_OUTBOUND_PROPERTY)) {
                AttachmentPart part = message.createAttachmentPart(handler(content));
                part.setContentId("<added@test>");
                message.addAttachmentPart(part);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 3_000_000})
    void whatHandlersAttachIsSentByBothEnds(int length) throws Exception {
        byte[] content = content(length);
        Witness ofServer = new Attaching(true, content);
        try (Served server = served(new Vault.Bean(), ofServer)) {
            Vault vault = client(Stack.WEIR, server, Vault.class);
            Witness ofClient = new Attaching(true, content);
            ((BindingProvider) vault).getBinding().setHandlerChain(List.of(ofClient));
            assertArrayEquals(new byte[] {1, 2}, vault.bytes(new byte[] {1, 2}));
            assertEquals(1, ofServer.attachments.size(), "of the request");
            assertArrayEquals(content, ofServer.attachments.get(0));
            assertEquals(1, ofClient.attachments.size(), "of the reply");
            assertArrayEquals(content, ofClient.attachments.get(0));
        }
    }

    @Test
    void aClientWithoutHandlersHasThemInItsResponseContext() throws Exception {
        try (Served server = served(new Vault.Bean(), new Attaching(true, content(5)))) {
            Vault vault = client(Stack.WEIR, server, Vault.class);
            assertArrayEquals(new byte[] {1}, vault.bytes(new byte[] {1}));
            Map<?, ?> parts = (Map<?, ?>)
                    ((BindingProvider) vault).getResponseContext().get(MessageContext.INBOUND_MESSAGE_ATTACHMENTS);
            assertEquals(Set.of("added@test"), parts.keySet());
            assertArrayEquals(content(5), read((DataHandler) Objects.requireNonNull(parts.get("added@test"))));
        }
    }

    // ---------------------------------------------------------------- providers

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aProviderGetsValuesAsBase64AndOtherPartsAsAttachments(boolean handled) throws Exception {
        Witness witness = new Witness();
        try (Served server = handled ? served(new Mirror(), witness) : served(new Mirror())) {
            String body =
                    root("bytes", INCLUDE) + part("a", "value") + part("b", "x".repeat(400_000)) + "\r\n--b--\r\n";
            HttpResponse<String> reply = post(server, XOP, body);
            assertEquals(200, reply.statusCode(), reply.body());
            String type = reply.headers().firstValue("Content-Type").orElseThrow();
            assertTrue(type.startsWith("multipart/related; type=\"text/xml\""), type);
            assertTrue(reply.body().contains(">dmFsdWU=<"), "base64 in the envelope");
            assertTrue(reply.body().contains("\r\nContent-ID: <b>\r\nX-Note: kept\r\n\r\nxxx"), "its header");
            assertEquals(handled ? 2 : 0, witness.attachments.size());
        }
    }

    @Test
    void aPartThatIsNotInItsTransferEncodingIsItsSendersFault() throws Exception {
        try (Served server = served(new Vault.Bean(), new Witness())) {
            String broken = part("a", "AAA*").replace("Content-ID", "Content-Transfer-Encoding: base64\r\nContent-ID");
            HttpResponse<String> reply = post(server, XOP, root("bytes", INCLUDE) + broken + "\r\n--b--\r\n");
            assertTrue(reply.body().contains("Client</faultcode>"), reply.body());
            assertTrue(reply.body().contains("its content has another character at byte 3"), reply.body());
        }
    }

    @Test
    void aProviderOfPayloadsHasAttachmentsInItsContext() throws Exception {
        try (Served server = served(new Payloads())) {
            String body = root("bytes", INCLUDE) + part("a", "value") + part("b", "x") + "\r\n--b--\r\n";
            HttpResponse<String> reply = post(server, XOP, body);
            assertTrue(reply.body().contains("<seen>dmFsdWU=[b]</seen>"), reply.body());
        }
    }

    /** Sends a message with an attachment by a Dispatch; gives the one that comes back. */
    private static byte[] mirrored(Dispatch<SOAPMessage> dispatch, byte[] content) throws Exception {
        SOAPMessage request = MessageFactory.newInstance().createMessage();
        request.getSOAPBody().addBodyElement(new QName(NAMESPACE, "bytes", "v"));
        AttachmentPart part = request.createAttachmentPart();
        part.setRawContent(new ByteArrayInputStream(content), "application/x-test");
        part.setContentId("<sent@test>");
        request.addAttachmentPart(part);
        SOAPMessage reply = dispatch.invoke(request);
        assertEquals(1, reply.countAttachments());
        AttachmentPart back = reply.getAttachments().next();
        assertEquals("<sent@test>", back.getContentId());
        assertEquals("application/x-test", back.getContentType());
        return back.getRawContentBytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 70_000, 3_000_000})
    void aDispatchSendsAndGetsAttachments(int length) throws Exception {
        byte[] content = content(length);
        try (Served server = served(new Mirror())) {
            QName name = new QName("urn:test:client", "Service");
            QName port = new QName("urn:test:client", "Port");
            for (jakarta.xml.ws.spi.Provider stack :
                    List.of(new WeirProvider(), new com.sun.xml.ws.spi.ProviderImpl())) {
                var service = stack.createServiceDelegate(null, name, Service.class);
                service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, server.address());
                assertArrayEquals(
                        content,
                        mirrored(service.createDispatch(port, SOAPMessage.class, Service.Mode.MESSAGE), content),
                        stack.getClass().getName());
            }
        }
    }

    @Test
    void aDispatchExchangesAttachmentsWithAServerOfMetro() throws Exception {
        try (MetroServer metro = MetroServer.start()) {
            metro.publish("mirror", null, new Mirror());
            QName port = new QName("urn:test:client", "Port");
            var service = new WeirProvider()
                    .createServiceDelegate(null, new QName("urn:test:client", "Service"), Service.class);
            service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, metro.url() + "mirror");
            for (int length : new int[] {1, 400_000}) {
                byte[] content = content(length);
                assertArrayEquals(
                        content,
                        mirrored(service.createDispatch(port, SOAPMessage.class, Service.Mode.MESSAGE), content));
            }
        }
    }

    // ---------------------------------------------------------------- hostile messages

    @Test
    void messagesThatCannotBeReadReachNoHandler() throws Exception {
        Witness witness = new Witness();
        String large = "x".repeat(400_000);
        try (Served server = served(new Vault.Bean(), witness);
                Served provider = served(new Mirror(), witness)) {
            for (String content : List.of("short", large)) {
                List<String> bodies = List.of(
                        root("bytes", INCLUDE) + part("a", content),
                        root("bytes", INCLUDE) + part("b", content) + "\r\n--b--\r\n",
                        root("bytes", INCLUDE) + part("a", content) + part("a", content) + "\r\n--b--\r\n",
                        root("bytes", INCLUDE.replace("cid:a", "file:///etc/passwd")) + part("a", content)
                                + "\r\n--b--\r\n",
                        root("bytes", "AAAA" + INCLUDE) + part("a", content) + "\r\n--b--\r\n",
                        root("bytes", "<unclosed>" + INCLUDE) + part("a", content) + "\r\n--b--\r\n");
                for (String body : bodies) {
                    for (Served each : List.of(server, provider)) {
                        HttpResponse<String> reply = post(each, XOP, body);
                        assertTrue(reply.statusCode() >= 400, reply.body());
                        assertTrue(reply.body().contains("Fault"), reply.body());
                    }
                }
            }
            assertEquals(List.of(), witness.bodies);
        }
    }

    @Test
    void textThatWouldBecomeTooLongIsRefused() throws Exception {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, new Vault.Bean());
        endpoint.getProperties().put("attachment-max-size", 500_000);
        Witness witness = new Witness();
        endpoint.getBinding().setHandlerChain(List.of(witness));
        try (Served server = Served.publish(endpoint)) {
            String body = root("bytes", INCLUDE) + part("a", "x".repeat(450_000)) + "\r\n--b--\r\n";
            HttpResponse<String> reply = post(server, XOP, body);
            assertEquals(413, reply.statusCode(), reply.body());
            assertTrue(reply.body().contains("must not be longer than 500000 bytes"), reply.body());
            assertEquals(List.of(), witness.bodies);
        }
    }
}
