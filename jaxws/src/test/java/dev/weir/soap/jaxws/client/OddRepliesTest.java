package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.xml.tree.XmlElement;
import jakarta.activation.DataSource;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Replies as HTTP and XML allow them, and few servers send them. */
class OddRepliesTest {
    private static final QName SERVICE = new QName("urn:odd", "OddService");
    private static final QName PORT = new QName("urn:odd", "OddPort");
    private static final String SAID = "caf\u00e9 \u00fcber";
    private static final String REPLY = Served.envelope("", "<o:said xmlns:o='urn:odd'>" + SAID + "</o:said>");

    private HttpServer server;
    private volatile String contentType = "text/xml; charset=utf-8";
    private volatile String coding = "identity";
    private volatile byte[] reply = REPLY.getBytes(StandardCharsets.UTF_8);

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", contentType);
            exchange.getResponseHeaders().set("Content-Encoding", coding);
            exchange.sendResponseHeaders(200, reply.length);
            exchange.getResponseBody().write(reply);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Service service() {
        System.setProperty("jakarta.xml.ws.spi.Provider", WeirProvider.class.getName());
        Service service = Service.create(SERVICE);
        service.addPort(
                PORT,
                SOAPBinding.SOAP11HTTP_BINDING,
                "http://127.0.0.1:" + server.getAddress().getPort() + "/");
        return service;
    }

    private static Source request() {
        return new StreamSource(new ByteArrayInputStream(
                Served.envelope("", "<o:say xmlns:o='urn:odd'/>").getBytes(StandardCharsets.UTF_8)));
    }

    private String said(Service.Mode mode) throws Exception {
        Source request = mode == Service.Mode.MESSAGE
                ? request()
                : new StreamSource(
                        new ByteArrayInputStream("<o:say xmlns:o='urn:odd'/>".getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TransformerFactory.newInstance()
                .newTransformer()
                .transform(service().createDispatch(PORT, Source.class, mode).invoke(request), new StreamResult(out));
        return XmlElement.parse(out.toByteArray()).stringValue();
    }

    // ---------------------------------------------------------------- charsets

    /** What the Content-Type says counts before what the document says, which is nothing here. */
    @ParameterizedTest
    @ValueSource(strings = {"ISO-8859-1", "windows-1252", "utf-8", "UTF-16BE", "UTF-16"})
    void aMessageIsReadByTheCharsetOfItsContentType(String charset) throws Exception {
        contentType = "text/xml; charset=" + charset;
        reply = REPLY.getBytes(Charset.forName(charset));
        for (Service.Mode mode : Service.Mode.values()) {
            assertEquals(SAID, said(mode), mode.name());
        }
    }

    /** Any envelope. */
    @XmlRootElement(name = "Envelope", namespace = "http://schemas.xmlsoap.org/soap/envelope/")
    public static final class Any {
        @XmlAnyElement
        public Element[] content;
    }

    @Test
    void soAreMessagesAsObjects() throws Exception {
        contentType = "text/xml; charset=ISO-8859-1";
        reply = REPLY.getBytes(StandardCharsets.ISO_8859_1);
        Dispatch<Object> dispatch =
                service().createDispatch(PORT, JAXBContext.newInstance(Any.class), Service.Mode.MESSAGE);
        Object answer = dispatch.invoke(new Any());
        Any any = (Any) (answer instanceof JAXBElement<?> element ? element.getValue() : answer);
        assertEquals(SAID, any.content[any.content.length - 1].getTextContent());
    }

    @Test
    void messagesAsDataSayTheirCharset() throws Exception {
        contentType = "text/xml; charset=ISO-8859-1";
        reply = REPLY.getBytes(StandardCharsets.ISO_8859_1);
        DataSource answer = service()
                .createDispatch(PORT, DataSource.class, Service.Mode.MESSAGE)
                .invoke(new Data(
                        Served.envelope("", "<o:say xmlns:o='urn:odd'/>").getBytes(StandardCharsets.UTF_8)));
        assertEquals("text/xml; charset=ISO-8859-1", answer.getContentType());
        try (InputStream in = answer.getInputStream()) {
            assertArrayEquals(reply, in.readAllBytes());
        }
    }

    private record Data(byte[] bytes) implements ReadSource {
        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public String getContentType() {
            return "text/xml";
        }
    }

    @Test
    void aCharsetThatNobodyKnowsIsNamed() {
        contentType = "text/xml; charset=x-elvish";
        for (Service.Mode mode : Service.Mode.values()) {
            WebServiceException refused = assertThrows(WebServiceException.class, () -> said(mode));
            assertTrue(refused.getMessage().contains("x-elvish"), refused.getMessage());
        }
    }

    // ---------------------------------------------------------------- gzip

    private static byte[] members(byte[]... contents) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] content : contents) {
            try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write(content);
            }
        }
        return out.toByteArray();
    }

    @Test
    void theMembersOfAReplyInGzipAreJoined() throws Exception {
        byte[] whole = REPLY.getBytes(StandardCharsets.UTF_8);
        coding = "gzip";
        for (int at : new int[] {1, whole.length / 2, whole.length - 1, whole.length}) {
            reply = members(Arrays.copyOf(whole, at), Arrays.copyOfRange(whole, at, whole.length), new byte[0]);
            assertEquals(SAID, said(Service.Mode.PAYLOAD), "split at " + at);
        }
    }

    @Test
    void aReplyWithoutItsLastMembersEndIsRefused() throws Exception {
        byte[] whole = REPLY.getBytes(StandardCharsets.UTF_8);
        coding = "gzip";
        byte[] packed = members(whole, new byte[100]);
        reply = Arrays.copyOf(packed, packed.length - 1);
        WebServiceException refused = assertThrows(WebServiceException.class, () -> said(Service.Mode.PAYLOAD));
        assertTrue(refused.getMessage().contains("its end is missing"), refused.getMessage());
    }
}
