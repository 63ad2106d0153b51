package dev.weir.xml.transform;

import dev.weir.xml.XmlReader;
import org.jspecify.annotations.Nullable;

/**
 * A reader of another API, such as StAX, that gives access to the {@link XmlReader} that it wraps: a consumer of a
 * whole element, such as a binding, reads it directly and bypasses that API.
 */
public interface CursorAccess {
    /**
     * The cursor, positioned where this reader is: on START_ELEMENT. It may be moved as far as the END_ELEMENT of that
     * element, and must not be closed; then {@link #cursorMoved} is to be called before this reader is used again.
     *
     * @return null where this reader is on another event, or its events are needed: for a validator that watches them, or
     *     for entities that are not expanded
     */
    @Nullable XmlReader cursor();

    /** This reader continues from the cursor's current position. */
    void cursorMoved();
}
