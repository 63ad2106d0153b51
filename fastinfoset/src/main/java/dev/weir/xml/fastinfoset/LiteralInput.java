package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.fastinfoset.SharedNames.Part;
import dev.weir.xml.fastinfoset.SharedNames.SharedName;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes strings and names, literal or by index (X.891, C.13 to C.20), and fills the tables. Characters are checked in
 * the buffer and converted to Strings on request; a table entry is converted once.
 */
abstract class LiteralInput extends OctetInput {
    /**
     * The most booleans in one value: a boolean takes one bit, but up to six octets as text; other data grows at most
     * fourfold.
     */
    private static final int MOST_BOOLEANS = 1024 * 1024;

    /** The longest name whose encoding is remembered, in characters. */
    private static final int SHORT_NAME = 64;

    final FastInfosetReadOptions options;
    ReaderWorkspace room = ReaderWorkspace.take();
    ReaderTables tables = room.tables;
    private @Nullable EncodingAlgorithm[] algorithms = {};
    private int names;
    Edition edition = Edition.FIFTH;
    final int maxAttributeLength;
    final int maxTextLength;

    /** The number of names up to which the limits allow any remembered name; negative when they allow none. */
    private final int mostBeforeAgain;

    // The text of the current item
    byte[] textOctets = ReaderTables.Values.NONE;
    int textStart;
    int textEnd;
    int textKind;
    String textString = "";

    /** The entry of the chunk table that holds the text, or -1. */
    int textEntry = -1;

    LiteralInput(byte[] octets, int offset, int length, FastInfosetReadOptions options) {
        super(octets, offset, length, options.limits());
        this.options = options;
        this.maxAttributeLength = limits.maxAttributeLength();
        this.maxTextLength = limits.maxTextLength();
        this.mostBeforeAgain = mostBeforeAgain(limits);
    }

    LiteralInput(InputStream in, int bufferOctets, FastInfosetReadOptions options) {
        super(in, options.limits());
        this.buf = bufferOctets == BUFFER_OCTETS ? room.takeStream() : new byte[bufferOctets];
        this.options = options;
        this.maxAttributeLength = limits.maxAttributeLength();
        this.maxTextLength = limits.maxTextLength();
        this.mostBeforeAgain = mostBeforeAgain(limits);
    }

    private static int mostBeforeAgain(XmlLimits limits) {
        return limits.maxNameLength() < SHORT_NAME || limits.maxTagLength() < SHORT_NAME ? -1 : limits.maxNames() - 2;
    }

    // ---------------------------------------------------------------- names

    /** C.17.3, C.18.3: decodes a name given by its parts and adds it to its table; returns its entry. */
    final int literalName(int b, ReaderTables.Names table, boolean attribute) {
        int parts = b & 0x03;
        if (parts == FastInfosetLayout.PREFIX || (attribute && (b & 0x04) != 0)) {
            throw wrongBits("a name", b);
        }
        int start = pos;
        int number = nameAsBefore(parts, table.before());
        if (number < 0) {
            int prefix = (parts & FastInfosetLayout.PREFIX) == 0
                    ? NumberedNames.NONE
                    : identifying(tables.prefixes, "prefixes", limits.maxNameLength(), "maxNameLength");
            int namespace = (parts & FastInfosetLayout.NAMESPACE) == 0
                    ? NumberedNames.NONE
                    : identifying(tables.namespaces, "namespace names", maxAttributeLength, "maxAttributeLength");
            int local = identifying(tables.localNames, "local names", limits.maxNameLength(), "maxNameLength");
            number = tables.names.name(prefix, namespace, local);
        }
        addName(table, number, attribute, start);
        return table.count - 1;
    }

    /**
     * Decodes a name if it equals the one at the same table position in the previous document, and has the common form:
     * prefix and namespace by an index of one octet, the local name literal. Returns -1, without consuming anything,
     * for any other.
     *
     * @param guess the number of that name in the previous document
     */
    private int nameAsBefore(int parts, int guess) {
        byte[] octets = buf;
        int p = pos;
        if (end - p < 4) {
            return -1;
        }
        int prefix = NumberedNames.NONE;
        int namespace = NumberedNames.NONE;
        if ((parts & FastInfosetLayout.PREFIX) != 0) {
            prefix = tables.prefixes.byOctet(octets[p++]);
        }
        if ((parts & FastInfosetLayout.NAMESPACE) != 0) {
            namespace = tables.namespaces.byOctet(octets[p++]);
        }
        int length = octets[p++] + 1;
        int stop = p + length;
        if (length <= 0 || length > FastInfosetLayout.LENGTH_2_SMALL || stop > end || length > limits.maxNameLength()) {
            return -1;
        }
        NumberedNames names = tables.names;
        if (!names.is(guess, prefix, namespace, octets, p, stop)) {
            return -1;
        }
        pos = stop;
        addString(tables.localNames, names.local(guess));
        return guess;
    }

    /**
     * Decodes a literal element name if the previous document had it at the same table position, with the same octets,
     * and its prefix has the same binding; returns its slot. Returns 0, without consuming anything, for any other.
     *
     * @param p where the element begins
     */
    final long nameAgain(int p, ReaderTables.Names table, long state) {
        byte[] octets = buf;
        if (names > mostBeforeAgain || p > end - ReaderTables.Names.LONGEST_WRITTEN) {
            return 0;
        }
        long slot = table.again(octets, p, state);
        if (slot == 0
                || tables.localNames.isFull()
                || !tables.names.has(ReaderTables.Names.number(slot), prefixAt(p), namespaceAt(p))) {
            return 0;
        }
        pos = p + table.lengthAgain();
        names += 2;
        tables.localNames.add(table.addAgain(slot));
        return slot;
    }

    private int prefixAt(int p) {
        byte[] octets = buf;
        return (octets[p] & FastInfosetLayout.PREFIX) == 0
                ? NumberedNames.NONE
                : tables.prefixes.byOctet(octets[p + 1]);
    }

    private int namespaceAt(int p) {
        byte[] octets = buf;
        int parts = octets[p];
        return (parts & FastInfosetLayout.NAMESPACE) == 0
                ? NumberedNames.NONE
                : tables.namespaces.byOctet(octets[p + 1 + ((parts & FastInfosetLayout.PREFIX) >>> 1)]);
    }

    /** Remembers a literal name of an element for {@link #nameAgain}, where it has that form. */
    final void remember(int p, ReaderTables.Names table) {
        int length = pos - p;
        int local = p + 1 + Integer.bitCount(buf[p] & 0x03);
        if (length > ReaderTables.Names.LONGEST_WRITTEN || p > end - ReaderTables.Names.LONGEST_WRITTEN) {
            return;
        }
        int number = ReaderTables.Names.number(table.slots[table.count - 1]);
        if (buf[local] == pos - local - 2
                && tables.names.has(number, prefixAt(p), namespaceAt(p))
                && tables.names.part(tables.names.local(number)).plain
                && tables.names.name(number).qualified.length() <= SHORT_NAME) {
            table.remember(buf, p, pos);
        }
    }

    final void addName(ReaderTables.Names table, int number, boolean attribute, int at) {
        SharedName name = tables.names.name(number);
        if (!(attribute ? name.allowedForAttribute : name.allowed)) {
            throw fail(notAllowed(name), at);
        }
        if (name.qualified.length() > limits.maxNameLength()) {
            throw beyond("a name", "maxNameLength", limits.maxNameLength(), at);
        }
        countName(at);
        checkRoom(table, at);
        table.add(number, name, attribute);
    }

    private static String notAllowed(SharedName name) {
        if (!name.allowed) {
            return "a name must consist of names without colon: prefix=\"" + snippet(name.prefix) + "\", local=\""
                    + snippet(name.name.local()) + "\"";
        }
        return name.namespace.isEmpty()
                ? "a namespace declaration must not be an attribute"
                : "an attribute in a namespace must have a prefix: " + name.name.local();
    }

    private void countName(int at) {
        if (++names > limits.maxNames()) {
            throw beyond("the number of names", "maxNames", limits.maxNames(), at);
        }
    }

    private void checkRoom(ReaderTables.Table table, int at) {
        if (table.isFull()) {
            throw fail("a table must not grow beyond 2^20 entries", at);
        }
    }

    static String snippet(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    final XmlException noEntry(String table, int index, int count) {
        return fail("the table of " + table + " has " + count + " entries, but the index is " + (index + 1L), pos - 1);
    }

    // ---------------------------------------------------------------- strings

    /**
     * C.13: decodes an identifying string, literal or by index, and returns its number. A literal is added to the
     * table.
     */
    final int identifying(ReaderTables.Strings table, String what, int most, String limit) {
        int b = octet();
        if (b >= FastInfosetLayout.STRING_INDEX) {
            int index = index2(b);
            if (index >= table.count) {
                throw noEntry(what, index, table.count);
            }
            return table.get(index);
        }
        int length = length(length2(b), "a name or identifier", most, limit);
        if (end - pos < length) {
            require(length);
        }
        int guess = table.before();
        int part;
        if (tables.names.is(guess, buf, pos, pos + length)) {
            part = guess;
            pos += length;
        } else {
            part = part(length);
        }
        addString(table, part);
        return part;
    }

    final String string(ReaderTables.Strings table, String what, int most, String limit) {
        return tables.names.part(identifying(table, what, most, limit)).text;
    }

    /** The name of an instruction, an entity or a notation. */
    final Part ncName() {
        return tables.names.part(
                identifying(tables.otherNcNames, "other NCNames", limits.maxNameLength(), "maxNameLength"));
    }

    final void addString(ReaderTables.Strings table, int part) {
        countName(itemStart);
        checkRoom(table, itemStart);
        table.add(part);
    }

    /** C.22: octets on the second bit that are a string in UTF-8; its number. */
    final int part(int b, int most, String limit) {
        int length = length(length2(b), "a name or identifier", most, limit);
        if (end - pos < length) {
            require(length);
        }
        return part(length);
    }

    private int part(int length) {
        int start = pos;
        pos += length;
        long hash = SharedNames.hash(buf, start, pos);
        int known = tables.names.known(hash, buf, start, pos);
        if (known >= 0 && tables.names.part(known).plain) {
            return known;
        }
        checkedUtf8(start, pos);
        return known >= 0 ? known : tables.names.add(hash, buf, start, pos);
    }

    final int length(long length, String what, int most, String limit) {
        if (length > most) {
            throw fail(what + " of " + length + " octets goes beyond the limit " + limit + "=" + most, pos - 1);
        }
        return (int) length;
    }

    final int checkedUtf8(int start, int stop) {
        int kind = CharacterOctets.utf8(buf, start, stop, edition);
        if (kind >= 0) {
            throw badCharacter("UTF-8", kind, stop);
        }
        return kind == CharacterOctets.ASCII ? ValueKind.ASCII : ValueKind.UTF_8;
    }

    private XmlException badCharacter(String encoding, int at, int stop) {
        StringBuilder octets = new StringBuilder();
        for (int i = at; i < Math.min(stop, at + 4); i++) {
            octets.append(String.format(" %02X", buf[i]));
        }
        return fail("not a character that a document may hold in " + encoding + ": octets" + octets, at);
    }

    /** C.14: decodes the text of a comment, an instruction or the like as the text of the current item. */
    final void otherString() {
        int b = octet();
        textEntry = -1;
        if (b < FastInfosetLayout.STRING_INDEX) {
            literal(b, maxTextLength, "maxTextLength", tables.otherStrings, false);
            return;
        }
        if (b == FastInfosetLayout.EMPTY_STRING) {
            textKind = ValueKind.EMPTY;
            return;
        }
        int index = index2(b);
        if (index >= tables.otherStrings.count) {
            throw noEntry("other strings", index, tables.otherStrings.count);
        }
        textString = tables.otherStrings.text(index);
        textKind = ValueKind.STRING;
    }

    /**
     * C.14.3, C.19: a literal string on the third bit, after the bit that specifies whether it is added to the table.
     */
    final void literal(int b, int most, String limit, ReaderTables.Values table, boolean content) {
        boolean add = (b & FastInfosetLayout.STRING_ADD) != 0;
        int encoding = b & 0x30;
        if (encoding <= FastInfosetLayout.UTF_16BE) {
            characters(encoding, length(length5(b), "a string", most, limit));
        } else {
            int second = octet();
            int number = (b & 0x0F) << 4 | second >>> 4;
            special(encoding, number, length(length5(second), "a string", most, limit), content);
        }
        if (add) {
            add(table);
        }
    }

    final void add(ReaderTables.Values table) {
        checkRoom(table, itemStart);
        if (textKind == ValueKind.STRING) {
            table.add(textString);
            return;
        }
        if (table.used() > maxTextLength) {
            throw beyond("a table of strings", "maxTextLength", maxTextLength, itemStart);
        }
        table.add(buf, textStart, textEnd, textKind);
    }

    /** UTF-8 or UTF-16BE. */
    final void characters(int encoding, int length) {
        if (end - pos < length) {
            require(length);
        }
        if (textOctets != buf) {
            textOctets = buf;
        }
        textStart = pos;
        pos += length;
        textEnd = pos;
        if (encoding == FastInfosetLayout.UTF_8) {
            textKind = checkedUtf8(textStart, textEnd);
        } else {
            int kind = CharacterOctets.utf16(buf, textStart, textEnd, edition);
            if (kind >= 0) {
                throw badCharacter("UTF-16", kind, textEnd);
            }
            textKind = ValueKind.UTF_16;
        }
    }

    /** A restricted alphabet or an encoding algorithm, by its number as written. */
    final void special(int encoding, int number, int length, boolean content) {
        require(length);
        if (textOctets != buf) {
            textOctets = buf;
        }
        textStart = pos;
        pos += length;
        textEnd = pos;
        boolean alphabet = encoding == FastInfosetLayout.RESTRICTED_ALPHABET;
        try {
            if (alphabet) {
                StringBuilder text = new StringBuilder();
                alphabet(number).decode(buf, textStart, length, text);
                own(text);
                return;
            }
            BuiltInAlgorithm builtIn = BuiltInAlgorithm.at(number);
            if (builtIn == BuiltInAlgorithm.CDATA) {
                if (!content) {
                    throw fail("a CDATA section is allowed in the content of an element only", textStart);
                }
                textKind = checkedUtf8(textStart, textEnd) | ValueKind.CDATA;
            } else if (builtIn != null) {
                int items = builtIn.items(buf, textStart, length);
                if (builtIn == BuiltInAlgorithm.BOOLEAN && items > MOST_BOOLEANS) {
                    throw fail("one value must not have more than " + MOST_BOOLEANS + " booleans: " + items, textStart);
                }
                textKind = ValueKind.data(builtIn);
            } else {
                StringBuilder text = new StringBuilder();
                algorithm(number).decode(buf, textStart, length, text);
                own(text);
            }
        } catch (IllegalArgumentException wrong) {
            throw fail(
                    (alphabet ? "restricted alphabet " : "encoding algorithm ") + (number + 1) + ": "
                            + wrong.getMessage(),
                    textStart);
        }
    }

    private void own(CharSequence text) {
        textString = text.toString();
        textKind = ValueKind.STRING;
        int wrong = Characters.firstForbidden(textString, edition);
        if (wrong >= 0) {
            throw fail(
                    String.format("the character U+%04X is not allowed in a document", textString.codePointAt(wrong)),
                    textStart);
        }
    }

    private RestrictedAlphabet alphabet(int number) {
        if (number < RestrictedAlphabet.BUILT_IN.length) {
            return RestrictedAlphabet.BUILT_IN[number];
        }
        int first = options.numberingByRecommendation()
                ? FastInfosetLayout.FIRST_OWN_ALPHABET_BY_RECOMMENDATION
                : FastInfosetLayout.FIRST_OWN;
        int own = number - first;
        if (own < 0 || own >= tables.alphabets.size()) {
            throw fail(
                    "there is no restricted alphabet " + (number + 1) + ": the document's own are "
                            + tables.alphabets.size() + ", from " + (first + 1) + " on",
                    textStart);
        }
        return tables.alphabets.get(own);
    }

    private EncodingAlgorithm algorithm(int number) {
        int first = options.numberingByRecommendation()
                ? FastInfosetLayout.FIRST_OWN_ALGORITHM_BY_RECOMMENDATION
                : FastInfosetLayout.FIRST_OWN;
        int own = number - first;
        if (own < 0 || own >= tables.algorithms.size()) {
            throw fail(
                    "there is no encoding algorithm " + (number + 1) + ": the document's own are "
                            + tables.algorithms.size() + ", from " + (first + 1) + " on",
                    textStart);
        }
        if (algorithms.length < tables.algorithms.size()) {
            algorithms = Arrays.copyOf(algorithms, tables.algorithms.size());
        }
        EncodingAlgorithm known = algorithms[own];
        if (known == null) {
            String uri = tables.algorithms.get(own);
            known = options.algorithm(uri);
            if (known == null) {
                throw fail("the encoding algorithm is not registered: " + snippet(uri), textStart);
            }
            algorithms[own] = known;
        }
        return known;
    }

    // ---------------------------------------------------------------- the text of the current item

    /** The text of the current item. */
    final String string() {
        if (textKind == ValueKind.INDEXED) {
            return tables.chunks.text(textEntry);
        }
        if (textKind == ValueKind.ASCII) {
            return ValueKind.ascii(textOctets, textStart, textEnd);
        }
        return otherText();
    }

    private String otherText() {
        if (textKind == ValueKind.STRING) {
            return textString;
        }
        if ((textKind & 7) <= ValueKind.UTF_8 || textKind == ValueKind.INDENTATION) {
            return ValueKind.text(textOctets, textStart, textEnd, textKind, tables.wide);
        }
        return text(textOctets, textStart, textEnd);
    }

    /** Converts the text to a String, once for each item. */
    private String text(byte[] octets, int start, int stop) {
        textString = ValueKind.text(octets, start, stop, textKind, tables.wide);
        textKind = ValueKind.STRING;
        return textString;
    }
}
