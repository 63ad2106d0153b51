package dev.weir.composite.mediator;

import dev.weir.composite.message.MessageScope;
import dev.weir.xpath.XPathExpression;
import org.jspecify.annotations.Nullable;

/**
 * What a copy copies: an expression, a variable, or a constant where there is neither.
 *
 * @param variable the name of a variable that stands alone; it may be one that XPath could not spell
 * @param text as written
 */
record Operand(
        @Nullable XPathExpression expression, @Nullable String variable, String text) {
    static Operand expression(XPathExpression expression, String text) {
        return new Operand(expression, null, text);
    }

    static Operand variable(String name) {
        return new Operand(null, name, "$" + name);
    }

    static Operand constant(String text) {
        return new Operand(null, null, text);
    }

    Object evaluate(MessageScope scope) {
        return variable != null ? scope.variable(variable) : expression == null ? text : expression.evaluate(scope);
    }

    String string(MessageScope scope) {
        return variable != null
                ? String.valueOf(scope.variable(variable))
                : expression == null ? text : expression.evaluateString(scope);
    }

    @Override
    public String toString() {
        return text;
    }
}
