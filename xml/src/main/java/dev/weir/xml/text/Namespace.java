package dev.weir.xml.text;

import java.nio.charset.StandardCharsets;

/** A namespace name as declared. */
final class Namespace extends Symbol {
    static final Namespace NONE = new Namespace(new byte[0], 0, "");

    final String uri;

    /** One that is known before any document is read. */
    static Namespace of(String uri) {
        byte[] bytes = uri.getBytes(StandardCharsets.UTF_8);
        return new Namespace(bytes, SymbolTable.hash(bytes, 0, bytes.length), uri);
    }

    Namespace(byte[] bytes, long hash, String uri) {
        super(bytes, hash);
        this.uri = uri;
    }
}
