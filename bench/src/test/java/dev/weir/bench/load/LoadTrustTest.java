package dev.weir.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.bench.measure.MeasureException;
import dev.weir.testing.TestAuthority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Authorities in PEM, as OpenSSL and others write them. */
class LoadTrustTest {
    @TempDir
    private Path folder;

    private static String refusal(Path pem) {
        return assertThrows(MeasureException.class, () -> LoadTrust.of(pem)).getMessage();
    }

    @Test
    void certificatesAreFoundBesideAnythingElse() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        String certificate = Files.readString(authority.certificate());
        String bag = "Bag Attributes\n    friendlyName: caf\u00e9\nsubject=CN = authority\n" + certificate
                + Files.readString(folder.resolve("authority.key")) + "# and again\r\n"
                + certificate.replace("\n", "\r\n");
        assertNotNull(LoadTrust.of(Files.writeString(folder.resolve("bag.pem"), bag)));
    }

    @Test
    void aFileWithoutAnyIsNamed() throws Exception {
        Path missing = folder.resolve("missing.pem");
        assertEquals("there is no file " + missing, refusal(missing));
        assertEquals(folder + " is a folder, not a file", refusal(folder));
        Path empty = Files.writeString(folder.resolve("empty.pem"), "-----BEGIN PRIVATE KEY-----\n");
        assertEquals("there is no certificate in PEM in " + empty, refusal(empty));
        Path broken = Files.writeString(
                folder.resolve("broken.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertEquals(0, refusal(broken).indexOf("a certificate in " + broken + " is broken: "));
    }

    /** The JDK does not look at an authority's dates. */
    @Test
    void anAuthorityBeforeOrAfterItsTimeIsRefused() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant hourAgo = now.minus(Duration.ofHours(1));
        Instant inAnHour = now.plus(Duration.ofHours(1));
        Path old = authority.issue("old", hourAgo.minusSeconds(9), hourAgo).certificate();
        assertEquals("the certificate of CN=old in " + old + " has expired at " + hourAgo, refusal(old));
        Path early = authority.issue("early", inAnHour, inAnHour.plusSeconds(9)).certificate();
        assertEquals("the certificate of CN=early in " + early + " is not valid before " + inAnHour, refusal(early));
    }
}
