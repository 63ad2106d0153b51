package dev.weir.xml.reader;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An entry of a {@link SymbolTable}: a name by its bytes as written in documents. */
abstract sealed class Symbol permits NameSymbol, NamespaceSymbol {
    final byte[] bytes;
    final long hash;

    /**
     * The next entry in the same bucket. Written before publication; a racing reader may miss entries but never sees
     * invalid ones.
     */
    @Nullable Symbol next;

    Symbol(byte[] bytes, long hash) {
        this.bytes = bytes;
        this.hash = hash;
    }

    final boolean matches(long wantedHash, byte[] in, int from, int to) {
        return hash == wantedHash && Arrays.equals(bytes, 0, bytes.length, in, from, to);
    }
}
