package dev.weir.xpath;

/** In place of an expression that could not be compiled: it fails when it is evaluated. */
final class Failing extends Expr {
    private final String why;

    Failing(String why) {
        this.why = why;
    }

    @Override
    Kind kind() {
        return Kind.ANY;
    }

    @Override
    Object evaluate(Focus focus) {
        throw new XPathException(why);
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
