package dev.weir.xml.stax;

import dev.weir.xml.XmlLocation;
import org.codehaus.stax2.XMLStreamLocation2;
import org.jspecify.annotations.Nullable;

/** The current output position of a writer. Offsets are in bytes. */
record OutputLocation(XmlLocation place) implements XMLStreamLocation2 {
    @Override
    public int getLineNumber() {
        return asInt(place.line());
    }

    @Override
    public int getColumnNumber() {
        return asInt(place.column());
    }

    @Override
    public int getCharacterOffset() {
        return place.byteOffset() < 0 ? -1 : (int) Math.min(place.byteOffset(), Integer.MAX_VALUE);
    }

    private static int asInt(long place) {
        return place == 0 ? -1 : (int) Math.min(place, Integer.MAX_VALUE);
    }

    @Override
    public @Nullable String getPublicId() {
        return null;
    }

    @Override
    public @Nullable String getSystemId() {
        return null;
    }

    @Override
    public @Nullable XMLStreamLocation2 getContext() {
        return null;
    }
}
