package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import dev.weir.testing.FreePort;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A composite calls a partner that wants a certificate and a password, which a file of the server has. */
class PartnersTest {
    private static final String ASK = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<n:note xmlns:n='http://partners.example'>a question</n:note></s:Body></s:Envelope>";

    private static final String REQUEST =
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><r:convert xmlns:r="
                    + "'http://rates.example/rpc'><amount>21</amount><currency>EUR</currency></r:convert></s:Body>"
                    + "</s:Envelope>";
    private static final String REPLY =
            "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body><r:convertResponse xmlns:r="
                    + "'http://rates.example/rpc'><result>7</result><note>by the partner</note></r:convertResponse>"
                    + "</s:Body></s:Envelope>";
    private static final String PASSWORD = "correct-horse-battery";

    @TempDir
    Path folder;

    private final Queue<String> callers = new ConcurrentLinkedQueue<>();

    private Path file(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("partners"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    private HttpsServer partner(TestAuthority authority) throws Exception {
        return authority.server(authority.issue("partner"), true, exchange -> {
            exchange.getRequestBody().readAllBytes();
            callers.add(((HttpsExchange) exchange).getSSLSession().getPeerPrincipal() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] answer = REPLY.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
    }

    @Test
    void aPartnerIsCalledByHttpsWithCertificateAndPasswordWhichNoLogShows() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        authority.issue("weir");
        HttpsServer partner = partner(authority);
        String section = """
                [https://localhost:%d/rates]
                certificate = weir.pem
                key = weir.key
                trust = authority.pem
                user = weir
                password = %s
                """;
        int port = partner.getAddress().getPort();
        Path file = file(section.formatted(port, PASSWORD));
        SoapPost post = new SoapPost();
        try (RunningWeir weir = RunningWeir.run(
                folder,
                List.of(
                        RunningWeir.repository()
                                .resolve("server/src/test/composites/rates")
                                .toString(),
                        "--token=partner=https://localhost:" + port + "/rates",
                        "--partners=" + file))) {
            HttpResponse<String> reply =
                    post.send(weir.url().resolve("/soa-infra/services/default/Rates/Twice"), SoapPost.SOAP_11, REQUEST);
            assertEquals(200, reply.statusCode(), reply.body() + weir.log());
            assertTrue(reply.body().contains(">by the partner<"), reply.body());
            assertEquals("CN=weir Basic d2Vpcjpjb3JyZWN0LWhvcnNlLWJhdHRlcnk=", callers.poll());

            file(section.formatted(port, "another-password"));
            eventually(
                    "the new file is read", weir::log, log -> log.contains("calls to partners have new credentials"));
            callers.clear();
            assertEquals(
                    200,
                    post.send(weir.url().resolve("/soa-infra/services/default/Rates/Twice"), SoapPost.SOAP_11, REQUEST)
                            .statusCode());
            assertEquals("CN=weir Basic d2Vpcjphbm90aGVyLXBhc3N3b3Jk", callers.poll());

            String audit = weir.command(
                            "audit",
                            weir.command("instances", "--limit", "1").output().split("\\s")[0])
                    .output();
            for (String shown : List.of(weir.log(), audit)) {
                for (String secret : List.of(PASSWORD, "another-password", "d2VpcjphbmV0", "d2VpcjpjbXJy", "Basic ")) {
                    assertTrue(!shown.contains(secret), shown);
                }
            }
        } finally {
            partner.stop(0);
        }
    }

    @Test
    void theAuditSaysWhyAPartnerIsNotTrustedAndTheFaultThatItIsNot() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        Path file = file("[*]\ntrust = authority.pem\n");
        // One, as calls to an address that fails again and again are not tried any more.
        Issued old =
                authority.issue("old", Instant.parse("2025-12-01T00:00:00Z"), Instant.parse("2026-01-31T12:00:00Z"));
        int port = FreePort.next();
        try (RunningWeir weir = RunningWeir.run(
                folder,
                List.of(
                        RunningWeir.repository()
                                .resolve("server/src/test/composites/partners")
                                .toString(),
                        "--token=partner=https://localhost:" + port,
                        "--partners=" + file))) {
            HttpsServer partner = authority.server(port, old, false, exchange -> exchange.close());
            try {
                HttpResponse<String> reply = new SoapPost()
                        .send(
                                weir.url().resolve("/soa-infra/services/default/Partners/Asks"),
                                SoapPost.SOAP_11,
                                "\"ask\"",
                                ASK);
                assertEquals(500, reply.statusCode(), reply.body());
                assertTrue(
                        reply.body().contains("no secure connection to its address: its certificate is refused"),
                        reply.body());
                String instance =
                        weir.command("instances", "--limit", "1").output().split("\\s")[0];
                String audit = weir.command("audit", instance).output();
                assertTrue(
                        audit.contains("no secure connection to https://localhost:" + port
                                + ": its certificate (CN=old) expired on 2026-01-31 and must be renewed"),
                        audit);
            } finally {
                partner.stop(0);
            }
        }
    }

    private void refused(Path file, String reason) {
        RunningWeir.CommandResult ended = RunningWeir.program(List.of(
                "run",
                "--port",
                "0",
                "--admin",
                "off",
                "--data",
                folder.resolve("data").toString(),
                "--partners",
                file.toString()));
        assertEquals(1, ended.exitCode(), ended.output());
        assertTrue(ended.output().contains(reason), reason + ": " + ended.output());
        assertTrue(!ended.output().contains(PASSWORD), ended.output());
    }

    @Test
    void aFileThatOthersMayReadOrThatIsWrongEndsTheStartWithItsLine() throws Exception {
        String secret = "password = " + PASSWORD + "\n";
        Path file = file("[https://h.example]\nuser = x\n" + secret);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        refused(file, "chmod 600");
        refused(file("[https://h.example]\n" + secret), "partners:1: the section must have user and password");
        refused(
                file("[https://h.example]\nuser = x\npasswort = " + PASSWORD + "\n"),
                "partners:3: there is no such name");
    }
}
