package dev.weir.xml.writer;

import dev.weir.xml.lexical.AttributeNameSet;
import java.io.OutputStream;
import java.io.Writer;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes tags, with their names and attributes, and the line breaks of indentation between items.
 *
 * <p>A start tag is written immediately; only its {@code >} is held back until the next item, which may turn it into
 * {@code />}. Each piece requests room once, so that its bytes are stored without further checks; names are precomputed
 * words of eight bytes, stored whole, whose surplus is overwritten.
 */
abstract class TagWriter extends ValueWriter {
    private static final int FEW = 12;

    /** All bits set: the bits no longer distinguish the attributes, which are then kept in a set. */
    private static final long ALL = -1;

    // Flags for the exceptions to the common case at the start of an item

    /** No element is open. */
    static final int AT_TOP = 1;

    private static final int INDENTING = 2;
    private static final int RESTRICTED = 4;

    // The kinds of content of an element so far, for indentation

    private static final byte ITEMS = 1;
    static final byte AS_IT_IS = 2;

    int careful = AT_TOP;

    // The attributes of the element just opened: the first few, two bits for each name, and the many others.

    private final EncodedName[] attributes = new EncodedName[FEW];
    private int attributeCount;
    private long seenBits1;
    private long seenBits2;
    private @Nullable AttributeNameSet many;

    EncodedName[] open = new EncodedName[16];
    int depth;

    /** Copies of options in fields, because every item reads them. */
    final int leastGrade;

    private final boolean collapsing;
    final boolean structure;
    private final boolean checkingAttributes;
    final @Nullable String indent;
    byte[] content = {};

    boolean started;
    boolean rootSeen;
    boolean rawSeen;

    TagWriter(@Nullable OutputStream stream, @Nullable Writer writer, WriteOptions options) {
        super(stream, writer, options);
        leastGrade = !options.checkingNames()
                ? EncodedName.TEXT
                : options.namespaces() ? EncodedName.QUALIFIED_NAME : EncodedName.NAME;
        collapsing = options.collapsingEmpty();
        structure = options.checkingStructure();
        checkingAttributes = options.checkingAttributes();
        indent = options.indent();
        if (indent != null) {
            content = new byte[16];
            careful |= INDENTING;
        }
        if (restricted) {
            careful |= RESTRICTED;
        }
    }

    /** The number of open elements. */
    public int depth() {
        return depth;
    }

    /** The prefix of the innermost element; empty for none. */
    public String prefix() {
        return open[depth - 1].prefix;
    }

    /** The local name of the innermost element. */
    public String local() {
        return open[depth - 1].local;
    }

    /** True right after a start tag, where attributes may be added. */
    public boolean inTag() {
        return (held & OPEN_TAG) != 0;
    }

    /** True while nothing was written. */
    public boolean isEmpty() {
        return !started;
    }

    // Tags

    /** Opens an element; prefix empty for none. */
    public void startTag(String prefix, String local) {
        startTag(EncodedName.of(prefix, local));
    }

    void startTag(EncodedName name) {
        if (careful != 0 || name.grade < leastGrade) {
            unusualTag(name);
        }
        if (held == OPEN_TAG) {
            at++;
        } else if (held != 0) {
            flushPendingTag();
        }
        int level = depth;
        if (level == open.length) {
            open = Arrays.copyOf(open, level * 2);
        }
        open[level] = name;
        depth = level + 1;
        attributeCount = 0;
        seenBits1 = 0;
        seenBits2 = 0;
        int length = name.startBytes;
        int p = at;
        if (limit - p > length) {
            byte[] b = buffer;
            LONGS.set(b, p, name.start0);
            LONGS.set(b, p + 8, name.start1);
            if (length > 15) {
                words(b, p, name.start);
            }
            at = p + length;
        } else {
            wordByWord(name.start, length);
            buffer[at] = '>';
        }
        held = OPEN_TAG;
    }

    private void unusualTag(EncodedName name) {
        if (name.grade < leastGrade || restricted) {
            check(name);
        }
        if (depth == 0) {
            if (rootSeen && structure && !rawSeen) {
                throw invalid("a document holds one element, " + name.qualified() + " would be the second");
            }
        }
        flushPendingTag();
        if (indent != null) {
            newLine();
            enter();
        }
        started = true;
        rootSeen = true;
        careful &= ~AT_TOP;
    }

    /**
     * Writes the start tag of an element without attributes on the fast path; returns false, without writing anything,
     * outside the common case.
     */
    boolean startLeaf(EncodedName name) {
        int length = name.startBytes + 1;
        int p = at + held;
        if ((held & ~OPEN_TAG | careful) != 0 || name.grade < leastGrade || limit - p < length) {
            return false;
        }
        held = 0;
        byte[] b = buffer;
        LONGS.set(b, p, name.start0);
        LONGS.set(b, p + 8, name.start1);
        if (length > 16) {
            words(b, p, name.start);
        }
        at = p + length;
        return true;
    }

    /** Writes the end tag of an element that was started on the fast path. */
    void endLeaf(EncodedName name) {
        if (held != 0) {
            flushPendingTag();
        }
        writeEnd(name);
    }

    /** Closes the innermost element, as an empty-element tag if it has no content and the options allow it. */
    public void endTag() {
        endTag(collapsing);
    }

    /** Closes the innermost element. */
    public void endTag(boolean collapse) {
        int level = depth - 1;
        if (level < 0) {
            throw invalid("no element is open");
        }
        EncodedName name = open[level];
        depth = level;
        if (held == OPEN_TAG) {
            held = 0;
            if (level == 0) {
                careful |= AT_TOP;
            }
            if (collapse) {
                collapse();
                return;
            }
            at++;
        } else if (level == 0 || held != 0 || careful != 0) {
            flushPendingTag();
            if (indent != null && content[level] == ITEMS) {
                line(level);
            }
            if (level == 0) {
                careful |= AT_TOP;
            }
        }
        writeEnd(name);
    }

    private void writeEnd(EncodedName name) {
        int length = name.startBytes + EncodedName.MORE;
        int p = at;
        if (limit - p > length) {
            byte[] b = buffer;
            LONGS.set(b, p, name.end0);
            LONGS.set(b, p + 8, name.end1);
            if (length > 16) {
                words(b, p, name.end);
            }
            at = p + length;
        } else {
            wordByWord(name.end, length);
        }
    }

    private void collapse() {
        reserve(3);
        byte[] b = buffer;
        int p = at;
        if (options.spaceInEmpty()) {
            b[p++] = ' ';
        }
        b[p] = '/';
        b[p + 1] = '>';
        at = p + 2;
    }

    /** Completes the start tag: nothing can be added to it, and the element gets an end tag of its own. */
    public void endStartTag() {
        if (held == OPEN_TAG) {
            flushPendingTag();
        }
    }

    /** Declares a prefix, empty for the default namespace, on the element just opened. */
    public void namespace(String prefix, String uri) {
        if (prefix.isEmpty()) {
            attribute("", "xmlns", uri);
        } else {
            attribute("xmlns", prefix, uri);
        }
    }

    /** Adds an attribute to the element just opened. */
    public void attribute(String prefix, String local, String value) {
        attribute(EncodedName.of(prefix, local), value);
    }

    void attribute(EncodedName name, String value) {
        startAttribute(name);
        escapedValue(value);
        if (indent != null && name.local.equals("space") && name.prefix.equals("xml")) {
            if (value.equals("preserve")) {
                content[depth - 1] = AS_IT_IS;
            } else if (value.equals("default")) {
                content[depth - 1] = 0;
            }
        }
    }

    public void attribute(String prefix, String local, long value) {
        attribute(EncodedName.of(prefix, local), value);
    }

    void attribute(EncodedName name, long value) {
        startAttribute(name);
        number(value);
        endAttribute();
    }

    public void attribute(String prefix, String local, double value) {
        attribute(EncodedName.of(prefix, local), value);
    }

    void attribute(EncodedName name, double value) {
        startAttribute(name);
        number(value);
        endAttribute();
    }

    public void attribute(String prefix, String local, float value) {
        attribute(EncodedName.of(prefix, local), value);
    }

    void attribute(EncodedName name, float value) {
        startAttribute(name);
        number(value);
        endAttribute();
    }

    /** In the notation of {@link Double#toString}. */
    public void plainAttribute(String prefix, String local, double value) {
        plainAttribute(EncodedName.of(prefix, local), value);
    }

    void plainAttribute(EncodedName name, double value) {
        startAttribute(name);
        plainNumber(value);
        endAttribute();
    }

    /** In the notation of {@link Float#toString}. */
    public void plainAttribute(String prefix, String local, float value) {
        plainAttribute(EncodedName.of(prefix, local), value);
    }

    void plainAttribute(EncodedName name, float value) {
        startAttribute(name);
        plainNumber(value);
        endAttribute();
    }

    public void attribute(String prefix, String local, boolean value) {
        attribute(prefix, local, value ? "true" : "false");
    }

    /** xs:base64Binary. */
    public void base64Attribute(String prefix, String local, byte[] bytes, int offset, int length) {
        startAttribute(EncodedName.of(prefix, local));
        base64Digits(bytes, offset, length);
        endAttribute();
    }

    /** Writes an attribute whose value is already escaped. */
    public void rawAttribute(String prefix, String local, String value) {
        startAttribute(EncodedName.of(prefix, local));
        utf8(value);
        endAttribute();
    }

    private void startAttribute(EncodedName name) {
        if (held != OPEN_TAG) {
            throw invalid("attributes and namespaces belong right after a start tag");
        }
        if (name.grade < leastGrade || restricted) {
            check(name);
        }
        if (checkingAttributes) {
            if ((seenBits1 & name.bit1) != 0 && (seenBits2 & name.bit2) != 0 || attributeCount == FEW) {
                checkTwice(name);
            }
            seenBits1 |= name.bit1;
            seenBits2 |= name.bit2;
            attributes[attributeCount++] = name;
        }
        int length = name.startBytes + EncodedName.MORE;
        int p = at;
        if (limit - p > length) {
            byte[] b = buffer;
            LONGS.set(b, p, name.attribute0);
            LONGS.set(b, p + 8, name.attribute1);
            if (length > 16) {
                words(b, p, name.attribute);
            }
            at = p + length;
        } else {
            wordByWord(name.attribute, length);
        }
    }

    /** Refuses a duplicate attribute; more than a few attributes are kept in a set. */
    private void checkTwice(EncodedName name) {
        boolean twice = false;
        for (int i = 0; i < attributeCount; i++) {
            twice |= attributes[i].is(name.prefix, name.local);
        }
        if (attributeCount == FEW) {
            if (many == null) {
                many = new AttributeNameSet();
            }
            if (seenBits1 != ALL || seenBits2 != ALL) {
                seenBits1 = ALL;
                seenBits2 = ALL;
                many.clear();
                for (EncodedName attribute : attributes) {
                    many.add(attribute.prefix, attribute.local);
                }
            }
            twice = !many.add(name.prefix, name.local);
            attributeCount--;
        }
        if (twice) {
            throw invalid("the attribute " + name.qualified() + " was written already on this element");
        }
    }

    void check(EncodedName name) {
        if (name.grade < leastGrade) {
            if (name.grade == EncodedName.NAME && name.local.indexOf(':') < 0) {
                throw invalid("a prefix must be a name without colon: \"" + name.prefix + "\"");
            }
            throw invalid("not a well-formed name: \"" + name.qualified() + "\"");
        }
        if (restricted && !name.ascii && !isEncodable(name.qualified())) {
            throw invalid("the encoding " + options.encoding() + " cannot hold the name " + name.qualified());
        }
    }

    // Held output and indentation between items

    /** Completes the output that is held back. */
    void flushPendingTag() {
        if (held == OPEN_TAG) {
            held = 0;
            at++;
        } else if (held == HALF_PAIR) {
            throw invalid(
                    String.format("the character U+%04X, half of a pair, is not followed by the other", (int) half));
        }
    }

    /** Called before an item that is neither an element nor text. */
    void item() {
        flushPendingTag();
        if (indent != null) {
            newLine();
        }
        started = true;
    }

    private void newLine() {
        if (depth > 0) {
            if (content[depth - 1] == AS_IT_IS) {
                return;
            }
            content[depth - 1] = ITEMS;
        }
        if (started && (depth > 0 || position() > 0)) {
            line(depth);
        }
    }

    private void line(int level) {
        utf8("\n");
        for (int i = 0; i < level; i++) {
            utf8(Objects.requireNonNull(indent));
        }
    }

    /** Records that the element about to be opened has no content yet. */
    private void enter() {
        if (depth == content.length) {
            content = Arrays.copyOf(content, depth * 2);
        }
        content[depth] = depth > 0 && content[depth - 1] == AS_IT_IS ? AS_IT_IS : 0;
    }
}
