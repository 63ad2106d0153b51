package dev.weir.soap.envelope;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Content-Type field (RFC 9110, section 8.3).
 *
 * @param mediaType in lower case; empty where there is none
 * @param parameters by name in lower case
 */
public record ContentType(String mediaType, Map<String, String> parameters) {
    public static ContentType parse(@Nullable String field) {
        if (field == null) {
            return new ContentType("", Map.of());
        }
        int end = field.indexOf(';');
        String mediaType = (end < 0 ? field : field.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        Map<String, String> parameters = new HashMap<>();
        int at = end;
        while (at >= 0 && at < field.length()) {
            int equals = field.indexOf('=', at);
            if (equals < 0) {
                break;
            }
            String name = field.substring(at + 1, equals).strip().toLowerCase(Locale.ROOT);
            StringBuilder value = new StringBuilder();
            at = value(field, equals + 1, value);
            parameters.putIfAbsent(name, value.toString());
        }
        return new ContentType(mediaType, parameters);
    }

    /** Reads a token or a quoted string and gives the place of the semicolon after it, or the end. */
    private static int value(String field, int from, StringBuilder to) {
        int at = from;
        while (at < field.length() && field.charAt(at) == ' ') {
            at++;
        }
        if (at < field.length() && field.charAt(at) == '"') {
            for (at++; at < field.length() && field.charAt(at) != '"'; at++) {
                if (field.charAt(at) == '\\' && at + 1 < field.length()) {
                    at++;
                }
                to.append(field.charAt(at));
            }
            int next = field.indexOf(';', at);
            return next < 0 ? field.length() : next;
        }
        int next = field.indexOf(';', at);
        int end = next < 0 ? field.length() : next;
        to.append(field.substring(at, end).strip());
        return end;
    }

    /** True for a message with parts (RFC 2387), such as those of MTOM. */
    public boolean isMultipart() {
        return mediaType.equals("multipart/related");
    }

    public @Nullable String parameter(String name) {
        return parameters.get(name);
    }
}
