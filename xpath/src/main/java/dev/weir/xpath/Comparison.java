package dev.weir.xpath;

import dev.weir.xml.tree.XmlNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The operators = != < <= > >= (XPath 1.0, section 3.4); linear in the sizes of node-sets. */
final class Comparison extends Expr {
    enum Operator {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    }

    private final Operator operator;
    private final Expr left;
    private final Expr right;
    private final int depth;

    Comparison(Operator operator, Expr left, Expr right) {
        this.operator = operator;
        this.left = left;
        this.right = right;
        this.depth = 1 + Math.max(left.depth(), right.depth());
    }

    Operator operator() {
        return operator;
    }

    Expr left() {
        return left;
    }

    Expr right() {
        return right;
    }

    @Override
    Kind kind() {
        return Kind.BOOLEAN;
    }

    @Override
    int depth() {
        return depth;
    }

    @Override
    boolean positional() {
        return left.positional() || right.positional();
    }

    @Override
    Object evaluate(Focus focus) {
        return bool(focus);
    }

    @Override
    boolean bool(Focus focus) {
        Object first = left.evaluate(focus);
        Object second = right.evaluate(focus);
        Object a = SimpleValue.comparable(first, second);
        Object b = SimpleValue.comparable(second, first);
        if (a instanceof List<?> as) {
            if (b instanceof List<?> bs) {
                return setToSet(as, bs);
            }
            return setToValue(operator, as, b);
        }
        if (b instanceof List<?> bs) {
            return setToValue(mirrored(), bs, a);
        }
        if (operator == Operator.EQUAL || operator == Operator.NOT_EQUAL) {
            boolean equal;
            if (a instanceof Boolean || b instanceof Boolean) {
                equal = XPathValues.bool(a) == XPathValues.bool(b);
            } else if (a instanceof Double || b instanceof Double) {
                equal = XPathValues.number(a) == XPathValues.number(b);
            } else {
                equal = a.equals(b);
            }
            return equal == (operator == Operator.EQUAL);
        }
        return holds(operator, XPathValues.number(a), XPathValues.number(b));
    }

    private Operator mirrored() {
        return switch (operator) {
            case LESS -> Operator.GREATER;
            case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
            case GREATER -> Operator.LESS;
            case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
            default -> operator;
        };
    }

    private static boolean holds(Operator operator, double a, double b) {
        return switch (operator) {
            case EQUAL -> a == b;
            case NOT_EQUAL -> a != b;
            case LESS -> a < b;
            case LESS_OR_EQUAL -> a <= b;
            case GREATER -> a > b;
            case GREATER_OR_EQUAL -> a >= b;
        };
    }

    private static boolean setToValue(Operator operator, List<?> set, Object value) {
        boolean equality = operator == Operator.EQUAL || operator == Operator.NOT_EQUAL;
        if (value instanceof Boolean truth) {
            boolean filled = !set.isEmpty();
            return equality
                    ? (filled == truth) == (operator == Operator.EQUAL)
                    : holds(operator, filled ? 1 : 0, truth ? 1 : 0);
        }
        if (equality && value instanceof String text) {
            for (Object node : set) {
                if (((XmlNode) node).stringValue().equals(text) == (operator == Operator.EQUAL)) {
                    return true;
                }
            }
            return false;
        }
        double number = XPathValues.number(value);
        for (Object node : set) {
            if (holds(operator, XPathValues.number(((XmlNode) node).stringValue()), number)) {
                return true;
            }
        }
        return false;
    }

    private boolean setToSet(List<?> as, List<?> bs) {
        if (as.isEmpty() || bs.isEmpty()) {
            return false;
        }
        switch (operator) {
            case EQUAL -> {
                List<?> small = as.size() <= bs.size() ? as : bs;
                List<?> large = small == as ? bs : as;
                Set<String> values = new HashSet<>();
                for (Object node : small) {
                    values.add(((XmlNode) node).stringValue());
                }
                for (Object node : large) {
                    if (values.contains(((XmlNode) node).stringValue())) {
                        return true;
                    }
                }
                return false;
            }
            case NOT_EQUAL -> {
                // False only if all values on both sides are one and the same.
                String first = ((XmlNode) as.get(0)).stringValue();
                return differs(as, first) || differs(bs, first);
            }
            case LESS, LESS_OR_EQUAL -> {
                return holds(operator, least(as), greatest(bs));
            }
            default -> {
                return holds(operator, greatest(as), least(bs));
            }
        }
    }

    private static boolean differs(List<?> nodes, String from) {
        for (Object node : nodes) {
            if (!((XmlNode) node).stringValue().equals(from)) {
                return true;
            }
        }
        return false;
    }

    /** The least number in a set; NaN where it holds none. */
    private static double least(List<?> nodes) {
        double least = Double.NaN;
        for (Object node : nodes) {
            double number = XPathValues.number(((XmlNode) node).stringValue());
            if (!(number >= least) && !Double.isNaN(number)) {
                least = number;
            }
        }
        return least;
    }

    private static double greatest(List<?> nodes) {
        double greatest = Double.NaN;
        for (Object node : nodes) {
            double number = XPathValues.number(((XmlNode) node).stringValue());
            if (!(number <= greatest) && !Double.isNaN(number)) {
                greatest = number;
            }
        }
        return greatest;
    }
}
