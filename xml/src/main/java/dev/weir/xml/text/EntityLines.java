package dev.weir.xml.text;

import dev.weir.xml.XmlLocation;
import java.nio.charset.StandardCharsets;

/** Lines and columns of an external entity: counted when somebody asks, and each line once. */
final class EntityLines {
    private final PlaceCounter places = new PlaceCounter();
    private int counted;

    /** @param head what stood before the replacement text: the text declaration */
    EntityLines(String head) {
        byte[] before = head.getBytes(StandardCharsets.UTF_8);
        places.transcoded(PlaceCounter.UNKNOWN, 0);
        places.advance(before, 0, before.length);
    }

    /** The place of an item; no later item may start before it. */
    XmlLocation start(byte[] text, int index) {
        if (counted < index) {
            places.advance(text, counted, index);
            counted = index;
        }
        return places.at(0);
    }

    /** The place of its end. */
    XmlLocation end(byte[] text, int index) {
        PlaceCounter copy = places.copy();
        copy.advance(text, counted, index);
        return copy.at(0);
    }
}
