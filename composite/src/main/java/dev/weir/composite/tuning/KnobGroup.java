package dev.weir.composite.tuning;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knobs that belong together: which there are, what values they take, and what follows from a change. Where they are kept,
 * and who changed them, is not its concern. Thread-safe.
 */
public interface KnobGroup {
    /** The knobs that are always there, in the order in which lists show them, with their defaults. */
    Map<String, String> standard();

    /** Whether a name is one of its knobs; there may be more than {@link #standard} has, such as one for each composite. */
    boolean owns(String name);

    /** The default of a knob that it owns. */
    String standard(String name);

    /**
     * A value as it is kept.
     *
     * @return null for one that says the same as not being set
     * @throws IllegalArgumentException if it cannot be; it names the remedy
     */
    @Nullable String checked(String name, String value);

    /** These hold from now on: those that are kept, by name; all others have their defaults. */
    void hold(Map<String, String> kept);
}
