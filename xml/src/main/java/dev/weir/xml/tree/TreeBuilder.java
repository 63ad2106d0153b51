package dev.weir.xml.tree;

import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** Reads, writes and copies whole trees by loops, so that the depth of a tree is not limited by the thread's stack. */
final class TreeBuilder {
    private TreeBuilder() {}

    /** The element at the reader's cursor, without its content. */
    static XmlElement element(XmlReader reader, TreeMeter meter) {
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
        if (attributes > 0) {
            Object[] table = new Object[AttributeTable.ROW * attributes];
            for (int i = 0; i < attributes; i++) {
                AttributeTable.set(
                        table,
                        AttributeTable.ROW * i,
                        reader.attributePrefix(i),
                        reader.attributeName(i),
                        meter.text(reader.attributeValue(i)));
            }
            element.attributeTable(table);
        }
        meter.element(namespaces, attributes);
        return element;
    }

    /** Reads the content from START_DOCUMENT or START_ELEMENT, where the cursor is, to the end of the document or element. */
    static void read(XmlReader reader, XmlParent into, TreeMeter meter) {
        XmlParent parent = into;
        while (true) {
            switch (reader.next()) {
                case START_ELEMENT -> {
                    XmlElement child = element(reader, meter);
                    parent.link(child);
                    parent = child;
                }
                case END_ELEMENT, END_DOCUMENT -> {
                    XmlParent above = parent.parent();
                    if (parent == into || above == null) {
                        meter.end();
                        return;
                    }
                    parent = above;
                }
                case TEXT -> text(reader, parent, meter);
                case COMMENT -> {
                    meter.leaf();
                    parent.link(new XmlComment(meter.text(reader.text())));
                }
                case PROCESSING_INSTRUCTION -> {
                    meter.leaf();
                    parent.link(new XmlInstruction(reader.target(), meter.text(reader.text())));
                }
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

    /** White space around binary content is no part of it. */
    private static void text(XmlReader reader, XmlParent parent, TreeMeter meter) {
        BinaryContent binary = reader.binary();
        if (binary != null) {
            binary(binary, parent);
        } else if (!(parent.firstNode() instanceof XmlText before
                && before.binary() != null
                && reader.isWhitespace())) {
            if (!parent.isEmpty()) {
                meter.leaf();
            }
            parent.appendText(meter.text(reader.text()));
        }
    }

    private static void binary(BinaryContent content, XmlParent parent) {
        if (parent.lastChild() instanceof XmlText before) {
            if (!before.value().isBlank()) {
                before.append(new XmlText(content).value());
                return;
            }
            parent.remove(before);
        }
        parent.link(new XmlText(content));
    }

    /** Copies all content of a node into an empty one. */
    static void copyChildren(XmlParent from, XmlParent to) {
        copySoleText(from, to);
        XmlParent target = to;
        XmlNode node = from.firstNode();
        while (node != null) {
            if (node instanceof XmlElement element) {
                XmlElement copy = element.shallowCopy();
                target.link(copy);
                copySoleText(element, copy);
                XmlNode first = element.firstNode();
                if (first != null) {
                    target = copy;
                    node = first;
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

    private static void copySoleText(XmlParent from, XmlParent to) {
        String text = from.soleText();
        if (text != null) {
            to.appendText(text);
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
        writeSoleText(from, writer);
        XmlNode node = from.firstNode();
        while (node != null) {
            if (node instanceof XmlElement element) {
                start(element, writer);
                writeSoleText(element, writer);
                XmlNode first = element.firstNode();
                if (first != null) {
                    node = first;
                    continue;
                }
                writer.endElement();
            } else {
                leaf(node, writer);
            }
            node = after(node, from, writer);
        }
    }

    private static void writeSoleText(XmlParent parent, XmlWriter writer) {
        String text = parent.soleText();
        if (text != null) {
            writer.text(text);
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
        Object[] table = element.attributeTable();
        for (int i = 0; i < table.length; i += AttributeTable.ROW) {
            writer.attribute(
                    AttributeTable.prefix(table, i), AttributeTable.name(table, i), AttributeTable.value(table, i));
        }
    }

    private static void leaf(XmlNode node, XmlWriter writer) {
        if (node instanceof XmlText text) {
            BinaryContent binary = text.binary();
            if (binary != null && text.previous == text && text.next == null) {
                writer.binary(binary);
            } else {
                writer.text(text.value());
            }
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
