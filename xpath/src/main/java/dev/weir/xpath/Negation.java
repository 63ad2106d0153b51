package dev.weir.xpath;

/** Unary minus. */
final class Negation extends Expr {
    private final Expr operand;

    Negation(Expr operand) {
        this.operand = operand;
    }

    @Override
    Kind kind() {
        return Kind.NUMBER;
    }

    @Override
    Object evaluate(Focus focus) {
        return number(focus);
    }

    @Override
    double number(Focus focus) {
        return -operand.number(focus);
    }

    @Override
    int depth() {
        return 1 + operand.depth();
    }

    @Override
    boolean positional() {
        return operand.positional();
    }

    @Override
    boolean contextFree() {
        return operand.contextFree();
    }
}
