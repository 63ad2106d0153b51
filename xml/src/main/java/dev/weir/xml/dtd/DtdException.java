package dev.weir.xml.dtd;

/** An error in a DTD or a reference. The reader adds the location and throws it on as an XmlException. */
public final class DtdException extends RuntimeException {
    private final int offset;

    DtdException(String message) {
        this(message, -1);
    }

    DtdException(String message, int offset) {
        super(message, null, false, false);
        this.offset = offset;
    }

    /** The index in the text of the document type declaration, with line ends as given; -1 for an error elsewhere. */
    public int offset() {
        return offset;
    }

    static DtdException beyond(String what, String limit, long value) {
        return new DtdException(what + " goes beyond the limit " + limit + "=" + value);
    }
}
