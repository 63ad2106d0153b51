package dev.weir.server.access;

/**
 * Who calls the admin API.
 *
 * @param name as the log names him; {@value #TOKEN} for whoever shows the token of the data folder
 */
public record Caller(String name, Role role) {
    /** A name that no user can have. */
    public static final String TOKEN = "(token)";
}
