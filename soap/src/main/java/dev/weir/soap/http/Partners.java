package dev.weir.soap.http;

import dev.weir.soap.tls.TlsMaterial;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a client proves itself to those whom it calls, and whom it trusts. Partners are found by the beginning of the
 * address. Immutable; no text of it shows a secret.
 */
public final class Partners {
    /** Nobody is known; the JVM's authorities are trusted. */
    public static final Partners NONE = new Partners(null, List.of());

    /** A path with one of these may lead elsewhere than it begins. */
    private static final Pattern DETOUR =
            Pattern.compile("(?i)(/|%2f|\\\\|%5c)(\\.|%2e){1,2}(/|%2f|\\\\|%5c|;|$)|%2f|%5c|//");

    private final @Nullable TlsMaterial trusted;
    private final List<Partner> longestFirst;

    /**
     * @param trusted by which the certificates of others than these partners are judged; null for the JVM's authorities
     */
    public Partners(@Nullable TlsMaterial trusted, List<Partner> partners) {
        this.trusted = trusted;
        List<Partner> sorted = new ArrayList<>(partners);
        sorted.sort(Comparator.comparingInt((Partner each) -> path(each.prefix).length())
                .reversed());
        this.longestFirst = List.copyOf(sorted);
    }

    /**
     * One of them.
     *
     * @param prefix an http or https address: scheme, host and port are the partner's, and its path is that of the calls, or
     *     above it
     * @param authorization the field of that name, {@link #basic} or {@link #bearer}; null for none
     * @param tls the client's certificate, and whom to trust; null for none, and for the others' authorities
     * @param callbacks true if this counts for addresses that came with messages, too
     */
    public record Partner(
            URI prefix,
            @Nullable String authorization,
            @Nullable TlsMaterial tls,
            boolean callbacks) {
        @Override
        public String toString() {
            return prefix.toString();
        }

        boolean is(URI address) {
            return prefix.getScheme().equalsIgnoreCase(address.getScheme())
                    && address.getHost() != null
                    && prefix.getHost().equalsIgnoreCase(address.getHost())
                    && PeerPolicy.port(prefix) == PeerPolicy.port(address)
                    && isBelow(path(prefix), path(address));
        }

        private static boolean isBelow(String prefix, String path) {
            return prefix.equals("/")
                    || path.startsWith(prefix)
                            && (prefix.endsWith("/")
                                    || path.length() == prefix.length()
                                    || path.charAt(prefix.length()) == '/')
                            && !DETOUR.matcher(path).find();
        }
    }

    /** HTTP basic authentication (RFC 7617), in UTF-8. */
    public static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** A bearer token (RFC 6750). */
    public static String bearer(String token) {
        return "Bearer " + token;
    }

    private static String path(URI address) {
        String path = address.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }

    @Nullable TlsMaterial trusted() {
        return trusted;
    }

    List<Partner> all() {
        return longestFirst;
    }

    /**
     * Whose address it is: of several, that with the longest path.
     *
     * @param fromMessage true for an address that came with a message
     */
    @Nullable Partner of(URI address, boolean fromMessage) {
        for (Partner each : longestFirst) {
            if (each.is(address)) {
                return fromMessage && !each.callbacks ? null : each;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return longestFirst.toString().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Partners that
                && Objects.equals(trusted, that.trusted)
                && longestFirst.equals(that.longestFirst);
    }

    @Override
    public int hashCode() {
        return longestFirst.hashCode();
    }
}
