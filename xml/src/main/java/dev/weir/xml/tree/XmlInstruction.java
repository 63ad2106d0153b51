package dev.weir.xml.tree;

/** A processing instruction. */
public final class XmlInstruction extends XmlNode {
    private final String target;
    private final String data;

    public XmlInstruction(String target, String data) {
        this.target = target;
        this.data = data;
    }

    public String target() {
        return target;
    }

    @Override
    public String stringValue() {
        return data;
    }

    @Override
    public XmlInstruction copy() {
        return new XmlInstruction(target, data);
    }
}
