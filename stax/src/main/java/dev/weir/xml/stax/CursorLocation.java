package dev.weir.xml.stax;

import dev.weir.xml.XmlLocation;
import org.codehaus.stax2.XMLStreamLocation2;
import org.jspecify.annotations.Nullable;

/** A location in a document for StAX: offsets, lines and columns as ints, -1 if unknown, clamped to the largest int. */
final class CursorLocation implements XMLStreamLocation2 {
    private final XmlLocation place;
    private final @Nullable String publicId;
    private final @Nullable String systemId;

    CursorLocation(XmlLocation place, @Nullable String publicId, @Nullable String systemId) {
        this.place = place;
        this.publicId = publicId;
        this.systemId = systemId;
    }

    @Override
    public int getLineNumber() {
        return known(place.line());
    }

    @Override
    public int getColumnNumber() {
        return known(place.column());
    }

    /** The offset in bytes, as StAX 1.0 specifies for byte sources. */
    @Override
    public int getCharacterOffset() {
        return (int) Math.min(place.byteOffset(), Integer.MAX_VALUE);
    }

    private static int known(long count) {
        return count < 1 ? -1 : (int) Math.min(count, Integer.MAX_VALUE);
    }

    @Override
    public @Nullable String getPublicId() {
        return publicId;
    }

    @Override
    public @Nullable String getSystemId() {
        return systemId;
    }

    @Override
    public @Nullable XMLStreamLocation2 getContext() {
        return null;
    }

    @Override
    public String toString() {
        return systemId == null ? place.toString() : systemId + ": " + place;
    }
}
