package dev.weir.xml;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pull cursor over the items of one document. It differs from StAX: names are interned {@link XmlName}s, text and
 * attribute values can be read as numbers straight from the bytes, and Strings are made only on request.
 *
 * <p>The cursor of a new reader is on {@link XmlEvent#START_DOCUMENT}. Element content that is skipped is still checked for
 * well-formedness. One thread at a time may use a reader.
 *
 * <p>Ownership: Strings, names, lists, numbers and the arrays of {@code elementInts} and its like stay valid after the
 * cursor moves. The array of {@link #textCharacters} is the reader's and valid until the cursor moves; the bytes passed to a
 * {@link ValueParser} are valid until it returns.
 *
 * <p>Errors: {@link XmlException} for a document that is not well-formed or goes beyond {@link XmlLimits} (the reader
 * cannot be used after that), {@link java.io.UncheckedIOException} when the source fails, {@link IllegalStateException}
 * when a method does not apply to the current event, {@link IndexOutOfBoundsException} for an attribute or declaration that
 * the element does not have. An XmlException of a method that reads a value, for text that is not of the type, is no error
 * of the document: an attribute can then be read in another way; an element's cursor is somewhere inside the element.
 */
public interface XmlReader extends AutoCloseable {
    /** Moves to the next item and returns its kind; after END_DOCUMENT it throws IllegalStateException. */
    XmlEvent next();

    /**
     * Moves to the next item that is neither text of white space only nor a comment or processing instruction. Other text
     * is an item, as in {@link #next()}.
     */
    default XmlEvent nextTagOrText() {
        while (true) {
            XmlEvent next = next();
            boolean passed = next == XmlEvent.TEXT
                    ? isWhitespace()
                    : next == XmlEvent.COMMENT || next == XmlEvent.PROCESSING_INSTRUCTION;
            if (!passed) {
                return next;
            }
        }
    }

    /**
     * A short cut for lists of values: moves from END_ELEMENT to the START_ELEMENT of an element of the same name without
     * attributes, where the reader sees at once that one follows. False does not mean that none follows: continue with
     * {@link #nextTagOrText()}, as white space may have been passed over.
     */
    default boolean repeats() {
        return false;
    }

    /** The kind of the current item. */
    XmlEvent event();

    /** Elements open at the cursor: 1 on the root's START_ELEMENT and on its END_ELEMENT. */
    int depth();

    /** Where the current item starts; {@link XmlLocation#NONE} where that is not known. */
    XmlLocation location();

    /** Where the current item ends, and the next one starts; {@link XmlLocation#NONE} where that is not known. */
    default XmlLocation endLocation() {
        return XmlLocation.NONE;
    }

    // The document

    /** The XML declaration; null where there is none. A reader that is fed knows it after its first item. */
    default @Nullable XmlDeclaration declaration() {
        return null;
    }

    /** The encoding that the document is in, by its IANA name; null where there are no bytes (a tree, characters). */
    default @Nullable String encoding() {
        return null;
    }

    /** The document type declaration, once it has been read; null where there is none. */
    default @Nullable XmlDoctype doctype() {
        return null;
    }

    /** The name of the entity, on ENTITY_REFERENCE, ENTITY_START and ENTITY_END. */
    default String entityName() {
        throw new IllegalStateException("expected an entity but the cursor is on " + event());
    }

    /** The replacement text of that entity; null where it is external or not declared. */
    default @Nullable String entityText() {
        return null;
    }

    // START_ELEMENT and END_ELEMENT

    /** The element's name. */
    XmlName name();

    /** The local part of the element's name; cheaper than {@link #name} where that has to be resolved. */
    default String localName() {
        return name().local();
    }

    /** The element's prefix as written; empty for none. */
    String prefix();

    /** The element's name as written, prefix included. */
    default String qualifiedName() {
        return prefix().isEmpty() ? name().local() : prefix() + ":" + name().local();
    }

    /** True on a START_ELEMENT that was written as one tag with its end. */
    default boolean isEmptyElement() {
        return false;
    }

    // START_ELEMENT: attributes, without namespace declarations, in document order

    int attributeCount();

    XmlName attributeName(int index);

    default String attributeLocalName(int index) {
        return attributeName(index).local();
    }

    /** The attribute's prefix as written; empty for none. */
    String attributePrefix(int index);

    /** The attribute's name as written, prefix included. */
    default String attributeQualifiedName(int index) {
        String prefix = attributePrefix(index);
        return prefix.isEmpty()
                ? attributeName(index).local()
                : prefix + ":" + attributeName(index).local();
    }

    /** The attribute's value, normalised (XML 1.0, section 3.3.3). */
    String attributeValue(int index);

    /** True for an attribute that was not written but comes from a default declaration of the document's DTD. */
    default boolean isAttributeDefaulted(int index) {
        Objects.checkIndex(index, attributeCount());
        return false;
    }

    /** The index of an attribute by the parts of its name, or -1. */
    default int attributeIndex(String namespace, String local) {
        for (int i = 0, count = attributeCount(); i < count; i++) {
            XmlName name = attributeName(i);
            if (name.local().equals(local) && name.namespace().equals(namespace)) {
                return i;
            }
        }
        return -1;
    }

    /** The type that the DTD declares for an attribute, as SAX spells it: CDATA, ID, NMTOKENS, ENUMERATION and so on. */
    default String attributeType(int index) {
        Objects.checkIndex(index, attributeCount());
        return "CDATA";
    }

    /** The index of an attribute by name, or -1. */
    int attributeIndex(XmlName name);

    /** The value of an attribute by name, or null where there is none. */
    default @Nullable String attributeValue(XmlName name) {
        int index = attributeIndex(name);
        return index < 0 ? null : attributeValue(index);
    }

    int attributeInt(int index);

    long attributeLong(int index);

    double attributeDouble(int index);

    boolean attributeBoolean(int index);

    /** The value of any simple type; XmlException where the parser refuses the text. */
    default <T> T attributeValue(int index, ValueParser<T> type) {
        byte[] utf8 = attributeValue(index).getBytes(StandardCharsets.UTF_8);
        try {
            return type.parse(utf8, 0, utf8.length);
        } catch (IllegalArgumentException mismatch) {
            throw new XmlException(
                    "attribute " + attributeName(index) + ": " + mismatch.getMessage(), location(), mismatch);
        }
    }

    // START_ELEMENT and END_ELEMENT: namespace declarations on this element, in no particular order

    int namespaceCount();

    /** The declared prefix; empty for the default namespace. */
    String namespacePrefix(int index);

    /** The declared namespace name; empty where the default namespace is undeclared. */
    String namespaceUri(int index);

    /** The namespace in scope for a prefix (empty: the default namespace), or null where the prefix is not bound. */
    @Nullable String lookupNamespace(String prefix);

    /**
     * The prefixes bound at the cursor, each once, the innermost declarations first; empty for a default namespace,
     * without {@code xml}. A snapshot.
     */
    List<String> prefixesInScope();

    // TEXT, COMMENT, and PROCESSING_INSTRUCTION (its data)

    /** The text of the current item. */
    String text();

    /** True on TEXT that is white space only (XML 1.0, production S). */
    boolean isWhitespace();

    /** True on TEXT that is white space in an element for which the DTD declares element content. */
    default boolean isIgnorableWhitespace() {
        return false;
    }

    /** True on TEXT that came as a CDATA section. */
    boolean isCData();

    /** True on TEXT that is a piece of a longer run or CDATA section, of which another piece may follow. */
    default boolean isTextContinued() {
        return false;
    }

    /**
     * The text of the current item as UTF-16: the first {@link #textLength} chars of an array that the reader owns. The
     * caller may overwrite it. It is valid until the cursor moves, and then reused.
     */
    default char[] textCharacters() {
        return text().toCharArray();
    }

    /** The length of the current item's text in UTF-16. */
    default int textLength() {
        return text().length();
    }

    /** Appends the text of the current item. */
    void appendText(StringBuilder to);

    /**
     * On TEXT that is held elsewhere as bytes, as a part of a MIME message is: those bytes, of which {@link #text} is the base64
     * form. Null on all other text.
     */
    default @Nullable BinaryContent binary() {
        return null;
    }

    /** The target of a processing instruction. */
    String target();

    // From START_ELEMENT to the matching END_ELEMENT: the whole text of an element without child elements. Comments and
    // processing instructions inside are skipped. A child element is an XmlException that names it; the cursor is then
    // on
    // the child's START_ELEMENT, and reading may go on from there.

    /** The text, in one piece; empty for an empty element. */
    String elementText();

    /** Lexical space of xs:int (XML Schema 1.1 Part 2, 3.4.17), white space collapsed; XmlException otherwise. */
    int elementInt();

    long elementLong();

    /** Lexical space of xs:double: decimal, exponent, INF, -INF, NaN. */
    double elementDouble();

    /** Lexical space of xs:float, like that of xs:double; the nearest float. */
    float elementFloat();

    /** Lexical space of xs:boolean: true, false, 1, 0. */
    boolean elementBoolean();

    BigDecimal elementDecimal();

    /** xs:base64Binary. */
    byte[] elementBase64();

    /**
     * As {@link #elementBase64}; content that is held elsewhere, as a part of a MIME message is, is not read into memory. Whoever
     * holds it says how long it can be read.
     */
    default BinaryContent elementBinary() {
        return BinaryContent.of(elementBase64(), BinaryContent.ANY_TYPE);
    }

    // Lists of numbers, as XmlWriter.list writes them: items with white space between them. Numbers that a fast infoset
    // document holds in binary form are copied. The array is the caller's; its length is 0 where there is no item.

    int[] elementInts();

    long[] elementLongs();

    float[] elementFloats();

    double[] elementDoubles();

    /** The value of any simple type; XmlException where the parser refuses the text. */
    default <T> T elementValue(ValueParser<T> type) {
        byte[] utf8 = elementText().getBytes(StandardCharsets.UTF_8);
        try {
            return type.parse(utf8, 0, utf8.length);
        } catch (IllegalArgumentException mismatch) {
            throw new XmlException("element " + name() + ": " + mismatch.getMessage(), location(), mismatch);
        }
    }

    /** Moves from START_ELEMENT to the matching END_ELEMENT; the content between is checked for well-formedness. */
    void skipElement();

    /** Releases buffers; closes the source only if the reader opened it. */
    @Override
    void close();
}
