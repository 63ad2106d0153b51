package dev.weir.xml.fastinfoset;

/** A string that names something, with the index that it has in its table of one document. */
final class Symbol {
    final String text;
    final byte[] octets;

    /** The number of the document that has it in the table, or {@link WriterTables#ALL_DOCUMENTS}. */
    int document;

    /** Its position in the table of that document. */
    int index;

    Symbol(String text, byte[] octets) {
        this.text = text;
        this.octets = octets;
    }
}
