package dev.weir.composite.deployment;

/**
 * Whether a revision takes messages. Its instances go on in any state.
 *
 * @param on false: stopped
 * @param active false: retired
 */
public record RevisionState(boolean on, boolean active) {
    /** True if its services are reached. */
    public boolean open() {
        return on && active;
    }
}
