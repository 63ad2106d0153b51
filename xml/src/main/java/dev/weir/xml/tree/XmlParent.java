package dev.weir.xml.tree;

import org.jspecify.annotations.Nullable;

/** A node that has children: a document or an element. */
public abstract sealed class XmlParent extends XmlNode permits XmlDocument, XmlElement {
    @Nullable XmlNode first;

    @Nullable XmlNode last;

    XmlParent() {}

    public final @Nullable XmlNode firstChild() {
        return first;
    }

    public final @Nullable XmlNode lastChild() {
        return last;
    }

    /** Appends a detached node; XmlException if it is not detached, an attribute or a document. */
    public final void append(XmlNode child) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Inserts a detached node before a child of this one. */
    public final void insertBefore(XmlNode child, XmlNode reference) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Removes a child (or, of an element, an attribute). */
    public final void remove(XmlNode child) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Puts a detached node in a child's place. */
    public final void replace(XmlNode child, XmlNode replacement) {
        insertBefore(replacement, child);
        remove(child);
    }

    /** Removes all children. */
    public final void clear() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The first child element, or null. */
    public final @Nullable XmlElement firstElement() {
        for (XmlNode node = first; node != null; node = node.next) {
            if (node instanceof XmlElement element) {
                return element;
            }
        }
        return null;
    }

    @Override
    public String stringValue() {
        throw new UnsupportedOperationException("not built yet");
    }
}
