package dev.weir.xml.reader;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A name as it stands in documents, byte for byte: what a {@link SymbolTable} holds. */
abstract sealed class Symbol permits NameSymbol, NamespaceSymbol {
    final byte[] bytes;
    final long hash;

    /** The next one in the same bucket. Written before publication; whoever sees it too early finds less, not wrong. */
    @Nullable Symbol next;

    Symbol(byte[] bytes, long hash) {
        this.bytes = bytes;
        this.hash = hash;
    }

    final boolean matches(long wantedHash, byte[] in, int from, int to) {
        return hash == wantedHash && Arrays.equals(bytes, 0, bytes.length, in, from, to);
    }
}
