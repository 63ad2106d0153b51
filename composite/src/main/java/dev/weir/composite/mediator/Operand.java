package dev.weir.composite.mediator;

import dev.weir.xpath.XPathExpression;
import org.jspecify.annotations.Nullable;

/**
 * What a copy copies: an expression, or a constant where there is none.
 *
 * @param text the expression's or the constant
 */
record Operand(@Nullable XPathExpression expression, String text) {
    Object evaluate(MessageScope scope) {
        return expression == null ? text : expression.evaluate(scope);
    }

    String string(MessageScope scope) {
        return expression == null ? text : expression.evaluateString(scope);
    }

    @Override
    public String toString() {
        return text;
    }
}
