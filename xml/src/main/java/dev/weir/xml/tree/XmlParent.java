package dev.weir.xml.tree;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node that has children: a document or an element.
 *
 * <p>Most elements hold one text and nothing else. As long as nobody asks for that text as a node it is kept as a String
 * in place of the first child; {@link #firstChild} makes the node. Threads that read one tree at the same time get the
 * same node.
 */
public abstract sealed class XmlParent extends XmlNode permits XmlDocument, XmlElement {
    private static final VarHandle CONTENT;

    static {
        try {
            CONTENT = MethodHandles.lookup().findVarHandle(XmlParent.class, "content", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The first child; or the whole content, not empty, as a String; or null. */
    private @Nullable Object content;

    XmlParent() {}

    public final @Nullable XmlNode firstChild() {
        Object held = content;
        if (held == null || held instanceof XmlNode) {
            return (XmlNode) held;
        }
        XmlText text = new XmlText((String) held);
        text.parent = this;
        text.previous = text;
        Object before = CONTENT.compareAndExchange(this, held, text);
        return before == held ? text : (XmlNode) before;
    }

    public final @Nullable XmlNode lastChild() {
        XmlNode first = firstChild();
        return first == null ? null : first.previous;
    }

    final boolean isEmpty() {
        return content == null;
    }

    /** The only content where it is a text without a node; null otherwise. */
    final @Nullable String soleText() {
        return content instanceof String text ? text : null;
    }

    /** The first child where there is a node for it; null for no content and for a sole text. */
    final @Nullable XmlNode firstNode() {
        return content instanceof XmlNode node ? node : null;
    }

    /** Appends text, as a node of its own or to the text that is the last child. */
    final void appendText(String text) {
        if (text.isEmpty()) {
            return;
        }
        if (content == null && this instanceof XmlElement) {
            content = text;
        } else if (lastChild() instanceof XmlText before) {
            before.append(text);
        } else {
            link(new XmlText(text));
        }
    }

    /** Appends a detached node; XmlException if it is not detached, an attribute or a document. */
    public final void append(XmlNode child) {
        check(child);
        link(child);
    }

    /** Appends a node without checking it. */
    final void link(XmlNode child) {
        XmlNode first = firstChild();
        child.parent = this;
        if (first == null) {
            child.previous = child;
            content = child;
        } else {
            XmlNode last = before(first);
            child.previous = last;
            last.next = child;
            first.previous = child;
        }
    }

    /** The node before an attached one, which for the first sibling is the last one. */
    static XmlNode before(XmlNode attached) {
        return Objects.requireNonNull(attached.previous, "previous");
    }

    /** Inserts a detached node before a child of this one. */
    public final void insertBefore(XmlNode child, XmlNode reference) {
        checkChild(reference);
        check(child);
        insert(child, reference);
    }

    private void insert(XmlNode child, XmlNode reference) {
        XmlNode before = before(reference);
        child.parent = this;
        child.next = reference;
        child.previous = before;
        reference.previous = child;
        if (reference == content) {
            content = child;
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
        XmlNode before = before(child);
        XmlNode after = child.next;
        if (child == content) {
            content = after;
        } else {
            before.next = after;
        }
        if (after != null) {
            after.previous = before;
        } else if (content instanceof XmlNode first) {
            first.previous = before;
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
        for (XmlNode node = firstNode(); node != null; ) {
            XmlNode after = node.next;
            node.parent = null;
            node.previous = null;
            node.next = null;
            node = after;
        }
        content = null;
    }

    /** The first child element, or null. */
    public final @Nullable XmlElement firstElement() {
        for (XmlNode node = firstNode(); node != null; node = node.next) {
            if (node instanceof XmlElement element) {
                return element;
            }
        }
        return null;
    }

    @Override
    public String stringValue() {
        if (content instanceof String sole) {
            return sole;
        }
        if (content instanceof XmlText text && text.next == null) {
            return text.value();
        }
        StringBuilder value = new StringBuilder();
        for (XmlNode node = firstNode(); node != null; node = following(node)) {
            if (node instanceof XmlText text) {
                value.append(text.value());
            } else if (node instanceof XmlParent inner && inner.content instanceof String sole) {
                value.append(sole);
            }
        }
        return value.toString();
    }

    /** The node after another one in document order, inside this one, sole texts left out; null at the end. */
    private @Nullable XmlNode following(XmlNode node) {
        if (node instanceof XmlParent inner && inner.content instanceof XmlNode first) {
            return first;
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
        } else if (child instanceof XmlParent inner && !inner.isEmpty() && root() == child) {
            throw new XmlException("an element cannot be put inside itself", XmlLocation.NONE);
        } else if (child == this) {
            throw new XmlException("an element cannot be put inside itself", XmlLocation.NONE);
        }
    }
}
