package dev.weir.server.access;

/**
 * Who calls the admin API.
 *
 * @param name as the log names him; {@value #TOKEN} for whoever shows the token of the data folder, {@value #OPENID} and a
 *     name for whom an OpenID provider knows
 */
public record Caller(String name, Role role) {
    /** A name that no user can have. */
    public static final String TOKEN = "(token)";

    /** How names begin that no user can have, since they have a colon. */
    public static final String OPENID = "oidc:";
}
