package dev.weir.soap.mtom;

import dev.weir.xml.BinaryContent;
import dev.weir.xml.ValueParser;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reader that passes everything on; subclasses change some of it. */
abstract class FilteredReader implements XmlReader {
    final XmlReader target;

    FilteredReader(XmlReader target) {
        this.target = target;
    }

    @Override
    public XmlEvent next() {
        return target.next();
    }

    @Override
    public XmlEvent nextTagOrText() {
        return target.nextTagOrText();
    }

    @Override
    public boolean repeats() {
        return target.repeats();
    }

    @Override
    public XmlEvent event() {
        return target.event();
    }

    @Override
    public int depth() {
        return target.depth();
    }

    @Override
    public XmlLocation location() {
        return target.location();
    }

    @Override
    public XmlLocation endLocation() {
        return target.endLocation();
    }

    @Override
    public @Nullable XmlDeclaration declaration() {
        return target.declaration();
    }

    @Override
    public @Nullable String encoding() {
        return target.encoding();
    }

    @Override
    public @Nullable XmlDoctype doctype() {
        return target.doctype();
    }

    @Override
    public String entityName() {
        return target.entityName();
    }

    @Override
    public @Nullable String entityText() {
        return target.entityText();
    }

    @Override
    public XmlName name() {
        return target.name();
    }

    @Override
    public String localName() {
        return target.localName();
    }

    @Override
    public String prefix() {
        return target.prefix();
    }

    @Override
    public String qualifiedName() {
        return target.qualifiedName();
    }

    @Override
    public boolean isEmptyElement() {
        return target.isEmptyElement();
    }

    @Override
    public int attributeCount() {
        return target.attributeCount();
    }

    @Override
    public XmlName attributeName(int index) {
        return target.attributeName(index);
    }

    @Override
    public String attributeLocalName(int index) {
        return target.attributeLocalName(index);
    }

    @Override
    public String attributePrefix(int index) {
        return target.attributePrefix(index);
    }

    @Override
    public String attributeQualifiedName(int index) {
        return target.attributeQualifiedName(index);
    }

    @Override
    public String attributeValue(int index) {
        return target.attributeValue(index);
    }

    @Override
    public boolean isAttributeDefaulted(int index) {
        return target.isAttributeDefaulted(index);
    }

    @Override
    public int attributeIndex(String namespace, String local) {
        return target.attributeIndex(namespace, local);
    }

    @Override
    public String attributeType(int index) {
        return target.attributeType(index);
    }

    @Override
    public int attributeIndex(XmlName name) {
        return target.attributeIndex(name);
    }

    @Override
    public @Nullable String attributeValue(XmlName name) {
        return target.attributeValue(name);
    }

    @Override
    public int attributeInt(int index) {
        return target.attributeInt(index);
    }

    @Override
    public long attributeLong(int index) {
        return target.attributeLong(index);
    }

    @Override
    public double attributeDouble(int index) {
        return target.attributeDouble(index);
    }

    @Override
    public boolean attributeBoolean(int index) {
        return target.attributeBoolean(index);
    }

    @Override
    public <T> T attributeValue(int index, ValueParser<T> type) {
        return target.attributeValue(index, type);
    }

    @Override
    public int namespaceCount() {
        return target.namespaceCount();
    }

    @Override
    public String namespacePrefix(int index) {
        return target.namespacePrefix(index);
    }

    @Override
    public String namespaceUri(int index) {
        return target.namespaceUri(index);
    }

    @Override
    public @Nullable String lookupNamespace(String prefix) {
        return target.lookupNamespace(prefix);
    }

    @Override
    public List<String> prefixesInScope() {
        return target.prefixesInScope();
    }

    @Override
    public String text() {
        return target.text();
    }

    @Override
    public boolean isWhitespace() {
        return target.isWhitespace();
    }

    @Override
    public boolean isIgnorableWhitespace() {
        return target.isIgnorableWhitespace();
    }

    @Override
    public boolean isCData() {
        return target.isCData();
    }

    @Override
    public boolean isTextContinued() {
        return target.isTextContinued();
    }

    @Override
    public char[] textCharacters() {
        return target.textCharacters();
    }

    @Override
    public int textLength() {
        return target.textLength();
    }

    @Override
    public void appendText(StringBuilder to) {
        target.appendText(to);
    }

    @Override
    public @Nullable BinaryContent binary() {
        return target.binary();
    }

    @Override
    public String target() {
        return target.target();
    }

    @Override
    public String elementText() {
        return target.elementText();
    }

    @Override
    public int elementInt() {
        return target.elementInt();
    }

    @Override
    public long elementLong() {
        return target.elementLong();
    }

    @Override
    public double elementDouble() {
        return target.elementDouble();
    }

    @Override
    public float elementFloat() {
        return target.elementFloat();
    }

    @Override
    public boolean elementBoolean() {
        return target.elementBoolean();
    }

    @Override
    public BigDecimal elementDecimal() {
        return target.elementDecimal();
    }

    @Override
    public byte[] elementBase64() {
        return target.elementBase64();
    }

    @Override
    public int[] elementInts() {
        return target.elementInts();
    }

    @Override
    public long[] elementLongs() {
        return target.elementLongs();
    }

    @Override
    public float[] elementFloats() {
        return target.elementFloats();
    }

    @Override
    public double[] elementDoubles() {
        return target.elementDoubles();
    }

    @Override
    public <T> T elementValue(ValueParser<T> type) {
        return target.elementValue(type);
    }

    @Override
    public void skipElement() {
        target.skipElement();
    }

    @Override
    public void close() {
        target.close();
    }
}
