package dev.weir.server.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The console as a client of an OpenID provider: the authorization code flow (OpenID Connect Core 1.0, 3.1) with PKCE (RFC
 * 7636, S256). Whoever drives the browser keeps a {@link Flow} between its two ends. Neither codes nor tokens are logged.
 * Thread-safe; methods that ask the provider block for its configuration, its keys and the exchange, each up to {@link
 * ProviderHttp#LONGEST}, for few callers at once.
 */
public final class OpenIdClient {
    /** Anybody may begin a sign-in: that many at once may wait for a provider that is slow. */
    private static final int MOST_AT_ONCE = 8;

    private static final int LONGEST_WORDS = 300;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final OpenIdProvider provider;
    private final OpenIdProvider.Client client;
    private final OpenIdDiscovery discovery;
    private final OpenIdTokens tokens;
    private final ProviderHttp http;
    private final Semaphore places = new Semaphore(MOST_AT_ONCE);

    OpenIdClient(
            OpenIdProvider provider,
            OpenIdProvider.Client client,
            OpenIdDiscovery discovery,
            OpenIdTokens tokens,
            ProviderHttp http) {
        this.provider = provider;
        this.client = client;
        this.discovery = discovery;
        this.tokens = tokens;
        this.http = http;
    }

    /**
     * One sign-in, from the way to the provider to the way back. All but the redirect are secrets.
     *
     * @param state by which the way back is known
     * @param nonce that the ID token must have
     * @param verifier that only whoever began knows
     * @param redirect where the provider sends the browser back to
     */
    public record Flow(String state, String nonce, String verifier, URI redirect) {
        /** Without the secrets. */
        @Override
        public String toString() {
            return "Flow[" + redirect + "]";
        }
    }

    /**
     * Who has signed in at the provider.
     *
     * @param name as that of a {@link Caller}
     * @param role null if the provider gives none
     */
    public record Person(String name, @Nullable Role role) {}

    private interface Question<T> {
        T ask() throws IOException, OpenIdException;
    }

    /** The provider's name for people: its host. */
    public String name() {
        return String.valueOf(provider.issuer().getHost());
    }

    /** The claim of the ID token that has the roles. */
    public String roleClaim() {
        return provider.roleClaim();
    }

    /** True for the issuer of this provider. */
    public boolean isIssuer(String issuer) {
        return issuer.equals(provider.issuer().toString());
    }

    /** Where browsers reach the console; null where that is not configured. */
    public @Nullable URI publicUrl() {
        return client.publicUrl();
    }

    /** Where people sign out at the provider; null where there is no such place, or it is not known yet. */
    public @Nullable URI endSession() {
        OpenIdDiscovery.Known known = discovery.ifKnown();
        URI place = known == null ? null : known.endSession();
        return place == null ? null : with(place, Map.of("client_id", client.id()));
    }

    /** Makes the secrets of a sign-in. */
    public Flow begin(URI redirect) {
        return new Flow(Secrets.make(), Secrets.make(), Secrets.make(), redirect);
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Where the browser goes to sign in.
     *
     * @throws OpenIdException if the provider cannot be asked, or lets nobody sign in
     */
    public URI authorization(Flow flow) throws OpenIdException {
        OpenIdDiscovery.Known known = discovery.ifKnown();
        if (known == null) {
            known = asking(discovery::known);
        }
        URI place = known.authorization();
        if (place == null) {
            throw unfit("an authorization_endpoint");
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("response_type", "code");
        parameters.put("client_id", client.id());
        parameters.put("redirect_uri", flow.redirect.toString());
        parameters.put("scope", client.scope());
        parameters.put("state", flow.state);
        parameters.put("nonce", flow.nonce);
        parameters.put("code_challenge", challenge(flow.verifier));
        parameters.put("code_challenge_method", "S256");
        return with(place, parameters);
    }

    private static String challenge(String verifier) {
        try {
            return base64(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static URI with(URI place, Map<String, String> parameters) {
        return URI.create(place + (place.getRawQuery() == null ? "?" : "&") + form(parameters));
    }

    private static String form(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + encoded(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /**
     * Exchanges the code with which the browser came back, and finds out who it is.
     *
     * @throws OpenIdException if the provider takes the code for none of this sign-in, cannot be asked, or answers with a token
     *     that cannot be trusted
     */
    public Person redeem(String code, Flow flow) throws OpenIdException {
        return asking(() -> {
            OpenIdDiscovery.Known known = discovery.known();
            URI place = known.token();
            if (place == null) {
                throw unfit("a token_endpoint");
            }
            ProviderHttp.Answer answer = exchange(place, known.takesBasic(), code, flow);
            JsonNode reply = read(place, answer);
            if (answer.status() != 200) {
                throw refused(answer.status(), reply);
            }
            return person(reply.path("id_token").asText(), flow);
        });
    }

    private ProviderHttp.Answer exchange(URI place, boolean takesBasic, String code, Flow flow) throws IOException {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", flow.redirect.toString());
        form.put("code_verifier", flow.verifier);
        String secret = client.secret();
        if (secret != null && takesBasic) {
            // RFC 6749, 2.3.1: both are encoded as in a form.
            String both = encoded(client.id()) + ":" + encoded(secret);
            String basic = Base64.getEncoder().encodeToString(both.getBytes(StandardCharsets.US_ASCII));
            return http.post(place, "Basic " + basic, form(form));
        }
        form.put("client_id", client.id());
        if (secret != null) {
            form.put("client_secret", secret);
        }
        return http.post(place, null, form(form));
    }

    private static JsonNode read(URI place, ProviderHttp.Answer answer) throws IOException {
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            // Its message would show what the answer holds.
            throw new IOException(place + " answered with status " + answer.status() + " and no JSON");
        }
    }

    private Person person(String token, Flow flow) throws OpenIdException, IOException {
        try {
            return tokens.person(token, client.id(), flow.nonce);
        } catch (ParseException e) {
            throw untrusted("there is none that can be read");
        } catch (BadJOSEException e) {
            throw untrusted(words(String.valueOf(e.getMessage())));
        } catch (JOSEException e) {
            throw new IOException("no token can be checked: " + e.getMessage(), e);
        }
    }

    private OpenIdException untrusted(String why) {
        log("the ID token of {0} is refused: {1}", name(), why);
        return new OpenIdException(
                502,
                name() + " sent an ID token that is not accepted: " + why,
                "sign in again; if it stays so, ask the administrator of this server to compare its clock and its options"
                        + " --admin-oidc with the provider");
    }

    private OpenIdException refused(int status, JsonNode reply) {
        String error = words(reply.path("error").asText());
        String said = words(reply.path("error_description").asText());
        String all = "status " + status + (error.isEmpty() ? "" : ", " + error) + (said.isEmpty() ? "" : ": " + said);
        log("{0} gives no token for a code: {1}", name(), all);
        boolean stranger = error.equals("invalid_client") || error.equals("unauthorized_client") || status == 401;
        return new OpenIdException(
                502,
                name() + " gave no token: " + all,
                stranger
                        ? "ask the administrator of this server to check --admin-oidc-client-id and"
                                + " --admin-oidc-client-secret-file"
                        : "sign in again");
    }

    private OpenIdException unfit(String what) {
        return new OpenIdException(
                502,
                name() + " names no place for signing in: its configuration has not " + what,
                "sign in with a user and password, or the token of the data folder");
    }

    private <T> T asking(Question<T> question) throws OpenIdException {
        if (!places.tryAcquire()) {
            throw new OpenIdException(
                    503, "too many people wait for " + name() + " at this moment", "wait some seconds and try again");
        }
        try {
            return question.ask();
        } catch (IOException e) {
            String why = words(Objects.requireNonNullElse(e.getMessage(), "no answer"));
            log("nobody can sign in by {0}: {1}", name(), why);
            throw new OpenIdException(
                    503,
                    name() + " cannot be asked who you are: " + why,
                    "try again in a minute, or sign in with a user and password, or the token of the data folder");
        } finally {
            places.release();
        }
    }

    private static void log(String line, Object... values) {
        System.getLogger(OpenIdClient.class.getName()).log(Level.WARNING, line, values);
    }

    /** What a provider says, for a line: without controls, and not too long. */
    public static String words(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.length() <= LONGEST_WORDS ? line : line.substring(0, LONGEST_WORDS) + "…";
    }
}
