package dev.weir.xpath;

import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A location path, or a filter expression with steps behind it.
 *
 * <p>Nodes are kept in document order after every step. Most steps keep it by themselves (children of nodes none of
 * which lies in another, for one); only the others pay for sorting. A path from the root sees a detached tree as if a
 * document held it, so that {@code /order/total} means the same for a message read and a message built.
 */
final class LocationPath extends Expr {
    private final @Nullable Expr start;
    private final boolean absolute;
    private final List<LocationStep> steps;
    private final int depth;

    /** @param start what the path starts from; null for the context node, or its root where absolute */
    LocationPath(@Nullable Expr start, boolean absolute, List<LocationStep> steps) {
        this.start = start;
        this.absolute = absolute;
        this.steps = fused(steps);
        int deepest = start == null ? 0 : start.depth();
        for (LocationStep step : steps) {
            deepest = Math.max(deepest, deepest(step.predicates));
        }
        this.depth = deepest + 1;
    }

    /** Makes {@code //name} one step where no predicate counts. */
    private static List<LocationStep> fused(List<LocationStep> steps) {
        List<LocationStep> fused = new ArrayList<>(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            LocationStep step = steps.get(i);
            if (i + 1 < steps.size()
                    && step.axis == Axis.DESCENDANT_OR_SELF
                    && step.test == NodeTest.NODE
                    && step.predicates.isEmpty()) {
                LocationStep next = steps.get(i + 1);
                if (next.axis == Axis.CHILD && next.predicates.stream().noneMatch(LocationPath::counts)) {
                    fused.add(new LocationStep(Axis.DESCENDANT, next.test, next.predicates));
                    i++;
                    continue;
                }
            }
            fused.add(step);
        }
        return List.copyOf(fused);
    }

    /**
     * The steps that name their nodes one by one; null for a path that starts at something else than a variable or context.
     *
     * @param focus where positions and keys that are no literals are computed; null where they count as naming no node
     */
    @Nullable NamedPath named(@Nullable Focus focus) {
        if (start != null && !(start instanceof VariableReference)) {
            return null;
        }
        List<NamedPath.Step> named = new ArrayList<>();
        boolean whole = true;
        for (LocationStep step : steps) {
            if (step.axis == Axis.SELF && step.test == NodeTest.NODE && step.predicates.isEmpty()) {
                continue;
            }
            NamedPath.Step next = whole ? step.named(focus) : null;
            whole = next != null
                    && (named.isEmpty() || !named.get(named.size() - 1).attribute());
            if (next == null || !whole) {
                break;
            }
            named.add(next);
        }
        return new NamedPath(
                start instanceof VariableReference variable ? variable.name() : null,
                absolute,
                List.copyOf(named),
                whole);
    }

    /** The only step of a path from the context; null for any other. */
    @Nullable LocationStep onlyStep() {
        return start == null && !absolute && steps.size() == 1 ? steps.get(0) : null;
    }

    private static boolean counts(Expr predicate) {
        return predicate.kind() == Kind.NUMBER || predicate.kind() == Kind.ANY || predicate.positional();
    }

    @Override
    Kind kind() {
        return Kind.NODES;
    }

    @Override
    int depth() {
        return depth;
    }

    @Override
    boolean positional() {
        return start != null && start.positional();
    }

    @Override
    boolean contextFree() {
        return start != null && start.contextFree();
    }

    @Override
    Object evaluate(Focus focus) {
        return nodes(focus);
    }

    @Override
    List<XmlNode> nodes(Focus focus) {
        if (start != null) {
            List<XmlNode> nodes = start.nodes(focus);
            return walk(DocumentOrder.sort(nodes), null, focus);
        }
        XmlNode context = focus.contextNode();
        if (!absolute) {
            return walk(List.of(context), null, focus);
        }
        XmlNode root = context.root();
        if (root instanceof XmlDocument || steps.isEmpty()) {
            return walk(List.of(root), null, focus);
        }
        XmlDocument document = new XmlDocument();
        List<XmlNode> found = walk(List.of(document), root, focus);
        if (found.contains(document)) {
            found = new ArrayList<>(found);
            Collections.replaceAll(found, document, root);
            found = DocumentOrder.sort(found);
        }
        return found;
    }

    /** @param top of a detached tree, where the first node stands for the document that it lacks */
    private List<XmlNode> walk(List<XmlNode> from, @Nullable XmlNode top, Focus focus) {
        List<XmlNode> nodes = from;
        XmlDocument document = top == null ? null : (XmlDocument) from.get(0);
        for (LocationStep step : steps) {
            if (nodes.isEmpty()) {
                return nodes;
            }
            if (nodes.size() == 1) {
                XmlNode only = nodes.get(0);
                nodes = step.select(only, document, top == null ? only : top, focus);
                if (step.axis.reverse()) {
                    Collections.reverse(nodes);
                }
                continue;
            }
            List<XmlNode> next = new ArrayList<>();
            for (XmlNode node : nodes) {
                next.addAll(step.select(node, document, top == null ? node : top, focus));
            }
            nodes = keepsOrder(step.axis, nodes) ? next : DocumentOrder.sort(next);
        }
        return nodes;
    }

    /** True if this axis, taken from each of several nodes in document order, gives document order without repeats. */
    private static boolean keepsOrder(Axis axis, List<XmlNode> from) {
        return switch (axis) {
            case SELF, ATTRIBUTE, NAMESPACE -> true;
            case CHILD, DESCENDANT, DESCENDANT_OR_SELF -> apart(from);
            default -> false;
        };
    }

    /** True if none of these nodes, which are in document order, lies inside another. */
    private static boolean apart(List<XmlNode> nodes) {
        for (int i = 1; i < nodes.size(); i++) {
            XmlNode before = nodes.get(i - 1);
            if (before instanceof XmlDocument) {
                return false;
            }
            for (XmlNode up = nodes.get(i).parent(); up != null; up = up.parent()) {
                if (up == before) {
                    return false;
                }
            }
        }
        return true;
    }
}
