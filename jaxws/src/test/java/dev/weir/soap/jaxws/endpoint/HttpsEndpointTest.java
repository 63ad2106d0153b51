package dev.weir.soap.jaxws.endpoint;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Clients;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.soap.jaxws.tls.TlsProperties;
import dev.weir.testing.RecordedLog;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import javax.xml.namespace.QName;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.transport.http.HTTPConduit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Endpoints at https addresses, which answer who the client is for them. */
class HttpsEndpointTest {
    private static final QName SERVICE = new QName("urn:test:gate", "GateService");
    private static final String WHO = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<g:who xmlns:g='urn:test:gate:interface'/></s:Body></s:Envelope>";

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static Issued own;
    private static Issued client;
    private static Issued stranger;

    private final List<Endpoint> published = new ArrayList<>();

    /** The interface has a namespace of its own, so that the WSDL is in two documents. */
    @WebService(name = "Gate", targetNamespace = "urn:test:gate:interface")
    public interface Gate {
        String who();
    }

    /** Answers who calls. */
    @WebService(
            serviceName = "GateService",
            portName = "GatePort",
            targetNamespace = "urn:test:gate",
            endpointInterface = "dev.weir.soap.jaxws.endpoint.HttpsEndpointTest$Gate")
    public static final class GateService implements Gate {
        @Resource
        private @Nullable WebServiceContext context;

        @Override
        public String who() {
            Principal user = context.getUserPrincipal();
            return (user == null ? "anybody" : user.getName()) + (context.isUserInRole("CN=client") ? " in role" : "");
        }
    }

    @BeforeAll
    static void issue() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        own = authority.issue("service");
        client = authority.issue("client");
        stranger = TestAuthority.in(folder, "elsewhere").issue("stranger");
        authority.openssl("pkcs12 -export -passout pass:sesame -in service.pem -inkey service.key -out service.p12");
    }

    @AfterEach
    void stop() {
        published.forEach(Endpoint::stop);
    }

    private Endpoint publish(String address, Map<String, ?> properties) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, new GateService());
        endpoint.getProperties().putAll(properties);
        endpoint.publish(address);
        published.add(endpoint);
        return endpoint;
    }

    private Endpoint publish(Map<String, ?> properties) {
        return publish("https://localhost:0/gate", properties);
    }

    private static String address(Endpoint endpoint) {
        return (String) endpoint.getProperties().get(WeirEndpoint.ADDRESS);
    }

    private static int port(Endpoint endpoint) {
        return URI.create(address(endpoint)).getPort();
    }

    private static Map<String, Object> files(Issued issued) {
        return Map.of(TlsProperties.CERTIFICATE, issued.certificate(), TlsProperties.KEY, issued.key());
    }

    /** Those of {@link #files} with certificates of clients. */
    private static Map<String, Object> asking(String clients) {
        Map<String, Object> properties = new HashMap<>(files(own));
        properties.put(EndpointTls.CLIENTS, clients);
        properties.put(TlsProperties.TRUST, authority.certificate());
        return properties;
    }

    private static Gate weir(String address, Map<String, Object> properties) {
        return Clients.at(address, Gate.class, properties);
    }

    private static String byWeir(Endpoint endpoint, @Nullable Issued as) throws Exception {
        return weir(address(endpoint), Map.of(TlsProperties.CONTEXT, authority.context(as)))
                .who();
    }

    private static String byCxf(Endpoint endpoint, @Nullable Issued as) throws Exception {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setServiceClass(Gate.class);
        factory.setAddress(address(endpoint));
        Gate gate = factory.create(Gate.class);
        TLSClientParameters tls = new TLSClientParameters();
        tls.setSslContext(authority.context(as));
        ((HTTPConduit) ClientProxy.getClient(gate).getConduit()).setTlsClientParameters(tls);
        return gate.who();
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, @Nullable Issued as) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(authority.context(as))
                .build()
                .send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(Endpoint endpoint, @Nullable Issued as) throws Exception {
        return send(
                HttpRequest.newBuilder(URI.create(address(endpoint)))
                        .header("Content-Type", "text/xml; charset=utf-8")
                        .POST(BodyPublishers.ofString(WHO)),
                as);
    }

    private static String byCurl(Endpoint endpoint, Issued as) throws Exception {
        return authority.curl(as, "-m", "60", "-H", "Content-Type: text/xml", "-d", WHO, address(endpoint));
    }

    private static String shown(Endpoint by) {
        try (SSLSocket socket =
                (SSLSocket) authority.context(null).getSocketFactory().createSocket("localhost", port(by))) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .toString();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void assertNames(Throwable failure, String... parts) {
        for (String part : parts) {
            assertTrue(String.valueOf(failure.getMessage()).contains(part), failure.getMessage());
        }
    }

    private void assertRefused(Map<String, ?> properties, String... parts) {
        assertNames(assertThrows(WebServiceException.class, () -> publish(properties)), parts);
    }

    @Test
    void anSslContextIsTheEndpointsKey() throws Exception {
        Endpoint endpoint = publish(Map.of(TlsProperties.CONTEXT, authority.context(own)));
        assertTrue(address(endpoint).startsWith("https://localhost:"), address(endpoint));
        assertEquals("anybody", byWeir(endpoint, null));
        assertEquals("anybody", byCxf(endpoint, null));
        HttpResponse<String> reply = post(endpoint, null);
        assertTrue(reply.body().contains("anybody"), reply.body());
        assertEquals(HttpClient.Version.HTTP_2, reply.version());
        assertEquals("CN=service", shown(endpoint));
    }

    @Test
    void filesInPemAndPkcs12AreTheSame() throws Exception {
        assertEquals("anybody", byWeir(publish(files(own)), null));
        Path packed = folder.resolve("service.p12");
        for (Object password : new Object[] {"sesame", "sesame".toCharArray()}) {
            assertEquals(
                    "anybody",
                    byWeir(
                            publish(Map.of(
                                    TlsProperties.CERTIFICATE, packed.toString(), TlsProperties.PASSWORD, password)),
                            null));
        }
    }

    @Test
    void theDescriptionNamesHttpsAddresses() throws Exception {
        Endpoint endpoint = publish(files(own));
        List<String> left = new ArrayList<>(List.of(address(endpoint) + "?wsdl"));
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < left.size(); i++) {
            String document =
                    send(HttpRequest.newBuilder(URI.create(left.get(i))), null).body();
            all.append(document);
            Matcher imports = Pattern.compile("(?:schemaLocation|location)=\"([^\"]*[?][^\"]*)\"")
                    .matcher(document);
            while (imports.find()) {
                assertTrue(imports.group(1).startsWith(address(endpoint) + "?"), imports.group(1));
                if (!left.contains(imports.group(1))) {
                    left.add(imports.group(1));
                }
            }
        }
        assertTrue(left.size() > 1, all.toString());
        assertTrue(all.toString().contains("location=\"" + address(endpoint) + "\""), all.toString());
        assertFalse(all.toString().contains("http://localhost"), all.toString());
        assertTrue(endpoint.getEndpointReference().toString().contains(address(endpoint)));
    }

    @Test
    void theCertificateOfAClientIsTheUser() throws Exception {
        Endpoint wanted = publish(asking("wanted"));
        assertEquals("CN=client", byWeir(wanted, client));
        assertEquals("CN=client", byCxf(wanted, client));
        assertTrue(post(wanted, client).body().contains("CN=client<"));
        assertEquals("anybody", byWeir(wanted, null));
        Map<String, Object> byContext =
                Map.of(TlsProperties.CONTEXT, authority.context(own), EndpointTls.CLIENTS, "wanted");
        Endpoint contextual = publish(byContext);
        assertEquals("CN=client", byWeir(contextual, client));
        assertEquals("anybody", byWeir(contextual, null));
        // Who is not asked shows none.
        assertEquals("anybody", byWeir(publish(files(own)), client));
    }

    @Test
    void whoHasNoCertificateOrAStrangersOrAnExpiredOneIsNotServed() throws Exception {
        RecordedLog log = RecordedLog.of("dev.weir.soap.http.ServerHandshakes");
        authority.openssl(
                "x509 -req -days -1 -in client.csr -CA authority.pem -CAkey authority.key -CAcreateserial -out old.pem");
        Issued expired = new Issued(folder.resolve("old.pem"), client.key());
        Map<String, Object> byContext =
                Map.of(TlsProperties.CONTEXT, authority.context(own), EndpointTls.CLIENTS, "required");
        for (Map<String, Object> properties : List.of(asking("required"), byContext)) {
            Endpoint required = publish(properties);
            assertTrue(byCurl(required, client).contains("CN=client<"));
            assertEquals("CN=client", byWeir(required, client));
            assertThrows(WebServiceException.class, () -> byWeir(required, null));
            assertThrows(WebServiceException.class, () -> byCxf(required, null));
            assertThrows(IOException.class, () -> post(required, expired));
            for (Issued refused : List.of(stranger, expired)) {
                String answer = byCurl(required, refused);
                assertTrue(answer.contains("curl: ("), answer);
            }
            eventually("the log says which", log::messages, lines -> {
                String all = lines.toString();
                return all.contains("it shows no certificate")
                        && all.contains("(CN=client) expired on ")
                        && all.contains("an authority that is not trusted here");
            });
        }
        String answer = byCurl(publish(asking("wanted")), stranger);
        assertTrue(answer.contains("curl: ("), answer);
        log.close();
    }

    @Test
    void aPlainRequestIsClosed() throws Exception {
        Endpoint endpoint = publish(files(own));
        try (Socket plain = new Socket("localhost", port(endpoint))) {
            plain.setSoTimeout(60_000);
            plain.getOutputStream()
                    .write("GET /gate?wsdl HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(plain.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertFalse(answer.contains("definitions"), answer);
        }
        String plain = address(endpoint).replace("https:", "http:");
        assertThrows(WebServiceException.class, () -> weir(plain, Map.of()).who());
        assertEquals("anybody", byWeir(endpoint, null));
    }

    @Test
    void endpointsOfOnePortHaveTheSameSettings() throws Exception {
        int port = free();
        String begin = "https://localhost:" + port;
        Endpoint first = publish(begin + "/first", files(own));
        Endpoint second = publish(begin + "/second", files(own));
        assertEquals("anybody", byWeir(first, null));
        assertEquals("anybody", byWeir(second, null));
        assertNames(
                assertThrows(WebServiceException.class, () -> publish(begin + "/third", asking("required"))),
                begin + "/third",
                "certificates of clients required",
                "localhost:" + port,
                "certificates of clients none");
        assertNames(
                assertThrows(WebServiceException.class, () -> publish("http://localhost:" + port + "/third", Map.of())),
                "plain HTTP",
                own.certificate().toString());
        first.stop();
        assertEquals("anybody", byWeir(second, null));
        second.stop();
        publish("http://localhost:" + port + "/third", Map.of());
        assertNames(
                assertThrows(WebServiceException.class, () -> publish(begin + "/fourth", files(own))), "plain HTTP");
    }

    private static int free() throws IOException {
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void whatDoesNotFitTogetherIsSaidBeforeAnythingIsOpened() throws Exception {
        assertRefused(Map.of(), TlsProperties.CERTIFICATE, TlsProperties.CONTEXT, "javax.net.ssl.keyStore");
        assertRefused(Map.of(TlsProperties.KEY, own.key()), TlsProperties.CERTIFICATE);
        assertRefused(Map.of(TlsProperties.TRUST, authority.certificate()), TlsProperties.CERTIFICATE);
        assertRefused(Map.of(TlsProperties.CONTEXT, authority.context(null)), TlsProperties.CONTEXT, "no certificate");
        assertRefused(Map.of(TlsProperties.CONTEXT, "x"), "must be a javax.net.ssl.SSLContext");
        Map<String, Object> unasked = asking("none");
        assertRefused(unasked, TlsProperties.TRUST, EndpointTls.CLIENTS);
        Map<String, Object> unjudged = asking("required");
        unjudged.remove(TlsProperties.TRUST);
        assertRefused(unjudged, EndpointTls.CLIENTS, TlsProperties.TRUST);
        assertRefused(asking("maybe"), EndpointTls.CLIENTS, "maybe");
        Path packed = folder.resolve("service.p12");
        assertRefused(
                Map.of(TlsProperties.CERTIFICATE, packed, TlsProperties.PASSWORD, "simsim"),
                packed.toString(),
                "opens");
        assertRefused(Map.of(TlsProperties.CERTIFICATE, packed), packed.toString(), "without a password");
        assertRefused(Map.of(TlsProperties.CERTIFICATE, folder.resolve("lost.pem")), "lost.pem");
        assertRefused(
                Map.of(TlsProperties.CERTIFICATE, own.certificate(), TlsProperties.KEY, client.key()), "client.key");
        assertNames(
                assertThrows(
                        WebServiceException.class,
                        () -> publish("http://localhost:0/gate", Map.of(TlsProperties.CERTIFICATE, own.certificate()))),
                TlsProperties.CERTIFICATE,
                "http://localhost:0/gate");
    }

    @Test
    void aRenewedCertificateIsTakenUpWithoutRestart() throws Exception {
        Issued renewed = authority.issue("renewed");
        Path certificate = Files.copy(own.certificate(), folder.resolve("current.pem"));
        Path key = Files.copy(own.key(), folder.resolve("current.key"));
        Endpoint endpoint = publish(files(new Issued(certificate, key)));
        assertEquals("CN=service", shown(endpoint));
        Files.copy(renewed.key(), key, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(renewed.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);
        eventually("the new certificate is shown", () -> shown(endpoint), "CN=renewed"::equals);
        assertEquals("anybody", byWeir(endpoint, null));
    }

    /** Publishes and calls by the JVM's settings alone, which say all for both ends. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            Endpoint endpoint = new WeirProvider().createEndpoint(null, new GateService());
            if (arguments.length > 0) {
                endpoint.getProperties().put(EndpointTls.CLIENTS, arguments[0]);
            }
            endpoint.publish("https://localhost:0/gate");
            try {
                System.out.println("I am " + weir(address(endpoint), Map.of()).who());
            } finally {
                endpoint.stop();
            }
        }
    }

    private static String run(List<String> settings, int exitCode, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(settings);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Program.class.getName()));
        command.addAll(List.of(arguments));
        return TestAuthority.run(folder, command, exitCode);
    }

    @Test
    void theJvmsOwnSettingsCountWhereThePropertiesSayNothing() throws Exception {
        authority.openssl("pkcs12 -export -passout pass:jvm-wide -in service.pem -inkey service.key -out jvm.p12");
        List<String> keys = List.of("-Djavax.net.ssl.keyStore=jvm.p12", "-Djavax.net.ssl.keyStorePassword=jvm-wide");
        authority.trustStore(folder.resolve("trusted.jks"), "JKS", "jvm-wide");
        List<String> both = new ArrayList<>(keys);
        both.addAll(List.of(
                "-Djavax.net.ssl.trustStore=trusted.jks",
                "-Djavax.net.ssl.trustStoreType=JKS",
                "-Djavax.net.ssl.trustStorePassword=jvm-wide"));
        String served = run(both, 0);
        assertTrue(served.contains("I am anybody"), served);
        served = run(both, 0, "required");
        assertTrue(served.contains("I am CN=service"), served);
        String unjudged = run(keys, 1, "required");
        assertTrue(
                unjudged.contains(EndpointTls.CLIENTS + " needs the system property javax.net.ssl.trustStore"),
                unjudged);
        String keyless = run(
                List.of(
                        "-Djavax.net.ssl.keyStore=trusted.jks",
                        "-Djavax.net.ssl.keyStoreType=JKS",
                        "-Djavax.net.ssl.keyStorePassword=jvm-wide"),
                1);
        assertTrue(keyless.contains("no certificate") && keyless.contains("javax.net.ssl"), keyless);
        String lost = run(List.of("-Djavax.net.ssl.keyStore=lost.p12"), 1);
        assertTrue(lost.contains("javax.net.ssl.keyStore=lost.p12"), lost);
        String wrong = run(List.of("-Djavax.net.ssl.keyStore=jvm.p12", "-Djavax.net.ssl.keyStorePassword=simsim"), 1);
        assertTrue(wrong.contains("javax.net.ssl.keyStore=jvm.p12") && wrong.contains("password"), wrong);
    }
}
