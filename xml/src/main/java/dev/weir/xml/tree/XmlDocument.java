package dev.weir.xml.tree;

/** A document node: at most one element among its children. */
public final class XmlDocument extends XmlParent {
    /** An empty document. */
    public XmlDocument() {}

    /** The document element; IllegalStateException where there is none. */
    public XmlElement documentElement() {
        XmlElement element = firstElement();
        if (element == null) {
            throw new IllegalStateException("the document has no element");
        }
        return element;
    }

    @Override
    public XmlDocument copy() {
        throw new UnsupportedOperationException("not built yet");
    }
}
