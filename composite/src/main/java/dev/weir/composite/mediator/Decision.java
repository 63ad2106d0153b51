package dev.weir.composite.mediator;

/** What a plan decided about one rule for one message. */
public sealed interface Decision permits Skipped, Chosen {
    /** The name of the rule ({@code case}). */
    String rule();

    /** The condition as written; empty for a rule without. */
    String condition();
}
