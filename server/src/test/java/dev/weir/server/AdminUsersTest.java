package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import dev.weir.composite.assembly.Archive;
import dev.weir.composite.deployment.Change;
import dev.weir.server.access.AdminListener;
import dev.weir.server.access.AdminLog;
import dev.weir.server.access.AdminToken;
import dev.weir.server.access.OpenIdProvider;
import dev.weir.server.access.Role;
import dev.weir.server.access.UsersFile;
import dev.weir.server.admin.AdminClient;
import dev.weir.server.admin.CompositeControl;
import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what by the admin API: users with roles, bearer tokens of an OpenID provider. */
class AdminUsersTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PASSWORD = "correct horse battery";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private TestOpenIdProvider provider;
    private WeirServer server;

    @BeforeEach
    void start() throws Exception {
        provider = new TestOpenIdProvider();
        server = WeirServer.start(
                new ServerSettings(List.of(), "127.0.0.1", 0, data(), Map.of(), Duration.ofSeconds(5), 1 << 20)
                        .withAdmin(AdminListener.ANY_PORT.withProvider(
                                new OpenIdProvider(URI.create(provider.issuer()), "weir", "realm_access.roles"))));
    }

    @AfterEach
    void stop() {
        server.close();
        provider.close();
    }

    private Path data() {
        return folder.resolve("data");
    }

    private URI admin(String path) {
        return Objects.requireNonNull(server.adminUrl()).resolve("/admin" + path);
    }

    private int status(String method, String path, String authorization) {
        return send(method, path, authorization).statusCode();
    }

    private HttpResponse<String> send(String method, String path, String authorization) {
        try {
            return http.send(
                    HttpRequest.newBuilder(admin(path))
                            .header("Authorization", authorization)
                            .header("Content-Type", "application/json")
                            .method(method, HttpRequest.BodyPublishers.ofString(path.equals("/purge") ? "{}" : ""))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private String token() throws IOException {
        return "Bearer " + AdminToken.read(data().resolve(AdminToken.FILE));
    }

    private void user(String name, Role role) throws IOException {
        new UsersFile(data()).put(name, role, PASSWORD);
    }

    /** What the description says of each request holds for each role. */
    @Test
    void eachRequestNeedsTheRoleThatTheDescriptionNames() throws Exception {
        for (Role role : Role.values()) {
            user(role.word(), role);
        }
        JsonNode paths =
                JSON.readTree(send("GET", "/openapi.json", token()).body()).path("paths");
        AtomicInteger asked = new AtomicInteger();
        paths.properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    String method = operation.getKey().toUpperCase(Locale.ROOT);
                    String place = path.getKey().replaceAll("\\{\\w+}", "1");
                    Role needed =
                            Role.of(operation.getValue().path("x-weir-role").asText());
                    for (Role role : Role.values()) {
                        int status = status(method, place, basic(role.word(), PASSWORD));
                        String what = role + " asks " + method + " " + place + ": " + status;
                        if (role.includes(needed)) {
                            assertNotEquals(403, status, what);
                            assertNotEquals(401, status, what);
                        } else {
                            assertEquals(403, status, what);
                        }
                    }
                    asked.incrementAndGet();
                }));
        assertTrue(asked.get() > 30, asked.toString());
    }

    @Test
    void usersAreKnownAndForgottenWhileTheServerRuns() throws Exception {
        assertEquals(401, status("GET", "/composites", basic("ann", PASSWORD)));
        user("ann", Role.VIEWER);
        assertEquals(200, status("GET", "/composites", basic("ann", PASSWORD)));
        assertEquals(200, status("GET", "/composites", basic("ann", PASSWORD)), "remembered");
        assertEquals(401, status("GET", "/composites", basic("ann", PASSWORD + "!")));
        assertEquals(403, status("POST", "/recover", basic("ann", PASSWORD)));
        user("ann", Role.OPERATOR);
        assertEquals(200, status("POST", "/recover", basic("ann", PASSWORD)));
        new UsersFile(data()).put("ann", Role.OPERATOR, "another password");
        assertEquals(401, status("POST", "/recover", basic("ann", PASSWORD)), "nothing old is remembered");
        assertTrue(new UsersFile(data()).remove("ann"));
        assertEquals(401, status("POST", "/recover", basic("ann", "another password")));
        assertTrue(AdminClient.ofUser(Objects.requireNonNull(server.adminUrl()), "x", "y") != null);
    }

    @Test
    void theFileOfUsersIsTheOwnersAloneAndHasNoPasswords() throws Exception {
        user("ann", Role.VIEWER);
        Path file = data().resolve(UsersFile.FILE);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        String text = Files.readString(file);
        assertTrue(text.startsWith("ann viewer $argon2id$v=19$m=19456,t=2,p=1$"), text);
        assertFalse(text.contains(PASSWORD), text);
        for (String bad :
                List.of("ann viewer plain", "ann boss " + text.split(" ")[2], "a:b viewer " + text.split(" ")[2])) {
            Files.writeString(file, "# users\n" + bad + "\n");
            IOException wrong = assertThrows(IOException.class, () -> new UsersFile(data()).roles());
            assertTrue(String.valueOf(wrong.getMessage()).contains(UsersFile.FILE + ":2"), wrong.getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> new UsersFile(data()).put("a:b", Role.VIEWER, PASSWORD));
        assertThrows(IllegalArgumentException.class, () -> new UsersFile(data()).put("bob", Role.VIEWER, "short"));
    }

    @Test
    void afterFiveWrongPasswordsANameMustWaitAndOthersNeedNot() throws Exception {
        user("ann", Role.VIEWER);
        user("bob", Role.VIEWER);
        for (int i = 0; i < 5; i++) {
            assertEquals(401, status("GET", "/composites", basic("ann", "guess number " + i)));
        }
        HttpResponse<String> barred = send("GET", "/composites", basic("ann", PASSWORD));
        assertEquals(429, barred.statusCode(), "even with the right one");
        assertTrue(barred.headers().firstValue("Retry-After").isPresent());
        assertEquals(200, status("GET", "/composites", basic("bob", PASSWORD)));
        assertEquals(200, status("GET", "/composites", token()));
    }

    @Test
    void theLogNamesWhoDidSomething() throws Exception {
        user("ann", Role.OPERATOR);
        status("POST", "/recover", basic("ann", PASSWORD));
        status("POST", "/purge", basic("ann", PASSWORD));
        status("POST", "/recover", token());
        List<String> lines = Files.readAllLines(data().resolve(AdminLog.FILE));
        assertEquals(3, lines.size(), lines.toString());
        assertEquals("ann", JSON.readTree(lines.get(0)).path("who").asText());
        assertEquals(403, JSON.readTree(lines.get(1)).path("status").asInt());
        assertEquals(
                "ann is operator, and this needs the role administrator",
                JSON.readTree(lines.get(1)).path("outcome").asText());
        assertEquals("(token)", JSON.readTree(lines.get(2)).path("who").asText());
    }

    private RunningWeir.CommandResult users(String... arguments) {
        List<String> line = new ArrayList<>(List.of("users"));
        line.addAll(List.of(arguments));
        line.addAll(List.of("--data", data().toString()));
        return RunningWeir.inThisJvm(line);
    }

    /** The outcomes of the log's lines whose request contains a text. */
    private List<String> outcomes(String request) throws IOException {
        List<String> outcomes = new ArrayList<>();
        for (String line : Files.readAllLines(data().resolve(AdminLog.FILE))) {
            JsonNode entry = JSON.readTree(line);
            if (entry.path("request").asText().contains(request)) {
                outcomes.add(entry.path("outcome").asText());
            }
        }
        return outcomes;
    }

    /** Before a password is asked for: there is nobody here to type one. */
    @Test
    void aCommandAboutUsersThatIsRefusedIsInTheLog() throws Exception {
        RunningWeir.CommandResult role = users("add", "ann", "--role", "king");
        assertEquals(2, role.exitCode(), role.output());
        RunningWeir.CommandResult name = users("add", "a n n", "--role", "viewer");
        assertEquals(2, name.exitCode(), name.output());
        RunningWeir.CommandResult nobody = users("remove", "ann");
        assertEquals(1, nobody.exitCode(), nobody.output());
        assertEquals(
                List.of(
                        "refused: a role must be one of viewer, operator, administrator: king",
                        "refused: a user's name must be letters, digits, '.', '_', '@' and '-', at most 64: a n n",
                        "refused: there is no user ann"),
                outcomes("weir users "));
    }

    @Test
    void theLogSaysOfEachDeploymentWhatCameOfIt() throws Exception {
        AdminClient admin = AdminClient.of(data());
        byte[] sar = Archive.open(RunningWeir.repository().resolve("server/src/test/composites/talks/Talks"))
                .toSar(Map.of());
        admin.deploy(sar, new CompositeControl.Upload("default", false, true));
        admin.deploy(sar, new CompositeControl.Upload("default", true, true));
        admin.change("default/Talks!1.0", Change.UNDEPLOY);
        assertEquals(List.of("done", "done: in the place of the one before"), outcomes("POST /admin/composites?"));
        assertEquals(List.of("done"), outcomes("/undeploy"));
        admin.recover();
        admin.retention(true);
        assertEquals(List.of("done"), outcomes("/retention/run"), "whatever is done has an outcome");
    }

    /** A script whose variable is empty must not decide about all; times that have changed places find nothing. */
    @Test
    void whatIsMeantByTheQueryMustBeSaidAndBePossible() throws Exception {
        for (String all : List.of("/open-calls/abort", "/calls/all/abort")) {
            for (String none : List.of("", "?all=false")) {
                HttpResponse<String> refused = send("POST", all + none, token());
                assertEquals(400, refused.statusCode(), all + none);
                assertTrue(refused.body().contains("or all=true for all of them"), refused.body());
            }
            assertEquals(200, status("POST", all + "?all=true", token()), all);
        }
        assertEquals(200, status("POST", "/open-calls/abort?partnerLink=p", token()));
        assertEquals(200, status("POST", "/calls/all/abort?fault=remoteFault", token()));

        String later = "=2026-01-02T00:00:00Z&";
        String earlier = "=2026-01-01T00:00:00Z";
        for (String swapped : List.of(
                "/instances?createdFrom" + later + "createdBefore" + earlier,
                "/instances?modifiedFrom" + later + "modifiedBefore" + earlier,
                "/log?from" + later + "before" + earlier)) {
            HttpResponse<String> refused = send("GET", swapped, token());
            assertEquals(400, refused.statusCode(), swapped);
            assertTrue(refused.body().contains("nothing is from 2026-01-02"), refused.body());
        }
        assertEquals(
                400, status("POST", "/instances/all/suspend?createdFrom" + later + "createdBefore" + earlier, token()));
    }

    @Test
    void theLogHasWhoWasNotLetInAndWhoMayNotDoIt() throws Exception {
        user("vera", Role.VIEWER);
        String secret = token().substring("Bearer ".length());
        status("GET", "/instances", basic("vera", "not her password"));
        status("GET", "/instances", basic(secret, "a token in the wrong place"));
        status("GET", "/instances", "Bearer a-wrong-token");
        status("GET", "/log", basic("vera", PASSWORD));
        status("GET", "/instances", basic("vera", PASSWORD));
        List<String> lines = Files.readAllLines(data().resolve(AdminLog.FILE));
        assertEquals(4, lines.size(), lines.toString());
        JsonNode tried = JSON.readTree(lines.get(0));
        assertEquals("vera", tried.path("tried").asText());
        assertTrue(tried.path("who").isMissingNode(), "nobody knows who it was");
        assertEquals("127.0.0.1", tried.path("from").asText());
        assertEquals("GET /admin/instances", tried.path("request").asText());
        assertEquals(401, tried.path("status").asInt());
        assertEquals(
                "there is no such user, or the password is another",
                tried.path("outcome").asText());
        assertTrue(JSON.readTree(lines.get(1)).path("tried").isMissingNode(), lines.get(1));
        assertEquals("vera", JSON.readTree(lines.get(3)).path("who").asText());
        assertEquals(403, JSON.readTree(lines.get(3)).path("status").asInt());
        for (String hidden : List.of("not her password", secret, "wrong place", "a-wrong-token", PASSWORD)) {
            assertFalse(lines.toString().contains(hidden), lines.toString());
        }
    }

    private String bearer(Consumer<JWTClaimsSet.Builder> changes) throws JOSEException {
        return bearer(changes, JWSAlgorithm.RS256, new RSASSASigner(TestOpenIdProvider.KEY));
    }

    private String bearer(Consumer<JWTClaimsSet.Builder> changes, JWSAlgorithm algorithm, JWSSigner signer)
            throws JOSEException {
        JWTClaimsSet.Builder claims = provider.claims("weir");
        changes.accept(claims);
        return "Bearer " + TestOpenIdProvider.signed(claims, algorithm, signer);
    }

    @Test
    void aBearerTokenOfTheProviderGivesItsRole() throws Exception {
        assertEquals(200, status("POST", "/recover", bearer(claims -> {})));
        assertEquals(403, status("POST", "/purge", bearer(claims -> {})));
        assertEquals(
                "oidc:eve",
                JSON.readTree(Files.readAllLines(data().resolve(AdminLog.FILE)).get(0))
                        .path("who")
                        .asText());
        assertEquals(1, provider.keysFetched.get(), "keys are kept");
    }

    @Test
    void otherBearerTokensAreRefused() throws Exception {
        RSAKey stranger = TestOpenIdProvider.key();
        String secret = "a secret of at least 256 bits, which somebody has guessed";
        List<String> refused = List.of(
                bearer(claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(300)))),
                bearer(claims -> claims.expirationTime(null)),
                bearer(claims -> claims.notBeforeTime(Date.from(Instant.now().plusSeconds(300)))),
                bearer(claims -> claims.audience("another")),
                bearer(claims -> claims.audience((String) null)),
                bearer(claims -> claims.issuer("https://evil.example")),
                bearer(claims -> claims.claim("realm_access", Map.of("roles", List.of("operator")))),
                bearer(claims -> claims.claim("realm_access", "weir-operator")),
                bearer(claims -> {}, JWSAlgorithm.RS256, new RSASSASigner(stranger)),
                bearer(claims -> {}, JWSAlgorithm.HS256, new MACSigner(secret)),
                "Bearer " + new PlainJWT(provider.claims("weir").build()).serialize(),
                bearer(claims -> {}) + "A",
                "Bearer a.b.c");
        for (String each : refused) {
            assertEquals(401, status("POST", "/recover", each), each);
        }
        String log = Files.readString(data().resolve(AdminLog.FILE));
        assertFalse(log.contains("\"status\":200"), "nothing was done");
        assertTrue(log.contains("POST /admin/recover\",\"status\":401"), log);
        assertFalse(log.contains("eyJ"), "no token is in it");
    }
}
