package dev.weir.xml.tree;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Reads, writes and copies whole trees by loops, so that the depth of a tree is not limited by the thread's stack. */
final class TreeBuilder {
    private TreeBuilder() {}

    /** The element at the reader's cursor, without its content. */
    static XmlElement element(XmlReader reader) {
        XmlElement element = new XmlElement(reader.prefix(), reader.name());
        element.start(reader.location());
        int namespaces = reader.namespaceCount();
        if (namespaces > 0) {
            String[] declared = new String[2 * namespaces];
            for (int i = 0; i < namespaces; i++) {
                declared[2 * i] = reader.namespacePrefix(i);
                declared[2 * i + 1] = reader.namespaceUri(i);
            }
            element.declarations = declared;
        }
        int attributes = reader.attributeCount();
        for (int i = 0; i < attributes; i++) {
            element.linkAttribute(
                    new XmlAttribute(reader.attributePrefix(i), reader.attributeName(i), reader.attributeValue(i)));
        }
        return element;
    }

    /** Reads the content from START_DOCUMENT or START_ELEMENT, where the cursor is, to the end of the document or element. */
    static void read(XmlReader reader, XmlParent into) {
        XmlParent parent = into;
        while (true) {
            switch (reader.next()) {
                case START_ELEMENT -> {
                    XmlElement child = element(reader);
                    parent.link(child);
                    parent = child;
                }
                case END_ELEMENT, END_DOCUMENT -> {
                    XmlParent above = parent.parent();
                    if (parent == into || above == null) {
                        return;
                    }
                    parent = above;
                }
                case TEXT -> text(reader, parent);
                case COMMENT -> parent.link(new XmlComment(reader.text()));
                case PROCESSING_INSTRUCTION -> parent.link(new XmlInstruction(reader.target(), reader.text()));
                case DOCTYPE, ENTITY_START, ENTITY_END -> {
                    // A tree has no nodes for them.
                }
                case ENTITY_REFERENCE ->
                    throw new IllegalStateException("a tree can be built only by a reader that expands entities");
                case INCOMPLETE ->
                    throw new IllegalStateException(
                            "a tree can be built only of a complete document: the reader needs more input");
                case START_DOCUMENT -> throw new IllegalStateException("the reader went back to START_DOCUMENT");
            }
        }
    }

    /** Adjacent pieces of text become one node. */
    private static void text(XmlReader reader, XmlParent parent) {
        if (parent.last instanceof XmlText before) {
            before.append(reader.text());
        } else {
            parent.link(new XmlText(reader.text()));
        }
    }

    static void copyChildren(XmlParent from, XmlParent to) {
        XmlParent target = to;
        XmlNode node = from.first;
        while (node != null) {
            if (node instanceof XmlElement element) {
                XmlElement copy = element.shallowCopy();
                target.link(copy);
                if (element.first != null) {
                    target = copy;
                    node = element.first;
                    continue;
                }
            } else {
                target.link(node.copy());
            }
            XmlNode at = node;
            node = at.next;
            while (node == null) {
                XmlParent above = at.parent;
                if (above == null || above == from) {
                    return;
                }
                target = parentOf(target);
                at = above;
                node = at.next;
            }
        }
    }

    private static XmlParent parentOf(XmlNode node) {
        XmlParent parent = node.parent;
        if (parent == null) {
            throw new IllegalStateException("the copy must be as deep as the original");
        }
        return parent;
    }

    static void writeChildren(XmlParent from, XmlWriter writer) {
        XmlNode node = from.first;
        while (node != null) {
            if (node instanceof XmlElement element) {
                start(element, writer);
                if (element.first != null) {
                    node = element.first;
                    continue;
                }
                writer.endElement();
            } else {
                leaf(node, writer);
            }
            node = after(node, from, writer);
        }
    }

    /** The next node to write; closes the elements that end before it. */
    private static @Nullable XmlNode after(XmlNode node, XmlParent top, XmlWriter writer) {
        XmlNode at = node;
        while (at.next == null) {
            XmlParent above = at.parent;
            if (above == null || above == top) {
                return null;
            }
            writer.endElement();
            at = above;
        }
        return at.next;
    }

    private static void start(XmlElement element, XmlWriter writer) {
        writer.startElement(element.prefix(), element.name());
        String[] declared = element.declarations;
        for (int i = 0; i < declared.length; i += 2) {
            writer.namespace(declared[i], declared[i + 1]);
        }
        attributes(element, writer);
    }

    static void attributes(XmlElement element, XmlWriter writer) {
        for (XmlNode node = element.firstAttribute(); node != null; node = node.nextSibling()) {
            if (node instanceof XmlAttribute attribute) {
                writer.attribute(attribute.prefix(), attribute.name(), attribute.value());
            }
        }
    }

    private static void leaf(XmlNode node, XmlWriter writer) {
        if (node instanceof XmlText text) {
            writer.text(text.value());
        } else if (node instanceof XmlComment comment) {
            writer.comment(comment.stringValue());
        } else if (node instanceof XmlInstruction instruction) {
            writer.processingInstruction(instruction.target(), instruction.stringValue());
        }
    }

    /** Requires a cursor on START_ELEMENT. */
    static void requireStart(XmlReader reader) {
        if (reader.event() != XmlEvent.START_ELEMENT) {
            throw new IllegalStateException("expected START_ELEMENT but the cursor is on " + reader.event());
        }
    }
}
