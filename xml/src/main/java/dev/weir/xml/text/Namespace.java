package dev.weir.xml.text;

/** A namespace name as declared. */
final class Namespace extends Symbol {
    static final Namespace NONE = new Namespace(new byte[0], 0, "");

    final String uri;

    Namespace(byte[] bytes, long hash, String uri) {
        super(bytes, hash);
        this.uri = uri;
    }
}
