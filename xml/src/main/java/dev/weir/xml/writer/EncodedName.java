package dev.weir.xml.writer;

import dev.weir.xml.XmlName;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Swar;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A qualified name encoded as the first bytes of a start tag, an end tag and an attribute, in words of eight, so that a
 * few stores write one. Recently written names are cached in one small table per process: a slot holds one immutable
 * entry, so that a lost race only costs another encoding.
 */
final class EncodedName {
    /** Not a name, but characters that can be encoded in UTF-8. */
    static final int TEXT = 1;

    /** A Name by XML 1.0, in which a colon is a letter. */
    static final int NAME = 2;

    /** A QName: without colons except for the one after the prefix. */
    static final int QUALIFIED_NAME = 3;

    private static final int SLOTS = 2048;

    /** The longest name that is cached, so that hostile names cannot make the table large. */
    private static final int LONGEST_KEPT = 200;

    private static final EncodedName[] RECENT = new EncodedName[SLOTS];

    /** By the hash of {@link #seen}. */
    private static final EncodedName[] SEEN = new EncodedName[SLOTS];

    final String prefix;
    final String local;

    /** {@code <p:local>}; the last byte is used for an element without attributes. */
    final long[] start;

    /** {@code </p:local>}. */
    final long[] end;

    /** A space, {@code p:local}, an equals sign and a quotation mark. */
    final long[] attribute;

    // The first two words of each, which suffice for most names

    final long start0;
    final long start1;
    final long end0;
    final long end1;
    final long attribute0;
    final long attribute1;

    /** The length of {@link #start} in bytes, without its last one; {@link #end} and {@link #attribute} have {@link #MORE} more. */
    final int startBytes;

    static final int MORE = 2;

    /** The validity of the name: one of the constants, or zero if it cannot be encoded. */
    final int grade;

    final boolean ascii;

    /** The XmlName of the last lookup; any thread may replace it by another one that this entry encodes as well. */
    private @Nullable XmlName seen;

    // Codes of one bit in 64: names with different codes are different

    final long bit1;
    final long bit2;

    private EncodedName(String prefix, String local) {
        this.prefix = prefix;
        this.local = local;
        String qualified = qualified();
        byte[] bytes = qualified.getBytes(StandardCharsets.UTF_8);
        int mixed = qualified.hashCode() * 0x9E3779B9;
        bit1 = 1L << (mixed >>> 26);
        bit2 = 1L << (mixed >>> 20);
        ascii = bytes.length == qualified.length() && qualified.chars().allMatch(c -> c < 0x80);
        startBytes = bytes.length + 1;
        start = words("<", bytes, ">");
        end = words("</", bytes, ">");
        attribute = words(" ", bytes, "=\"");
        start0 = start[0];
        start1 = start[1];
        end0 = end[0];
        end1 = end[1];
        attribute0 = attribute[0];
        attribute1 = attribute[1];
        if (Characters.isNCName(local) && (prefix.isEmpty() || Characters.isNCName(prefix))) {
            grade = QUALIFIED_NAME;
        } else if (isName(qualified)) {
            grade = NAME;
        } else {
            grade = new String(bytes, StandardCharsets.UTF_8).equals(qualified) ? TEXT : 0;
        }
    }

    /** Production Name. */
    static boolean isName(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!(i == 0 ? Characters.isNameStart(c) : Characters.isName(c))) {
                return false;
            }
            i += Character.charCount(c);
        }
        return !text.isEmpty();
    }

    String qualified() {
        return prefix.isEmpty() ? local : prefix.concat(":").concat(local);
    }

    private static long[] words(String before, byte[] name, String after) {
        int length = before.length() + name.length + after.length();
        byte[] all = Arrays.copyOf(before.getBytes(StandardCharsets.US_ASCII), Math.max(16, length + 7 & ~7));
        System.arraycopy(name, 0, all, before.length(), name.length);
        for (int i = 0; i < after.length(); i++) {
            all[length - after.length() + i] = (byte) after.charAt(i);
        }
        long[] words = new long[all.length / 8];
        for (int i = 0; i < words.length; i++) {
            words[i] = Swar.at(all, i * 8);
        }
        return words;
    }

    static EncodedName of(String prefix, String local) {
        int hash = local.hashCode();
        if (!prefix.isEmpty()) {
            hash = hash * 31 + prefix.hashCode();
        }
        int slot = (hash ^ hash >>> 16) & (SLOTS - 1);
        EncodedName kept = RECENT[slot];
        if (kept != null && kept.is(prefix, local)) {
            return kept;
        }
        EncodedName encoded = new EncodedName(prefix, local);
        if (encoded.startBytes <= LONGEST_KEPT) {
            RECENT[slot] = encoded;
        }
        return encoded;
    }

    /** The same with a fast path for repeated names, by identity with the instance seen last. */
    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // a miss is looked up by value
    static EncodedName of(String prefix, XmlName name) {
        int slot = name.hashCode() & (SLOTS - 1);
        EncodedName kept = SEEN[slot];
        if (kept != null && kept.seen == name && kept.prefix == prefix) {
            return kept;
        }
        EncodedName encoded = of(prefix, name.local());
        if (encoded.startBytes <= LONGEST_KEPT && name.namespace().length() <= LONGEST_KEPT) {
            encoded.seen = name;
            SEEN[slot] = encoded;
        }
        return encoded;
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    boolean is(String otherPrefix, String otherLocal) {
        return (local == otherLocal || local.equals(otherLocal))
                && (prefix == otherPrefix || prefix.equals(otherPrefix));
    }
}
