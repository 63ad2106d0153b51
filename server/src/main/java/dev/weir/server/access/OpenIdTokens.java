package dev.weir.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.weir.server.access.OpenIdClient.Person;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.text.ParseException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks bearer tokens and ID tokens of an OpenID provider: signature by a key of its JWK set (fetched when it is first needed, kept, and
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
    private static final String PREFIX = "weir-";

    private final OpenIdProvider provider;
    private final OpenIdDiscovery discovery;

    OpenIdTokens(OpenIdProvider provider, OpenIdDiscovery discovery) {
        this.provider = provider;
        this.discovery = discovery;
    }

    Admission check(String token) {
        JWTClaimsSet claims;
        try {
            claims = claims(token, provider.audience(), Set.of("sub", "exp"));
        } catch (ParseException | BadJOSEException e) {
            return Admission.refused("the bearer token is not valid");
        } catch (IOException | JOSEException e) {
            System.getLogger(OpenIdTokens.class.getName())
                    .log(Level.ERROR, "no token of {0} can be checked: {1}", provider.issuer(), e.getMessage());
            return Admission.refused("the keys of the token's issuer cannot be had");
        }
        Role role = role(claims.getClaims());
        return role == null
                ? Admission.refused("the bearer token gives no role for Weir")
                : Admission.of(new Caller(name(claims), role));
    }

    /**
     * Checks an ID token (OpenID Connect Core 1.0, 3.1.3.7).
     *
     * @param client the id of the client that it must be meant for
     * @param nonce of the sign-in that it must belong to
     * @throws IOException if the provider's configuration or keys cannot be had
     */
    Person person(String token, String client, String nonce)
            throws IOException, ParseException, BadJOSEException, JOSEException {
        JWTClaimsSet claims = claims(token, client, Set.of("sub", "exp", "iat", "nonce"));
        Object party = claims.getClaim("azp");
        if (party == null ? claims.getAudience().size() > 1 : !party.equals(client)) {
            throw new BadJWTException("it was issued to another client: azp is " + party);
        }
        if (!nonce.equals(claims.getClaim("nonce"))) {
            throw new BadJWTException("it is of another sign-in: its nonce differs");
        }
        return new Person(name(claims), role(claims.getClaims()));
    }

    private JWTClaimsSet claims(String token, String audience, Set<String> required)
            throws IOException, ParseException, BadJOSEException, JOSEException {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(ALGORITHMS, discovery.known().keys()));
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                audience,
                new JWTClaimsSet.Builder().issuer(provider.issuer().toString()).build(),
                required));
        return processor.process(token, null);
    }

    private static String name(JWTClaimsSet claims) {
        return Caller.OPENID
                + (claims.getClaim("preferred_username") instanceof String preferred && !preferred.isBlank()
                        ? preferred
                        : claims.getSubject());
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
}
