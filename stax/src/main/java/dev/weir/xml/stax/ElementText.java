package dev.weir.xml.stax;

import javax.xml.stream.XMLStreamException;

/** The text of an element as a cursor comes to it, piece by piece. */
abstract class ElementText {
    final TypedStreamReader cursor;
    char[] text = new char[0];
    int position;
    int end;

    /** There is no further text. */
    boolean ended;

    private long place;

    ElementText(TypedStreamReader cursor) {
        this.cursor = cursor;
    }

    /** The text that the cursor stands on is read as well. */
    final void take() {
        text = cursor.getTextCharacters();
        position = 0;
        end = cursor.getTextLength();
        stay();
    }

    /** Notes where the cursor is. */
    final void stay() {
        place = cursor.reader.location().byteOffset();
    }

    /** False where the cursor was moved by somebody else since. */
    final boolean isHere() {
        return place == cursor.reader.location().byteOffset();
    }

    /** Moves on to text that is not used up; false where the element ends. */
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
