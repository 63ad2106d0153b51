package dev.weir.xml.text;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.AttributeDeclaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdException;
import dev.weir.xml.dtd.Entity;
import dev.weir.xml.rule.Characters;
import dev.weir.xml.rule.SimpleValue;
import dev.weir.xml.rule.WriterScopes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scans UTF-8 where it lies. An item is checked completely while its end is searched for; what it says is decoded only
 * when somebody asks.
 *
 * <p>Whole arrays and streams share this scanner. The input between {@link #pos} and {@link #end} is at hand; where a
 * loop runs into {@link #end} it calls {@link #more}, which for an array says that this was all. For a stream {@code
 * more} appends to the buffer, or to a larger copy of it, and moves nothing: so every index into the current item stays
 * good until {@link #next} starts the next item, and only there the buffer is compacted. Loops keep the buffer and its
 * end in locals and load them again after any call that may have called {@code more}.
 *
 * <p>A long run of text in a stream is delivered in pieces of at least {@link #PIECE_BYTES}. A piece never ends inside a
 * character, a reference, CR LF, or {@code ]]>}, so pieces can be looked at one by one.
 *
 * <p>A DOCTYPE is left to the package {@code dtd}; here remain the hooks. A general entity in content becomes the input
 * until it ends, and the {@link OpenEntity} keeps the input around it: so the scanner needs to know nothing of entities
 * but at the end of its input. Where it opens inside an element, a name that no end tag can match takes that element's
 * place. Attribute values that need a DTD are made when their tag is scanned, others stay where they lie.
 */
final class Utf8Reader implements XmlReader {
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int PIECE_BYTES = BUFFER_BYTES / 2;

    /** So close to the buffer's end a piece of text rather ends than makes the buffer grow. */
    private static final int LONGEST_USUAL_REFERENCE = 10;

    /** Up to so many attributes are compared pairwise for duplicates. */
    private static final int FEW_ATTRIBUTES = 8;

    // What a slice needs before it is the text it stands for.
    private static final int REFERENCES = 1;
    private static final int CARRIAGE_RETURNS = 2;
    private static final int WHITE_SPACE = 4;
    private static final int WIDE = 8;
    private static final int ENTITIES = 16;

    // What to do about it.
    private static final int AS_TEXT = REFERENCES | CARRIAGE_RETURNS;
    private static final int AS_ATTRIBUTE = REFERENCES | WHITE_SPACE;
    private static final int AS_RAW = CARRIAGE_RETURNS;

    private static final byte[] CLASS = Characters.classes();
    private static final int NAME_BYTE = Characters.NAME | Characters.WIDE;

    private static final long LESS = Words.pattern('<');
    private static final long AMPERSAND = Words.pattern('&');
    private static final long BRACKET = Words.pattern(']');
    private static final long HYPHEN = Words.pattern('-');
    private static final long QUESTION = Words.pattern('?');

    private static final byte[] CDATA_START = ascii("[CDATA[");
    private static final byte[] DOCTYPE = ascii("DOCTYPE");
    private static final byte[] XML_DECLARATION = ascii("<?xml");

    private static final Namespace XML = namespace(WriterScopes.XML_NAMESPACE);

    /** Stands for the element in which an entity is referred to, while the entity is open. */
    private static final RawName UNENDABLE = new RawName(new byte[] {0}, 0, -1);

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Namespace namespace(String uri) {
        byte[] bytes = ascii(uri);
        return new Namespace(bytes, SymbolTable.hash(bytes, 0, bytes.length), uri);
    }

    // Input
    private @Nullable InputStream in;
    private final XmlLimits limits;
    private final DtdPolicy policy;
    private final int documentStart;
    private byte[] buf;
    private int pos;
    private int end;
    private boolean exhausted;

    /** Offset in the document of the buffer's first byte; negative where an array's slice starts later. */
    private long base;

    private final PlaceCounter places = new PlaceCounter();

    /** Everything before this index is counted in {@link #places}. */
    private int counted;

    // State
    private XmlEvent event = XmlEvent.START_DOCUMENT;
    private int itemStart;
    private boolean begun;
    private boolean rootSeen;
    private boolean asciiOnly;
    private boolean standalone;
    private @Nullable XmlException failure;

    // Open elements; index 0 is the document.
    private RawName[] openRaw = new RawName[16];
    private XmlName[] openName = new XmlName[16];
    private int[] openScope = new int[16];
    private long[] openOffset = new long[16];
    private int depth;
    private boolean emptyElement;
    private final ReaderScopes scopes = new ReaderScopes("xml", XML);
    private final Vocabulary vocabulary = new Vocabulary();

    // Attributes of the current element
    private RawName[] attributeRaw = new RawName[8];
    private XmlName[] attributeName = new XmlName[8];
    private int[] attributeStart = new int[8];
    private int[] attributeEnd = new int[8];
    private int[] attributeFlags = new int[8];
    private int attributeCount;
    private int[] attributeTable = new int[0];

    /** Attributes before this index were specified; the others are defaults. */
    private int attributesSpecified;

    /** Values that a DTD had a part in; null where there are none, or null for a single attribute. */
    private @Nullable String @Nullable [] attributeText;

    // The text of the current item
    private int textStart;
    private int textEnd;
    private int textFlags;
    private int textMode;
    private boolean cdata;
    private @Nullable RawName target;

    /** Bytes of the current run of text that were delivered in earlier pieces. */
    private long textBefore;

    /** What the last reference stood for, and the flags of the last value or text scanned. */
    private int referenced;

    private int flags;

    private byte[] scratch = new byte[0];

    // The DTD, for documents that have one
    private @Nullable Dtd dtd;
    private @Nullable OpenEntity entity;

    /** Where the outermost open entity is referred to. */
    private XmlLocation entityPlace = XmlLocation.NONE;

    /** The name in the last reference to a general entity. */
    private String referredTo = "";

    /** The index after the last reference to a general entity. */
    private int afterReference;

    // The content of an element of simple type
    private byte[] valueBytes = scratch;
    private int valueStart;
    private int valueEnd;

    Utf8Reader(byte[] bytes, int offset, int length, XmlLimits limits, DtdPolicy policy) {
        this.in = null;
        this.limits = limits;
        this.policy = policy;
        this.buf = bytes;
        this.pos = offset;
        this.end = offset + length;
        this.exhausted = true;
        this.base = -offset;
        this.documentStart = offset;
        this.counted = offset;
        this.itemStart = offset;
    }

    Utf8Reader(InputStream in, XmlLimits limits, DtdPolicy policy, int bufferBytes) {
        this.in = in;
        this.limits = limits;
        this.policy = policy;
        this.buf = new byte[bufferBytes];
        this.documentStart = 0;
    }

    Utf8Reader(InputStream in, XmlLimits limits, DtdPolicy policy) {
        this(in, limits, policy, BUFFER_BYTES);
    }

    // ---------------------------------------------------------------- input

    /** Makes more bytes available after {@link #end}; false at the end of the document. Moves nothing. */
    private boolean more() {
        InputStream source = in;
        if (source == null || exhausted) {
            return false;
        }
        if (end == buf.length) {
            long item = (long) end - itemStart;
            if (item > limits.maxTextLength() + (long) BUFFER_BYTES) {
                throw beyond("one item", "maxTextLength", limits.maxTextLength(), end);
            }
            buf = Arrays.copyOf(buf, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(16L, buf.length * 2L)));
        }
        try {
            int read = source.read(buf, end, buf.length - end);
            if (read == 0) {
                int single = source.read();
                read = single < 0 ? -1 : 1;
                buf[end] = (byte) single;
            }
            if (read < 0) {
                exhausted = true;
                return false;
            }
            end += read;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        checkDocumentLength();
        return true;
    }

    private void checkDocumentLength() {
        if (base + end > limits.maxDocumentLength()) {
            throw beyond("the document", "maxDocumentLength", limits.maxDocumentLength(), (int)
                    (limits.maxDocumentLength() - base));
        }
    }

    /** Between items: drops what was consumed, so that the buffer need not grow. */
    private void compact() {
        if (in != null && (pos == end || pos > buf.length / 2)) {
            places.advance(buf, counted, pos);
            System.arraycopy(buf, pos, buf, 0, end - pos);
            base += pos;
            end -= pos;
            pos = 0;
            counted = 0;
        }
    }

    /** The byte at an index at or after {@link #pos}, or -1 where the document ends before it. */
    private int at(int index) {
        return index < end ? buf[index] & 0xFF : atSlow(index);
    }

    private int atSlow(int index) {
        return ensure(index, 1) ? buf[index] & 0xFF : -1;
    }

    /** Makes a number of bytes from an index on available; false where the document ends before. */
    private boolean ensure(int index, int bytes) {
        while (end - index < bytes) {
            if (!more()) {
                return false;
            }
        }
        return true;
    }

    private boolean matches(int index, byte[] wanted) {
        return ensure(index, wanted.length)
                && Arrays.equals(buf, index, index + wanted.length, wanted, 0, wanted.length);
    }

    private int skipSpace(int index) {
        int p = index;
        while (true) {
            while (p < end && CLASS[buf[p] & 0xFF] == Characters.SPACE) {
                p++;
            }
            if (p < end || !more()) {
                return p;
            }
        }
    }

    // ---------------------------------------------------------------- items

    @Override
    public XmlEvent next() {
        if (failure != null) {
            throw failure;
        }
        switch (event) {
            case START_DOCUMENT -> {
                if (!begun) {
                    begun = true;
                    startDocument();
                }
            }
            case START_ELEMENT -> {
                if (emptyElement) {
                    event = XmlEvent.END_ELEMENT;
                    return event;
                }
            }
            case END_ELEMENT -> {
                scopes.popTo(openScope[depth]);
                depth--;
            }
            case END_DOCUMENT -> throw new IllegalStateException("the document has ended");
            default -> {}
        }
        compact();
        event = depth == 0 ? outside() : content();
        return event;
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
                    if (matches(pos + 2, DOCTYPE)) {
                        doctype(pos + 2 + DOCTYPE.length);
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
                rootSeen = true;
                return startTag(pos + 1);
            }
            if (c < 0) {
                if (!rootSeen) {
                    throw fail(base + end == 0 ? "the document is empty" : "the document ends before its element", pos);
                }
                return XmlEvent.END_DOCUMENT;
            }
            if (CLASS[c] != Characters.SPACE) {
                throw fail(
                        (rootSeen ? "after the document's element" : "before the document's element")
                                + " there may be only comments, processing instructions and white space, but there is "
                                + found(pos),
                        pos);
            }
            pos++;
        }
    }

    private XmlEvent content() {
        while (true) {
            itemStart = pos;
            int c = at(pos);
            if (c != '<') {
                if (c < 0) {
                    if (entity != null) {
                        leaveEntity(entity);
                        continue;
                    }
                    throw fail(
                            "the document ends inside the element " + openRaw[depth].qualified() + openedAt(depth),
                            pos);
                }
                if (!characterData()) {
                    enterEntity();
                    continue;
                }
                return XmlEvent.TEXT;
            }
            textBefore = 0;
            int d = at(pos + 1);
            if (d == '/') {
                return endTag(pos + 2);
            }
            if (d == '!') {
                if (at(pos + 2) == '-') {
                    return comment(pos + 2);
                }
                if (!matches(pos + 2, CDATA_START)) {
                    throw fail("\"<!\" must start a comment or a CDATA section here", pos);
                }
                if (cdata(pos + 2 + CDATA_START.length)) {
                    return XmlEvent.TEXT;
                }
                compact();
                continue;
            }
            return d == '?' ? instruction(pos + 2) : startTag(pos + 1);
        }
    }

    // ---------------------------------------------------------------- XML declaration

    private void startDocument() {
        if (in == null) {
            checkDocumentLength();
        }
        int first = at(pos);
        int second = at(pos + 1);
        if (first == 0xEF && second == 0xBB && at(pos + 2) == 0xBF) {
            pos += 3;
            counted = pos;
            itemStart = pos;
        } else if ((first == 0xFE && second == 0xFF)
                || (first == 0xFF && second == 0xFE)
                || (first == 0 && second == '<')
                || (first == '<' && second == 0)
                || (first == 0 && second == 0)) {
            throw fail("the document is not in UTF-8 (it looks like UTF-16 or UTF-32): only UTF-8 is read", pos);
        }
        if (matches(pos, XML_DECLARATION)) {
            int c = at(pos + XML_DECLARATION.length);
            if (c >= 0 && CLASS[c] == Characters.SPACE) {
                pos += XML_DECLARATION.length;
                xmlDeclaration();
            }
        }
    }

    private void xmlDeclaration() {
        boolean space = declarationSpace();
        String version = pseudoAttribute("version", space);
        if (version == null) {
            throw fail("the XML declaration must begin with the version", pos);
        }
        if (version.length() < 3
                || !version.startsWith("1.")
                || !version.chars().skip(2).allMatch(c -> c >= '0' && c <= '9')) {
            throw fail("the version must be 1.0: \"" + version + "\"", pos);
        }
        space = declarationSpace();
        String encoding = pseudoAttribute("encoding", space);
        if (encoding != null) {
            encoding(encoding);
            space = declarationSpace();
        }
        String standalone = pseudoAttribute("standalone", space);
        if (standalone != null) {
            if (!standalone.equals("yes") && !standalone.equals("no")) {
                throw fail("standalone must be yes or no: \"" + standalone + "\"", pos);
            }
            this.standalone = standalone.equals("yes");
            declarationSpace();
        }
        if (at(pos) != '?' || at(pos + 1) != '>') {
            throw fail(
                    "the XML declaration holds version, encoding and standalone, in this order, and ends with"
                            + " \"?>\", but there is " + found(pos),
                    pos);
        }
        pos += 2;
    }

    private boolean declarationSpace() {
        int before = pos;
        pos = skipSpace(pos);
        return pos > before;
    }

    private @Nullable String pseudoAttribute(String name, boolean spaceBefore) {
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

    private void encoding(String encoding) {
        int first = encoding.isEmpty() ? 0 : encoding.charAt(0) | 0x20;
        if (first < 'a' || first > 'z') {
            throw fail("the name of an encoding must start with a letter: \"" + encoding + "\"", pos);
        }
        switch (encoding.toUpperCase(Locale.ROOT)) {
            case "UTF-8", "UTF8" -> asciiOnly = false;
            case "US-ASCII", "ASCII" -> asciiOnly = true;
            default ->
                throw fail("only UTF-8 and US-ASCII are read, but the document declares \"" + encoding + "\"", pos);
        }
    }

    // ---------------------------------------------------------------- tags

    private XmlEvent startTag(int nameStart) {
        RawName raw = name(nameStart);
        int p = pos;
        attributeCount = 0;
        attributeText = null;
        int declared = 0;
        if (depth == limits.maxDepth()) {
            throw beyond("the depth of elements", "maxDepth", limits.maxDepth(), itemStart);
        }
        int inner = depth + 1;
        if (inner == openRaw.length) {
            openRaw = Arrays.copyOf(openRaw, inner * 2);
            openName = Arrays.copyOf(openName, inner * 2);
            openScope = Arrays.copyOf(openScope, inner * 2);
            openOffset = Arrays.copyOf(openOffset, inner * 2);
        }
        int scope = scopes.count();
        while (true) {
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
                    throw fail("\"/\" in a start tag must be followed by \">\", but there is " + found(p + 1), p + 1);
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
            int at = p;
            RawName attribute = name(p);
            p = skipSpace(pos);
            if (at(p) != '=') {
                throw fail(
                        "\"=\" must follow the attribute name " + attribute.qualified() + ", but there is " + found(p),
                        p);
            }
            p = skipSpace(p + 1);
            int quote = at(p);
            if (quote != '"' && quote != '\'') {
                throw fail(
                        "the value of the attribute " + attribute.qualified() + " must be quoted, but there is "
                                + found(p),
                        p);
            }
            int from = p + 1;
            p = value(from, quote, attribute);
            String text = dtd == null ? null : declaredValue(dtd, raw, attribute, from, p);
            if (attributeCount + declared == limits.maxAttributes()) {
                throw beyond("the number of attributes", "maxAttributes", limits.maxAttributes(), at);
            }
            if (attribute.declares != null) {
                declare(attribute.declares, text == null ? namespace(from, p) : namespaceNamed(text), scope, at);
                declared++;
            } else {
                add(attribute, from, p);
                if (text != null) {
                    keepText(attributeCount - 1, text);
                }
            }
            p++;
        }
        pos = p;
        attributesSpecified = attributeCount;
        if (dtd != null) {
            supplyDefaults(dtd, raw, scope, declared);
        }
        if (p - itemStart > limits.maxTextLength()) {
            throw beyond("the tag", "maxTextLength", limits.maxTextLength(), itemStart);
        }
        openRaw[inner] = raw;
        openName[inner] = vocabulary.expand(raw, elementNamespace(raw));
        openScope[inner] = scope;
        openOffset[inner] = base + itemStart;
        expandAttributes();
        depth = inner;
        return XmlEvent.START_ELEMENT;
    }

    private void add(RawName attribute, int from, int to) {
        int i = attributeCount;
        if (i == attributeRaw.length) {
            attributeRaw = Arrays.copyOf(attributeRaw, i * 2);
            attributeName = Arrays.copyOf(attributeName, i * 2);
            attributeStart = Arrays.copyOf(attributeStart, i * 2);
            attributeEnd = Arrays.copyOf(attributeEnd, i * 2);
            attributeFlags = Arrays.copyOf(attributeFlags, i * 2);
        }
        attributeRaw[i] = attribute;
        attributeStart[i] = from;
        attributeEnd[i] = to;
        attributeFlags[i] = flags;
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
        if (uri.isEmpty() && !prefix.isEmpty()) {
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
        return vocabulary.add(new Namespace(copy, hash, new String(copy, StandardCharsets.UTF_8)));
    }

    private Namespace elementNamespace(RawName raw) {
        int binding = scopes.find(raw.prefix);
        if (binding < 0) {
            throw undeclared(raw, "element");
        }
        return scopes.namespace(binding);
    }

    private XmlException undeclared(RawName raw, String what) {
        return fail("the prefix of the " + what + " " + raw.qualified() + " is not bound to a namespace", itemStart);
    }

    private void expandAttributes() {
        int count = attributeCount;
        for (int i = 0; i < count; i++) {
            RawName raw = attributeRaw[i];
            if (raw.prefix.isEmpty()) {
                attributeName[i] = raw.plain;
            } else {
                int binding = scopes.find(raw.prefix);
                if (binding < 0) {
                    throw undeclared(raw, "attribute");
                }
                attributeName[i] = vocabulary.expand(raw, scopes.namespace(binding));
            }
        }
        if (count > FEW_ATTRIBUTES) {
            checkManyForDuplicates();
            return;
        }
        for (int i = 1; i < count; i++) {
            XmlName name = attributeName[i];
            for (int j = 0; j < i; j++) {
                if (name == attributeName[j] || name.equals(attributeName[j])) {
                    throw duplicate(i);
                }
            }
        }
    }

    private XmlException duplicate(int index) {
        if (index >= attributesSpecified) {
            return fail("the attribute " + attributeName[index] + " comes twice, once by default", itemStart);
        }
        int p = attributeStart[index] - 1;
        while (buf[p - 1] != '=') {
            p--;
        }
        p--;
        while (CLASS[buf[p - 1] & 0xFF] == Characters.SPACE) {
            p--;
        }
        return fail("the attribute " + attributeName[index] + " comes twice", p - attributeRaw[index].bytes.length);
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
            RawName raw = attributeRaw[i];
            long hash = raw.localHash;
            if (!raw.prefix.isEmpty()) {
                hash += scopes.namespace(scopes.find(raw.prefix)).hash * 31;
            }
            int slot = (int) (hash ^ hash >>> 32) & (size - 1);
            while (attributeTable[slot] != 0) {
                if (attributeName[i].equals(attributeName[attributeTable[slot] - 1])) {
                    throw duplicate(i);
                }
                slot = (slot + 1) & (size - 1);
            }
            attributeTable[slot] = i + 1;
        }
    }

    private XmlEvent endTag(int nameStart) {
        RawName open = openRaw[depth];
        if (!matches(nameStart, open.bytes)) {
            throw wrongEndTag(nameStart);
        }
        int p = nameStart + open.bytes.length;
        if (at(p) != '>') {
            int afterName = p;
            p = skipSpace(p);
            int c = at(p);
            if (p == afterName && c >= 0 && (CLASS[c] & NAME_BYTE) != 0) {
                throw wrongEndTag(nameStart);
            }
            if (c != '>') {
                throw fail("the end tag of " + open.qualified() + " must end with \">\", but there is " + found(p), p);
            }
        }
        pos = p + 1;
        emptyElement = false;
        return XmlEvent.END_ELEMENT;
    }

    private XmlException wrongEndTag(int nameStart) {
        String open = "the element " + openRaw[depth].qualified() + openedAt(depth);
        if (at(nameStart) < 0) {
            return fail("the document ends inside " + open, nameStart);
        }
        RawName other = name(nameStart);
        if (openRaw[depth] == UNENDABLE) {
            return fail(
                    "the end tag </" + other.qualified()
                            + "> does not match: its element must begin in the same entity",
                    itemStart);
        }
        return fail("the end tag </" + other.qualified() + "> does not match " + open, itemStart);
    }

    /** Where an element was opened; for a stream, whose lines are gone, as an offset. */
    private String openedAt(int element) {
        if (entity != null) {
            return "";
        }
        if (in != null) {
            return " (opened at byte " + openOffset[element] + ")";
        }
        PlaceCounter opened = new PlaceCounter();
        opened.advance(buf, textStartOfDocument(), (int) (openOffset[element] - base));
        XmlLocation place = opened.at(openOffset[element]);
        return " (opened at line " + place.line() + ", column " + place.column() + ")";
    }

    private int textStartOfDocument() {
        boolean mark = end - documentStart >= 3 && buf[documentStart] == (byte) 0xEF;
        return mark ? documentStart + 3 : documentStart;
    }

    // ---------------------------------------------------------------- names

    /** The name that starts at an index; leaves {@link #pos} after it. */
    private RawName name(int start) {
        byte[] b = buf;
        int e = end;
        int p = start;
        while (true) {
            while (p < e && (CLASS[b[p] & 0xFF] & NAME_BYTE) != 0) {
                p++;
            }
            if (p < e || p - start > limits.maxNameLength() || !more()) {
                break;
            }
            b = buf;
            e = end;
        }
        if (p - start > limits.maxNameLength()) {
            throw beyond("the length of a name", "maxNameLength", limits.maxNameLength(), start);
        }
        pos = p;
        long hash = SymbolTable.hash(b, start, p);
        RawName known = vocabulary.find(hash, b, start, p);
        return known != null ? known : newName(start, p, hash);
    }

    private RawName newName(int start, int stop, long hash) {
        if (start == stop) {
            throw fail("a name must start here, but there is " + found(start), start);
        }
        int colon = -1;
        boolean first = true;
        for (int p = start; p < stop; ) {
            int after = buf[p] < 0 ? character(p) : p + 1;
            int c = codePoint(p);
            if (c == ':') {
                if (colon >= 0 || first || after == stop) {
                    throw fail(
                            "a name holds one colon at most, and not as its first or last character: "
                                    + new String(buf, start, stop - start, StandardCharsets.UTF_8),
                            p);
                }
                colon = p - start;
                first = true;
            } else {
                if (!(first ? Characters.isNameStart(c) : Characters.isName(c))) {
                    throw fail("a name must not " + (first ? "start with " : "hold ") + found(p), p);
                }
                first = false;
            }
            p = after;
        }
        checkNames(start);
        return vocabulary.add(new RawName(Arrays.copyOfRange(buf, start, stop), hash, colon));
    }

    private void checkNames(int at) {
        if (vocabulary.added() >= limits.maxNames()) {
            throw beyond("the number of distinct names", "maxNames", limits.maxNames(), at);
        }
    }

    // ---------------------------------------------------------------- character data

    /** False where a reference to a general entity comes first. */
    private boolean characterData() {
        byte[] b = buf;
        int e = end;
        int start = pos;
        int p = start;
        int seen = 0;
        boolean piece = false;
        scan:
        while (true) {
            while (p + 8 <= e) {
                long stops = Words.stops(Words.at(b, p), LESS, AMPERSAND, BRACKET);
                if (stops != 0) {
                    p += Words.first(stops);
                    break;
                }
                p += 8;
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
                case ']' -> {
                    if (at(p + 1) == ']' && at(p + 2) == '>') {
                        throw fail("\"]]>\" must not stand in text", p);
                    }
                    b = buf;
                    e = end;
                    p++;
                }
                case '\r' -> {
                    seen |= CARRIAGE_RETURNS;
                    p++;
                }
                case '\n', '\t' -> p++;
                default -> {
                    if (c >= 0x80) {
                        seen |= WIDE;
                        p = characters(p);
                        b = buf;
                        e = end;
                    } else if (c < 0x20) {
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
        textItem(start, p, seen, AS_TEXT, false);
        pos = p;
        return true;
    }

    /** True where a piece of text may end: it is long enough, and what comes next does not depend on what was. */
    private boolean mayCut(int start, int p) {
        return in != null && p - start >= PIECE_BYTES && buf[p - 1] != ']' && buf[p - 1] != '\r';
    }

    private void textItem(int start, int stop, int seen, int mode, boolean section) {
        textStart = start;
        textEnd = stop;
        textFlags = seen;
        textMode = mode;
        cdata = section;
    }

    /** The end of an attribute value; {@link #flags} tells what it holds. */
    private int value(int start, int quote, RawName name) {
        byte[] b = buf;
        int e = end;
        int p = start;
        int seen = 0;
        long quotes = Words.pattern(quote);
        while (true) {
            while (p + 8 <= e) {
                long stops = Words.stops(Words.at(b, p), quotes, LESS, AMPERSAND);
                if (stops != 0) {
                    p += Words.first(stops);
                    break;
                }
                p += 8;
            }
            if (p == e) {
                if (p - start > limits.maxAttributeLength()) {
                    break;
                }
                if (!more()) {
                    throw fail("the document ends inside the value of the attribute " + name.qualified(), p);
                }
                b = buf;
                e = end;
                continue;
            }
            int c = b[p] & 0xFF;
            if (c == quote) {
                break;
            }
            if (c >= 0x80) {
                seen |= WIDE;
                p = characters(p);
                b = buf;
                e = end;
            } else if (c == '&') {
                seen |= REFERENCES;
                p = reference(p);
                if (p < 0) {
                    seen |= ENTITIES;
                    p = afterReference;
                }
                b = buf;
                e = end;
            } else if (c == '<') {
                throw fail("\"<\" must not stand in the value of the attribute " + name.qualified(), p);
            } else if (c < 0x20) {
                if (CLASS[c] == Characters.FORBIDDEN) {
                    throw forbidden(p);
                }
                seen |= WHITE_SPACE;
                p++;
            } else {
                p++;
            }
        }
        if (p - start > limits.maxAttributeLength()) {
            throw beyond(
                    "the length of the attribute " + name.qualified(),
                    "maxAttributeLength",
                    limits.maxAttributeLength(),
                    start);
        }
        flags = seen;
        return p;
    }

    /** Text without references up to a byte; -1 at the end of the document. {@link #flags} tells what it holds. */
    private int rawUntil(int start, int stop, long pattern, int itemText) {
        byte[] b = buf;
        int e = end;
        int p = start;
        int seen = flags;
        while (true) {
            while (p + 8 <= e) {
                long stops = Words.stops(Words.at(b, p), pattern);
                if (stops != 0) {
                    p += Words.first(stops);
                    break;
                }
                p += 8;
            }
            if (p == e) {
                if (p - itemText > limits.maxTextLength() || !more()) {
                    flags = seen;
                    return -1;
                }
                b = buf;
                e = end;
                continue;
            }
            int c = b[p] & 0xFF;
            if (c == stop) {
                flags = seen;
                return p;
            }
            if (c >= 0x80) {
                seen |= WIDE;
                p = characters(p);
                b = buf;
                e = end;
            } else if (c < 0x20) {
                if (c == '\r') {
                    seen |= CARRIAGE_RETURNS;
                } else if (CLASS[c] == Characters.FORBIDDEN) {
                    throw forbidden(p);
                }
                p++;
            } else {
                p++;
            }
        }
    }

    /** A CDATA section whose text starts at an index; false where it is empty. */
    private boolean cdata(int start) {
        flags = 0;
        int p = start;
        while (true) {
            p = rawUntil(p, ']', BRACKET, start);
            checkRaw(p, start, "a CDATA section");
            if (at(p + 1) == ']' && at(p + 2) == '>') {
                break;
            }
            p++;
        }
        checkLength(p - start, "a CDATA section");
        pos = p + 3;
        textItem(start, p, flags, AS_RAW, true);
        return p > start;
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
        textItem(start, p, flags, AS_RAW, false);
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
        textItem(start, p, flags, AS_RAW, false);
        return XmlEvent.PROCESSING_INSTRUCTION;
    }

    // ---------------------------------------------------------------- characters

    /** Passes over characters beyond ASCII from an index on; loads more only to complete one. */
    private int characters(int start) {
        int p = start;
        do {
            byte[] b = buf;
            // The common case of three bytes, all at hand: CJK and most other scripts of today.
            while (p + 2 < end
                    && (b[p] & 0xF0) == 0xE0
                    && b[p] != (byte) 0xE0
                    && b[p] != (byte) 0xED
                    && b[p] != (byte) 0xEF
                    && (b[p + 1] & 0xC0) == 0x80
                    && (b[p + 2] & 0xC0) == 0x80
                    && !asciiOnly) {
                p += 3;
            }
            if (p < end && b[p] < 0) {
                p = character(p);
            }
        } while (p < end && buf[p] < 0);
        return p;
    }

    /** Checks the character beyond ASCII at an index; gives the index after it. */
    private int character(int p) {
        int first = at(p);
        int length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
        if (length == 0 || asciiOnly) {
            throw badByte(p);
        }
        int second = at(p + 1);
        int lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < lowest || second > highest) {
            throw badByte(p);
        }
        for (int i = 2; i < length; i++) {
            if ((at(p + i) & ~0x3F) != 0x80) {
                throw badByte(p);
            }
        }
        if (first == 0xEF && second == 0xBF && buf[p + 2] >= (byte) 0xBE) {
            throw forbidden(p);
        }
        return p + length;
    }

    private XmlException badByte(int p) {
        StringBuilder bytes = new StringBuilder();
        for (int i = 0; i < 4 && at(p + i) >= (i == 0 ? 0 : 0x80); i++) {
            bytes.append(String.format(" %02X", at(p + i)));
        }
        return fail(
                (asciiOnly ? "the document declares US-ASCII but holds other bytes:" : "not UTF-8: bytes") + bytes, p);
    }

    private XmlException forbidden(int p) {
        return fail(String.format("the character U+%04X is not allowed in a document", codePoint(p)), p);
    }

    /** The code point of a well-formed character, or of a byte that starts none. */
    private int codePoint(int p) {
        int first = buf[p] & 0xFF;
        if (first < 0xC0) {
            return first;
        }
        if (first < 0xE0) {
            return (first & 0x1F) << 6 | (buf[p + 1] & 0x3F);
        }
        if (first < 0xF0) {
            return (first & 0x0F) << 12 | (buf[p + 1] & 0x3F) << 6 | (buf[p + 2] & 0x3F);
        }
        return (first & 0x07) << 18 | (buf[p + 1] & 0x3F) << 12 | (buf[p + 2] & 0x3F) << 6 | (buf[p + 3] & 0x3F);
    }

    /**
     * Passes over the reference at an index; what it stands for is then in {@link #referenced}. For a general entity of
     * the document's own, which is then in {@link #referredTo}, -1.
     */
    private int reference(int start) {
        int p = start + 1;
        if (at(p) == '#') {
            return characterReference(start, p + 1);
        }
        int from = p;
        for (int c = at(p); c >= 0 && (CLASS[c] & NAME_BYTE) != 0; c = at(++p)) {
            if (p - from >= limits.maxNameLength()) {
                throw beyond("the length of a name", "maxNameLength", limits.maxNameLength(), from);
            }
        }
        if (p == from || at(p) != ';') {
            throw fail("\"&\" must start a reference such as &amp; (write &amp; for the character itself)", start);
        }
        int length = p - from;
        byte[] b = buf;
        int character = 0;
        if (length == 2 && b[from + 1] == 't') {
            character = b[from] == 'l' ? '<' : b[from] == 'g' ? '>' : 0;
        } else if (length == 3 && b[from] == 'a' && b[from + 1] == 'm' && b[from + 2] == 'p') {
            character = '&';
        } else if (length == 4 && b[from + 2] == 'o') {
            boolean apos = b[from] == 'a' && b[from + 1] == 'p' && b[from + 3] == 's';
            boolean quot = b[from] == 'q' && b[from + 1] == 'u' && b[from + 3] == 't';
            character = apos ? '\'' : quot ? '"' : 0;
        }
        if (character == 0) {
            if (dtd != null) {
                for (int q = from; q < p; q = buf[q] < 0 ? character(q) : q + 1) {
                    // character() does the checking
                }
                referredTo = new String(buf, from, length, StandardCharsets.UTF_8);
                afterReference = p + 1;
                return -1;
            }
            throw fail(
                    "the entity &" + snippet(from, p) + "; is not declared: without DTD there are only amp, lt, gt,"
                            + " apos and quot",
                    start);
        }
        referenced = character;
        return p + 1;
    }

    private int characterReference(int start, int afterHash) {
        int p = afterHash;
        boolean hexadecimal = at(p) == 'x';
        if (hexadecimal) {
            p++;
        }
        int from = p;
        int value = 0;
        while (true) {
            int c = at(p);
            int digit = c >= '0' && c <= '9'
                    ? c - '0'
                    : hexadecimal && (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 'a' + 10 : -1;
            if (digit < 0) {
                break;
            }
            if (p - start >= limits.maxNameLength()) {
                throw beyond("the length of a character reference", "maxNameLength", limits.maxNameLength(), start);
            }
            value = Math.min(value * (hexadecimal ? 16 : 10) + digit, 0x110000);
            p++;
        }
        if (p == from || at(p) != ';') {
            throw fail("a character reference must be written like &#65; or &#x41;, but there is " + found(p), start);
        }
        if (!Characters.isCharacter(value)) {
            throw fail(
                    "the character reference &" + snippet(start + 1, p) + "; stands for a character that is not"
                            + " allowed in a document",
                    start);
        }
        referenced = value;
        return p + 1;
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
            dtd = Dtd.parse(declaration, standalone, policy, limits);
        } catch (DtdException wrong) {
            int offset = wrong.offset();
            int index = offset < 0
                    ? itemStart
                    : start + declaration.substring(0, offset).getBytes(StandardCharsets.UTF_8).length;
            throw fail(String.valueOf(wrong.getMessage()), index);
        }
        pos = stop + 1;
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
            value = string(from, to, flags, AS_ATTRIBUTE);
        }
        return tokenized ? AttributeDeclaration.collapse(value) : value;
    }

    private void keepText(int index, String text) {
        @Nullable String[] texts = attributeText;
        if (texts == null || texts.length <= index) {
            texts = texts == null
                    ? new @Nullable String[attributeRaw.length]
                    : Arrays.copyOf(texts, attributeRaw.length);
            attributeText = texts;
        }
        texts[index] = text;
    }

    private void supplyDefaults(Dtd declared, RawName element, int scope, int namespaces) {
        List<AttributeDeclaration> defaults = declared.defaults(element.qualified());
        if (defaults.isEmpty()) {
            return;
        }
        Set<RawName> specified = new HashSet<>(Arrays.asList(attributeRaw).subList(0, attributeCount));
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
                add(name, itemStart, itemStart);
                keepText(attributeCount - 1, value);
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
        return vocabulary.add(new RawName(bytes, hash, colonByte));
    }

    /** Makes the entity that the reference at {@link #pos} means the input, or passes over the reference. */
    private void enterEntity() {
        Dtd declared = Objects.requireNonNull(dtd);
        Entity referred;
        byte[] text;
        try {
            referred = declared.find(referredTo);
            text = referred == null ? null : declared.open(referred);
        } catch (DtdException wrong) {
            throw fail(String.valueOf(wrong.getMessage()), pos);
        }
        if (referred == null || text == null) {
            pos = afterReference;
            return;
        }
        if (entity == null) {
            entityPlace = place(pos);
        }
        entity = new OpenEntity(
                referred, entity, openRaw[depth], in, buf, afterReference, end, base, counted, exhausted, asciiOnly);
        openRaw[depth] = UNENDABLE;
        in = null;
        buf = text;
        pos = 0;
        end = text.length;
        base = 0;
        counted = 0;
        exhausted = true;
        asciiOnly = false;
    }

    /** Goes on after the reference to an entity that has ended. */
    private void leaveEntity(OpenEntity ended) {
        if (openRaw[depth] != UNENDABLE) {
            throw fail("the element " + openRaw[depth].qualified() + " must end in the entity in which it began", pos);
        }
        ended.entity().close();
        openRaw[depth] = ended.element();
        in = ended.in();
        buf = ended.buf();
        pos = ended.pos();
        end = ended.end();
        base = ended.base();
        counted = ended.counted();
        exhausted = ended.exhausted();
        asciiOnly = ended.asciiOnly();
        entity = ended.around();
        itemStart = pos;
    }

    // ---------------------------------------------------------------- decoding

    private String string(int from, int to, int seen, int mode) {
        if ((seen & mode) == 0) {
            return new String(
                    buf, from, to - from, (seen & WIDE) == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        }
        int length = decode(from, to, mode);
        return new String(scratch, 0, length, StandardCharsets.UTF_8);
    }

    /** Writes to {@link #scratch}, in UTF-8, what a slice stands for, and gives its length. */
    private int decode(int from, int to, int mode) {
        if (scratch.length < to - from) {
            scratch = new byte[Math.max(to - from, 256)];
        }
        byte[] b = buf;
        byte[] s = scratch;
        int length = 0;
        for (int p = from; p < to; ) {
            byte c = b[p++];
            if (c == '&' && (mode & REFERENCES) != 0) {
                p = reference(p - 1);
                length = encode(referenced, s, length);
            } else if (c == '\r' && entity != null) {
                // Line ends were normalised when the entity was declared or read: this one is meant.
                s[length++] = (mode & WHITE_SPACE) != 0 ? (byte) ' ' : (byte) '\r';
            } else if (c == '\r') {
                if (p < to && b[p] == '\n') {
                    p++;
                }
                s[length++] = (mode & WHITE_SPACE) != 0 ? (byte) ' ' : (byte) '\n';
            } else if ((mode & WHITE_SPACE) != 0 && (c == '\n' || c == '\t')) {
                s[length++] = ' ';
            } else {
                s[length++] = c;
            }
        }
        return length;
    }

    /** A reference is never shorter than the character it stands for. */
    private static int encode(int point, byte[] to, int at) {
        int p = at;
        if (point < 0x80) {
            to[p++] = (byte) point;
        } else if (point < 0x800) {
            to[p++] = (byte) (0xC0 | point >> 6);
            to[p++] = (byte) (0x80 | (point & 0x3F));
        } else {
            if (point < 0x10000) {
                to[p++] = (byte) (0xE0 | point >> 12);
            } else {
                to[p++] = (byte) (0xF0 | point >> 18);
                to[p++] = (byte) (0x80 | (point >> 12 & 0x3F));
            }
            to[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
            to[p++] = (byte) (0x80 | (point & 0x3F));
        }
        return p;
    }

    // ---------------------------------------------------------------- places and errors

    @Override
    public XmlLocation location() {
        if (entity != null) {
            return entityPlace;
        }
        if (counted < itemStart) {
            places.advance(buf, counted, itemStart);
            counted = itemStart;
        }
        return place(itemStart);
    }

    private XmlLocation place(int index) {
        if (entity != null) {
            return entityPlace;
        }
        int to = Math.min(index, end);
        PlaceCounter copy = places.copy();
        if (counted < to) {
            copy.advance(buf, counted, to);
        }
        return copy.at(base + to);
    }

    private XmlException fail(String message, int index) {
        String within =
                entity == null ? "" : " (in the entity &" + entity.entity().name() + ";)";
        XmlException thrown = new XmlException(message + within, place(index));
        failure = thrown;
        return thrown;
    }

    private XmlException beyond(String what, String limit, long value, int index) {
        return fail(what + " goes beyond the limit " + limit + "=" + value, index);
    }

    /** What stands at an index, for messages. */
    private String found(int p) {
        int c = at(p);
        if (c < 0) {
            return "the end of the document";
        }
        if (c >= 0x80) {
            character(p);
            c = codePoint(p);
        }
        boolean visible = c > 0x20 && c != 0x7F && Character.isDefined(c) && !Character.isISOControl(c);
        return (visible ? "\"" + Character.toString(c) + "\" " : "") + String.format("(U+%04X)", c);
    }

    private String snippet(int from, int to) {
        int stop = Math.min(to, from + 40);
        while (stop < to && stop > from && (buf[stop] & 0xC0) == 0x80) {
            stop--;
        }
        return new String(buf, from, stop - from, StandardCharsets.UTF_8) + (stop < to ? "..." : "");
    }

    // ---------------------------------------------------------------- what the cursor stands on

    @Override
    public XmlEvent event() {
        return event;
    }

    @Override
    public int depth() {
        return depth;
    }

    private void requireElement() {
        if (event != XmlEvent.START_ELEMENT && event != XmlEvent.END_ELEMENT) {
            throw new IllegalStateException("the reader must stand on START_ELEMENT or END_ELEMENT: " + event);
        }
    }

    private void requireStart() {
        if (event != XmlEvent.START_ELEMENT) {
            throw new IllegalStateException("the reader must stand on START_ELEMENT: " + event);
        }
    }

    @Override
    public XmlName name() {
        requireElement();
        return openName[depth];
    }

    @Override
    public String prefix() {
        requireElement();
        return openRaw[depth].prefix;
    }

    @Override
    public int attributeCount() {
        requireStart();
        return attributeCount;
    }

    private int attribute(int index) {
        requireStart();
        if (index < 0 || index >= attributeCount) {
            throw new IndexOutOfBoundsException("attribute " + index + " of " + attributeCount);
        }
        return index;
    }

    @Override
    public XmlName attributeName(int index) {
        return attributeName[attribute(index)];
    }

    @Override
    public String attributePrefix(int index) {
        return attributeRaw[attribute(index)].prefix;
    }

    @Override
    public String attributeValue(int index) {
        int i = attribute(index);
        String text = attributeText == null ? null : attributeText[i];
        if (text != null) {
            return text;
        }
        return string(attributeStart[i], attributeEnd[i], attributeFlags[i], AS_ATTRIBUTE);
    }

    @Override
    public int attributeIndex(XmlName name) {
        requireStart();
        for (int i = 0; i < attributeCount; i++) {
            if (attributeName[i] == name || attributeName[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean isAttributeDefaulted(int index) {
        return attribute(index) >= attributesSpecified;
    }

    private void attributeSlice(int index) {
        int i = attribute(index);
        String text = attributeText == null ? null : attributeText[i];
        if (text != null) {
            pointAt(text);
            return;
        }
        slice(attributeStart[i], attributeEnd[i], attributeFlags[i], AS_ATTRIBUTE);
    }

    @Override
    public int attributeInt(int index) {
        attributeSlice(index);
        try {
            return SimpleValue.toInt(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public long attributeLong(int index) {
        attributeSlice(index);
        try {
            return SimpleValue.toLong(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public double attributeDouble(int index) {
        attributeSlice(index);
        try {
            return SimpleValue.toDouble(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public boolean attributeBoolean(int index) {
        attributeSlice(index);
        try {
            return SimpleValue.toBoolean(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    private XmlException wrongAttribute(int index, IllegalArgumentException wrong) {
        return new XmlException(
                "attribute " + attributeName[index] + ": " + wrong.getMessage(),
                place(index < attributesSpecified ? attributeStart[index] : itemStart),
                wrong);
    }

    @Override
    public int namespaceCount() {
        requireStart();
        return scopes.count() - openScope[depth];
    }

    private int declared(int index) {
        if (index < 0 || index >= namespaceCount()) {
            throw new IndexOutOfBoundsException("namespace " + index + " of " + namespaceCount());
        }
        return openScope[depth] + index;
    }

    @Override
    public String namespacePrefix(int index) {
        return scopes.prefix(declared(index));
    }

    @Override
    public String namespaceUri(int index) {
        return scopes.namespace(declared(index)).uri;
    }

    @Override
    public @Nullable String lookupNamespace(String prefix) {
        int binding = scopes.find(prefix);
        if (binding < 0) {
            return null;
        }
        Namespace namespace = scopes.namespace(binding);
        return namespace == Namespace.NONE ? null : namespace.uri;
    }

    @Override
    public List<String> prefixesInScope() {
        return scopes.inScope();
    }

    private void requireText() {
        switch (event) {
            case TEXT, COMMENT, PROCESSING_INSTRUCTION -> {}
            default ->
                throw new IllegalStateException(
                        "the reader must stand on TEXT, COMMENT or PROCESSING_INSTRUCTION: " + event);
        }
    }

    @Override
    public String text() {
        requireText();
        return string(textStart, textEnd, textFlags, textMode);
    }

    @Override
    public void appendText(StringBuilder to) {
        to.append(text());
    }

    @Override
    public boolean isWhitespace() {
        if (event != XmlEvent.TEXT) {
            return false;
        }
        slice(textStart, textEnd, textFlags, textMode);
        for (int p = valueStart; p < valueEnd; p++) {
            if (!Characters.isSpace(valueBytes[p])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isCData() {
        return event == XmlEvent.TEXT && cdata;
    }

    @Override
    public String target() {
        RawName name = target;
        if (event != XmlEvent.PROCESSING_INSTRUCTION || name == null) {
            throw new IllegalStateException("the reader must stand on PROCESSING_INSTRUCTION: " + event);
        }
        return name.local;
    }

    // ---------------------------------------------------------------- elements of simple type

    @Override
    public String elementText() {
        requireStart();
        int element = depth;
        String text = "";
        StringBuilder pieces = null;
        while (true) {
            switch (next()) {
                case TEXT -> {
                    if (pieces != null) {
                        pieces.append(text());
                    } else if (text.isEmpty()) {
                        text = text();
                    } else {
                        pieces = new StringBuilder(text).append(text());
                    }
                }
                case START_ELEMENT ->
                    throw fail(
                            "the element " + openName[element] + " must hold text only, but holds the element "
                                    + openName[depth],
                            itemStart);
                case END_ELEMENT -> {
                    return pieces == null ? text : pieces.toString();
                }
                default -> {}
            }
        }
    }

    /**
     * Points at the text of the element. The common case, one run of text and then the end tag, is left in the buffer,
     * with the cursor on that text; {@link #finishElement} goes on from there.
     */
    private void elementSlice() {
        requireStart();
        if (!emptyElement && dtd == null && at(pos) >= 0 && buf[pos] != '<') {
            next();
            if (at(pos) == '<' && at(pos + 1) == '/') {
                slice(textStart, textEnd, textFlags, textMode);
                return;
            }
            StringBuilder pieces = new StringBuilder(text());
            // From a text inside, the rest is collected as from the start tag.
            event = XmlEvent.START_ELEMENT;
            pieces.append(elementText());
            pointAt(pieces.toString());
            return;
        }
        pointAt(elementText());
    }

    private void pointAt(String text) {
        valueBytes = text.getBytes(StandardCharsets.UTF_8);
        valueStart = 0;
        valueEnd = valueBytes.length;
    }

    private void slice(int from, int to, int seen, int mode) {
        if ((seen & mode) == 0) {
            valueBytes = buf;
            valueStart = from;
            valueEnd = to;
        } else {
            int length = decode(from, to, mode);
            valueBytes = scratch;
            valueStart = 0;
            valueEnd = length;
        }
    }

    private void finishElement() {
        if (event != XmlEvent.END_ELEMENT) {
            next();
        }
    }

    private XmlException wrongElement(IllegalArgumentException wrong) {
        return new XmlException("element " + openName[depth] + ": " + wrong.getMessage(), location(), wrong);
    }

    @Override
    public int elementInt() {
        elementSlice();
        int value;
        try {
            value = SimpleValue.toInt(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public long elementLong() {
        elementSlice();
        long value;
        try {
            value = SimpleValue.toLong(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public double elementDouble() {
        elementSlice();
        double value;
        try {
            value = SimpleValue.toDouble(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public boolean elementBoolean() {
        elementSlice();
        boolean value;
        try {
            value = SimpleValue.toBoolean(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public BigDecimal elementDecimal() {
        elementSlice();
        BigDecimal value;
        try {
            value = SimpleValue.toDecimal(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public byte[] elementBase64() {
        elementSlice();
        byte[] value;
        try {
            value = SimpleValue.toBase64(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public void skipElement() {
        requireStart();
        int element = depth;
        while (next() != XmlEvent.END_ELEMENT || depth > element) {
            // next() does the checking
        }
    }

    @Override
    public void close() {
        location();
        base += itemStart;
        itemStart = 0;
        counted = 0;
        event = XmlEvent.END_DOCUMENT;
        exhausted = true;
        buf = new byte[0];
        pos = 0;
        end = 0;
        scratch = buf;
        valueBytes = buf;
    }
}
