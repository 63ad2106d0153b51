package dev.weir.xml.tree;

import org.jspecify.annotations.Nullable;

/**
 * A node of a tree. Several threads may read a tree that no thread changes; otherwise trees are not thread-safe. No
 * method recurses.
 *
 * <p>Siblings are a doubly linked list, so that inserting and removing a node costs the same anywhere. Of the first
 * sibling {@link #previous} is the last one, so that the parent needs one reference for both ends; {@link #next} of the
 * last one is null.
 */
public abstract sealed class XmlNode permits XmlParent, XmlText, XmlComment, XmlInstruction, XmlAttribute {
    @Nullable XmlParent parent;

    /** The sibling before; of the first sibling the last one, of an only child itself; null while detached. */
    @Nullable XmlNode previous;

    @Nullable XmlNode next;

    XmlNode() {}

    /** The element or document above; for an attribute its element; null for a detached node. */
    public final @Nullable XmlParent parent() {
        return parent;
    }

    public final @Nullable XmlNode nextSibling() {
        return next;
    }

    public final @Nullable XmlNode previousSibling() {
        XmlNode before = previous;
        return before != null && before.next == this ? before : null;
    }

    /** The string-value as XPath 1.0 section 5 defines it. */
    public abstract String stringValue();

    /** Removes this node from its tree; does nothing if it has no parent. */
    public final void detach() {
        XmlParent above = parent;
        if (above != null) {
            above.remove(this);
        }
    }

    /** A detached deep copy; for an element, with the namespace declarations in scope that it or its content may need. */
    public abstract XmlNode copy();

    /** The top of this tree: a document, or a detached node. */
    public final XmlNode root() {
        XmlNode node = this;
        for (XmlNode up = node.parent; up != null; up = node.parent) {
            node = up;
        }
        return node;
    }
}
