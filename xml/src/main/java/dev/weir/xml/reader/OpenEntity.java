package dev.weir.xml.reader;

import dev.weir.xml.dtd.Entity;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A general entity whose replacement text is the reader's input, and the input that goes on after it.
 *
 * @param lines null for an internal entity
 * @param around the entity whose text contains the reference; null for the document
 * @param element the innermost element open at the reference: the entity must not end it
 */
record OpenEntity(
        Entity entity,
        @Nullable EntityLocations lines,
        @Nullable OpenEntity around,
        NameSymbol element,
        @Nullable InputStream in,
        byte[] buf,
        int pos,
        int end,
        long base,
        int counted,
        boolean exhausted) {}
