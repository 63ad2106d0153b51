package dev.weir.xml.reader;

import dev.weir.xml.ValueParser;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.AttributeDeclaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.LocationCounter;
import dev.weir.xml.lexical.NumberListParser;
import dev.weir.xml.lexical.SimpleValue;
import dev.weir.xml.push.ItemSink;
import dev.weir.xml.push.ItemSource;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cursor over XML text: the uppermost layer of the reader, whose lowest, {@link ByteInput}, lists them all. It
 * returns the current item as characters or as typed values, which are decoded only on request.
 */
class XmlTextReader extends SimpleContentScanner implements XmlReader, ItemSource {
    /** The events that have text, by their ordinals. */
    private static final int WITH_TEXT = 1 << TEXT | 1 << COMMENT | 1 << INSTRUCTION;

    private final boolean characters;
    private @Nullable XmlLocation finalPlace;

    /** The end of the element whose text is being parsed; -1 if unknown. */
    private int afterSole = -1;

    XmlTextReader(byte[] bytes, int offset, int length, ReadOptions options) {
        super(bytes, offset, length, options);
        this.characters = false;
    }

    XmlTextReader(InputStream in, ReadOptions options) {
        this(in, options, BUFFER_BYTES);
    }

    XmlTextReader(InputStream in, ReadOptions options, int bufferBytes) {
        super(in, options, bufferBytes);
        this.characters = in instanceof TranscodingInputStream;
        if (characters) {
            places = LocationCounter.ofCharacters();
        }
    }

    @Override
    final boolean isGivenInCharacters() {
        return characters;
    }

    @Override
    boolean isFed() {
        return false;
    }

    @Override
    public XmlEvent next() {
        return advance();
    }

    @Override
    public final XmlEvent nextTagOrText() {
        skipIndentation();
        return state == END && siblingStarts() ? XmlEvent.START_ELEMENT : otherTagOrText();
    }

    private XmlEvent otherTagOrText() {
        while (true) {
            XmlEvent next = next();
            switch (next) {
                case COMMENT, PROCESSING_INSTRUCTION -> skipIndentation();
                case TEXT -> {
                    if (!isWhitespace()) {
                        return next;
                    }
                }
                default -> {
                    return next;
                }
            }
        }
    }

    @Override
    public final boolean repeats() {
        return startAgain();
    }

    // ---------------------------------------------------------------- telling

    /** True when the text of an element, and the end tag after it, are looked for together with the start tag. */
    @Override
    public final <X extends Exception> void push(ItemSink<X> to) throws X {
        for (XmlEvent event = next(); event != XmlEvent.END_DOCUMENT; event = next()) {
            if (event == XmlEvent.START_ELEMENT) {
                while (pushElement(to) && siblingStarts()) {
                    // one leaf after the other
                }
            } else if (event == XmlEvent.END_ELEMENT) {
                OpenElement element = open[depth];
                NameSymbol raw = element.raw;
                to.endElement(namespaceOf(raw).uri, raw.local, raw.qualified(), scopes.count() - element.scope);
            } else if (event == XmlEvent.TEXT && dtd == null && (textFlags & RAW) == 0) {
                pushText(to);
            } else {
                to.item(event);
            }
        }
    }

    /** Scans a start tag, and text and end tag as well if they follow immediately: then returns true. */
    private <X extends Exception> boolean pushElement(ItemSink<X> to) throws X {
        OpenElement element = open[depth];
        NameSymbol raw = element.raw;
        String uri = namespaceOf(raw).uri;
        int declarations = scopes.count() - element.scope;
        to.startElement(uri, raw.local, raw.qualified(), declarations, attributeCount);
        if (!firstText()) {
            return false;
        }
        pushText(to);
        if (!endsHere()) {
            return false;
        }
        to.endElement(uri, raw.local, raw.qualified(), declarations);
        return true;
    }

    private <X extends Exception> void pushText(ItemSink<X> to) throws X {
        int from = textStart;
        int bytes = textEnd - from;
        if (bytes == 0) {
            return;
        }
        if (textFlags == 0) {
            int at = windowed(from, from + bytes);
            if (at >= 0) {
                to.text(window, at, bytes);
                return;
            }
        } else if (textFlags == WIDE && textBytes == buf) {
            int stop = windowedWide(from, from + bytes, firstWide);
            if (stop >= 0) {
                int at = from - windowBase;
                to.text(window, at, stop - at);
                return;
            }
        }
        int length = textLength();
        to.text(chars, 0, length);
    }

    @Override
    public final XmlLocation location() {
        if (state == TEXT && textBytes != buf && options.coalescing()) {
            return gatheredPlace;
        }
        XmlLocation known = finalPlace;
        return known == null ? placeOfItem() : known;
    }

    @Override
    public final XmlLocation endLocation() {
        return state == BEFORE || state == AFTER ? location() : place(pos);
    }

    @Override
    public final @Nullable XmlDeclaration declaration() {
        beginEarly();
        return declaration;
    }

    @Override
    public final @Nullable String encoding() {
        beginEarly();
        return characters ? null : encoding;
    }

    /** A reader that is fed need not know its declaration before the first item is requested. */
    private void beginEarly() {
        if (state == BEFORE && !isFed()) {
            begin();
        }
    }

    @Override
    public final @Nullable XmlDoctype doctype() {
        Dtd declared = dtd();
        return declared == null ? null : declared.doctype();
    }

    @Override
    public final String entityName() {
        switch (event()) {
            case ENTITY_REFERENCE, ENTITY_START, ENTITY_END -> {
                return entityName;
            }
            default -> throw new IllegalStateException("expected an entity but the cursor is on " + event());
        }
    }

    // ---------------------------------------------------------------- what the cursor stands on

    @Override
    public final XmlEvent event() {
        return state < 0 ? XmlEvent.INCOMPLETE : EVENTS[state];
    }

    @Override
    public final int depth() {
        return depth;
    }

    private void requireElement() {
        if (state != START && state != END) {
            throw new IllegalStateException("expected START_ELEMENT or END_ELEMENT but the cursor is on " + event());
        }
    }

    private void requireStart() {
        if (state != START) {
            throw new IllegalStateException("expected START_ELEMENT but the cursor is on " + event());
        }
    }

    @Override
    public final XmlName name() {
        requireElement();
        return elementName(depth);
    }

    @Override
    public final String prefix() {
        requireElement();
        return open[depth].raw.prefix;
    }

    @Override
    public final String localName() {
        requireElement();
        return open[depth].raw.local;
    }

    @Override
    public final String attributeLocalName(int index) {
        return attributes[attribute(index)].raw.local;
    }

    @Override
    public final String qualifiedName() {
        requireElement();
        return open[depth].raw.qualified();
    }

    @Override
    public final String attributeQualifiedName(int index) {
        return attributes[attribute(index)].raw.qualified();
    }

    @Override
    public final boolean isTextContinued() {
        return state == TEXT && textBefore > 0;
    }

    @Override
    public final boolean isEmptyElement() {
        return state == START && emptyElement;
    }

    @Override
    public final @Nullable String entityText() {
        EntityDeclaration declared = dtd == null ? null : dtd.entity(entityName());
        return declared == null ? null : declared.text();
    }

    @Override
    public final int attributeCount() {
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
    public final XmlName attributeName(int index) {
        return attributes[attribute(index)].name();
    }

    @Override
    public final String attributePrefix(int index) {
        return attributes[attribute(index)].raw.prefix;
    }

    @Override
    public final String attributeValue(int index) {
        AttributeSlot attribute = attributes[attribute(index)];
        return attribute.flags == GIVEN
                ? attribute.text
                : string(buf, attribute.start, attribute.end, attribute.flags, AS_ATTRIBUTE);
    }

    @Override
    public final int attributeIndex(XmlName name) {
        requireStart();
        for (int i = 0; i < attributeCount; i++) {
            if (attributes[i].name() == name || attributes[i].name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public final String attributeType(int index) {
        int i = attribute(index);
        if (dtd == null) {
            return "CDATA";
        }
        AttributeSlot attribute = attributes[i];
        AttributeDeclaration declared = dtd.attribute(open[depth].raw.qualified(), attribute.raw.qualified());
        return declared == null ? "CDATA" : declared.type();
    }

    @Override
    public final boolean isAttributeDefaulted(int index) {
        return attribute(index) >= attributesSpecified;
    }

    private void attributeSlice(int index) {
        AttributeSlot attribute = attributes[attribute(index)];
        if (attribute.flags == GIVEN) {
            pointAt(attribute.text);
            return;
        }
        slice(attribute.start, attribute.end, attribute.flags, AS_ATTRIBUTE);
    }

    @Override
    public final int attributeInt(int index) {
        attributeSlice(index);
        try {
            return SimpleValue.toInt(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public final long attributeLong(int index) {
        attributeSlice(index);
        try {
            return SimpleValue.toLong(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public final double attributeDouble(int index) {
        attributeSlice(index);
        try {
            return SimpleValue.toDouble(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public final boolean attributeBoolean(int index) {
        attributeSlice(index);
        try {
            return SimpleValue.toBoolean(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    private XmlException wrongAttribute(int index, IllegalArgumentException wrong) {
        return new XmlException(
                "attribute " + attributes[index].name() + ": " + wrong.getMessage(),
                place(index < attributesSpecified ? attributes[index].start : itemStart),
                wrong);
    }

    @Override
    public final int namespaceCount() {
        requireElement();
        return scopes.count() - open[depth].scope;
    }

    private int declared(int index) {
        if (index < 0 || index >= namespaceCount()) {
            throw new IndexOutOfBoundsException("namespace " + index + " of " + namespaceCount());
        }
        return open[depth].scope + index;
    }

    @Override
    public final String namespacePrefix(int index) {
        return scopes.prefix(declared(index));
    }

    @Override
    public final String namespaceUri(int index) {
        return scopes.namespace(declared(index)).uri;
    }

    @Override
    public final @Nullable String lookupNamespace(String prefix) {
        int binding = scopes.find(prefix);
        if (binding < 0) {
            return null;
        }
        NamespaceSymbol namespace = scopes.namespace(binding);
        return namespace == NamespaceSymbol.NONE ? null : namespace.uri;
    }

    @Override
    public List<String> prefixesInScope() {
        return scopes.inScope();
    }

    private void requireText() {
        if (state < 0 || (WITH_TEXT >>> state & 1) == 0) {
            throw new IllegalStateException(
                    "expected TEXT, COMMENT or PROCESSING_INSTRUCTION but the cursor is on " + event());
        }
    }

    @Override
    public final String text() {
        requireText();
        if (textFlags == WIDE && textBytes == buf && dtd == null) {
            int stop = windowedWide(textStart, textEnd, firstWide);
            if (stop >= 0) {
                int at = textStart - windowBase;
                return new String(window, at, stop - at);
            }
        }
        return string(textBytes, textStart, textEnd, textFlags, textMode());
    }

    @Override
    public final char[] textCharacters() {
        textLength();
        return chars;
    }

    @Override
    public final int textLength() {
        requireText();
        if (charLength < 0) {
            charLength = characters(textBytes, textStart, textEnd, textFlags, textMode());
        }
        return charLength;
    }

    @Override
    public final void appendText(StringBuilder to) {
        to.append(text());
    }

    @Override
    public final boolean isWhitespace() {
        if (state != TEXT) {
            return false;
        }
        textSlice();
        for (int p = valueStart; p < valueEnd; p++) {
            if (!Characters.isSpace(valueBytes[p])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public final boolean isIgnorableWhitespace() {
        if (state != TEXT
                || !(depth == 0
                        ? !options.fragment()
                        : dtd != null && dtd.hasElementContent(element().qualified()))) {
            return false;
        }
        return isWhitespace();
    }

    @Override
    public final boolean isTextReferenced() {
        return state == TEXT && (textFlags & REFERENCES) != 0;
    }

    @Override
    public final boolean isCData() {
        return state == TEXT && (textFlags & RAW) != 0;
    }

    @Override
    public final String target() {
        NameSymbol name = target;
        if (event() != XmlEvent.PROCESSING_INSTRUCTION || name == null) {
            throw new IllegalStateException("expected PROCESSING_INSTRUCTION but the cursor is on " + event());
        }
        return name.local;
    }

    // ---------------------------------------------------------------- elements of simple type

    @Override
    public final String elementText() {
        String plain = soleString();
        if (plain != null) {
            return plain;
        }
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
                    throw new XmlException(
                            "the element " + elementName(element) + " must hold text only, but holds the element "
                                    + elementName(depth),
                            location());
                case END_ELEMENT -> {
                    return pieces == null ? text : pieces.toString();
                }
                case ENTITY_REFERENCE ->
                    throw fail(
                            "the text of the element " + elementName(element) + " refers to the entity &" + entityName
                                    + ";, which is not expanded",
                            itemStart);
                case INCOMPLETE ->
                    throw new IllegalStateException("the element " + elementName(element) + " is not complete yet");
                default -> {}
            }
        }
    }

    /**
     * Sets the slice to the text of the element. In the common case, one run of text and then the end tag, the text
     * stays in the buffer and the cursor on it; {@link #finishElement} moves to the end tag.
     */
    private void elementSlice() {
        afterSole = soleText();
        if (afterSole >= 0) {
            slice(textStart, textEnd, 0, AS_TEXT);
            return;
        }
        requireStart();
        if (!emptyElement && dtd == null && at(pos) >= 0 && buf[pos] != '<') {
            next();
            if (at(pos) == '<' && at(pos + 1) == '/') {
                textSlice();
                return;
            }
            StringBuilder pieces = new StringBuilder(text());
            // From a text inside, the rest is collected as from the start tag.
            state = START;
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

    private void textSlice() {
        if (textBytes != buf && options.coalescing()) {
            valueBytes = textBytes;
            valueStart = textStart;
            valueEnd = textEnd;
        } else {
            slice(textStart, textEnd, textFlags, textMode());
        }
    }

    private void finishElement() {
        if (afterSole >= 0) {
            endSoleText(afterSole);
        } else if (state != END) {
            next();
        }
    }

    private XmlException wrongElement(IllegalArgumentException wrong) {
        return new XmlException("element " + elementName(depth) + ": " + wrong.getMessage(), location(), wrong);
    }

    @Override
    public final int elementInt() {
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
    public final long elementLong() {
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
    public final double elementDouble() {
        int after = soleNumber();
        if (after >= 0) {
            double usual = number.toDouble();
            if (!Double.isNaN(usual)) {
                endSoleNumber(after);
                return usual;
            }
        }
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
    public final float elementFloat() {
        elementSlice();
        float value;
        try {
            value = SimpleValue.toFloat(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public final <T> T elementValue(ValueParser<T> type) {
        elementSlice();
        T value;
        try {
            value = type.parse(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongElement(wrong);
        }
        finishElement();
        return value;
    }

    @Override
    public final <T> T attributeValue(int index, ValueParser<T> type) {
        attributeSlice(index);
        try {
            return type.parse(valueBytes, valueStart, valueEnd);
        } catch (IllegalArgumentException wrong) {
            throw wrongAttribute(index, wrong);
        }
    }

    @Override
    public final boolean elementBoolean() {
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
    public final BigDecimal elementDecimal() {
        return elementValue(SimpleValue::toDecimal);
    }

    @Override
    public final byte[] elementBase64() {
        return elementValue(SimpleValue::toBase64);
    }

    @Override
    public final int[] elementInts() {
        return elementValue(NumberListParser::ints);
    }

    @Override
    public final long[] elementLongs() {
        return elementValue(NumberListParser::longs);
    }

    @Override
    public final float[] elementFloats() {
        return elementValue(NumberListParser::floats);
    }

    @Override
    public final double[] elementDoubles() {
        return elementValue(NumberListParser::doubles);
    }

    @Override
    public final void skipElement() {
        requireStart();
        int element = depth;
        XmlEvent item = next();
        while (item != XmlEvent.END_ELEMENT || depth > element) {
            if (item == XmlEvent.INCOMPLETE) {
                throw new IllegalStateException("the element " + elementName(element) + " is not complete yet");
            }
            item = next();
        }
    }

    /** The place of the end is asked for now and then: all before a stream's last bytes is counted already. */
    @Override
    final void finish() {
        if (in != null) {
            finalPlace = placeOfEnd();
            keepBuffer();
        }
        release();
    }

    @Override
    public final void close() {
        if (state != AFTER) {
            state = AFTER;
            keepBuffer();
            release();
        }
        finalPlace = XmlLocation.NONE;
        exhausted = true;
        buf = new byte[0];
        pos = 0;
        end = 0;
    }
}
