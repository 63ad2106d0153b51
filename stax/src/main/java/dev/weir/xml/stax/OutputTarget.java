package dev.weir.xml.stax;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.lexical.SimpleValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Where a stream writer puts its items: text, a DOM tree, or a SAX handler. Prefixes and namespaces come decided. */
abstract class OutputTarget {
    abstract void declaration(String version, @Nullable String encoding, @Nullable Boolean standalone);

    /** A document type declaration that is markup already. */
    abstract void doctype(String markup);

    abstract void doctype(XmlDoctype doctype);

    abstract void startTag(String prefix, String local, String uri);

    /** Nothing more comes to the start tag. */
    abstract void endStartTag();

    abstract void endTag(boolean collapse);

    abstract void namespace(String prefix, String uri);

    abstract void attribute(String prefix, String local, String uri, String value);

    /** An attribute whose value is escaped already. */
    void rawAttribute(String prefix, String local, String uri, String value) {
        throw new UnsupportedOperationException("custom escaping is for text only");
    }

    void attribute(String prefix, String local, String uri, long value) {
        attribute(prefix, local, uri, Long.toString(value));
    }

    void attribute(String prefix, String local, String uri, double value) {
        attribute(prefix, local, uri, SimpleValue.ofDouble(value));
    }

    void attribute(String prefix, String local, String uri, float value) {
        attribute(prefix, local, uri, SimpleValue.ofFloat(value));
    }

    abstract void text(String text);

    void text(char[] text, int offset, int length) {
        text(new String(text, offset, length));
    }

    void text(long value) {
        text(Long.toString(value));
    }

    void text(double value) {
        text(SimpleValue.ofDouble(value));
    }

    void text(float value) {
        text(SimpleValue.ofFloat(value));
    }

    void text(boolean value) {
        text(value ? "true" : "false");
    }

    void text(BigDecimal value) {
        text(SimpleValue.ofDecimal(value));
    }

    /** xs:base64Binary. */
    void base64(byte[] bytes, int offset, int length) {
        text(Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, offset, offset + length)));
    }

    void list(int[] values, int offset, int length) {
        text(NumberListText.of(values, offset, length));
    }

    void list(long[] values, int offset, int length) {
        text(NumberListText.of(values, offset, length));
    }

    void list(float[] values, int offset, int length) {
        text(NumberListText.of(values, offset, length));
    }

    void list(double[] values, int offset, int length) {
        text(NumberListText.of(values, offset, length));
    }

    abstract void cdata(String text);

    abstract void comment(String text);

    abstract void processingInstruction(String target, String data);

    abstract void entityReference(String name);

    /** Markup; the target says where it cannot take any. */
    abstract void raw(String markup);

    abstract void end();

    abstract void flush();

    abstract void close(boolean target);

    /** Elements open. */
    abstract int depth();

    /** The prefix of the innermost element. */
    abstract String prefix();

    /** The local name of the innermost element. */
    abstract String local();

    /** True where attributes and namespaces may come. */
    abstract boolean inTag();

    /** True where nothing was written. */
    abstract boolean isEmpty();

    boolean isXml11() {
        return false;
    }

    /** What was written so far, as far as it is known. */
    XmlLocation location() {
        return XmlLocation.NONE;
    }

    static XmlException wrong(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}
