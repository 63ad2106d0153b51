package dev.weir.bind.event;

import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.lexical.LexicalWriter;

/** Writes each item to two writers. The second one chooses the prefixes, which apply to both. */
public final class TeeWriter implements LexicalWriter {
    private final XmlWriter first;
    private final XmlWriter second;

    /** @param first may refuse an item before the second has it */
    public TeeWriter(XmlWriter first, XmlWriter second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public void startDocument() {
        first.startDocument();
        second.startDocument();
    }

    @Override
    public void startDocument(XmlDeclaration declaration) {
        first.startDocument(declaration);
        second.startDocument(declaration);
    }

    @Override
    public void doctype(XmlDoctype doctype) {
        first.doctype(doctype);
        second.doctype(doctype);
    }

    @Override
    public void endDocument() {
        first.endDocument();
        second.endDocument();
    }

    @Override
    public void startElement(String prefix, XmlName name) {
        first.startElement(prefix, name);
        second.startElement(prefix, name);
    }

    @Override
    public void startElement(XmlName name) {
        first.startElement(name);
        second.startElement(name);
    }

    @Override
    public void endElement() {
        first.endElement();
        second.endElement();
    }

    @Override
    public void namespace(String prefix, String uri) {
        first.namespace(prefix, uri);
        second.namespace(prefix, uri);
    }

    @Override
    public void attribute(String prefix, XmlName name, String value) {
        first.attribute(prefix, name, value);
        second.attribute(prefix, name, value);
    }

    @Override
    public void text(String text) {
        first.text(text);
        second.text(text);
    }

    /** Like lists and content, given to each as it is: the second may have a better form for it than text. */
    @Override
    public void base64(byte[] bytes, int offset, int length) {
        first.base64(bytes, offset, length);
        second.base64(bytes, offset, length);
    }

    @Override
    public void binary(BinaryContent content) {
        first.binary(content);
        second.binary(content);
    }

    @Override
    public void list(int[] values, int offset, int length) {
        first.list(values, offset, length);
        second.list(values, offset, length);
    }

    @Override
    public void list(long[] values, int offset, int length) {
        first.list(values, offset, length);
        second.list(values, offset, length);
    }

    @Override
    public void list(float[] values, int offset, int length) {
        first.list(values, offset, length);
        second.list(values, offset, length);
    }

    @Override
    public void list(double[] values, int offset, int length) {
        first.list(values, offset, length);
        second.list(values, offset, length);
    }

    @Override
    public void cdata(String text) {
        first.cdata(text);
        second.cdata(text);
    }

    @Override
    public void comment(String text) {
        first.comment(text);
        second.comment(text);
    }

    @Override
    public void processingInstruction(String target, String data) {
        first.processingInstruction(target, data);
        second.processingInstruction(target, data);
    }

    @Override
    public void entityReference(String name) {
        first.entityReference(name);
        second.entityReference(name);
    }

    @Override
    public void raw(String markup) {
        first.raw(markup);
        second.raw(markup);
    }

    @Override
    public void raw(byte[] markup, int offset, int length) {
        first.raw(markup, offset, length);
        second.raw(markup, offset, length);
    }

    @Override
    public String prefixFor(String uri) {
        String prefix = second.prefixFor(uri);
        first.namespace(prefix, uri);
        return prefix;
    }

    @Override
    public void flush() {
        first.flush();
        second.flush();
    }

    /** Does nothing: both writers belong to the caller. */
    @Override
    public void close() {}
}
