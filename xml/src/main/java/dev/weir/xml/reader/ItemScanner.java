package dev.weir.xml.reader;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdException;
import dev.weir.xml.dtd.Entity;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Swar;
import dev.weir.xml.lexical.WriterNamespaces;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Scans items: decides which item comes next, and holds its text.
 *
 * <p>Common items that are fully buffered take a fast path that compares whole words ({@link #fastUntil}); all others
 * take the general path.
 *
 * <p>A long run of text in a stream is delivered in pieces of at least {@link #PIECE_BYTES}. A piece never ends inside
 * a character, a reference, CR LF, or {@code ]]>}, so each piece can be checked on its own.
 *
 * <p>A general entity in content becomes the input until it ends, and the {@link OpenEntity} keeps the input around it:
 * so the scanner deals with entities only at the end of its input. Where one opens inside an element, a name that no
 * end tag can match takes that element's place, so that the entity cannot close it.
 */
abstract class ItemScanner extends TagScanner {
    /** This close to the end of the buffer a piece of text ends, so that the buffer need not grow. */
    private static final int LONGEST_USUAL_REFERENCE = 10;

    private static final long BRACKET = Swar.pattern(']');
    private static final long HYPHEN = Swar.pattern('-');
    private static final long QUESTION = Swar.pattern('?');

    private static final byte[] CDATA_OPEN = ascii("![CDATA[");
    private static final byte[] CDATA_START = ascii("[CDATA[");
    private static final byte[] DOCTYPE = ascii("DOCTYPE");

    /** True between two items. */
    private static final int NONE = -1;

    private static final long SPACES = Swar.pattern(' ');

    /** The greatest depth for which the array has room, and which the limits allow. */
    private int room;

    private boolean begun;

    // The text of the current item
    int textStart;
    int textEnd;
    int textFlags;

    @Nullable NameSymbol target;

    /** Bytes of the current run of text that were delivered in earlier pieces. */
    long textBefore;

    /** True in a CDATA section of which a piece was delivered. */
    boolean insideSection;

    /** The slice that holds the text of the current item. */
    byte[] textBytes = buf;

    /** The concatenation of several pieces of text, and the index at which the first began. */
    private byte[] gathered = workspace.gathered;

    private int gatheredLength;

    /** True when more pieces may follow. */
    private boolean gathering;

    XmlLocation gatheredPlace = XmlLocation.NONE;

    /** A value pointed at by {@link #slice}. */
    byte[] valueBytes = buf;

    int valueStart;
    int valueEnd;

    /** The entity of ENTITY_REFERENCE, ENTITY_START and ENTITY_END. */
    String entityName = "";

    ItemScanner(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
    }

    ItemScanner(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
    }

    /** True once the document has ended. */
    abstract void finish();

    /** The workspace of a reader that has returned its own to the pool. */
    private static final ReaderNamespaces NO_SCOPES =
            new ReaderNamespaces("xml", NamespaceSymbol.of(WriterNamespaces.XML_NAMESPACE));

    private static final OpenElement[] NO_ELEMENTS = {new OpenElement()};
    private static final AttributeSlot[] NO_ATTRIBUTES = {};
    private static final byte[] NO_BYTES = {};

    /** Returns the workspace to the pool. Afterwards nothing can be read, and the last item cannot be accessed. */
    final void release() {
        Workspace given = workspace;
        if (given == Workspace.NONE) {
            return;
        }
        workspace = Workspace.NONE;
        given.open = open;
        given.attributes = attributes;
        given.attributeTable = attributeTable;
        given.gathered = gathered;
        given.scratch = scratch;
        given.chars = chars;
        given.window = window;
        open = NO_ELEMENTS;
        attributes = NO_ATTRIBUTES;
        attributeCount = 0;
        scopes = NO_SCOPES;
        gathered = NO_BYTES;
        scratch = NO_BYTES;
        textBytes = NO_BYTES;
        valueBytes = NO_BYTES;
        chars = new char[0];
        window = chars;
        windowEnd = 0;
        depth = 0;
        fastUntil = 0;
        given.giveBack(vocabulary.hasOwn(), dtd != null);
    }

    // ---------------------------------------------------------------- items

    /** The next item. Common items that are fully buffered are handled here, the others in {@link #general}. */
    final XmlEvent advance() {
        int p = pos;
        if (p >= fastUntil) {
            return general();
        }
        int inner = depth;
        if (state == END) {
            int scope = open[inner].scope;
            if (scopes.count() != scope) {
                scopes.popTo(scope);
            }
            beforeEnded = true;
            state = NONE;
            depth = --inner;
            if (inner == 0) {
                return general();
            }
        } else if (state == START && emptyElement) {
            state = END;
            return XmlEvent.END_ELEMENT;
        }
        itemStart = p;
        byte[] b = buf;
        long word = Swar.at(b, p);
        if ((byte) word != '<') {
            int looked = shortText(b, p, word);
            if (looked < 0 || characterData(looked)) {
                state = TEXT;
                return XmlEvent.TEXT;
            }
            return general();
        }
        if ((byte) (word >>> 8) == '/') {
            TagPattern ending = open[inner].raw.endTag;
            if (ending.matches(word, b, p, end)) {
                pos = p + ending.length;
                state = END;
                return XmlEvent.END_ELEMENT;
            }
            return general();
        }
        NameSymbol likely = beforeEnded ? open[inner + 1].raw.sibling : open[inner].raw.child;
        if (likely == null) {
            return general();
        }
        if (!likely.startTag.matches(word, b, p, end)) {
            int after = p + likely.openTag.length;
            return likely.openTag.matches(word, b, p, end) && after < end && (CLASS[b[after] & 0xFF] & NAME_BYTE) == 0
                    ? startTag(likely, after)
                    : general();
        }
        if (++inner > room || (likely.prefix != NameSymbol.NO_PREFIX && !scopes.isBound(likely.prefix))) {
            return general();
        }
        attributeCount = 0;
        emptyElement = false;
        pos = p + likely.startTag.length;
        enter(inner, likely, scopes.count());
        return XmlEvent.START_ELEMENT;
    }

    /**
     * A short run of text on one line, which may begin with a line feed: then -1. Otherwise the index up to which the
     * text is plain.
     */
    private int shortText(byte[] b, int start, long first) {
        int p = start;
        long word = first;
        if ((byte) word == '\n') {
            lineEnd(p);
            word = Swar.at(b, ++p);
        }
        long stops = Swar.textStops(word);
        if (stops == 0) {
            p += 8;
            stops = Swar.textStops(Swar.at(b, p));
            if (stops == 0) {
                p += 8;
                stops = Swar.textStops(Swar.at(b, p));
                if (stops == 0) {
                    return p + 8;
                }
            }
        }
        p += Swar.first(stops);
        if (b[p] != '<') {
            return p;
        }
        textItem(start, p, 0);
        pos = p;
        return -1;
    }

    /** After a start tag: moves to the text at the start of the element, unless that may be indentation. */
    final boolean firstText() {
        int start = pos;
        if (start >= fastUntil || emptyElement || isFed()) {
            return false;
        }
        byte[] b = buf;
        long word = Swar.at(b, start);
        if ((byte) word == '<' || (byte) word == '\n') {
            return false;
        }
        itemStart = start;
        int looked = shortText(b, start, word);
        if (looked >= 0 && !characterData(looked)) {
            return false;
        }
        state = TEXT;
        return true;
    }

    /** After text: moves to the end tag of its element if that comes next. */
    final boolean endsHere() {
        int p = pos;
        if (p >= fastUntil) {
            return false;
        }
        byte[] b = buf;
        TagPattern ending = open[depth].raw.endTag;
        if (!ending.matches(Swar.at(b, p), b, p, end)) {
            return false;
        }
        itemStart = p;
        pos = p + ending.length;
        state = END;
        return true;
    }

    /** After an end tag: moves to the predicted start tag if it follows immediately. */
    final boolean siblingStarts() {
        int p = pos;
        int level = depth;
        if (p >= fastUntil || level == 1) {
            return false;
        }
        byte[] b = buf;
        OpenElement ended = open[level];
        NameSymbol likely = ended.raw.sibling;
        if (likely == null || !likely.startTag.matches(Swar.at(b, p), b, p, end)) {
            return false;
        }
        if (scopes.count() != ended.scope) {
            scopes.popTo(ended.scope);
        }
        if (likely.prefix != NameSymbol.NO_PREFIX && !scopes.isBound(likely.prefix)) {
            return false;
        }
        itemStart = p;
        attributeCount = 0;
        emptyElement = false;
        pos = p + likely.startTag.length;
        enter(level, likely, ended.scope);
        return true;
    }

    /**
     * After a start tag: moves to the text of its element if that is plain and the end tag follows; returns the index
     * after the end tag. Otherwise returns -1 and leaves the cursor unchanged.
     */
    final int soleText() {
        int start = pos;
        if (state != START || emptyElement || start >= fastUntil) {
            return -1;
        }
        byte[] b = buf;
        int last = Math.min(fastUntil, start + LONGEST_SOLE_TEXT);
        int p = start;
        long stops = Swar.textStops(Swar.at(b, p));
        while (stops == 0) {
            p += 8;
            if (p >= last) {
                return -1;
            }
            stops = Swar.textStops(Swar.at(b, p));
        }
        p += Swar.first(stops);
        TagPattern ending = open[depth].raw.endTag;
        if (p >= fastUntil || b[p] != '<' || !ending.matches(Swar.at(b, p), b, p, end)) {
            return -1;
        }
        itemStart = start;
        textItem(start, p, 0);
        pos = p;
        state = TEXT;
        return p + ending.length;
    }

    /** Moves from the text found by {@link #soleText} to the end tag after it. */
    final void endSoleText(int afterTag) {
        itemStart = pos;
        pos = afterTag;
        state = END;
    }

    /** Skips a line feed and spaces before the next tag, without reporting them as an item. */
    final void skipIndentation() {
        int start = pos;
        if (start >= fastUntil || buf[start] != '\n' || (state == START && emptyElement)) {
            return;
        }
        byte[] b = buf;
        int p = start + 1;
        long others = Swar.at(b, p) ^ SPACES;
        while (others == 0) {
            p += 8;
            if (p >= fastUntil) {
                return;
            }
            others = Swar.at(b, p) ^ SPACES;
        }
        p += Swar.first(others);
        if (b[p] == '<') {
            lineEnd(start);
            pos = p;
        }
    }

    @SuppressWarnings("EnumOrdinal") // what state is made of
    private XmlEvent general() {
        fastUntil = 0;
        if (failure != null) {
            throw failure;
        }
        switch (state) {
            case START -> {
                if (emptyElement) {
                    state = END;
                    return XmlEvent.END_ELEMENT;
                }
            }
            case END -> {
                scopes.popTo(open[depth].scope);
                beforeEnded = true;
                depth--;
            }
            case BEFORE, INCOMPLETE -> begin();
            case AFTER -> throw new IllegalStateException("the document has ended");
            default -> {}
        }
        state = NONE;
        if (in != null) {
            compact();
        }
        XmlEvent next = depth == 0 && !options.fragment() ? outside() : content();
        state = next.ordinal();
        if (state == AFTER) {
            finish();
            return next;
        }
        if (depth > 0 && fast && entity == null && dtd == null && textBefore == 0 && !insideSection) {
            room = Math.min(open.length - 2, limits.maxDepth());
            int whole = end - FAST_LOOK_AHEAD;
            fastUntil = in == null ? whole : Math.min(whole, compactFrom());
        }
        return next;
    }

    /** Detects the encoding and reads the XML declaration, unless that was done. */
    final void begin() {
        if (!begun) {
            startDocument();
            begun = true;
            if (options.fragment()) {
                entitiesWithoutDtd();
            }
        }
    }

    /** Scans an item of the prolog or epilog. */
    private XmlEvent outside() {
        while (true) {
            itemStart = pos;
            if (pos == end) {
                compact();
                itemStart = pos;
            }
            int c = at(pos);
            if (c == '<') {
                int d = at(pos + 1);
                if (d == '?') {
                    return instruction(pos + 2);
                }
                if (d == '!') {
                    if (at(pos + 2) == '-') {
                        return comment(pos + 2);
                    }
                    if (startsWith(pos + 2, DOCTYPE)) {
                        doctype(pos + 2 + DOCTYPE.length);
                        if (options.doctypeEvents()) {
                            return XmlEvent.DOCTYPE;
                        }
                        continue;
                    }
                    throw fail("\"<!\" must start a comment here", pos);
                }
                if (d == '/') {
                    throw fail("an end tag without start tag", pos);
                }
                if (rootSeen) {
                    throw fail("a document holds one element; here starts a second", pos);
                }
                if (doctypeSupplied() && options.doctypeEvents()) {
                    return XmlEvent.DOCTYPE;
                }
                XmlEvent root = startTag(pos + 1);
                rootSeen = true;
                return root;
            }
            if (c < 0) {
                if (!rootSeen) {
                    throw fail(base + end == 0 ? "the document is empty" : "the document ends before its element", pos);
                }
                return XmlEvent.END_DOCUMENT;
            }
            if (CLASS[c] == Characters.SPACE && options.prologWhitespace()) {
                return prologWhitespace();
            }
            if (CLASS[c] != Characters.SPACE) {
                throw fail(
                        (rootSeen ? "after the document's element" : "before the document's element")
                                + " there may be only comments, processing instructions and white space, but there is "
                                + found(pos),
                        pos);
            }
            lineEnds(pos, pos + 1);
            pos++;
        }
    }

    private XmlEvent prologWhitespace() {
        int p = skipSpace(pos);
        boolean returns = false;
        for (int i = pos; i < p; i++) {
            returns |= buf[i] == '\r';
        }
        textItem(pos, p, returns ? CARRIAGE_RETURNS : 0);
        pos = p;
        return XmlEvent.TEXT;
    }

    private XmlEvent content() {
        if (gathering) {
            itemStart = pos;
            if (coalesce()) {
                return XmlEvent.TEXT;
            }
        }
        if (insideSection) {
            itemStart = pos;
            if (cdata(pos)) {
                return XmlEvent.TEXT;
            }
        }
        while (true) {
            int p = pos;
            itemStart = p;
            int c = at(p);
            if (c != '<') {
                if (c < 0) {
                    if (entity != null) {
                        if (leaveEntity(entity)) {
                            return XmlEvent.ENTITY_END;
                        }
                        continue;
                    }
                    if (depth == 0) {
                        return XmlEvent.END_DOCUMENT;
                    }
                    throw fail(
                            "the document ends inside the element " + open[depth].raw.qualified() + openedAt(depth), p);
                }
                if (options.coalescing()) {
                    if (coalesce()) {
                        return XmlEvent.TEXT;
                    }
                    boolean reportedReference = !options.expandingEntities() && at(pos) == '&';
                    if (!reportedReference) {
                        continue;
                    }
                }
                if (!characterData()) {
                    XmlEvent opened = generalEntity();
                    if (opened == null) {
                        continue;
                    }
                    return opened;
                }
                return XmlEvent.TEXT;
            }
            textBefore = 0;
            int d = at(p + 1);
            if (d == '/') {
                if (depth == 0 && entity == null) {
                    throw fail("an end tag without start tag", p);
                }
                return endTag(p + 2);
            }
            if (d == '!') {
                if (at(p + 2) == '-') {
                    return comment(p + 2);
                }
                if (!startsWith(p + 2, CDATA_START)) {
                    throw fail("\"<!\" must start a comment or a CDATA section here", p);
                }
                if (options.coalescing()) {
                    if (!coalesce()) {
                        continue;
                    }
                    return XmlEvent.TEXT;
                }
                if (cdata(p + 2 + CDATA_START.length)) {
                    return XmlEvent.TEXT;
                }
                if (dtd != null) {
                    dtd.passedOver();
                }
                compact();
                continue;
            }
            return d == '?' ? instruction(p + 2) : startTag(p + 1);
        }
    }

    // ---------------------------------------------------------------- character data

    private boolean characterData() {
        return characterData(pos);
    }

    /**
     * False where a reference to a general entity comes first.
     *
     * @param looked up to this index there is nothing to see to
     */
    private boolean characterData(int looked) {
        byte[] b = buf;
        int e = end;
        int start = pos;
        int p = looked;
        int seen = 0;
        boolean piece = false;
        scan:
        while (true) {
            while (p + 16 <= e) {
                long stops = Swar.textStops(Swar.at(b, p));
                long further = Swar.textStops(Swar.at(b, p + 8));
                if ((stops | further) != 0) {
                    p += stops != 0 ? Swar.first(stops) : 8 + Swar.first(further);
                    break;
                }
                p += 16;
            }
            if (p == e) {
                if (mayCut(start, p)) {
                    piece = true;
                    break;
                }
                if (textBefore + p - start > limits.maxTextLength() || !more()) {
                    break;
                }
                b = buf;
                e = end;
                continue;
            }
            int c = b[p] & 0xFF;
            if (e - p < LONGEST_USUAL_REFERENCE && c != '<' && mayCut(start, p)) {
                piece = true;
                break;
            }
            switch (c) {
                case '<' -> {
                    break scan;
                }
                case '&' -> {
                    int after = reference(p);
                    if (after < 0) {
                        if (p == start) {
                            return false;
                        }
                        piece = true;
                        break scan;
                    }
                    seen |= REFERENCES;
                    p = after;
                    b = buf;
                    e = end;
                }
                case '>' -> {
                    if (p - start >= 2 && b[p - 1] == ']' && b[p - 2] == ']') {
                        throw fail("\"]]>\" must not stand in text", p - 2);
                    }
                    p++;
                }
                case '\r' -> {
                    seen |= CARRIAGE_RETURNS;
                    lineEnd(p);
                    p++;
                }
                case '\n' -> {
                    lineEnd(p);
                    p++;
                }
                case '\t' -> p++;
                default -> {
                    if (c >= 0x80) {
                        if ((seen & WIDE) == 0) {
                            seen |= WIDE;
                            firstWide = p;
                        }
                        p = characters(p);
                        b = buf;
                        e = end;
                    } else if (c < 0x20 && !controlsPass()) {
                        throw forbidden(p);
                    } else {
                        p++;
                    }
                }
            }
        }
        long run = textBefore + p - start;
        if (run > limits.maxTextLength()) {
            throw beyond("the length of a text", "maxTextLength", limits.maxTextLength(), itemStart);
        }
        textBefore = piece ? run : 0;
        if (piece) {
            fastUntil = 0;
        }
        textItem(start, p, seen);
        pos = p;
        return true;
    }

    private void textItem(int start, int stop, int seen) {
        if (textBytes != buf) {
            textBytes = buf;
        }
        charLength = -1;
        textStart = start;
        textEnd = stop;
        textFlags = seen;
    }

    final int textMode() {
        return (textFlags & RAW) != 0 ? AS_RAW : AS_TEXT;
    }

    /** A CDATA section whose text, or the rest of it, starts at an index; false when it is empty. */
    private boolean cdata(int start) {
        flags = 0;
        pieces = true;
        int p = start;
        while (true) {
            p = rawUntil(p, ']', BRACKET, start);
            checkRaw(p, start, "a CDATA section");
            if (p == end || buf[p] != ']') {
                break;
            }
            if (at(p + 1) == ']' && at(p + 2) == '>') {
                pieces = false;
                break;
            }
            p++;
        }
        long run = textBefore + p - start;
        if (run > limits.maxTextLength()) {
            throw beyond("the length of a CDATA section", "maxTextLength", limits.maxTextLength(), itemStart);
        }
        insideSection = pieces;
        textBefore = pieces ? run : 0;
        pos = pieces ? p : p + 3;
        pieces = false;
        textItem(start, p, flags | RAW);
        return p > start;
    }

    /**
     * Coalesces all text up to the next item that is not text, in {@link #gathered} unless it is in one piece; false
     * when it is empty.
     */
    private boolean coalesce() {
        if (!gathering) {
            int start = itemStart;
            boolean text = at(pos) != '<' && characterData();
            if (text && textBefore == 0 && at(pos) == '<' && !startsWith(pos + 1, CDATA_OPEN)) {
                return true;
            }
            gatheredLength = 0;
            gatheredPlace = placeOfItem();
            if (pos != start) {
                gather();
            }
            gathering = true;
        }
        try {
            while (gatherNext()) {
                gather();
                if (entity == null) {
                    compact();
                }
            }
        } catch (Incomplete incomplete) {
            itemStart = pos;
            throw incomplete;
        }
        gathering = false;
        charLength = -1;
        textBytes = gathered;
        textStart = 0;
        textEnd = gatheredLength;
        textFlags = WIDE;
        return gatheredLength > 0;
    }

    private boolean gatherNext() {
        while (true) {
            int c = at(pos);
            if (c < 0) {
                if (entity == null || leaveEntity(entity)) {
                    return false;
                }
            } else if (c == '<') {
                if (!insideSection && !startsWith(pos + 1, CDATA_OPEN)) {
                    return false;
                }
                if (cdata(insideSection ? pos : pos + 1 + CDATA_OPEN.length)) {
                    return true;
                }
            } else if (insideSection) {
                if (cdata(pos)) {
                    return true;
                }
            } else if (characterData()) {
                return true;
            } else if (!options.expandingEntities() || generalEntity() != null) {
                return false;
            }
        }
    }

    private void gather() {
        int length = slice(textStart, textEnd, textFlags, textMode());
        long sum = (long) gatheredLength + length;
        if (sum > limits.maxTextLength()) {
            throw beyond("the length of a text", "maxTextLength", limits.maxTextLength(), itemStart);
        }
        if (sum > gathered.length) {
            gathered = Arrays.copyOf(
                    gathered, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(sum, gathered.length * 2L)));
        }
        System.arraycopy(valueBytes, valueStart, gathered, gatheredLength, length);
        gatheredLength = (int) sum;
    }

    /** Sets the value slice to the text that a slice of the buffer represents, in UTF-8. */
    final int slice(int from, int to, int seen, int mode) {
        if ((seen & mode) == 0) {
            valueBytes = buf;
            valueStart = from;
            valueEnd = to;
        } else {
            valueStart = 0;
            valueEnd = decode(from, to, mode);
            valueBytes = scratch;
        }
        return valueEnd - valueStart;
    }

    private void checkRaw(int p, int start, String what) {
        if (p < 0) {
            checkLength(end - start, what);
            throw fail("the document ends inside " + what, itemStart);
        }
    }

    private void checkLength(int length, String what) {
        if (length > limits.maxTextLength()) {
            throw beyond("the length of " + what, "maxTextLength", limits.maxTextLength(), itemStart);
        }
    }

    /** From the first hyphen on. */
    private XmlEvent comment(int hyphen) {
        if (at(hyphen + 1) != '-') {
            throw fail("a comment must start with \"<!--\"", itemStart);
        }
        int start = hyphen + 2;
        flags = 0;
        int p = start;
        while (true) {
            p = rawUntil(p, '-', HYPHEN, start);
            checkRaw(p, start, "a comment");
            if (at(p + 1) == '-') {
                break;
            }
            p++;
        }
        if (at(p + 2) != '>') {
            throw fail("\"--\" must not stand in a comment", p);
        }
        checkLength(p - start, "a comment");
        pos = p + 3;
        textItem(start, p, flags | RAW);
        return XmlEvent.COMMENT;
    }

    private XmlEvent instruction(int nameStart) {
        NameSymbol name = name(nameStart);
        if (name.local.equalsIgnoreCase("xml") && name.prefix.isEmpty()) {
            throw fail(
                    name.local.equals("xml")
                            ? "an XML declaration may stand only at the very start of a document"
                            : "the processing instruction target " + name.local + " is reserved",
                    itemStart);
        }
        if (!name.prefix.isEmpty()) {
            throw fail("the target of a processing instruction must not hold a colon: " + name.qualified(), itemStart);
        }
        int start = skipSpace(pos);
        if (start == pos && !(at(start) == '?' && at(start + 1) == '>')) {
            throw fail(
                    "white space or \"?>\" must follow the target " + name.local + ", but there is " + found(start),
                    start);
        }
        flags = 0;
        int p = start;
        while (true) {
            p = rawUntil(p, '?', QUESTION, start);
            checkRaw(p, start, "a processing instruction");
            if (at(p + 1) == '>') {
                break;
            }
            p++;
        }
        checkLength(p - start, "a processing instruction");
        pos = p + 2;
        target = name;
        textItem(start, p, flags | RAW);
        return XmlEvent.PROCESSING_INSTRUCTION;
    }

    // ---------------------------------------------------------------- entities

    /** Handles the reference to a general entity at {@link #pos}; null where it is no event. */
    private @Nullable XmlEvent generalEntity() {
        Dtd declared = Objects.requireNonNull(dtd);
        Entity referred;
        byte[] text = null;
        try {
            boolean unresolved = (!policy.processed() || policy.entities() != null) && !options.expandingEntities();
            referred = unresolved ? null : declared.find(referredTo);
            if (referred != null && options.expandingEntities()) {
                text = declared.open(referred);
            }
        } catch (DtdException wrong) {
            throw fail(String.valueOf(wrong.getMessage()), pos);
        }
        entityName = referredTo;
        if (referred == null || text == null) {
            pos = afterReference;
            return options.expandingEntities() && !options.entityBoundaries() ? null : XmlEvent.ENTITY_REFERENCE;
        }
        if (entity == null) {
            entityPlace = place(pos);
        }
        EntityLocations lines = referred.declaration().isExternal() ? new EntityLocations(referred.head()) : null;
        entity = new OpenEntity(
                referred, lines, entity, open[depth].raw, in, buf, afterReference, end, base, counted, exhausted);
        open[depth].raw = UNENDABLE;
        in = null;
        buf = text;
        pos = 0;
        end = text.length;
        base = 0;
        counted = 0;
        exhausted = true;
        return options.entityBoundaries() ? XmlEvent.ENTITY_START : null;
    }

    /** Continues after the reference to an entity that has ended; true when ENTITY_END is reported. */
    private boolean leaveEntity(OpenEntity ended) {
        if (open[depth].raw != UNENDABLE) {
            throw fail("the element " + open[depth].raw.qualified() + " must end in the entity in which it began", pos);
        }
        entityName = ended.entity().name();
        ended.entity().close();
        open[depth].raw = ended.element();
        in = ended.in();
        buf = ended.buf();
        pos = ended.pos();
        end = ended.end();
        base = ended.base();
        counted = ended.counted();
        exhausted = ended.exhausted();
        entity = ended.around();
        itemStart = pos;
        return options.entityBoundaries();
    }
}
