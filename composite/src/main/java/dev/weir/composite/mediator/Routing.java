package dev.weir.composite.mediator;

import java.util.ArrayList;
import java.util.List;

/**
 * What a plan decided for one message.
 *
 * @param decisions one per rule, in the order of the plan, which is the order to send in
 */
public record Routing(List<RuleDecision> decisions) {
    public Routing {
        decisions = List.copyOf(decisions);
    }

    /** The rules to follow, in order. */
    public List<AppliedRule> appliedRules() {
        List<AppliedRule> chosen = new ArrayList<>();
        for (RuleDecision decision : decisions) {
            if (decision instanceof AppliedRule rule) {
                chosen.add(rule);
            }
        }
        return chosen;
    }

    /**
     * True if no rule applies. As in Oracle SOA Suite a one-way message then ends here, which the audit must show; a
     * caller that waits for a reply must be given a fault.
     */
    public boolean nothingMatched() {
        return appliedRules().isEmpty();
    }
}
