package dev.weir.xml;

import java.math.BigDecimal;

/**
 * Writes one document, item by item, to bytes or into a tree; the mirror of {@link XmlReader}.
 *
 * <p>Namespaces: {@link #startElement} binds the element's prefix to its namespace; a declaration that is not in scope
 * yet is written by itself, and one that clashes is an {@link XmlException}. {@link #namespace} adds declarations that
 * only content needs. What is written is always well-formed: names, characters and nesting are checked.
 *
 * <p>One thread at a time. Errors: {@link XmlException} for what no document can hold, {@link
 * java.io.UncheckedIOException} when the target fails.
 */
public interface XmlWriter extends AutoCloseable {
    /** Writes the XML declaration; may be left out. */
    void startDocument();

    /** Checks that every element is closed, and flushes. */
    void endDocument();

    /** Opens an element; prefix empty for the default namespace (or for no namespace). */
    void startElement(String prefix, XmlName name);

    /** Opens an element with a prefix that is bound to its namespace already, or a fresh one. */
    void startElement(XmlName name);

    void endElement();

    /**
     * Makes sure that a prefix (empty: the default namespace) stands for a namespace on the element just opened. A
     * declaration that is in scope already is not repeated; an empty URI with the empty prefix undeclares the default
     * namespace.
     */
    void namespace(String prefix, String uri);

    /** Adds an attribute to the element just opened, with a prefix in scope for its namespace or a fresh one. */
    void attribute(XmlName name, String value);

    /** Adds an attribute to the element just opened; the prefix is declared if need be. */
    void attribute(String prefix, XmlName name, String value);

    void text(String text);

    void text(int value);

    void text(long value);

    /** Canonical xs:double. */
    void text(double value);

    void text(boolean value);

    void text(BigDecimal value);

    /** xs:base64Binary. */
    void base64(byte[] bytes, int offset, int length);

    /** A CDATA section; a text that holds {@code ]]>} is split over two. */
    void cdata(String text);

    void comment(String text);

    void processingInstruction(String target, String data);

    /** The prefix in scope for a namespace that is not shadowed, or a fresh one, declared here: for QNames in content. */
    String prefixFor(String uri);

    /** A whole element with text. */
    default void element(XmlName name, String text) {
        startElement(name);
        text(text);
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
