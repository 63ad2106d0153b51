package dev.weir.xml.tree;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;

/** A document node: at most one element among its children. */
public final class XmlDocument extends XmlParent {
    /** An empty document. */
    public XmlDocument() {}

    /** Reads a whole document, from START_DOCUMENT through to END_DOCUMENT. */
    public static XmlDocument read(XmlReader reader) {
        if (reader.event() != XmlEvent.START_DOCUMENT) {
            throw new IllegalStateException("expected START_DOCUMENT but the cursor is on " + reader.event());
        }
        XmlDocument document = new XmlDocument();
        TreeBuilder.read(reader, document, new TreeMeter(TreeBudget.UNLIMITED));
        return document;
    }

    /** The document element; IllegalStateException where there is none. */
    public XmlElement documentElement() {
        XmlElement element = firstElement();
        if (element == null) {
            throw new IllegalStateException("the document has no element");
        }
        return element;
    }

    /** Writes all children; an XML declaration is the caller's choice. */
    public void write(XmlWriter writer) {
        TreeBuilder.writeChildren(this, writer);
    }

    @Override
    public XmlDocument copy() {
        XmlDocument copy = new XmlDocument();
        TreeBuilder.copyChildren(this, copy);
        return copy;
    }
}
