package dev.weir.soap.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.client.ClientEncodings;
import dev.weir.soap.client.ClientEncodings.FastInfoset;
import dev.weir.soap.client.SoapClient;
import dev.weir.soap.client.SoapTransportException;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpClientLimits;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.wsdl.DerivedBinding;
import dev.weir.testing.FreePort;
import dev.weir.testing.TestSeed;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlText;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingType;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.FastInfosetFeature;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client that composites call by, in each encoding, with CXF and with Weir as the service. */
class ClientEncodingsTest {
    @TempDir
    static Path directory;

    private static final List<Server> CXF = new ArrayList<>();
    private static String cxf;
    private static ArchiveServer weir;
    private static ArchiveServer weirsPlain;
    private static HttpTransport transport;
    private static HttpServer canned;
    private static SoapClient client;

    /** Answers with the content that it gets. */
    @WebService(
            endpointInterface = "dev.weir.soap.endpoint.Archive",
            targetNamespace = ArchiveServer.NAMESPACE,
            serviceName = "ArchiveService",
            portName = "ArchivePort")
    public static class Bean implements Archive {
        @Override
        public byte[] keep(byte[] content) {
            if (content.length == 6) {
                throw new IllegalStateException("It is not kept.");
            }
            return content;
        }
    }

    @WebService(
            endpointInterface = "dev.weir.soap.endpoint.Archive",
            targetNamespace = ArchiveServer.NAMESPACE,
            serviceName = "ArchiveService",
            portName = "ArchivePort")
    @BindingType(SOAPBinding.SOAP12HTTP_BINDING)
    public static class Bean12 extends Bean {}

    @BeforeAll
    static void start() throws IOException {
        cxf = "http://localhost:" + FreePort.next() + "/";
        for (boolean mtom : new boolean[] {true, false}) {
            for (Bean bean : List.of(new Bean(), new Bean12())) {
                JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
                factory.setServiceClass(bean.getClass());
                factory.setServiceBean(bean);
                factory.setAddress(cxf + (mtom ? "mtom" : "text") + (bean instanceof Bean12));
                factory.setProperties(Map.of("mtom-enabled", mtom, "allowNonMatchingToDefaultSoapAction", true));
                GZIPFeature gzip = new GZIPFeature();
                gzip.setThreshold(0);
                factory.getFeatures().addAll(List.of(new FastInfosetFeature(), gzip));
                CXF.add(factory.create());
            }
        }
        weir = new ArchiveServer(EndpointOptions.DEFAULT.withGzipFromBytes(1_000));
        weirsPlain = new ArchiveServer(EndpointOptions.DEFAULT.withFastInfoset(false));
        transport = HttpTransport.start();
        canned = transport.listen("127.0.0.1", 0, HttpServerLimits.DEFAULT);
        client = new SoapClient(transport.client(HttpClientLimits.DEFAULT));
    }

    @AfterAll
    static void stop() {
        CXF.forEach(Server::destroy);
        weir.close();
        weirsPlain.close();
        canned.close(Duration.ZERO);
        transport.close();
    }

    private static ClientEncodings encodings() {
        return ClientEncodings.DEFAULT.withAttachments(
                ClientEncodings.DEFAULT.attachments().withDirectory(directory));
    }

    private static MessageValue call(SoapClient by, String address, boolean soap12, byte[] content) throws Exception {
        XmlElement element = new XmlElement("t", XmlName.of(ArchiveServer.NAMESPACE, "content"));
        element.append(new XmlText(BinaryContent.of(content, BinaryContent.ANY_TYPE)));
        SoapVersion version = soap12 ? SoapVersion.SOAP_12 : SoapVersion.SOAP_11;
        return by.call(
                        DerivedBinding.of(
                                ArchiveServer.portType(), version, XmlName.of(ArchiveServer.NAMESPACE, "Binding")),
                        "keep",
                        URI.create(address),
                        MessageValue.of("body", element),
                        Addressing.NONE,
                        Duration.ofSeconds(30))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    /** The content of a reply, whether it came in a part or in text. */
    private static byte[] content(MessageValue reply) {
        BinaryContent part = part(reply);
        return part != null
                ? part.bytes()
                : java.util.Base64.getMimeDecoder()
                        .decode(reply.part("body").stringValue().strip());
    }

    private static BinaryContent part(MessageValue reply) {
        for (XmlNode child = reply.part("body").firstChild(); child != null; child = child.nextSibling()) {
            if (child instanceof XmlText text && text.binary() != null) {
                return text.binary();
            }
        }
        return null;
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(TestSeed.of(ClientEncodingsTest.class)).nextBytes(bytes);
        return bytes;
    }

    private static long sent(Encoding encoding) {
        return SoapTraffic.sent(encoding);
    }

    private static void noNameIsLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @ParameterizedTest
    @CsvSource({"1000, false", "1025, false", "200000, false", "3000000, false", "40000, true", "3000000, true"})
    void contentTravelsInPartsBothWays(int length, boolean soap12) throws Exception {
        SoapClient with = client.with(encodings().withMtom(true));
        byte[] content = bytes(length);
        for (String address : List.of(cxf + "mtom" + soap12, weir.address())) {
            long before = sent(Encoding.MTOM);
            long sentBytes = SoapTraffic.sentBytes(Encoding.MTOM);
            long receivedBytes = SoapTraffic.receivedBytes(Encoding.MTOM);
            MessageValue reply = call(with, address, soap12, content);
            assertTrue(sent(Encoding.MTOM) > before, "the request has parts");
            assertTrue(SoapTraffic.sentBytes(Encoding.MTOM) >= sentBytes + length, "its bytes are counted");
            assertTrue(
                    part(reply) == null || SoapTraffic.receivedBytes(Encoding.MTOM) >= receivedBytes + length,
                    "those of the reply are");
            // CXF has no threshold.
            assertEquals(length > 1_024 || address.startsWith(cxf), part(reply) != null, address);
            assertArrayEquals(content, content(reply), address);
            noNameIsLeft();
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aReplyWithPartsIsUnderstoodByWhoSendsText(boolean soap12) throws Exception {
        byte[] content = bytes(2_000_000);
        MessageValue reply = call(client.with(encodings()), cxf + "mtom" + soap12, soap12, content);
        assertNotNull(part(reply));
        assertArrayEquals(content, content(reply));
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, false",
        "NONE, true",
        "PESSIMISTIC, false",
        "PESSIMISTIC, true",
        "OPTIMISTIC, false",
        "OPTIMISTIC, true"
    })
    void fastInfosetIsSpokenAsTheModeSays(FastInfoset mode, boolean soap12) throws Exception {
        for (String address : List.of(cxf + "text" + soap12, weir.address())) {
            SoapClient with = new SoapClient(transport.client(HttpClientLimits.DEFAULT))
                    .with(encodings().withFastInfoset(mode));
            int ends = address.equals(weir.address()) ? 1 : 0;
            for (int call = 0; call < 3; call++) {
                long before = sent(Encoding.FAST_INFOSET);
                long received = SoapTraffic.received(Encoding.FAST_INFOSET);
                byte[] content = bytes(5_000);
                MessageValue reply = call(with, address, soap12, content);
                assertNull(part(reply));
                assertArrayEquals(content, content(reply));
                int request = mode == FastInfoset.OPTIMISTIC || mode == FastInfoset.PESSIMISTIC && call > 0 ? 1 : 0;
                int answer = mode == FastInfoset.NONE ? 0 : 1;
                assertEquals(request + ends * answer, sent(Encoding.FAST_INFOSET) - before, address + " sent " + call);
                assertEquals(
                        answer + ends * request,
                        SoapTraffic.received(Encoding.FAST_INFOSET) - received,
                        address + " received " + call);
            }
        }
    }

    @Test
    void whoDoesNotSpeakFastInfosetIsSentText() throws Exception {
        SoapClient offering = client.with(encodings().withFastInfoset(FastInfoset.PESSIMISTIC));
        long before = sent(Encoding.FAST_INFOSET);
        for (int call = 0; call < 2; call++) {
            assertArrayEquals(bytes(100), content(call(offering, weirsPlain.address(), false, bytes(100))));
        }
        assertEquals(before, sent(Encoding.FAST_INFOSET));
        SoapClient insisting = client.with(encodings().withFastInfoset(FastInfoset.OPTIMISTIC));
        ExecutionException failed =
                assertThrows(ExecutionException.class, () -> call(insisting, weirsPlain.address(), false, bytes(100)));
        assertInstanceOf(SoapFaultException.class, failed.getCause());
        assertTrue(failed.getMessage().contains("application/fastinfoset"), failed.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void requestsAndRepliesArePackedByZstdWhereBothKnowIt(boolean soap12) throws Exception {
        SoapClient with = client.with(encodings().withPacking(ContentCoding.ZSTD));
        byte[] content = bytes(500_000);
        long sent = sent(Encoding.ZSTD);
        long received = SoapTraffic.received(Encoding.ZSTD);
        assertArrayEquals(content, content(call(with, weir.address(), soap12, content)));
        assertEquals(sent + 2, sent(Encoding.ZSTD), "the request and the reply");
        assertEquals(received + 2, SoapTraffic.received(Encoding.ZSTD));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void requestsAndRepliesArePackedByGzip(boolean soap12) throws Exception {
        SoapClient with = client.with(encodings().withPacking(ContentCoding.GZIP));
        for (String address : List.of(cxf + "text" + soap12, weir.address())) {
            for (int length : new int[] {10, 500_000}) {
                byte[] content = bytes(length);
                long packed = sent(Encoding.GZIP);
                long text = SoapTraffic.sentBytes(Encoding.TEXT);
                assertArrayEquals(content, content(call(with, address, soap12, content)), address);
                assertEquals(length > 1_000, sent(Encoding.GZIP) > packed, "the request is packed");
                assertEquals(length <= 1_000, SoapTraffic.sentBytes(Encoding.TEXT) > text, "it is sent as it is");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, NONE", "false, OPTIMISTIC"})
    void faultsAreUnderstood(boolean mtom, FastInfoset mode) {
        SoapClient with = client.with(encodings().withMtom(mtom).withFastInfoset(mode));
        for (String address : List.of(cxf + "mtomfalse", cxf + "textfalse", weir.address())) {
            byte[] refused = java.util.Base64.getDecoder().decode("refuse++");
            ExecutionException failed =
                    assertThrows(ExecutionException.class, () -> call(with, address, false, refused));
            SoapFaultException fault = assertInstanceOf(SoapFaultException.class, failed.getCause());
            assertEquals("It is not kept.", fault.fault().reason(), address);
        }
    }

    private static final String ENVELOPE = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
            + "<t:content xmlns:t='urn:archive'>%s</t:content></e:Body></e:Envelope>";
    private static final String INCLUDE = "<x:Include xmlns:x='http://www.w3.org/2004/08/xop/include' href='cid:%s'/>";
    private static final String XOP = "multipart/related; type=\"application/xop+xml\"; boundary=b";

    private static String root(String id) {
        return "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n"
                + ENVELOPE.formatted(INCLUDE.formatted(id)) + "\r\n";
    }

    private static String part(String id, int length) {
        return "--b\r\nContent-ID: <" + id + ">\r\n\r\n" + "x".repeat(length) + "\r\n";
    }

    private static ExecutionException refused(String path, String type, byte[] body, String... field) {
        canned.mount(path, request -> {
            HttpReply reply = HttpReply.of(200, type, body);
            return CompletableFuture.completedFuture(field.length == 0 ? reply : reply.with(field[0], field[1]));
        });
        return assertThrows(
                ExecutionException.class,
                () -> call(client.with(encodings()), "http://127.0.0.1:" + canned.port() + path, false, bytes(10)));
    }

    /** Whatever is wrong with a reply, the call fails with a reason, and no name of a file is left. */
    @Test
    void hostileRepliesFailTheCall() throws Exception {
        StringBuilder many = new StringBuilder(root("1"));
        for (int i = 0; i < 10_000; i++) {
            many.append(part("p" + i, 1));
        }
        Map<String, String> bodies = Map.of(
                "noend", root("1") + part("1", 1_000_000),
                "nothing", root("2") + part("1", 400_000) + "--b--\r\n",
                "unreferred", root("1") + part("1", 1_000) + part("2", 400_000) + "--b--\r\n",
                "many", many + "--b--\r\n",
                "headers", "--b\r\n" + "X: y\r\n".repeat(200_000));
        for (Map.Entry<String, String> each : bodies.entrySet()) {
            ExecutionException failed =
                    refused("/" + each.getKey(), XOP, each.getValue().getBytes(StandardCharsets.UTF_8));
            assertInstanceOf(SoapTransportException.class, failed.getCause(), each.getKey());
            noNameIsLeft();
        }
        byte[] zeros = ContentCoding.GZIP.pack(new byte[150_000_000]);
        assertInstanceOf(
                SoapTransportException.class,
                refused("/bomb", "text/xml", zeros, "Content-Encoding", "gzip").getCause());
        assertInstanceOf(
                SoapTransportException.class,
                refused(
                                "/frames",
                                "text/xml",
                                ContentCoding.ZSTD.pack(new byte[150_000_000]),
                                "Content-Encoding",
                                "zstd")
                        .getCause());
        assertInstanceOf(
                SoapTransportException.class,
                refused("/coding", "text/xml", zeros, "Content-Encoding", "br").getCause());
    }
}
