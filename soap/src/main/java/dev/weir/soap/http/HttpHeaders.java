package dev.weir.soap.http;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Header fields of a message, by name without regard to case. */
@FunctionalInterface
public interface HttpHeaders {
    /** No fields at all. */
    HttpHeaders NONE = name -> null;

    /** The first value of a field, or null where the message has none. */
    @Nullable String value(String name);

    /** The names of all fields that the message has, where they are known; empty otherwise. */
    default Collection<String> names() {
        return List.of();
    }

    /** All values of a field, in order. */
    default List<String> values(String name) {
        String value = value(name);
        return value == null ? List.of() : List.of(value);
    }

    /** The value of a field that is a list: all its lines, joined by commas (RFC 9110, section 5.3); null where there is none. */
    default @Nullable String list(String name) {
        List<String> lines = values(name);
        return lines.size() < 2 ? value(name) : String.join(", ", lines);
    }

    /** A quality of what is accepted (RFC 9110, section 12.4.2); the highest, 1, where there is none, and for what is none. */
    static double quality(@Nullable String parameter) {
        String given = parameter == null ? "" : parameter.strip();
        return given.matches("0(\\.\\d{0,3})?") ? Double.parseDouble(given) : 1;
    }

    static HttpHeaders of(Map<String, String> fields) {
        TreeMap<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(fields);
        return new HttpHeaders() {
            @Override
            public @Nullable String value(String name) {
                return sorted.get(name);
            }

            @Override
            public Collection<String> names() {
                return sorted.keySet();
            }
        };
    }
}
