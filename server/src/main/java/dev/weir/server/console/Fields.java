package dev.weir.server.console;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a form, or the parameters of a query (application/x-www-form-urlencoded). */
final class Fields {
    static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    /**
     * @param text null for none
     * @throws IllegalArgumentException if it is not percent-encoded
     */
    Fields(@Nullable String text) {
        if (text != null) {
            for (String pair : text.split("&")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    values.computeIfAbsent(decoded(pair.substring(0, equals)), any -> new ArrayList<>())
                            .add(decoded(pair.substring(equals + 1)));
                }
            }
        }
    }

    /** @throws IllegalArgumentException if it is not percent-encoded, or has the character 0, which no field can */
    static String decoded(String text) {
        String decoded;
        try {
            decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the address has a % that begins no character", e);
        }
        if (decoded.indexOf(0) >= 0) {
            throw new IllegalArgumentException("the address has the character 0");
        }
        return decoded;
    }

    /** As a step of a path, or a value of a query. */
    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** What a field holds, without white space around it; empty for nothing, and for a field that is not there. */
    String get(String name) {
        List<String> all = values.get(name);
        return all == null ? "" : all.get(0).strip();
    }

    /** As it was typed; empty for a field that is not there. */
    String verbatim(String name) {
        List<String> all = values.get(name);
        return all == null ? "" : all.get(0);
    }

    /** What a field holds each time that it is there, but for nothing. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .toList();
    }

    /** What a field holds; null for nothing. */
    @Nullable String orNull(String name) {
        String value = get(name);
        return value.isEmpty() ? null : value;
    }

    /** The query with another value of one parameter. */
    String with(String name, String value) {
        Map<String, List<String>> changed = new LinkedHashMap<>(values);
        changed.put(name, List.of(value));
        StringBuilder text = new StringBuilder();
        changed.forEach((each, all) -> {
            for (String one : all) {
                if (!one.isBlank()) {
                    text.append(text.length() == 0 ? '?' : '&')
                            .append(encoded(each))
                            .append('=')
                            .append(encoded(one));
                }
            }
        });
        return text.toString();
    }
}
