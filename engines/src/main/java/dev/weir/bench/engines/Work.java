package dev.weir.bench.engines;

import java.util.Locale;

/** What an instance does. Each is given a number, and its result is that number. */
enum Work {
    /** Is answered at once. */
    REPLY,
    /** Waits for one message that names it. */
    CALLBACK,
    /** Does twenty steps, each of them in the database before the next begins. */
    TWENTY_STEPS;

    /** The steps of {@link #TWENTY_STEPS}. */
    static final int STEPS = 20;

    /** Its name in a command, such as {@code twenty-steps}. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Work of(String text) {
        for (Work work : values()) {
            if (work.text().equals(text)) {
                return work;
            }
        }
        throw new IllegalArgumentException("no such work: " + text);
    }
}
