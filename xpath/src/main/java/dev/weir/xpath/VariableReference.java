package dev.weir.xpath;

/** A variable reference. */
final class VariableReference extends Expr {
    private final String name;

    VariableReference(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    @Override
    Kind kind() {
        return Kind.ANY;
    }

    @Override
    Object evaluate(Focus focus) {
        return XPathValues.of(focus.scope.variable(name), "$" + name);
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
