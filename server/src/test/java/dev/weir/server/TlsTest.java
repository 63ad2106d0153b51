package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.access.AdminAddress;
import dev.weir.server.admin.AdminException;
import dev.weir.testing.FreePort;
import dev.weir.testing.TestAuthority;
import dev.weir.testing.TestAuthority.Issued;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program with services and admin API by TLS, as curl and its own commands see it. */
@Tag("jdk")
class TlsTest {
    @TempDir
    Path folder;

    private static void copy(Path from, Path to) throws Exception {
        Path next = to.resolveSibling(to.getFileName() + ".next");
        Files.copy(from, next);
        Files.move(next, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private String curl(String... arguments) {
        try {
            List<String> command = new ArrayList<>(List.of("curl", "-sS", "-m", "30"));
            command.addAll(List.of(arguments));
            return TestAuthority.run(folder, command, -1);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void servicesAndAdminApiAreServedByTlsWithCertificatesThatChange() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        Issued first = authority.issue("first");
        Issued second = authority.issue("second");
        Issued caller = authority.issue("caller");
        Path certificate = folder.resolve("weir.pem");
        Path key = folder.resolve("weir.key");
        copy(first.certificate(), certificate);
        copy(first.key(), key);
        int adminPort = FreePort.next();
        try (RunningWeir weir = RunningWeir.run(
                folder,
                List.of(
                        RunningWeir.repository().resolve("examples/orders").toString(),
                        "--tls-certificate=" + certificate,
                        "--tls-key=" + key,
                        "--tls-clients=required",
                        "--tls-trust=" + authority.certificate(),
                        "--admin=127.0.0.1:" + adminPort,
                        "--admin-tls-certificate=" + certificate,
                        "--admin-tls-key=" + key))) {
            String service = "https://localhost:" + weir.port() + "/soa-infra/services/default/Orders/OrderService";
            String ca = authority.certificate().toString();
            assertTrue(weir.log().contains("endpoint  " + service), weir.log());
            String[] asCaller = {
                "--cacert",
                ca,
                "--cert",
                caller.certificate().toString(),
                "--key",
                caller.key().toString()
            };
            String wsdl = curl(concat(asCaller, service + "?wsdl"));
            assertTrue(wsdl.contains("location=\"" + service + "\""), wsdl);
            assertTrue(curl("--cacert", ca, service + "?wsdl").startsWith("curl: ("));
            eventually(
                    "the log has who was refused",
                    weir::log,
                    log -> log.contains("no TLS connection of 127.0.0.1: it shows no certificate"));
            authority.curl(TestAuthority.selfSigned(folder, "stranger"), "-m", "30", service + "?wsdl");
            eventually(
                    "the log has why",
                    weir::log,
                    log -> log.contains(
                            "no TLS connection of 127.0.0.1: its certificate is self-signed (CN=stranger)"));

            // The whole of an order: its composite calls others, and waits for callbacks.
            Path order = Files.writeString(folder.resolve("order.xml"), OrderMessages.place("A-1"));
            String placed = curl(concat(
                    asCaller,
                    "-H",
                    "Content-Type: text/xml",
                    "-H",
                    "SOAPAction: \"\"",
                    "--data-binary",
                    "@" + order,
                    service));
            assertTrue(placed.contains("Envelope") && !placed.contains("Fault"), placed);

            // The commands find address and certificate in the data folder.
            assertEquals("https://127.0.0.1:" + adminPort, adminUrl(weir));
            assertTrue(!weir.admin().composites().isEmpty());
            RunningWeir.CommandResult listed = weir.command("list");
            assertEquals(0, listed.exitCode(), listed.output());
            String url = "https://localhost:" + adminPort;
            List<String> elsewhere = List.of(
                    "list",
                    "--url",
                    url,
                    "--token-file",
                    weir.data().resolve("admin.token").toString());
            RunningWeir.CommandResult unknown = RunningWeir.inThisJvm(elsewhere);
            assertEquals(1, unknown.exitCode());
            assertTrue(unknown.output().contains("--trust"), unknown.output());
            RunningWeir.CommandResult known = RunningWeir.inThisJvm(concat(elsewhere, "--trust", ca));
            assertEquals(0, known.exitCode(), known.output());

            // A key without its certificate changes nothing, until the certificate comes.
            copy(second.key(), key);
            eventually(
                    "the log has why the old key is kept",
                    weir::log,
                    log -> log.contains("the services' connections go on with what they had"));
            assertTrue(!weir.admin().composites().isEmpty());
            copy(second.certificate(), certificate);
            eventually(
                    "services have the second certificate",
                    () -> curl(concat(asCaller, "-v", service + "?wsdl")),
                    shown -> shown.contains("CN=second"));
            eventually(
                    "the admin API has the second certificate",
                    () -> curl("-v", "--cacert", ca, url + "/"),
                    shown -> shown.contains("CN=second"));
            eventually("a client that trusts the authority is served", () -> {
                try {
                    return !weir.admin().composites().isEmpty();
                } catch (AdminException e) {
                    return false;
                }
            });
        }
    }

    @Test
    void http2IsSpokenUnlessItIsTurnedOff() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        Issued issued = authority.issue("weir");
        for (String option : List.of("", "--no-http2")) {
            int adminPort = FreePort.next();
            List<String> arguments = new ArrayList<>(List.of(
                    RunningWeir.repository().resolve("examples/orders").toString(),
                    "--tls-certificate=" + issued.certificate(),
                    "--tls-key=" + issued.key(),
                    "--admin=127.0.0.1:" + adminPort,
                    "--admin-tls-certificate=" + issued.certificate(),
                    "--admin-tls-key=" + issued.key()));
            if (!option.isEmpty()) {
                arguments.add(option);
            }
            Path own = Files.createDirectory(folder.resolve("weir" + option));
            try (RunningWeir weir = RunningWeir.run(own, arguments)) {
                String expected = option.isEmpty() ? "2 " : "1.1 ";
                for (String url : List.of(
                        "https://localhost:" + weir.port() + "/soa-infra/services/default/Orders/OrderService?wsdl",
                        "https://localhost:" + adminPort + "/health/live")) {
                    String version = curl(
                            "--http2",
                            "--cacert",
                            authority.certificate().toString(),
                            "-o",
                            "said",
                            "-w",
                            "%{http_version} ",
                            url);
                    assertEquals(expected, version, option + " " + url);
                }
                assertTrue(!weir.admin().composites().isEmpty());
            }
        }
    }

    private static String adminUrl(RunningWeir weir) throws Exception {
        return AdminAddress.read(weir.data()).url().toString();
    }

    private static String[] concat(String[] some, String... more) {
        List<String> all = concat(List.of(some), more);
        return all.toArray(String[]::new);
    }

    private static List<String> concat(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return all;
    }

    @Test
    void whatDoesNotFitTogetherEndsTheStartWithItsReason() throws Exception {
        TestAuthority authority = TestAuthority.in(folder, "authority");
        Issued issued = authority.issue("weir");
        Issued other = authority.issue("other");
        String certificate = "--tls-certificate=" + issued.certificate();
        String[][] cases = {
            {"other.key is not that of the first certificate", certificate, "--tls-key=" + other.key()},
            {"there is no file", certificate, "--tls-key=" + folder.resolve("absent")},
            {"--tls-certificate is missing", "--tls-key=" + issued.key()},
            {"needs --tls-trust", certificate, "--tls-key=" + issued.key(), "--tls-clients=required"},
            {"--admin-tls-certificate is missing", "--admin-tls-clients=wanted"},
            {"must be none, wanted or required", certificate, "--tls-clients=perhaps"}
        };
        for (String[] each : cases) {
            List<String> arguments = new ArrayList<>(List.of("run", "--port", "0", "--admin", "127.0.0.1:0"));
            arguments.addAll(List.of(each).subList(1, each.length));
            arguments.addAll(List.of("--data", folder.resolve("data").toString()));
            RunningWeir.CommandResult ended = RunningWeir.program(arguments);
            assertTrue(ended.exitCode() != 0 && ended.output().contains(each[0]), each[0] + ": " + ended.output());
        }
    }
}
