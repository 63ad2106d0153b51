package dev.weir.xml.stax;

import org.codehaus.stax2.XMLStreamLocation2;
import org.jspecify.annotations.Nullable;

/** How far a writer has come: bytes, but not lines, as nobody counts those. */
record OutputLocation(long bytes) implements XMLStreamLocation2 {
    @Override
    public int getLineNumber() {
        return -1;
    }

    @Override
    public int getColumnNumber() {
        return -1;
    }

    @Override
    public int getCharacterOffset() {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
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
