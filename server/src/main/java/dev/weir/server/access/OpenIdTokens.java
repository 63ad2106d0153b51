package dev.weir.server.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks bearer tokens of an OpenID provider: signature by a key of its JWK set (fetched when it is first needed, kept, and
 * fetched again for a key that is not known), issuer, audience and times (RFC 7519, RFC 8725). Only asymmetric algorithms
 * are taken. Thread-safe.
 */
final class OpenIdTokens {
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);
    private static final int TIMEOUT_MS = 5_000;
    private static final int MOST_BYTES = 1 << 20;
    private static final String PREFIX = "weir-";

    private final OpenIdProvider provider;
    private final DefaultResourceRetriever documents = new DefaultResourceRetriever(TIMEOUT_MS, TIMEOUT_MS, MOST_BYTES);
    private @Nullable DefaultJWTProcessor<SecurityContext> processor;

    OpenIdTokens(OpenIdProvider provider) {
        this.provider = provider;
    }

    Admission check(String token) {
        JWTClaimsSet claims;
        try {
            claims = processor().process(token, null);
        } catch (ParseException | BadJOSEException e) {
            return Admission.refused("the bearer token is not valid");
        } catch (IOException | JOSEException e) {
            System.getLogger(OpenIdTokens.class.getName())
                    .log(Level.ERROR, "no token of {0} can be checked: {1}", provider.issuer(), e.getMessage());
            return Admission.refused("the keys of the token's issuer cannot be had");
        }
        Role role = role(claims.getClaims());
        if (role == null) {
            return Admission.refused("the bearer token gives no role for Weir");
        }
        String name = claims.getClaim("preferred_username") instanceof String preferred && !preferred.isBlank()
                ? preferred
                : claims.getSubject();
        return Admission.of(new Caller("oidc:" + name, role));
    }

    private @Nullable Role role(Map<String, Object> claims) {
        Object value = claims;
        for (String step : provider.roleClaim().split("\\.")) {
            value = value instanceof Map<?, ?> object ? object.get(step) : null;
        }
        Collection<?> words =
                value instanceof Collection<?> several ? several : value == null ? List.of() : List.of(value);
        Role highest = null;
        for (Role role : Role.values()) {
            if (words.contains(PREFIX + role.word())) {
                highest = role;
            }
        }
        return highest;
    }

    private synchronized DefaultJWTProcessor<SecurityContext> processor() throws IOException {
        DefaultJWTProcessor<SecurityContext> ready = processor;
        if (ready == null) {
            String issuer = provider.issuer().toString();
            URI place = URI.create(issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration");
            JsonNode configuration = new ObjectMapper()
                    .readTree(documents.retrieveResource(place.toURL()).getContent());
            if (!issuer.equals(configuration.path("issuer").asText())) {
                throw new IOException(place + " is of another issuer: "
                        + configuration.path("issuer").asText());
            }
            JWKSource<SecurityContext> keys = JWKSourceBuilder.<SecurityContext>create(
                            URI.create(configuration.path("jwks_uri").asText()).toURL(), documents)
                    .retrying(true)
                    .build();
            ready = new DefaultJWTProcessor<>();
            ready.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
            ready.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                    provider.audience(),
                    new JWTClaimsSet.Builder().issuer(issuer).build(),
                    Set.of("sub", "exp")));
            processor = ready;
        }
        return ready;
    }
}
