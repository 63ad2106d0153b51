package dev.weir.soap.jaxws.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.soap.jaxws.Clients;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.tls.TlsProperties;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ServerSocketFactory;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLException;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients call services of the JDK's HTTPS server, which answer who the client is for them. */
class HttpsClientTest {
    private static final String VERIFIER = "com.sun.xml.ws.transport.https.client.hostname.verifier";
    private static final QName SERVICE = new QName("urn:test:https", "GateService");
    private static final QName PORT = new QName("urn:test:https", "GatePort");

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static Issued own;
    private static HttpsServer open;
    private static HttpsServer mutual;
    private static HttpsServer misnamed;

    /** Answers with the name of who calls. */
    @WebService(name = "Gate", targetNamespace = "urn:test:https")
    public interface Gate {
        String who();
    }

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        own = authority.issue("client");
        Issued named = authority.issue("service");
        open = authority.server(named, false, HttpsClientTest::answer);
        mutual = authority.server(named, true, HttpsClientTest::answer);
        misnamed = authority.server(
                authority.issue("other", "DNS:other.example", "rsa:2048"), false, HttpsClientTest::answer);
    }

    @AfterAll
    static void stop() {
        open.stop(0);
        mutual.stop(0);
        misnamed.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String who = "anybody";
        try {
            who = ((HttpsExchange) exchange).getSSLSession().getPeerPrincipal().getName();
        } catch (SSLException nobody) {
            // as it is where no certificate is asked for
        }
        byte[] bytes = ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>"
                        + "<g:whoResponse xmlns:g=\"urn:test:https\"><return>" + who + "</return></g:whoResponse>"
                        + "</s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String at(HttpsServer server) {
        return "https://localhost:" + server.getAddress().getPort() + "/gate";
    }

    private static Gate gate(String address, Map<String, Object> properties) {
        return Clients.at(address, Gate.class, properties);
    }

    private static SSLException refused(Gate gate) {
        WebServiceException failed = assertThrows(WebServiceException.class, gate::who);
        return assertInstanceOf(SSLException.class, failed.getCause());
    }

    private static void assertNames(Throwable failure, String... parts) {
        for (String part : parts) {
            assertTrue(String.valueOf(failure.getMessage()).contains(part), failure.getMessage());
        }
    }

    @Test
    void anSslContextIsTheClientsKeyAndWhomItTrusts() throws Exception {
        Map<String, Object> trusting = Map.of(TlsProperties.CONTEXT, authority.context(null));
        assertEquals("anybody", gate(at(open), trusting).who());
        assertThrows(WebServiceException.class, () -> gate(at(mutual), trusting).who());
        Gate known = gate(at(mutual), Map.of(TlsProperties.CONTEXT, authority.context(own)));
        assertEquals("CN=client", known.who());
        // What the context says from now on counts from now on, and the connections that another key opened are not
        // used.
        ((BindingProvider) known).getRequestContext().putAll(trusting);
        assertThrows(WebServiceException.class, known::who);
    }

    @Test
    void filesInPemAndPkcs12AreTheSame() throws Exception {
        assertEquals(
                "anybody",
                gate(at(open), Map.of(TlsProperties.TRUST, authority.certificate()))
                        .who());
        assertEquals(
                "CN=client",
                gate(
                                at(mutual),
                                Map.of(
                                        TlsProperties.TRUST,
                                        authority.certificate().toString(),
                                        TlsProperties.CERTIFICATE,
                                        own.certificate().toFile(),
                                        TlsProperties.KEY,
                                        own.key()))
                        .who());
        authority.openssl("pkcs12 -export -passout pass:sesame -in client.pem -inkey client.key -out own.p12");
        Path trusted = trustStore("sesame");
        Map<String, Object> packed = Map.of(
                TlsProperties.TRUST,
                trusted,
                TlsProperties.CERTIFICATE,
                folder.resolve("own.p12"),
                TlsProperties.PASSWORD,
                "sesame".toCharArray());
        assertEquals("CN=client", gate(at(mutual), packed).who());
    }

    private static Path trustStore(String password) throws Exception {
        return authority.trustStore(folder.resolve("trusted.p12"), "PKCS12", password);
    }

    @Test
    void aDispatchHasTheSameProperties() throws Exception {
        Dispatch<Source> dispatch = dispatch(at(mutual));
        dispatch.getRequestContext().put(TlsProperties.CONTEXT, authority.context(own));
        StringWriter answer = new StringWriter();
        TransformerFactory.newInstance()
                .newTransformer()
                .transform(
                        dispatch.invoke(new StreamSource(new StringReader("<g:who xmlns:g='urn:test:https'/>"))),
                        new StreamResult(answer));
        assertTrue(answer.toString().contains("CN=client"), answer.toString());
    }

    @Test
    void anUnknownAuthorityAndAnotherHostAreNamedWithTheRemedy() throws Exception {
        assertNames(
                refused(gate(at(open), Map.of())),
                at(open).replace("/gate", ""),
                "its certificate (CN=service) was issued by CN=authority, an authority that is not trusted here",
                "javax.net.ssl.trustStore",
                TlsProperties.TRUST);
        assertNames(
                refused(gate(at(misnamed), Map.of(TlsProperties.CONTEXT, authority.context(null)))),
                at(misnamed).replace("/gate", ""),
                "for another host",
                "localhost");
    }

    /** What both say who call a server: a proxy by files of its own, and a Dispatch. */
    private static void assertSaid(Issued shown, String expected, boolean ofStranger) throws Exception {
        HttpsServer server = authority.server(shown, false, HttpsClientTest::answer);
        try {
            Map<String, Object> trusting = Map.of(TlsProperties.TRUST, authority.certificate());
            String host = "https://localhost:" + server.getAddress().getPort();
            String whole = "no secure connection to " + host + ": its certificate " + expected;
            SSLException ofProxy = refused(gate(at(server), trusting));
            assertEquals(ofStranger ? whole + TlsSettings.REMEDY : whole, ofProxy.getMessage());
            Dispatch<Source> dispatch = dispatch(at(server));
            dispatch.getRequestContext().putAll(trusting);
            WebServiceException ofDispatch = assertThrows(
                    WebServiceException.class,
                    () -> dispatch.invoke(new StreamSource(new StringReader("<g:who xmlns:g='urn:test:https'/>"))));
            assertEquals(ofProxy.getMessage(), ofDispatch.getMessage());
            assertInstanceOf(SSLException.class, ofDispatch.getCause());
        } finally {
            server.stop(0);
        }
    }

    private static Dispatch<Source> dispatch(String address) {
        var service = new WeirProvider().createServiceDelegate(null, SERVICE, Service.class);
        service.addPort(PORT, null, address);
        return service.createDispatch(PORT, Source.class, Service.Mode.PAYLOAD);
    }

    @Test
    void whyAServerIsNotTrustedIsSaidInEachCase() throws Exception {
        assertSaid(
                authority.issue("elsewhere", "DNS:elsewhere.example", "rsa:2048"),
                "is for elsewhere.example, not for localhost",
                false);
        assertSaid(
                authority.issue("old", Instant.parse("2025-12-01T00:00:00Z"), Instant.parse("2026-01-31T12:00:00Z")),
                "(CN=old) expired on 2026-01-31 and must be renewed",
                false);
        assertSaid(
                TestAuthority.in(folder, "foreign").issue("stranger"),
                "(CN=stranger) was issued by CN=foreign, an authority that is not trusted here",
                true);
        assertSaid(
                TestAuthority.selfSigned(folder, "self"), "is self-signed (CN=self) and not trusted here itself", true);
    }

    @Test
    void aServerWithoutTlsAndOneWithItAreNamedByTheOtherScheme() throws Exception {
        var plain = ServerSocketFactory.getDefault().createServerSocket(0);
        Thread answering = new Thread(() -> {
            try (var socket = plain.accept()) {
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        answering.start();
        assertNames(
                refused(gate("https://localhost:" + plain.getLocalPort() + "/gate", Map.of())),
                "it answers without TLS",
                "http://");
        answering.join();
        plain.close();
        assertNames(
                assertThrows(
                        WebServiceException.class,
                        () -> gate(at(open).replace("https:", "http:"), Map.of())
                                .who()),
                "or speaks TLS, and its address begins with https://");
    }

    @ParameterizedTest
    @ValueSource(strings = {VERIFIER, "com.sun.xml.internal.ws.transport.https.client.hostname.verifier"})
    void aHostnameVerifierIsAskedAboutOtherNamesOnly(String property) throws Exception {
        AtomicReference<String> asked = new AtomicReference<>();
        HostnameVerifier lenient = (host, session) -> {
            asked.set(host + " " + session.getCipherSuite().isEmpty());
            return true;
        };
        Map<String, Object> properties = Map.of(property, lenient, TlsProperties.CONTEXT, authority.context(null));
        assertEquals("anybody", gate(at(open), properties).who());
        assertEquals(null, asked.get());
        assertEquals("anybody", gate(at(misnamed), properties).who());
        assertEquals("localhost false", asked.get());
        HostnameVerifier strict = (host, session) -> false;
        Map<String, Object> refusing = Map.of(property, strict, TlsProperties.CONTEXT, authority.context(null));
        assertNames(refused(gate(at(misnamed), refusing)), "localhost", "HostnameVerifier");
        // It judges names, not authorities; and nobody else uses a connection that it has let pass.
        assertNames(refused(gate(at(misnamed), Map.of(property, lenient))), "not trusted here");
        refused(gate(at(misnamed), Map.of(TlsProperties.CONTEXT, authority.context(null))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.sun.xml.ws.transport.https.client.SSLSocketFactory",
                "com.sun.xml.internal.ws.transport.https.client.SSLSocketFactory"
            })
    void aSocketFactoryIsRefusedByTheNameOfWhatDoesTheSame(String property) throws Exception {
        Gate gate = gate(at(open), Map.of(property, authority.context(null).getSocketFactory()));
        assertNames(assertThrows(WebServiceException.class, gate::who), property, TlsProperties.CONTEXT);
    }

    @Test
    void whatDoesNotFitTogetherIsSaid() throws Exception {
        Map<Map<String, Object>, String> cases = Map.of(
                Map.of(TlsProperties.CONTEXT, "x"),
                "must be a javax.net.ssl.SSLContext",
                Map.of(VERIFIER, "x"),
                VERIFIER,
                Map.of(TlsProperties.KEY, own.key()),
                TlsProperties.CERTIFICATE,
                Map.of(TlsProperties.PASSWORD, "x"),
                TlsProperties.TRUST,
                Map.of(TlsProperties.TRUST, folder.resolve("none.pem")),
                "none.pem",
                Map.of(TlsProperties.TRUST, authority.certificate(), TlsProperties.CONTEXT, authority.context(null)),
                "leave out " + TlsProperties.TRUST);
        cases.forEach((properties, part) -> assertNames(
                assertThrows(
                        WebServiceException.class,
                        () -> gate(at(open), properties).who()),
                part));
    }

    /** Calls the address that is its argument, with nothing set but the JVM's properties. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            System.out.println("I am " + gate(arguments[0], Map.of()).who());
        }
    }

    @Test
    void theJvmsOwnSettingsCountForKeyAndTrust() throws Exception {
        authority.openssl("pkcs12 -export -passout pass:jvm-wide -in client.pem -inkey client.key -out jvm.p12");
        String said = TestAuthority.run(
                folder,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djavax.net.ssl.trustStore=" + trustStore("jvm-wide"),
                        "-Djavax.net.ssl.trustStorePassword=jvm-wide",
                        "-Djavax.net.ssl.keyStore=jvm.p12",
                        "-Djavax.net.ssl.keyStorePassword=jvm-wide",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        at(mutual)),
                -1);
        assertTrue(said.contains("I am CN=client"), said);
    }

    @Test
    void aKeyStoreOfTheJvmsThatIsNotThereIsNamed() throws Exception {
        String said = TestAuthority.run(
                folder,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djavax.net.ssl.keyStore=lost.p12",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Program.class.getName(),
                        at(open)),
                1);
        assertTrue(said.contains("javax.net.ssl.keyStore=lost.p12"), said);
    }
}
