package dev.weir.composite.mediator;

/** How a rule is followed: its {@code executionType}. */
public enum Execution {
    /** {@code direct} or {@code sequential}: in the order of the plan, on the sender's thread. */
    SEQUENTIAL,
    /** {@code queued}: by itself, beside the others, after the sender has been answered. */
    QUEUED,
    /** {@code resequence}: when its message's turn in its group has come, as the {@link Resequencer} says. */
    RESEQUENCED
}
