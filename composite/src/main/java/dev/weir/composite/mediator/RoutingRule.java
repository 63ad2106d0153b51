package dev.weir.composite.mediator;

import dev.weir.xpath.XPathExpression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A {@code case}.
 *
 * @param place file and line, for messages
 * @param conditionText as written; empty for none
 * @param condition null for none
 * @param fallback a default rule: applies where no other does
 * @param checks of the message, before anything is made of it
 */
record RoutingRule(
        String name,
        String place,
        String conditionText,
        @Nullable XPathExpression condition,
        boolean fallback,
        Execution execution,
        List<SchematronCheck> checks,
        Step step) {}
