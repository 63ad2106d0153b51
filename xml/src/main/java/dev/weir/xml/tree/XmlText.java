package dev.weir.xml.tree;

import dev.weir.xml.BinaryContent;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Character data; mutable. It may stand for bytes that are held elsewhere: its value is then their base64 form, made whenever it
 * is asked for, and copies share the bytes.
 */
public final class XmlText extends XmlNode {
    /** A String, or a StringBuilder while pieces of text are put together; empty where there is binary content. */
    private CharSequence value;

    private @Nullable BinaryContent binary;

    /** Text that stands for bytes. */
    public XmlText(BinaryContent binary) {
        this.value = "";
        this.binary = binary;
    }

    /** The bytes that this text is the base64 form of; null for a text of its own. */
    public @Nullable BinaryContent binary() {
        return binary;
    }

    public XmlText(String value) {
        this.value = value;
    }

    public String value() {
        BinaryContent content = binary;
        if (content != null) {
            return Base64.getEncoder().encodeToString(content.bytes());
        }
        if (value instanceof String string) {
            return string;
        }
        String string = value.toString();
        value = string;
        return string;
    }

    public void value(String newValue) {
        this.value = newValue;
        this.binary = null;
    }

    boolean isEmpty() {
        BinaryContent content = binary;
        return content == null ? value.isEmpty() : content.length() == 0;
    }

    /** Appends a piece of text, in amortised time linear in its length. */
    void append(String piece) {
        if (binary != null) {
            value(value());
        }
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
        BinaryContent content = binary;
        return content == null ? new XmlText(value()) : new XmlText(content);
    }
}
