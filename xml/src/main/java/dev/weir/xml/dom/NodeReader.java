package dev.weir.xml.dom;

import dev.weir.xml.XmlReader;
import org.w3c.dom.Node;

/**
 * A reader over a DOM document, fragment or element (DOM Level 3 Core); an element is read as a document of its own, with
 * all namespaces that are in scope there. Bindings that the tree only implies are reported like declarations. Attributes
 * come in the order of the element's NamedNodeMap. Nodes of DOM Level 1 have names without namespaces, in which colons are
 * ordinary characters. Locations are not known. The tree must not change while it is read; where a change is noticed, it is
 * an IllegalStateException. Not thread-safe.
 */
public interface NodeReader extends XmlReader {
    /**
     * With a TEXT for each text node and CDATA section that is not empty.
     *
     * @throws IllegalArgumentException if the node is not a document, a fragment or an element
     */
    static NodeReader over(Node root) {
        return over(root, false, false);
    }

    /**
     * As {@link #over(Node)}, with options.
     *
     * @param coalescing whether adjacent text nodes and CDATA sections are one TEXT
     * @param interning whether names, prefixes and namespace names are {@link String#intern interned}, which about doubles
     *     the cost of a small document
     */
    static NodeReader over(Node root, boolean coalescing, boolean interning) {
        return new DomReader(root, coalescing, interning);
    }

    /** The node of the current event: the element itself at its end, the last of several nodes that are one TEXT. */
    Node node();
}
