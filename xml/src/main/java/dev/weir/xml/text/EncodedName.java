package dev.weir.xml.text;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.rule.Characters;
import java.nio.charset.StandardCharsets;

/**
 * A checked name with its prefix, as bytes. Recently written ones are kept in one small table per process: a slot holds
 * one immutable entry, so that losing a race costs an encoding and nothing else.
 */
final class EncodedName {
    private static final int SLOTS = 2048;

    /** Longer names are encoded each time, so that the table cannot grow with what it is fed. */
    private static final int LONGEST_KEPT = 200;

    private static final EncodedName[] RECENT = new EncodedName[SLOTS];

    final String prefix;
    final XmlName name;

    /** The qualified name in UTF-8. */
    final byte[] bytes;

    private EncodedName(String prefix, XmlName name) {
        this.prefix = prefix;
        this.name = name;
        if (!Characters.isNCName(name.local())) {
            throw new XmlException("not a name that a document can hold: \"" + name.local() + "\"", XmlLocation.NONE);
        }
        if (!prefix.isEmpty() && !Characters.isNCName(prefix)) {
            throw new XmlException("a prefix must be a name without colon: \"" + prefix + "\"", XmlLocation.NONE);
        }
        this.bytes = (prefix.isEmpty() ? name.local() : prefix + ":" + name.local()).getBytes(StandardCharsets.UTF_8);
    }

    static EncodedName of(String prefix, XmlName name) {
        int hash = name.hashCode() * 31 + prefix.hashCode();
        int slot = (hash ^ hash >>> 16) & (SLOTS - 1);
        EncodedName kept = RECENT[slot];
        if (kept != null && (kept.name == name || kept.name.equals(name)) && kept.prefix.equals(prefix)) {
            return kept;
        }
        EncodedName encoded = new EncodedName(prefix, name);
        if (encoded.bytes.length + name.namespace().length() <= LONGEST_KEPT) {
            RECENT[slot] = encoded;
        }
        return encoded;
    }
}
