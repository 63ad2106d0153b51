package dev.weir.composite.retention;

import dev.weir.composite.tuning.WholeNumber;
import dev.weir.store.FlowState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How long ended instances are kept, by the state in which they ended. As text: a number of days for all states ({@code
 * 30}), or for some ({@code completed=7 faulted=90}; the others are kept for ever), or {@code never}: none is removed.
 */
public final class RetentionRule {
    /** Nothing is removed. */
    public static final RetentionRule NEVER = new RetentionRule(Map.of());

    private static final String NEVER_WORD = "never";
    private static final int MOST_DAYS = 36_500;
    private static final List<FlowState> ENDED = List.of(FlowState.COMPLETED, FlowState.FAULTED, FlowState.TERMINATED);

    private final Map<FlowState, Integer> days;

    private RetentionRule(Map<FlowState, Integer> days) {
        this.days = days;
    }

    /**
     * Reads a rule.
     *
     * @throws IllegalArgumentException if the text is none; it names the remedy
     */
    public static RetentionRule parse(String text) {
        String all = text.strip().toLowerCase(Locale.ROOT);
        if (all.equals(NEVER_WORD)) {
            return NEVER;
        }
        Map<FlowState, Integer> days = new EnumMap<>(FlowState.class);
        for (String part : all.split("[\\s,]+")) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                int number = days(part, text);
                ENDED.forEach(state -> days.put(state, number));
                if (!part.equals(all)) {
                    throw refused(text, "one number of days is for all states, and stands alone");
                }
            } else if (days.put(state(part.substring(0, equals), text), days(part.substring(equals + 1), text))
                    != null) {
                throw refused(text, "a state is named twice");
            }
        }
        return new RetentionRule(days);
    }

    private static FlowState state(String word, String text) {
        for (FlowState state : ENDED) {
            if (state.name().toLowerCase(Locale.ROOT).equals(word)) {
                return state;
            }
        }
        throw refused(text, "'" + word + "' is not a state in which instances end");
    }

    private static int days(String word, String text) {
        return (int) WholeNumber.parse(word, 0, MOST_DAYS)
                .orElseThrow(
                        () -> refused(text, "'" + word + "' is not a whole number of days from 0 to " + MOST_DAYS));
    }

    private static IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException("the retention '" + text + "' cannot be read: " + why
                + "; write never, a number of days, or for example completed=7 faulted=90 terminated=30");
    }

    /** How long instances are kept that ended in a state; empty for ever. */
    public Optional<Duration> of(FlowState state) {
        return Optional.ofNullable(days.get(state)).map(Duration::ofDays);
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        if (days.isEmpty()) {
            return NEVER_WORD;
        }
        List<String> parts = new ArrayList<>();
        ENDED.forEach(state -> {
            if (days.containsKey(state)) {
                parts.add(state.name().toLowerCase(Locale.ROOT) + "=" + days.get(state));
            }
        });
        return String.join(" ", parts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RetentionRule rule && rule.days.equals(days);
    }

    @Override
    public int hashCode() {
        return days.hashCode();
    }
}
