package dev.weir.server.access;

import java.net.URI;

/**
 * Who issues bearer tokens for the admin API by OpenID Connect.
 *
 * @param issuer as tokens name it; its configuration is at {@code /.well-known/openid-configuration} below
 * @param audience that tokens must be meant for
 * @param roleClaim the claim with the roles: an array of texts or one text, of which {@code weir-viewer}, {@code
 *     weir-operator} and {@code weir-administrator} count; a dot leads into an object
 */
public record OpenIdProvider(URI issuer, String audience, String roleClaim) {
    /** The claim where nobody names another. */
    public static final String ROLES = "roles";
}
