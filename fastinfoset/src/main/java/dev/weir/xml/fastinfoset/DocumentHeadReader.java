package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.fastinfoset.SharedNames.Part;
import dev.weir.xml.lexical.Edition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the head of a document, which precedes its items: identification, initial vocabulary and properties (X.891,
 * clause 12 and C.2).
 */
final class DocumentHeadReader {
    private static final int LONGEST_DECLARATION = 56;

    /** A notation or, with the name of its notation, an unparsed entity. */
    private record Declared(
            String name,
            @Nullable String systemId,
            @Nullable String publicId,
            @Nullable String notation) {}

    private final FastInfosetScanner scanner;
    private final ReaderTables tables;
    private List<Declared> declared = List.of();

    DocumentHeadReader(FastInfosetScanner scanner) {
        this.scanner = scanner;
        this.tables = scanner.tables;
    }

    boolean hasDeclarations() {
        return !declared.isEmpty();
    }

    void declare(FastInfosetDoctype doctype) {
        for (Declared item : declared) {
            if (item.notation == null) {
                doctype.notation(item.name, item.systemId, item.publicId);
            } else {
                doctype.unparsedEntity(item.name, String.valueOf(item.systemId), item.publicId, item.notation);
            }
        }
    }

    void read() {
        String front = scanner.peek() == '<' ? xmlDeclaration() : "";
        for (byte wanted : FastInfosetLayout.MAGIC) {
            if (scanner.peek() != (wanted & 0xFF)) {
                throw scanner.fail(
                        "not a fast infoset document: it must begin with the octets E0 00 00 01", scanner.pos);
            }
            scanner.octet();
        }
        int components = scanner.octet();
        if (components > 0x7F) {
            throw scanner.wrongBits("the list of components", components);
        }
        if ((components & FastInfosetLayout.HAS_ADDITIONAL_DATA) != 0) {
            additionalData();
        }
        vocabulary((components & FastInfosetLayout.HAS_INITIAL_VOCABULARY) != 0);
        if ((components & FastInfosetLayout.HAS_NOTATIONS) != 0) {
            notations();
        }
        if ((components & FastInfosetLayout.HAS_UNPARSED_ENTITIES) != 0) {
            unparsedEntities();
        }
        if ((components & FastInfosetLayout.HAS_ENCODING_SCHEME) != 0) {
            scanner.encodingScheme = string2();
        }
        Boolean standalone = null;
        String version = "1.0";
        boolean versionTold = false;
        if (!front.isEmpty()) {
            standalone = front.contains("standalone='yes'")
                    ? Boolean.TRUE
                    : front.contains("standalone='no'") ? Boolean.FALSE : null;
            version = front.contains("version='1.1'") ? "1.1" : "1.0";
            versionTold = front.contains("version=");
        }
        if ((components & FastInfosetLayout.HAS_STANDALONE) != 0) {
            int b = scanner.octet();
            if (b > 1) {
                throw scanner.wrongBits("the standalone property", b);
            }
            standalone = b == 1;
        }
        if ((components & FastInfosetLayout.HAS_VERSION) != 0) {
            scanner.otherString();
            version = scanner.string();
            versionTold = true;
            if (!version.matches("1\\.[0-9]{1,10}")) {
                throw scanner.fail("the version must be 1. and a number", scanner.pos);
            }
        }
        // Without a version the source may have been an XML 1.1 document, and most writers omit the version
        if (!versionTold || version.equals("1.1")) {
            scanner.edition = Edition.XML_1_1;
        }
        int declarationParts = FastInfosetLayout.HAS_ENCODING_SCHEME
                | FastInfosetLayout.HAS_STANDALONE
                | FastInfosetLayout.HAS_VERSION;
        if ((components & declarationParts) != 0 || !front.isEmpty()) {
            scanner.declaration = new XmlDeclaration(version, scanner.encodingScheme, standalone);
        }
    }

    /** 12.3: one of the nine XML declarations, octet for octet. */
    private String xmlDeclaration() {
        byte[] found = new byte[LONGEST_DECLARATION];
        int length = 0;
        do {
            found[length++] = (byte) scanner.octet();
        } while (found[length - 1] != '>' && length < LONGEST_DECLARATION);
        for (byte[] declaration : FastInfosetLayout.XML_DECLARATIONS) {
            if (Arrays.equals(found, 0, length, declaration, 0, declaration.length)) {
                return new String(declaration, StandardCharsets.US_ASCII);
            }
        }
        throw scanner.fail(
                "not a fast infoset document: the XML declaration in front must be one that X.891 lists in 12.3, such as"
                        + " <?xml encoding='finf'?>",
                scanner.pos);
    }

    /** C.2.4: additional data, meant for applications that know its URI; skipped. */
    private void additionalData() {
        int items = scanner.sequenceLength();
        for (int i = 0; i < items; i++) {
            string2();
            scanner.skip(length2(scanner.octet()));
            next();
        }
    }

    /** Marks the end of an entry, so that its octets can be dropped. */
    private void next() {
        scanner.compact();
        scanner.itemStart = scanner.pos;
    }

    private long length2(int b) {
        if (b > 0x7F) {
            throw scanner.wrongBits("a string", b);
        }
        return scanner.length2(b);
    }

    /** C.22: a string on the second bit; the first is padding. */
    private int part2(int most, String limit) {
        int b = scanner.octet();
        if (b > 0x7F) {
            throw scanner.wrongBits("a string", b);
        }
        return scanner.part(b, most, limit);
    }

    private String string2() {
        return tables.names.part(part2(scanner.limits.maxAttributeLength(), "maxAttributeLength")).text;
    }

    // ---------------------------------------------------------------- the initial vocabulary

    /** C.2.5. */
    private void vocabulary(boolean present) {
        int has = present ? scanner.octet() << 8 : 0;
        if ((has & FastInfosetLayout.VOCABULARY_PADDING) != 0) {
            throw scanner.wrongBits("the list of tables", has >>> 8);
        }
        has |= present ? scanner.octet() : 0;
        tables.begin((has & FastInfosetLayout.HAS_EXTERNAL_VOCABULARY) == 0 ? Vocabulary.EMPTY : external());
        byte[] source = scanner.isStream() ? null : scanner.buf;
        tables.attributeValues.source(source);
        tables.chunks.source(source);
        tables.otherStrings.source(source);
        if ((has & FastInfosetLayout.HAS_RESTRICTED_ALPHABETS) != 0) {
            alphabets();
        }
        if ((has & FastInfosetLayout.HAS_ENCODING_ALGORITHMS) != 0) {
            algorithms();
        }
        strings(has & FastInfosetLayout.HAS_PREFIXES, tables.prefixes);
        strings(has & FastInfosetLayout.HAS_NAMESPACE_NAMES, tables.namespaces);
        strings(has & FastInfosetLayout.HAS_LOCAL_NAMES, tables.localNames);
        strings(has & FastInfosetLayout.HAS_OTHER_NCNAMES, tables.otherNcNames);
        strings(has & FastInfosetLayout.HAS_OTHER_URIS, tables.otherUris);
        values(has & FastInfosetLayout.HAS_ATTRIBUTE_VALUES, tables.attributeValues, false);
        values(has & FastInfosetLayout.HAS_CHARACTER_CHUNKS, tables.chunks, true);
        values(has & FastInfosetLayout.HAS_OTHER_STRINGS, tables.otherStrings, false);
        names(has & FastInfosetLayout.HAS_ELEMENT_NAMES, tables.elementNames, false);
        names(has & FastInfosetLayout.HAS_ATTRIBUTE_NAMES, tables.attributeNames, true);
    }

    private Vocabulary external() {
        int at = scanner.pos;
        String uri = string2();
        Vocabulary vocabulary = scanner.options.vocabulary(uri);
        if (vocabulary == null) {
            throw scanner.fail("the external vocabulary is not registered: " + uri, at);
        }
        return vocabulary;
    }

    private void alphabets() {
        int items = ownItems("restricted alphabets", tables.alphabets.size());
        for (int i = 0; i < items; i++) {
            int at = scanner.pos;
            String characters = string2();
            try {
                tables.alphabets.add(RestrictedAlphabet.of(characters));
            } catch (IllegalArgumentException wrong) {
                throw scanner.fail(String.valueOf(wrong.getMessage()), at);
            }
            next();
        }
    }

    private void algorithms() {
        int items = ownItems("encoding algorithms", tables.algorithms.size());
        for (int i = 0; i < items; i++) {
            tables.algorithms.add(string2());
            next();
        }
    }

    private int ownItems(String what, int present) {
        int at = scanner.pos;
        int items = scanner.sequenceLength();
        if (items + present > FastInfosetLayout.MOST_OWN_ALPHABETS) {
            throw scanner.fail(
                    "a document can have " + FastInfosetLayout.MOST_OWN_ALPHABETS + " " + what + " of its own: "
                            + (items + present),
                    at);
        }
        return items;
    }

    private void strings(int present, ReaderTables.Strings table) {
        if (present == 0) {
            return;
        }
        int items = scanner.sequenceLength();
        for (int i = 0; i < items; i++) {
            scanner.addString(table, part2(scanner.limits.maxAttributeLength(), "maxAttributeLength"));
            next();
        }
    }

    private void values(int present, ReaderTables.Values table, boolean content) {
        if (present == 0) {
            return;
        }
        int items = scanner.sequenceLength();
        for (int i = 0; i < items; i++) {
            int b = scanner.octet();
            if (b > 0x3F) {
                throw scanner.wrongBits("an entry of a table", b);
            }
            scanner.literal(
                    b | FastInfosetLayout.STRING_ADD,
                    content ? scanner.limits.maxTextLength() : scanner.limits.maxAttributeLength(),
                    content ? "maxTextLength" : "maxAttributeLength",
                    table,
                    content);
            next();
        }
    }

    /** C.16: by the entries of the tables of strings. */
    private void names(int present, ReaderTables.Names table, boolean attributes) {
        if (present == 0) {
            return;
        }
        int items = scanner.sequenceLength();
        for (int i = 0; i < items; i++) {
            int at = scanner.pos;
            int b = scanner.octet();
            if ((b & FastInfosetLayout.SURROGATE_PADDING) != 0 || b == FastInfosetLayout.PREFIX) {
                throw scanner.wrongBits("a name", b);
            }
            int prefix = (b & FastInfosetLayout.PREFIX) == 0 ? NumberedNames.NONE : entry(tables.prefixes);
            int namespace = (b & FastInfosetLayout.NAMESPACE) == 0 ? NumberedNames.NONE : entry(tables.namespaces);
            int number = tables.names.name(prefix, namespace, entry(tables.localNames));
            scanner.addName(table, number, attributes, at);
            next();
        }
    }

    private int entry(ReaderTables.Strings table) {
        int b = scanner.octet();
        if (b > 0x7F) {
            throw scanner.wrongBits("an index", b);
        }
        int index = scanner.index2(b);
        if (index >= table.count) {
            throw scanner.fail(
                    "the table has " + table.count + " entries, but the index is " + (index + 1L), scanner.pos - 1);
        }
        return table.get(index);
    }

    // ---------------------------------------------------------------- notations and unparsed entities

    /** C.2.6, C.11. */
    private void notations() {
        declared = new ArrayList<>(declared);
        int start = scanner.pos;
        int b = scanner.octet();
        do {
            if ((b & FastInfosetLayout.SIX_BITS) != FastInfosetLayout.NOTATION) {
                throw scanner.wrongBits("a notation", b);
            }
            String name = ncName();
            String systemId = (b & FastInfosetLayout.SYSTEM_ID) == 0 ? null : scanner.identifier();
            String publicId = (b & FastInfosetLayout.PUBLIC_ID) == 0 ? null : scanner.identifier();
            declared.add(new Declared(name, systemId, publicId, null));
            checkLength(start);
            b = scanner.octet();
        } while (b != FastInfosetLayout.TERMINATOR);
    }

    /** C.2.7, C.10. */
    private void unparsedEntities() {
        declared = new ArrayList<>(declared);
        int start = scanner.pos;
        int b = scanner.octet();
        do {
            if ((b & ~FastInfosetLayout.PUBLIC_ID) != FastInfosetLayout.UNPARSED_ENTITY) {
                throw scanner.wrongBits("an unparsed entity", b);
            }
            String name = ncName();
            String systemId = scanner.identifier();
            String publicId = (b & FastInfosetLayout.PUBLIC_ID) == 0 ? null : scanner.identifier();
            declared.add(new Declared(name, systemId, publicId, ncName()));
            checkLength(start);
            b = scanner.octet();
        } while (b != FastInfosetLayout.TERMINATOR);
    }

    private String ncName() {
        int at = scanner.pos;
        Part part = scanner.ncName();
        if (!part.ncName) {
            throw scanner.fail("entities and notations must have names without colon", at);
        }
        return part.text;
    }

    private void checkLength(int start) {
        int most = scanner.limits.maxDtdLength();
        if (scanner.pos - start > most) {
            throw scanner.beyond("notations and entities", "maxDtdLength", most, scanner.pos);
        }
    }
}
