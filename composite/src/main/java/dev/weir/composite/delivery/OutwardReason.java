package dev.weir.composite.delivery;

import java.util.regex.Pattern;

/**
 * Why something failed, in the words that callers outside may read. The audit has all of it; outside, a reason is one
 * line of bounded length that names no address of a partner and no place of a file, since callers learn from a fault
 * what is wrong with their request, and not how the network behind the server is made.
 */
final class OutwardReason {
    /** In characters. */
    static final int LONGEST = 500;

    /**
     * A URL; not a namespace, which stands in braces or, as the JDK's schema processor has it, in quotes before a local name, and
     * not the colon that ends it in a sentence.
     */
    private static final Pattern URL = Pattern.compile(
            "(?<![{\\w])(?![^\\s'\"<>(){},;]{1,2000}\":\\w)" + "(?:https?|file|jar|oramds):/[^\\s'\"<>(){},;]*(?<!:)");

    /** What is wrong with a partner's certificate, which names hosts and authorities. */
    private static final Pattern CERTIFICATE = Pattern.compile("its certificate .*");

    /** A host with its address, as the network's own messages have it: {@code name/10.0.0.1:8080}. */
    private static final Pattern HOST =
            Pattern.compile("[\\w.-]{0,255}/(?:(?:\\d{1,3}\\.){3}\\d{1,3}|\\[[0-9a-fA-F:]{2,39}])(?::\\d{1,5})?");

    /** A place in a file: {@code Transformations/a.xsl:39:127}. */
    private static final Pattern PLACE = Pattern.compile("[\\w./%-]{1,255}\\.[A-Za-z]{2,8}(?::\\d{1,9}){1,2}");

    private static final Pattern SPACE = Pattern.compile("\\s+");

    private OutwardReason() {}

    static String of(String reason) {
        // Cut first, so that the time does not depend on what a partner wrote.
        String head = reason.length() <= 4 * LONGEST ? reason : reason.substring(0, 4 * LONGEST);
        String line = SPACE.matcher(head).replaceAll(" ").strip();
        String text = URL.matcher(line).replaceAll("its address");
        text = HOST.matcher(text).replaceAll("its address");
        text = CERTIFICATE.matcher(text).replaceAll("its certificate is refused");
        text = PLACE.matcher(text).replaceAll("a file of the composite");
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
