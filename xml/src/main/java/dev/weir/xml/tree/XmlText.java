package dev.weir.xml.tree;

/** Character data; mutable. */
public final class XmlText extends XmlNode {
    private String value;

    public XmlText(String value) {
        this.value = value;
    }

    public String value() {
        return value;
    }

    public void value(String newValue) {
        this.value = newValue;
    }

    @Override
    public String stringValue() {
        return value;
    }

    @Override
    public XmlText copy() {
        return new XmlText(value);
    }
}
