package dev.weir.xml.fastinfoset;

import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An identifying string, with its index in the table of one document. */
final class IndexedString {
    final String text;

    /** The string in UTF-8, padded with zeros to a whole word. */
    final byte[] octets;

    /** The length in octets, without padding. */
    final int length;

    final boolean ncName;

    /** Whether both XML 1.0 and XML 1.1 allow its characters. */
    final boolean plain;

    /** The number of the document whose table has it, or {@link WriterTables#ALL_DOCUMENTS}. */
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
