package dev.weir.bpel.instance;

/**
 * The name of a subscription: which of an instance's active activities waits, and for which of its messages. The text
 * form is {@code m17.2}.
 *
 * @param activity the id of the active activity
 * @param branch the position of the message among those that the activity waits for, from 0
 */
public record SubscriptionName(int activity, int branch) {
    private static final char PREFIX = 'm';

    /**
     * The inverse of {@link #toString}.
     *
     * @throws RowException if the text has another form
     */
    public static SubscriptionName parse(String text) {
        int dot = text.indexOf('.');
        if (dot > 0 && text.charAt(0) == PREFIX) {
            try {
                SubscriptionName name = new SubscriptionName(
                        Integer.parseInt(text, 1, dot, 10), Integer.parseInt(text, dot + 1, text.length(), 10));
                if (name.activity >= 0 && name.branch >= 0) {
                    return name;
                }
            } catch (NumberFormatException e) {
                // Reported below, with the whole text.
            }
        }
        throw new RowException("the name of a subscription must have the form m17.2: '" + text + "'");
    }

    @Override
    public String toString() {
        return PREFIX + Integer.toString(activity) + '.' + branch;
    }
}
