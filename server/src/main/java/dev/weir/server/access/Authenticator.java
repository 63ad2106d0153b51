package dev.weir.server.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who calls the admin API: by the token of the data folder, by a user's name and password (HTTP Basic), or by a
 * bearer token of an OpenID provider. Thread-safe; may block, to check a password or to fetch keys.
 */
public final class Authenticator {
    private static final int LONGEST = 16 * 1024;

    private final AdminToken token;
    private final Passwords passwords;
    private final @Nullable OpenIdTokens tokens;
    private final @Nullable OpenIdClient openId;

    /**
     * @param data the data folder, with the token and the users
     * @param provider null for none
     * @throws IOException if token or users cannot be read
     */
    public Authenticator(Path data, @Nullable OpenIdProvider provider) throws IOException {
        this.token = AdminToken.of(data);
        this.passwords = new Passwords(new UsersFile(data), InstantSource.system());
        if (provider == null) {
            this.tokens = null;
            this.openId = null;
            return;
        }
        ProviderHttp http = new ProviderHttp(ProviderHttp.LONGEST);
        OpenIdDiscovery discovery = new OpenIdDiscovery(provider.issuer(), http);
        OpenIdTokens checks = new OpenIdTokens(provider, discovery);
        OpenIdProvider.Client client = provider.client();
        this.tokens = checks;
        this.openId = client == null ? null : new OpenIdClient(provider, client, discovery, checks, http);
    }

    /** By which people sign in at an OpenID provider; null where nobody can. */
    public @Nullable OpenIdClient openId() {
        return openId;
    }

    /** @param authorization the request's field of that name */
    public Admission admit(@Nullable String authorization) {
        if (authorization == null || authorization.length() > LONGEST) {
            return Admission.refused("the request shows neither a token nor a password");
        }
        if (token.admits(authorization)) {
            return Admission.of(new Caller(Caller.TOKEN, Role.ADMINISTRATOR));
        }
        String basic = after("Basic ", authorization);
        if (basic != null) {
            return password(basic);
        }
        String bearer = after("Bearer ", authorization);
        return bearer == null || tokens == null || bearer.indexOf('.') < 0
                ? Admission.refused("the request has no token, or a wrong one")
                : tokens.check(bearer);
    }

    /**
     * Lets somebody in by what was typed.
     *
     * @param name a user's; empty with the token of the data folder
     * @param secret the password, or the token
     */
    public Admission signIn(String name, String secret) {
        if (name.length() + secret.length() > LONGEST) {
            return Admission.refused("nobody has such a long name or password");
        }
        if (!name.isEmpty()) {
            return password(name, secret);
        }
        return token.admits("Bearer " + secret)
                ? Admission.of(new Caller(Caller.TOKEN, Role.ADMINISTRATOR))
                : Admission.refused("this is not the token of the server's data folder");
    }

    /**
     * What somebody's being let in rests on: another text once the role or the password has been changed. Of whom a provider
     * let in nothing is known afterwards: he must be sent there again before long.
     *
     * @param name of the {@link Caller}
     * @return null for a user whom there is no more
     */
    public @Nullable String standing(String name) {
        return name.equals(Caller.TOKEN) || name.startsWith(Caller.OPENID) ? name : passwords.standing(name);
    }

    private Admission password(String basic) {
        String decoded;
        try {
            decoded = new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return Admission.refused("the field Authorization cannot be read");
        }
        int colon = decoded.indexOf(':');
        return colon < 0
                ? Admission.refused("the field Authorization cannot be read")
                : password(decoded.substring(0, colon), decoded.substring(colon + 1));
    }

    /** A token that was given for a name is a secret all the same. */
    private Admission password(String name, String password) {
        Admission admission = passwords.check(name, password);
        return token.admits("Bearer " + name) ? admission : admission.tried(name);
    }

    private static @Nullable String after(String scheme, String authorization) {
        return authorization.regionMatches(true, 0, scheme, 0, scheme.length())
                ? authorization.substring(scheme.length()).strip()
                : null;
    }
}
