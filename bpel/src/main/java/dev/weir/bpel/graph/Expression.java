package dev.weir.bpel.graph;

import dev.weir.xpath.XPathExpression;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression with the process variables that it refers to.
 *
 * @param namespaces namespace by prefix where the expression is written; null for an unbound prefix
 * @param variables by the name as written, {@code order.payload}
 */
public record Expression(
        XPathExpression xpath,
        Map<String, VariablePart> variables,
        Function<String, @Nullable String> namespaces,
        int line) {
    public String text() {
        return xpath.text();
    }
}
