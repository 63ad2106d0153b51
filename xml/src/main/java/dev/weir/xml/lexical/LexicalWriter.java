package dev.weir.xml.lexical;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/** A writer whose target takes no bytes: it writes typed values in their lexical form, as {@link XmlWriter} defines it. */
public interface LexicalWriter extends XmlWriter {
    @Override
    default void attribute(XmlName name, String value) {
        attribute("", name, value);
    }

    @Override
    default void attribute(XmlName name, double value) {
        attribute(name, SimpleValue.ofDouble(value));
    }

    @Override
    default void attribute(XmlName name, float value) {
        attribute(name, SimpleValue.ofFloat(value));
    }

    @Override
    default void attribute(XmlName name, BigDecimal value) {
        attribute(name, SimpleValue.ofDecimal(value));
    }

    @Override
    default void plainAttribute(XmlName name, double value) {
        attribute(name, ShortestDecimal.plain(value));
    }

    @Override
    default void plainAttribute(XmlName name, float value) {
        attribute(name, ShortestDecimal.plain(value));
    }

    @Override
    default void text(int value) {
        text(Integer.toString(value));
    }

    @Override
    default void text(long value) {
        text(Long.toString(value));
    }

    @Override
    default void text(double value) {
        text(SimpleValue.ofDouble(value));
    }

    @Override
    default void text(float value) {
        text(SimpleValue.ofFloat(value));
    }

    @Override
    default void plainText(double value) {
        text(ShortestDecimal.plain(value));
    }

    @Override
    default void plainText(float value) {
        text(ShortestDecimal.plain(value));
    }

    @Override
    default void text(boolean value) {
        text(value ? "true" : "false");
    }

    @Override
    default void text(BigDecimal value) {
        text(SimpleValue.ofDecimal(value));
    }

    @Override
    default void base64(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        text(Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, offset, offset + length)));
    }

    @Override
    default void cdata(String text) {
        text(text);
    }

    @Override
    default void copy(XmlReader reader) {
        ItemCopier.copy(reader, this);
    }
}
