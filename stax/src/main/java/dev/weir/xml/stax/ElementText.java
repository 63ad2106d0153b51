package dev.weir.xml.stax;

import javax.xml.stream.XMLStreamException;

/** The text of an element in the pieces in which the cursor reports it. */
abstract class ElementText {
    final TypedStreamReader cursor;
    char[] text = new char[0];
    int position;
    int end;

    /** True once the element has no further text. */
    boolean ended;

    private long place;

    ElementText(TypedStreamReader cursor) {
        this.cursor = cursor;
    }

    /** Starts with the text of the cursor's current event. */
    final void take() {
        text = cursor.getTextCharacters();
        position = 0;
        end = cursor.getTextLength();
        stay();
    }

    /** Records the position of the cursor. */
    final void stay() {
        place = cursor.reader.location().byteOffset();
    }

    /** False when the cursor was moved since {@link #stay} by other code. */
    final boolean isHere() {
        return place == cursor.reader.location().byteOffset();
    }

    /** Advances to text that was not consumed; false at the end of the element. */
    final boolean more() throws XMLStreamException {
        while (position == end) {
            if (ended) {
                return false;
            }
            if (!cursor.nextTextOrEnd()) {
                ended = true;
                stay();
                return false;
            }
            take();
        }
        return true;
    }
}
