package dev.weir.xml.text;

import dev.weir.xml.XmlName;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A qualified name as written, checked once, and what it last stood for. */
final class RawName extends Symbol {
    /** Empty for none: then the very instance {@code ""}. */
    final String prefix;

    final String local;

    /** Of the local part alone. */
    final long localHash;

    /** The name where no namespace applies. */
    final XmlName plain;

    /** For {@code xmlns} the empty prefix, for {@code xmlns:p} p; null for all other names. */
    final @Nullable String declares;

    /** Replaced as a whole: its fields are final, so a race shows the old or the new one. */
    @Nullable Resolved resolved;

    record Resolved(Namespace namespace, XmlName name) {}

    /** The bytes must be a checked QName; the colon's index, or -1. */
    RawName(byte[] bytes, long hash, int colon) {
        super(bytes, hash);
        String qualified = new String(bytes, StandardCharsets.UTF_8);
        int split = qualified.indexOf(':');
        this.prefix = split < 0 ? "" : qualified.substring(0, split);
        this.local = split < 0 ? qualified : qualified.substring(split + 1);
        this.localHash = colon < 0 ? hash : SymbolTable.hash(bytes, colon + 1, bytes.length);
        this.plain = XmlName.of(local);
        this.declares = qualified.equals("xmlns") ? "" : prefix.equals("xmlns") ? local : null;
    }

    /** As written. */
    String qualified() {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }
}
