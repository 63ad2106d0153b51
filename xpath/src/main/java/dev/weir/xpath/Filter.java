package dev.weir.xpath;

import dev.weir.xml.tree.XmlNode;
import java.util.List;

/** A primary expression with predicates, as in {@code ($orders)[1]}; positions count in document order. */
final class Filter extends Expr {
    private final Expr primary;
    private final List<Expr> predicates;

    Filter(Expr primary, List<Expr> predicates) {
        this.primary = primary;
        this.predicates = predicates;
    }

    @Override
    Kind kind() {
        return Kind.NODES;
    }

    @Override
    Object evaluate(Focus focus) {
        return nodes(focus);
    }

    @Override
    List<XmlNode> nodes(Focus focus) {
        return LocationStep.filter(DocumentOrder.sort(primary.nodes(focus)), predicates, focus);
    }

    @Override
    int depth() {
        return 1 + Math.max(primary.depth(), deepest(predicates));
    }

    @Override
    boolean positional() {
        return primary.positional();
    }

    @Override
    boolean contextFree() {
        return primary.contextFree();
    }
}
