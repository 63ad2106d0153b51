package dev.weir.bpel.expression;

/** A variable reference. */
final class Variable extends Expr {
    private final String name;

    Variable(String name) {
        this.name = name;
    }

    @Override
    Kind kind() {
        return Kind.ANY;
    }

    @Override
    Object evaluate(Focus focus) {
        return Value.of(focus.scope.variable(name), "$" + name);
    }

    @Override
    int depth() {
        return 1;
    }

    @Override
    boolean positional() {
        return false;
    }
}
