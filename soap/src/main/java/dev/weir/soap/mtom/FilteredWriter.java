package dev.weir.soap.mtom;

import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.math.BigDecimal;

/** A writer that passes everything on; subclasses change some of it. */
abstract class FilteredWriter implements XmlWriter {
    final XmlWriter target;

    FilteredWriter(XmlWriter target) {
        this.target = target;
    }

    @Override
    public void startDocument() {
        target.startDocument();
    }

    @Override
    public void startDocument(XmlDeclaration declaration) {
        target.startDocument(declaration);
    }

    @Override
    public void doctype(XmlDoctype doctype) {
        target.doctype(doctype);
    }

    @Override
    public void endDocument() {
        target.endDocument();
    }

    @Override
    public void startElement(String prefix, XmlName name) {
        target.startElement(prefix, name);
    }

    @Override
    public void startElement(XmlName name) {
        target.startElement(name);
    }

    @Override
    public void endElement() {
        target.endElement();
    }

    @Override
    public void namespace(String prefix, String uri) {
        target.namespace(prefix, uri);
    }

    @Override
    public void attribute(XmlName name, String value) {
        target.attribute(name, value);
    }

    @Override
    public void attribute(String prefix, XmlName name, String value) {
        target.attribute(prefix, name, value);
    }

    @Override
    public void attribute(XmlName name, int value) {
        target.attribute(name, value);
    }

    @Override
    public void attribute(XmlName name, long value) {
        target.attribute(name, value);
    }

    @Override
    public void attribute(XmlName name, double value) {
        target.attribute(name, value);
    }

    @Override
    public void attribute(XmlName name, float value) {
        target.attribute(name, value);
    }

    @Override
    public void plainAttribute(XmlName name, double value) {
        target.plainAttribute(name, value);
    }

    @Override
    public void plainAttribute(XmlName name, float value) {
        target.plainAttribute(name, value);
    }

    @Override
    public void attribute(XmlName name, boolean value) {
        target.attribute(name, value);
    }

    @Override
    public void attribute(XmlName name, BigDecimal value) {
        target.attribute(name, value);
    }

    @Override
    public void base64Attribute(XmlName name, byte[] bytes, int offset, int length) {
        target.base64Attribute(name, bytes, offset, length);
    }

    @Override
    public void text(String text) {
        target.text(text);
    }

    @Override
    public void text(char[] text, int offset, int length) {
        target.text(text, offset, length);
    }

    @Override
    public void text(int value) {
        target.text(value);
    }

    @Override
    public void text(long value) {
        target.text(value);
    }

    @Override
    public void text(double value) {
        target.text(value);
    }

    @Override
    public void text(float value) {
        target.text(value);
    }

    @Override
    public void plainText(double value) {
        target.plainText(value);
    }

    @Override
    public void plainText(float value) {
        target.plainText(value);
    }

    @Override
    public void text(boolean value) {
        target.text(value);
    }

    @Override
    public void text(BigDecimal value) {
        target.text(value);
    }

    @Override
    public void base64(byte[] bytes, int offset, int length) {
        target.base64(bytes, offset, length);
    }

    @Override
    public void binary(BinaryContent content) {
        target.binary(content);
    }

    @Override
    public void hexBinary(byte[] bytes, int offset, int length) {
        target.hexBinary(bytes, offset, length);
    }

    @Override
    public void list(int[] values, int offset, int length) {
        target.list(values, offset, length);
    }

    @Override
    public void list(long[] values, int offset, int length) {
        target.list(values, offset, length);
    }

    @Override
    public void list(float[] values, int offset, int length) {
        target.list(values, offset, length);
    }

    @Override
    public void list(double[] values, int offset, int length) {
        target.list(values, offset, length);
    }

    @Override
    public void cdata(String text) {
        target.cdata(text);
    }

    @Override
    public void comment(String text) {
        target.comment(text);
    }

    @Override
    public void processingInstruction(String instruction, String data) {
        target.processingInstruction(instruction, data);
    }

    @Override
    public void entityReference(String name) {
        target.entityReference(name);
    }

    @Override
    public void raw(String markup) {
        target.raw(markup);
    }

    @Override
    public void raw(byte[] markup, int offset, int length) {
        target.raw(markup, offset, length);
    }

    @Override
    public String prefixFor(String uri) {
        return target.prefixFor(uri);
    }

    @Override
    public void element(XmlName name, String text) {
        target.element(name, text);
    }

    @Override
    public void element(String prefix, XmlName name, String text) {
        target.element(prefix, name, text);
    }

    @Override
    public void element(String prefix, XmlName name, long value) {
        target.element(prefix, name, value);
    }

    @Override
    public void plainElement(String prefix, XmlName name, double value) {
        target.plainElement(prefix, name, value);
    }

    @Override
    public void copy(XmlReader reader) {
        target.copy(reader);
    }

    @Override
    public void flush() {
        target.flush();
    }

    @Override
    public void close() {
        target.close();
    }
}
