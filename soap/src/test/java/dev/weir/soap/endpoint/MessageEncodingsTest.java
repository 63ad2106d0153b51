package dev.weir.soap.endpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.tree.XmlElement;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.handler.MessageContext;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.feature.FastInfosetFeature;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** MTOM, Fast Infoset and gzip over HTTP, by CXF's client and by requests put together here. */
class MessageEncodingsTest {
    private static final String SOAP_11 = "http://schemas.xmlsoap.org/soap/envelope/";
    private static final String SOAP_12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final String FAST_11 = "application/fastinfoset";
    private static final String FAST_12 = "application/soap+fastinfoset";

    @TempDir
    static Path directory;

    private static ArchiveServer archive;
    private static ArchiveServer plain;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws IOException {
        EndpointOptions options = EndpointOptions.DEFAULT.withAttachments(
                EndpointOptions.DEFAULT.attachments().withDirectory(directory));
        archive = new ArchiveServer(
                options.withGzipFromBytes(1_000),
                // The tree of 20 MB in base64 is estimated at 400 MB.
                HttpServerLimits.DEFAULT.withMaxBufferedBytes(500L * 1024 * 1024));
        plain = new ArchiveServer(options.withFastInfoset(false));
    }

    @AfterAll
    static void stop() {
        archive.close();
        plain.close();
    }

    private static Archive client(boolean soap12, Feature... features) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Archive.class);
        factory.setAddress(archive.address());
        factory.setBindingId(soap12 ? SOAPBinding.SOAP12HTTP_BINDING : SOAPBinding.SOAP11HTTP_BINDING);
        factory.getFeatures().addAll(List.of(features));
        return factory.create(Archive.class);
    }

    private static Archive withMtom(Archive client) {
        BindingProvider provider = (BindingProvider) client;
        ((SOAPBinding) provider.getBinding()).setMTOMEnabled(true);
        provider.getRequestContext().put("mtom-threshold", 0);
        return client;
    }

    /** A field of the last reply; empty where it has none. */
    private static String replied(Archive client, String field) {
        Map<?, ?> fields =
                (Map<?, ?>) ((BindingProvider) client).getResponseContext().get(MessageContext.HTTP_RESPONSE_HEADERS);
        for (Map.Entry<?, ?> each : fields.entrySet()) {
            if (field.equalsIgnoreCase(String.valueOf(each.getKey()))) {
                return String.valueOf(((List<?>) each.getValue()).get(0));
            }
        }
        return "";
    }

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        new Random(TestSeed.of(MessageEncodingsTest.class)).nextBytes(content);
        return content;
    }

    @ParameterizedTest
    @CsvSource({
        "100, false", "40000, false", "1000000, false", "20000000, false",
        "100, true", "40000, true", "1000000, true", "20000000, true"
    })
    void contentComesInAPartAndGoesBackInOne(int bytes, boolean soap12) {
        Archive client = withMtom(client(soap12));
        byte[] content = content(bytes);

        assertArrayEquals(content, client.keep(content));

        assertTrue(archive.cameAsPart);
        String type = replied(client, "Content-Type");
        // At the threshold of 1,024 bytes and below, the reply has base64.
        assertTrue(
                type.startsWith(bytes > 1_024 ? "multipart/related" : soap12 ? "application/soap+xml" : "text/xml"),
                type);
        if (bytes > 1_024) {
            assertTrue(type.contains("start-info=\"" + (soap12 ? "application/soap+xml" : "text/xml") + "\""), type);
        }
    }

    @ParameterizedTest
    @CsvSource({"100, false", "40000, false", "1000000, false", "20000000, false", "40000, true", "1000000, true"})
    void whoSendsBase64IsAnsweredInBase64(int bytes, boolean soap12) {
        Archive client = client(soap12);
        byte[] content = content(bytes);

        assertArrayEquals(content, client.keep(content));

        assertFalse(archive.cameAsPart);
        String type = replied(client, "Content-Type");
        assertTrue(type.startsWith(soap12 ? "application/soap+xml" : "text/xml"), type);
    }

    @ParameterizedTest
    @CsvSource({"1000, false", "1000, true", "1000000, false", "1000000, true"})
    void aClientThatInsistsOnFastInfosetIsAnsweredInIt(int bytes, boolean soap12) {
        FastInfosetFeature feature = new FastInfosetFeature();
        feature.setForce(true);
        Archive client = client(soap12, feature);
        byte[] content = content(bytes);

        assertArrayEquals(content, client.keep(content));

        assertEquals(soap12 ? FAST_12 : FAST_11, replied(client, "Content-Type"));
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aClientThatOffersFastInfosetIsAnsweredInItAndThenSendsIt(boolean soap12) {
        Archive client = client(soap12, new FastInfosetFeature());
        for (int i = 0; i < 3; i++) {
            byte[] content = content(1_000 + i);
            assertArrayEquals(content, client.keep(content));
            assertEquals(soap12 ? FAST_12 : FAST_11, replied(client, "Content-Type"));
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aFaultInFastInfosetIsUnderstood(boolean soap12) throws IOException, InterruptedException {
        String type = soap12 ? FAST_12 : FAST_11;
        HttpResponse<byte[]> reply = post(archive, fast(envelope(soap12, "refuse")), "Content-Type", type);

        assertEquals(500, reply.statusCode());
        assertEquals(type, reply.headers().firstValue("Content-Type").orElse(""));
        assertTrue(text(reply.body()).contains("It is not kept."), text(reply.body()));
    }

    @ParameterizedTest
    @CsvSource({"application/fastinfoset, false", "application/soap+fastinfoset, true"})
    void fastInfosetIsKnownByItsMediaType(String type, boolean soap12) throws IOException, InterruptedException {
        HttpResponse<byte[]> reply = post(archive, fast(envelope(soap12, "aGVsbG8=")), "Content-Type", type);

        assertEquals(200, reply.statusCode(), new String(reply.body(), StandardCharsets.ISO_8859_1));
        assertEquals(type, reply.headers().firstValue("Content-Type").orElse(""));
        assertTrue(text(reply.body()).contains(">aGVsbG8=<"), text(reply.body()));
    }

    @ParameterizedTest
    @CsvSource({
        "'text/xml, application/fastinfoset', true",
        "application/fastinfoset;q=0, false",
        "'*/*', false",
        "application/soap+fastinfoset, true"
    })
    void textIsAnsweredInFastInfosetWhereThatIsAccepted(String accept, boolean inFastInfoset) throws Exception {
        HttpResponse<byte[]> reply = post(
                archive,
                envelope(false, "aGVsbG8=").getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                "text/xml",
                "Accept",
                accept);

        assertEquals(200, reply.statusCode());
        String type = reply.headers().firstValue("Content-Type").orElse("");
        assertEquals(inFastInfoset, type.equals(FAST_11), type);
        String text = inFastInfoset ? text(reply.body()) : new String(reply.body(), StandardCharsets.UTF_8);
        assertTrue(text.contains(">aGVsbG8=<"), text);
    }

    @Test
    void fastInfosetOfTheOtherVersionIsRefused() throws Exception {
        HttpResponse<byte[]> reply = post(archive, fast(envelope(false, "aGVsbG8=")), "Content-Type", FAST_12);
        assertTrue(text(reply.body()).contains("must be sent as"), text(reply.body()));
        assertTrue(reply.statusCode() >= 400);
    }

    @Test
    void whatIsNoFastInfosetIsRefusedWithAFault() throws Exception {
        byte[] broken = fast(envelope(false, "aGVsbG8="));
        byte[] half = Arrays.copyOf(broken, broken.length / 2);
        HttpResponse<byte[]> reply = post(archive, half, "Content-Type", FAST_11);
        assertEquals(500, reply.statusCode());
        assertTrue(text(reply.body()).contains("cannot be read"), text(reply.body()));
    }

    @ParameterizedTest
    @CsvSource({"application/fastinfoset, false", "application/soap+fastinfoset, true"})
    void whereFastInfosetIsSwitchedOffItIsRefusedByName(String type, boolean soap12) throws Exception {
        HttpResponse<byte[]> reply = post(plain, fast(envelope(soap12, "aGVsbG8=")), "Content-Type", type);

        assertEquals(415, reply.statusCode());
        String text = new String(reply.body(), StandardCharsets.UTF_8);
        assertTrue(text.contains("not " + type), text);

        HttpResponse<byte[]> accepted = post(
                plain,
                envelope(false, "aGVsbG8=").getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                "text/xml",
                "Accept",
                FAST_11);
        assertEquals(200, accepted.statusCode());
        assertTrue(new String(accepted.body(), StandardCharsets.UTF_8).contains(">aGVsbG8=<"));
    }

    @ParameterizedTest
    @CsvSource({"1000, false", "1000000, false", "40000, true", "1000000, true"})
    void gzipGoesBothWays(int bytes, boolean mtom) {
        GZIPFeature feature = new GZIPFeature();
        feature.setThreshold(0);
        feature.setForce(true);
        Archive client = client(false, feature);
        if (mtom) {
            withMtom(client);
        }
        byte[] content = content(bytes);

        assertArrayEquals(content, client.keep(content));

        assertEquals(mtom, archive.cameAsPart);
    }

    /** With parts, too, which are not taken as they come then. */
    @ParameterizedTest
    @CsvSource({"false", "true"})
    void requestsMayBePackedByZstd(boolean mtom) throws Exception {
        byte[] content = content(9_000);
        String text = Base64.getEncoder().encodeToString(content);
        String parts = "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n" + envelope(false, text)
                + "\r\n--b--\r\n";
        HttpResponse<byte[]> reply = post(
                archive,
                ContentCoding.ZSTD.pack((mtom ? parts : envelope(false, text)).getBytes(StandardCharsets.UTF_8)),
                "Content-Type",
                mtom ? "multipart/related; type=\"application/xop+xml\"; boundary=b" : "text/xml",
                "Content-Encoding",
                "zstd",
                "Accept-Encoding",
                "gzip, deflate, br, zstd");
        assertEquals(200, reply.statusCode(), () -> new String(reply.body(), StandardCharsets.UTF_8));
        if (!mtom) {
            assertEquals("zstd", reply.headers().firstValue("Content-Encoding").orElse(""));
            String answer = new String(Zstd.decompress(reply.body()), StandardCharsets.UTF_8);
            assertTrue(answer.contains(text), answer);
        }
    }

    @Test
    void repliesArePackedForThoseWhoAcceptIt() throws Exception {
        byte[] request = envelope(false, Base64.getEncoder().encodeToString(content(9_000)))
                .getBytes(StandardCharsets.UTF_8);
        HttpResponse<byte[]> packed = post(
                archive,
                gzip(request),
                "Content-Type",
                "text/xml",
                "Content-Encoding",
                "gzip",
                "Accept-Encoding",
                "gzip");
        assertEquals("gzip", packed.headers().firstValue("Content-Encoding").orElse(""));
        byte[] unpacked = new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes();

        HttpResponse<byte[]> unasked = post(archive, request, "Content-Type", "text/xml");
        assertNull(unasked.headers().firstValue("Content-Encoding").orElse(null));
        assertArrayEquals(unasked.body(), unpacked);
    }

    @Test
    void aCodingThatIsNotKnownIsRefusedByName() throws Exception {
        HttpResponse<byte[]> reply = post(archive, new byte[100], "Content-Type", "text/xml", "Content-Encoding", "br");
        assertEquals(415, reply.statusCode());
        assertTrue(new String(reply.body(), StandardCharsets.UTF_8).contains("packed by zstd or gzip"));
    }

    @Test
    void aMessageThatIsNoGzipIsRefused() throws Exception {
        HttpResponse<byte[]> reply =
                post(archive, new byte[100], "Content-Type", "text/xml", "Content-Encoding", "gzip");
        assertEquals(500, reply.statusCode(), "clients read no fault of SOAP 1.1 otherwise");
        assertTrue(new String(reply.body(), StandardCharsets.UTF_8).contains("<faultcode>soap:Client<"));
    }

    @Test
    void anAttachmentToWhichNothingRefersIsRefused() throws Exception {
        String body = "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n"
                + envelope(false, "aGVsbG8=") + "\r\n--b\r\nContent-ID: <left@over>\r\n\r\nx\r\n--b--\r\n";
        HttpResponse<byte[]> reply = post(
                archive,
                body.getBytes(StandardCharsets.UTF_8),
                "Content-Type",
                "multipart/related; boundary=b; type=\"application/xop+xml\"");
        assertEquals(500, reply.statusCode());
        String text = new String(reply.body(), StandardCharsets.UTF_8);
        assertTrue(text.contains("left@over"), text);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void aClientWithMtomUnderstandsFaults(boolean soap12) {
        Archive client = withMtom(client(soap12));
        byte[] content = Base64.getDecoder().decode("refuse++");
        WebServiceException thrown = assertThrows(WebServiceException.class, () -> client.keep(content));
        SoapFault fault = assertInstanceOf(SoapFault.class, thrown.getCause());
        assertEquals("It is not kept.", fault.getReason());
    }

    @Test
    void aClientWithFastInfosetUnderstandsFaults() {
        FastInfosetFeature feature = new FastInfosetFeature();
        feature.setForce(true);
        Archive client = client(false, feature);
        byte[] content = Base64.getDecoder().decode("refuse++");
        WebServiceException thrown = assertThrows(WebServiceException.class, () -> client.keep(content));
        SoapFault fault = assertInstanceOf(SoapFault.class, thrown.getCause());
        assertEquals("It is not kept.", fault.getReason());
    }

    private static String envelope(boolean soap12, String content) {
        return "<e:Envelope xmlns:e='" + (soap12 ? SOAP_12 : SOAP_11) + "'><e:Body><t:content xmlns:t='urn:archive'>"
                + content + "</t:content></e:Body></e:Envelope>";
    }

    private static byte[] fast(String envelope) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        XmlWriter writer = InfosetEncoding.find(InfosetEncoding.FAST_INFOSET)
                .orElseThrow()
                .defaultEncoding()
                .openWriter(out);
        XmlElement.parse(envelope.getBytes(StandardCharsets.UTF_8)).write(writer);
        writer.endDocument();
        writer.close();
        return out.toByteArray();
    }

    /** A document in Fast Infoset as text. */
    private static String text(byte[] fastInfoset) {
        XmlReader reader = InfosetEncoding.find(InfosetEncoding.FAST_INFOSET)
                .orElseThrow()
                .defaultDecoding()
                .openEither(fastInfoset, 0, fastInfoset.length, ReadOptions.DEFAULT);
        reader.nextTagOrText();
        return XmlElement.read(reader).toString();
    }

    private static byte[] gzip(byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(body);
        }
        return out.toByteArray();
    }

    private static HttpResponse<byte[]> post(ArchiveServer to, byte[] body, String... fields)
            throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(to.address()))
                        .headers(fields)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofByteArray());
    }
}
