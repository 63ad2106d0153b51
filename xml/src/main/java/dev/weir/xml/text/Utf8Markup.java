package dev.weir.xml.text;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.dtd.AttributeDeclaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdException;
import dev.weir.xml.dtd.DtdRules;
import dev.weir.xml.dtd.DtdSource;
import dev.weir.xml.dtd.Entity;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.dtd.EntityPlace;
import dev.weir.xml.rule.Characters;
import dev.weir.xml.rule.Edition;
import dev.weir.xml.rule.WriterScopes;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From tokens to items: what comes next in a document, and what it says.
 *
 * <p>Most elements are like the ones before them. So each name remembers which name came next ({@link RawName#child},
 * {@link RawName#sibling}, {@link RawName#attributes}), and where that one stands again, one comparison of words takes the
 * place of finding its end and looking it up. What does not fit goes the general way.
 *
 * <p>A long run of text in a stream is delivered in pieces of at least {@link #PIECE_BYTES}. A piece never ends inside a
 * character, a reference, CR LF, or {@code ]]>}, so pieces can be looked at one by one.
 *
 * <p>A DOCTYPE is left to the package {@code dtd}; here remain the hooks. A general entity in content becomes the input
 * until it ends, and the {@link OpenEntity} keeps the input around it: so the scanner needs to know nothing of entities
 * but at the end of its input. Where it opens inside an element, a name that no end tag can match takes that element's
 * place. Attribute values that need a DTD are made when their tag is scanned, others stay where they lie.
 */
abstract class Utf8Markup extends Utf8Scanner implements DtdSource {
    /** So close to the buffer's end a piece of text rather ends than makes the buffer grow. */
    private static final int LONGEST_USUAL_REFERENCE = 10;

    /** Up to so many attributes are compared pairwise for duplicates. */
    private static final int FEW_ATTRIBUTES = 8;

    private static final long BRACKET = Words.pattern(']');
    private static final long HYPHEN = Words.pattern('-');
    private static final long QUESTION = Words.pattern('?');

    private static final byte[] CDATA_OPEN = ascii("![CDATA[");
    private static final byte[] CDATA_START = ascii("[CDATA[");
    private static final byte[] DOCTYPE = ascii("DOCTYPE");
    private static final byte[] XML_DECLARATION = ascii("<?xml");

    /** Stands for the element in which an entity is referred to, while the entity is open. */
    private static final RawName UNENDABLE = new RawName(new byte[] {0}, 0, -1, true, true);

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** An element that is open, or the document. */
    static final class Open {
        RawName raw = UNENDABLE;

        /** How many bindings there were before its own. */
        int scope;

        /** Of its start tag. */
        long offset;
    }

    /** An attribute of the current element. */
    static final class Attribute {
        RawName raw = UNENDABLE;

        /** The expanded name, where there is a prefix. */
        XmlName expanded = UNENDABLE.plain;

        int start;
        int end;
        int flags;

        /** With {@link #GIVEN}, a value that the DTD had a part in; all others stay where they lie. */
        String text = "";

        XmlName name() {
            return raw.prefix == RawName.NO_PREFIX ? raw.plain : expanded;
        }
    }

    static final XmlEvent[] EVENTS = XmlEvent.values();
    static final int BEFORE = 0;
    static final int START = 1;
    static final int END = 2;
    static final int TEXT = 3;
    static final int COMMENT = 4;
    static final int INSTRUCTION = 5;
    static final int AFTER = 6;
    static final int INCOMPLETE = 11;

    /** Between two items. */
    private static final int NONE = -1;

    /** The event that the cursor stands on, as its ordinal: storing a reference is what costs most in a hot loop. */
    int state = BEFORE;

    /** How far {@link #advance} may look beyond {@link #fastUntil}. */
    private static final int FAST_LOOK_AHEAD = 32;

    /** Longer texts of elements are read as items of their own. */
    static final int LONGEST_SOLE_TEXT = 256;

    private static final long SPACES = Words.pattern(' ');
    private static final long JOINT = Words.jointOf('"');
    private static final long QUOTES = Words.joined('"', JOINT);

    /** No option and no limit is in the way of a quick look. */
    private final boolean fast = !options.coalescing()
            && limits.maxNameLength() >= RawName.LONGEST_EXPECTED
            && limits.maxTextLength() >= LONGEST_SOLE_TEXT + FAST_LOOK_AHEAD
            && limits.maxAttributeLength() >= FAST_LOOK_AHEAD;

    /** The deepest element for which there is room, and which the limits allow. */
    private int room;

    private boolean detected;
    private boolean begun;
    private boolean rootSeen;
    boolean standalone;

    @Nullable XmlDeclaration declaration;

    String encoding = "UTF-8";

    /** What has settled the encoding, so that a declaration can only agree; null for nothing. */
    private @Nullable String settled;

    /** True where the document has to say so itself. */
    private boolean guessed;

    /** Open elements; index 0 is the document. */
    Open[] open = workspace.open;

    int depth;
    boolean emptyElement;
    ReaderScopes scopes = workspace.scopes;

    /** How many bindings there were before the tag that is being scanned. */
    int scopeBefore;

    /** The last tag was an end tag; its element is still at the index after {@link #depth}. */
    boolean beforeEnded;

    Attribute[] attributes = workspace.attributes;
    int attributeCount;
    private int[] attributeTable = workspace.attributeTable;

    /** In the attributes of last time, the one that is likely to come next. */
    private int expected;

    /** So many attributes have a prefix. */
    private int prefixed;

    /** Attributes before this index were specified; the others are defaults. */
    int attributesSpecified;

    // The text of the current item
    int textStart;
    int textEnd;
    int textFlags;

    @Nullable RawName target;

    /** Bytes of the current run of text that were delivered in earlier pieces. */
    long textBefore;

    /** In a CDATA section of which a piece was delivered. */
    boolean insideSection;

    /** Where the text of the current item lies. */
    byte[] textBytes = buf;

    /** Text of several pieces made one, and where the first began. */
    private byte[] gathered = workspace.gathered;

    private int gatheredLength;

    /** More pieces may follow. */
    private boolean gathering;

    XmlLocation gatheredPlace = XmlLocation.NONE;

    /** A value pointed at by {@link #slice}. */
    byte[] valueBytes = buf;

    int valueStart;
    int valueEnd;

    @Nullable Dtd dtd;

    /** The document has no DOCTYPE, and somebody was asked to supply its DTD. */
    private boolean askedForDtd;

    /** The entity of ENTITY_REFERENCE, ENTITY_START and ENTITY_END. */
    String entityName = "";

    Utf8Markup(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
    }

    Utf8Markup(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
    }

    /** The document has ended. */
    abstract void finish();

    /** What is left in a reader that has given its workspace back. */
    private static final ReaderScopes NO_SCOPES = new ReaderScopes("xml", Namespace.of(WriterScopes.XML_NAMESPACE));

    private static final Open[] NO_ELEMENTS = {new Open()};
    private static final Attribute[] NO_ATTRIBUTES = {};
    private static final byte[] NO_BYTES = {};

    /** Lets another reader have the room. There is nothing more to read, and nothing of the last item can be asked. */
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

    /** The element around the cursor, also where an entity is open in it. */
    final RawName element() {
        RawName raw = open[depth].raw;
        for (OpenEntity e = entity; raw == UNENDABLE && e != null; e = e.around()) {
            raw = e.element();
        }
        return raw;
    }

    @Override
    public final @Nullable Dtd dtd() {
        return dtd == null || !dtd.isDeclared() ? null : dtd;
    }

    @Override
    public final @Nullable EntityPlace entityPlace() {
        OpenEntity inner = null;
        for (OpenEntity around = entity; around != null; around = around.around()) {
            EntityLines lines = around.lines();
            if (lines != null) {
                byte[] text = inner == null ? buf : inner.buf();
                int stop = inner != null ? inner.pos() : failure == null ? pos : failedAt;
                EntityDeclaration declaration = around.entity().declaration();
                XmlLocation start = lines.start(text, inner == null ? Math.min(itemStart, stop) : stop);
                return new EntityPlace(
                        declaration.publicId(), String.valueOf(declaration.uri()), start, lines.end(text, stop));
            }
            inner = around;
        }
        return null;
    }

    @Override
    final boolean hasDtd() {
        return dtd != null;
    }

    // ---------------------------------------------------------------- items

    /** The next item. What is common and all at hand is seen to here, the rest in {@link #general}. */
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
        long word = Words.at(b, p);
        if ((byte) word != '<') {
            int looked = shortText(b, p, word);
            if (looked < 0 || characterData(looked)) {
                state = TEXT;
                return XmlEvent.TEXT;
            }
            return general();
        }
        if ((byte) (word >>> 8) == '/') {
            Tag ending = open[inner].raw.endTag;
            if (ending.stands(word, b, p, end)) {
                pos = p + ending.length;
                state = END;
                return XmlEvent.END_ELEMENT;
            }
            return general();
        }
        RawName likely = beforeEnded ? open[inner + 1].raw.sibling : open[inner].raw.child;
        if (likely == null) {
            return general();
        }
        if (!likely.startTag.stands(word, b, p, end)) {
            int after = p + likely.openTag.length;
            return likely.openTag.stands(word, b, p, end) && after < end && (CLASS[b[after] & 0xFF] & NAME_BYTE) == 0
                    ? startTag(likely, after)
                    : general();
        }
        if (++inner > room || (likely.prefix != RawName.NO_PREFIX && !scopes.isBound(likely.prefix))) {
            return general();
        }
        attributeCount = 0;
        emptyElement = false;
        pos = p + likely.startTag.length;
        enter(inner, likely, scopes.count());
        return XmlEvent.START_ELEMENT;
    }

    /**
     * A short run of text on one line, which may begin with a line feed: then -1. Where there is more to see to, the index
     * up to which there is none.
     */
    private int shortText(byte[] b, int start, long first) {
        int p = start;
        long word = first;
        if ((byte) word == '\n') {
            lineEnd(p);
            word = Words.at(b, ++p);
        }
        long stops = Words.textStops(word);
        if (stops == 0) {
            p += 8;
            stops = Words.textStops(Words.at(b, p));
            if (stops == 0) {
                p += 8;
                stops = Words.textStops(Words.at(b, p));
                if (stops == 0) {
                    return p + 8;
                }
            }
        }
        p += Words.first(stops);
        if (b[p] != '<') {
            return p;
        }
        textItem(start, p, 0);
        pos = p;
        return -1;
    }

    /** In a start tag's element: goes on to the text that it begins with, unless that may be indentation. */
    final boolean firstText() {
        int start = pos;
        if (start >= fastUntil || emptyElement || isFed()) {
            return false;
        }
        byte[] b = buf;
        long word = Words.at(b, start);
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

    /** After text: goes on to the end tag of its element where that comes next. */
    final boolean endsHere() {
        int p = pos;
        if (p >= fastUntil) {
            return false;
        }
        byte[] b = buf;
        Tag ending = open[depth].raw.endTag;
        if (!ending.stands(Words.at(b, p), b, p, end)) {
            return false;
        }
        itemStart = p;
        pos = p + ending.length;
        state = END;
        return true;
    }

    /** After an end tag: goes on to the start tag that is likely to follow at once, if it does. */
    final boolean siblingStarts() {
        int p = pos;
        int level = depth;
        if (p >= fastUntil || level == 1) {
            return false;
        }
        byte[] b = buf;
        Open ended = open[level];
        RawName likely = ended.raw.sibling;
        if (likely == null || !likely.startTag.stands(Words.at(b, p), b, p, end)) {
            return false;
        }
        if (scopes.count() != ended.scope) {
            scopes.popTo(ended.scope);
        }
        if (likely.prefix != RawName.NO_PREFIX && !scopes.isBound(likely.prefix)) {
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
     * From a start tag to the text of its element, where that is plain and the end tag follows at once; gives the index
     * after the end tag. Otherwise -1, and the cursor is where it was.
     */
    final int soleText() {
        int start = pos;
        if (state != START || emptyElement || start >= fastUntil) {
            return -1;
        }
        byte[] b = buf;
        int last = Math.min(fastUntil, start + LONGEST_SOLE_TEXT);
        int p = start;
        long stops = Words.textStops(Words.at(b, p));
        while (stops == 0) {
            p += 8;
            if (p >= last) {
                return -1;
            }
            stops = Words.textStops(Words.at(b, p));
        }
        p += Words.first(stops);
        Tag ending = open[depth].raw.endTag;
        if (p >= fastUntil || b[p] != '<' || !ending.stands(Words.at(b, p), b, p, end)) {
            return -1;
        }
        itemStart = start;
        textItem(start, p, 0);
        pos = p;
        state = TEXT;
        return p + ending.length;
    }

    /** From the text that {@link #soleText} has found to the end tag after it. */
    final void endSoleText(int afterTag) {
        itemStart = pos;
        pos = afterTag;
        state = END;
    }

    /** Passes over a line feed and spaces before the next tag, without an item made of them. */
    final void skipIndentation() {
        int start = pos;
        if (start >= fastUntil || buf[start] != '\n' || (state == START && emptyElement)) {
            return;
        }
        byte[] b = buf;
        int p = start + 1;
        long others = Words.at(b, p) ^ SPACES;
        while (others == 0) {
            p += 8;
            if (p >= fastUntil) {
                return;
            }
            others = Words.at(b, p) ^ SPACES;
        }
        p += Words.first(others);
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

    /** Sees to the encoding and the XML declaration, unless that was done. */
    final void begin() {
        if (!begun) {
            startDocument();
            begun = true;
            if (options.fragment()) {
                entitiesWithoutDtd();
            }
        }
    }

    /** Prolog and epilog. */
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
                    if (!coalesce()) {
                        continue;
                    }
                    return XmlEvent.TEXT;
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

    // ---------------------------------------------------------------- encoding and XML declaration

    private void startDocument() {
        if (!detected) {
            if (in == null) {
                checkDocumentLength();
            }
            detect();
            detected = true;
        }
        itemStart = pos;
        if (startsWith(pos, XML_DECLARATION)) {
            int c = at(pos + XML_DECLARATION.length);
            if (c >= 0 && CLASS[c] == Characters.SPACE) {
                int start = pos;
                pos += XML_DECLARATION.length;
                try {
                    xmlDeclaration();
                } catch (Incomplete incomplete) {
                    pos = start;
                    throw incomplete;
                }
            }
        }
        XmlDeclaration told = declaration;
        if (guessed && (told == null || told.encoding() == null)) {
            // XML 1.0, section 4.3.3: the only encoding that goes without saying is UTF-8.
            throw fail(
                    "a document in " + settled + " must begin with a byte order mark or declare its encoding",
                    itemStart);
        }
    }

    /** By the byte order mark, by what somebody told, or by what the first bytes must mean (XML 1.0, appendix F). */
    private void detect() {
        String told = options.encoding();
        boolean plain = at(pos) == '<' && at(pos + 1) > 0;
        Encodings.Start start = plain ? Encodings.OPEN : Encodings.detect(this::at, pos);
        String family = start.family();
        boolean vague = told != null && family != null && Encodings.agree(family, told);
        settled = start.markBytes() > 0 || told == null || vague ? family : told;
        guessed = start.markBytes() == 0 && told == null && family != null && !isGivenInCharacters();
        pos += start.markBytes();
        counted = pos;
        itemStart = pos;
        if (settled != null && !isGivenInCharacters()) {
            use(settled);
        }
    }

    /** What comes is in an encoding. */
    private void use(String name) {
        if (Encodings.isUtf8(name)) {
            encoding = "UTF-8";
            return;
        }
        Charset charset = Encodings.find(name);
        if (charset == null) {
            throw fail("the encoding \"" + name + "\" is not known", pos);
        }
        encoding = charset.name();
        transcode(new ToUtf8(remaining(), charset), Encodings.unitBytes(charset));
    }

    private void transcode(InputStream source, int unitBytes) {
        long offset = base + pos;
        continueFrom(source);
        places.transcoded(unitBytes, offset);
    }

    /** Production 26. */
    private static boolean isVersion1(String version) {
        for (int i = 2; i < version.length(); i++) {
            if (version.charAt(i) < '0' || version.charAt(i) > '9') {
                return false;
            }
        }
        return version.length() > 2 && version.startsWith("1.");
    }

    private void xmlDeclaration() {
        boolean space = declarationSpace();
        String version = pseudoAttribute("version", space);
        if (version == null) {
            throw fail("the XML declaration must begin with the version", pos);
        }
        if (!isVersion1(version) || (options.fourthEdition() && !version.equals("1.0") && !version.equals("1.1"))) {
            throw fail("the version must be 1.0 or 1.1: \"" + version + "\"", pos);
        }
        space = declarationSpace();
        String declared = pseudoAttribute("encoding", space);
        if (declared != null) {
            checkEncodingName(declared);
            space = declarationSpace();
        }
        String alone = pseudoAttribute("standalone", space);
        if (alone != null) {
            if (!alone.equals("yes") && !alone.equals("no")) {
                throw fail("standalone must be yes or no: \"" + alone + "\"", pos);
            }
            declarationSpace();
        }
        if (at(pos) != '?' || at(pos + 1) != '>') {
            throw fail(
                    "the XML declaration holds version, encoding and standalone, in this order, and ends with"
                            + " \"?>\", but there is " + found(pos),
                    pos);
        }
        int start = itemStart;
        pos += 2;
        standalone = "yes".equals(alone);
        declaration = new XmlDeclaration(version, declared, alone == null ? null : standalone);
        if (declared != null) {
            declared(declared, start);
        }
        if (version.equals("1.1")) {
            if (edition == Edition.FOURTH) {
                // Which names are good is known of those that are shared.
                vocabulary = new Vocabulary(options.withFourthEdition(false));
            }
            edition = Edition.XML_1_1;
            transcode(new LineEnds11(remaining()), PlaceCounter.UNKNOWN);
        }
    }

    private void checkEncodingName(String name) {
        int first = name.isEmpty() ? 0 : name.charAt(0) | 0x20;
        if (first < 'a' || first > 'z') {
            throw fail("the name of an encoding must start with a letter: \"" + name + "\"", pos);
        }
    }

    /** What the document says of its own encoding; what is settled already it can only confirm. */
    private void declared(String name, int start) {
        if (isGivenInCharacters() || options.encoding() != null) {
            return;
        }
        if (settled != null) {
            if (!Encodings.agree(settled, name)) {
                throw fail("the document declares the encoding " + name + " but is in " + settled, start);
            }
            return;
        }
        if (!Encodings.canReadDeclaration(name)) {
            throw fail(
                    Encodings.find(name) == null
                            ? "the encoding \"" + name + "\" is not known"
                            : "the document declares the encoding " + name + " but is not in it",
                    start);
        }
        use(name);
    }

    /** True where there are no bytes whose encoding could be declared. */
    abstract boolean isGivenInCharacters();

    private boolean declarationSpace() {
        int before = pos;
        pos = skipSpace(pos);
        return pos > before;
    }

    final @Nullable String pseudoAttribute(String name, boolean spaceBefore) {
        if (!matches(pos, ascii(name))) {
            return null;
        }
        if (!spaceBefore) {
            throw fail("white space must come before " + name, pos);
        }
        int p = skipSpace(pos + name.length());
        if (at(p) != '=') {
            throw fail("\"=\" must follow " + name + ", but there is " + found(p), p);
        }
        p = skipSpace(p + 1);
        int quote = at(p);
        if (quote != '"' && quote != '\'') {
            throw fail("the value of " + name + " must be quoted, but there is " + found(p), p);
        }
        int from = ++p;
        for (int c = at(p); c != quote; c = at(++p)) {
            boolean allowed = c > 0 && c < 0x80 && ((CLASS[c] & Characters.NAME) != 0 && c != ':');
            if (!allowed || p - from > 100) {
                throw fail("the value of " + name + " is not allowed: there is " + found(p), p);
            }
        }
        pos = p + 1;
        return new String(buf, from, p - from, StandardCharsets.ISO_8859_1);
    }

    // ---------------------------------------------------------------- tags

    private XmlEvent startTag(int nameStart) {
        RawName raw = name(nameStart);
        RawName last = open[beforeEnded ? depth + 1 : depth].raw;
        if ((beforeEnded ? last.sibling : last.child) == raw) {
            raw.expectElement();
        } else if (!last.shared || raw.shared) {
            if (beforeEnded) {
                last.sibling = raw;
            } else {
                last.child = raw;
            }
        }
        return startTag(raw, pos);
    }

    private XmlEvent startTag(RawName raw, int afterName) {
        int inner = depth + 1;
        if (inner > limits.maxDepth()) {
            throw beyond("the depth of elements", "maxDepth", limits.maxDepth(), itemStart);
        }
        int scope = scopes.count();
        scopeBefore = scope;
        attributeCount = 0;
        int p = afterName;
        if (p < end && buf[p] == '>' && dtd == null) {
            emptyElement = false;
            attributesSpecified = 0;
            p++;
        } else {
            p = attributes(raw, p, scope);
        }
        pos = p;
        if (inner + 1 == open.length) {
            growOpen();
        }
        if (raw.prefix != RawName.NO_PREFIX && !scopes.isBound(raw.prefix)) {
            throw undeclared(raw, "element");
        }
        enter(inner, raw, scope);
        return XmlEvent.START_ELEMENT;
    }

    private void enter(int inner, RawName raw, int scope) {
        Open element = open[inner];
        if (element.raw != raw) {
            element.raw = raw;
        }
        element.scope = scope;
        element.offset = base + itemStart;
        depth = inner;
        beforeEnded = false;
        state = START;
    }

    private void growOpen() {
        int length = open.length;
        open = Arrays.copyOf(open, length * 2);
        for (int i = length; i < open.length; i++) {
            open[i] = new Open();
        }
    }

    /** From after the name of a start tag to its end. */
    private int attributes(RawName raw, int afterName, int scope) {
        insideTag = true;
        RawName[] likely = raw.attributes;
        expected = 0;
        prefixed = 0;
        boolean asGuessed = true;
        int declared = 0;
        int p = afterName;
        int whole = fast ? end - FAST_LOOK_AHEAD : 0;
        while (true) {
            RawName attribute = null;
            int at = p + 1;
            int from = 0;
            int quote = 0;
            if (p < whole) {
                if (dtd == null) {
                    p = plainAttributes(likely, p, whole, limits.maxAttributes() - declared);
                }
                at = p + 1;
                byte[] b = buf;
                long word = Words.at(b, p);
                if ((byte) word == '>') {
                    emptyElement = false;
                    p++;
                    break;
                }
                if ((short) word == ('/' | '>' << 8)) {
                    emptyElement = true;
                    p += 2;
                    break;
                }
                int guess = expected;
                if (p < whole && guess < likely.length && likely[guess].attribute.stands(word, b, p, end)) {
                    RawName known = likely[guess];
                    from = p + known.attribute.length + 1;
                    quote = from < end ? b[from - 1] : 0;
                    if (quote == '"' || quote == '\'') {
                        attribute = known;
                        expected = guess + 1;
                        p = shortValue(b, from, quote);
                    }
                }
            }
            if (attribute == null) {
                int before = p;
                p = skipSpace(p);
                int c = at(p);
                if (c == '>') {
                    emptyElement = false;
                    p++;
                    break;
                }
                if (c == '/') {
                    if (at(p + 1) != '>') {
                        throw fail(
                                "\"/\" in a start tag must be followed by \">\", but there is " + found(p + 1), p + 1);
                    }
                    emptyElement = true;
                    p += 2;
                    break;
                }
                if (c < 0) {
                    throw fail("the document ends inside the start tag of " + raw.qualified(), p);
                }
                if (p == before) {
                    throw fail(
                            "white space, \">\" or \"/>\" must follow in the start tag of " + raw.qualified()
                                    + ", but there is " + found(p),
                            p);
                }
                at = p;
                attribute = name(p);
                int found = expected;
                while (found < likely.length && likely[found] != attribute) {
                    found++;
                }
                asGuessed &= found < likely.length;
                expected = found + 1;
                p = skipSpace(pos);
                if (at(p) != '=') {
                    throw fail(
                            "\"=\" must follow the attribute name " + attribute.qualified() + ", but there is "
                                    + found(p),
                            p);
                }
                p = skipSpace(p + 1);
                quote = at(p);
                if (quote != '"' && quote != '\'') {
                    throw fail(
                            "the value of the attribute " + attribute.qualified() + " must be quoted, but there is "
                                    + found(p),
                            p);
                }
                from = p + 1;
                p = -1;
            }
            if (p < 0) {
                p = value(from, quote, attribute);
            }
            if (attributeCount + declared == limits.maxAttributes()) {
                throw beyond("the number of attributes", "maxAttributes", limits.maxAttributes(), at);
            }
            String text = dtd == null ? null : declaredValue(dtd, raw, attribute, from, p);
            if (attribute.declares != null) {
                declare(attribute.declares, text == null ? namespace(from, p) : namespaceNamed(text), scope, at);
                declared++;
            } else {
                add(attribute, from, p, text);
                prefixed += attribute.prefix == RawName.NO_PREFIX ? 0 : 1;
            }
            p++;
            if (p - itemStart > limits.maxTagLength()) {
                break;
            }
        }
        if (p - itemStart > limits.maxTagLength()) {
            throw beyond("the tag", "maxTagLength", limits.maxTagLength(), itemStart);
        }
        insideTag = false;
        int count = attributeCount;
        attributesSpecified = count;
        if (dtd != null) {
            supplyDefaults(dtd, raw, scope, declared);
        }
        if (prefixed > 0 || attributeCount > count) {
            expandAttributes();
        }
        // Names that are in the list, in its order, are different names: but different prefixes may mean the same.
        if (!asGuessed || attributeCount > count) {
            checkForDuplicates();
        } else if (prefixed > 1) {
            checkPrefixedForDuplicates(prefixed);
        }
        if (!asGuessed && declared == 0) {
            expectAgain(raw);
        }
        return p;
    }

    /**
     * The attributes of last time, from {@link #expected} on, as far as they stand again with values that are plain; gives
     * the index after the last of them.
     */
    private int plainAttributes(RawName[] likely, int start, int whole, int most) {
        byte[] b = buf;
        Attribute[] found = attributes;
        int next = expected;
        int count = attributeCount;
        int last = Math.min(likely.length - next, Math.min(most, found.length) - count) + count;
        int after = start;
        while (count < last) {
            RawName name = likely[next];
            Tag opening = name.plainAttribute;
            int p = after;
            if (p >= whole || !opening.stands(Words.at(b, p), b, p, end)) {
                break;
            }
            p += opening.length;
            int from = p;
            long stops = 0;
            while (p < whole && (stops = Words.valueStops(Words.at(b, p), JOINT, QUOTES)) == 0) {
                p += 8;
            }
            p += Words.first(stops);
            if (stops == 0 || b[p] != '"' || p - from > limits.maxAttributeLength()) {
                break;
            }
            Attribute attribute = found[count];
            if (attribute.raw != name) {
                attribute.raw = name;
            }
            attribute.start = from;
            attribute.end = p;
            attribute.flags = 0;
            prefixed += name.prefix == RawName.NO_PREFIX ? 0 : 1;
            after = p + 1;
            next++;
            count++;
        }
        expected = next;
        attributeCount = count;
        return after;
    }

    /** The end of a value where it is plain and comes soon, otherwise -1. */
    private int shortValue(byte[] b, int from, int quote) {
        int p = from;
        if (p > end - 16) {
            return -1;
        }
        long joint = Words.jointOf(quote);
        long quotes = Words.joined(quote, joint);
        long stops = Words.valueStops(Words.at(b, p), joint, quotes);
        if (stops == 0) {
            p += 8;
            stops = Words.valueStops(Words.at(b, p), joint, quotes);
            if (stops == 0) {
                return -1;
            }
        }
        p += Words.first(stops);
        if (b[p] != quote) {
            return -1;
        }
        flags = 0;
        return p;
    }

    /** What was found to have no duplicates is the next guess. */
    private void expectAgain(RawName raw) {
        int count = attributesSpecified;
        if (count > RawName.MOST_EXPECTED) {
            return;
        }
        RawName[] found = new RawName[count];
        for (int i = 0; i < count; i++) {
            found[i] = attributes[i].raw;
            found[i].expectAttribute();
            if (raw.shared && !found[i].shared) {
                return;
            }
        }
        raw.attributes = found;
    }

    private void add(RawName raw, int from, int to, @Nullable String text) {
        int i = attributeCount;
        if (i == attributes.length) {
            attributes = Arrays.copyOf(attributes, i * 2);
            for (int j = i; j < attributes.length; j++) {
                attributes[j] = new Attribute();
            }
        }
        Attribute attribute = attributes[i];
        if (attribute.raw != raw) {
            attribute.raw = raw;
        }
        attribute.start = from;
        attribute.end = to;
        attribute.flags = flags;
        if (text != null) {
            attribute.text = text;
            attribute.flags = GIVEN;
        }
        attributeCount = i + 1;
    }

    private void declare(String prefix, Namespace namespace, int scope, int at) {
        String uri = namespace.uri;
        if (prefix.equals("xmlns")) {
            throw fail("the prefix xmlns must not be declared", at);
        }
        if (prefix.equals("xml") != uri.equals(WriterScopes.XML_NAMESPACE)) {
            throw fail(
                    "the prefix xml and the namespace " + WriterScopes.XML_NAMESPACE
                            + " belong to each other and cannot be declared otherwise",
                    at);
        }
        if (uri.equals(WriterScopes.XMLNS_NAMESPACE)) {
            throw fail("the namespace " + WriterScopes.XMLNS_NAMESPACE + " must not be declared", at);
        }
        if (uri.isEmpty() && !prefix.isEmpty() && edition != Edition.XML_1_1) {
            throw fail("the prefix " + prefix + " cannot be undeclared: xmlns:" + prefix + "=\"\"", at);
        }
        if (scopes.find(prefix) >= scope) {
            throw fail("the attribute " + (prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix) + " comes twice", at);
        }
        scopes.push(prefix, namespace);
    }

    private Namespace namespace(int from, int to) {
        byte[] bytes = buf;
        int first = from;
        int last = to;
        if ((flags & AS_ATTRIBUTE) != 0) {
            last = decode(from, to, AS_ATTRIBUTE);
            first = 0;
            bytes = scratch;
        }
        return namespace(bytes, first, last, from);
    }

    private Namespace namespaceNamed(String uri) {
        byte[] bytes = uri.getBytes(StandardCharsets.UTF_8);
        return namespace(bytes, 0, bytes.length, itemStart);
    }

    private Namespace namespace(byte[] bytes, int first, int last, int at) {
        if (first == last) {
            return Namespace.NONE;
        }
        long hash = SymbolTable.hash(bytes, first, last);
        Namespace known = vocabulary.findNamespace(hash, bytes, first, last);
        if (known != null) {
            return known;
        }
        checkNames(at);
        byte[] copy = Arrays.copyOfRange(bytes, first, last);
        return vocabulary.add(new Namespace(
                copy,
                hash,
                RawName.interned(new String(copy, StandardCharsets.UTF_8), vocabulary.sharesNext(copy.length))));
    }

    /** The expanded name of an open element. */
    final XmlName elementName(int element) {
        RawName raw = open[element].raw;
        return vocabulary.expand(raw, namespaceOf(raw));
    }

    /** Of an element's name. */
    final Namespace namespaceOf(RawName raw) {
        return raw.prefix == RawName.NO_PREFIX ? scopes.defaultNamespace() : scopes.namespace(scopes.find(raw.prefix));
    }

    private XmlException undeclared(RawName raw, String what) {
        return fail("the prefix of the " + what + " " + raw.qualified() + " is not bound to a namespace", itemStart);
    }

    private void expandAttributes() {
        for (int i = 0; i < attributeCount; i++) {
            Attribute attribute = attributes[i];
            RawName raw = attribute.raw;
            if (raw.prefix != RawName.NO_PREFIX) {
                int binding = scopes.find(raw.prefix);
                if (binding < 0 || scopes.namespace(binding) == Namespace.NONE) {
                    throw undeclared(raw, "attribute");
                }
                attribute.expanded = vocabulary.expand(raw, scopes.namespace(binding));
            }
        }
    }

    private void checkForDuplicates() {
        int count = attributeCount;
        if (count > FEW_ATTRIBUTES) {
            checkManyForDuplicates();
            return;
        }
        for (int i = 1; i < count; i++) {
            XmlName name = attributes[i].name();
            for (int j = 0; j < i; j++) {
                if (name == attributes[j].name() || name.equals(attributes[j].name())) {
                    throw duplicate(i);
                }
            }
        }
    }

    /** Where the names as written are different: only those with different prefixes can be the same. */
    private void checkPrefixedForDuplicates(int prefixed) {
        if (prefixed > FEW_ATTRIBUTES) {
            checkManyForDuplicates();
            return;
        }
        for (int i = 1; i < attributeCount; i++) {
            RawName raw = attributes[i].raw;
            for (int j = 0; j < i && raw.prefix != RawName.NO_PREFIX; j++) {
                RawName other = attributes[j].raw;
                boolean mayMeet = other.prefix != RawName.NO_PREFIX && other.localHash == raw.localHash;
                if (mayMeet && attributes[i].expanded.equals(attributes[j].expanded)) {
                    throw duplicate(i);
                }
            }
        }
    }

    private XmlException duplicate(int index) {
        if (index >= attributesSpecified) {
            return fail("the attribute " + attributes[index].name() + " comes twice, once by default", itemStart);
        }
        int p = attributes[index].start - 1;
        while (buf[p - 1] != '=') {
            p--;
        }
        p--;
        while (CLASS[buf[p - 1] & 0xFF] == Characters.SPACE) {
            p--;
        }
        return fail(
                "the attribute " + attributes[index].name() + " comes twice", p - attributes[index].raw.bytes.length);
    }

    /** By a table whose hash nobody outside can predict. */
    private void checkManyForDuplicates() {
        int count = attributeCount;
        int size = Integer.highestOneBit(count) * 4;
        if (attributeTable.length < size) {
            attributeTable = new int[size];
        } else {
            Arrays.fill(attributeTable, 0, size, 0);
        }
        for (int i = 0; i < count; i++) {
            RawName raw = attributes[i].raw;
            long hash = raw.localHash;
            if (!raw.prefix.isEmpty()) {
                hash += scopes.namespace(scopes.find(raw.prefix)).hash * 31;
            }
            int slot = (int) (hash ^ hash >>> 32) & (size - 1);
            while (attributeTable[slot] != 0) {
                if (attributes[i].name().equals(attributes[attributeTable[slot] - 1].name())) {
                    throw duplicate(i);
                }
                slot = (slot + 1) & (size - 1);
            }
            attributeTable[slot] = i + 1;
        }
    }

    private XmlEvent endTag(int nameStart) {
        RawName ending = open[depth].raw;
        if (!matches(nameStart, ending.bytes)) {
            throw wrongEndTag(nameStart);
        }
        int p = nameStart + ending.bytes.length;
        if (at(p) != '>') {
            int afterName = p;
            p = skipSpace(p);
            int c = at(p);
            if (p == afterName && c >= 0 && (CLASS[c] & NAME_BYTE) != 0) {
                throw wrongEndTag(nameStart);
            }
            if (c != '>') {
                throw fail(
                        "the end tag of " + ending.qualified() + " must end with \">\", but there is " + found(p), p);
            }
        }
        pos = p + 1;
        return XmlEvent.END_ELEMENT;
    }

    private XmlException wrongEndTag(int nameStart) {
        String unended = "the element " + open[depth].raw.qualified() + openedAt(depth);
        if (at(nameStart) < 0) {
            return fail("the document ends inside " + unended, nameStart);
        }
        RawName other = name(nameStart);
        if (open[depth].raw == UNENDABLE) {
            return fail(
                    "the end tag </" + other.qualified()
                            + "> does not match: its element must begin in the same entity",
                    itemStart);
        }
        return fail("the end tag </" + other.qualified() + "> does not match " + unended, itemStart);
    }

    /** Where an element was opened; for a stream, whose lines are gone, as an offset. */
    private String openedAt(int element) {
        if (entity != null) {
            return "";
        }
        if (in != null) {
            return places.isTranscoded() ? "" : " (opened at byte " + open[element].offset + ")";
        }
        PlaceCounter opened = new PlaceCounter();
        opened.advance(buf, textStartOfDocument(), (int) (open[element].offset - base));
        XmlLocation place = opened.at(open[element].offset);
        return " (opened at line " + place.line() + ", column " + place.column() + ")";
    }

    private int textStartOfDocument() {
        boolean mark = end - documentStart >= 3 && buf[documentStart] == (byte) 0xEF;
        return mark ? documentStart + 3 : documentStart;
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
                long stops = Words.textStops(Words.at(b, p));
                long further = Words.textStops(Words.at(b, p + 8));
                if ((stops | further) != 0) {
                    p += stops != 0 ? Words.first(stops) : 8 + Words.first(further);
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

    /** A CDATA section whose text, or what is left of it, starts at an index; false where it is empty. */
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
     * All text up to the next item that is none, in {@link #gathered} unless it lies in one piece; false where there is
     * none.
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

    /** Points at what a slice of the buffer stands for, in UTF-8. */
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
        RawName name = name(nameStart);
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

    // ---------------------------------------------------------------- DTD and entities

    /** From after {@code <!DOCTYPE}: finds its end, lets it be parsed, and goes on after it. */
    private void doctype(int start) {
        if (!policy.accepted()) {
            throw fail("a DOCTYPE is not accepted: send the document without DTD", pos);
        }
        if (rootSeen || dtd != null) {
            throw fail("a DOCTYPE may stand once, before the document's element", pos);
        }
        int stop = endOfDoctype(start);
        String declaration = new String(buf, start, stop - start, StandardCharsets.UTF_8);
        try {
            dtd = Dtd.parse(declaration, dtdRules());
        } catch (DtdException wrong) {
            int offset = wrong.offset();
            int index = offset < 0
                    ? itemStart
                    : start + declaration.substring(0, offset).getBytes(StandardCharsets.UTF_8).length;
            throw fail(String.valueOf(wrong.getMessage()), index);
        }
        lineEnds(start, stop);
        pos = stop + 1;
    }

    /** Before the document's element: whether somebody supplies a DTD, as if the document had a DOCTYPE here. */
    private boolean doctypeSupplied() {
        if (dtd != null || askedForDtd || (policy.external() == null && policy.entities() == null)) {
            return false;
        }
        String root = name(pos + 1).qualified();
        pos = itemStart;
        askedForDtd = true;
        try {
            dtd = Dtd.supplied(root, dtdRules());
        } catch (DtdException wrong) {
            throw fail(String.valueOf(wrong.getMessage()), pos);
        }
        if (dtd == null) {
            entitiesWithoutDtd();
        }
        return dtd() != null;
    }

    private void entitiesWithoutDtd() {
        if (policy.entities() != null) {
            dtd = Dtd.undeclared(dtdRules());
        }
    }

    private DtdRules dtdRules() {
        return new DtdRules(edition, options.namespaces(), standalone, policy, limits);
    }

    /**
     * The index of the {@code >} that ends a DOCTYPE, seen as brackets, literals, comments and processing instructions.
     * In a DOCTYPE that is not well-formed this may be too early or too late: the parser, which must find the same end,
     * will say so.
     */
    private int endOfDoctype(int start) {
        boolean inside = false;
        int p = start;
        while (true) {
            int c = inDoctype(p, start);
            if (c >= 0x80) {
                p = character(p);
                continue;
            }
            p++;
            switch (c) {
                case '"', '\'' -> p = pastInDoctype(p, start, (char) c + "");
                case '[' -> inside = true;
                case ']' -> inside = false;
                case '<' -> {
                    if (at(p) == '?') {
                        p = pastInDoctype(p + 1, start, "?>");
                    } else if (at(p) == '!' && at(p + 1) == '-' && at(p + 2) == '-') {
                        p = pastInDoctype(p + 3, start, "-->");
                    }
                }
                case '>' -> {
                    if (!inside) {
                        return p - 1;
                    }
                }
                default -> {}
            }
        }
    }

    private int inDoctype(int p, int start) {
        if (p - start > limits.maxDtdLength()) {
            throw beyond("the DTD", "maxDtdLength", limits.maxDtdLength(), itemStart);
        }
        int c = at(p);
        if (c < 0) {
            throw fail("the document ends inside the DOCTYPE", itemStart);
        }
        return c;
    }

    private int pastInDoctype(int from, int start, String terminator) {
        int p = from;
        while (true) {
            int c = inDoctype(p, start);
            int matched = 0;
            while (matched < terminator.length() && at(p + matched) == terminator.charAt(matched)) {
                matched++;
            }
            if (matched == terminator.length()) {
                return p + matched;
            }
            p = c >= 0x80 ? character(p) : p + 1;
        }
    }

    /** The value of an attribute whose declaration or whose references have a say in it; null for all others. */
    private @Nullable String declaredValue(Dtd declared, RawName element, RawName attribute, int from, int to) {
        AttributeDeclaration declaration = declared.attribute(element.qualified(), attribute.qualified());
        boolean tokenized = declaration != null && declaration.isTokenized();
        boolean entities = (flags & ENTITIES) != 0;
        if (!tokenized && !entities) {
            return null;
        }
        String value;
        if (entities) {
            String literal = new String(buf, from, to - from, StandardCharsets.UTF_8);
            try {
                value = declared.expand(entity == null ? literal.replace("\r\n", "\n") : literal);
            } catch (DtdException wrong) {
                throw fail("the attribute " + attribute.qualified() + ": " + wrong.getMessage(), from);
            }
            if (value.getBytes(StandardCharsets.UTF_8).length > limits.maxAttributeLength()) {
                throw beyond(
                        "the length of the attribute " + attribute.qualified(),
                        "maxAttributeLength",
                        limits.maxAttributeLength(),
                        from);
            }
        } else {
            value = string(buf, from, to, flags, AS_ATTRIBUTE);
        }
        return declaration != null && declaration.isTokenized() ? declared.tokenized(declaration, value) : value;
    }

    private void supplyDefaults(Dtd declared, RawName element, int scope, int namespaces) {
        List<AttributeDeclaration> defaults = declared.defaults(element.qualified());
        if (defaults.isEmpty()) {
            return;
        }
        Set<RawName> specified = new HashSet<>();
        for (int i = 0; i < attributeCount; i++) {
            specified.add(attributes[i].raw);
        }
        int declarations = namespaces;
        for (AttributeDeclaration declaration : defaults) {
            RawName name = intern(declaration.name());
            String value = declaration.value();
            String prefix = name.declares;
            if (value == null || specified.contains(name) || (prefix != null && scopes.find(prefix) >= scope)) {
                continue;
            }
            if (attributeCount + declarations == limits.maxAttributes()) {
                throw beyond("the number of attributes", "maxAttributes", limits.maxAttributes(), itemStart);
            }
            try {
                declared.supplied(declaration);
            } catch (DtdException beyond) {
                throw fail(String.valueOf(beyond.getMessage()), itemStart);
            }
            if (prefix != null) {
                declare(prefix, namespaceNamed(value), scope, itemStart);
                declarations++;
            } else {
                flags = 0;
                add(name, itemStart, itemStart, value);
            }
        }
    }

    /** A name from the DTD, where it was checked. */
    private RawName intern(String qualified) {
        byte[] bytes = qualified.getBytes(StandardCharsets.UTF_8);
        long hash = SymbolTable.hash(bytes, 0, bytes.length);
        RawName known = vocabulary.find(hash, bytes, 0, bytes.length);
        if (known != null) {
            return known;
        }
        checkNames(itemStart);
        int colon = qualified.indexOf(':');
        int colonByte = colon < 0 ? -1 : qualified.substring(0, colon).getBytes(StandardCharsets.UTF_8).length;
        return vocabulary.add(
                new RawName(bytes, hash, colonByte, options.namespaces(), vocabulary.sharesNext(bytes.length)));
    }

    /** What to do about the reference to a general entity at {@link #pos}; null where there is nothing to tell. */
    private @Nullable XmlEvent generalEntity() {
        Dtd declared = Objects.requireNonNull(dtd);
        Entity referred;
        byte[] text = null;
        try {
            boolean told = (!policy.processed() || policy.entities() != null) && !options.expandingEntities();
            referred = told ? null : declared.find(referredTo);
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
        EntityLines lines = referred.declaration().isExternal() ? new EntityLines(referred.head()) : null;
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

    /** Goes on after the reference to an entity that has ended; true where that is to be told. */
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
