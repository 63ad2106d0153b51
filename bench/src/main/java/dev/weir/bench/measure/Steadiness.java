package dev.weir.bench.measure;

import org.jspecify.annotations.Nullable;

/**
 * Whether what was measured had become steady.
 *
 * @param unsettled why it had not, as reports say it; null if it had
 * @param accepted whether there are figures all the same
 */
public record Steadiness(@Nullable String unsettled, boolean accepted) {
    /** Stands where a figure would, and begins all reasons. */
    public static final String NOT_SETTLED = "not settled";
}
