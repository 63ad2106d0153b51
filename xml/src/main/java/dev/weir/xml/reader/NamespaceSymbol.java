package dev.weir.xml.reader;

import java.nio.charset.StandardCharsets;

/** A namespace name as declared. */
final class NamespaceSymbol extends Symbol {
    static final NamespaceSymbol NONE = new NamespaceSymbol(new byte[0], 0, "");

    final String uri;

    /** One that is known before any document is read. */
    static NamespaceSymbol of(String uri) {
        byte[] bytes = uri.getBytes(StandardCharsets.UTF_8);
        return new NamespaceSymbol(bytes, SymbolTable.hash(bytes, 0, bytes.length), uri);
    }

    NamespaceSymbol(byte[] bytes, long hash, String uri) {
        super(bytes, hash);
        this.uri = uri;
    }
}
