package dev.weir.server.admin;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The encoding of queries and forms (application/x-www-form-urlencoded). */
public final class FormFields {
    private FormFields() {}

    /**
     * The values of each name, decoded, in the order in which they come. The value of a name without {@code =} is empty.
     *
     * @param text null for none
     * @throws IllegalArgumentException if it is not percent-encoded; the message shows what
     */
    public static Map<String, List<String>> parse(@Nullable String text) {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        if (text != null) {
            for (String pair : text.split("&")) {
                if (!pair.isEmpty()) {
                    int equals = pair.indexOf('=');
                    fields.computeIfAbsent(
                                    decoded(equals < 0 ? pair : pair.substring(0, equals)), any -> new ArrayList<>())
                            .add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
                }
            }
        }
        return fields;
    }

    /** @throws IllegalArgumentException as {@link #parse} */
    public static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not percent-encoded: " + text, e);
        }
    }

    /** As a step of a path, or a value of a query. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
