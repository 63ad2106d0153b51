package dev.weir.xml.fastinfoset;

import dev.weir.xml.fastinfoset.SharedNames.SharedName;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a reader (X.891, clause 8), reused from document to document. Entries of an external vocabulary stay
 * for the next document with the same one; all others are removed after each document.
 */
final class ReaderTables {
    /** Tables with more entries are not kept for the next document. */
    private static final int MOST_KEPT = 32_768;

    final NumberedNames names = new NumberedNames();
    final NonAsciiDecoder wide = new NonAsciiDecoder();
    final Strings prefixes = new Strings();
    final Strings namespaces = new Strings();
    final Strings localNames = new Strings();
    final Strings otherNcNames = new Strings();
    final Strings otherUris = new Strings();
    final Values attributeValues = new Values(wide);
    final Values chunks = new Values(wide);
    final Values otherStrings = new Values(wide);
    final Names elementNames = new Names(names);
    final Names attributeNames = new Names(names);
    final List<RestrictedAlphabet> alphabets = new ArrayList<>();
    final List<String> algorithms = new ArrayList<>();

    private final Table[] all = {
        prefixes,
        namespaces,
        localNames,
        otherNcNames,
        otherUris,
        attributeValues,
        chunks,
        otherStrings,
        elementNames,
        attributeNames
    };

    private @Nullable Vocabulary loaded;

    /** Begins a document, with nothing but its external vocabulary. */
    void begin(Vocabulary vocabulary) {
        if (loaded == vocabulary) {
            return;
        }
        for (Table table : all) {
            table.kept = 0;
            table.truncate(0);
        }
        loaded = vocabulary;
        prefixes.add(part(FastInfosetLayout.XML_PREFIX));
        namespaces.add(part(FastInfosetLayout.XML_NAMESPACE));
        vocabulary.prefixes().forEach(text -> prefixes.add(part(text)));
        vocabulary.namespaces().forEach(text -> namespaces.add(part(text)));
        vocabulary.localNames().forEach(text -> localNames.add(part(text)));
        vocabulary.otherNcNames().forEach(text -> otherNcNames.add(part(text)));
        vocabulary.otherUris().forEach(text -> otherUris.add(part(text)));
        vocabulary.attributeValues().forEach(attributeValues::add);
        vocabulary.chunks().forEach(chunks::add);
        vocabulary.otherStrings().forEach(otherStrings::add);
        vocabulary.elementNames().forEach(n -> add(n, elementNames, false));
        vocabulary.attributeNames().forEach(n -> add(n, attributeNames, true));
        alphabets.clear();
        alphabets.addAll(vocabulary.alphabets());
        algorithms.clear();
        algorithms.addAll(vocabulary.algorithms());
        for (Table table : all) {
            table.kept = table.count;
        }
    }

    private int part(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        if (octets.length == 0) {
            return NumberedNames.NONE;
        }
        long hash = SharedNames.hash(octets, 0, octets.length);
        int known = names.known(hash, octets, 0, octets.length);
        return known >= 0 ? known : names.add(hash, octets, 0, octets.length);
    }

    private void add(Vocabulary.Name name, Names table, boolean attribute) {
        int number = names.name(part(name.prefix()), part(name.namespace()), part(name.local()));
        table.add(number, names.name(number), attribute);
    }

    /** Ends a document: removes the entries that it added. */
    void end() {
        if (names.tidy()) {
            loaded = null;
            elementNames.forget();
        }
        for (Table table : all) {
            if (table.count > table.kept) {
                table.truncate(table.kept);
            }
        }
        attributeValues.source(Values.NONE);
        chunks.source(Values.NONE);
        otherStrings.source(Values.NONE);
        Vocabulary known = loaded;
        if (known != null && alphabets.size() > known.alphabets().size()) {
            alphabets.subList(known.alphabets().size(), alphabets.size()).clear();
        }
        if (known != null && algorithms.size() > known.algorithms().size()) {
            algorithms.subList(known.algorithms().size(), algorithms.size()).clear();
        }
    }

    abstract static class Table {
        int count;

        /** The number of permanent entries: those of the external vocabulary, and those that every document has. */
        int kept;

        final boolean isFull() {
            return count == FastInfosetLayout.MOST_ENTRIES;
        }

        /** Removes entries beyond a number, and releases arrays that have grown large. */
        abstract void truncate(int wanted);
    }

    static int grown(int length) {
        return Math.min(FastInfosetLayout.MOST_ENTRIES, Math.max(16, length * 2));
    }

    /** A table of identifying strings, by their numbers. */
    static final class Strings extends Table {
        private int[] entries = new int[0];

        int get(int index) {
            return entries[index];
        }

        /**
         * The entry for an index of one octet (C.13, C.25); -1 when there is no such entry, or the octet is not such an
         * index.
         */
        int byOctet(int octet) {
            int index = octet ^ (byte) FastInfosetLayout.STRING_INDEX;
            return (index & 0xC0) == 0 && index < count ? entries[index] : -1;
        }

        /** The previous document's entry at the next position, which is often the same. */
        int before() {
            return count < entries.length ? entries[count] : NumberedNames.NONE;
        }

        void add(int part) {
            if (count == entries.length) {
                entries = Arrays.copyOf(entries, grown(count));
            }
            entries[count++] = part;
        }

        @Override
        void truncate(int wanted) {
            if (count > MOST_KEPT) {
                entries = Arrays.copyOf(entries, wanted);
            }
            count = wanted;
        }
    }

    /**
     * A table of names. Each has a slot: the number of the name; above it a code of six bits that distinguishes most
     * names of attributes; above that the state of {@link PrefixScopes} in which its prefix was last found to be bound
     * to its namespace, 0 for none; the highest bit is set when the name needs no binding. Slots without an entry are
     * 0, and there is one for each short index.
     */
    static final class Names extends Table {
        private static final int NUMBER_BITS = 22;
        private static final int STATE_SHIFT = NUMBER_BITS + 6;
        private static final int FEWEST_SLOTS = 64;

        private static final VarHandle WORDS =
                MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

        /**
         * The words of a remembered encoding: three words of octets, its slot, and the number of its local name with
         * the count of octets.
         */
        private static final int WRITTEN = 5;

        private static final int SLOT = 3;
        private static final int LOCAL = 4;

        /** The longest encoding of a name, with its prefix and namespace, that is remembered, in octets. */
        static final int LONGEST_WRITTEN = 3 * Long.BYTES;

        private static final int MOST_WRITTEN = 1024;

        /** For each count of octets the masks of the three words. */
        private static final long[] BITS = new long[(LONGEST_WRITTEN + 1) * 3];

        static {
            for (int i = 0; i < BITS.length; i++) {
                int octets = Math.max(0, Math.min(Long.BYTES, i / 3 - i % 3 * Long.BYTES));
                BITS[i] = octets == 0 ? 0 : -1L >>> Long.SIZE - 8 * octets;
            }
        }

        private final NumberedNames names;
        long[] slots = new long[FEWEST_SLOTS];

        /** The remembered encodings of literal element names, by entry; all 0 if unknown. */
        private long[] written = new long[FEWEST_SLOTS * WRITTEN];

        /** The numbers of the names, including those left by the previous document. */
        private int[] numbers = new int[FEWEST_SLOTS];

        /** Whether the last entry equals the previous document's entry at that position. */
        boolean asBefore;

        Names(NumberedNames names) {
            this.names = names;
        }

        static int number(long slot) {
            return (int) slot & (1 << NUMBER_BITS) - 1;
        }

        static long bit(long slot) {
            return 1L << (slot >>> NUMBER_BITS);
        }

        static long state(long slot) {
            return slot >>> STATE_SHIFT;
        }

        SharedName get(int index) {
            return names.name(number(slots[index]));
        }

        /** The number of the previous document's entry at the next position; it may be outdated. */
        int before() {
            return count < numbers.length ? numbers[count] : 0;
        }

        void bound(int index, long state) {
            slots[index] = slots[index] & (1L << STATE_SHIFT) - 1 | state << STATE_SHIFT;
        }

        /** @param attribute true if names without prefix are in no namespace, regardless of the default namespace */
        void add(int number, SharedName name, boolean attribute) {
            if (count == slots.length) {
                slots = Arrays.copyOf(slots, grown(count));
                numbers = Arrays.copyOf(numbers, slots.length);
                written = Arrays.copyOf(written, Math.min(slots.length, MOST_WRITTEN) * WRITTEN);
            }
            asBefore = numbers[count] == number;
            numbers[count] = number;
            if (count * WRITTEN < written.length) {
                written[count * WRITTEN + SLOT] = 0;
            }
            long always = attribute && name.prefix.isEmpty() ? Long.MIN_VALUE : 0;
            slots[count++] = always | (long) name.code << NUMBER_BITS | number;
        }

        /**
         * The slot of the previous document's entry at the next position, if it was encoded in the same octets;
         * otherwise 0.
         *
         * @param octets there are {@link #LONGEST_WRITTEN} from {@code start} on
         * @param state in which the slot's prefix must have been found
         */
        long again(byte[] octets, int start, long state) {
            int at = count * WRITTEN;
            long[] all = written;
            if (at >= all.length) {
                return 0;
            }
            long slot = all[at + SLOT];
            if (state(slot) != state) {
                return 0;
            }
            int bits = (int) all[at + LOCAL] * 3;
            long first = ((long) WORDS.get(octets, start) & ~FastInfosetLayout.HAS_ATTRIBUTES ^ all[at]) & BITS[bits];
            long second = ((long) WORDS.get(octets, start + 8) ^ all[at + 1]) & BITS[bits + 1];
            long third = ((long) WORDS.get(octets, start + 16) ^ all[at + 2]) & BITS[bits + 2];
            return (first | second | third) == 0 ? slot : 0;
        }

        /** Adds the name that {@link #again} found; returns the number of its local name. */
        int addAgain(long slot) {
            slots[count] = slot;
            return (int) (written[count++ * WRITTEN + LOCAL] >>> 32);
        }

        /** The number of octets that {@link #again} compared. */
        int lengthAgain() {
            return (int) written[count * WRITTEN + LOCAL];
        }

        /**
         * Remembers the encoding of the last entry, whose prefix is bound. The array must have as many octets as for
         * {@link #again}.
         */
        void remember(byte[] octets, int start, int end) {
            int at = (count - 1) * WRITTEN;
            if (at >= written.length) {
                return;
            }
            long slot = slots[count - 1];
            written[at] = (long) WORDS.get(octets, start) & ~FastInfosetLayout.HAS_ATTRIBUTES;
            written[at + 1] = (long) WORDS.get(octets, start + 8);
            written[at + 2] = (long) WORDS.get(octets, start + 16);
            written[at + SLOT] = slot;
            written[at + LOCAL] = (long) names.local(number(slot)) << 32 | end - start;
        }

        /** Called when all numbers of names have become invalid. */
        void forget() {
            Arrays.fill(written, 0);
        }

        @Override
        void truncate(int wanted) {
            if (count > MOST_KEPT) {
                slots = Arrays.copyOf(slots, Math.max(FEWEST_SLOTS, wanted));
                numbers = Arrays.copyOf(numbers, slots.length);
                written = Arrays.copyOf(written, Math.min(slots.length, MOST_WRITTEN) * WRITTEN);
            }
            Arrays.fill(slots, wanted, Math.min(count, slots.length), 0);
            count = wanted;
        }
    }

    /** A table of values: the octets in place or copied, and the String once it was requested. */
    static final class Values extends Table {
        static final byte[] NONE = {};

        private final NonAsciiDecoder wide;
        private byte[] octets = NONE;
        private int used;
        private boolean copying;
        private boolean hasEmpty;
        private long[] slices = new long[0];
        private int[] kinds = new int[0];
        private @Nullable String[] texts = new @Nullable String[0];

        Values(NonAsciiDecoder wide) {
            this.wide = wide;
        }

        /** Sets the array that holds the octets of this document's values; null if they must be copied. */
        void source(byte @Nullable [] document) {
            copying = document == null;
            octets = document == null ? NONE : document;
            used = 0;
            hasEmpty = false;
        }

        /** True when the table has room for one more entry and its octets are within the limit. */
        boolean hasRoom(int mostOctets) {
            return count < FastInfosetLayout.MOST_ENTRIES && used <= mostOctets;
        }

        /** Adds an entry; returns its index. */
        int add(byte[] from, int start, int end, int kind) {
            if (count == kinds.length) {
                grow();
            }
            int at = start;
            if (copying) {
                at = used;
                if (octets.length - used < end - start) {
                    octets = Arrays.copyOf(octets, (int)
                            Math.min(Integer.MAX_VALUE - 8L, Math.max(256L, (used + end - start) * 2L)));
                }
                System.arraycopy(from, start, octets, used, end - start);
                used += end - start;
            }
            slices[count] = (long) at << 32 | (at + end - start);
            kinds[count] = kind;
            return count++;
        }

        void add(String text) {
            if (count == kinds.length) {
                grow();
            }
            kinds[count] = ValueKind.STRING;
            texts[count] = text;
            count++;
            hasEmpty |= text.isEmpty();
        }

        /** True when an entry is the empty string. */
        boolean hasEmpty() {
            return hasEmpty;
        }

        private void grow() {
            int length = grown(count);
            slices = Arrays.copyOf(slices, length);
            kinds = Arrays.copyOf(kinds, length);
            texts = Arrays.copyOf(texts, length);
        }

        /** The number of octets copied. */
        int used() {
            return used;
        }

        byte[] octets() {
            return octets;
        }

        int start(int index) {
            return (int) (slices[index] >>> 32);
        }

        int end(int index) {
            return (int) slices[index];
        }

        int kind(int index) {
            return kinds[index];
        }

        String text(int index) {
            String text = texts[index];
            return text == null ? make(index) : text;
        }

        private String make(int index) {
            String text = ValueKind.text(octets, start(index), end(index), kinds[index], wide);
            texts[index] = text;
            return text;
        }

        @Override
        void truncate(int wanted) {
            if (count > MOST_KEPT) {
                slices = Arrays.copyOf(slices, wanted);
                kinds = Arrays.copyOf(kinds, wanted);
                texts = Arrays.copyOf(texts, wanted);
            } else {
                Arrays.fill(texts, wanted, count, null);
            }
            count = wanted;
        }
    }
}
