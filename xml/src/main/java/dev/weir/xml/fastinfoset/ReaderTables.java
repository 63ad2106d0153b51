package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlName;
import dev.weir.xml.fastinfoset.SharedNames.QualifiedName;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one document after the other (X.891, clause 8). What an external vocabulary put there stays for the next
 * document that has the same one; the rest goes with each.
 */
final class ReaderTables {
    /** Tables that have grown beyond are not kept for the next document. */
    private static final int MOST_KEPT = 32_768;

    final NameRoom names = new NameRoom();
    final Strings prefixes = new Strings();
    final Strings namespaces = new Strings();
    final Strings localNames = new Strings();
    final Strings otherNcNames = new Strings();
    final Strings otherUris = new Strings();
    final Values attributeValues = new Values();
    final Values chunks = new Values();
    final Values otherStrings = new Values();
    final Names elementNames = new Names(names);
    final Names attributeNames = new Names(names);
    final List<RestrictedAlphabet> alphabets = new ArrayList<>();
    final List<String> algorithms = new ArrayList<>();

    private final List<Table> all = List.of(
            prefixes,
            namespaces,
            localNames,
            otherNcNames,
            otherUris,
            attributeValues,
            chunks,
            otherStrings,
            elementNames,
            attributeNames);

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
        vocabulary.elementNames().forEach(n -> elementNames.add(name(n)));
        vocabulary.attributeNames().forEach(n -> attributeNames.add(name(n)));
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
        return octets.length == 0 ? NameRoom.NONE : names.part(octets, 0, octets.length);
    }

    private int name(Vocabulary.Name name) {
        return names.name(part(name.prefix()), part(name.namespace()), part(name.local()));
    }

    /** Ends a document: what was its own goes. */
    void end() {
        if (names.tidy()) {
            loaded = null;
        }
        for (Table table : all) {
            table.end();
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

        /** Entries of the external vocabulary, and those that every document has. */
        int kept;

        final boolean isFull() {
            return count == FastInfosetLayout.MOST_ENTRIES;
        }

        private void end() {
            if (count > kept) {
                truncate(kept);
            }
        }

        /** Drops entries, and room that has become large. */
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

    /** A table of names, by their numbers. */
    static final class Names extends Table {
        private final NameRoom names;
        private int[] entries = new int[0];

        /** For each name the state of the scopes in which its prefix was last found to stand for its namespace. */
        private long[] boundIn = new long[0];

        /** For each name the first entry of the same namespace and local name; asked for only by elements with many attributes. */
        private int[] first = new int[0];

        private final Map<XmlName, Integer> firsts = new HashMap<>();
        private int known;

        Names(NameRoom names) {
            this.names = names;
        }

        QualifiedName get(int index) {
            return names.name(entries[index]);
        }

        boolean isBound(int index, long state) {
            return boundIn[index] == state;
        }

        void bound(int index, long state) {
            boundIn[index] = state;
        }

        void add(int name) {
            if (count == entries.length) {
                int length = grown(count);
                entries = Arrays.copyOf(entries, length);
                boundIn = Arrays.copyOf(boundIn, length);
            }
            boundIn[count] = -1;
            entries[count++] = name;
        }

        int first(int index) {
            if (known < count) {
                if (first.length < count) {
                    first = Arrays.copyOf(first, entries.length);
                }
                for (; known < count; known++) {
                    Integer before = firsts.putIfAbsent(get(known).name, known);
                    first[known] = before == null ? known : before;
                }
            }
            return first[index];
        }

        @Override
        void truncate(int wanted) {
            if (count > MOST_KEPT) {
                entries = Arrays.copyOf(entries, wanted);
                boundIn = Arrays.copyOf(boundIn, wanted);
                first = new int[0];
            }
            if (known > 0) {
                firsts.clear();
                known = 0;
            }
            count = wanted;
        }
    }

    /** A table of values: octets where they are, or copied, and the string as soon as somebody asked for it. */
    static final class Values extends Table {
        static final byte[] NONE = {};

        private byte[] octets = NONE;
        private int used;
        private boolean copying;
        private boolean hasEmpty;
        private long[] slices = new long[0];
        private int[] kinds = new int[0];
        private @Nullable String[] texts = new @Nullable String[0];

        /** Where the octets of this document's values are; null where they must be copied. */
        void source(byte @Nullable [] document) {
            copying = document == null;
            octets = document == null ? NONE : document;
            used = 0;
            hasEmpty = false;
        }

        void add(byte[] from, int start, int end, int kind) {
            grow();
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
            count++;
        }

        void add(String text) {
            grow();
            kinds[count] = Value.STRING;
            texts[count] = text;
            count++;
            hasEmpty |= text.isEmpty();
        }

        /** True where an entry stands for no characters. */
        boolean hasEmpty() {
            return hasEmpty;
        }

        private void grow() {
            if (count == kinds.length) {
                int length = grown(count);
                slices = Arrays.copyOf(slices, length);
                kinds = Arrays.copyOf(kinds, length);
                texts = Arrays.copyOf(texts, length);
            }
        }

        /** How many octets have been copied. */
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
            if (text == null) {
                text = Value.text(octets, start(index), end(index), kinds[index]);
                texts[index] = text;
            }
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
