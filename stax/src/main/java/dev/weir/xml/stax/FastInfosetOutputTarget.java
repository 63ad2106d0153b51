package dev.weir.xml.stax;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.encoding.ItemEncoder;
import dev.weir.xml.lexical.SimpleValue;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Writes a Fast Infoset document. */
final class FastInfosetOutputTarget extends OutputTarget {
    private final ItemEncoder items;

    FastInfosetOutputTarget(ItemEncoder items) {
        this.items = items;
    }

    @Override
    void declaration(String version, @Nullable String encoding, @Nullable Boolean standalone) {
        // The encoding is that of a text.
        items.declaration(version, null, standalone);
    }

    @Override
    void doctype(String text) {
        items.doctype(text);
    }

    @Override
    void doctype(XmlDoctype doctype) {
        items.doctype(doctype);
    }

    @Override
    void startTag(String prefix, String local, String uri) {
        items.startTag(prefix, local, uri);
    }

    @Override
    void endStartTag() {
        // Decided by the next item.
    }

    @Override
    void endTag(boolean collapse) {
        items.endTag();
    }

    @Override
    void namespace(String prefix, String uri) {
        items.namespace(prefix, uri);
    }

    @Override
    void attribute(String prefix, String local, String uri, String value) {
        items.attribute(prefix, local, uri, value);
    }

    @Override
    void attribute(String prefix, String local, String uri, long value) {
        items.attribute(prefix, local, uri, value);
    }

    @Override
    void attribute(String prefix, String local, String uri, double value) {
        items.attribute(prefix, local, uri, value);
    }

    @Override
    void attribute(String prefix, String local, String uri, float value) {
        items.attribute(prefix, local, uri, value);
    }

    @Override
    void text(String text) {
        items.text(text);
    }

    @Override
    void text(char[] text, int offset, int length) {
        items.text(text, offset, length);
    }

    @Override
    void text(long value) {
        items.text(value);
    }

    @Override
    void text(double value) {
        items.text(value);
    }

    @Override
    void text(float value) {
        items.text(value);
    }

    @Override
    void text(boolean value) {
        items.text(value);
    }

    @Override
    void text(BigDecimal value) {
        items.text(SimpleValue.ofDecimal(value));
    }

    @Override
    void base64(byte[] bytes, int offset, int length) {
        items.base64(bytes, offset, length);
    }

    @Override
    void list(int[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    @Override
    void list(long[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    @Override
    void list(float[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    @Override
    void list(double[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    @Override
    void cdata(String text) {
        items.cdata(text);
    }

    @Override
    void comment(String text) {
        items.comment(text);
    }

    @Override
    void processingInstruction(String target, String data) {
        items.processingInstruction(target, data);
    }

    @Override
    void entityReference(String name) {
        items.entityReference(name);
    }

    @Override
    void raw(String text) {
        throw new UnsupportedOperationException("there is no markup in a fast infoset document: write it item by item");
    }

    @Override
    void end() {
        items.end();
    }

    @Override
    void flush() {
        items.flush();
    }

    @Override
    void close(boolean target) {
        items.close(target);
    }

    @Override
    int depth() {
        return items.depth();
    }

    @Override
    String prefix() {
        return items.prefix();
    }

    @Override
    String local() {
        return items.local();
    }

    @Override
    boolean inTag() {
        return items.inTag();
    }

    @Override
    boolean isEmpty() {
        return items.isEmpty();
    }

    @Override
    boolean isXml11() {
        return items.isXml11();
    }
}
