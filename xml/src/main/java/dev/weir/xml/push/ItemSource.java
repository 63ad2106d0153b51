package dev.weir.xml.push;

/** A reader that can tell its items one after the other. */
public interface ItemSource {
    /**
     * Tells all items up to the end of the document, which is not told. While an item is told the reader stands on it;
     * the sink may ask the reader what it likes, but must not move it.
     */
    <X extends Exception> void push(ItemSink<X> to) throws X;
}
