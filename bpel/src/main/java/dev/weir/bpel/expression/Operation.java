package dev.weir.bpel.expression;

import dev.weir.xml.tree.XmlNode;
import java.util.ArrayList;
import java.util.List;

/** An operator with its operands: or, and, the four arithmetic ones, mod, minus, union (XPath 1.0, section 3). */
final class Operation extends Expr {
    enum Operator {
        OR(Kind.BOOLEAN),
        AND(Kind.BOOLEAN),
        ADD(Kind.NUMBER),
        SUBTRACT(Kind.NUMBER),
        MULTIPLY(Kind.NUMBER),
        DIV(Kind.NUMBER),
        MOD(Kind.NUMBER),
        UNION(Kind.NODES);

        final Kind kind;

        Operator(Kind kind) {
            this.kind = kind;
        }
    }

    private final Operator operator;
    private final Expr left;
    private final Expr right;
    private final int depth;
    private final boolean positional;

    Operation(Operator operator, Expr left, Expr right) {
        this.operator = operator;
        this.left = left;
        this.right = right;
        this.depth = 1 + Math.max(left.depth(), right.depth());
        this.positional = left.positional() || right.positional();
    }

    @Override
    Kind kind() {
        return operator.kind;
    }

    @Override
    int depth() {
        return depth;
    }

    @Override
    boolean positional() {
        return positional;
    }

    @Override
    Object evaluate(Focus focus) {
        return switch (operator.kind) {
            case BOOLEAN -> bool(focus);
            case NUMBER -> number(focus);
            default -> union(focus);
        };
    }

    @Override
    boolean bool(Focus focus) {
        return switch (operator) {
            case OR -> left.bool(focus) || right.bool(focus);
            case AND -> left.bool(focus) && right.bool(focus);
            case UNION -> !left.nodes(focus).isEmpty() || !right.nodes(focus).isEmpty();
            default -> Value.bool(number(focus));
        };
    }

    @Override
    double number(Focus focus) {
        return switch (operator) {
            case ADD -> left.number(focus) + right.number(focus);
            case SUBTRACT -> left.number(focus) - right.number(focus);
            case MULTIPLY -> left.number(focus) * right.number(focus);
            case DIV -> left.number(focus) / right.number(focus);
            case MOD -> left.number(focus) % right.number(focus);
            default -> super.number(focus);
        };
    }

    private List<XmlNode> union(Focus focus) {
        List<XmlNode> all = new ArrayList<>(left.nodes(focus));
        all.addAll(right.nodes(focus));
        return DocumentOrder.sort(all);
    }
}
