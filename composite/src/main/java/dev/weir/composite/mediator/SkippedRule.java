package dev.weir.composite.mediator;

/** A rule whose condition does not hold, or a default rule that was not needed. */
public record SkippedRule(String rule, String condition) implements RuleDecision {}
