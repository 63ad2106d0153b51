package dev.weir.store;

import org.jspecify.annotations.Nullable;

/**
 * What a sensor of a composite has found in a message: a column by which flows are searched for.
 *
 * @param name of the sensor
 * @param value not empty; in a {@link FlowFilter} with {@code *} at its end, how the value begins, and with {@code \\*} one that
 *     ends in an asterisk
 */
public record SensorValue(String name, String value) {
    /**
     * Reads {@code NAME=VALUE}, without white space around the value, as values are kept.
     *
     * @throws IllegalArgumentException if there is no name, or no value
     */
    public static SensorValue parse(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0 || text.substring(equals + 1).isBlank()) {
            throw new IllegalArgumentException("a sensor is given as NAME=VALUE: " + text);
        }
        return new SensorValue(
                text.substring(0, equals), text.substring(equals + 1).strip());
    }

    /** As the value of a filter: how values must begin; null where the value is given as it is. */
    public @Nullable String prefix() {
        return FlowFilter.prefix(value);
    }

    /** As the value of a filter: the value that is meant where there is no {@link #prefix}. */
    public String exact() {
        return FlowFilter.exact(value);
    }

    /** {@code NAME=VALUE}. */
    @Override
    public String toString() {
        return name + "=" + value;
    }
}
