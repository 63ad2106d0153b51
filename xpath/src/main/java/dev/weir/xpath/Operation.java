package dev.weir.xpath;

import dev.weir.xml.tree.XmlNode;
import java.util.ArrayList;
import java.util.List;

/** The operators or, and, + - * div mod, and | with their operands (XPath 1.0, section 3). */
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
    /** Two; more for a chain of or, and, union, which is evaluated in a loop and a union sorted once. */
    private final List<Expr> operands;

    private int depth;
    private boolean positional;

    Operation(Operator operator, Expr left, Expr right) {
        this.operator = operator;
        this.operands = new ArrayList<>(2);
        add(left);
        add(right);
    }

    private void add(Expr operand) {
        operands.add(operand);
        depth = Math.max(depth, 1 + operand.depth());
        positional |= operand.positional();
    }

    /** Takes one more operand at the right end of a chain; only while compiling. False where there are no chains. */
    boolean extend(Operator by, Expr right) {
        if (by != operator || operator != Operator.OR && operator != Operator.AND && operator != Operator.UNION) {
            return false;
        }
        add(right);
        return true;
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
    boolean contextFree() {
        return operands.stream().allMatch(Expr::contextFree);
    }

    @Override
    Object evaluate(Focus focus) {
        return switch (operator.kind) {
            case BOOLEAN -> bool(focus);
            case NUMBER -> number(focus);
            default -> nodes(focus);
        };
    }

    @Override
    boolean bool(Focus focus) {
        switch (operator) {
            case OR, UNION -> {
                for (Expr operand : operands) {
                    if (operator == Operator.OR
                            ? operand.bool(focus)
                            : !operand.nodes(focus).isEmpty()) {
                        return true;
                    }
                }
                return false;
            }
            case AND -> {
                for (Expr operand : operands) {
                    if (!operand.bool(focus)) {
                        return false;
                    }
                }
                return true;
            }
            default -> {
                return XPathValues.bool(number(focus));
            }
        }
    }

    @Override
    double number(Focus focus) {
        if (operator.kind != Kind.NUMBER) {
            return super.number(focus);
        }
        double left = operands.get(0).number(focus);
        double right = operands.get(1).number(focus);
        return switch (operator) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIV -> left / right;
            default -> left % right;
        };
    }

    @Override
    List<XmlNode> nodes(Focus focus) {
        if (operator != Operator.UNION) {
            return super.nodes(focus);
        }
        List<XmlNode> all = new ArrayList<>();
        for (Expr operand : operands) {
            all.addAll(operand.nodes(focus));
        }
        return DocumentOrder.sort(all);
    }
}
