package dev.weir.bind.event;

/**
 * Is told a document. Prefixes come decided, and are declared where they are not in scope yet.
 *
 * @param <X> what it fails with
 */
public interface MarshalTarget<X extends Exception> {
    void startDocument() throws X;

    /** Its namespaces and attributes follow, then {@link #startTagEnds}. */
    void startTag(String prefix, String uri, String local) throws X;

    void namespace(String prefix, String uri) throws X;

    void attribute(String prefix, String uri, String local, String value) throws X;

    void startTagEnds() throws X;

    void endTag() throws X;

    void text(String text) throws X;

    void comment(String text) throws X;

    void processingInstruction(String target, String data) throws X;

    void endDocument() throws X;

    void flush() throws X;
}
