package dev.weir.server.console;

/**
 * How the sign-in page offers to sign in by an OpenID provider.
 *
 * @param start where that begins
 * @param left whether somebody has just signed out here whom the provider may still know
 * @param end where he signs out at the provider; empty where there is no such place
 */
public record ProviderOffer(String name, String start, boolean left, String end) {}
