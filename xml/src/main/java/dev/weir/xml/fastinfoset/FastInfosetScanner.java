package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.fastinfoset.SharedNames.Part;
import dev.weir.xml.fastinfoset.SharedNames.QualifiedName;
import dev.weir.xml.rule.Characters;
import dev.weir.xml.rule.Edition;
import dev.weir.xml.rule.WriterScopes;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * From octets to items (X.891, annex C). An item's first octet says what it is; its strings are checked where they lie
 * and become Strings when somebody asks. What a table holds is resolved once: an element costs one look at the table and,
 * for its prefix, one comparison of numbers.
 *
 * <p>The resulting infoset is one that XML can express: names, characters, attributes and namespaces obey the rules that
 * XML text has to obey.
 */
abstract class FastInfosetScanner extends OctetInput {
    /** So many attributes are told apart by looking at each. */
    private static final int FEW = 32;

    /**
     * How many octets indexes may put into one run of text that is asked for as a whole: a table is there for short
     * strings, and two octets of a document must not become half a megabyte over and over.
     */
    private static final int MOST_INDEXED_IN_RUN = 4 * 1024 * 1024;

    /** A boolean takes one bit, and as text up to six octets: other data does not grow more than fourfold. */
    private static final int MOST_BOOLEANS = 1024 * 1024;

    // The events, by their places in the array: to store a number costs less than to store a reference
    static final int START_DOCUMENT = 0;
    static final int START_ELEMENT = 1;
    static final int END_ELEMENT = 2;
    static final int TEXT = 3;
    static final int COMMENT = 4;
    static final int INSTRUCTION = 5;
    static final int END_DOCUMENT = 6;
    static final int DOCTYPE = 7;
    static final int REFERENCE = 8;

    static final XmlEvent[] EVENTS = {
        XmlEvent.START_DOCUMENT,
        XmlEvent.START_ELEMENT,
        XmlEvent.END_ELEMENT,
        XmlEvent.TEXT,
        XmlEvent.COMMENT,
        XmlEvent.PROCESSING_INSTRUCTION,
        XmlEvent.END_DOCUMENT,
        XmlEvent.DOCTYPE,
        XmlEvent.ENTITY_REFERENCE
    };

    final FastInfosetReadOptions options;
    ReaderRoom room = ReaderRoom.take();
    ReaderTables tables = room.tables;
    PrefixScopes scopes = room.scopes;
    private @Nullable EncodingAlgorithm[] algorithms = {};
    private final int firstAlphabet;
    private final int firstAlgorithm;
    private int names;

    /** What the cursor stands on. */
    int state = START_DOCUMENT;

    private boolean begun;
    private @Nullable XmlException failure;
    Edition edition = Edition.FIFTH;

    @Nullable XmlDeclaration declaration;

    @Nullable String encodingScheme;

    @Nullable FastInfosetDoctype doctype;

    /** Where the current item starts in the document. */
    long itemOffset;

    int depth;
    private boolean rootSeen;

    /** Terminators that were read and not used yet: the second half of an octet. */
    private int ends;

    /** The name of the element that starts or ends. */
    @Nullable QualifiedName current;

    /** For each open element its entry in the name table, and how many bindings there were before it. */
    private int[] open = room.open;

    int[] scopeBefore = room.scopeBefore;

    // The attributes: entry in the name table; start and end; kind; the string, where the kind says so
    int attributeCount;
    private int[] attributeEntries = room.attributeEntries;
    long[] attributeSlices = room.attributeSlices;
    int[] attributeKinds = room.attributeKinds;

    @Nullable String[] attributeTexts = room.attributeTexts;

    final boolean coalescing;
    private final int maxDepth;
    private final int maxAttributes;
    private final int maxAttributeLength;
    private final int maxTagLength;
    private final int maxTextLength;

    // The text of the current item
    byte[] textOctets = ReaderTables.Values.NONE;
    int textStart;
    int textEnd;
    int textKind;
    String textString = "";
    String name = "";

    /** The entry of the chunk table that the text is, or -1. */
    int textEntry = -1;

    FastInfosetScanner(byte[] octets, int offset, int length, FastInfosetReadOptions options) {
        super(octets, offset, length, options.limits());
        this.options = options;
        this.firstAlphabet = firstAlphabet(options);
        this.firstAlgorithm = firstAlgorithm(options);
        this.coalescing = options.coalescing();
        this.maxDepth = limits.maxDepth();
        this.maxAttributes = limits.maxAttributes();
        this.maxAttributeLength = limits.maxAttributeLength();
        this.maxTagLength = limits.maxTagLength();
        this.maxTextLength = limits.maxTextLength();
    }

    FastInfosetScanner(InputStream in, int bufferOctets, FastInfosetReadOptions options) {
        super(in, options.limits());
        this.buf = bufferOctets == BUFFER_OCTETS ? room.takeStream() : new byte[bufferOctets];
        this.options = options;
        this.firstAlphabet = firstAlphabet(options);
        this.firstAlgorithm = firstAlgorithm(options);
        this.coalescing = options.coalescing();
        this.maxDepth = limits.maxDepth();
        this.maxAttributes = limits.maxAttributes();
        this.maxAttributeLength = limits.maxAttributeLength();
        this.maxTagLength = limits.maxTagLength();
        this.maxTextLength = limits.maxTextLength();
    }

    private static int firstAlphabet(FastInfosetReadOptions options) {
        return options.numberingByRecommendation()
                ? FastInfosetLayout.FIRST_OWN_ALPHABET_BY_RECOMMENDATION
                : FastInfosetLayout.FIRST_OWN;
    }

    private static int firstAlgorithm(FastInfosetReadOptions options) {
        return options.numberingByRecommendation()
                ? FastInfosetLayout.FIRST_OWN_ALGORITHM_BY_RECOMMENDATION
                : FastInfosetLayout.FIRST_OWN;
    }

    // ---------------------------------------------------------------- items

    final XmlEvent advance() {
        if (failure != null) {
            throw failure;
        }
        try {
            return item();
        } catch (XmlException wrong) {
            failure = wrong;
            throw wrong;
        }
    }

    /** Makes the reader of no further use. */
    final XmlException failed(XmlException wrong) {
        failure = wrong;
        return wrong;
    }

    private XmlEvent item() {
        if (state == END_ELEMENT) {
            int declared = scopeBefore[depth];
            if (scopes.count() > declared) {
                scopes.popTo(declared);
            }
            depth--;
        } else if (state == START_DOCUMENT) {
            begin();
        } else if (state == END_DOCUMENT) {
            throw new IllegalStateException("the document has ended");
        }
        FastInfosetDoctype prolog = doctype;
        if (prolog != null && prolog.isPending()) {
            return pending(prolog);
        }
        if (ends > 0) {
            ends--;
            itemStart = pos;
            itemOffset = base + pos;
            return end();
        }
        compact();
        while (true) {
            itemStart = pos;
            itemOffset = base + pos;
            int b = octet();
            if (b < FastInfosetLayout.CHUNK) {
                return startElement(b);
            }
            if (b < 0xC0) {
                if (depth == 0) {
                    throw fail("text must stand within the document's element", itemStart);
                }
                if (chunk(b)) {
                    return text();
                }
                continue;
            }
            switch (b) {
                case FastInfosetLayout.DOUBLE_TERMINATOR -> {
                    ends = 1;
                    return end();
                }
                case FastInfosetLayout.TERMINATOR -> {
                    return end();
                }
                case FastInfosetLayout.INSTRUCTION -> {
                    instruction();
                    return stand(INSTRUCTION);
                }
                case FastInfosetLayout.COMMENT -> {
                    comment();
                    return stand(COMMENT);
                }
                default -> {
                    if ((b & FastInfosetLayout.SIX_BITS) == FastInfosetLayout.ENTITY_REFERENCE) {
                        return entityReference(b);
                    }
                    if ((b & FastInfosetLayout.SIX_BITS) == FastInfosetLayout.DOCTYPE) {
                        return doctype(b);
                    }
                    throw wrongBits("an item", b);
                }
            }
        }
    }

    private XmlEvent stand(int now) {
        state = now;
        return EVENTS[now];
    }

    private XmlEvent end() {
        if (depth > 0) {
            current = element(depth);
            return stand(END_ELEMENT);
        }
        if (!rootSeen) {
            throw fail("the document must have an element", itemStart);
        }
        if (ends > 0) {
            throw fail("after the end of the document half an octet must be zero", itemStart);
        }
        if (!isStream() && pos < end) {
            throw fail("after the end of the document there are " + (end - pos) + " octets more", pos);
        }
        finish();
        return stand(END_DOCUMENT);
    }

    /** Gives back what the next reader can use. */
    final void finish() {
        byte[] buffer = release();
        ReaderRoom used = room;
        if (used != ReaderRoom.NONE) {
            used.open = open;
            used.scopeBefore = scopeBefore;
            used.attributeEntries = attributeEntries;
            used.attributeSlices = attributeSlices;
            used.attributeKinds = attributeKinds;
            used.attributeTexts = attributeTexts;
            room = ReaderRoom.NONE;
            tables = room.tables;
            scopes = room.scopes;
            used.giveBack(buffer);
        }
    }

    // ---------------------------------------------------------------- elements

    private XmlEvent startElement(int first) {
        if (depth == 0) {
            if (rootSeen) {
                throw fail("a document must have one element", itemStart);
            }
            rootSeen = true;
        }
        if (depth >= maxDepth) {
            throw beyond("the nesting of elements", "maxDepth", maxDepth, itemStart);
        }
        int declared = scopes.count();
        int b = first & 0x3F;
        if (b == FastInfosetLayout.HAS_NAMESPACES) {
            namespaces(declared);
            b = octet();
            if (b > 0x3F) {
                throw wrongBits("the name of an element after its namespaces", b);
            }
        }
        ReaderTables.Names table = tables.elementNames;
        int entry;
        if (b < 0x20) {
            entry = b;
        } else if (b >= FastInfosetLayout.LITERAL_ON_BIT_3) {
            entry = literalName(b, table, false);
        } else {
            entry = index3(b);
        }
        if (entry >= table.count) {
            throw noEntry("element names", entry, table.count);
        }
        if (!table.isBound(entry, scopes.state())) {
            QualifiedName qualified = table.get(entry);
            checkBound(qualified.prefix, qualified.namespace);
            table.bound(entry, scopes.state());
        }
        if (++depth >= open.length) {
            open = Arrays.copyOf(open, depth * 2);
            scopeBefore = Arrays.copyOf(scopeBefore, depth * 2);
        }
        open[depth] = entry;
        current = table.get(entry);
        scopeBefore[depth] = declared;
        attributeCount = 0;
        if ((first & FastInfosetLayout.HAS_ATTRIBUTES) != 0) {
            attributes(scopes.count() - declared);
        }
        if (pos - itemStart > maxTagLength) {
            throw beyond("the tag", "maxTagLength", maxTagLength, itemStart);
        }
        return stand(START_ELEMENT);
    }

    final QualifiedName element(int at) {
        return tables.elementNames.get(open[at]);
    }

    final QualifiedName attribute(int index) {
        return tables.attributeNames.get(attributeEntries[index]);
    }

    @SuppressWarnings({"ReferenceEquality", "StringEquality"}) // the quick first test
    private void checkBound(String prefix, String namespace) {
        String bound = scopes.lookup(prefix);
        if (bound != namespace && !namespace.equals(bound)) {
            throw fail(
                    prefix.isEmpty()
                            ? "a name without prefix is in the namespace \"" + namespace
                                    + "\", but the default namespace here is \"" + bound + "\""
                            : "the prefix \"" + prefix + "\" stands for \"" + namespace + "\", but here it is "
                                    + (bound == null ? "not declared" : "declared for \"" + bound + "\""),
                    itemStart);
        }
    }

    private XmlException noEntry(String table, int index, int count) {
        return fail("the table of " + table + " has " + count + " entries, but the index is " + (index + 1L), pos - 1);
    }

    /** C.3.4, C.12: namespace declarations up to their terminator. */
    private void namespaces(int before) {
        int b = octet();
        do {
            if ((b & FastInfosetLayout.SIX_BITS) != FastInfosetLayout.NAMESPACE_ATTRIBUTE) {
                throw wrongBits("a namespace declaration", b);
            }
            String prefix = (b & FastInfosetLayout.PREFIX) == 0
                    ? ""
                    : string(tables.prefixes, "prefixes", limits.maxNameLength(), "maxNameLength");
            String namespace = (b & FastInfosetLayout.NAMESPACE) == 0
                    ? ""
                    : string(tables.namespaces, "namespace names", maxAttributeLength, "maxAttributeLength");
            if (prefix.equals(FastInfosetLayout.XML_PREFIX) != namespace.equals(FastInfosetLayout.XML_NAMESPACE)) {
                throw fail("the prefix xml and its namespace belong to each other", itemStart);
            }
            if (prefix.equals("xmlns") || namespace.equals(WriterScopes.XMLNS_NAMESPACE)) {
                throw fail("the prefix xmlns and its namespace are reserved", itemStart);
            }
            if (!prefix.isEmpty() && namespace.isEmpty() && edition != Edition.XML_1_1) {
                throw fail("the prefix \"" + prefix + "\" must stand for a namespace", itemStart);
            }
            int count = scopes.count() - before;
            if (count >= maxAttributes) {
                throw beyond("the number of attributes", "maxAttributes", maxAttributes, itemStart);
            }
            if (scopes.find(prefix) >= before) {
                throw fail("the prefix \"" + prefix + "\" is declared twice", itemStart);
            }
            scopes.declare(prefix, namespace);
            checkTag();
            b = octet();
        } while (b != FastInfosetLayout.TERMINATOR);
    }

    private void checkTag() {
        if (pos - itemStart > maxTagLength) {
            throw beyond("the tag", "maxTagLength", maxTagLength, itemStart);
        }
    }

    /** C.3.6, C.4. */
    private void attributes(int declarations) {
        ReaderTables.Names table = tables.attributeNames;
        int count = 0;
        long bits = 0;
        int b = octet();
        do {
            if (b >= 0x80) {
                throw wrongBits("an attribute", b);
            }
            int entry =
                    b < 0x40 ? b : b >= FastInfosetLayout.LITERAL_ON_BIT_2 ? literalName(b, table, true) : index2(b);
            if (entry >= table.count) {
                throw noEntry("attribute names", entry, table.count);
            }
            QualifiedName qualified = table.get(entry);
            if (!qualified.prefix.isEmpty() && !table.isBound(entry, scopes.state())) {
                checkBound(qualified.prefix, qualified.namespace);
                table.bound(entry, scopes.state());
            }
            if (count + declarations >= maxAttributes) {
                throw beyond("the number of attributes", "maxAttributes", maxAttributes, itemStart);
            }
            if (count == attributeEntries.length) {
                growAttributes();
            }
            attributeEntries[count] = entry;
            if ((bits & qualified.bit) != 0 && count < FEW) {
                checkTwice(qualified, count);
            }
            bits |= qualified.bit;
            attributeValue(count);
            count++;
            checkTag();
            b = octet();
        } while (b < FastInfosetLayout.TERMINATOR);
        if (b == FastInfosetLayout.DOUBLE_TERMINATOR) {
            ends = 1;
        } else if (b != FastInfosetLayout.TERMINATOR) {
            throw wrongBits("an attribute", b);
        }
        attributeCount = count;
        if (count > FEW) {
            checkTwice(count);
        }
    }

    private void growAttributes() {
        int length = attributeEntries.length * 2;
        attributeEntries = Arrays.copyOf(attributeEntries, length);
        attributeSlices = Arrays.copyOf(attributeSlices, length);
        attributeKinds = Arrays.copyOf(attributeKinds, length);
        attributeTexts = Arrays.copyOf(attributeTexts, length);
    }

    /** A few attributes are compared with each other, where their bits do not tell them apart. */
    private void checkTwice(QualifiedName last, int count) {
        for (int i = 0; i < count; i++) {
            QualifiedName before = attribute(i);
            if (before == last || before.name.equals(last.name)) {
                throw twice(last);
            }
        }
    }

    /** Of many each name gets a mark for this element. */
    private void checkTwice(int count) {
        ReaderTables.Names table = tables.attributeNames;
        if (room.seen.length < table.count) {
            room.seen = Arrays.copyOf(room.seen, Math.max(64, table.count * 2));
        }
        long element = ++room.elements;
        for (int i = 0; i < count; i++) {
            int first = table.first(attributeEntries[i]);
            if (room.seen[first] == element) {
                throw twice(attribute(i));
            }
            room.seen[first] = element;
        }
    }

    private XmlException twice(QualifiedName attribute) {
        return fail("the attribute " + attribute.name + " is there twice", itemStart);
    }

    /** C.17.3, C.18.3: a name by its parts, which goes into its table; gives its entry. */
    private int literalName(int b, ReaderTables.Names table, boolean attribute) {
        int parts = b & 0x03;
        if (parts == FastInfosetLayout.PREFIX || (attribute && (b & 0x04) != 0)) {
            throw wrongBits("a name", b);
        }
        int start = pos;
        int prefix = (parts & FastInfosetLayout.PREFIX) == 0
                ? NameRoom.NONE
                : identifying(tables.prefixes, "prefixes", limits.maxNameLength(), "maxNameLength");
        int namespace = (parts & FastInfosetLayout.NAMESPACE) == 0
                ? NameRoom.NONE
                : identifying(tables.namespaces, "namespace names", maxAttributeLength, "maxAttributeLength");
        int local = identifying(tables.localNames, "local names", limits.maxNameLength(), "maxNameLength");
        addName(table, prefix, namespace, local, attribute, start);
        return table.count - 1;
    }

    final void addName(ReaderTables.Names table, int prefix, int namespace, int local, boolean attribute, int at) {
        int number = tables.names.name(prefix, namespace, local);
        QualifiedName name = tables.names.name(number);
        if (!(attribute ? name.allowedForAttribute : name.allowed)) {
            throw fail(notAllowed(name), at);
        }
        if (name.qualified.length() > limits.maxNameLength()) {
            throw beyond("a name", "maxNameLength", limits.maxNameLength(), at);
        }
        countName(at);
        checkRoom(table, at);
        table.add(number);
    }

    private static String notAllowed(QualifiedName name) {
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

    private static String snippet(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }

    // ---------------------------------------------------------------- strings

    /** C.13: a string that identifies something, literal or by its index; its number. A literal one goes into the table. */
    final int identifying(ReaderTables.Strings table, String what, int most, String limit) {
        int b = octet();
        if (b >= FastInfosetLayout.STRING_INDEX) {
            int index = index2(b);
            if (index >= table.count) {
                throw noEntry(what, index, table.count);
            }
            return table.get(index);
        }
        int part = part(b, most, limit);
        addString(table, part);
        return part;
    }

    private String string(ReaderTables.Strings table, String what, int most, String limit) {
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
        int start = pos;
        pos += length;
        checkedUtf8(start, pos);
        return tables.names.part(buf, start, pos);
    }

    private int length(long length, String what, int most, String limit) {
        if (length > most) {
            throw fail(what + " of " + length + " octets goes beyond the limit " + limit + "=" + most, pos - 1);
        }
        return (int) length;
    }

    private int checkedUtf8(int start, int stop) {
        int kind = CharacterOctets.utf8(buf, start, stop, edition);
        if (kind >= 0) {
            throw badCharacter("UTF-8", kind, stop);
        }
        return kind == CharacterOctets.ASCII ? Value.ASCII : Value.UTF_8;
    }

    private XmlException badCharacter(String encoding, int at, int stop) {
        StringBuilder octets = new StringBuilder();
        for (int i = at; i < Math.min(stop, at + 4); i++) {
            octets.append(String.format(" %02X", buf[i]));
        }
        return fail("not a character that a document may hold in " + encoding + ": octets" + octets, at);
    }

    /** C.14 for an attribute: where its value is. */
    private void attributeValue(int attribute) {
        int b = octet();
        if (b >= FastInfosetLayout.STRING_INDEX) {
            if (b == FastInfosetLayout.EMPTY_STRING) {
                attributeKinds[attribute] = Value.EMPTY;
                return;
            }
            int index = index2(b);
            if (index >= tables.attributeValues.count) {
                throw noEntry("attribute values", index, tables.attributeValues.count);
            }
            attributeKinds[attribute] = Value.INDEXED;
            attributeSlices[attribute] = index;
            return;
        }
        literal(b, maxAttributeLength, "maxAttributeLength", tables.attributeValues, false);
        attributeSlices[attribute] = (long) textStart << 32 | textEnd;
        attributeKinds[attribute] = textKind;
        if (textKind == Value.STRING) {
            attributeTexts[attribute] = textString;
        }
    }

    /** C.14 for comments and the like: the text of the item becomes what it says. */
    final void otherString() {
        int b = octet();
        textEntry = -1;
        if (b < FastInfosetLayout.STRING_INDEX) {
            literal(b, maxTextLength, "maxTextLength", tables.otherStrings, false);
            return;
        }
        if (b == FastInfosetLayout.EMPTY_STRING) {
            textKind = Value.EMPTY;
            return;
        }
        int index = index2(b);
        if (index >= tables.otherStrings.count) {
            throw noEntry("other strings", index, tables.otherStrings.count);
        }
        textString = tables.otherStrings.text(index);
        textKind = Value.STRING;
    }

    /** C.14.3, C.19: a literal string on the third bit, after the bit that says whether it goes into the table. */
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

    private void add(ReaderTables.Values table) {
        checkRoom(table, itemStart);
        if (textKind == Value.STRING) {
            table.add(textString);
            return;
        }
        if (table.used() > maxTextLength) {
            throw beyond("a table of strings", "maxTextLength", maxTextLength, itemStart);
        }
        table.add(buf, textStart, textEnd, textKind);
    }

    /** UTF-8 or UTF-16BE. */
    private void characters(int encoding, int length) {
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
            textKind = Value.UTF_16;
        }
    }

    /** A restricted alphabet or an encoding algorithm, by its number as written. */
    private void special(int encoding, int number, int length, boolean content) {
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
                    throw fail("a CDATA section must stand in the content of an element", textStart);
                }
                textKind = checkedUtf8(textStart, textEnd) | Value.CDATA;
            } else if (builtIn != null) {
                int items = builtIn.items(buf, textStart, length);
                if (builtIn == BuiltInAlgorithm.BOOLEAN && items > MOST_BOOLEANS) {
                    throw fail("one value must not have more than " + MOST_BOOLEANS + " booleans: " + items, textStart);
                }
                textKind = Value.data(builtIn);
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
        textKind = Value.STRING;
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
        int own = number - firstAlphabet;
        if (own < 0 || own >= tables.alphabets.size()) {
            throw fail(
                    "there is no restricted alphabet " + (number + 1) + ": the document's own are "
                            + tables.alphabets.size() + ", from " + (firstAlphabet + 1) + " on",
                    textStart);
        }
        return tables.alphabets.get(own);
    }

    private EncodingAlgorithm algorithm(int number) {
        int own = number - firstAlgorithm;
        if (own < 0 || own >= tables.algorithms.size()) {
            throw fail(
                    "there is no encoding algorithm " + (number + 1) + ": the document's own are "
                            + tables.algorithms.size() + ", from " + (firstAlgorithm + 1) + " on",
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

    // ---------------------------------------------------------------- content

    /** C.7, C.15, C.20: characters of an element's content; false where there are none. */
    private boolean chunk(int b) {
        if ((b & FastInfosetLayout.CHUNK_INDEX) != 0) {
            ReaderTables.Values table = tables.chunks;
            int index = index4(b);
            if (index >= table.count) {
                throw noEntry("content character chunks", index, table.count);
            }
            textEntry = index;
            textKind = Value.INDEXED;
            return !table.hasEmpty() || !table.text(index).isEmpty();
        }
        textEntry = -1;
        int encoding = b & 0x0C;
        if (encoding <= FastInfosetLayout.UTF_16BE >> 2) {
            characters(encoding << 2, length(length7(b), "text", maxTextLength, "maxTextLength"));
        } else {
            int second = octet();
            int number = (b & 0x03) << 6 | second >>> 2;
            special(encoding << 2, number, length(length7(second), "text", maxTextLength, "maxTextLength"), true);
        }
        if ((b & FastInfosetLayout.CHUNK_ADD) != 0) {
            add(tables.chunks);
        }
        return textKind != Value.STRING || !textString.isEmpty();
    }

    /** The text of the current item. */
    final String string() {
        if (textKind == Value.STRING) {
            return textString;
        }
        if (textKind == Value.INDEXED) {
            return tables.chunks.text(textEntry);
        }
        if ((textKind & 7) <= Value.UTF_8) {
            return Value.text(textOctets, textStart, textEnd, textKind);
        }
        return text(textOctets, textStart, textEnd);
    }

    /** Once for each item. */
    private String text(byte[] octets, int start, int stop) {
        textString = Value.text(octets, start, stop, textKind);
        textKind = Value.STRING;
        return textString;
    }

    private XmlEvent text() {
        if (coalescing && isChunkNext()) {
            gather();
        }
        return stand(TEXT);
    }

    /** True where more text follows right after the current one. */
    final boolean isChunkNext() {
        return ends == 0 && (peek() & 0xC0) == FastInfosetLayout.CHUNK;
    }

    /** Takes all text that follows, up to the next item that is not text. */
    final void gather() {
        TextRun run = new TextRun();
        int start = itemStart;
        run.add();
        while (isChunkNext()) {
            if (chunk(octet())) {
                run.add();
            }
            if (isStream() && pos - start > BUFFER_OCTETS / 2) {
                itemStart = pos;
                compact();
                itemStart = pos;
                start = pos;
            }
        }
        textString = run.text.toString();
        textKind = Value.STRING;
        textEntry = -1;
    }

    /** Pieces of text that are put together. */
    final class TextRun {
        final StringBuilder text = new StringBuilder();
        private long indexed;

        void add() {
            String piece = string();
            if (textEntry >= 0) {
                indexed += piece.length();
                if (indexed > MOST_INDEXED_IN_RUN) {
                    throw fail(
                            "indexes must not put more than " + MOST_INDEXED_IN_RUN
                                    + " characters into one run of text",
                            itemStart);
                }
            }
            if ((long) text.length() + piece.length() > maxTextLength) {
                throw beyond("text", "maxTextLength", maxTextLength, itemStart);
            }
            text.append(piece);
        }
    }

    /** C.5. */
    private void instruction() {
        Part target = ncName();
        if (!target.ncName || target.text.equalsIgnoreCase("xml")) {
            throw fail(
                    "the target of a processing instruction must be a name without colon, and not xml: "
                            + snippet(target.text),
                    itemStart);
        }
        otherString();
        String data = string();
        if (data.contains("?>")) {
            throw fail("a processing instruction must not hold \"?>\"", itemStart);
        }
        if (!data.isEmpty() && Characters.isSpace(data.charAt(0))) {
            throw fail("the data of a processing instruction must not begin with white space", itemStart);
        }
        name = target.text;
    }

    /** C.8. */
    private void comment() {
        otherString();
        String text = string();
        if (text.contains("--") || text.endsWith("-")) {
            throw fail("a comment must not hold \"--\" nor end with \"-\"", itemStart);
        }
    }

    /** C.6. */
    private XmlEvent entityReference(int b) {
        if (depth == 0) {
            throw fail("a reference to an entity must stand within the document's element", itemStart);
        }
        Part entity = ncName();
        if (!entity.ncName) {
            throw fail("an entity must have a name without colon: " + snippet(entity.text), itemStart);
        }
        if ((b & FastInfosetLayout.SYSTEM_ID) != 0) {
            identifier();
        }
        if ((b & FastInfosetLayout.PUBLIC_ID) != 0) {
            identifier();
        }
        if (!options.entityReferences()) {
            throw fail(
                    "the document refers to the entity &" + entity.text
                            + ";, which is not expanded: take references as items, or expand them where it is written",
                    itemStart);
        }
        name = entity.text;
        return stand(REFERENCE);
    }

    final String identifier() {
        return string(tables.otherUris, "other URIs", maxAttributeLength, "maxAttributeLength");
    }

    // ---------------------------------------------------------------- before the document's element

    /** Reads what comes before the first item; at once where somebody asks for the declaration. */
    final void begin() {
        if (begun) {
            return;
        }
        begun = true;
        FastInfosetHead head = new FastInfosetHead(this);
        head.read();
        if (head.hasDeclarations()) {
            FastInfosetDoctype prolog = newDoctype();
            head.declare(prolog);
            readAhead(prolog);
            state = START_DOCUMENT;
        }
    }

    private FastInfosetDoctype newDoctype() {
        if (!options.dtdPolicy().accepted()) {
            throw fail("a DOCTYPE is not accepted: send the document without DTD", pos - 1);
        }
        return new FastInfosetDoctype(this);
    }

    /** C.9: its name is that of the document's element, so all up to that is read now and told afterwards. */
    private XmlEvent doctype(int b) {
        if (rootSeen || doctype != null) {
            throw fail("a DOCTYPE may stand once, before the document's element", itemStart);
        }
        FastInfosetDoctype prolog = newDoctype();
        readDoctype(prolog, b);
        readAhead(prolog);
        return pending(prolog);
    }

    private void readDoctype(FastInfosetDoctype prolog, int b) {
        String systemId = (b & FastInfosetLayout.SYSTEM_ID) == 0 ? null : identifier();
        String publicId = (b & FastInfosetLayout.PUBLIC_ID) == 0 ? null : identifier();
        prolog.identify(systemId, publicId, base + itemStart);
        int next = octet();
        while (next == FastInfosetLayout.INSTRUCTION) {
            instruction();
            prolog.instruction(name, string());
            next = octet();
        }
        if (next != FastInfosetLayout.TERMINATOR) {
            throw wrongBits("a child of a DOCTYPE", next);
        }
    }

    private void readAhead(FastInfosetDoctype prolog) {
        int start = pos;
        while (state != START_ELEMENT) {
            itemStart = pos;
            int b = octet();
            if (b < FastInfosetLayout.CHUNK) {
                startElement(b);
                prolog.ahead(START_ELEMENT, "", "", base + itemStart);
            } else if (b == FastInfosetLayout.INSTRUCTION) {
                instruction();
                prolog.ahead(INSTRUCTION, name, string(), base + itemStart);
            } else if (b == FastInfosetLayout.COMMENT) {
                comment();
                prolog.ahead(COMMENT, "", string(), base + itemStart);
            } else if ((b & FastInfosetLayout.SIX_BITS) == FastInfosetLayout.DOCTYPE && !prolog.isIdentified()) {
                readDoctype(prolog, b);
            } else {
                throw wrongBits("an item before the document's element", b);
            }
            if (state != START_ELEMENT && pos - start > limits.maxDtdLength()) {
                throw beyond("what comes with the DOCTYPE", "maxDtdLength", limits.maxDtdLength(), itemStart);
            }
        }
        doctype = prolog;
        prolog.complete(element(1).qualified);
        depth = 0;
    }

    /** Tells the next of the items that were read ahead. */
    private XmlEvent pending(FastInfosetDoctype prolog) {
        FastInfosetDoctype.Ahead item = prolog.next();
        itemOffset = item.offset();
        name = item.name();
        textString = item.text();
        textKind = Value.STRING;
        textEntry = -1;
        if (item.state() == START_ELEMENT) {
            depth = 1;
        }
        return stand(item.state());
    }
}
