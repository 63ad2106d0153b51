package dev.weir.xml.encoding;

import dev.weir.xml.XmlDoctype;
import org.jspecify.annotations.Nullable;

/**
 * Writes the items of a document in an {@link InfosetEncoding}. The caller chooses prefixes and declares namespaces; an
 * {@link dev.weir.xml.XmlWriter} does both itself.
 *
 * <p>One thread at a time. Errors: {@link dev.weir.xml.XmlException} for items that no document can contain, {@link
 * java.io.UncheckedIOException} when the target fails. After an error the document is incomplete and must be discarded.
 */
public interface ItemEncoder extends AutoCloseable {
    void declaration(String version, @Nullable String encoding, @Nullable Boolean standalone);

    /** Writes a document type declaration given as markup. */
    void doctype(String markup);

    void doctype(XmlDoctype doctype);

    void startTag(String prefix, String local, String uri);

    void endTag();

    void namespace(String prefix, String uri);

    void attribute(String prefix, String local, String uri, String value);

    void attribute(String prefix, String local, String uri, long value);

    void attribute(String prefix, String local, String uri, double value);

    void attribute(String prefix, String local, String uri, float value);

    void text(String text);

    void text(char[] text, int offset, int length);

    void text(long value);

    void text(double value);

    void text(float value);

    void text(boolean value);

    /** Writes bytes as xs:base64Binary. */
    void base64(byte[] bytes, int offset, int length);

    void list(int[] values, int offset, int length);

    void list(long[] values, int offset, int length);

    void list(float[] values, int offset, int length);

    void list(double[] values, int offset, int length);

    void cdata(String text);

    void comment(String text);

    void processingInstruction(String target, String data);

    void entityReference(String name);

    /** Checks that the document is complete; then flushes. */
    void end();

    void flush();

    @Override
    void close();

    /** @param target the target is closed in any case */
    void close(boolean target);

    /** The number of open elements. */
    int depth();

    /** The prefix of the innermost element. */
    String prefix();

    /** The local name of the innermost element. */
    String local();

    /** True while attributes and namespace declarations can be written. */
    boolean inTag();

    /** True while nothing was written. */
    boolean isEmpty();

    boolean isXml11();
}
