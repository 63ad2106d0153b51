package dev.weir.server;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A small OpenID provider over HTTP. Eve is signed in there already, so whoever asks for it gets a code for her at once. It
 * really checks what providers check: client, redirect URI, PKCE, the client's secret, and that a code is used once.
 */
public final class TestOpenIdProvider implements AutoCloseable {
    public static final String CLIENT = "weir-console";
    /** Has what must be encoded in HTTP Basic. */
    public static final String SECRET = "s3cret: of+the %console";

    public static final RSAKey KEY = key();

    /** Where it sends browsers back to. */
    public final Set<String> redirects = ConcurrentHashMap.newKeySet();
    /** Codes and tokens that it has given. */
    public final List<String> secrets = new CopyOnWriteArrayList<>();

    public final AtomicInteger keysFetched = new AtomicInteger();
    /** What is otherwise in the next ID tokens than in those that are right. */
    public volatile Consumer<JWTClaimsSet.Builder> claims = any -> {};
    /** Who signs the next ID tokens. */
    public volatile RSAKey signer = KEY;
    /** With what it sends browsers back in place of a code, as a query; empty for a code. */
    public volatile String error = "";
    /** What the next exchange is answered with in place of tokens; empty for tokens. */
    public volatile String answer = "";
    /** Waited for before its configuration is shown. */
    public volatile CountDownLatch slow = new CountDownLatch(0);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
    private final int port;
    private HttpServer http;

    public TestOpenIdProvider() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        port = http.getAddress().getPort();
        serve();
    }

    public static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048).keyID("one").generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private void serve() {
        http.setExecutor(threads);
        http.createContext("/ops/.well-known/openid-configuration", this::configuration);
        http.createContext("/ops/keys", exchange -> {
            keysFetched.incrementAndGet();
            send(exchange, 200, new JWKSet(KEY.toPublicJWK()).toString());
        });
        http.createContext("/ops/authorize", this::authorize);
        http.createContext("/ops/token", this::token);
        http.start();
    }

    public String issuer() {
        return "http://localhost:" + port + "/ops";
    }

    /** Is not there until {@link #up}. */
    public void down() {
        http.stop(0);
    }

    public void up() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        serve();
    }

    @Override
    public void close() {
        slow.countDown();
        http.stop(0);
        threads.shutdownNow();
    }

    private void configuration(HttpExchange exchange) throws IOException {
        try {
            slow.await();
        } catch (InterruptedException e) {
            exchange.close();
            return;
        }
        send(
                exchange,
                200,
                "{\"issuer\":\"" + issuer() + "\",\"jwks_uri\":\"" + issuer() + "/keys\",\"authorization_endpoint\":\""
                        + issuer() + "/authorize?realm=ops\",\"token_endpoint\":\"" + issuer()
                        + "/token\",\"end_session_endpoint\":\"" + issuer() + "/logout\"}");
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static Map<String, String> fields(String form) {
        Map<String, String> fields = new HashMap<>();
        for (String pair : form.split("&")) {
            String[] both = pair.split("=", 2);
            fields.put(both[0], URLDecoder.decode(both[1], StandardCharsets.UTF_8));
        }
        return fields;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> asked = fields(exchange.getRequestURI().getRawQuery());
        if (!CLIENT.equals(asked.get("client_id")) || !redirects.contains(asked.get("redirect_uri"))) {
            send(exchange, 400, "\"invalid redirect_uri " + asked.get("redirect_uri") + "\"");
            return;
        }
        boolean right = "ops".equals(asked.get("realm"))
                && "code".equals(asked.get("response_type"))
                && "openid profile".equals(asked.get("scope"))
                && "S256".equals(asked.get("code_challenge_method"));
        String back = error;
        if (!right) {
            back = "error=invalid_request";
        } else if (back.isEmpty()) {
            String code = UUID.randomUUID().toString();
            secrets.add(code);
            codes.put(code, asked);
            back = "code=" + code + "&iss=" + URLEncoder.encode(issuer(), StandardCharsets.UTF_8);
        }
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        asked.get("redirect_uri") + "?" + back + "&state="
                                + URLEncoder.encode(asked.get("state"), StandardCharsets.UTF_8));
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> form =
                fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
        String basic = URLEncoder.encode(CLIENT, StandardCharsets.UTF_8) + ":"
                + URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
        if (!("Basic " + Base64.getEncoder().encodeToString(basic.getBytes(StandardCharsets.US_ASCII)))
                .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"ops\"");
            send(exchange, 401, "{\"error\":\"invalid_client\"}");
            return;
        }
        if (!answer.isEmpty()) {
            send(exchange, answer.startsWith("{\"error\"") ? 400 : 200, answer);
            return;
        }
        Map<String, String> asked = codes.remove(String.valueOf(form.get("code")));
        if (asked == null
                || !"authorization_code".equals(form.get("grant_type"))
                || !asked.get("redirect_uri").equals(form.get("redirect_uri"))
                || !asked.get("code_challenge").equals(challenge(form.get("code_verifier")))) {
            send(exchange, 400, "{\"error\":\"invalid_grant\"}");
            return;
        }
        String token = idToken(asked.get("nonce"));
        secrets.add(token);
        send(exchange, 200, "{\"access_token\":\"opaque\",\"token_type\":\"Bearer\",\"id_token\":\"" + token + "\"}");
    }

    private static String challenge(String verifier) {
        try {
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(
                            MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String idToken(String nonce) {
        JWTClaimsSet.Builder all =
                claims(CLIENT).issueTime(Date.from(Instant.now())).claim("nonce", nonce);
        claims.accept(all);
        try {
            return signed(all, JWSAlgorithm.RS256, new RSASSASigner(signer));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a token of Eve's has. */
    public JWTClaimsSet.Builder claims(String audience) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience(audience)
                .subject("4711")
                .claim("preferred_username", "eve")
                .claim("realm_access", Map.of("roles", List.of("other", "weir-operator")))
                .expirationTime(Date.from(Instant.now().plusSeconds(300)));
    }

    public static String signed(JWTClaimsSet.Builder claims, JWSAlgorithm algorithm, JWSSigner signer)
            throws JOSEException {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(algorithm).keyID(KEY.getKeyID()).build(), claims.build());
        token.sign(signer);
        return token.serialize();
    }
}
