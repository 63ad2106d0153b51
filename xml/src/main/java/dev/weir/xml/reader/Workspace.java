package dev.weir.xml.reader;

import dev.weir.xml.lexical.WriterNamespaces;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of a reader, pooled between readers so that small documents do not pay for their allocation. A workspace
 * belongs to one reader at a time. The pool is shared by all threads, bounded, and does not keep arrays that have grown
 * large. A workspace that is not returned, because the reader was neither closed nor read to the end, is garbage
 * collected.
 */
final class Workspace {
    private static final int POOLED = 64;
    private static final int ATTEMPTS = 4;
    private static final int LARGEST_KEPT = 64 * 1024;
    private static final int MOST_KEPT = 256;

    private static final AtomicReferenceArray<@Nullable Workspace> POOL = new AtomicReferenceArray<>(POOLED);
    private static final NamespaceSymbol XML = NamespaceSymbol.of(WriterNamespaces.XML_NAMESPACE);
    private static final byte[] EMPTY = new byte[0];

    byte[] scratch = EMPTY;
    byte[] gathered = EMPTY;
    char[] chars = new char[0];
    char[] window = chars;
    byte @Nullable [] stream;
    TagScanner.OpenElement[] open = opened(16);
    TagScanner.AttributeSlot[] attributes = attributes(8);
    int[] attributeTable = new int[0];
    final ReaderNamespaces scopes = new ReaderNamespaces("xml", XML);
    final CharsetDecoder latin = StandardCharsets.ISO_8859_1.newDecoder();
    ByteBuffer narrow = ByteBuffer.wrap(EMPTY);
    CharBuffer widened = CharBuffer.wrap(chars);

    /** The workspace of a reader that has returned its own. */
    static final Workspace NONE = new Workspace();

    private Workspace() {}

    private static TagScanner.OpenElement[] opened(int count) {
        TagScanner.OpenElement[] open = new TagScanner.OpenElement[count];
        for (int i = 0; i < count; i++) {
            open[i] = new TagScanner.OpenElement();
        }
        return open;
    }

    private static TagScanner.AttributeSlot[] attributes(int count) {
        TagScanner.AttributeSlot[] attributes = new TagScanner.AttributeSlot[count];
        for (int i = 0; i < count; i++) {
            attributes[i] = new TagScanner.AttributeSlot();
        }
        return attributes;
    }

    private static int place(int attempt) {
        return (int) (Thread.currentThread().getId() * 7 + attempt) & (POOLED - 1);
    }

    static Workspace take() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int place = place(i);
            if (POOL.getPlain(place) != null) {
                Workspace taken = POOL.getAndSet(place, null);
                if (taken != null) {
                    return taken;
                }
            }
        }
        return new Workspace();
    }

    /**
     * @param names there are names of the document alone, which must not live longer than it
     * @param values there may be values that a DTD had a part in
     */
    void giveBack(boolean names, boolean values) {
        scopes.popTo(2);
        narrow = ByteBuffer.wrap(EMPTY);
        if (scratch.length > LARGEST_KEPT) {
            scratch = EMPTY;
        }
        if (gathered.length > LARGEST_KEPT) {
            gathered = EMPTY;
        }
        if (chars.length > LARGEST_KEPT) {
            chars = new char[0];
            widened = CharBuffer.wrap(chars);
        }
        if (attributeTable.length > 4 * MOST_KEPT) {
            attributeTable = new int[0];
        }
        if (names || open.length > MOST_KEPT) {
            open = opened(16);
        }
        if (names || attributes.length > MOST_KEPT) {
            attributes = attributes(8);
        }
        if (values) {
            for (TagScanner.AttributeSlot attribute : attributes) {
                attribute.text = "";
            }
        }
        for (int i = 0; i < ATTEMPTS; i++) {
            if (POOL.compareAndSet(place(i), null, this)) {
                return;
            }
        }
    }
}
