package dev.weir.xml.writer;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.DecimalEncoder;
import dev.weir.xml.lexical.SimpleValue;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes markup and text in the given order: tags with their prefixes, attributes, escaped text. It checks and escapes
 * as its {@link WriteOptions} specify, but does not resolve prefixes: its callers do, {@link dev.weir.xml.XmlWriter}
 * and the StAX writers.
 *
 * <p>It is the uppermost of five layers: {@link ByteOutput} buffers bytes, {@link CharacterWriter} escapes, {@link
 * ValueWriter} formats numbers and octets, {@link TagWriter} writes tags; this class writes the items and checks where
 * they are allowed. They are one object, because their fast paths share its fields.
 *
 * <p>One thread at a time. Errors: {@link XmlException} for items that no document can contain, {@link
 * UncheckedIOException} when the target fails. After an error the document is incomplete and must be discarded.
 */
public final class MarkupWriter extends TagWriter implements AutoCloseable {
    private boolean doctypeSeen;

    /** Writes bytes in the encoding of the options. */
    public MarkupWriter(OutputStream target, WriteOptions options) {
        super(target, null, options);
    }

    /** Writes characters; the encoding of the options is the one in which the caller will encode them. */
    public MarkupWriter(Writer target, WriteOptions options) {
        super(null, target, options);
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
            throw invalid("the XML declaration must come first");
        }
        started = true;
        if (version.equals("1.1")) {
            becomeXml11();
        } else if (!version.equals("1.0")) {
            throw invalid("the version of a document must be 1.0 or 1.1: " + version);
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
                throw invalid("not the name of an encoding: \"" + name + "\"");
            }
        }
        if (name.isEmpty()) {
            throw invalid("the name of an encoding must not be empty");
        }
    }

    /** Writes a document type declaration. */
    public void doctype(XmlDoctype doctype) {
        if (options.checkingNames() && !EncodedName.isName(doctype.name())) {
            throw invalid("not a well-formed name: \"" + doctype.name() + "\"");
        }
        StringBuilder text = new StringBuilder("<!DOCTYPE ").append(doctype.name());
        String publicId = doctype.publicId();
        String systemId = doctype.systemId();
        if (publicId != null) {
            if (systemId == null) {
                throw invalid(
                        "a document type with a public identifier must have a system identifier, too: " + publicId);
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
            throw invalid("an identifier must not hold both kinds of quotes: " + literal);
        }
        return '\'' + literal + '\'';
    }

    /** Writes a document type declaration given as markup; only its position is checked. */
    public void doctype(String markup) {
        if (structure && (rootSeen || doctypeSeen)) {
            throw invalid("one document type declaration may come, before the document's element");
        }
        doctypeSeen = true;
        item();
        utf8(markup);
    }

    /** Checks that the document is complete, or closes open elements, as the options specify; then flushes. */
    public void end() {
        if (options.closingElements()) {
            while (depth > 0) {
                endTag();
            }
        }
        flushPendingTag();
        if (structure && !rawSeen) {
            if (depth > 0) {
                throw invalid("the element " + open[depth - 1].qualified() + " is not closed");
            }
            if (!rootSeen) {
                throw invalid("a document must hold an element");
            }
        }
        flush();
    }

    /** Called before text, which is only allowed inside an element. */
    private void startText() {
        if (held == OPEN_TAG && careful == 0) {
            held = 0;
            at++;
            return;
        }
        if (depth == 0 && structure) {
            throw invalid("text is not allowed outside the document's element");
        }
        flushPendingTag();
        started = true;
        if (indent != null && depth > 0) {
            content[depth - 1] = AS_IT_IS;
        }
    }

    // Elements with a single value as content

    void element(EncodedName name, String text) {
        int length = text.length();
        if (length > 0 && startLeaf(name)) {
            escapedText(text, length);
            endLeaf(name);
        } else {
            startTag(name);
            text(text);
            endTag();
        }
    }

    void element(EncodedName name, long value) {
        if (startLeaf(name)) {
            number(value);
            endLeaf(name);
        } else {
            startTag(name);
            text(value);
            endTag();
        }
    }

    void plainElement(EncodedName name, double value) {
        if (startLeaf(name)) {
            plainNumber(value);
            endLeaf(name);
        } else {
            startTag(name);
            plainText(value);
            endTag();
        }
    }

    // Character data

    /** Writes text, escaped. A surrogate pair may be split over two calls. */
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
        escapedText(text, length);
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
        escapedText(text, offset, length);
    }

    /** Called before text outside the common case; true when the text was written here. */
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
        flushPendingTag();
        return false;
    }

    private void join(char second) {
        if (!Character.isLowSurrogate(second)) {
            flushPendingTag();
        }
        held = 0;
        reserve(LONGEST_ITEM);
        wide(Character.toCodePoint(half, second), true);
    }

    /** Writes text outside the root element: white space, without references. */
    private void outside(String text) {
        if (structure && !text.chars().allMatch(Characters::isSpace)) {
            throw invalid("text is not allowed outside the document's element");
        }
        flushPendingTag();
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

    /** In the notation of {@link Double#toString}. */
    public void plainText(double value) {
        startText();
        plainNumber(value);
    }

    /** In the notation of {@link Float#toString}. */
    public void plainText(float value) {
        startText();
        plainNumber(value);
    }

    public void text(boolean value) {
        startText();
        utf8(value ? "true" : "false");
    }

    public void text(BigDecimal value) {
        startText();
        if (DecimalEncoder.fits(value)) {
            number(value);
        } else {
            utf8(SimpleValue.ofDecimal(value));
        }
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

    /** xs:base64Binary. */
    public void base64(byte[] bytes, int offset, int length) {
        startText();
        base64Digits(bytes, offset, length);
    }

    /** xs:hexBinary. */
    public void hexBinary(byte[] bytes, int offset, int length) {
        startText();
        hexDigits(bytes, offset, length);
    }

    /** Writes a CDATA section, split where its text contains {@code ]]>}. */
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
                    throw invalid("a CDATA section must not hold \"]]>\" (index " + i + ")");
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
                    ? literal[point] == EscapeTable.LOST
                            || literal[point] != 0 && textEscapes[point] == EscapeTable.REFERENCE
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

    // Comments, processing instructions, and raw markup

    public void comment(String text) {
        String held = text;
        if (options.checkingContent() && (text.contains("--") || text.endsWith("-"))) {
            if (!options.mendingComments()) {
                throw invalid("a comment must not hold \"--\" nor end with \"-\"");
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

    /** Writes a processing instruction; data empty for none. */
    public void processingInstruction(String target, String data) {
        EncodedName name = EncodedName.of("", target);
        if (name.grade < leastGrade || options.checkingNames() && target.equalsIgnoreCase("xml")) {
            throw invalid("the target of a processing instruction must be a name other than xml: \"" + target + "\"");
        }
        if (options.checkingContent() && data.contains("?>")) {
            throw invalid("a processing instruction must not hold \"?>\" (index " + data.indexOf("?>") + ")");
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
            throw invalid("an entity reference is not allowed outside the document's element: " + name);
        }
        startText();
        utf8("&");
        utf8(name);
        utf8(";");
    }

    /** Writes raw markup: nothing is escaped, and nothing is checked except that the characters can be encoded. */
    public void raw(String markup) {
        startRaw(markup.isEmpty());
        utf8(markup);
    }

    /** Writes raw markup as bytes in the document's encoding; UnsupportedOperationException over a Writer. */
    public void raw(byte[] markup, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, markup.length);
        startRaw(length == 0);
        direct(markup, offset, length);
    }

    private void startRaw(boolean nothing) {
        if (held != 0) {
            flushPendingTag();
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

    /** Writes all output to the target; closes the target if the options specify it. */
    @Override
    public void close() {
        close(options.closingTarget());
    }

    /** Writes all output to the target, and closes the target if requested. */
    public void close(boolean target) {
        if (!isOpen()) {
            return;
        }
        if (held == OPEN_TAG) {
            flushPendingTag();
        }
        release(target);
    }
}
