package dev.weir.soap.http;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a header field of a message may be (RFC 9110, section 5), for those who let programs set them. */
public final class HeaderFields {
    private static final String MARKS_OF_NAMES = "!#$%&'*+-.^_`|~";

    private static final Set<String> OF_THE_CONNECTION = namesOf(
            "Connection",
            "Content-Length",
            "Expect",
            "Host",
            "Keep-Alive",
            "Proxy-Connection",
            "TE",
            "Trailer",
            "Transfer-Encoding",
            "Upgrade");

    private static final Set<String> OF_THE_BODY = namesOf(
            "Content-Digest",
            "Content-Encoding",
            "Content-MD5",
            "Content-Range",
            "Content-Type",
            "Digest",
            "Repr-Digest");

    private HeaderFields() {}

    private static Set<String> namesOf(String... names) {
        Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Collections.addAll(all, names);
        return Collections.unmodifiableSet(all);
    }

    /** True for what says where a message ends and what becomes of its connection, which whoever writes the message sets. */
    public static boolean isOfTheConnection(String name) {
        return OF_THE_CONNECTION.contains(name);
    }

    /**
     * True for what is {@link #isOfTheConnection} or says how the bytes of a body are to be read, which only whoever writes the
     * message knows.
     */
    public static boolean isOfTheMessage(String name) {
        return isOfTheConnection(name) || OF_THE_BODY.contains(name);
    }

    /** The values that a program has said of a field: those of a collection, or one by itself; null is none. */
    public static List<String> values(@Nullable Object said) {
        Collection<?> all = said instanceof Collection<?> several ? several : Collections.singletonList(said);
        return all.stream().filter(Objects::nonNull).map(String::valueOf).toList();
    }

    /** True for the one field whose values must not be joined by commas (RFC 9110, section 5.3): each is a line of its own. */
    public static boolean isCookie(String name) {
        return name.equalsIgnoreCase("Set-Cookie");
    }

    /** True for a token, which is what the name of a field must be. */
    public static boolean isName(String name) {
        return !name.isEmpty()
                && name.chars()
                        .allMatch(c -> c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z'
                                || c >= '0' && c <= '9'
                                || MARKS_OF_NAMES.indexOf(c) >= 0);
    }

    /** True for text without control characters: a line end would begin a field of somebody else's choice. */
    public static boolean isValue(String value) {
        return value.chars().allMatch(c -> c >= ' ' && c != 0x7F || c == '\t');
    }
}
