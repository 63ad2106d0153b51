package dev.weir.xml.stax;

import dev.weir.xml.XmlReader;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/**
 * A StAX reader of Weir's. What reads a whole element from it, as a binding does, may do so by the cursor behind it, which
 * saves the way through StAX.
 */
public interface WeirStreamReader extends XMLStreamReader2 {
    /**
     * The cursor, which stands where this reader does: on START_ELEMENT. It may be moved as far as the END_ELEMENT of that
     * element, and must not be closed; then {@link #cursorMoved} is to be called before this reader is used again.
     *
     * @return null where this reader stands on something else, or its events are needed: for a validator that watches
     *     them, or for entities that are not expanded
     */
    @Nullable XmlReader cursor();

    /** This reader stands where its cursor does now. */
    void cursorMoved();
}
