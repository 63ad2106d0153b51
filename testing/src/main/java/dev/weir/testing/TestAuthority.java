package dev.weir.testing;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A certificate authority in a folder, for two days, by the command {@code openssl}. Without it the calling test is
 * skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
public final class TestAuthority {
    private static final char[] PASSWORD = "secret".toCharArray();

    private static final DateTimeFormatter ASN1_TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path folder;
    private final String name;

    /**
     * What it has issued, in PEM.
     *
     * @param key in PKCS#8
     */
    public record Issued(Path certificate, Path key) {}

    private TestAuthority(Path folder, String name) {
        this.folder = folder;
        this.name = name;
    }

    /** @param name of the authority and of its files */
    public static TestAuthority in(Path folder, String name) throws IOException, InterruptedException {
        TestAuthority authority = new TestAuthority(folder, name);
        authority.openssl("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=" + name
                + " -keyout " + name + ".key -out " + name + ".pem");
        return authority;
    }

    /** Its own certificate. */
    public Path certificate() {
        return folder.resolve(name + ".pem");
    }

    /** Issues a certificate with an EC key for localhost and 127.0.0.1. */
    public Issued issue(String subject) throws IOException, InterruptedException {
        return issue(subject, "DNS:localhost,IP:127.0.0.1", "ec -pkeyopt ec_paramgen_curve:P-256");
    }

    /**
     * Issues a certificate.
     *
     * @param subject its common name, and that of its files
     * @param alternatives its subject alternative names, as OpenSSL writes them
     * @param algorithm of the key, as {@code openssl req -newkey} takes it
     */
    public Issued issue(String subject, String alternatives, String algorithm)
            throws IOException, InterruptedException {
        Path extensions = Files.writeString(
                folder.resolve(subject + ".ext"), "subjectAltName=" + alternatives + "\nbasicConstraints=CA:FALSE\n");
        openssl("req -new -newkey " + algorithm + " -nodes -subj /CN=" + subject + " -keyout " + subject + ".key -out "
                + subject + ".csr");
        openssl("x509 -req -days 2 -in " + subject + ".csr -CA " + name + ".pem -CAkey " + name
                + ".key -CAcreateserial -extfile " + extensions.getFileName() + " -out " + subject + ".pem");
        return new Issued(folder.resolve(subject + ".pem"), folder.resolve(subject + ".key"));
    }

    /**
     * Issues a certificate for localhost and 127.0.0.1 that is valid at another time than now.
     *
     * @param from its first second, to the whole second
     * @param until its last one
     */
    public Issued issue(String subject, Instant from, Instant until) throws IOException, InterruptedException {
        Issued issued = issue(subject);
        Files.writeString(folder.resolve(subject + ".index"), "");
        Files.writeString(folder.resolve(subject + ".cnf"), """
                [ca]
                default_ca = one
                [one]
                database = %s.index
                new_certs_dir = .
                default_md = sha256
                policy = any
                rand_serial = yes
                [any]
                commonName = supplied
                """.formatted(subject));
        openssl("ca -batch -notext -config " + subject + ".cnf -cert " + name + ".pem -keyfile " + name + ".key -in "
                + subject + ".csr -extfile " + subject + ".ext -startdate " + ASN1_TIME.format(from) + " -enddate "
                + ASN1_TIME.format(until) + " -out " + issued.certificate().getFileName());
        return issued;
    }

    /** Issues a certificate for localhost and 127.0.0.1 that nobody but its own key has signed. */
    public static Issued selfSigned(Path folder, String subject) throws IOException, InterruptedException {
        TestAuthority nobody = new TestAuthority(folder, subject);
        nobody.openssl("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=" + subject
                + " -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout " + subject + ".key -out " + subject
                + ".pem");
        return new Issued(folder.resolve(subject + ".pem"), folder.resolve(subject + ".key"));
    }

    /**
     * What trusts this authority.
     *
     * @param own with which it proves itself; null for nothing
     */
    public SSLContext context(@Nullable Issued own) throws IOException, InterruptedException, GeneralSecurityException {
        KeyStore authorities = KeyStore.getInstance("PKCS12");
        authorities.load(null, null);
        try (InputStream in = Files.newInputStream(certificate())) {
            authorities.setCertificateEntry(
                    name, CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        KeyManager[] keys = own == null ? null : keys(own);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return context;
    }

    private KeyManager[] keys(Issued own) throws IOException, InterruptedException, GeneralSecurityException {
        Path file = folder.resolve(own.certificate().getFileName() + ".p12");
        openssl("pkcs12 -export -passout pass:" + String.valueOf(PASSWORD) + " -in "
                + own.certificate().getFileName() + " -inkey " + own.key().getFileName() + " -out "
                + file.getFileName());
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD);
        return keys.getKeyManagers();
    }

    /**
     * Writes a trust store with its certificate, as Java's tools keep it.
     *
     * @param type PKCS12 or JKS
     */
    public Path trustStore(Path file, String type, String password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate())) {
            store.setCertificateEntry(
                    name, CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password.toCharArray());
        }
        return file;
    }

    /**
     * Starts the JDK's HTTPS server on localhost, on a port of the system's choice.
     *
     * @param needsClient whether a client must have a certificate of this authority
     */
    public HttpsServer server(Issued own, boolean needsClient, HttpHandler handler)
            throws IOException, InterruptedException, GeneralSecurityException {
        return server(0, own, needsClient, handler);
    }

    /** The same on this port. */
    public HttpsServer server(int port, Issued own, boolean needsClient, HttpHandler handler)
            throws IOException, InterruptedException, GeneralSecurityException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(own)) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
                wanted.setNeedClientAuth(needsClient);
                parameters.setSSLParameters(wanted);
            }
        });
        server.createContext("/", handler);
        server.start();
        return server;
    }

    /** Runs openssl in the folder, with arguments divided by spaces; it must succeed. */
    public String openssl(String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(Arrays.asList(arguments.split(" ")));
        String output = run(folder, command, 0);
        return output;
    }

    /**
     * Asks a server by curl, which, unlike Java, shows a certificate that no authority of the server has signed.
     *
     * @param own what curl shows
     * @param arguments further ones, the address among them
     * @return what it printed, to both its outputs
     */
    public String curl(Issued own, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("curl", "-sS", "--cacert"));
        command.add(certificate().toString());
        command.addAll(List.of("--cert", own.certificate().toString()));
        command.addAll(List.of("--key", own.key().toString()));
        command.addAll(Arrays.asList(arguments));
        return run(folder, command, -1);
    }

    /**
     * Runs a program to its end, without input.
     *
     * @param exitCode with which it must end; -1 for any
     * @return what it printed, to both its outputs
     */
    public static String run(Path folder, List<String> command, int exitCode) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            String message = "there is no " + command.get(0);
            if ("1".equals(System.getenv("WEIR_REQUIRE_CLIENTS"))) {
                Assertions.fail(message, e);
            }
            Assumptions.abort(message);
            throw e;
        }
        process.getOutputStream().close();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            Assertions.fail("not done within 60 s: " + command);
        }
        String text = Files.readString(output, StandardCharsets.ISO_8859_1);
        if (exitCode >= 0 && process.exitValue() != exitCode) {
            Assertions.fail(command + " ended with " + process.exitValue() + ": " + text);
        }
        return text;
    }
}
