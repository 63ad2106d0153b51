package dev.weir.xml.writer;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.lexical.AttributeNameSet;
import dev.weir.xml.lexical.ItemCopier;
import dev.weir.xml.lexical.SimpleValue;
import dev.weir.xml.lexical.WriterNamespaces;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An {@link XmlWriter} of text: keeps the namespaces in scope and declares the prefixes that names need where they are not
 * declared yet; {@link MarkupWriter} writes the bytes.
 */
final class XmlTextWriter implements XmlWriter {
    private static final int FEW = 8;

    private static final XmlName XMLNS = XmlName.of("xmlns");

    private final MarkupWriter markup;
    private final WriteOptions options;
    private final boolean checkingAttributes;
    private final WriterNamespaces scopes = new WriterNamespaces();

    // The attributes of the element just opened that have a namespace: the first few, a bit for each, and the many
    // others

    private final XmlName[] qualified = new XmlName[FEW];
    private int qualifiedCount;
    private long qualifiedBits;
    private @Nullable AttributeNameSet many;

    XmlTextWriter(MarkupWriter markup, WriteOptions options) {
        this.markup = markup;
        this.options = options;
        checkingAttributes = options.checkingAttributes();
    }

    @Override
    public void startDocument() {
        markup.declaration(options.xml11() ? "1.1" : "1.0", options.encoding(), null);
    }

    @Override
    public void startDocument(XmlDeclaration declaration) {
        String encoding = declaration.encoding();
        if (encoding != null && !encoding.equalsIgnoreCase(options.encoding())) {
            throw invalid("a document in " + options.encoding() + " cannot be declared to be in " + encoding);
        }
        if (options.xml11() && !declaration.version().equals("1.1")) {
            throw invalid("an XML 1.1 document cannot be declared to be " + declaration.version());
        }
        markup.declaration(declaration.version(), encoding, declaration.standalone());
    }

    @Override
    public void doctype(XmlDoctype doctype) {
        markup.doctype(doctype);
    }

    @Override
    public void endDocument() {
        markup.end();
    }

    // Elements

    @Override
    public void startElement(String prefix, XmlName name) {
        if (scopes.isRecent(prefix, name.namespace())) {
            markup.startTag(EncodedName.of(prefix, name));
            scopes.open();
            scopes.useRecent();
            qualifiedCount = 0;
            qualifiedBits = 0;
            return;
        }
        qualifiedCount = 0;
        qualifiedBits = 0;
        scopes.open();
        boolean declare;
        try {
            declare = scopes.use(prefix, name.namespace());
            markup.startTag(EncodedName.of(prefix, name));
        } catch (XmlException refused) {
            scopes.close();
            throw refused;
        }
        if (declare) {
            markup.namespace(prefix, name.namespace());
        }
    }

    @Override
    public void startElement(XmlName name) {
        startElement(scopes.elementPrefix(name.namespace()), name);
    }

    @Override
    public void endElement() {
        markup.endTag();
        scopes.close();
    }

    // Elements with a single value as content: nothing is declared on them, so they need no scope

    @Override
    public void element(String prefix, XmlName name, String text) {
        if (scopes.isKnown(prefix, name.namespace())) {
            markup.element(EncodedName.of(prefix, name), text);
        } else {
            XmlWriter.super.element(prefix, name, text);
        }
    }

    @Override
    public void element(String prefix, XmlName name, long value) {
        if (scopes.isKnown(prefix, name.namespace())) {
            markup.element(EncodedName.of(prefix, name), value);
        } else {
            XmlWriter.super.element(prefix, name, value);
        }
    }

    @Override
    public void plainElement(String prefix, XmlName name, double value) {
        if (scopes.isKnown(prefix, name.namespace())) {
            markup.plainElement(EncodedName.of(prefix, name), value);
        } else {
            XmlWriter.super.plainElement(prefix, name, value);
        }
    }

    // Namespaces and attributes

    @Override
    public void namespace(String prefix, String uri) {
        requireTag();
        boolean undeclaring = uri.isEmpty() && !prefix.isEmpty() && markup.isXml11();
        if (undeclaring ? scopes.undeclare(prefix) : scopes.declare(prefix, uri)) {
            markup.namespace(prefix, uri);
        }
    }

    private void requireTag() {
        if (!markup.inTag()) {
            throw invalid("attributes and namespaces belong right after startElement");
        }
    }

    @Override
    public void attribute(XmlName name, String value) {
        attribute("", name, value);
    }

    @Override
    public void attribute(String prefix, XmlName name, String value) {
        String chosen = attributePrefix(prefix, name);
        markup.attribute(EncodedName.of(chosen, name), value);
    }

    @Override
    public void attribute(XmlName name, long value) {
        String chosen = attributePrefix("", name);
        markup.attribute(EncodedName.of(chosen, name), value);
    }

    @Override
    public void attribute(XmlName name, double value) {
        String chosen = attributePrefix("", name);
        markup.attribute(EncodedName.of(chosen, name), value);
    }

    @Override
    public void attribute(XmlName name, float value) {
        String chosen = attributePrefix("", name);
        markup.attribute(EncodedName.of(chosen, name), value);
    }

    @Override
    public void attribute(XmlName name, BigDecimal value) {
        attribute(name, SimpleValue.ofDecimal(value));
    }

    @Override
    public void base64Attribute(XmlName name, byte[] bytes, int offset, int length) {
        String chosen = attributePrefix("", name);
        markup.base64Attribute(chosen, name.local(), bytes, offset, length);
    }

    /** The prefix of an attribute, declared if necessary. */
    private String attributePrefix(String prefix, XmlName name) {
        requireTag();
        String uri = name.namespace();
        if (uri.isEmpty()) {
            if (!prefix.isEmpty()) {
                throw invalid("an attribute with a prefix must have a namespace: " + prefix + ":" + name.local());
            }
            if (name.hashCode() == XMLNS.hashCode() && name.equals(XMLNS)) {
                throw invalid("xmlns is not an attribute: use namespace()");
            }
            return "";
        }
        if (checkingAttributes) {
            // An attribute with two prefixes is still a duplicate; other duplicates are found by MarkupWriter.
            long bit = 1L << (name.hashCode() * 0x9E3779B9 >>> 26);
            if ((qualifiedBits & bit) != 0 || qualifiedCount >= FEW) {
                checkTwice(name);
            }
            qualifiedBits |= bit;
            if (qualifiedCount < FEW) {
                qualified[qualifiedCount] = name;
            }
            qualifiedCount++;
        }
        String chosen = prefix;
        if (prefix.isEmpty()) {
            chosen = scopes.attributePrefix(uri);
        }
        if (scopes.use(chosen, uri)) {
            markup.namespace(chosen, uri);
        }
        return chosen;
    }

    private void checkTwice(XmlName name) {
        boolean twice = false;
        if (qualifiedCount < FEW) {
            for (int i = 0; i < qualifiedCount; i++) {
                twice |= qualified[i].equals(name);
            }
        } else {
            if (many == null) {
                many = new AttributeNameSet();
            }
            if (qualifiedCount == FEW) {
                many.clear();
                for (XmlName attribute : qualified) {
                    many.add(attribute.namespace(), attribute.local());
                }
            }
            twice = !many.add(name.namespace(), name.local());
        }
        if (twice) {
            throw invalid("the attribute " + name + " was written already on this element");
        }
    }

    @Override
    public String prefixFor(String uri) {
        requireTag();
        if (uri.isEmpty()) {
            throw invalid("a prefix cannot stand for no namespace");
        }
        String bound = scopes.prefixOf(uri, true);
        if (bound != null) {
            scopes.use(bound, uri);
            return bound;
        }
        String prefix = scopes.freshPrefix();
        namespace(prefix, uri);
        return prefix;
    }

    // Content

    @Override
    public void text(String text) {
        markup.text(text);
    }

    @Override
    public void text(char[] text, int offset, int length) {
        markup.text(text, offset, length);
    }

    @Override
    public void text(int value) {
        markup.text(value);
    }

    @Override
    public void text(long value) {
        markup.text(value);
    }

    @Override
    public void text(double value) {
        markup.text(value);
    }

    @Override
    public void text(float value) {
        markup.text(value);
    }

    @Override
    public void plainText(double value) {
        markup.plainText(value);
    }

    @Override
    public void plainText(float value) {
        markup.plainText(value);
    }

    @Override
    public void plainAttribute(XmlName name, double value) {
        String chosen = attributePrefix("", name);
        markup.plainAttribute(EncodedName.of(chosen, name), value);
    }

    @Override
    public void plainAttribute(XmlName name, float value) {
        String chosen = attributePrefix("", name);
        markup.plainAttribute(EncodedName.of(chosen, name), value);
    }

    @Override
    public void text(boolean value) {
        markup.text(value);
    }

    @Override
    public void text(BigDecimal value) {
        markup.text(value);
    }

    @Override
    public void base64(byte[] bytes, int offset, int length) {
        markup.base64(bytes, offset, length);
    }

    @Override
    public void hexBinary(byte[] bytes, int offset, int length) {
        markup.hexBinary(bytes, offset, length);
    }

    @Override
    public void list(int[] values, int offset, int length) {
        markup.list(values, offset, length);
    }

    @Override
    public void list(long[] values, int offset, int length) {
        markup.list(values, offset, length);
    }

    @Override
    public void list(float[] values, int offset, int length) {
        markup.list(values, offset, length);
    }

    @Override
    public void list(double[] values, int offset, int length) {
        markup.list(values, offset, length);
    }

    @Override
    public void cdata(String text) {
        markup.cdata(text);
    }

    @Override
    public void comment(String text) {
        markup.comment(text);
    }

    @Override
    public void processingInstruction(String target, String data) {
        markup.processingInstruction(target, data);
    }

    @Override
    public void entityReference(String name) {
        markup.entityReference(name);
    }

    @Override
    public void raw(String text) {
        markup.raw(text);
    }

    @Override
    public void raw(byte[] bytes, int offset, int length) {
        markup.raw(bytes, offset, length);
    }

    @Override
    public void copy(XmlReader reader) {
        ItemCopier.copy(reader, this);
    }

    @Override
    public void flush() {
        markup.flush();
    }

    @Override
    public void close() {
        markup.close();
    }

    private static XmlException invalid(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}
