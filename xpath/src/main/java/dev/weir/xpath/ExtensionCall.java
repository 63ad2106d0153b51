package dev.weir.xpath;

import dev.weir.xpath.XPathFunctions.XPathFunction;
import java.util.ArrayList;
import java.util.List;

/** A call of an extension function, found when the expression was compiled. */
final class ExtensionCall extends Expr {
    private final String name;
    private final XPathFunction function;
    private final List<Expr> arguments;
    private final int depth;

    ExtensionCall(String name, XPathFunction function, List<Expr> arguments) {
        this.name = name;
        this.function = function;
        this.arguments = arguments;
        this.depth = 1 + deepest(arguments);
    }

    @Override
    Kind kind() {
        return Kind.ANY;
    }

    @Override
    Object evaluate(Focus focus) {
        return XPathValues.of(function.call(focus.scope, values(focus)), name + "()");
    }

    /** The result where any number of nodes will do. */
    Object select(Focus focus) {
        return XPathValues.of(function.select(focus.scope, values(focus)), name + "()");
    }

    private List<Object> values(Focus focus) {
        List<Object> values = new ArrayList<>(arguments.size());
        for (Expr argument : arguments) {
            values.add(argument.evaluate(focus));
        }
        return values;
    }

    @Override
    int depth() {
        return depth;
    }

    @Override
    boolean positional() {
        return arguments.stream().anyMatch(Expr::positional);
    }

    @Override
    boolean contextFree() {
        return arguments.stream().allMatch(Expr::contextFree);
    }
}
