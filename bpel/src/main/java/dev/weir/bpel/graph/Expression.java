package dev.weir.bpel.graph;

import dev.weir.xpath.XPathExpression;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression with what its variables stand for.
 *
 * @param namespaces what prefixes stand for where it is written; null for nothing
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
