package dev.weir.xml.fastinfoset;

import dev.weir.xml.BinaryContent;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.lexical.ItemCopier;
import dev.weir.xml.lexical.ShortestDecimal;
import dev.weir.xml.lexical.SimpleValue;
import dev.weir.xml.lexical.WriterNamespaces;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes a fast infoset document: an {@link XmlWriter} with methods for further types. Raw markup ({@link
 * #raw(String)}) is refused. One thread at a time.
 */
public final class FastInfosetWriter implements XmlWriter {
    private final InfosetEncoder items;
    private final FastInfosetWriteOptions options;
    private final WriterNamespaces scopes;
    private final NameTable names;
    private final long firstScope;

    /** Identifies the set of namespace bindings in scope; differs between documents. */
    private long scope;

    FastInfosetWriter(@Nullable OutputStream target, FastInfosetWriteOptions options) {
        items = new InfosetEncoder(target, options);
        this.options = options;
        names = items.names;
        scopes = items.tables.scopes;
        firstScope = (long) items.document << 32;
        scope = scope();
    }

    /**
     * The document, after {@link #endDocument}.
     *
     * @throws IllegalStateException if the writer has a target stream
     */
    public byte[] toByteArray() {
        return items.toByteArray();
    }

    @Override
    public void startDocument() {
        items.declaration("1.0", null, null);
    }

    /** The encoding is not written, because it applies to XML text only. */
    @Override
    public void startDocument(XmlDeclaration declaration) {
        items.declaration(declaration.version(), null, declaration.standalone());
    }

    /** Written as {@link FastInfosetWriteOptions.Doctype} specifies. */
    @Override
    public void doctype(XmlDoctype doctype) {
        items.doctype(doctype);
    }

    @Override
    public void endDocument() {
        items.end();
    }

    // Elements

    @Override
    public void startElement(String prefix, XmlName name) {
        QualifiedName known = names.of(prefix, name);
        if (known.elementScope == scope) {
            items.startIndexed(known);
            scopes.open();
        } else {
            startOther(known);
        }
    }

    private void startOther(QualifiedName name) {
        scopes.open();
        boolean declare;
        try {
            declare = scopes.use(name.prefix(), name.uri());
            items.startTag(name);
        } catch (XmlException refused) {
            scopes.close();
            scope = scope();
            throw refused;
        }
        if (declare) {
            items.namespace(name.prefix(), name.uri());
        }
        scope = scope();
        name.elementBinding = scopes.used();
        if (items.isIndexed(name)) {
            name.elementScope = scope;
        }
    }

    private long scope() {
        return firstScope + scopes.changes();
    }

    @Override
    public void startElement(XmlName name) {
        startElement(scopes.elementPrefix(name.namespace()), name);
    }

    @Override
    public void endElement() {
        items.endTag();
        if (scopes.close()) {
            scope = scope();
        }
    }

    // Elements with a single value as content, of names whose binding is in scope: they need no scope of their own

    @Override
    public void element(String prefix, XmlName name, String text) {
        QualifiedName known = names.of(prefix, name);
        if (isWithin(known)) {
            items.element(known, text);
        } else {
            XmlWriter.super.element(prefix, name, text);
        }
    }

    @Override
    public void element(String prefix, XmlName name, long value) {
        QualifiedName known = names.of(prefix, name);
        if (isWithin(known)) {
            items.startWithin(known);
            items.text(value);
            items.endWithin();
        } else {
            XmlWriter.super.element(prefix, name, value);
        }
    }

    @Override
    public void plainElement(String prefix, XmlName name, double value) {
        QualifiedName known = names.of(prefix, name);
        if (isWithin(known)) {
            items.startWithin(known);
            plainText(value);
            items.endWithin();
        } else {
            XmlWriter.super.plainElement(prefix, name, value);
        }
    }

    /** True for an element that can be written in one step: within another, by a prefix that is bound already. */
    private boolean isWithin(QualifiedName known) {
        return known.elementScope == scope && items.depth() > 0;
    }

    // Namespaces and attributes

    @Override
    public void namespace(String prefix, String uri) {
        requireTag();
        relyOnName();
        boolean undeclaring = uri.isEmpty() && !prefix.isEmpty() && items.isXml11();
        if (undeclaring ? scopes.undeclare(prefix) : scopes.declare(prefix, uri)) {
            items.namespace(prefix, uri);
        }
        scope = scope();
    }

    /** Called before bindings are looked up or change: only then the scopes record which binding the element's name uses. */
    private void relyOnName() {
        scopes.useAgain(items.name().elementBinding);
    }

    private void requireTag() {
        if (!items.inTag()) {
            throw wrong("attributes and namespaces belong right after startElement");
        }
    }

    @Override
    public void attribute(XmlName name, String value) {
        attribute("", name, value);
    }

    @Override
    public void attribute(String prefix, XmlName name, String value) {
        items.attribute(attributeName(prefix, name), value);
    }

    @Override
    public void attribute(XmlName name, int value) {
        QualifiedName known = attributeName("", name);
        items.attribute(known.prefix(), known.local(), known.uri(), value);
    }

    @Override
    public void attribute(XmlName name, long value) {
        QualifiedName known = attributeName("", name);
        items.attribute(known.prefix(), known.local(), known.uri(), value);
    }

    @Override
    public void attribute(XmlName name, double value) {
        QualifiedName known = attributeName("", name);
        items.attribute(known.prefix(), known.local(), known.uri(), value);
    }

    @Override
    public void attribute(XmlName name, float value) {
        QualifiedName known = attributeName("", name);
        items.attribute(known.prefix(), known.local(), known.uri(), value);
    }

    @Override
    public void attribute(XmlName name, boolean value) {
        QualifiedName known = attributeName("", name);
        items.attribute(known.prefix(), known.local(), known.uri(), value);
    }

    @Override
    public void attribute(XmlName name, BigDecimal value) {
        attribute(name, SimpleValue.ofDecimal(value));
    }

    @Override
    public void base64Attribute(XmlName name, byte[] bytes, int offset, int length) {
        if (options.typed() == FastInfosetWriteOptions.Typed.TEXT) {
            XmlWriter.super.base64Attribute(name, bytes, offset, length);
        } else {
            attribute(name, BuiltInAlgorithm.BASE64, bytes, offset, length);
        }
    }

    /** Adds an attribute whose value is the data of an algorithm, regardless of the options for typed values. */
    public void attribute(XmlName name, BuiltInAlgorithm algorithm, byte[] octets, int offset, int length) {
        QualifiedName known = attributeName("", name);
        items.attribute(known.prefix(), known.local(), known.uri(), algorithm, octets, offset, length);
    }

    /** The qualified name of an attribute; declares its prefix if necessary. */
    private QualifiedName attributeName(String prefix, XmlName name) {
        QualifiedName known = names.of(prefix, name);
        if (known.attributeScope != scope) {
            return otherAttribute(prefix, name);
        }
        scopes.useAgain(known.attributeBinding);
        return known;
    }

    private QualifiedName otherAttribute(String prefix, XmlName name) {
        requireTag();
        relyOnName();
        String uri = name.namespace();
        String chosen = prefix;
        int binding = WriterNamespaces.NO_BINDING;
        if (uri.isEmpty()) {
            if (!prefix.isEmpty()) {
                throw wrong("an attribute with a prefix must have a namespace: " + prefix + ":" + name.local());
            }
            if (name.local().equals("xmlns")) {
                throw wrong("xmlns is not an attribute: use namespace()");
            }
        } else {
            if (prefix.isEmpty()) {
                chosen = scopes.attributePrefix(uri);
            }
            if (scopes.use(chosen, uri)) {
                items.namespace(chosen, uri);
            }
            binding = scopes.used();
        }
        QualifiedName known = names.of(chosen, name);
        scope = scope();
        known.attributeScope = scope;
        known.attributeBinding = binding;
        return known;
    }

    @Override
    public String prefixFor(String uri) {
        requireTag();
        relyOnName();
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
        items.text(text);
    }

    @Override
    public void text(char[] text, int offset, int length) {
        items.text(text, offset, length);
    }

    @Override
    public void text(int value) {
        items.text(value);
    }

    @Override
    public void text(long value) {
        items.text(value);
    }

    @Override
    public void text(double value) {
        items.text(value);
    }

    @Override
    public void text(float value) {
        items.text(value);
    }

    @Override
    public void plainText(double value) {
        if (items.isOctets(value)) {
            items.text(value);
        } else {
            text(ShortestDecimal.plain(value));
        }
    }

    @Override
    public void plainText(float value) {
        if (items.isOctets(value)) {
            items.text(value);
        } else {
            text(ShortestDecimal.plain(value));
        }
    }

    @Override
    public void plainAttribute(XmlName name, double value) {
        if (items.isOctets(value)) {
            attribute(name, value);
        } else {
            attribute(name, ShortestDecimal.plain(value));
        }
    }

    @Override
    public void plainAttribute(XmlName name, float value) {
        if (items.isOctets(value)) {
            attribute(name, value);
        } else {
            attribute(name, ShortestDecimal.plain(value));
        }
    }

    @Override
    public void text(boolean value) {
        items.text(value);
    }

    @Override
    public void text(BigDecimal value) {
        items.text(value);
    }

    /** Text in a restricted alphabet: {@link RestrictedAlphabet#NUMERIC}, {@link RestrictedAlphabet#DATE_TIME} or one of the vocabulary. */
    public void text(String text, RestrictedAlphabet alphabet) {
        items.text(text, alphabet);
    }

    @Override
    public void base64(byte[] bytes, int offset, int length) {
        items.base64(bytes, offset, length);
    }

    /** As one octet string: the pieces of a longer one would be values of their own. */
    @Override
    public void binary(BinaryContent content) {
        byte[] bytes = content.bytes();
        items.base64(bytes, 0, bytes.length);
    }

    @Override
    public void hexBinary(byte[] bytes, int offset, int length) {
        items.hexBinary(bytes, offset, length);
    }

    /** A list of xs:short. */
    public void list(short[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    @Override
    public void list(int[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    @Override
    public void list(long[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    @Override
    public void list(float[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    @Override
    public void list(double[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    /** A list of xs:boolean. */
    public void list(boolean[] values, int offset, int length) {
        items.list(values, offset, length);
    }

    /** A list of UUIDs, as RFC 4122 writes them. */
    public void list(UUID... values) {
        items.list(values);
    }

    /** Writes the data of an algorithm, regardless of the options for typed values. */
    public void data(BuiltInAlgorithm algorithm, byte[] octets, int offset, int length) {
        items.data(algorithm, octets, offset, length);
    }

    /** Writes text encoded by an algorithm that is registered in the options, and whose URI is in the vocabulary. */
    public void data(String algorithmUri, String text) {
        items.data(algorithmUri, text);
    }

    /** Writes the octets of an algorithm whose URI is in the vocabulary. */
    public void data(String algorithmUri, byte[] octets) {
        items.data(algorithmUri, octets);
    }

    @Override
    public void cdata(String text) {
        items.cdata(text);
    }

    @Override
    public void comment(String text) {
        items.comment(text);
    }

    @Override
    public void processingInstruction(String target, String data) {
        items.processingInstruction(target, data);
    }

    @Override
    public void entityReference(String name) {
        items.entityReference(name);
    }

    /** Refused: there is no markup in a fast infoset document. */
    @Override
    public void raw(String markup) {
        throw new UnsupportedOperationException("there is no markup in a fast infoset document: write it item by item");
    }

    /** Refused: there is no markup in a fast infoset document. */
    @Override
    public void raw(byte[] markup, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, markup.length);
        throw new UnsupportedOperationException("there is no markup in a fast infoset document: write it item by item");
    }

    @Override
    public void copy(XmlReader reader) {
        ItemCopier.copy(reader, this);
    }

    @Override
    public void flush() {
        items.flush();
    }

    @Override
    public void close() {
        items.close();
    }

    private static XmlException wrong(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}
