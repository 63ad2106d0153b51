package dev.weir.server.access;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Who issues bearer tokens for the admin API by OpenID Connect, and lets people sign in to the console.
 *
 * @param issuer as tokens name it; its configuration is at {@code /.well-known/openid-configuration} below
 * @param audience that bearer tokens must be meant for
 * @param roleClaim the claim with the roles: an array of texts or one text, of which {@code weir-viewer}, {@code
 *     weir-operator} and {@code weir-administrator} count; a dot leads into an object
 * @param client what the console is at this provider; null where nobody signs in by it
 */
public record OpenIdProvider(
        URI issuer,
        String audience,
        String roleClaim,
        @Nullable Client client) {
    /** The claim where nobody names another. */
    public static final String ROLES = "roles";

    /** One that issues bearer tokens alone. */
    public OpenIdProvider(URI issuer, String audience, String roleClaim) {
        this(issuer, audience, roleClaim, null);
    }

    public OpenIdProvider withClient(@Nullable Client other) {
        return new OpenIdProvider(issuer, audience, roleClaim, other);
    }

    /**
     * The console as the provider knows it.
     *
     * @param secret by which it proves itself; null for a public client
     * @param scope what it asks for, with spaces between; {@code openid} is in it
     * @param publicUrl where browsers reach the admin listener, without a path; null for where each request came to, which
     *     is safe because a provider sends nobody to an address that is not registered with it
     */
    public record Client(
            String id,
            @Nullable String secret,
            String scope,
            @Nullable URI publicUrl) {
        /** The scope where nobody names another: who it is, and his name. */
        public static final String SCOPE = "openid profile";

        private static final int LONGEST = 4_096;

        /**
         * Reads a secret from its file.
         *
         * @throws IOException if there is none, or others may read it; the message does not show what it holds
         */
        public static String secretIn(Path file) throws IOException {
            String text;
            try {
                PrivateFile.checkSecret(file);
                text = Files.readString(file, StandardCharsets.UTF_8).strip();
            } catch (NoSuchFileException e) {
                throw new IOException("there is no file " + file, e);
            }
            if (text.isEmpty() || text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl)) {
                throw new IOException(file + " must have one line, the secret");
            }
            return text;
        }

        /** Without the secret: it must not get into logs. */
        @Override
        public String toString() {
            return "Client[" + id + "]";
        }
    }
}
