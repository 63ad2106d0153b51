package dev.weir.bind.event;

/**
 * Receives a document as a sequence of items. Prefixes are already chosen, and are declared where they are not in scope
 * yet.
 *
 * @param <X> the exception with which the target fails
 */
public interface MarshalTarget<X extends Exception> {
    void startDocument() throws X;

    /** Starts a tag; its namespaces and attributes follow, then {@link #startTagEnds}. */
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
