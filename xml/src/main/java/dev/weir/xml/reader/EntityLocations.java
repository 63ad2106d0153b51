package dev.weir.xml.reader;

import dev.weir.xml.XmlLocation;
import dev.weir.xml.lexical.LocationCounter;
import java.nio.charset.StandardCharsets;

/** Lines and columns of an external entity: counted on request, and each line once. */
final class EntityLocations {
    private final LocationCounter places = new LocationCounter();
    private int counted;

    /** @param head the text before the replacement text: the text declaration */
    EntityLocations(String head) {
        byte[] before = head.getBytes(StandardCharsets.UTF_8);
        places.transcoded(LocationCounter.UNKNOWN, 0);
        places.advance(before, 0, before.length);
    }

    /** The location of an item; later calls must not ask for an earlier one. */
    XmlLocation start(byte[] text, int index) {
        if (counted < index) {
            places.advance(text, counted, index);
            counted = index;
        }
        return places.at(0);
    }

    /** The location of the end of the entity. */
    XmlLocation end(byte[] text, int index) {
        LocationCounter copy = places.copy();
        copy.advance(text, counted, index);
        return copy.at(0);
    }
}
