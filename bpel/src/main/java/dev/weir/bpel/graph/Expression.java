package dev.weir.bpel.graph;

import dev.weir.bpel.expression.XPathExpression;
import java.util.Map;

/**
 * A compiled expression with what its variables stand for.
 *
 * @param variables by the name as written, {@code order.payload}
 */
public record Expression(XPathExpression xpath, Map<String, VariablePart> variables, int line) {
    public String text() {
        return xpath.text();
    }
}
