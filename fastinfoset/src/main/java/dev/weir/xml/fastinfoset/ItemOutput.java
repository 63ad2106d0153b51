package dev.weir.xml.fastinfoset;

import static dev.weir.xml.fastinfoset.FastInfosetLayout.*;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.dtd.Declaration;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions.Doctype;
import dev.weir.xml.lexical.Characters;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the items of a document (X.891, C.2 to C.12) and checks their nesting. A start tag stays in the buffer until
 * it is complete, because namespace declarations come first in it, in whatever order they are added. A name without an
 * index is held back until the first attribute or the next item, because namespace declarations are assigned their
 * indexes first.
 */
abstract class ItemOutput extends LiteralOutput {
    /** The most characters of comments and instructions that are held back while notations may still follow. */
    private static final int MOST_HELD = 64 * 1024;

    // Flags for the exceptions to the common case at the start of an item

    private static final int OPEN_TAG = 1;

    /** The first half of a surrogate pair came at the end of a text. */
    private static final int HALF_PAIR = 2;

    /** No element is open. */
    private static final int AT_TOP = 4;

    /** The open tag has attributes, so that a terminator will follow. */
    private static final int ATTRIBUTES = 8;

    /** The name of the open tag is not written yet. */
    private static final int NAMELESS = 16;

    /** The open tag has namespace attributes. */
    private static final int DECLARATIONS = 32;

    private int state = AT_TOP;
    private char half;

    // The start tag that is open

    private @Nullable QualifiedName pending;

    /** The number of start tags with attributes so far. */
    private long tags;

    /** Prefixes that a name needed before they were declared. */
    private final List<String> ahead = new ArrayList<>(0);

    private QualifiedName[] open = new QualifiedName[16];
    private int depth;

    private final DocumentHeadWriter head = new DocumentHeadWriter();
    private final List<Runnable> held = new ArrayList<>(0);
    private int heldCharacters;
    private boolean started;
    private boolean begun;
    private boolean doctypeSeen;
    private boolean rootSeen;

    ItemOutput(@Nullable OutputStream target, FastInfosetWriteOptions options) {
        super(target, options);
        tags = tables.tags;
    }

    // The document

    /**
     * Writes the contents of an XML declaration; called first, if at all. Version 1.0 is the default and not written.
     *
     * @param scheme the encoding that the document had as text (7.2.26); null for none
     * @param standalone null where the document does not say
     */
    public final void declaration(String version, @Nullable String scheme, @Nullable Boolean standalone) {
        if (started) {
            throw wrong("the XML declaration must come first");
        }
        started = true;
        if (version.equals("1.1")) {
            becomeXml11();
            head.version = version;
        } else if (!version.equals("1.0")) {
            throw wrong("the version of a document must be 1.0 or 1.1: " + version);
        }
        head.scheme = scheme;
        head.standalone = standalone;
    }

    /** As {@link #doctype(XmlDoctype)}, for a declaration given as markup. */
    public final void doctype(String markup) {
        if (options.doctype() == Doctype.OMITTED) {
            doctype(new XmlDoctype("", null, null, null));
        } else {
            doctype(DocumentHeadWriter.parse(markup));
        }
    }

    /** Writes a document type declaration as far as the options specify. */
    public final void doctype(XmlDoctype doctype) {
        if (rootSeen || doctypeSeen) {
            throw wrong("one document type declaration may come, before the document's element");
        }
        doctypeSeen = true;
        started = true;
        if (options.doctype() == Doctype.OMITTED) {
            return;
        }
        List<Declaration.Instruction> instructions =
                doctype.internalSubset() == null || options.doctype() != Doctype.WHOLE ? List.of() : head.take(doctype);
        if (begun && head.hasDeclarations()) {
            throw wrong("a document type with notations cannot come after more than " + MOST_HELD
                    + " characters of comments and processing instructions");
        }
        begin();
        octet(DOCTYPE | present(doctype.systemId(), doctype.publicId()));
        identifiers(doctype.systemId(), doctype.publicId());
        for (Declaration.Instruction instruction : instructions) {
            writeInstruction(instruction.target(), instruction.data());
        }
        terminator();
    }

    private void begin() {
        if (begun) {
            return;
        }
        begun = true;
        started = true;
        if (head.isPlain(options)) {
            octets(MAGIC, 0, MAGIC.length);
            octet(0);
        } else {
            head.write(this, options);
        }
        for (Runnable item : held) {
            item.run();
        }
        held.clear();
    }

    /** Checks that the document is complete; then flushes. */
    public final void end() {
        settle();
        if (depth > 0) {
            throw wrong("the element " + qualified(open[depth - 1]) + " is not closed");
        }
        if (!rootSeen) {
            throw wrong("a document must hold an element");
        }
        terminator();
        shareable = -1;
        flush();
    }

    private static String qualified(QualifiedName name) {
        return name.prefix().isEmpty() ? name.local() : name.prefix() + ":" + name.local();
    }

    /** The number of open elements. */
    public final int depth() {
        return depth;
    }

    /** The prefix of the innermost element; empty for none. */
    public final String prefix() {
        return open[depth - 1].prefix();
    }

    /** The local name of the innermost element. */
    public final String local() {
        return open[depth - 1].local();
    }

    /** True right after a start tag, where attributes may be added. */
    public final boolean inTag() {
        return (state & OPEN_TAG) != 0;
    }

    /** True while nothing was written. */
    public final boolean isEmpty() {
        return !started;
    }

    /** Whether this is an XML 1.1 document. */
    public final boolean isXml11() {
        return head.version != null;
    }

    // Tags

    /** Opens an element; prefix and namespace empty for none. */
    public final void startTag(String prefix, String local, String uri) {
        startTag(names.of(prefix, local, uri));
    }

    final void startTag(QualifiedName name) {
        if (isIndexed(name)) {
            startIndexed(name);
            return;
        }
        if (!name.valid) {
            throw notAName(name.local());
        }
        push(name);
        tag = at;
        pending = name;
        state = OPEN_TAG | NAMELESS;
    }

    /** True of a name of elements whose index is known as octets. */
    final boolean isIndexed(QualifiedName name) {
        return name.elementDocument >= document && name.elementOctets != 0;
    }

    /** As {@link #startTag(QualifiedName)}, of a name that {@link #isIndexed}. */
    final void startIndexed(QualifiedName name) {
        push(name);
        reserve(3);
        tag = at;
        put(name.elementOctets);
        state = OPEN_TAG;
    }

    private void push(QualifiedName name) {
        if (state != 0) {
            beforeTag(name);
        }
        int level = depth;
        if (level == open.length) {
            open = Arrays.copyOf(open, level * 2);
        }
        open[level] = name;
        depth = level + 1;
    }

    /** The name of the innermost element. */
    final QualifiedName name() {
        return open[depth - 1];
    }

    private void beforeTag(QualifiedName name) {
        settle();
        if (state == 0) {
            return;
        }
        if (rootSeen) {
            throw wrong("a document holds one element, " + qualified(name) + " would be the second");
        }
        begin();
        rootSeen = true;
        state = 0;
    }

    /** Called before an item that is not text: completes the open start tag, and refuses an unpaired surrogate. */
    private void settle() {
        if ((state & OPEN_TAG) != 0) {
            closeTag();
        } else if ((state & HALF_PAIR) != 0) {
            throw forbidden(half);
        }
    }

    private void closeTag() {
        if (state != OPEN_TAG) {
            if ((state & NAMELESS) != 0) {
                writeName();
            } else if ((state & ATTRIBUTES) != 0) {
                octet(TERMINATOR);
                shareable = at;
            }
            if (!ahead.isEmpty()) {
                ahead.clear();
            }
        }
        tag = -1;
        state = 0;
    }

    /** Writes the name of the open tag. */
    private void writeName() {
        QualifiedName name = Objects.requireNonNull(pending);
        int now = document;
        boolean indexed = name.elementDocument >= now;
        if (!indexed) {
            declareAhead(name);
        }
        pending = null;
        state &= ~NAMELESS;
        if ((state & DECLARATIONS) != 0) {
            octet(TERMINATOR);
        }
        if (indexed) {
            indexOn3(0, name.elementIndex);
            return;
        }
        literalName(LITERAL_ON_BIT_3, name);
        if (tables.nextElement < MOST_ENTRIES) {
            name.becomeElement(now, tables.nextElement++);
        }
    }

    private void declareAhead(QualifiedName name) {
        IndexedString prefix = name.prefix;
        IndexedString namespace = name.namespace;
        if (namespace != null
                && (namespace.document < document || prefix != null && prefix.document < document)
                && !ahead.contains(name.prefix())) {
            declare(name.prefix(), name.uri());
            ahead.add(name.prefix());
        }
    }

    /** A whole element with a text, of a name that {@link #isIndexed}, within another element. */
    final void element(QualifiedName name, String text) {
        startWithin(name);
        text(text);
        endWithin();
    }

    /** Begins an element without attributes whose content is characters; it is never the innermost one. */
    final void startWithin(QualifiedName name) {
        if (state != 0) {
            beforeTag(name);
        }
        put(name.elementOctets);
    }

    final void endWithin() {
        if (state != 0) {
            settle();
        }
        terminator();
    }

    /** Closes the innermost element. */
    public final void endTag() {
        if (state != 0) {
            settle();
        }
        if (depth == 0) {
            throw wrong("no element is open");
        }
        terminator();
        if (--depth == 0) {
            state = AT_TOP;
        }
    }

    // Namespaces and attributes

    /** Adds a namespace attribute to the open tag; an empty prefix is the default namespace, an empty URI undeclares. */
    public final void namespace(String prefix, String uri) {
        requireTag();
        if (!ahead.isEmpty() && ahead.contains(prefix)) {
            return;
        }
        declare(prefix, uri);
    }

    private void declare(String prefix, String uri) {
        if (pending != null) {
            if ((state & DECLARATIONS) == 0) {
                state |= DECLARATIONS;
                octet(HAS_NAMESPACES);
            }
            writeDeclaration(prefix, uri);
            declarationsEnd = at;
            return;
        }
        // The name is already written, so a late declaration is written after the attributes and moved.
        int late = position(at);
        boolean first = (state & DECLARATIONS) == 0;
        if (first) {
            octet((state & ATTRIBUTES) == 0 ? HAS_NAMESPACES : HAS_NAMESPACES | HAS_ATTRIBUTES);
        }
        writeDeclaration(prefix, uri);
        if (first) {
            octet(TERMINATOR);
        }
        int start = tag + late;
        byte[] moved = Arrays.copyOfRange(buffer, start, at);
        int target = first ? tag : declarationsEnd;
        System.arraycopy(buffer, target, buffer, target + moved.length, start - target);
        System.arraycopy(moved, 0, buffer, target, moved.length);
        if (first) {
            buffer[tag + moved.length] &= ~HAS_ATTRIBUTES;
            state |= DECLARATIONS;
            declarationsEnd = tag + moved.length - 1;
        } else {
            declarationsEnd += moved.length;
        }
    }

    /** An index in the buffer relative to the open tag, which may be moved. */
    private int position(int place) {
        return place - tag;
    }

    private void writeDeclaration(String prefix, String uri) {
        octet(NAMESPACE_ATTRIBUTE | (prefix.isEmpty() ? 0 : PREFIX) | (uri.isEmpty() ? 0 : NAMESPACE));
        if (!prefix.isEmpty()) {
            IndexedString symbol = tables.prefixes.of(prefix);
            if (symbol.document < document && !symbol.ncName) {
                throw notAName(prefix);
            }
            identifier(tables.prefixes, symbol);
        }
        if (!uri.isEmpty()) {
            IndexedString symbol = tables.namespaces.of(uri);
            if (symbol.document < document && !symbol.plain) {
                check(uri);
            }
            identifier(tables.namespaces, symbol);
        }
    }

    private void requireTag() {
        if ((state & OPEN_TAG) == 0) {
            throw wrong("attributes and namespaces belong right after a start tag");
        }
    }

    /** Adds an attribute; prefix and namespace empty for none. */
    public final void attribute(String prefix, String local, String uri, String value) {
        attribute(names.of(prefix, local, uri), value);
    }

    final void attribute(QualifiedName name, String value) {
        attributeName(name);
        value(value);
    }

    final void attributeName(String prefix, String local, String uri) {
        attributeName(names.of(prefix, local, uri));
    }

    final void attributeName(QualifiedName name) {
        if ((state & ATTRIBUTES) == 0) {
            firstAttribute(name);
        }
        if (name.expanded.seenOn == tags) {
            throw wrong("the attribute " + qualified(name) + " was written already on this element");
        }
        name.expanded.seenOn = tags;
        if (name.attributeDocument >= document) {
            put(name.attributeOctets);
        } else {
            newAttribute(name);
        }
    }

    private void firstAttribute(QualifiedName name) {
        requireTag();
        if (!name.valid) {
            throw notAName(name.local());
        }
        if (name.attributeDocument < document) {
            declareAhead(name);
        }
        if (pending != null) {
            writeName();
        }
        buffer[tag] |= HAS_ATTRIBUTES;
        state |= ATTRIBUTES;
        tags++;
    }

    private void newAttribute(QualifiedName name) {
        if (!name.valid) {
            throw notAName(name.local());
        }
        declareAhead(name);
        literalName(LITERAL_ON_BIT_2, name);
        if (tables.nextAttribute < MOST_ENTRIES) {
            name.becomeAttribute(document, tables.nextAttribute++);
        }
    }

    // Text

    /** Writes text. A surrogate pair may be split over two consecutive calls. */
    public final void text(String text) {
        int length = text.length();
        if (length == 0) {
            return;
        }
        if (state != 0) {
            if ((state & OPEN_TAG) == 0) {
                oddText(text);
                return;
            }
            closeTag();
        }
        if (length < textBelow && recentChunk(text)) {
            return;
        }
        if (Character.isHighSurrogate(text.charAt(length - 1))) {
            text(text.substring(0, length - 1));
            half = text.charAt(length - 1);
            state = HALF_PAIR;
        } else {
            chunk(text, length);
        }
    }

    /** Writes text outside of elements, or after the first half of a surrogate pair. */
    private void oddText(String text) {
        if (state == AT_TOP) {
            if (!text.chars().allMatch(Characters::isSpace)) {
                throw wrong("text is not allowed outside the document's element");
            }
            return;
        }
        if (!Character.isLowSurrogate(text.charAt(0))) {
            throw forbidden(half);
        }
        state = 0;
        text(half + text);
    }

    public final void text(char[] text, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, text.length);
        if (length == 0) {
            return;
        }
        if ((state & OPEN_TAG) != 0) {
            closeTag();
        }
        if (state != 0 || length > LONG_VALUE || Character.isHighSurrogate(text[offset + length - 1])) {
            text(new String(text, offset, length));
        } else if (length >= leastText && length < textBelow) {
            reserve(length * 3 + LONG_HEAD);
            int from = at + textHead;
            indexedChunk(from, encode(text, offset, offset + length, from), length);
        } else {
            reserve(length * 3 + LONG_HEAD);
            int from = at + headOf(length);
            literalOn7(CHUNK, from, encode(text, offset, offset + length, from), length);
        }
    }

    /** Called before text that is certain to be written. */
    final void startText() {
        if ((state & OPEN_TAG) != 0) {
            closeTag();
        } else if (state != 0) {
            settle();
            throw wrong("text is not allowed outside the document's element");
        }
    }

    // Other items

    public final void comment(String text) {
        settle();
        if (text.contains("--") || text.endsWith("-")) {
            throw wrong("a comment must not hold \"--\" nor end with \"-\"");
        }
        if (holding(text.length())) {
            held.add(() -> writeComment(text));
        } else {
            writeComment(text);
        }
    }

    private void writeComment(String text) {
        octet(COMMENT);
        otherString(text);
    }

    public final void processingInstruction(String target, String data) {
        settle();
        if (target.equalsIgnoreCase("xml") || data.contains("?>")) {
            throw wrong("a processing instruction must have a name other than xml and not hold \"?>\": " + target);
        }
        if (holding(target.length() + data.length())) {
            held.add(() -> writeInstruction(target, data));
        } else {
            writeInstruction(target, data);
        }
    }

    private void writeInstruction(String target, String data) {
        octet(INSTRUCTION);
        otherName(target);
        otherString(data);
    }

    /** True for an item before the document element that is held back until the head of the document is known. */
    private boolean holding(int characters) {
        if (depth > 0 || begun) {
            return false;
        }
        started = true;
        if (options.doctype() == Doctype.WHOLE && !doctypeSeen && heldCharacters + characters <= MOST_HELD) {
            heldCharacters += characters;
            return true;
        }
        begin();
        return false;
    }

    /** A reference to an entity that is not expanded (7.6). */
    public final void entityReference(String name) {
        startText();
        octet(ENTITY_REFERENCE);
        otherName(name);
    }

    // The end

    /** Completes pending items and flushes all output; returns tables and buffer to the pool. */
    final void complete(boolean closingTarget) {
        if ((state & OPEN_TAG) != 0) {
            closeTag();
        }
        byte[] used = finish(closingTarget);
        tables.tags = tags;
        options.tables().give(tables, used);
    }
}
