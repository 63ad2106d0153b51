package dev.weir.xml.tree;

import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An element: name, prefix, namespace declarations, attributes, children. */
public final class XmlElement extends XmlParent {
    private final String prefix;
    private final XmlName name;

    /** An element without prefix; its namespace is the default one. */
    public XmlElement(XmlName name) {
        this("", name);
    }

    public XmlElement(String prefix, XmlName name) {
        this.prefix = prefix;
        this.name = name;
    }

    /** Reads a whole document held in bytes and gives its document element, attached to an XmlDocument. */
    public static XmlElement parse(byte[] document) {
        return parse(document, XmlLimits.DEFAULT);
    }

    public static XmlElement parse(byte[] document, XmlLimits limits) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * Builds the element at which the reader stands (START_ELEMENT), leaving the reader on its END_ELEMENT. The
     * namespaces in scope around the element are declared on it, so that QNames in content stay resolvable.
     */
    public static XmlElement read(XmlReader reader) {
        throw new UnsupportedOperationException("not built yet");
    }

    public XmlName name() {
        return name;
    }

    public String prefix() {
        return prefix;
    }

    /** The line in its document where this element started, counted from 1; 0 where it was never in one. */
    public int line() {
        throw new UnsupportedOperationException("not built yet");
    }

    // Attributes

    public @Nullable XmlAttribute firstAttribute() {
        throw new UnsupportedOperationException("not built yet");
    }

    public @Nullable XmlAttribute attribute(XmlName attributeName) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The value of an attribute in no namespace, or null. */
    public @Nullable String attributeValue(String local) {
        XmlAttribute attribute = attribute(XmlName.of(local));
        return attribute == null ? null : attribute.value();
    }

    /** Sets an attribute's value, adding the attribute where there is none. */
    public void attribute(XmlName attributeName, String value) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Adds a detached attribute, in place of one of the same name. */
    public void attribute(XmlAttribute attribute) {
        throw new UnsupportedOperationException("not built yet");
    }

    // Namespaces

    /** Declares a prefix here. */
    public void declareNamespace(String declaredPrefix, String uri) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Prefixes declared on this very element, in order. */
    public List<String> declaredPrefixes() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The namespace in scope for a prefix, or null where it is not bound. */
    public @Nullable String lookupNamespace(String wanted) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** A QName in content (such as xsi:type's value) as an expanded name; XmlException where its prefix is not bound. */
    public XmlName resolveQName(String qname) {
        throw new UnsupportedOperationException("not built yet");
    }

    // Children

    /** Child elements, in order: a snapshot. */
    public List<XmlElement> elements() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Child elements of a name, in order: a snapshot. */
    public List<XmlElement> elements(XmlName wanted) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** The first child element of a name, or null. */
    public @Nullable XmlElement element(XmlName wanted) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Appends a new child element of a name (prefix inherited where its namespace has one in scope) and returns it. */
    public XmlElement appendElement(XmlName childName) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Replaces all children by one text node (none for an empty text). */
    public void setText(String text) {
        throw new UnsupportedOperationException("not built yet");
    }

    // Out

    /** A cursor over this element as a document of its own; namespaces in scope are declared on the root. */
    public XmlReader reader() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** Writes this element; namespaces in scope that are not yet declared in the target are declared on it. */
    public void write(XmlWriter writer) {
        throw new UnsupportedOperationException("not built yet");
    }

    /** This element as a document in UTF-8, without XML declaration. */
    public byte[] toBytes() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** This element as XML text. */
    @Override
    public String toString() {
        throw new UnsupportedOperationException("not built yet");
    }

    @Override
    public XmlElement copy() {
        throw new UnsupportedOperationException("not built yet");
    }
}
