package dev.weir.composite.fault;

import org.jspecify.annotations.Nullable;

/**
 * How far a call has come in its policy, as it is kept with the call. A repetition that fails by a fault with another
 * entry begins anew.
 *
 * @param entry the action that the fault's condition names
 * @param retry the retry that the call is in: the entry itself, or one that it led to
 * @param used how many repetitions of that retry have been decided
 */
record RetryState(String policy, String entry, String retry, int used) {
    private static final String SEPARATOR = "\u0001";

    String encode() {
        return String.join(SEPARATOR, policy, entry, retry, Integer.toString(used));
    }

    /** Null for null, and for what this version of the program did not write. */
    static @Nullable RetryState decode(@Nullable String text) {
        String[] fields = text == null ? new String[0] : text.split(SEPARATOR, -1);
        if (fields.length != 4) {
            return null;
        }
        try {
            return new RetryState(fields[0], fields[1], fields[2], Integer.parseInt(fields[3]));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
