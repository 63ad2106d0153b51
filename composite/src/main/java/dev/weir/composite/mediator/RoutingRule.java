package dev.weir.composite.mediator;

import dev.weir.xpath.XPathExpression;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@code case}.
 *
 * @param place file and line, for messages
 * @param conditionText as written; empty for none
 * @param condition null for none
 * @param fallback a default rule: applies where no other does
 * @param onReply null where the target's reply is not the mediator's
 * @param onFaults by the fault's name in the target's operation
 */
record RoutingRule(
        String name,
        String place,
        String conditionText,
        @Nullable XPathExpression condition,
        boolean fallback,
        String reference,
        String operation,
        boolean oneWay,
        Transformation request,
        @Nullable Transformation onReply,
        Map<String, FaultRule> onFaults) {}
