package dev.weir.xml.push;

/** A reader that can push its items to a sink one after the other, faster than they can be pulled. */
public interface ItemSource {
    /**
     * Pushes all items up to the end of the document, which is not an item. During each call the reader's cursor is on the
     * item: the sink may call any method of the reader that does not move the cursor.
     */
    <X extends Exception> void push(ItemSink<X> to) throws X;
}
