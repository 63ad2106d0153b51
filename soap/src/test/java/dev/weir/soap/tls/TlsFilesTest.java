package dev.weir.soap.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsFilesTest {
    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static Issued rsa;
    private static Issued ec;
    private static Path password;

    @BeforeAll
    static void issue() throws Exception {
        authority = TestAuthority.in(folder, "authority");
        rsa = authority.issue("rsa", "DNS:localhost", "rsa:2048");
        ec = authority.issue("ec");
        password = Files.writeString(folder.resolve("password"), "s3cret & more\n");
    }

    private static String subject(TlsFiles files) throws IOException {
        TlsMaterial material = files.read();
        assertNotNull(material.keys());
        return Objects.requireNonNull(material.certificate())
                .getSubjectX500Principal()
                .toString();
    }

    private static String failure(TlsFiles files) {
        return String.valueOf(assertThrows(IOException.class, files::read).getMessage());
    }

    private static TlsFiles pem(Path certificate, Path key) {
        return new TlsFiles(certificate, key, password, null);
    }

    @Test
    void keysAreReadInAllFormsThatOpensslWrites() throws Exception {
        authority.openssl("pkcs8 -topk8 -v2 aes-256-cbc -in rsa.key -passout file:password -out rsa.encrypted");
        authority.openssl("pkcs8 -topk8 -v2 aes-128-cbc -v2prf hmacWithSHA1 -in ec.key -passout file:password"
                + " -out ec.encrypted");
        authority.openssl("rsa -traditional -in rsa.key -out rsa.pkcs1");
        authority.openssl("ec -in ec.key -out ec.sec1");
        Issued edwards = authority.issue("ed25519", "DNS:localhost", "ed25519");
        assertTrue(Files.readString(folder.resolve("rsa.pkcs1")).contains("BEGIN RSA PRIVATE KEY"));
        assertTrue(Files.readString(folder.resolve("ec.sec1")).contains("BEGIN EC PRIVATE KEY"));
        for (String key : new String[] {"rsa.key", "rsa.encrypted", "rsa.pkcs1"}) {
            assertEquals("CN=rsa", subject(pem(rsa.certificate(), folder.resolve(key))), key);
        }
        for (String key : new String[] {"ec.key", "ec.encrypted", "ec.sec1"}) {
            assertEquals("CN=ec", subject(pem(ec.certificate(), folder.resolve(key))), key);
        }
        assertEquals("CN=ed25519", subject(pem(edwards.certificate(), edwards.key())));
        Path both = Files.writeString(
                folder.resolve("both.pem"),
                Files.readString(ec.key())
                        + Files.readString(ec.certificate())
                        + Files.readString(authority.certificate()));
        assertEquals("CN=ec", subject(new TlsFiles(both, null, null, null)));
    }

    @Test
    void pkcs12IsReadAsOpensslAndKeytoolWriteIt() throws Exception {
        authority.openssl("pkcs12 -export -in rsa.pem -inkey rsa.key -certfile authority.pem -passout file:password"
                + " -out rsa.p12");
        assertEquals("CN=rsa", subject(new TlsFiles(folder.resolve("rsa.p12"), null, password, null)));
        assertNotNull(new TlsFiles(null, null, password, folder.resolve("rsa.p12"))
                .read()
                .trust());
        Path plain = Files.writeString(folder.resolve("plain"), "changeit");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        TestAuthority.run(
                folder,
                List.of(
                        keytool,
                        "-importcert",
                        "-noprompt",
                        "-alias",
                        "a",
                        "-file",
                        "authority.pem",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        "trust.p12",
                        "-storepass",
                        "changeit"),
                0);
        assertNotNull(new TlsFiles(null, null, plain, folder.resolve("trust.p12"))
                .read()
                .trust());
        assertTrue(failure(new TlsFiles(folder.resolve("rsa.p12"), null, plain, null))
                .contains("rsa.p12"));
        assertTrue(failure(new TlsFiles(folder.resolve("rsa.p12"), null, null, null))
                .contains("password"));
        assertTrue(failure(new TlsFiles(folder.resolve("trust.p12"), null, plain, null))
                .contains("0 private keys"));
    }

    @Test
    void whatIsWrongIsNamedWithItsFile() throws Exception {
        authority.openssl("rsa -traditional -aes128 -in rsa.key -passout file:password -out rsa.old");
        String old = failure(pem(rsa.certificate(), folder.resolve("rsa.old")));
        assertTrue(old.contains("rsa.old:2: ") && old.contains("openssl pkcs8"), old);
        String other = failure(pem(rsa.certificate(), ec.key()));
        assertTrue(other.contains("ec.key is not that of the first certificate in"), other);
        authority.openssl("pkcs8 -topk8 -in rsa.key -passout pass:other -out rsa.other");
        String wrong = failure(pem(rsa.certificate(), folder.resolve("rsa.other")));
        assertTrue(wrong.contains("rsa.other: the private key cannot be decrypted"), wrong);
        String none = failure(new TlsFiles(rsa.certificate(), folder.resolve("rsa.other"), null, null));
        assertTrue(none.contains("name a file with its password"), none);
        assertTrue(failure(pem(rsa.certificate(), folder.resolve("absent"))).contains("there is no file"));
        assertTrue(failure(pem(rsa.certificate(), folder)).contains(folder + " cannot be read: "));
        assertTrue(failure(new TlsFiles(rsa.certificate(), null, null, null)).contains("has no private key"));
        assertTrue(failure(new TlsFiles(null, null, null, rsa.key())).contains("rsa.key has no certificate"));
        Path cut = Files.writeString(
                folder.resolve("cut.pem"), Files.readString(rsa.certificate()).substring(0, 200));
        assertTrue(failure(pem(cut, rsa.key())).contains("cut.pem:1: the CERTIFICATE that begins here has no end"));
        byte[] der = new byte[40];
        Path nonsense = Files.writeString(
                folder.resolve("nonsense.key"),
                "-----BEGIN EC PRIVATE KEY-----\n" + Base64.getEncoder().encodeToString(der)
                        + "\n-----END EC PRIVATE KEY-----\n");
        assertTrue(failure(pem(rsa.certificate(), nonsense)).contains("nonsense.key: "));
    }

    @Test
    void whatHasNotChangedIsNotReadAgain() throws Exception {
        Path certificate = Files.copy(ec.certificate(), folder.resolve("changing.pem"));
        TlsFiles files = new TlsFiles(certificate, ec.key(), null, authority.certificate());
        TlsMaterial first = files.read();
        assertNull(files.readIfChanged(first.digest()));
        Files.writeString(certificate, Files.readString(authority.certificate()), StandardOpenOption.APPEND);
        assertNotNull(files.readIfChanged(first.digest()));
        assertNotNull(files.readIfChanged(first.digest(), "the key has none".toCharArray()));
        assertNull(files.readIfChanged(files.read().digest(), "the key has none".toCharArray()));
    }
}
