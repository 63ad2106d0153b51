package dev.weir.server.admin;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why a body is not the JSON of its path, in the words of JSON: which property, where, and what may be there. */
final class JsonRefusal {
    /** Names and values that were sent are shown up to this many characters. */
    private static final int SHOWN = 100;

    private JsonRefusal() {}

    static String of(JacksonException e) {
        return what(e) + place(e.getLocation());
    }

    private static String what(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            Collection<Object> known = unknown.getKnownPropertyIds();
            return "there is no property '" + shown(path(unknown)) + "'"
                    + (known == null
                            ? ""
                            : "; there are "
                                    + known.stream()
                                            .map(Object::toString)
                                            .sorted()
                                            .collect(Collectors.joining(", ")));
        }
        if (!(e instanceof JsonMappingException mapping)) {
            return e.getOriginalMessage().startsWith("Duplicate field")
                    ? "a property is there twice"
                    : "it cannot be read as JSON";
        }
        Class<?> type = mapping instanceof MismatchedInputException mismatch
                ? mismatch.getTargetType()
                : mapping.getCause() instanceof InputCoercionException number ? number.getTargetType() : null;
        String path = path(mapping);
        String value = mapping instanceof InvalidFormatException wrong
                ? ": '" + shown(String.valueOf(wrong.getValue())) + "'"
                : "";
        return (path.isEmpty() ? "the body" : "'" + shown(path) + "'") + " must be " + expected(type) + value;
    }

    /** Such as {@code states[0]}; empty for the body itself. */
    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }

    private static String expected(@Nullable Class<?> type) {
        if (type == null) {
            return "of another type";
        }
        if (type == Instant.class) {
            return "an instant, such as \"2026-01-31T12:00:00Z\"";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type == int.class || type == Integer.class) {
            return "a whole number up to " + Integer.MAX_VALUE;
        }
        if (type == long.class || type == Long.class) {
            return "a whole number up to " + Long.MAX_VALUE;
        }
        if (type == String.class) {
            return "a text";
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants())
                            .map(Object::toString)
                            .collect(Collectors.joining(", "));
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        return type.isRecord() || Map.class.isAssignableFrom(type) ? "an object" : "of another type";
    }

    private static String place(@Nullable JsonLocation at) {
        return at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
