package dev.weir.xml.fastinfoset;

import dev.weir.xml.fastinfoset.Vocabulary.Name;
import dev.weir.xml.lexical.WriterNamespaces;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a writer. Names and strings are kept from document to document, each with the number of the document
 * for which its index is valid, so that a new document starts without clearing anything; entries of the vocabulary are
 * valid in all documents. Owned by one writer at a time.
 */
final class WriterTables {
    /** The document number of entries that are valid in all documents. */
    static final int ALL_DOCUMENTS = Integer.MAX_VALUE;

    static final Pool PLAIN = new Pool(Vocabulary.EMPTY, Vocabulary.EMPTY);

    /** Larger buffers are not kept for the next document. */
    private static final int LARGEST_BUFFER = 64 * 1024;

    private static final byte[] NO_BUFFER = {};

    /** Tables with more names are not kept for the next document. */
    private static final int MOST_KEPT = 4096;

    final IdentifierTable prefixes = new IdentifierTable();
    final IdentifierTable namespaces = new IdentifierTable();
    final IdentifierTable locals = new IdentifierTable();
    final IdentifierTable otherNames = new IdentifierTable();
    final IdentifierTable otherUris = new IdentifierTable();
    final NameTable names = new NameTable(prefixes, namespaces, locals);
    final ValueTable values = new ValueTable(FastInfosetLayout.INDEX_2_MEDIUM);
    final ValueTable chunks = new ValueTable(FastInfosetLayout.INDEX_4_MEDIUM);
    final RecentValues recentValues = new RecentValues();
    final RecentValues recentChunks = new RecentValues();
    final CharacterRun run = new CharacterRun();
    final ValueTable otherStrings = new ValueTable(FastInfosetLayout.INDEX_2_MEDIUM);

    /** The namespace scopes, with no open element when a document begins. */
    WriterNamespaces scopes = new WriterNamespaces();

    private byte[] buffer = NO_BUFFER;

    /** The number of the current document. Entries with a lower number are not in its tables. */
    int document;

    /** The number of start tags written, in all documents. */
    long tags;

    int nextElement;
    int nextAttribute;
    private int fixedElements;
    private int fixedAttributes;

    private WriterTables(Vocabulary external, Vocabulary initial) {
        prefixes.fix(FastInfosetLayout.XML_PREFIX);
        namespaces.fix(FastInfosetLayout.XML_NAMESPACE);
        fix(external);
        fix(initial);
    }

    private void fix(Vocabulary vocabulary) {
        vocabulary.prefixes().forEach(prefixes::fix);
        vocabulary.namespaces().forEach(namespaces::fix);
        vocabulary.localNames().forEach(locals::fix);
        vocabulary.otherNcNames().forEach(otherNames::fix);
        vocabulary.otherUris().forEach(otherUris::fix);
        vocabulary.attributeValues().forEach(value -> fix(values, value));
        vocabulary.chunks().forEach(chunk -> fix(chunks, chunk));
        vocabulary.otherStrings().forEach(string -> fix(otherStrings, string));
        for (Name name : vocabulary.elementNames()) {
            QualifiedName known = names.of(name.prefix(), name.local(), name.namespace());
            if (known.elementDocument != ALL_DOCUMENTS) {
                known.becomeElement(ALL_DOCUMENTS, fixedElements);
            }
            fixedElements++;
        }
        for (Name name : vocabulary.attributeNames()) {
            QualifiedName known = names.of(name.prefix(), name.local(), name.namespace());
            if (known.attributeDocument != ALL_DOCUMENTS) {
                known.becomeAttribute(ALL_DOCUMENTS, fixedAttributes);
            }
            fixedAttributes++;
        }
    }

    private static void fix(ValueTable table, String value) {
        byte[] octets = value.getBytes(StandardCharsets.UTF_8);
        table.fix(Arrays.copyOf(octets, octets.length + 8), 0, octets.length);
    }

    private void begin(FastInfosetWriteOptions options) {
        document++;
        prefixes.begin();
        namespaces.begin();
        locals.begin();
        otherNames.begin();
        otherUris.begin();
        values.begin(options.mostEntries(), options.mostValueCharacters());
        chunks.begin(options.mostEntries(), options.mostTextCharacters());
        otherStrings.begin(options.mostEntries(), options.mostTextCharacters());
        nextElement = fixedElements;
        nextAttribute = fixedAttributes;
    }

    byte[] takeBuffer(int length) {
        byte[] kept = buffer;
        buffer = NO_BUFFER;
        return kept.length == length ? kept : new byte[length];
    }

    private void end(byte[] usedBuffer) {
        recentValues.clear();
        recentChunks.clear();
        if (!scopes.rewind()) {
            scopes = new WriterNamespaces();
        }
        if (usedBuffer.length <= LARGEST_BUFFER) {
            buffer = usedBuffer;
        }
    }

    private boolean isWorthKeeping() {
        return document < ALL_DOCUMENTS - 1
                && names.size() <= MOST_KEPT + fixedElements + fixedAttributes
                && !values.isLarge()
                && !chunks.isLarge()
                && !otherStrings.isLarge()
                && prefixes.size() + namespaces.size() + otherNames.size() + otherUris.size() <= MOST_KEPT;
    }

    /** A pool of tables for one vocabulary. Shared by all threads, and bounded: a thread tries one slot. */
    static final class Pool {
        private static final int SLOTS = 16;

        private final Vocabulary external;
        private final Vocabulary initial;
        private final AtomicReferenceArray<@Nullable WriterTables> slots = new AtomicReferenceArray<>(SLOTS);

        Pool(Vocabulary external, Vocabulary initial) {
            this.external = external;
            this.initial = initial;
        }

        private static int slot() {
            long id = Thread.currentThread().getId();
            return (int) (id ^ id >>> 4) & SLOTS - 1;
        }

        /** Takes tables from the pool, or creates them, and prepares them for a document. */
        WriterTables take(FastInfosetWriteOptions options) {
            int slot = slot();
            WriterTables kept = slots.getPlain(slot) == null ? null : slots.getAndSet(slot, null);
            WriterTables tables = kept == null ? new WriterTables(external, initial) : kept;
            tables.begin(options);
            return tables;
        }

        /** Returns tables and a buffer to the pool; the caller must not use them afterwards. */
        void give(WriterTables tables, byte[] usedBuffer) {
            tables.end(usedBuffer);
            if (tables.isWorthKeeping()) {
                slots.lazySet(slot(), tables);
            }
        }
    }
}
