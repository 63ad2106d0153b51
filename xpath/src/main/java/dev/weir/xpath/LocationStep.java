package dev.weir.xpath;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One step of a location path: axis, node test, predicates. */
final class LocationStep {
    final Axis axis;
    final NodeTest test;
    final List<Expr> predicates;

    LocationStep(Axis axis, NodeTest test, List<Expr> predicates) {
        this.axis = axis;
        this.test = test;
        this.predicates = predicates;
    }

    /**
     * What this step selects from one node, in axis order.
     *
     * @param document stands for the document node that a detached tree lacks; null where the tree has its own
     * @param top the top of that tree
     */
    List<XmlNode> select(XmlNode from, @Nullable XmlDocument document, XmlNode top, Focus focus) {
        List<XmlNode> selected = new ArrayList<>();
        int enough = enough();
        int[] visits = {0};
        if (from == document) {
            axis.walkFromDocumentOf(top, document, node -> take(node, selected, enough, visits));
        } else {
            axis.walk(from, node -> take(node, selected, enough, visits));
        }
        focus.visited(visits[0] + 1);
        return filter(selected, predicates, focus);
    }

    private boolean take(XmlNode node, List<XmlNode> selected, int enough, int[] visits) {
        visits[0]++;
        if (test.matches(node)) {
            selected.add(node);
        }
        return selected.size() < enough;
    }

    /**
     * This step as one that names a single node: by its name, a position or a key; null where it does not.
     *
     * @param focus where positions and keys that are no literals are computed; null where there are none
     */
    NamedPath.@Nullable Step named(@Nullable Focus focus) {
        XmlName name = name();
        if (name == null || predicates.size() > 1) {
            return null;
        }
        boolean attribute = axis == Axis.ATTRIBUTE;
        if (predicates.isEmpty()) {
            return new NamedPath.Step(name, attribute, 0, null);
        }
        Expr predicate = predicates.get(0);
        if (attribute) {
            return null;
        }
        if (predicate instanceof CoreCall call && call.function() == CoreFunction.LAST) {
            return new NamedPath.Step(name, false, 0, null);
        }
        if (value(predicate, focus) instanceof Double number
                && number >= 1
                && number == Math.rint(number)
                && number <= Integer.MAX_VALUE) {
            return new NamedPath.Step(name, false, number.intValue(), null);
        }
        NamedPath.Key key = predicate instanceof Comparison comparison ? key(comparison, focus) : null;
        return key == null ? null : new NamedPath.Step(name, false, 0, key);
    }

    /** The name that this step tests on the child or attribute axis; null for another step. */
    private @Nullable XmlName name() {
        if (axis == Axis.CHILD && test instanceof NodeTest.OfElement element) {
            return element.name();
        }
        return axis == Axis.ATTRIBUTE && test instanceof NodeTest.OfAttribute attribute ? attribute.name() : null;
    }

    /** What an expression gives that is the same for every node; null for one that is not. */
    private static @Nullable Object value(Expr expression, @Nullable Focus focus) {
        if (expression instanceof Literal literal) {
            return literal.value();
        }
        return focus == null || !expression.contextFree() ? null : SimpleValue.of(expression.evaluate(focus));
    }

    private static NamedPath.@Nullable Key key(Comparison comparison, @Nullable Focus focus) {
        boolean valueFirst = comparison.left().contextFree();
        Expr path = valueFirst ? comparison.right() : comparison.left();
        Expr value = valueFirst ? comparison.left() : comparison.right();
        LocationStep step = path instanceof LocationPath location ? location.onlyStep() : null;
        XmlName name = step == null || !step.predicates.isEmpty() ? null : step.name();
        return comparison.operator() == Comparison.Operator.EQUAL
                        && step != null
                        && name != null
                        && value(value, focus) instanceof String text
                ? new NamedPath.Key(name, step.axis == Axis.ATTRIBUTE, text)
                : null;
    }

    /** A first predicate that is a literal position needs no nodes beyond it. */
    private int enough() {
        if (!predicates.isEmpty()
                && predicates.get(0) instanceof Literal literal
                && literal.value() instanceof Double n) {
            return n >= 1 && n < Integer.MAX_VALUE ? n.intValue() : Integer.MAX_VALUE;
        }
        return Integer.MAX_VALUE;
    }

    /** The nodes for which all predicates hold, each predicate counting what the one before left. */
    static List<XmlNode> filter(List<XmlNode> nodes, List<Expr> predicates, Focus focus) {
        List<XmlNode> left = nodes;
        for (Expr predicate : predicates) {
            if (left.isEmpty()) {
                return left;
            }
            List<XmlNode> kept = new ArrayList<>();
            Focus inner = focus.inner();
            inner.size = left.size();
            for (int i = 0; i < left.size(); i++) {
                inner.node = left.get(i);
                inner.position = i + 1;
                if (holds(predicate, inner)) {
                    kept.add(left.get(i));
                }
            }
            left = kept;
        }
        return left;
    }

    private static boolean holds(Expr predicate, Focus inner) {
        return switch (predicate.kind()) {
            case NUMBER -> predicate.number(inner) == inner.position;
            case ANY -> {
                Object value = SimpleValue.of(predicate.evaluate(inner));
                yield value instanceof Double number ? number == inner.position : XPathValues.bool(value);
            }
            default -> predicate.bool(inner);
        };
    }
}
