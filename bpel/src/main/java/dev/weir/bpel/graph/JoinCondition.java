package dev.weir.bpel.graph;

import dev.weir.xpath.XPathExpression;
import java.util.Map;

/**
 * A condition over the status of links.
 *
 * @param links link ids by the name of the variable that refers to them
 */
public record JoinCondition(XPathExpression xpath, Map<String, Integer> links) {}
