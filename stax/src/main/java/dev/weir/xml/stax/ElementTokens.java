package dev.weir.xml.stax;

import dev.weir.xml.lexical.Characters;
import java.util.Arrays;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.typed.TypedArrayDecoder;

/** Splits the text of an element into the items of a list (XML Schema 1.1 Part 2, 2.4.1.2) as the text is read. */
final class ElementTokens extends ElementText {
    /** The start of an item that began in an earlier piece of text. */
    private char[] begun = new char[64];

    ElementTokens(TypedStreamReader cursor) {
        super(cursor);
    }

    /** Returns the number of items that the decoder accepted; -1 when the element had already ended. */
    int read(TypedArrayDecoder decoder) throws XMLStreamException {
        int items = 0;
        while (decoder.hasRoom() && skipSpace()) {
            readItem(decoder);
            items++;
        }
        return items == 0 && ended ? -1 : items;
    }

    private boolean skipSpace() throws XMLStreamException {
        while (more()) {
            while (position < end && Characters.isSpace(text[position])) {
                position++;
            }
            if (position < end) {
                return true;
            }
        }
        return false;
    }

    private void readItem(TypedArrayDecoder decoder) throws XMLStreamException {
        int length = 0;
        while (true) {
            int start = position;
            while (position < end && !Characters.isSpace(text[position])) {
                position++;
            }
            if (length == 0 && position < end) {
                decode(decoder, text, start, position);
                return;
            }
            int piece = position - start;
            if (begun.length < length + piece) {
                begun = Arrays.copyOf(begun, Math.max(length + piece, begun.length * 2));
            }
            System.arraycopy(text, start, begun, length, piece);
            length += piece;
            if (position < end || !more()) {
                decode(decoder, begun, 0, length);
                return;
            }
        }
    }

    private void decode(TypedArrayDecoder decoder, char[] from, int start, int stop) throws XMLStreamException {
        try {
            decoder.decodeValue(from, start, stop);
        } catch (IllegalArgumentException wrong) {
            throw cursor.wrongValue(new String(from, start, stop - start), wrong);
        }
    }
}
