package dev.weir.xml.text;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.rule.Characters;
import dev.weir.xml.rule.NameSet;
import dev.weir.xml.rule.ShortestDecimal;
import dev.weir.xml.rule.SimpleValue;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Writes markup and text in the order told: tags with their prefixes, attributes, escaped text. It checks and escapes as
 * its {@link WriteOptions} say, but knows nothing of which prefix stands for what: that is for those above it, {@link
 * dev.weir.xml.XmlWriter} and the StAX writers.
 *
 * <p>Everything goes through one buffer of UTF-8. A start tag goes out as it comes; only its {@code >} is held back until
 * the next item, which may turn it into {@code />}. Each item asks once for room, so that its bytes are stored without
 * further looks; names come as ready-made words of eight bytes, stored whole, the surplus to be overwritten. Text runs
 * through two tight loops, one for what is plain in ASCII and one for what is plain beyond; whatever else there is, is
 * looked at one by one. Another encoding, or a {@link Writer}, is a {@link Transcoder} behind the buffer.
 *
 * <p>One thread at a time. Errors: {@link XmlException} for what no document can hold, {@link UncheckedIOException} when
 * the target fails. After an error the document is of no use.
 */
public final class MarkupWriter implements AutoCloseable {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Two words may be stored over their item's end. */
    private static final int SURPLUS = 24;

    /** Texts from this length on are looked at eight characters at a time. */
    private static final int LONG_TEXT = 24;

    private static final BufferPool BUFFERS = new BufferPool(WriteOptions.DEFAULT.bufferBytes() + SURPLUS);
    private static final byte[] NO_BUFFER = {};

    /** How many characters of a text are looked at in one go: what is behind an escape has to be moved. */
    private static final int CHARACTERS = 512;

    private static final char[] NO_CHARACTERS = {};

    private static final int FEW = 12;

    /** So many attributes that their bits do not tell anything. */
    private static final long ALL = -1;

    /** The longest thing that is written in one go apart from names; buffers are larger. */
    private static final int LONGEST_ITEM = 48;

    private static final byte[] NOTHING_SPECIAL = new byte[128];

    // What is held back until the next item

    private static final int OPEN_TAG = 1;

    /** The first half of a surrogate pair came at the end of a text. */
    private static final int HALF_PAIR = 2;

    // Why an item is not as usual

    /** No element is open. */
    private static final int AT_TOP = 1;

    private static final int INDENTING = 2;
    private static final int RESTRICTED = 4;

    // What an element holds so far, for indentation

    private static final byte ITEMS = 1;
    private static final byte AS_IT_IS = 2;

    private final OutputStream out;
    private final @Nullable Transcoder transcoder;
    private final WriteOptions options;
    private byte[] buffer;
    private char[] characters = NO_CHARACTERS;
    private int limit;
    private int at;
    private long sent;

    /** Where it is an open tag, the next byte of the buffer is its {@code >} already. */
    private int held;

    private char half;
    private int careful = AT_TOP;

    // The attributes of the element just opened: the first few, a bit for each name, and the many others.

    private final EncodedName[] attributes = new EncodedName[FEW];
    private int attributeCount;
    private long seenAttributes;
    private @Nullable NameSet many;

    private EncodedName[] open = new EncodedName[16];
    private int depth;

    /** As options, flat, because every item asks. */
    private final int leastGrade;

    private final boolean collapsing;
    private final boolean structure;
    private final boolean checkingAttributes;
    private final @Nullable String indent;
    private byte[] content = {};

    // Where there are characters that cannot be written as they are: code points from this one on are looked at.

    private int plainBelow;

    /** The same, but for surrogates and what is beyond. */
    private int highest;

    private final @Nullable CharsetEncoder limited;
    private final boolean restricted;

    /** Where the encoding holds the first characters of Unicode and no others: how many. */
    private final int encodableBelow;

    private Escapes escapes;
    private byte[] textEscapes;
    private byte[] attributeEscapes;
    private boolean xml11;

    private boolean started;
    private boolean doctypeSeen;
    private boolean rootSeen;
    private boolean rawSeen;
    private boolean closed;

    /** Writes bytes in the encoding of the options. */
    public MarkupWriter(OutputStream target, WriteOptions options) {
        this(target, null, options);
    }

    /** Writes characters; the encoding of the options is what they will be put in later. */
    public MarkupWriter(Writer target, WriteOptions options) {
        this(null, target, options);
    }

    private MarkupWriter(@Nullable OutputStream stream, @Nullable Writer writer, WriteOptions options) {
        this.options = options;
        String name = options.encoding();
        CharsetEncoder partial = null;
        int plain = Integer.MAX_VALUE;
        if (name.equals("UTF-8")) {
            transcoder = writer == null ? null : new Transcoder(writer);
        } else {
            Charset charset = charset(name);
            boolean unicode =
                    charset.name().startsWith("UTF-") || charset.name().startsWith("X-UTF-");
            if (charset.equals(StandardCharsets.US_ASCII)) {
                plain = 0x80;
            } else if (charset.equals(StandardCharsets.ISO_8859_1)) {
                plain = 0x100;
            } else if (!unicode) {
                plain = 0x80;
                partial = charset.newEncoder();
            }
            if (writer != null) {
                transcoder = new Transcoder(writer);
            } else if (charset.equals(StandardCharsets.UTF_8) || charset.equals(StandardCharsets.US_ASCII)) {
                transcoder = null;
            } else {
                transcoder = new Transcoder(Objects.requireNonNull(stream), charset);
            }
        }
        out = transcoder != null ? transcoder : Objects.requireNonNull(stream);
        limited = partial;
        restricted = plain != Integer.MAX_VALUE;
        plainBelow = plain;
        encodableBelow = plain;
        highest = Math.min(plain, Character.MIN_SURROGATE);
        limit = options.bufferBytes();
        buffer = isPooled() ? BUFFERS.take() : new byte[limit + SURPLUS];
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
        escapes = Escapes.of(options, false);
        textEscapes = escapes.text;
        attributeEscapes = escapes.attribute;
        if (options.xml11()) {
            becomeXml11();
        }
    }

    private boolean isPooled() {
        return options.bufferBytes() == WriteOptions.DEFAULT.bufferBytes();
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            throw new XmlException("the encoding " + name + " is not known here", XmlLocation.NONE, unknown);
        }
    }

    private void becomeXml11() {
        xml11 = true;
        escapes = Escapes.of(options, true);
        textEscapes = escapes.text;
        attributeEscapes = escapes.attribute;
        // U+0080 to U+009F and U+2028 are references, so that everything beyond ASCII is looked at.
        plainBelow = Math.min(plainBelow, 0x80);
        highest = plainBelow;
    }

    // The document

    /**
     * Writes an XML declaration; version 1.1 makes the rest an XML 1.1 document.
     *
     * @param encoding null to leave it out
     * @param standalone null to leave it out
     */
    public void declaration(String version, @Nullable String encoding, @Nullable Boolean standalone) {
        if (structure && started) {
            throw wrong("the XML declaration must come first");
        }
        started = true;
        if (version.equals("1.1")) {
            becomeXml11();
        } else if (!version.equals("1.0")) {
            throw wrong("the version of a document must be 1.0 or 1.1: " + version);
        }
        String quote = options.apostrophes() ? "'" : "\"";
        pseudo("<?xml version=", version, quote);
        if (encoding != null) {
            checkEncodingName(encoding);
            pseudo(" encoding=", encoding, quote);
        }
        if (standalone != null) {
            pseudo(" standalone=", standalone ? "yes" : "no", quote);
        }
        utf8("?>");
    }

    private void pseudo(String name, String value, String quote) {
        utf8(name);
        utf8(quote);
        utf8(value);
        utf8(quote);
    }

    /** Production EncName. */
    private static void checkEncodingName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            if (!letter && (i == 0 || !(c >= '0' && c <= '9') && c != '.' && c != '_' && c != '-')) {
                throw wrong("not the name of an encoding: \"" + name + "\"");
            }
        }
        if (name.isEmpty()) {
            throw wrong("the name of an encoding must not be empty");
        }
    }

    /** Writes a document type declaration. */
    public void doctype(XmlDoctype doctype) {
        if (options.checkingNames() && !EncodedName.isName(doctype.name())) {
            throw wrong("not a name that a document can hold: \"" + doctype.name() + "\"");
        }
        StringBuilder text = new StringBuilder("<!DOCTYPE ").append(doctype.name());
        String publicId = doctype.publicId();
        String systemId = doctype.systemId();
        if (publicId != null) {
            if (systemId == null) {
                throw wrong("a document type with a public identifier must have a system identifier, too: " + publicId);
            }
            text.append(" PUBLIC ").append(quoted(publicId)).append(' ').append(quoted(systemId));
        } else if (systemId != null) {
            text.append(" SYSTEM ").append(quoted(systemId));
        }
        if (doctype.internalSubset() != null) {
            text.append(" [").append(doctype.internalSubset()).append(']');
        }
        doctype(text.append('>').toString());
    }

    private static String quoted(String literal) {
        if (literal.indexOf('"') < 0) {
            return '"' + literal + '"';
        }
        if (literal.indexOf('\'') >= 0) {
            throw wrong("an identifier must not hold both kinds of quotes: " + literal);
        }
        return '\'' + literal + '\'';
    }

    /** Writes a document type declaration that is markup already; only its place is checked. */
    public void doctype(String markup) {
        if (structure && (rootSeen || doctypeSeen)) {
            throw wrong("one document type declaration may come, before the document's element");
        }
        doctypeSeen = true;
        item();
        utf8(markup);
    }

    /** Checks that the document is complete, or closes what is open, by the options; then flushes. */
    public void end() {
        if (options.closingElements()) {
            while (depth > 0) {
                endTag();
            }
        }
        settle();
        if (structure && !rawSeen) {
            if (depth > 0) {
                throw wrong("the element " + open[depth - 1].qualified() + " is not closed");
            }
            if (!rootSeen) {
                throw wrong("a document must hold an element");
            }
        }
        flush();
    }

    /** Elements open. */
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

    /** True where nothing was written. */
    public boolean isEmpty() {
        return !started;
    }

    /** Whether this is an XML 1.1 document. */
    public boolean isXml11() {
        return xml11;
    }

    /** How many bytes were written, of UTF-8. */
    public long position() {
        return sent + at;
    }

    // Tags

    /** Opens an element; prefix empty for none. */
    public void startTag(String prefix, String local) {
        EncodedName name = EncodedName.of(prefix, local);
        if (careful != 0 || name.grade < leastGrade) {
            unusualTag(name);
        }
        if (held == OPEN_TAG) {
            at++;
        } else if (held != 0) {
            settle();
        }
        int level = depth;
        if (level == open.length) {
            open = Arrays.copyOf(open, level * 2);
        }
        open[level] = name;
        depth = level + 1;
        attributeCount = 0;
        seenAttributes = 0;
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
                throw wrong("a document holds one element, " + name.qualified() + " would be the second");
            }
        }
        settle();
        if (indent != null) {
            newLine();
            enter();
        }
        started = true;
        rootSeen = true;
        careful &= ~AT_TOP;
    }

    /** Closes the innermost element, in one tag with its start where it has no content and the options agree. */
    public void endTag() {
        endTag(collapsing);
    }

    /** Closes the innermost element. */
    public void endTag(boolean collapse) {
        int level = depth - 1;
        if (level < 0) {
            throw wrong("no element is open");
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
            settle();
            if (indent != null && content[level] == ITEMS) {
                line(level);
            }
            if (level == 0) {
                careful |= AT_TOP;
            }
        }
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

    /** Ends a start tag, so that nothing more can be added to it and the element gets an end tag of its own. */
    public void endStartTag() {
        if (held == OPEN_TAG) {
            settle();
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
        startAttribute(prefix, local);
        escaped(value, value.length(), attributeEscapes, true);
        endAttribute();
        if (indent != null && local.equals("space") && prefix.equals("xml")) {
            if (value.equals("preserve")) {
                content[depth - 1] = AS_IT_IS;
            } else if (value.equals("default")) {
                content[depth - 1] = 0;
            }
        }
    }

    public void attribute(String prefix, String local, long value) {
        startAttribute(prefix, local);
        number(value);
        endAttribute();
    }

    public void attribute(String prefix, String local, double value) {
        startAttribute(prefix, local);
        number(value);
        endAttribute();
    }

    public void attribute(String prefix, String local, float value) {
        startAttribute(prefix, local);
        number(value);
        endAttribute();
    }

    public void attribute(String prefix, String local, boolean value) {
        attribute(prefix, local, value ? "true" : "false");
    }

    /** xs:base64Binary. */
    public void base64Attribute(String prefix, String local, byte[] bytes, int offset, int length) {
        startAttribute(prefix, local);
        base64Digits(bytes, offset, length);
        endAttribute();
    }

    /** An attribute whose value is escaped already. */
    public void rawAttribute(String prefix, String local, String value) {
        startAttribute(prefix, local);
        utf8(value);
        endAttribute();
    }

    private void startAttribute(String prefix, String local) {
        if (held != OPEN_TAG) {
            throw wrong("attributes and namespaces belong right after a start tag");
        }
        EncodedName name = EncodedName.of(prefix, local);
        if (name.grade < leastGrade || restricted) {
            check(name);
        }
        if (checkingAttributes) {
            if ((seenAttributes & name.bit) != 0 || attributeCount == FEW) {
                checkTwice(name);
            }
            seenAttributes |= name.bit;
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

    /** Refuses an attribute that is there already; beyond a few, they are in a set. */
    private void checkTwice(EncodedName name) {
        boolean twice = false;
        for (int i = 0; i < attributeCount; i++) {
            twice |= attributes[i].is(name.prefix, name.local);
        }
        if (attributeCount == FEW) {
            if (many == null) {
                many = new NameSet();
            }
            if (seenAttributes != ALL) {
                seenAttributes = ALL;
                many.clear();
                for (EncodedName attribute : attributes) {
                    many.add(attribute.prefix, attribute.local);
                }
            }
            twice = !many.add(name.prefix, name.local);
            attributeCount--;
        }
        if (twice) {
            throw wrong("the attribute " + name.qualified() + " was written already on this element");
        }
    }

    private void endAttribute() {
        reserve(1);
        byte[] b = buffer;
        int p = at;
        b[p] = '"';
        b[p + 1] = '>';
        at = p + 1;
    }

    private void check(EncodedName name) {
        if (name.grade < leastGrade) {
            if (name.grade == EncodedName.NAME && name.local.indexOf(':') < 0) {
                throw wrong("a prefix must be a name without colon: \"" + name.prefix + "\"");
            }
            throw wrong("not a name that a document can hold: \"" + name.qualified() + "\"");
        }
        if (restricted && !name.ascii && !isEncodable(name.qualified())) {
            throw wrong("the encoding " + options.encoding() + " cannot hold the name " + name.qualified());
        }
    }

    private boolean isEncodable(String text) {
        return text.codePoints().allMatch(this::isEncodable);
    }

    private boolean isEncodable(int point) {
        if (!restricted || point < 0x80) {
            return true;
        }
        CharsetEncoder some = limited;
        if (some == null) {
            return point < encodableBelow;
        }
        return point < 0x10000 ? some.canEncode((char) point) : some.canEncode(Character.toString(point));
    }

    // What stands between items

    /** Ends what is held back. */
    private void settle() {
        if (held == OPEN_TAG) {
            held = 0;
            at++;
        } else if (held == HALF_PAIR) {
            throw wrong(
                    String.format("the character U+%04X, half of a pair, is not followed by the other", (int) half));
        }
    }

    /** Before an item that is neither an element nor text. */
    private void item() {
        settle();
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
        if (started && (depth > 0 || at > 0 || sent > 0)) {
            line(depth);
        }
    }

    private void line(int level) {
        utf8("\n");
        for (int i = 0; i < level; i++) {
            utf8(Objects.requireNonNull(indent));
        }
    }

    /** The element about to be opened holds nothing yet. */
    private void enter() {
        if (depth == content.length) {
            content = Arrays.copyOf(content, depth * 2);
        }
        content[depth] = depth > 0 && content[depth - 1] == AS_IT_IS ? AS_IT_IS : 0;
    }

    /** Before text, which needs an element around it. */
    private void startText() {
        if (held == OPEN_TAG && careful == 0) {
            held = 0;
            at++;
            return;
        }
        if (depth == 0 && structure) {
            throw wrong("text is not allowed outside the document's element");
        }
        settle();
        started = true;
        if (indent != null && depth > 0) {
            content[depth - 1] = AS_IT_IS;
        }
    }

    // Character data

    /** Text, escaped. A surrogate pair may be split over two calls. */
    public void text(String text) {
        int length = text.length();
        if (length == 0) {
            return;
        }
        if (held == OPEN_TAG && careful == 0) {
            held = 0;
            at++;
        } else if ((held | careful) != 0 && unusualText(text)) {
            return;
        }
        escaped(text, length, textEscapes, false);
    }

    /** Text, escaped. */
    public void text(char[] text, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, text.length);
        if (length == 0) {
            return;
        }
        if (held == OPEN_TAG && careful == 0) {
            held = 0;
            at++;
        } else if ((held | careful) != 0) {
            text(new String(text, offset, length));
            return;
        }
        escaped(text, offset, offset + length, textEscapes, false, ']');
    }

    /** Before a text that is not the usual one; true where it was written. */
    private boolean unusualText(String text) {
        if (depth == 0) {
            outside(text);
            return true;
        }
        if (indent != null) {
            content[depth - 1] = AS_IT_IS;
        }
        if (held == HALF_PAIR) {
            join(text.charAt(0));
            if (text.length() > 1) {
                text(text.substring(1));
            }
            return true;
        }
        settle();
        return false;
    }

    private void join(char second) {
        if (!Character.isLowSurrogate(second)) {
            settle();
        }
        held = 0;
        reserve(LONGEST_ITEM);
        wide(Character.toCodePoint(half, second), true);
    }

    /** Text around the root: white space, where no reference may stand. */
    private void outside(String text) {
        if (structure && !text.chars().allMatch(Characters::isSpace)) {
            throw wrong("text is not allowed outside the document's element");
        }
        settle();
        started = true;
        utf8(text);
    }

    public void text(int value) {
        text((long) value);
    }

    public void text(long value) {
        startText();
        number(value);
    }

    /** Canonical xs:double. */
    public void text(double value) {
        startText();
        number(value);
    }

    /** Canonical xs:float. */
    public void text(float value) {
        startText();
        number(value);
    }

    public void text(boolean value) {
        startText();
        utf8(value ? "true" : "false");
    }

    public void text(BigDecimal value) {
        startText();
        utf8(SimpleValue.ofDecimal(value));
    }

    /** A list: its items, a space between two of them. */
    public void list(int[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        startText();
        for (int i = 0; i < length; i++) {
            separate(i);
            number(values[offset + i]);
        }
    }

    public void list(long[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        startText();
        for (int i = 0; i < length; i++) {
            separate(i);
            number(values[offset + i]);
        }
    }

    public void list(float[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        startText();
        for (int i = 0; i < length; i++) {
            separate(i);
            number(values[offset + i]);
        }
    }

    public void list(double[] values, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, values.length);
        startText();
        for (int i = 0; i < length; i++) {
            separate(i);
            number(values[offset + i]);
        }
    }

    private void separate(int index) {
        if (index > 0) {
            reserve(1);
            buffer[at++] = ' ';
        }
    }

    /** xs:base64Binary. */
    public void base64(byte[] bytes, int offset, int length) {
        startText();
        base64Digits(bytes, offset, length);
    }

    /** xs:hexBinary. */
    public void hexBinary(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        startText();
        for (int i = offset; i < offset + length; i++) {
            reserve(2);
            buffer[at++] = hexDigit(bytes[i] >> 4);
            buffer[at++] = hexDigit(bytes[i]);
        }
    }

    private static byte hexDigit(int value) {
        int digit = value & 0xF;
        return (byte) (digit < 10 ? '0' + digit : 'A' - 10 + digit);
    }

    private void base64Digits(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int p = offset;
        int end = offset + length;
        while (end - p >= 3) {
            reserve(4);
            base64((bytes[p] & 0xFF) << 16 | (bytes[p + 1] & 0xFF) << 8 | (bytes[p + 2] & 0xFF));
            p += 3;
        }
        if (p < end) {
            reserve(4);
            boolean two = end - p == 2;
            base64((bytes[p] & 0xFF) << 16 | (two ? (bytes[p + 1] & 0xFF) << 8 : 0));
            buffer[at - 1] = '=';
            if (!two) {
                buffer[at - 2] = '=';
            }
        }
    }

    private void base64(int quantum) {
        buffer[at++] = SimpleValue.base64Digit(quantum >> 18);
        buffer[at++] = SimpleValue.base64Digit(quantum >> 12);
        buffer[at++] = SimpleValue.base64Digit(quantum >> 6);
        buffer[at++] = SimpleValue.base64Digit(quantum);
    }

    private void number(double value) {
        reserve(ShortestDecimal.ROOM);
        at = ShortestDecimal.write(value, buffer, at);
    }

    private void number(float value) {
        reserve(ShortestDecimal.ROOM);
        at = ShortestDecimal.write(value, buffer, at);
    }

    private void number(long value) {
        reserve(20);
        byte[] b = buffer;
        int p = at;
        long rest = value;
        if (rest < 0) {
            b[p++] = '-';
            if (rest == Long.MIN_VALUE) {
                b[p++] = '9';
                rest = 223_372_036_854_775_808L;
            } else {
                rest = -rest;
            }
        }
        int digits = 1;
        for (long power = 10; digits < 19 && rest >= power; power *= 10) {
            digits++;
        }
        int end = p + digits;
        int q = end;
        while (rest >= 100) {
            long hundreds = rest / 100;
            int two = (int) (rest - hundreds * 100);
            b[--q] = (byte) ('0' + two % 10);
            b[--q] = (byte) ('0' + two / 10);
            rest = hundreds;
        }
        if (rest >= 10) {
            b[--q] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        b[--q] = (byte) ('0' + rest);
        at = end;
    }

    /** A CDATA section; split where it holds what it cannot hold. */
    public void cdata(String text) {
        startText();
        utf8("<![CDATA[");
        boolean splitting = options.splittingCData();
        boolean checking = options.checkingContent();
        byte[] literal = escapes.literal;
        int from = 0;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == ']' && checking && text.startsWith("]]>", i)) {
                if (!splitting) {
                    throw wrong("a CDATA section must not hold \"]]>\" (index " + i + ")");
                }
                literal(text, from, i + 2);
                utf8("]]><![CDATA[");
                i += 2;
                from = i;
                continue;
            }
            int point = text.codePointAt(i);
            int after = i + Character.charCount(point);
            boolean reference = point < 0x80
                    ? literal[point] == Escapes.LOST || literal[point] != 0 && textEscapes[point] == Escapes.REFERENCE
                    : point >= plainBelow && !isLiteral(point) && isWritable(point);
            if (reference) {
                literal(text, from, i);
                utf8("]]>");
                reserve(LONGEST_ITEM);
                reference(point);
                utf8("<![CDATA[");
                from = after;
            }
            i = after;
        }
        literal(text, from, text.length());
        utf8("]]>");
    }

    // Comments, processing instructions, and what is markup already

    public void comment(String text) {
        String held = text;
        if (options.checkingContent() && (text.contains("--") || text.endsWith("-"))) {
            if (!options.mendingComments()) {
                throw wrong("a comment must not hold \"--\" nor end with \"-\"");
            }
            StringBuilder mended = new StringBuilder(text.length() + 16);
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                mended.append(c);
                if (c == '-' && (i + 1 == text.length() || text.charAt(i + 1) == '-')) {
                    mended.append(' ');
                }
            }
            held = mended.toString();
        }
        item();
        utf8("<!--");
        literal(held, 0, held.length());
        utf8("-->");
    }

    /** A processing instruction; data empty for none. */
    public void processingInstruction(String target, String data) {
        EncodedName name = EncodedName.of("", target);
        if (name.grade < leastGrade || options.checkingNames() && target.equalsIgnoreCase("xml")) {
            throw wrong("the target of a processing instruction must be a name other than xml: \"" + target + "\"");
        }
        if (options.checkingContent() && data.contains("?>")) {
            throw wrong("a processing instruction must not hold \"?>\" (index " + data.indexOf("?>") + ")");
        }
        item();
        utf8("<?");
        literal(target, 0, target.length());
        if (!data.isEmpty()) {
            utf8(" ");
            literal(data, 0, data.length());
        }
        utf8("?>");
    }

    /** A reference to a general entity. */
    public void entityReference(String name) {
        EncodedName encoded = EncodedName.of("", name);
        if (encoded.grade < leastGrade || restricted) {
            check(encoded);
        }
        if (depth == 0 && structure) {
            throw wrong("an entity reference is not allowed outside the document's element: " + name);
        }
        startText();
        utf8("&");
        utf8(name);
        utf8(";");
    }

    /** Characters that are markup already: nothing is escaped, nothing checked but that they can be encoded. */
    public void raw(String markup) {
        startRaw(markup.isEmpty());
        utf8(markup);
    }

    /** Bytes in the document's encoding that are markup already; UnsupportedOperationException over a Writer. */
    public void raw(byte[] markup, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, markup.length);
        startRaw(length == 0);
        Transcoder other = transcoder;
        if (other == null) {
            bytes(markup, offset, length);
            return;
        }
        drain();
        try {
            other.direct(markup, offset, length);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void startRaw(boolean nothing) {
        if (held != 0) {
            settle();
        }
        if (nothing) {
            return;
        }
        started = true;
        rawSeen |= depth == 0;
        if (indent != null && depth > 0) {
            content[depth - 1] = AS_IT_IS;
        }
    }

    // Characters to bytes

    private void escaped(String text, int length, byte[] special, boolean attribute) {
        int i = 0;
        int p = at;
        if (length < LONG_TEXT && limit - p >= length) {
            byte[] b = buffer;
            while (i < length) {
                char c = text.charAt(i);
                if (c >= special.length || special[c] != 0) {
                    break;
                }
                b[p + i] = (byte) c;
                i++;
            }
            at = p + i;
        }
        if (i < length) {
            escaped(text, i, length, special, attribute);
        }
    }

    private void escaped(String text, int begin, int length, byte[] special, boolean attribute) {
        char[] chars = characters;
        if (chars.length == 0) {
            chars = new char[CHARACTERS];
            characters = chars;
        }
        int from = begin;
        while (length - from > chars.length) {
            int to = from + chars.length;
            if (Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            text.getChars(from, to, chars, 0);
            escapedRun(text, from, to, chars, special, attribute);
            from = to;
        }
        text.getChars(from, length, chars, 0);
        escapedRun(text, from, length, chars, special, attribute);
    }

    private void escapedRun(String text, int from, int to, char[] chars, byte[] special, boolean attribute) {
        int length = to - from;
        int done = 0;
        if (length >= LONG_TEXT && !xml11 && limit - at >= length + LONGEST_ITEM && isAscii(chars, length)) {
            done = run(text, from, to, special) - from;
        }
        if (done < length) {
            char before = from + done > 0 ? text.charAt(from + done - 1) : ']';
            escaped(chars, done, length, special, attribute, before);
        }
    }

    private static boolean isAscii(char[] chars, int length) {
        int all = 0;
        for (int i = 0; i < length; i++) {
            all |= chars[i];
        }
        return all < 0x80;
    }

    /**
     * Writes a run of ASCII: its low bytes are copied as they are, and only then looked at. Returns the index behind what
     * was written.
     */
    @SuppressWarnings("deprecation") // that the copy leaves out the high bytes is known, and there are none
    private int run(String text, int from, int to, byte[] special) {
        byte[] b = buffer;
        int start = at;
        text.getBytes(from, to, b, start);
        int p = start;
        int end = start + to - from;
        boolean attribute = special == attributeEscapes;
        while (p < end) {
            if (p + 8 <= end) {
                long word = (long) LONGS.get(b, p);
                long stops = attribute ? Escapes.attributeStops(word) : Escapes.textStops(word);
                if (stops == 0) {
                    p += 8;
                    continue;
                }
                p += Words.first(stops);
            }
            byte c = b[p];
            byte kind = special[c];
            if (kind == 0
                    || kind == Escapes.AFTER_BRACKET
                            && (p > start ? b[p - 1] : from > 0 ? text.charAt(from - 1) : ']') != ']') {
                p++;
                continue;
            }
            int more = c == '&' ? 4 : c == '<' || c == '>' ? 3 : c == '"' ? 5 : 4;
            if (kind == Escapes.FORBIDDEN || limit - end < more) {
                at = p;
                return to - (end - p);
            }
            System.arraycopy(b, p + 1, b, p + 1 + more, end - p - 1);
            at = p;
            escape((char) c, special);
            p = at;
            end += more;
        }
        at = end;
        return to;
    }

    private void escaped(char[] text, int from, int to, byte[] special, boolean attribute, char before) {
        int i = from;
        while (true) {
            byte[] b = buffer;
            int p = at;
            int room = limit - p;
            int last = room >= (to - i) * 3 ? to : i + room / 3;
            while (i < last) {
                char c = text[i];
                if (c >= special.length || special[c] != 0) {
                    break;
                }
                b[p++] = (byte) c;
                i++;
            }
            if (i == to) {
                at = p;
                return;
            }
            int below = highest;
            while (i < last) {
                char c = text[i];
                if (c < special.length) {
                    if (special[c] != 0) {
                        break;
                    }
                    b[p++] = (byte) c;
                } else if (c < below) {
                    if (c < 0x800) {
                        b[p++] = (byte) (0xC0 | c >> 6);
                    } else {
                        b[p++] = (byte) (0xE0 | c >> 12);
                        b[p++] = (byte) (0x80 | (c >> 6 & 0x3F));
                    }
                    b[p++] = (byte) (0x80 | (c & 0x3F));
                } else {
                    break;
                }
                i++;
            }
            at = p;
            if (i == to) {
                return;
            }
            reserve(LONGEST_ITEM);
            char c = text[i];
            if (c < 0x80) {
                if (special[c] == Escapes.AFTER_BRACKET && (i > from ? text[i - 1] : before) != ']') {
                    buffer[at++] = '>';
                    i++;
                } else if (special[c] != 0) {
                    escape(c, special);
                    i++;
                }
            } else if (c >= below) {
                if (!Character.isHighSurrogate(c)) {
                    wide(c, true);
                    i++;
                } else if (i + 1 < to) {
                    wide(pair(c, text[i + 1]), true);
                    i += 2;
                } else {
                    hold(c, attribute);
                    return;
                }
            }
        }
    }

    private int pair(char high, char low) {
        if (!Character.isLowSurrogate(low)) {
            throw forbidden(high);
        }
        return Character.toCodePoint(high, low);
    }

    private void hold(char high, boolean attribute) {
        if (attribute) {
            throw forbidden(high);
        }
        half = high;
        held = HALF_PAIR;
    }

    /** Writes a character of ASCII that is special where it stands; there is room. */
    private void escape(char c, byte[] special) {
        byte[] b = buffer;
        int p = at;
        switch (special[c]) {
            case Escapes.ENTITY, Escapes.AFTER_BRACKET -> {
                b[p++] = '&';
                switch (c) {
                    case '<' -> {
                        b[p++] = 'l';
                        b[p++] = 't';
                    }
                    case '>' -> {
                        b[p++] = 'g';
                        b[p++] = 't';
                    }
                    case '&' -> {
                        b[p++] = 'a';
                        b[p++] = 'm';
                        b[p++] = 'p';
                    }
                    default -> {
                        b[p++] = 'q';
                        b[p++] = 'u';
                        b[p++] = 'o';
                        b[p++] = 't';
                    }
                }
                b[p++] = ';';
                at = p;
            }
            case Escapes.REFERENCE -> reference(c);
            default -> instead(c, true);
        }
    }

    /** Writes what is put in place of a character that no document may hold. */
    private void instead(int point, boolean references) {
        IntUnaryOperator replacement = options.replacement();
        if (replacement == null) {
            throw forbidden(point);
        }
        int other = replacement.applyAsInt(point);
        if (!Characters.isCharacter(other)) {
            throw forbidden(point);
        }
        if (other >= 0x80) {
            wide(other, references);
        } else if (!references || textEscapes[other] == 0 && attributeEscapes[other] == 0) {
            buffer[at++] = (byte) other;
        } else {
            reference(other);
        }
    }

    /** True for a character beyond ASCII that a document may hold, as itself or as a reference. */
    private static boolean isWritable(int point) {
        return Characters.isCharacter(point);
    }

    /** True for a character beyond ASCII that can be written as itself. */
    private boolean isLiteral(int point) {
        if (xml11 && (point < 0xA0 || point == 0x2028)) {
            return false;
        }
        return point < 0xD800 || isWritable(point) ? isEncodable(point) : false;
    }

    /** Writes a character beyond ASCII; there is room. */
    private void wide(int point, boolean references) {
        if (!Characters.isCharacter(point)) {
            if (Character.MIN_SURROGATE <= point && point <= Character.MAX_SURROGATE
                    || options.checkingCharacters()
                    || options.replacement() != null) {
                instead(point, references);
                return;
            }
        } else if (point >= plainBelow && !isLiteral(point)) {
            if (!references) {
                throw wrong(String.format(
                        "the character U+%04X cannot be written here, in the encoding %s", point, options.encoding()));
            }
            reference(point);
            return;
        }
        byte[] b = buffer;
        int p = at;
        if (point < 0x800) {
            b[p++] = (byte) (0xC0 | point >> 6);
        } else if (point < 0x10000) {
            b[p++] = (byte) (0xE0 | point >> 12);
            b[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
        } else {
            b[p++] = (byte) (0xF0 | point >> 18);
            b[p++] = (byte) (0x80 | (point >> 12 & 0x3F));
            b[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
        }
        b[p++] = (byte) (0x80 | (point & 0x3F));
        at = p;
    }

    /** Writes a character reference; there is room. */
    private void reference(int point) {
        byte[] b = buffer;
        int p = at;
        b[p++] = '&';
        b[p++] = '#';
        b[p++] = 'x';
        int digits = Math.max(1, (35 - Integer.numberOfLeadingZeros(point)) >> 2);
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            b[p++] = hexDigit(point >> shift);
        }
        b[p++] = ';';
        at = p;
    }

    /** What stands where nothing can be escaped. */
    private void literal(String text, int from, int to) {
        unescaped(text, from, to, escapes.literal);
    }

    /** Markup of our own, and of those who know. */
    private void utf8(String markup) {
        unescaped(markup, 0, markup.length(), NOTHING_SPECIAL);
    }

    private void unescaped(String text, int from, int to, byte[] special) {
        int i = from;
        while (true) {
            byte[] b = buffer;
            int p = at;
            int end = Math.min(to, i + limit - p);
            while (i < end) {
                char c = text.charAt(i);
                if (c >= special.length || special[c] != 0) {
                    break;
                }
                b[p++] = (byte) c;
                i++;
            }
            at = p;
            if (i == to) {
                return;
            }
            reserve(LONGEST_ITEM);
            char c = text.charAt(i);
            if (c >= 0x80) {
                int point = c;
                if (Character.isHighSurrogate(c) && i + 1 < to) {
                    point = pair(c, text.charAt(++i));
                }
                wide(point, false);
                i++;
            } else if (special[c] == Escapes.LOST) {
                throw wrong("a carriage return cannot be written here, as it would be read as a line feed (index " + i
                        + ")");
            } else if (special[c] != 0) {
                instead(c, false);
                i++;
            }
        }
    }

    private static XmlException forbidden(int point) {
        return wrong(String.format("the character U+%04X cannot be written here", point));
    }

    // Bytes to the target

    /** The words after the first two; there is room. */
    private static void words(byte[] b, int at, long[] words) {
        int p = at + 16;
        for (int i = 2; i < words.length; i++) {
            LONGS.set(b, p, words[i]);
            p += 8;
        }
    }

    private void wordByWord(long[] words, int length) {
        int rest = length;
        for (int i = 0; rest > 0; i++) {
            reserve(8);
            LONGS.set(buffer, at, words[i]);
            at += Math.min(8, rest);
            rest -= 8;
        }
    }

    private void bytes(byte[] bytes, int offset, int length) {
        if (length > limit - at) {
            drain();
            if (length > limit) {
                send(bytes, offset, length);
                return;
            }
        }
        System.arraycopy(bytes, offset, buffer, at, length);
        at += length;
    }

    private void reserve(int bytes) {
        if (limit - at < bytes) {
            drain();
        }
    }

    private void drain() {
        if (closed) {
            throw new IllegalStateException("the writer is closed");
        }
        if (at > 0) {
            int length = at;
            at = 0;
            send(buffer, 0, length);
            buffer[0] = '>';
        }
    }

    private void send(byte[] bytes, int offset, int length) {
        sent += length;
        try {
            out.write(bytes, offset, length);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Hands over all that was written, but for what is held back of a start tag; flushes the target. */
    public void flush() {
        if (closed) {
            return;
        }
        drain();
        try {
            out.flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Hands over all that was written; closes the target where the options say so. */
    @Override
    public void close() {
        close(options.closingTarget());
    }

    /** Hands over all that was written, and closes the target or not. */
    public void close(boolean target) {
        if (closed) {
            return;
        }
        if (held == OPEN_TAG) {
            settle();
        }
        drain();
        closed = true;
        limit = 0;
        byte[] released = buffer;
        buffer = NO_BUFFER;
        if (isPooled()) {
            BUFFERS.give(released);
        }
        try {
            if (transcoder != null) {
                transcoder.finish();
            }
            if (target) {
                out.close();
            } else {
                out.flush();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static XmlException wrong(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}
