package dev.weir.xml.fastinfoset;

import dev.weir.xml.lexical.WriterNamespaces;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The bit patterns of a fast infoset document, as specified in annex C of X.891. Bits are numbered from 1, the most
 * significant one, as there. Indexes and lengths are given as the recommendation counts them, from 1; a table's
 * position in Java is one less.
 */
final class FastInfosetLayout {
    /** The first octets of a document, after the optional XML declaration: identification and version (12.6, 12.7). */
    static final byte[] MAGIC = {(byte) 0xE0, 0, 0, 1};

    /** The XML declarations that may precede a document (12.3). */
    static final List<byte[]> XML_DECLARATIONS = List.of(
            ascii("<?xml encoding='finf'?>"),
            ascii("<?xml encoding='finf' standalone='yes'?>"),
            ascii("<?xml encoding='finf' standalone='no'?>"),
            ascii("<?xml version='1.0' encoding='finf'?>"),
            ascii("<?xml version='1.0' encoding='finf' standalone='yes'?>"),
            ascii("<?xml version='1.0' encoding='finf' standalone='no'?>"),
            ascii("<?xml version='1.1' encoding='finf'?>"),
            ascii("<?xml version='1.1' encoding='finf' standalone='yes'?>"),
            ascii("<?xml version='1.1' encoding='finf' standalone='no'?>"));

    // The octet after the magic: which optional components the document has (C.2.3)
    static final int HAS_ADDITIONAL_DATA = 0x40;
    static final int HAS_INITIAL_VOCABULARY = 0x20;
    static final int HAS_NOTATIONS = 0x10;
    static final int HAS_UNPARSED_ENTITIES = 0x08;
    static final int HAS_ENCODING_SCHEME = 0x04;
    static final int HAS_STANDALONE = 0x02;
    static final int HAS_VERSION = 0x01;

    // The initial vocabulary's two octets, as one number of 16 bits (C.2.5.1)
    static final int HAS_EXTERNAL_VOCABULARY = 0x1000;
    static final int HAS_RESTRICTED_ALPHABETS = 0x0800;
    static final int HAS_ENCODING_ALGORITHMS = 0x0400;
    static final int HAS_PREFIXES = 0x0200;
    static final int HAS_NAMESPACE_NAMES = 0x0100;
    static final int HAS_LOCAL_NAMES = 0x0080;
    static final int HAS_OTHER_NCNAMES = 0x0040;
    static final int HAS_OTHER_URIS = 0x0020;
    static final int HAS_ATTRIBUTE_VALUES = 0x0010;
    static final int HAS_CHARACTER_CHUNKS = 0x0008;
    static final int HAS_OTHER_STRINGS = 0x0004;
    static final int HAS_ELEMENT_NAMES = 0x0002;
    static final int HAS_ATTRIBUTE_NAMES = 0x0001;
    static final int VOCABULARY_PADDING = 0xE000;

    // The first octets of items. If a constant leaves low bits free, the two lowest are SYSTEM_ID and PUBLIC_ID, or
    // PREFIX and NAMESPACE.
    static final int NOTATION = 0xC0;
    static final int UNPARSED_ENTITY = 0xD0;
    static final int DOCTYPE = 0xC4;
    static final int ENTITY_REFERENCE = 0xC8;
    static final int NAMESPACE_ATTRIBUTE = 0xCC;
    static final int INSTRUCTION = 0xE1;
    static final int COMMENT = 0xE2;

    /** The mask of the six bits that identify an item whose two lowest bits are free. */
    static final int SIX_BITS = 0xFC;

    static final int SYSTEM_ID = 0x02;
    static final int PUBLIC_ID = 0x01;
    static final int PREFIX = 0x02;
    static final int NAMESPACE = 0x01;

    /** An element: bit 1 is 0 (C.2.11.2, C.3.7.2), bit 2 is set if it has attributes, the name starts on bit 3. */
    static final int HAS_ATTRIBUTES = 0x40;

    /** Bits 3 to 8 of an element with namespace attributes, which come before the name (C.3.4.1). */
    static final int HAS_NAMESPACES = 0x38;

    /** Bits 3 to 6 of an element's name that is literal (C.18.3); PREFIX and NAMESPACE follow. */
    static final int LITERAL_ON_BIT_3 = 0x3C;

    /** Bits 2 to 6 of an attribute's name that is literal (C.17.3), bit 6 being padding; PREFIX and NAMESPACE follow. */
    static final int LITERAL_ON_BIT_2 = 0x78;

    /** Content characters: bits 1 and 2 (C.3.7.5); bit 3 is {@link #CHUNK_INDEX}. */
    static final int CHUNK = 0x80;

    static final int CHUNK_INDEX = 0x20;
    static final int CHUNK_ADD = 0x10;

    /** A string that may be an index: bit 1 set (C.13.4, C.14.4). */
    static final int STRING_INDEX = 0x80;

    /** A literal string that does not identify goes into its table (C.14.3). */
    static final int STRING_ADD = 0x40;

    /** The index 0, the empty string: all bits of a string on bit 1 (C.14.4, C.26.2). */
    static final int EMPTY_STRING = 0xFF;

    // The encoding of a character string, on bit 3 (C.19.3); on bit 5 it is the same, shifted right by two (C.20.3)
    static final int UTF_8 = 0x00;
    static final int UTF_16BE = 0x10;
    static final int RESTRICTED_ALPHABET = 0x20;
    static final int ENCODING_ALGORITHM = 0x30;

    /** Four bits: the end of attributes, or of content. Two may share an octet (C.2.12, C.3.6.2, C.3.8). */
    static final int TERMINATOR = 0xF0;

    static final int DOUBLE_TERMINATOR = 0xFF;

    /** Bits of a name surrogate in a vocabulary, before its two or three indexes on bit 2 of an octet each (C.16). */
    static final int SURROGATE_PADDING = 0xFC;

    // Indexes: the highest of each length (C.25 to C.28), and the prefix bits of the longer forms
    static final int MOST_ENTRIES = 1 << 20;
    static final int INDEX_2_SMALL = 64;
    static final int INDEX_2_MEDIUM = 8256;
    static final int INDEX_2_MEDIUM_FLAG = 0x40;
    static final int INDEX_2_LARGE_FLAG = 0x60;
    static final int INDEX_3_SMALL = 32;
    static final int INDEX_3_MEDIUM = 2080;
    static final int INDEX_3_LARGE = 526_368;
    static final int INDEX_3_MEDIUM_FLAG = 0x20;
    static final int INDEX_3_LARGE_FLAG = 0x28;
    static final int INDEX_3_HUGE_FLAG = 0x30;
    static final int INDEX_4_SMALL = 16;
    static final int INDEX_4_MEDIUM = 1040;
    static final int INDEX_4_LARGE = 263_184;
    static final int INDEX_4_MEDIUM_FLAG = 0x10;
    static final int INDEX_4_LARGE_FLAG = 0x14;
    static final int INDEX_4_HUGE_FLAG = 0x18;

    // Lengths in octets: the longest of each form (C.22 to C.24), and the prefix bits of the longer forms
    static final int LENGTH_2_SMALL = 64;
    static final int LENGTH_2_MEDIUM = 320;
    static final int LENGTH_2_MEDIUM_FLAG = 0x40;
    static final int LENGTH_2_LARGE_FLAG = 0x60;
    static final int LENGTH_5_SMALL = 8;
    static final int LENGTH_5_MEDIUM = 264;
    static final int LENGTH_5_MEDIUM_FLAG = 0x08;
    static final int LENGTH_5_LARGE_FLAG = 0x0C;
    static final int LENGTH_7_SMALL = 2;
    static final int LENGTH_7_MEDIUM = 258;
    static final int LENGTH_7_MEDIUM_FLAG = 0x02;
    static final int LENGTH_7_LARGE_FLAG = 0x03;

    // The number of items of a sequence (C.21): one octet for up to 128, otherwise 0x80 and 20 bits
    static final int SEQUENCE_SMALL = 128;
    static final int SEQUENCE_LARGE_FLAG = 0x80;

    /**
     * The number, in the eight bits of C.29, of the first alphabet and the first algorithm that are not built in. The
     * recommendation reserves 15 and 31 entries (8.2.2, 8.3.2); the reference implementation, and every implementation
     * compatible with it, reserves 32 of each.
     */
    static final int FIRST_OWN = 32;

    static final int FIRST_OWN_ALPHABET_BY_RECOMMENDATION = 15;
    static final int FIRST_OWN_ALGORITHM_BY_RECOMMENDATION = 31;

    /** The most restricted alphabets that a document can add. */
    static final int MOST_OWN_ALPHABETS = 256 - FIRST_OWN;

    /** The first entry of the prefix table and of the namespace name table (7.2.21, 7.2.22). */
    static final String XML_PREFIX = "xml";

    static final String XML_NAMESPACE = WriterNamespaces.XML_NAMESPACE;

    private FastInfosetLayout() {}

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
