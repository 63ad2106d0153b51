package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.server.access.AdminAddress;
import dev.weir.server.access.AdminListener;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.Role;
import dev.weir.server.access.UsersFile;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.AdminException;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may use the admin API, and where: on a listener of its own, those who can read the data folder. */
class AdminAccessTest {
    private static final String PURGE = "{\"createdBefore\":\"2000-01-01T00:00:00Z\",\"batch\":1}";
    private static final String JSON = "Content-Type: application/json";
    private static final Path ORDERS = RunningWeir.repository().resolve("examples/orders");

    @TempDir
    Path folder;

    private @Nullable WeirServer server;

    @BeforeEach
    void open() {
        server = start(AdminListener.ANY_PORT);
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private Path data() {
        return folder.resolve("data");
    }

    private WeirServer start(@Nullable AdminListener listener) {
        return WeirServer.start(
                new ServerSettings(List.of(ORDERS), "127.0.0.1", 0, data(), Map.of(), Duration.ofSeconds(20), 1 << 20)
                        .withAdmin(listener));
    }

    private WeirServer running() {
        assertNotNull(server);
        return server;
    }

    private String bearer() throws IOException {
        return "Authorization: Bearer " + AdminToken.read(data().resolve(AdminToken.FILE));
    }

    /** The status of an answer to curl; the answer with its head is in the file "answer". */
    private String curl(URI address, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("curl", "-s", "-i", "-o", folder.resolve("answer").toString(), "-w", "%{http_code}"));
        command.addAll(List.of(options));
        command.add(address.toString());
        Process curl = new ProcessBuilder(command).start();
        String status = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, curl.waitFor());
        return status;
    }

    private String admin(String path, String... options) throws IOException, InterruptedException {
        URI address = running().adminUrl();
        assertNotNull(address);
        return curl(address.resolve(path), options);
    }

    @Test
    void theListenerOfTheServicesHasNoAdminApi() throws Exception {
        for (String path : List.of("/admin/instances", "/admin/purge", "/admin", "/admin/../admin/instances")) {
            assertEquals("404", curl(running().url().resolve(path), "--path-as-is", "-H", bearer()), path);
        }
    }

    @Test
    void theListenerOfTheAdminApiHasNoServices() throws Exception {
        assertEquals("404", admin("/soa-infra/services/default/Orders/OrderService?wsdl", "-H", bearer()));
    }

    @Test
    void withoutTheTokenNothingIsAnswered() throws Exception {
        assertEquals("401", admin("/admin/instances"));
        String answer = Files.readString(folder.resolve("answer"));
        assertTrue(answer.toLowerCase(Locale.ROOT).contains("www-authenticate: bearer"), answer);
        assertTrue(answer.contains(AdminToken.FILE), answer);
        assertFalse(answer.contains(bearer().substring(22)), "an answer shows the token");

        assertEquals("401", admin("/admin/instances", "-H", "Authorization: Bearer " + "A".repeat(43)));
        assertEquals("401", admin("/admin/instances", "-H", bearer() + "A"));
        assertEquals("401", admin("/admin/instances", "-H", "Authorization: Basic YWRtaW46YWRtaW4="));
        assertEquals("401", admin("/admin/nowhere"), "what paths there are is nobody's business");
        assertEquals("401", admin("/admin/purge", "-H", JSON, "-d", PURGE));
        assertEquals("200", admin("/admin/instances", "-H", bearer()));
    }

    /** The head of the answer to a request with a body that does not come. */
    private String withoutBody(String path, String field) throws IOException {
        URI address = running().adminUrl();
        assertNotNull(address);
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(60_000);
            String head = "POST " + path + " HTTP/1.1\r\nHost: " + address.getAuthority()
                    + "\r\nContent-Length: 1000000000\r\n" + field + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            StringBuilder answer = new StringBuilder();
            while (answer.indexOf("\r\n\r\n") < 0) {
                int next = socket.getInputStream().read();
                if (next < 0) {
                    break;
                }
                answer.append((char) next);
            }
            return answer.toString();
        }
    }

    @Test
    void whoMayNotSendARequestLearnsItBeforeTheBodyIsRead() throws Exception {
        new UsersFile(data()).put("ann", Role.VIEWER, "a long password");
        String ann = "Authorization: Basic "
                + Base64.getEncoder().encodeToString("ann:a long password".getBytes(StandardCharsets.UTF_8));
        String[][] cases = {
            {"401", "/admin/composites", "Accept: */*"},
            {"401", "/admin/purge", "Authorization: Bearer wrong"},
            {"403", "/admin/composites", ann},
            {"404", "/admin/nowhere", ann},
            {"413", "/admin/purge", bearer()},
            {"403", "/admin/composites", bearer() + "\r\nSec-Fetch-Site: cross-site"},
            {"401", "/metrics", "Accept: */*"},
            {"401", "/console/deploy", "Accept: text/html"},
            {"413", "/console/sign-in", "Accept: text/html"},
            {"404", "/nowhere", "Accept: */*"}
        };
        for (String[] each : cases) {
            String answer = withoutBody(each[1], each[2]);
            assertTrue(answer.startsWith("HTTP/1.1 " + each[0]), each[1] + ": " + answer);
            assertTrue(answer.toLowerCase(Locale.ROOT).contains("connection: close"), each[1] + ": " + answer);
        }
    }

    @Test
    void connectionsWithHalfRequestsOfNobodyDoNotShutTheAdminListener() throws Exception {
        URI address = running().adminUrl();
        assertNotNull(address);
        String host = "Host: " + address.getAuthority();
        String halfHead = "GET /admin/instances HTTP/1.1\r\n" + host;
        String halfBody = "POST /admin/purge HTTP/1.1\r\n" + host + "\r\nContent-Length: 100\r\n\r\n{";
        for (String half : List.of(halfHead, halfBody)) {
            List<Socket> held = new ArrayList<>();
            try {
                for (int i = 0; i < AdminListener.MOST_CONNECTIONS; i++) {
                    Socket socket = new Socket(address.getHost(), address.getPort());
                    held.add(socket);
                    socket.getOutputStream().write(half.getBytes(StandardCharsets.US_ASCII));
                }
                assertEquals("200", admin("/admin/instances", "-H", bearer()), half);
                assertEquals(
                        running().deployments().size(),
                        AdminClient.of(data()).composites().size());
            } finally {
                for (Socket socket : held) {
                    socket.close();
                }
            }
        }
    }

    @Test
    void aClientThatGetsNoAnswerSaysWhetherAnythingListens() throws Exception {
        int port;
        try (ServerSocket closes = new ServerSocket(0)) {
            port = closes.getLocalPort();
            Thread acceptor = new Thread(() -> {
                try {
                    while (true) {
                        closes.accept().close();
                    }
                } catch (IOException closed) {
                    // The test is over.
                }
            });
            acceptor.start();
            String said = failure(port);
            assertTrue(said.contains("something listens there") && said.contains("all 256 connections"), said);
            assertFalse(said.contains("is the server running"), said);
        }
        String said = failure(port);
        assertTrue(said.contains("nothing listens there; is the server running?"), said);
    }

    private static String failure(int port) {
        AdminClient client = new AdminClient(URI.create("http://127.0.0.1:" + port), "token");
        AdminException failed = assertThrows(AdminException.class, client::composites);
        return String.valueOf(failed.getMessage());
    }

    @Test
    void pagesOfOtherSitesAreRefusedEvenWithTheToken() throws Exception {
        String token = bearer();
        assertEquals("200", admin("/admin/purge", "-H", token, "-H", JSON, "-d", PURGE));
        for (String header : List.of(
                "Origin: http://evil.example",
                "Origin: null",
                "Sec-Fetch-Site: same-site",
                "Sec-Fetch-Site: cross-site")) {
            assertEquals("403", admin("/admin/purge", "-H", token, "-H", JSON, "-H", header, "-d", PURGE), header);
        }
        assertEquals("415", admin("/admin/purge", "-H", token, "-H", "Content-Type: text/plain", "-d", PURGE));
        assertEquals("415", admin("/admin/dispatcher", "-H", token, "-H", "Content-Type: text/plain", "-d", "{}"));
    }

    @Test
    void theFilesAreTheOwnersAlone() throws Exception {
        assertEquals("200", admin("/admin/recover", "-H", bearer(), "-X", "POST"));
        for (String file : List.of(AdminToken.FILE, AdminAddress.FILE, AdminLog.FILE)) {
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(data().resolve(file))),
                    file);
        }
    }

    @Test
    void theTokenStaysAndTheAddressGoesWhenTheServerStops() throws Exception {
        String token = bearer();
        running().close();
        server = null;
        assertEquals(token, bearer());
        AdminException gone = assertThrows(AdminException.class, () -> AdminClient.of(data()));
        assertTrue(String.valueOf(gone.getMessage()).contains(data().toString()), gone.getMessage());

        server = start(AdminListener.ANY_PORT);
        assertEquals(token, bearer());
        assertEquals(
                running().deployments().size(),
                AdminClient.of(data()).composites().size());
    }

    @Test
    void aTokenThatOthersCanReadKeepsTheServerFromStarting() throws Exception {
        running().close();
        server = null;
        Path token = data().resolve(AdminToken.FILE);
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
        UncheckedIOException open = assertThrows(UncheckedIOException.class, () -> start(AdminListener.ANY_PORT));
        assertTrue(String.valueOf(open.getMessage()).contains("chmod 600"), open.getMessage());

        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(token, "secret\n");
        UncheckedIOException weak = assertThrows(UncheckedIOException.class, () -> start(AdminListener.ANY_PORT));
        assertTrue(String.valueOf(weak.getMessage()).contains("holds no token"), weak.getMessage());
        assertFalse(String.valueOf(weak.getMessage()).contains("secret"), "the message shows the file's content");
    }

    @Test
    void theAdminApiCanBeOff() throws Exception {
        running().close();
        server = start(null);
        assertNull(running().adminUrl());
        assertFalse(Files.exists(data().resolve(AdminAddress.FILE)));
        assertEquals("404", curl(running().url().resolve("/admin/instances"), "-H", bearer()));
    }

    @Test
    void aPortThatIsTakenIsReplacedOnlyWhereNobodyNamedIt() throws Exception {
        running().close();
        server = null;
        try (ServerSocket taken = new ServerSocket(0)) {
            int port = taken.getLocalPort();
            assertThrows(UncheckedIOException.class, () -> start(new AdminListener("127.0.0.1", port, false)));
            server = start(new AdminListener("127.0.0.1", port, true));
            assertEquals(
                    running().deployments().size(),
                    AdminClient.of(data()).composites().size());
        }
    }

    @Test
    void whatChangesSomethingOrIsRefusedIsLoggedWhatIsOnlyReadIsNot() throws Exception {
        admin("/admin/instances", "-H", bearer());
        admin("/admin/recover", "-X", "POST");
        admin("/admin/recover", "-X", "POST", "-H", bearer());
        admin("/admin/purge", "-H", bearer(), "-H", "Content-Type: text/plain", "-d", PURGE);

        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(data().resolve(AdminLog.FILE))) {
            lines.add(new ObjectMapper().readTree(line));
        }
        assertEquals(3, lines.size(), lines.toString());
        assertEquals(401, lines.get(0).path("status").asInt());
        assertEquals("POST /admin/recover", lines.get(1).path("request").asText());
        assertEquals(200, lines.get(1).path("status").asInt());
        assertEquals("127.0.0.1", lines.get(1).path("from").asText());
        assertEquals(415, lines.get(2).path("status").asInt());
    }
}
