package dev.weir.server.console;

import dev.weir.server.admin.FormFields;
import dev.weir.server.console.Confirmation.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a form, or the parameters of a query (application/x-www-form-urlencoded). */
final class Fields {
    static final String MEDIA_TYPE = "application/x-www-form-urlencoded";

    private final Map<String, List<String>> values;

    /**
     * @param text null for none
     * @throws UnreadableException if it is not percent-encoded, or has the character 0, which no field can
     */
    Fields(@Nullable String text) {
        try {
            values = FormFields.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(String.valueOf(e.getMessage()));
        }
        values.values().forEach(all -> all.forEach(Fields::check));
    }

    /**
     * A step of a path.
     *
     * @throws UnreadableException as for a field
     */
    static String decoded(String step) {
        try {
            return check(FormFields.decoded(step));
        } catch (IllegalArgumentException e) {
            throw new UnreadableException(String.valueOf(e.getMessage()));
        }
    }

    private static String check(String value) {
        if (value.indexOf(0) >= 0) {
            throw new UnreadableException("it has the character 0");
        }
        return value;
    }

    /** As a step of a path, or a value of a query. */
    static String encoded(String text) {
        return FormFields.encoded(text);
    }

    /** Those that are there. */
    Set<String> names() {
        return values.keySet();
    }

    /** What a field holds, without white space around it; empty for nothing, and for a field that is not there. */
    String get(String name) {
        List<String> all = values.get(name);
        return all == null ? "" : all.get(0).strip();
    }

    /** True for a field that is there, with nothing in it too. */
    boolean has(String name) {
        return values.containsKey(name);
    }

    /** True where there is a field whose name begins so. */
    boolean hasAny(String prefix) {
        return values.keySet().stream().anyMatch(name -> name.startsWith(prefix));
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
        return query(changed);
    }

    /** The query of some fields, but for those that hold nothing. */
    static String query(List<Field> fields) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        fields.forEach(field ->
                values.computeIfAbsent(field.name(), name -> new ArrayList<>()).add(field.value()));
        return query(values);
    }

    private static String query(Map<String, List<String>> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((each, all) -> {
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
