package dev.weir.composite.mediator;

/** What a plan decided about one rule for one message. */
public sealed interface RuleDecision permits SkippedRule, AppliedRule {
    /** The name of the rule ({@code case}). */
    String rule();

    /** The condition as written; empty for a rule without. */
    String condition();
}
