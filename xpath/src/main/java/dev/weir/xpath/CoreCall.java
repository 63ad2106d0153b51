package dev.weir.xpath;

import java.util.List;

/** A call of a core function. */
final class CoreCall extends Expr {
    private final CoreFunction function;
    private final List<Expr> arguments;
    private final int depth;
    private final boolean positional;

    CoreCall(CoreFunction function, List<Expr> arguments) {
        this.function = function;
        this.arguments = arguments;
        this.depth = 1 + deepest(arguments);
        this.positional = function == CoreFunction.LAST
                || function == CoreFunction.POSITION
                || arguments.stream().anyMatch(Expr::positional);
    }

    CoreFunction function() {
        return function;
    }

    @Override
    Kind kind() {
        return function.kind;
    }

    @Override
    Object evaluate(Focus focus) {
        return function.call(arguments, focus);
    }

    @Override
    String string(Focus focus) {
        return function.kind == Kind.STRING ? function.string(arguments, focus) : super.string(focus);
    }

    @Override
    double number(Focus focus) {
        return function.kind == Kind.NUMBER ? function.number(arguments, focus) : super.number(focus);
    }

    @Override
    boolean bool(Focus focus) {
        return function.kind == Kind.BOOLEAN ? function.bool(arguments, focus) : super.bool(focus);
    }

    @Override
    int depth() {
        return depth;
    }

    @Override
    boolean positional() {
        return positional;
    }

    /** Without an argument a function takes the context node, if it takes anything; id() and lang() look from there. */
    @Override
    boolean contextFree() {
        return !arguments.isEmpty()
                && function != CoreFunction.ID
                && function != CoreFunction.LANG
                && arguments.stream().allMatch(Expr::contextFree);
    }
}
