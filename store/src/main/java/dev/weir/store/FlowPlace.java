package dev.weir.store;

import java.time.DateTimeException;
import java.time.Instant;

/**
 * A place in the list of flows, which goes from the newest to the oldest. Its text form is {@code CREATED_FLOW}, as in
 * {@code 2026-11-25T10:00:00.123456Z_4711}.
 *
 * @param created when the flow at this place began
 * @param flow its id, which orders those that began at the same time; there may be none of it any more
 */
public record FlowPlace(Instant created, long flow) {
    /**
     * The inverse of {@link #toString}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static FlowPlace parse(String text) {
        int end = text.indexOf('_');
        try {
            return new FlowPlace(
                    Instant.parse(text.substring(0, Math.max(0, end))),
                    Long.parseLong(text, end + 1, text.length(), 10));
        } catch (DateTimeException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a place among instances must have the form CREATED_ID: '" + text + "'", e);
        }
    }

    @Override
    public String toString() {
        return created + "_" + flow;
    }
}
