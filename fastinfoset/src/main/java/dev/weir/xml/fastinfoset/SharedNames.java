package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlName;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A process-wide cache of names and their parts, so that documents with the same names share the objects. Both arrays
 * are direct-mapped by hash: a new name displaces the one in its slot. Memory is therefore bounded, hostile collisions
 * cost no more than a miss, and no lock is needed.
 */
final class SharedNames {
    private static final int SLOTS = 4096;
    private static final int LONGEST = 120;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    // A benign data race: a thread that sees an older entry, or none, only creates another object
    private static final @Nullable Part[] PARTS = new @Nullable Part[SLOTS];
    private static final @Nullable SharedName[] NAMES = new @Nullable SharedName[SLOTS];

    private SharedNames() {}

    /** A prefix, a local name, a namespace name or another identifying string. Its fields are final, so a race is safe. */
    static final class Part {
        static final Part NONE = new Part(new byte[0], 0, "");

        private final byte[] octets;
        private final long hash;
        final String text;

        /** Whether it is an NCName, which namespace names need not be. */
        final boolean ncName;

        /** Whether both XML 1.0 and XML 1.1 allow its characters. */
        final boolean plain;

        private Part(byte[] octets, long hash, String text) {
            this.octets = octets;
            this.hash = hash;
            this.text = text;
            this.ncName = Characters.isNCName(text);
            this.plain = Characters.firstForbidden(text, Edition.FIFTH) < 0;
        }

        boolean is(byte[] in, int from, int to) {
            byte[] own = octets;
            int length = own.length;
            if (to - from != length) {
                return false;
            }
            if (length < Long.BYTES) {
                for (int i = 0; i < length; i++) {
                    if (own[i] != in[from + i]) {
                        return false;
                    }
                }
                return true;
            }
            for (int i = 0; i < length - Long.BYTES; i += Long.BYTES) {
                if ((long) LONGS.get(own, i) != (long) LONGS.get(in, from + i)) {
                    return false;
                }
            }
            return (long) LONGS.get(own, length - Long.BYTES) == (long) LONGS.get(in, to - Long.BYTES);
        }

        /**
         * The hash of up to eight octets is a bijective mix of one word: with equal length it is equal only for equal
         * octets.
         */
        boolean is(long wantedHash, byte[] in, int from, int to) {
            return hash == wantedHash
                    && octets.length == to - from
                    && (octets.length <= Long.BYTES || Arrays.equals(octets, 0, octets.length, in, from, to));
        }
    }

    /**
     * The string that octets, already validated as UTF-8, represent, with their hash.
     *
     * @param shared true to share the string with other documents: such strings are interned, as SAX and StAX2 let
     *     users request
     */
    static Part part(long hash, byte[] octets, int from, int to, boolean shared) {
        int slot = (int) hash & SLOTS - 1;
        Part kept = PARTS[slot];
        if (kept != null && kept.is(hash, octets, from, to)) {
            return kept;
        }
        byte[] own = Arrays.copyOfRange(octets, from, to);
        String text = new String(own, StandardCharsets.UTF_8);
        if (!shared || own.length > LONGEST) {
            return new Part(own, hash, text);
        }
        Part part = new Part(own, hash, text.intern());
        PARTS[slot] = part;
        return part;
    }

    static long hash(byte[] octets, int from, int to) {
        long hash = (long) to - from;
        int p = from;
        for (; p + 8 <= to; p += 8) {
            hash = mix(hash ^ (long) LONGS.get(octets, p));
        }
        if (p < to) {
            long word = 0;
            if (p + 8 <= octets.length) {
                word = (long) LONGS.get(octets, p) & ~(-1L << 8 * (to - p));
            } else {
                for (int i = to - 1; i >= p; i--) {
                    word = word << 8 | (octets[i] & 0xFF);
                }
            }
            hash = mix(hash ^ word);
        }
        return hash;
    }

    private static long mix(long value) {
        long mixed = value * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 32;
    }

    /** The qualified name of an element or attribute. */
    static final class SharedName {
        final String prefix;
        final String namespace;
        final XmlName name;
        final String qualified;

        /** A code of six bits, derived from namespace and local name, that distinguishes most names. */
        final int code;

        /** False if no element can have this name: its prefix or local name is not an NCName. */
        final boolean allowed;

        /** False if no attribute can have this name: it has a namespace without prefix, or is the name xmlns. */
        final boolean allowedForAttribute;

        private SharedName(Part prefix, Part namespace, Part local, boolean shared) {
            this.prefix = prefix.text;
            this.namespace = namespace.text;
            this.name = XmlName.of(namespace.text, local.text);
            this.code = name.hashCode() * 0x9E3779B9 >>> 26;
            boolean prefixed = !prefix.text.isEmpty();
            String whole = prefixed ? prefix.text + ":" + local.text : local.text;
            this.qualified = shared && prefixed ? whole.intern() : whole;
            this.allowed = local.ncName && (prefix.ncName || !prefixed);
            this.allowedForAttribute =
                    allowed && (prefixed || (namespace.text.isEmpty() && !local.text.equals("xmlns")));
        }

        @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
        private boolean is(String otherPrefix, String otherNamespace, String otherLocal) {
            return (name.local() == otherLocal || name.local().equals(otherLocal))
                    && (namespace == otherNamespace || namespace.equals(otherNamespace))
                    && (prefix == otherPrefix || prefix.equals(otherPrefix));
        }
    }

    static SharedName name(Part prefix, Part namespace, Part local, boolean shared) {
        int hash = (local.text.hashCode() * 31 + namespace.text.hashCode()) * 31 + prefix.text.hashCode();
        int slot = (hash ^ hash >>> 16) & SLOTS - 1;
        SharedName kept = NAMES[slot];
        if (kept != null && kept.is(prefix.text, namespace.text, local.text)) {
            return kept;
        }
        boolean brief = local.text.length() + prefix.text.length() < LONGEST && namespace.text.length() <= LONGEST;
        SharedName made = new SharedName(prefix, namespace, local, shared && brief);
        if (shared && brief) {
            NAMES[slot] = made;
        }
        return made;
    }
}
