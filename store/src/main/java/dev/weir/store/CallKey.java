package dev.weir.store;

/**
 * What identifies an outgoing call of an instance in its store, the same on every attempt. Its text form is
 * {@code instance:number}, as in {@code 17:2}.
 *
 * @param instance the caller, positive
 * @param number of the call within the instance, not negative
 */
public record CallKey(long instance, long number) {
    public CallKey {
        if (instance <= 0 || number < 0) {
            throw new IllegalArgumentException(
                    "a call key must have a positive instance and a number from 0: " + instance + ':' + number);
        }
    }

    /**
     * The inverse of {@link #toString}.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static CallKey parse(String text) {
        int colon = text.indexOf(':');
        if (colon > 0) {
            try {
                CallKey key = new CallKey(
                        Long.parseLong(text, 0, colon, 10), Long.parseLong(text, colon + 1, text.length(), 10));
                if (key.toString().equals(text)) {
                    return key;
                }
            } catch (NumberFormatException e) {
                // Reported below, with the whole text.
            }
        }
        throw new IllegalArgumentException("a call key must have the form instance:number: '" + text + "'");
    }

    @Override
    public String toString() {
        return instance + ":" + number;
    }
}
