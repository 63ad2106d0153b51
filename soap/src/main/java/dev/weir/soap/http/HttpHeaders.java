package dev.weir.soap.http;

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

    static HttpHeaders of(Map<String, String> fields) {
        TreeMap<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(fields);
        return sorted::get;
    }
}
