package dev.weir.xpath;

import dev.weir.xml.tree.XmlNode;
import org.jspecify.annotations.Nullable;

/**
 * The state of one evaluation: the context node, position and size (XPath 1.0, section 1), and what is the same for the
 * whole evaluation. Mutable, used by one evaluation on one thread; a predicate moves one focus over its nodes.
 */
final class Focus {
    /** How many nodes one evaluation may visit; far beyond any sane expression over the largest message. */
    private static final long MAX_VISITS = 50_000_000;

    final XPathScope scope;
    final String text;

    @Nullable XmlNode node;

    int position = 1;
    int size = 1;

    /** Shared by all focuses of one evaluation. */
    private final long[] visits;

    Focus(XPathScope scope, String text) {
        this.scope = scope;
        this.text = text;
        this.node = scope.contextNode();
        this.visits = new long[1];
    }

    private Focus(Focus outer) {
        this.scope = outer.scope;
        this.text = outer.text;
        this.visits = outer.visits;
    }

    /** A focus for a predicate's nodes; the caller sets node, position and size. */
    Focus inner() {
        return new Focus(this);
    }

    XmlNode contextNode() {
        XmlNode here = node;
        if (here == null) {
            throw new XPathException("'" + text + "' needs a context node, and there is none here; start the path with"
                    + " a variable, as in $name/child");
        }
        return here;
    }

    void visited(int nodes) {
        visits[0] += nodes;
        if (visits[0] > MAX_VISITS) {
            throw new XPathException(
                    "'" + text + "' visits more than " + MAX_VISITS + " nodes; narrow its // steps or predicates");
        }
    }
}
