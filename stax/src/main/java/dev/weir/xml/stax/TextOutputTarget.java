package dev.weir.xml.stax;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.writer.MarkupWriter;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Writes XML text, as bytes or characters. */
final class TextOutputTarget extends OutputTarget {
    private final MarkupWriter markup;

    TextOutputTarget(MarkupWriter markup) {
        this.markup = markup;
    }

    @Override
    void declaration(String version, @Nullable String encoding, @Nullable Boolean standalone) {
        markup.declaration(version, encoding, standalone);
    }

    @Override
    void doctype(String text) {
        markup.doctype(text);
    }

    @Override
    void doctype(XmlDoctype doctype) {
        markup.doctype(doctype);
    }

    @Override
    void startTag(String prefix, String local, String uri) {
        markup.startTag(prefix, local);
    }

    @Override
    void endStartTag() {
        markup.endStartTag();
    }

    @Override
    void endTag(boolean collapse) {
        markup.endTag(collapse);
    }

    @Override
    void namespace(String prefix, String uri) {
        markup.namespace(prefix, uri);
    }

    @Override
    void attribute(String prefix, String local, String uri, String value) {
        markup.attribute(prefix, local, value);
    }

    @Override
    void rawAttribute(String prefix, String local, String uri, String value) {
        markup.rawAttribute(prefix, local, value);
    }

    @Override
    void attribute(String prefix, String local, String uri, long value) {
        markup.attribute(prefix, local, value);
    }

    @Override
    void attribute(String prefix, String local, String uri, double value) {
        markup.attribute(prefix, local, value);
    }

    @Override
    void attribute(String prefix, String local, String uri, float value) {
        markup.attribute(prefix, local, value);
    }

    @Override
    void text(String text) {
        markup.text(text);
    }

    @Override
    void text(char[] text, int offset, int length) {
        markup.text(text, offset, length);
    }

    @Override
    void text(long value) {
        markup.text(value);
    }

    @Override
    void text(double value) {
        markup.text(value);
    }

    @Override
    void text(float value) {
        markup.text(value);
    }

    @Override
    void text(boolean value) {
        markup.text(value);
    }

    @Override
    void text(BigDecimal value) {
        markup.text(value);
    }

    @Override
    void base64(byte[] bytes, int offset, int length) {
        markup.base64(bytes, offset, length);
    }

    @Override
    void list(int[] values, int offset, int length) {
        markup.list(values, offset, length);
    }

    @Override
    void list(long[] values, int offset, int length) {
        markup.list(values, offset, length);
    }

    @Override
    void list(float[] values, int offset, int length) {
        markup.list(values, offset, length);
    }

    @Override
    void list(double[] values, int offset, int length) {
        markup.list(values, offset, length);
    }

    @Override
    void cdata(String text) {
        markup.cdata(text);
    }

    @Override
    void comment(String text) {
        markup.comment(text);
    }

    @Override
    void processingInstruction(String target, String data) {
        markup.processingInstruction(target, data);
    }

    @Override
    void entityReference(String name) {
        markup.entityReference(name);
    }

    @Override
    void raw(String text) {
        markup.raw(text);
    }

    @Override
    void end() {
        markup.end();
    }

    @Override
    void flush() {
        markup.flush();
    }

    @Override
    void close(boolean target) {
        markup.close(target);
    }

    @Override
    int depth() {
        return markup.depth();
    }

    @Override
    String prefix() {
        return markup.prefix();
    }

    @Override
    String local() {
        return markup.local();
    }

    @Override
    boolean inTag() {
        return markup.inTag();
    }

    @Override
    boolean isEmpty() {
        return markup.isEmpty();
    }

    @Override
    boolean isXml11() {
        return markup.isXml11();
    }

    @Override
    XmlLocation location() {
        return markup.location();
    }
}
