package dev.weir.xml.tree;

/** A comment. */
public final class XmlComment extends XmlNode {
    private final String value;

    public XmlComment(String value) {
        this.value = value;
    }

    @Override
    public String stringValue() {
        return value;
    }

    @Override
    public XmlComment copy() {
        return new XmlComment(value);
    }
}
