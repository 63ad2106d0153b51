package dev.weir.xml.dom;

import dev.weir.xml.XmlReader;
import org.w3c.dom.Node;

/**
 * A reader over a DOM document, fragment or element (DOM Level 3 Core); an element is read as a document of its own, with
 * all namespaces that are in scope there. Declarations that the tree only implies are reported like those that it holds.
 * Nodes of DOM Level 1 have names without namespaces, colons and all. It tells no places. The tree must not change while
 * it is read; an IllegalStateException tells where that is noticed. Not thread-safe.
 */
public interface NodeReader extends XmlReader {
    /**
     * With a TEXT for each text node and CDATA section that is not empty.
     *
     * @throws IllegalArgumentException if it is another node than a document, a fragment or an element
     */
    static NodeReader over(Node root) {
        return over(root, false, false);
    }

    /**
     * The same.
     *
     * @param coalescing whether adjacent text nodes and CDATA sections are one TEXT
     * @param interning whether names, prefixes and namespace names are {@link String#intern interned}, which costs a small
     *     document about as much again
     */
    static NodeReader over(Node root, boolean coalescing, boolean interning) {
        return new DomReader(root, coalescing, interning);
    }

    /** The node of the event at hand: the element itself at its end, the last one of a TEXT that stands for several. */
    Node node();
}
