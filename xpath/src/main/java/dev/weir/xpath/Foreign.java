package dev.weir.xpath;

import dev.weir.xpath.XPathExpression.Evaluator;

/** An expression of another language, which something else evaluates. */
final class Foreign extends Expr {
    private final Evaluator evaluator;

    Foreign(Evaluator evaluator) {
        this.evaluator = evaluator;
    }

    @Override
    Kind kind() {
        return Kind.ANY;
    }

    @Override
    Object evaluate(Focus focus) {
        return evaluator.evaluate(focus.scope);
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
