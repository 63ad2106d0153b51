package dev.weir.xml.stax;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.lexical.SimpleValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a stream writer: text, Fast Infoset, a DOM tree, or a SAX handler. The writer has already decided
 * on prefixes and namespaces.
 */
abstract class OutputTarget {
    abstract void declaration(String version, @Nullable String encoding, @Nullable Boolean standalone);

    /** Writes a document type declaration given as markup. */
    abstract void doctype(String markup);

    abstract void doctype(XmlDoctype doctype);

    abstract void startTag(String prefix, String local, String uri);

    /** Called when the start tag is complete. */
    abstract void endStartTag();

    abstract void endTag(boolean collapse);

    abstract void namespace(String prefix, String uri);

    abstract void attribute(String prefix, String local, String uri, String value);

    /** Writes an attribute whose value is already escaped. */
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

    /** Writes bytes as xs:base64Binary. */
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

    /** Writes markup unchanged; a target that does not support raw markup throws an exception. */
    abstract void raw(String markup);

    abstract void end();

    abstract void flush();

    abstract void close(boolean target);

    /** The number of open elements. */
    abstract int depth();

    /** The prefix of the innermost element. */
    abstract String prefix();

    /** The local name of the innermost element. */
    abstract String local();

    /** True while attributes and namespace declarations can be written. */
    abstract boolean inTag();

    /** True while nothing was written. */
    abstract boolean isEmpty();

    boolean isXml11() {
        return false;
    }

    /** The current output position, as far as it is known. */
    XmlLocation location() {
        return XmlLocation.NONE;
    }

    static XmlException wrong(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}
