package dev.weir.soap.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestAuthority;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostNamesTest {
    @TempDir
    private static Path folder;

    private static X509Certificate certificate;

    @BeforeAll
    static void issue() throws Exception {
        Path file = TestAuthority.in(folder, "authority")
                .issue(
                        "common.example",
                        "DNS:one.example,DNS:*.many.example,DNS:*.com,DNS:xn--mnchen-3ya.example,IP:10.1.2.3",
                        "ec -pkeyopt ec_paramgen_curve:P-256")
                .certificate();
        try (InputStream in = Files.newInputStream(file)) {
            certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "one.example, true",
        "ONE.example, true",
        "a.many.example, true",
        "m\u00fcnchen.example, true",
        "10.1.2.3, true",
        "many.example, false",
        "a.b.many.example, false",
        "other.one.example, false",
        "common.example, false",
        "any.com, false",
        "10.1.2.4, false",
        "'', false",
        "a..b, false"
    })
    void theFirstLabelAloneMayBeAnything(String host, boolean included) throws Exception {
        assertEquals(included, HostNames.include(certificate, host));
    }
}
