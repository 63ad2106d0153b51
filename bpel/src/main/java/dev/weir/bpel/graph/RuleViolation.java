package dev.weir.bpel.graph;

import dev.weir.xpath.XPathException;

/** An expression that is valid XPath and violates a rule of WS-BPEL on expressions. */
final class RuleViolation extends XPathException {
    private final String rule;

    /** @param rule as the specification numbers it, {@code SA00028} */
    RuleViolation(String rule, String message) {
        super(message);
        this.rule = rule;
    }

    /** The rule that an expression violates; {@code xpath} where it is not an expression at all. */
    static String ruleOf(XPathException e) {
        return e instanceof RuleViolation violation ? violation.rule : "xpath";
    }
}
