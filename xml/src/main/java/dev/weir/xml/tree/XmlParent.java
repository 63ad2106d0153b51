package dev.weir.xml.tree;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
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
        check(child);
        link(child);
    }

    /** Appends a node without checking it. */
    final void link(XmlNode child) {
        XmlNode before = last;
        child.parent = this;
        child.previous = before;
        if (before == null) {
            first = child;
        } else {
            before.next = child;
        }
        last = child;
    }

    /** Inserts a detached node before a child of this one. */
    public final void insertBefore(XmlNode child, XmlNode reference) {
        checkChild(reference);
        check(child);
        insert(child, reference);
    }

    private void insert(XmlNode child, XmlNode reference) {
        XmlNode before = reference.previous;
        child.parent = this;
        child.next = reference;
        child.previous = before;
        reference.previous = child;
        if (before == null) {
            first = child;
        } else {
            before.next = child;
        }
    }

    /** Removes a child (or, of an element, an attribute). */
    public final void remove(XmlNode child) {
        if (child instanceof XmlAttribute attribute && this instanceof XmlElement element) {
            element.removeAttribute(attribute);
            return;
        }
        checkChild(child);
        unlink(child);
    }

    private void unlink(XmlNode child) {
        XmlNode before = child.previous;
        XmlNode after = child.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        child.parent = null;
        child.previous = null;
        child.next = null;
    }

    /** Puts a detached node in a child's place. */
    public final void replace(XmlNode child, XmlNode replacement) {
        checkChild(child);
        XmlNode after = child.next;
        unlink(child);
        try {
            check(replacement);
        } catch (XmlException refused) {
            put(child, after);
            throw refused;
        }
        put(replacement, after);
    }

    private void put(XmlNode child, @Nullable XmlNode before) {
        if (before == null) {
            link(child);
        } else {
            insert(child, before);
        }
    }

    /** Removes all children. */
    public final void clear() {
        for (XmlNode node = first; node != null; ) {
            XmlNode after = node.next;
            node.parent = null;
            node.previous = null;
            node.next = null;
            node = after;
        }
        first = null;
        last = null;
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
        XmlNode only = first;
        if (only instanceof XmlText text && only == last) {
            return text.value();
        }
        StringBuilder value = new StringBuilder();
        for (XmlNode node = first; node != null; node = following(node)) {
            if (node instanceof XmlText text) {
                value.append(text.value());
            }
        }
        return value.toString();
    }

    /** The node after another one in document order, inside this one; null at the end. */
    final @Nullable XmlNode following(XmlNode node) {
        if (node instanceof XmlParent inner && inner.first != null) {
            return inner.first;
        }
        XmlNode at = node;
        while (at != this) {
            if (at.next != null) {
                return at.next;
            }
            XmlParent above = at.parent;
            if (above == null) {
                return null;
            }
            at = above;
        }
        return null;
    }

    private void checkChild(XmlNode child) {
        if (child.parent != this || child instanceof XmlAttribute) {
            throw new XmlException("the node is not a child of this one", XmlLocation.NONE);
        }
    }

    private void check(XmlNode child) {
        if (child instanceof XmlAttribute || child instanceof XmlDocument) {
            throw new XmlException("a document or an attribute cannot be a child", XmlLocation.NONE);
        }
        if (child.parent != null) {
            throw new XmlException("the node must be detached first", XmlLocation.NONE);
        }
        if (this instanceof XmlDocument) {
            if (child instanceof XmlText) {
                throw new XmlException("a document cannot hold text outside its element", XmlLocation.NONE);
            }
            if (child instanceof XmlElement && firstElement() != null) {
                throw new XmlException("a document holds one element", XmlLocation.NONE);
            }
        } else if (child instanceof XmlParent inner && inner.first != null && root() == child) {
            throw new XmlException("an element cannot be put inside itself", XmlLocation.NONE);
        } else if (child == this) {
            throw new XmlException("an element cannot be put inside itself", XmlLocation.NONE);
        }
    }
}
