package dev.weir.xpath;

/** A string or number written in the expression. */
final class Literal extends Expr {
    private final Object value;

    Literal(Object value) {
        this.value = value;
    }

    Object value() {
        return value;
    }

    @Override
    Kind kind() {
        return value instanceof Double ? Kind.NUMBER : Kind.STRING;
    }

    @Override
    Object evaluate(Focus focus) {
        return value;
    }

    @Override
    int depth() {
        return 1;
    }

    @Override
    boolean positional() {
        return false;
    }

    @Override
    boolean contextFree() {
        return true;
    }
}
