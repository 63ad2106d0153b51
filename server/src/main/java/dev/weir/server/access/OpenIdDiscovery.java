package dev.weir.server.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What an OpenID provider says of itself (OpenID Connect Discovery 1.0): read when it is first needed, by one thread while
 * others wait for the same answer, and kept; after a failure it is asked for again. Thread-safe; may block for
 * {@link ProviderHttp#LONGEST}.
 */
final class OpenIdDiscovery {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI issuer;
    private final ProviderHttp http;
    private final AtomicReference<@Nullable CompletableFuture<Known>> asked = new AtomicReference<>();

    OpenIdDiscovery(URI issuer, ProviderHttp http) {
        this.issuer = issuer;
        this.http = http;
    }

    /**
     * The provider's configuration.
     *
     * @param keys its JWK set: fetched when it is first needed, kept, and fetched again for a key that is not known
     * @param authorization where people sign in; null where nobody can
     * @param token where a code is exchanged
     * @param endSession where people sign out
     * @param takesBasic whether a client proves itself by HTTP Basic; otherwise the secret is a field of the form
     */
    record Known(
            JWKSource<SecurityContext> keys,
            @Nullable URI authorization,
            @Nullable URI token,
            @Nullable URI endSession,
            boolean takesBasic) {}

    /** @throws IOException if it cannot be had, or is another issuer's */
    Known known() throws IOException {
        CompletableFuture<Known> there = asked.get();
        if (there == null) {
            CompletableFuture<Known> mine = new CompletableFuture<>();
            there = asked.compareAndExchange(null, mine);
            if (there == null) {
                return read(mine);
            }
        }
        try {
            return there.join();
        } catch (CompletionException e) {
            throw new IOException(
                    String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()), e);
        }
    }

    /** What is known already; null for nothing. Does not block. */
    @Nullable Known ifKnown() {
        CompletableFuture<Known> there = asked.get();
        return there == null || there.isCompletedExceptionally() ? null : there.getNow(null);
    }

    private Known read(CompletableFuture<Known> others) throws IOException {
        try {
            Known known = read();
            others.complete(known);
            return known;
        } catch (IOException | RuntimeException e) {
            asked.set(null);
            others.completeExceptionally(e);
            throw e;
        }
    }

    private Known read() throws IOException {
        URI place = URI.create(issuer.toString().replaceFirst("/$", "") + "/.well-known/openid-configuration");
        JsonNode configuration;
        try {
            configuration = JSON.readTree(http.get(place).body());
        } catch (JsonProcessingException e) {
            throw new IOException(place + " is no JSON", e);
        }
        String named = configuration.path("issuer").asText();
        if (!issuer.toString().equals(named)) {
            throw new IOException(place + " is of another issuer: " + named);
        }
        URI keys = endpoint(configuration, "jwks_uri", place);
        if (keys == null) {
            throw new IOException(place + " names no jwks_uri");
        }
        Set<String> methods = new HashSet<>();
        configuration.path("token_endpoint_auth_methods_supported").forEach(each -> methods.add(each.asText()));
        return new Known(
                JWKSourceBuilder.<SecurityContext>create(keys.toURL(), http)
                        .retrying(true)
                        .build(),
                endpoint(configuration, "authorization_endpoint", place),
                endpoint(configuration, "token_endpoint", place),
                endpoint(configuration, "end_session_endpoint", place),
                methods.isEmpty() || methods.contains("client_secret_basic"));
    }

    /** An address that is as safe as that of the issuer. */
    private @Nullable URI endpoint(JsonNode configuration, String name, URI place) throws IOException {
        String text = configuration.path(name).asText();
        if (text.isEmpty()) {
            return null;
        }
        try {
            URI address = URI.create(text);
            String scheme = String.valueOf(address.getScheme());
            boolean safe = scheme.equalsIgnoreCase("https")
                    || scheme.equalsIgnoreCase("http") && "http".equalsIgnoreCase(issuer.getScheme());
            if (safe && address.getHost() != null) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(place + ": its " + name + " is no address: " + text, e);
        }
        throw new IOException(place + ": its " + name + " must be an https address: " + text);
    }
}
