package dev.weir.xml.tree;

import dev.weir.xml.XmlName;

/** An attribute (never a namespace declaration); its value is mutable, its siblings are the element's other attributes. */
public final class XmlAttribute extends XmlNode {
    private final String prefix;
    private final XmlName name;
    private String value;

    public XmlAttribute(String prefix, XmlName name, String value) {
        this.prefix = prefix;
        this.name = name;
        this.value = value;
    }

    public String prefix() {
        return prefix;
    }

    public XmlName name() {
        return name;
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
    public XmlAttribute copy() {
        return new XmlAttribute(prefix, name, value);
    }
}
