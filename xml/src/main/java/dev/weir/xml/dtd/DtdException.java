package dev.weir.xml.dtd;

/** What is wrong with a DTD or a reference; the reader adds the place and makes an XmlException of it. */
public final class DtdException extends RuntimeException {
    private final int offset;

    DtdException(String message) {
        this(message, -1);
    }

    DtdException(String message, int offset) {
        super(message, null, false, false);
        this.offset = offset;
    }

    /** Where in the text of the document type declaration, with line ends as given; -1 for elsewhere. */
    public int offset() {
        return offset;
    }

    static DtdException beyond(String what, String limit, long value) {
        return new DtdException(what + " goes beyond the limit " + limit + "=" + value);
    }
}
