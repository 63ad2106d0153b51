package dev.weir.xpath;

import dev.weir.xml.tree.XmlNode;
import java.util.List;

/** A compiled expression: one subclass per construct. Immutable. */
abstract class Expr {
    /** The type of an expression's result, as far as it is known when it is compiled. */
    enum Kind {
        NODES,
        STRING,
        NUMBER,
        BOOLEAN,
        /** A variable or an extension function: known at evaluation. */
        ANY
    }

    abstract Kind kind();

    /** {@code List<XmlNode>}, String, Double or Boolean. */
    abstract Object evaluate(Focus focus);

    /** How deep evaluation may recurse, itself included. */
    abstract int depth();

    /** True if it reads position() or last() of the focus it is evaluated in. */
    abstract boolean positional();

    /** True if it gives the same wherever in the document it is evaluated: its node, position and size are not looked at. */
    boolean contextFree() {
        return false;
    }

    String string(Focus focus) {
        return XPathValues.string(evaluate(focus));
    }

    double number(Focus focus) {
        return XPathValues.number(evaluate(focus));
    }

    boolean bool(Focus focus) {
        return XPathValues.bool(evaluate(focus));
    }

    @SuppressWarnings("unchecked")
    List<XmlNode> nodes(Focus focus) {
        Object value = evaluate(focus);
        if (value instanceof List<?>) {
            return (List<XmlNode>) value;
        }
        String found = value instanceof String text ? "the string '" + abridge(text) + "'" : "the value " + value;
        throw new XPathException("'" + focus.text + "': a node-set is needed where there is " + found);
    }

    private static String abridge(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    static int deepest(List<? extends Expr> operands) {
        int depth = 0;
        for (Expr operand : operands) {
            depth = Math.max(depth, operand.depth());
        }
        return depth;
    }
}
