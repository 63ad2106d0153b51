package dev.weir.xml.text;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.rule.Characters;
import dev.weir.xml.rule.ItemCopy;
import dev.weir.xml.rule.SimpleValue;
import dev.weir.xml.rule.WriterScopes;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes UTF-8. A start tag goes out as it comes: its name at once, then each declaration and attribute; only its ">" is
 * held back until the next item, which may turn it into "/>".
 */
final class Utf8Writer implements XmlWriter {
    private static final int BUFFER_BYTES = 8192;

    /** Characters encoded between two looks at the room left; each takes six bytes at most. */
    private static final int CHUNK = 512;

    private static final int LONGEST_ESCAPE = 6;

    private static final byte[][] TEXT_ESCAPES = new byte[128][];
    private static final byte[][] ATTRIBUTE_ESCAPES = new byte[128][];

    /** For CDATA sections, comments, processing instructions: nothing can be escaped, so a CR cannot be kept. */
    private static final byte[][] NO_ESCAPES = new byte[128][];

    /** Marks what no document may hold. */
    private static final byte[] FORBIDDEN = {};

    private static final byte[] XML_DECLARATION = ascii("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    private static final byte[] CDATA_START = ascii("<![CDATA[");
    private static final byte[] CDATA_END = ascii("]]>");
    private static final byte[] COMMENT_START = ascii("<!--");
    private static final byte[] COMMENT_END = ascii("-->");
    private static final byte[] CARRIAGE_RETURN = ascii("&#xD;");
    private static final byte[] XMLNS = ascii(" xmlns");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");

    static {
        for (byte[][] table : new byte[][][] {TEXT_ESCAPES, ATTRIBUTE_ESCAPES, NO_ESCAPES}) {
            for (int c = 0; c < 0x20; c++) {
                table[c] = FORBIDDEN;
            }
        }
        set(TEXT_ESCAPES, '\t', null);
        set(TEXT_ESCAPES, '\n', null);
        set(TEXT_ESCAPES, '\r', "&#xD;");
        set(TEXT_ESCAPES, '<', "&lt;");
        set(TEXT_ESCAPES, '&', "&amp;");
        set(TEXT_ESCAPES, '>', "&gt;");
        set(ATTRIBUTE_ESCAPES, '\t', "&#x9;");
        set(ATTRIBUTE_ESCAPES, '\n', "&#xA;");
        set(ATTRIBUTE_ESCAPES, '\r', "&#xD;");
        set(ATTRIBUTE_ESCAPES, '<', "&lt;");
        set(ATTRIBUTE_ESCAPES, '&', "&amp;");
        set(ATTRIBUTE_ESCAPES, '"', "&quot;");
        set(NO_ESCAPES, '\t', null);
        set(NO_ESCAPES, '\n', null);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @SuppressWarnings("NullAway") // a null in the table: written as it is
    private static void set(byte[][] table, char c, @Nullable String escape) {
        table[c] = escape == null ? null : ascii(escape);
    }

    private final OutputStream out;
    private final WriterScopes scopes = new WriterScopes();
    private byte[] buffer = new byte[BUFFER_BYTES];
    private int at;
    private EncodedName[] open = new EncodedName[16];
    private int depth;
    private boolean tagOpen;
    private boolean rootSeen;
    private boolean started;

    private XmlName[] attributes = new XmlName[8];
    private int attributeCount;
    private final Set<XmlName> manyAttributes = new HashSet<>();

    Utf8Writer(OutputStream out) {
        this.out = out;
    }

    // Document

    @Override
    public void startDocument() {
        if (started) {
            throw wrong("the XML declaration must come first");
        }
        started = true;
        raw(XML_DECLARATION);
    }

    @Override
    public void endDocument() {
        if (depth > 0) {
            throw wrong("the element " + open[depth - 1].name + " is not closed");
        }
        if (!rootSeen) {
            throw wrong("a document must hold an element");
        }
        flush();
    }

    // Elements

    @Override
    public void startElement(String prefix, XmlName name) {
        EncodedName encoded = EncodedName.of(prefix, name);
        if (depth == 0 && rootSeen) {
            throw wrong("a document holds one element, " + name + " would be the second");
        }
        closeTag();
        started = true;
        rootSeen = true;
        scopes.open();
        boolean declare;
        try {
            declare = scopes.use(prefix, name.namespace());
        } catch (XmlException refused) {
            scopes.close();
            throw refused;
        }
        if (depth == open.length) {
            open = Arrays.copyOf(open, depth * 2);
        }
        open[depth++] = encoded;
        attributeCount = 0;
        manyAttributes.clear();
        room(1);
        buffer[at++] = '<';
        raw(encoded.bytes);
        tagOpen = true;
        if (declare) {
            declaration(prefix, name.namespace());
        }
    }

    @Override
    public void startElement(XmlName name) {
        String uri = name.namespace();
        String bound = uri.isEmpty() ? "" : scopes.prefixOf(uri, false);
        startElement(bound == null ? scopes.freshPrefix() : bound, name);
    }

    @Override
    public void endElement() {
        if (depth == 0) {
            throw wrong("no element is open");
        }
        byte[] name = open[--depth].bytes;
        scopes.close();
        room(3);
        if (tagOpen) {
            tagOpen = false;
            buffer[at++] = '/';
        } else {
            buffer[at++] = '<';
            buffer[at++] = '/';
            raw(name);
            room(1);
        }
        buffer[at++] = '>';
    }

    private void closeTag() {
        if (tagOpen) {
            tagOpen = false;
            room(1);
            buffer[at++] = '>';
        }
    }

    private void requireTag() {
        if (!tagOpen) {
            throw wrong("attributes and namespaces belong right after startElement");
        }
    }

    // Namespaces and attributes

    @Override
    public void namespace(String prefix, String uri) {
        requireTag();
        if (scopes.declare(prefix, uri)) {
            declaration(prefix, uri);
        }
    }

    private void declaration(String prefix, String uri) {
        raw(XMLNS);
        if (!prefix.isEmpty()) {
            room(1);
            buffer[at++] = ':';
            escaped(prefix, NO_ESCAPES);
        }
        value(uri);
    }

    private void value(String value) {
        room(2);
        buffer[at++] = '=';
        buffer[at++] = '"';
        escaped(value, ATTRIBUTE_ESCAPES);
        room(1);
        buffer[at++] = '"';
    }

    @Override
    public void attribute(XmlName name, String value) {
        attribute("", name, value);
    }

    @Override
    public void attribute(String prefix, XmlName name, String value) {
        requireTag();
        String uri = name.namespace();
        String chosen = prefix;
        if (uri.isEmpty()) {
            if (!prefix.isEmpty()) {
                throw wrong("an attribute with a prefix must have a namespace: " + prefix + ":" + name.local());
            }
            if (name.local().equals("xmlns")) {
                throw wrong("xmlns is not an attribute: use namespace()");
            }
        } else if (prefix.isEmpty()) {
            String bound = scopes.prefixOf(uri, true);
            chosen = bound == null ? scopes.freshPrefix() : bound;
        }
        EncodedName encoded = EncodedName.of(chosen, name);
        remember(name);
        if (!uri.isEmpty() && scopes.use(chosen, uri)) {
            declaration(chosen, uri);
        }
        room(1);
        buffer[at++] = ' ';
        raw(encoded.bytes);
        value(value);
    }

    private void remember(XmlName name) {
        boolean twice = false;
        if (attributeCount > 16) {
            if (manyAttributes.isEmpty()) {
                manyAttributes.addAll(Arrays.asList(attributes).subList(0, attributeCount));
            }
            twice = !manyAttributes.add(name);
        } else {
            for (int i = 0; i < attributeCount; i++) {
                twice |= attributes[i] == name || attributes[i].equals(name);
            }
        }
        if (twice) {
            throw wrong("the attribute " + name + " was written already on this element");
        }
        if (attributeCount == attributes.length) {
            attributes = Arrays.copyOf(attributes, attributeCount * 2);
        }
        attributes[attributeCount++] = name;
    }

    @Override
    public String prefixFor(String uri) {
        requireTag();
        String bound = scopes.prefixOf(uri, true);
        if (bound != null) {
            scopes.use(bound, uri);
            return bound;
        }
        String prefix = scopes.freshPrefix();
        namespace(prefix, uri);
        return prefix;
    }

    // Character data

    @Override
    public void text(String text) {
        if (depth == 0) {
            if (!text.chars().allMatch(Characters::isSpace)) {
                throw wrong("text is not allowed outside the document's element");
            }
            started |= !text.isEmpty();
        } else if (text.isEmpty()) {
            return;
        }
        closeTag();
        escaped(text, TEXT_ESCAPES);
    }

    private void startText() {
        if (depth == 0) {
            throw wrong("text is not allowed outside the document's element");
        }
        closeTag();
    }

    @Override
    public void text(int value) {
        text((long) value);
    }

    @Override
    public void text(long value) {
        startText();
        room(20);
        if (value == Long.MIN_VALUE) {
            plain("-9223372036854775808");
            return;
        }
        long rest = value;
        if (rest < 0) {
            buffer[at++] = '-';
            rest = -rest;
        }
        int digits = 1;
        for (long power = 10; digits < 19 && rest >= power; power *= 10) {
            digits++;
        }
        for (int p = at + digits; p > at; rest /= 10) {
            buffer[--p] = (byte) ('0' + rest % 10);
        }
        at += digits;
    }

    @Override
    public void text(double value) {
        startText();
        plain(SimpleValue.ofDouble(value));
    }

    @Override
    public void text(boolean value) {
        startText();
        raw(value ? TRUE : FALSE);
    }

    @Override
    public void text(BigDecimal value) {
        startText();
        plain(SimpleValue.ofDecimal(value));
    }

    @Override
    public void base64(byte[] bytes, int offset, int length) {
        startText();
        int p = offset;
        int end = offset + length;
        while (end - p >= 3) {
            room(4);
            int quantum = (bytes[p] & 0xFF) << 16 | (bytes[p + 1] & 0xFF) << 8 | (bytes[p + 2] & 0xFF);
            base64(quantum);
            p += 3;
        }
        if (p < end) {
            room(4);
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

    @Override
    public void cdata(String text) {
        startText();
        raw(CDATA_START);
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            boolean end = text.startsWith("]]>", i);
            if (end || text.charAt(i) == '\r') {
                escaped(text.substring(from, end ? i + 2 : i), NO_ESCAPES);
                raw(CDATA_END);
                if (!end) {
                    // A reader would make a line feed of it.
                    raw(CARRIAGE_RETURN);
                }
                raw(CDATA_START);
                from = end ? i + 2 : i + 1;
                i = from - 1;
            }
        }
        escaped(text.substring(from), NO_ESCAPES);
        raw(CDATA_END);
    }

    // Comments and processing instructions

    @Override
    public void comment(String text) {
        if (text.contains("--") || text.endsWith("-")) {
            throw wrong("a comment must not hold \"--\" nor end with \"-\"");
        }
        closeTag();
        started = true;
        raw(COMMENT_START);
        escaped(text, NO_ESCAPES);
        raw(COMMENT_END);
    }

    @Override
    public void processingInstruction(String target, String data) {
        if (!Characters.isNCName(target) || target.equalsIgnoreCase("xml")) {
            throw wrong("the target of a processing instruction must be a name other than xml: \"" + target + "\"");
        }
        if (data.contains("?>")) {
            throw wrong("a processing instruction must not hold \"?>\"");
        }
        closeTag();
        started = true;
        room(2);
        buffer[at++] = '<';
        buffer[at++] = '?';
        escaped(target, NO_ESCAPES);
        if (!data.isEmpty()) {
            room(1);
            buffer[at++] = ' ';
            escaped(data, NO_ESCAPES);
        }
        room(2);
        buffer[at++] = '?';
        buffer[at++] = '>';
    }

    @Override
    public void copy(XmlReader reader) {
        ItemCopy.copy(reader, this);
    }

    // Bytes

    private void escaped(String text, byte[][] escapes) {
        int length = text.length();
        int i = 0;
        while (i < length) {
            int stop = Math.min(length, i + CHUNK);
            room((stop - i + 1) * LONGEST_ESCAPE);
            byte[] to = buffer;
            int p = at;
            while (i < stop) {
                char c = text.charAt(i++);
                if (c < 0x80) {
                    byte[] escape = escapes[c];
                    if (escape == null) {
                        to[p++] = (byte) c;
                    } else {
                        if (escape == FORBIDDEN) {
                            throw forbidden(text, i - 1);
                        }
                        System.arraycopy(escape, 0, to, p, escape.length);
                        p += escape.length;
                    }
                } else if (c < 0x800) {
                    to[p++] = (byte) (0xC0 | c >> 6);
                    to[p++] = (byte) (0x80 | (c & 0x3F));
                } else if (c < 0xD800 || (c >= 0xE000 && c <= 0xFFFD)) {
                    to[p++] = (byte) (0xE0 | c >> 12);
                    to[p++] = (byte) (0x80 | (c >> 6 & 0x3F));
                    to[p++] = (byte) (0x80 | (c & 0x3F));
                } else {
                    if (c > 0xDBFF || i == length || !Character.isLowSurrogate(text.charAt(i))) {
                        throw forbidden(text, i - 1);
                    }
                    int point = Character.toCodePoint(c, text.charAt(i++));
                    to[p++] = (byte) (0xF0 | point >> 18);
                    to[p++] = (byte) (0x80 | (point >> 12 & 0x3F));
                    to[p++] = (byte) (0x80 | (point >> 6 & 0x3F));
                    to[p++] = (byte) (0x80 | (point & 0x3F));
                }
            }
            at = p;
        }
    }

    private static XmlException forbidden(String text, int index) {
        return wrong(String.format(
                "the character U+%04X at index %d cannot be written here", (int) text.charAt(index), index));
    }

    /** ASCII that needs no escaping. */
    private void plain(String ascii) {
        int length = ascii.length();
        for (int i = 0; i < length; i++) {
            room(1);
            buffer[at++] = (byte) ascii.charAt(i);
        }
    }

    private void raw(byte[] bytes) {
        if (bytes.length > buffer.length - at) {
            drain();
            if (bytes.length > buffer.length) {
                send(bytes, bytes.length);
                return;
            }
        }
        System.arraycopy(bytes, 0, buffer, at, bytes.length);
        at += bytes.length;
    }

    private void room(int bytes) {
        if (buffer.length - at < bytes) {
            drain();
        }
    }

    private void drain() {
        send(buffer, at);
        at = 0;
    }

    private void send(byte[] bytes, int length) {
        try {
            out.write(bytes, 0, length);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void flush() {
        drain();
        try {
            out.flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        flush();
    }

    private static XmlException wrong(String message) {
        return new XmlException(message, XmlLocation.NONE);
    }
}
