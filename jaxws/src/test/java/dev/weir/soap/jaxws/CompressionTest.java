package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.GzipDecoder;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.WebServiceProvider;
import jakarta.xml.ws.handler.MessageContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import org.apache.cxf.transport.common.gzip.GZIPOutInterceptor;
import org.apache.cxf.transport.common.gzip.GZIPOutInterceptor.UseGzip;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages packed by gzip and zstd, as a server of the JDK sees those of a client, and a client those of an endpoint. */
class CompressionTest {
    private static final String FROM_BYTES = "dev.weir.jaxws.gzip-from-bytes";
    private static final String ZSTD_FROM_BYTES = "dev.weir.jaxws.zstd-from-bytes";
    private static final String LONG = "text ".repeat(1000);
    private static final QName SERVICE = new QName("urn:test:gzip", "EchoBeanService");

    /** Gives back what it gets. */
    @WebService(name = "Echo", targetNamespace = "urn:test:gzip")
    public interface Echo {
        String echo(String text);
    }

    /** Does so. */
    @WebService(endpointInterface = "dev.weir.soap.jaxws.CompressionTest$Echo", targetNamespace = "urn:test:gzip")
    public static class EchoBean implements Echo {
        @Override
        public String echo(String text) {
            return text;
        }
    }

    private HttpServer server;
    private volatile Headers fields = new Headers();
    private volatile byte[] body = new byte[0];
    private volatile String coding = "identity";
    private volatile byte[] answer = answer("short");

    private static byte[] answer(String text) {
        return Served.envelope(
                        "", "<e:echoResponse xmlns:e='urn:test:gzip'><return>" + text + "</return></e:echoResponse>")
                .getBytes(StandardCharsets.UTF_8);
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            fields = exchange.getRequestHeaders();
            body = exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
            exchange.getResponseHeaders().set("Content-Encoding", coding);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Echo client(Map<String, Object> properties) {
        return client("http://127.0.0.1:" + server.getAddress().getPort() + "/", properties);
    }

    private static Echo client(String address, Map<String, Object> properties) {
        Echo client = new WeirProvider()
                .createServiceDelegate(null, SERVICE, Service.class)
                .getPort(Echo.class);
        Map<String, Object> context = ((BindingProvider) client).getRequestContext();
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
        context.putAll(properties);
        return client;
    }

    private static Served served(Object implementor, Object fromBytes) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, implementor);
        endpoint.getProperties().put(FROM_BYTES, fromBytes);
        return Served.publish(endpoint);
    }

    @Test
    void longRequestsArePackedAndPackedAnswersAskedFor() throws Exception {
        coding = "gzip";
        answer = ContentCoding.GZIP.pack(answer(LONG));
        Echo client = client(Map.of(FROM_BYTES, 2000));
        assertEquals(LONG, client.echo(LONG));
        assertEquals("zstd, gzip", fields.getFirst("Accept-Encoding"));
        assertEquals("gzip", fields.getFirst("Content-Encoding"));
        String sent = new String(GzipDecoder.unpack(body, 100_000), StandardCharsets.UTF_8);
        assertTrue(sent.contains(LONG), sent);
        assertEquals(LONG, client.echo("short"));
        assertNull(fields.getFirst("Content-Encoding"));
        assertEquals("zstd, gzip", fields.getFirst("Accept-Encoding"));
    }

    @Test
    void whoSaysNothingSendsAndAsksForTextAlone() {
        assertEquals("short", client(Map.of()).echo(LONG));
        assertNull(fields.getFirst("Accept-Encoding"));
        assertNull(fields.getFirst("Content-Encoding"));
    }

    @Test
    void requestsMayBePackedByZstd() {
        coding = "zstd";
        answer = ContentCoding.ZSTD.pack(answer(LONG));
        Echo client = client(Map.of(ZSTD_FROM_BYTES, 2000));
        assertEquals(LONG, client.echo(LONG));
        assertEquals("zstd", fields.getFirst("Content-Encoding"));
        String sent = new String(Zstd.decompress(body), StandardCharsets.UTF_8);
        assertTrue(sent.contains(LONG), sent);
        assertEquals(LONG, client.echo("short"));
        assertNull(fields.getFirst("Content-Encoding"));
        assertThrows(
                WebServiceException.class,
                () -> client(Map.of(ZSTD_FROM_BYTES, 2000, FROM_BYTES, 2000)).echo(LONG));
    }

    @Test
    void cxfsPropertyDoesTheSame() {
        client(Map.of(GZIPOutInterceptor.USE_GZIP_KEY, "FORCE")).echo(LONG);
        assertEquals("gzip", fields.getFirst("Content-Encoding"));
        client(Map.of(GZIPOutInterceptor.USE_GZIP_KEY, UseGzip.YES)).echo(LONG);
        assertEquals("gzip", fields.getFirst("Content-Encoding"));
        client(Map.of(GZIPOutInterceptor.USE_GZIP_KEY, UseGzip.NO)).echo(LONG);
        assertNull(fields.getFirst("Content-Encoding"));
        assertEquals("zstd, gzip", fields.getFirst("Accept-Encoding"));
    }

    @Test
    void anAnswerThatUnpacksToAnotherLengthThanItSaysOrIsInAnotherCodingEndsTheCall() {
        coding = "gzip";
        answer = ContentCoding.GZIP.pack(answer(LONG));
        answer[answer.length - 2] = 0;
        answer[answer.length - 3] = 0;
        answer[answer.length - 4] = 100;
        Echo client = client(Map.of(FROM_BYTES, 0));
        assertThrows(WebServiceException.class, () -> client.echo("short"));
        coding = "br";
        String said = assertThrows(WebServiceException.class, () -> client.echo("short"))
                .getMessage();
        assertTrue(said.contains("br"), said);
    }

    @Test
    void anEndpointPacksLongAnswersForThoseWhoAcceptThem() {
        try (Served served = served(new EchoBean(), "2000")) {
            Echo client = client(served.address(), Map.of(FROM_BYTES, 2000));
            assertEquals(LONG, client.echo(LONG));
            assertEquals(List.of("zstd"), answered(client).get("content-encoding"));
            assertEquals("short", client.echo("short"));
            assertNull(answered(client).get("content-encoding"));
            Echo plain = client(served.address(), Map.of());
            assertEquals(LONG, plain.echo(LONG));
            assertNull(answered(plain).get("content-encoding"));
        }
    }

    private static Map<?, ?> answered(Echo client) {
        return (Map<?, ?>) ((BindingProvider) client).getResponseContext().get(MessageContext.HTTP_RESPONSE_HEADERS);
    }

    /** Answers by itself. */
    @WebServiceProvider
    public static class OwnAnswers implements Provider<Source> {
        @Override
        public Source invoke(Source request) {
            return request;
        }
    }

    @Test
    void aProviderIsRefusedWithTheNameOfTheProperty() {
        String said = assertThrows(WebServiceException.class, () -> served(new OwnAnswers(), 1))
                .getMessage();
        assertTrue(said.contains(FROM_BYTES) && said.contains("Provider"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "many"})
    void aLengthThatIsNoneIsRefusedByThePropertysName(String value) {
        String said = assertThrows(
                        WebServiceException.class,
                        () -> client(Map.of(FROM_BYTES, value)).echo("short"))
                .getMessage();
        assertTrue(said.contains(FROM_BYTES) && said.contains(value), said);
        assertThrows(WebServiceException.class, () -> served(new EchoBean(), value));
    }
}
