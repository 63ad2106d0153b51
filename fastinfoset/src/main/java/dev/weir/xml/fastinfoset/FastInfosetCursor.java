package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdSource;
import dev.weir.xml.lexical.Characters;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cursor methods of the reader: the properties of the current item, and its text as characters. */
abstract class FastInfosetCursor extends FastInfosetScanner implements XmlReader, DtdSource {
    FastInfosetCursor(byte[] octets, int offset, int length, FastInfosetReadOptions options) {
        super(octets, offset, length, options);
    }

    FastInfosetCursor(InputStream in, int bufferOctets, FastInfosetReadOptions options) {
        super(in, bufferOctets, options);
    }

    @Override
    public XmlEvent next() {
        try {
            return item();
        } catch (XmlException wrong) {
            throw failed(wrong);
        }
    }

    @Override
    public XmlEvent event() {
        return EVENTS[state];
    }

    @Override
    public int depth() {
        return state == END_ELEMENT ? depth + 1 : depth;
    }

    @Override
    public XmlLocation location() {
        return new XmlLocation(0, 0, itemOffset);
    }

    @Override
    public XmlLocation endLocation() {
        return doctype != null && doctype.isPending() ? location() : place(pos);
    }

    // ---------------------------------------------------------------- the document

    @Override
    public @Nullable XmlDeclaration declaration() {
        begin();
        return declaration;
    }

    @Override
    public @Nullable String encoding() {
        begin();
        return encodingScheme;
    }

    @Override
    public @Nullable Dtd dtd() {
        return doctype == null ? null : doctype.dtd();
    }

    @Override
    public @Nullable XmlDoctype doctype() {
        Dtd dtd = dtd();
        return dtd == null || state == START_DOCUMENT ? null : dtd.doctype();
    }

    @Override
    public String entityName() {
        if (state != REFERENCE) {
            throw new IllegalStateException("expected an entity but the cursor is on " + event());
        }
        return name;
    }

    // ---------------------------------------------------------------- elements

    /** The number of the name of the element that starts or ends. */
    private int element() {
        if (state != START_ELEMENT && state != END_ELEMENT) {
            throw notOn("START_ELEMENT or END_ELEMENT");
        }
        return current;
    }

    final void requireStart() {
        if (state != START_ELEMENT) {
            throw notOn("START_ELEMENT");
        }
    }

    private IllegalStateException notOn(String expected) {
        return new IllegalStateException("expected " + expected + " but the cursor is on " + event());
    }

    @Override
    public XmlName name() {
        return tables.names.expanded[element()];
    }

    @Override
    public String localName() {
        return tables.names.expanded[element()].local();
    }

    @Override
    public String prefix() {
        return tables.names.name(element()).prefix;
    }

    @Override
    public String qualifiedName() {
        return tables.names.name(element()).qualified;
    }

    @Override
    public int namespaceCount() {
        element();
        return scopes.count() - scopeBefore(depth());
    }

    private int declared(int index) {
        if (index < 0 || index >= namespaceCount()) {
            throw new IndexOutOfBoundsException("namespace " + index + " of " + namespaceCount());
        }
        return scopeBefore(depth()) + index;
    }

    @Override
    public String namespacePrefix(int index) {
        return scopes.prefix(declared(index));
    }

    @Override
    public String namespaceUri(int index) {
        return scopes.namespace(declared(index));
    }

    @Override
    public @Nullable String lookupNamespace(String prefix) {
        String namespace = scopes.lookup(prefix);
        return namespace == null || namespace.isEmpty() ? null : namespace;
    }

    @Override
    public List<String> prefixesInScope() {
        return scopes.inScope();
    }

    // ---------------------------------------------------------------- attributes

    @Override
    public int attributeCount() {
        requireStart();
        return attributeCount;
    }

    final int checked(int index) {
        requireStart();
        if (index < 0 || index >= attributeCount) {
            throw new IndexOutOfBoundsException("attribute " + index + " of " + attributeCount);
        }
        return index;
    }

    @Override
    public XmlName attributeName(int index) {
        return tables.names.expanded[(int) attributes[2 * checked(index) + 1]];
    }

    @Override
    public String attributeLocalName(int index) {
        return attributeName(index).local();
    }

    @Override
    public String attributePrefix(int index) {
        return attribute(checked(index)).prefix;
    }

    @Override
    public String attributeQualifiedName(int index) {
        return attribute(checked(index)).qualified;
    }

    @Override
    public int attributeIndex(XmlName name) {
        requireStart();
        for (int i = 0; i < attributeCount; i++) {
            XmlName found = tables.names.expanded[(int) attributes[2 * i + 1]];
            if (found == name || found.equals(name)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String attributeValue(int index) {
        int kind = attributeKind(checked(index));
        long slice = attributes[2 * index];
        if (kind == ValueKind.INDEXED) {
            return tables.attributeValues.text((int) slice);
        }
        if (kind == ValueKind.ASCII) {
            return ValueKind.ascii(buf, (int) (slice >>> 32), (int) slice);
        }
        if (kind == ValueKind.STRING) {
            return String.valueOf(attributeTexts[index]);
        }
        return ValueKind.text(buf, (int) (slice >>> 32), (int) slice, kind, tables.wide);
    }

    // ---------------------------------------------------------------- text

    private void requireText() {
        if (state != TEXT && state != COMMENT && state != INSTRUCTION) {
            throw notOn("TEXT, COMMENT or PROCESSING_INSTRUCTION");
        }
    }

    @Override
    public String text() {
        requireText();
        return string();
    }

    @Override
    public int textLength() {
        requireText();
        if (charLength < 0) {
            charLength = isAscii(textKind) ? textEnd - textStart : string().length();
        }
        return charLength;
    }

    @Override
    public char[] textCharacters() {
        int length = textLength();
        if (room.chars.length < length) {
            room.chars = new char[Math.max(length, 256)];
        }
        char[] chars = room.chars;
        if (isAscii(textKind)) {
            byte[] octets = textOctets;
            int start = textStart;
            for (int i = 0; i < length; i++) {
                chars[i] = (char) octets[start + i];
            }
        } else {
            string().getChars(0, length, chars, 0);
        }
        return chars;
    }

    @Override
    public void appendText(StringBuilder to) {
        to.append(text());
    }

    @Override
    public boolean isWhitespace() {
        if (state != TEXT) {
            return false;
        }
        if (textKind == ValueKind.INDENTATION
                || (textKind == ValueKind.INDEXED && tables.chunks.kind(textEntry) == ValueKind.INDENTATION)) {
            return true;
        }
        if (textKind != ValueKind.INDEXED && isText(textKind)) {
            return CharacterOctets.isWhitespace(textOctets, textStart, textEnd);
        }
        String text = string();
        for (int i = 0; i < text.length(); i++) {
            if (!Characters.isSpace(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isCData() {
        int kind = textKind == ValueKind.INDEXED ? tables.chunks.kind(textEntry) : textKind;
        return state == TEXT && !coalescing && (kind & ValueKind.CDATA) != 0;
    }

    @Override
    public String target() {
        if (state != INSTRUCTION) {
            throw notOn("PROCESSING_INSTRUCTION");
        }
        return name;
    }

    static boolean isAscii(int kind) {
        return (kind & 7) == ValueKind.ASCII || kind == ValueKind.INDENTATION;
    }

    static boolean isText(int kind) {
        return (kind & 7) <= ValueKind.UTF_8;
    }

    // ---------------------------------------------------------------- to the end

    @Override
    public void skipElement() {
        requireStart();
        int element = depth;
        while (next() != XmlEvent.END_ELEMENT || depth >= element) {
            // every item that is skipped is checked
        }
    }

    @Override
    public void close() {
        state = END_DOCUMENT;
        depth = 0;
        finish();
    }
}
