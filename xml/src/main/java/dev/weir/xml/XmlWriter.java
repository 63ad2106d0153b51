package dev.weir.xml;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Writes one document, item by item, to bytes or into a tree; the mirror of {@link XmlReader}.
 *
 * <p>Namespaces: {@link #startElement} binds the element's prefix to its namespace; a declaration that is not in scope
 * yet is added by the writer, and a second binding of a prefix on one element is an {@link XmlException}. {@link
 * #namespace} adds declarations that only content needs. The output is always well-formed: names, characters and
 * nesting are checked.
 *
 * <p>One thread at a time. Errors: {@link XmlException} for an item that a well-formed document cannot hold, {@link
 * java.io.UncheckedIOException} when the target fails, {@link IndexOutOfBoundsException} for a range outside an array.
 * After an error the document is incomplete and must be discarded.
 */
public interface XmlWriter extends AutoCloseable {
    /** Writes the XML declaration; optional. */
    void startDocument();

    /**
     * Writes the given XML declaration. The encoding must be the writer's own, or null to declare none; version 1.1 makes
     * the document one of XML 1.1.
     */
    default void startDocument(XmlDeclaration declaration) {
        startDocument();
    }

    /** Writes a document type declaration, before the document's element. A tree does not keep it. */
    void doctype(XmlDoctype doctype);

    /** Checks that every element is closed, and flushes. */
    void endDocument();

    /** Opens an element; prefix empty for the default namespace (or for no namespace). */
    void startElement(String prefix, XmlName name);

    /** Opens an element with a prefix that is bound to its namespace already, or a fresh one. */
    void startElement(XmlName name);

    void endElement();

    /**
     * Binds a prefix (empty: the default namespace) to a namespace on the element just opened. A declaration that is in
     * scope already is not repeated. An empty URI undeclares the default namespace, and in an XML 1.1 document any prefix.
     */
    void namespace(String prefix, String uri);

    /** Adds an attribute to the element just opened, with a prefix in scope for its namespace or a fresh one. */
    void attribute(XmlName name, String value);

    /** Adds an attribute to the element just opened; the prefix is declared if necessary. */
    void attribute(String prefix, XmlName name, String value);

    default void attribute(XmlName name, int value) {
        attribute(name, (long) value);
    }

    default void attribute(XmlName name, long value) {
        attribute(name, Long.toString(value));
    }

    /** Canonical xs:double. */
    void attribute(XmlName name, double value);

    /** Canonical xs:float. */
    void attribute(XmlName name, float value);

    /** As {@link #plainText(double)}. */
    void plainAttribute(XmlName name, double value);

    /** As {@link #plainText(float)}. */
    void plainAttribute(XmlName name, float value);

    default void attribute(XmlName name, boolean value) {
        attribute(name, value ? "true" : "false");
    }

    /** Plain digits, as xs:decimal has no exponent. */
    void attribute(XmlName name, BigDecimal value);

    /** xs:base64Binary. */
    default void base64Attribute(XmlName name, byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        attribute(name, Base64.getEncoder().encodeToString(Arrays.copyOfRange(bytes, offset, offset + length)));
    }

    /** Writes text. A surrogate pair may be split over two consecutive calls, but must not be left incomplete. */
    void text(String text);

    /** As {@link #text(String)}. */
    default void text(char[] text, int offset, int length) {
        text(new String(text, offset, length));
    }

    void text(int value);

    void text(long value);

    /** Canonical xs:double. */
    void text(double value);

    /** Canonical xs:float. */
    void text(float value);

    /**
     * A double in the notation of {@link Double#toString}, with the fewest digits; the infinities are those of xs:double. A binary
     * encoding may write the number itself, which is then read in the canonical notation.
     */
    void plainText(double value);

    /** A float in the notation of {@link Float#toString}; as {@link #plainText(double)}. */
    void plainText(float value);

    void text(boolean value);

    void text(BigDecimal value);

    /** xs:base64Binary. */
    void base64(byte[] bytes, int offset, int length);

    /**
     * xs:base64Binary, of content that is the whole text of its element. A writer for MIME messages may put it into a part of its
     * own; others write it piece by piece.
     */
    default void binary(BinaryContent content) {
        if (content instanceof BytesContent inMemory) {
            base64(inMemory.bytes(), 0, inMemory.bytes().length);
            return;
        }
        byte[] piece = new byte[12 * 1024]; // a multiple of three, so that the pieces' base64 forms join
        try (InputStream in = content.open()) {
            for (int count = in.readNBytes(piece, 0, piece.length); count > 0; ) {
                base64(piece, 0, count);
                count = in.readNBytes(piece, 0, piece.length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** xs:hexBinary. */
    default void hexBinary(byte[] bytes, int offset, int length) {
        text(HexFormat.of().withUpperCase().formatHex(bytes, offset, offset + length));
    }

    /** A list of xs:int: a space between two items. */
    default void list(int[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                text(" ");
            }
            text(values[offset + i]);
        }
    }

    /** A list of xs:long. */
    default void list(long[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                text(" ");
            }
            text(values[offset + i]);
        }
    }

    /** A list of xs:float. */
    default void list(float[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                text(" ");
            }
            text(values[offset + i]);
        }
    }

    /** A list of xs:double. */
    default void list(double[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                text(" ");
            }
            text(values[offset + i]);
        }
    }

    /** A CDATA section; a text that holds {@code ]]>} is split over two. */
    void cdata(String text);

    void comment(String text);

    void processingInstruction(String target, String data);

    /** A reference to a general entity of the document type; UnsupportedOperationException where the target has none, as a tree. */
    void entityReference(String name);

    /**
     * Markup that is well-formed in this place: nothing is escaped or checked. UnsupportedOperationException where the
     * target is not XML text, as a tree or a fast infoset.
     */
    void raw(String markup);

    /** As {@link #raw(String)}, in the document's encoding; UnsupportedOperationException over a Writer as well. */
    void raw(byte[] markup, int offset, int length);

    /** A prefix for QNames in content: one that is bound to the namespace here, or a fresh one, declared on the open element. */
    String prefixFor(String uri);

    /** A whole element with text. */
    default void element(XmlName name, String text) {
        startElement(name);
        text(text);
        endElement();
    }

    /** A whole element with text, with a prefix as {@link #startElement(String, XmlName)} takes it. */
    default void element(String prefix, XmlName name, String text) {
        startElement(prefix, name);
        text(text);
        endElement();
    }

    /** A whole element with a number. */
    default void element(String prefix, XmlName name, long value) {
        startElement(prefix, name);
        text(value);
        endElement();
    }

    /** A whole element with a number as {@link #plainText(double)} writes it. */
    default void plainElement(String prefix, XmlName name, double value) {
        startElement(prefix, name);
        plainText(value);
        endElement();
    }

    /**
     * Copies the reader's current item: at START_ELEMENT the whole element, leaving the reader on its END_ELEMENT; the
     * namespaces in scope around it are declared on it, so that QNames in content keep their meaning.
     */
    void copy(XmlReader reader);

    void flush();

    /** Flushes; closes the target only if the writer opened it. */
    @Override
    void close();
}
