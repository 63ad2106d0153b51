package dev.weir.xml.tree;

/** Character data; mutable. */
public final class XmlText extends XmlNode {
    /** A String, or a StringBuilder while pieces of text are put together. */
    private CharSequence value;

    public XmlText(String value) {
        this.value = value;
    }

    public String value() {
        if (value instanceof String string) {
            return string;
        }
        String string = value.toString();
        value = string;
        return string;
    }

    public void value(String newValue) {
        this.value = newValue;
    }

    /** Appends a piece of text, in amortised time linear in its length. */
    void append(String piece) {
        if (value instanceof StringBuilder builder) {
            builder.append(piece);
        } else {
            StringBuilder builder = new StringBuilder(value);
            value = builder.append(piece);
        }
    }

    @Override
    public String stringValue() {
        return value();
    }

    @Override
    public XmlText copy() {
        return new XmlText(value());
    }
}
