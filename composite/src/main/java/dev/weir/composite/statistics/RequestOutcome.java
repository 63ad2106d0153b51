package dev.weir.composite.statistics;

/** How a request of a component ended. */
public enum RequestOutcome {
    /** It was answered, or a one-way message was taken. */
    DONE,
    /** It was answered by a fault. */
    FAULTED,
    /** There was no answer: the component could not take it, or no reply came in time. */
    FAILED
}
