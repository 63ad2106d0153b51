package dev.weir.xml.fastinfoset;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A string that names something, with the index that it has in its table of one document. */
final class IndexedString {
    final String text;

    /** In UTF-8, with zeros behind up to a whole word. */
    final byte[] octets;

    /** How many octets it has. */
    final int length;

    final boolean ncName;

    /** Whether documents of any version may hold its characters. */
    final boolean plain;

    /** The number of the document that has it in the table, or {@link WriterTables#ALL_DOCUMENTS}. */
    int document;

    /** Its position in the table of that document. */
    int index;

    IndexedString(String text) {
        this.text = text;
        byte[] own = text.getBytes(StandardCharsets.UTF_8);
        octets = Arrays.copyOf(own, (own.length + 7) & ~7);
        length = own.length;
        ncName = Characters.isNCName(text);
        plain = Characters.firstForbidden(text, Edition.FIFTH) < 0;
    }
}
