package dev.weir.bpel.graph;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.NamedPath;
import dev.weir.xpath.NamedPath.Step;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.schema.ContentOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The trees that variables are given where they have none, and what is missing in those that they have. In a dialect that
 * initialises variables, the first tree of a variable, or of its part, is a skeleton of all paths that the process writes
 * to in it. Immutable and thread-safe.
 */
public final class VariableTrees {
    /** A variable, by its id, or a part of it. */
    private record Place(int variable, Optional<String> part) {
        static Place of(Variable variable, @Nullable String part) {
            return new Place(variable.id(), Optional.ofNullable(part));
        }
    }

    private final Dialect dialect;
    private final ContentOrder order;
    private final Map<Place, XmlElement> skeletons;

    private VariableTrees(Dialect dialect, ContentOrder order, Map<Place, XmlElement> skeletons) {
        this.dialect = dialect;
        this.order = order;
        this.skeletons = skeletons;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** The first tree of a variable, or part, that is about to be written into: the caller's own. */
    public XmlElement first(Variable variable, @Nullable String part) {
        XmlElement skeleton = skeletons.get(Place.of(variable, part));
        return skeleton == null ? new XmlElement(variable.elementName(part)) : skeleton.copy();
    }

    /**
     * What is read of a variable, or part, that has no value: its first tree, the caller's own; null for one into which the
     * process writes nowhere, and where the dialect gives variables no values.
     */
    public @Nullable XmlElement written(Variable variable, @Nullable String part) {
        XmlElement skeleton = skeletons.get(Place.of(variable, part));
        return skeleton == null ? null : skeleton.copy();
    }

    /**
     * Makes what a to-spec names and what its tree does not have; false for a path that does not name its nodes.
     *
     * @param scope of the path, for positions and keys in it that are computed
     */
    public boolean complete(XmlElement tree, Node.To to, XPathScope scope) {
        Target target = Target.of(to, expression -> expression.xpath().namedPath(scope));
        if (target == null || !target.whole()) {
            return target != null && target.steps().isEmpty();
        }
        MissingNodes.make(tree, content(order, target.variable(), target.part()), target.steps());
        return true;
    }

    /** What a to-spec names within a variable: steps from its element on. */
    private record Target(Variable variable, @Nullable String part, List<Step> steps, boolean whole) {
        /** Null for what is no path in a variable, or starts at an element that is not the variable's. */
        static @Nullable Target of(Node.To to) {
            return of(to, expression -> expression.xpath().namedPath());
        }

        static @Nullable Target of(Node.To to, Function<Expression, @Nullable NamedPath> paths) {
            if (to instanceof Node.Selection selection && selection.root() != null) {
                NamedPath path = paths.apply(selection.expression());
                return path == null || path.variable() == null
                        ? null
                        : new Target(
                                selection.root().variable(), selection.root().part(), path.steps(), path.whole());
            }
            if (!(to instanceof Node.Place place)) {
                return null;
            }
            Expression query = place.query();
            if (query == null) {
                return new Target(place.variable(), place.part(), List.of(), true);
            }
            NamedPath path = paths.apply(query);
            if (path == null || path.variable() != null) {
                return null;
            }
            List<Step> steps = path.steps();
            if (!path.absolute()) {
                return new Target(place.variable(), place.part(), steps, path.whole());
            }
            // An absolute path names the variable's own element first.
            XmlName root = place.variable().elementName(place.part());
            return steps.isEmpty() || !steps.get(0).name().equals(root)
                    ? null
                    : new Target(place.variable(), place.part(), steps.subList(1, steps.size()), path.whole());
        }
    }

    private static ContentOrder.Content content(ContentOrder order, Variable variable, @Nullable String part) {
        Part declared = variable.part(part);
        XmlName element = variable.type() instanceof Variable.OfElement of
                ? of.element()
                : declared == null ? null : declared.element();
        XmlName type = variable.schemaType(part);
        return element != null || type == null ? order.ofElement(variable.elementName(part)) : order.ofType(type);
    }

    /** Collects the to-specs of a process while it is compiled. */
    static final class Builder {
        private final Dialect dialect;
        private final ContentOrder order;
        private final Map<Place, XmlElement> skeletons = new HashMap<>();
        private final List<Target> appendedTo = new ArrayList<>();
        /** The elements that the process appends by literals, as the paths at which they then are. */
        private final Map<Place, Set<List<XmlName>>> appended = new HashMap<>();

        Dialect dialect() {
            return dialect;
        }

        Builder(Dialect dialect, List<XmlElement> schemas) {
            this.dialect = dialect;
            this.order = new ContentOrder(schemas);
        }

        /** A to-spec of the process; of a path that names its nodes only at first, the beginning counts. */
        void writes(Node.@Nullable To to) {
            Target target = to == null || !dialect.initializeVariables() ? null : Target.of(to);
            if (target != null) {
                make(target, target.steps());
            }
        }

        /** A target of append: a path that the first tree has, but for elements that the process appends itself. */
        void appends(Node.@Nullable To to, Node.@Nullable From from) {
            Target target = to == null || !dialect.initializeVariables() ? null : Target.of(to);
            if (target == null) {
                return;
            }
            appendedTo.add(target);
            XmlElement element =
                    from instanceof Node.Literal literal ? literal.value().element() : null;
            if (element != null) {
                List<XmlName> path = new ArrayList<>(names(target.steps()));
                path.add(element.name());
                appended.computeIfAbsent(Place.of(target.variable(), target.part()), place -> new HashSet<>())
                        .add(path);
            }
        }

        private static List<XmlName> names(List<Step> steps) {
            return steps.stream().map(Step::name).toList();
        }

        private void make(Target target, List<Step> steps) {
            if (!steps.isEmpty()) {
                Variable variable = target.variable();
                String part = target.part();
                XmlElement skeleton = skeletons.computeIfAbsent(
                        Place.of(variable, part), place -> new XmlElement(variable.elementName(part)));
                MissingNodes.make(skeleton, content(order, variable, part), steps);
            }
        }

        /** Up to the first element that the process appends by a literal: were it there already, there would be two. */
        private List<Step> withoutAppended(Target target) {
            Set<List<XmlName>> own = appended.getOrDefault(Place.of(target.variable(), target.part()), Set.of());
            List<XmlName> names = names(target.steps());
            for (int length = 1; length <= names.size(); length++) {
                if (own.contains(names.subList(0, length))) {
                    return target.steps().subList(0, length - 1);
                }
            }
            return target.steps();
        }

        VariableTrees build() {
            appendedTo.forEach(target -> make(target, withoutAppended(target)));
            return new VariableTrees(dialect, order, Map.copyOf(skeletons));
        }
    }
}
