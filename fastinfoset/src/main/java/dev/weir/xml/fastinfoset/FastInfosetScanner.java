package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.fastinfoset.SharedNames.Part;
import dev.weir.xml.lexical.Characters;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Scans a document item by item (X.891, C.2 and C.3.7). The first octet of an item determines its kind. The common
 * short forms inside the document element are decoded in a fast path while enough octets are buffered; all others take
 * the slow path.
 */
abstract class FastInfosetScanner extends TextInput {
    // The events, by their indexes in the array: storing an int costs less than storing a reference
    static final int START_DOCUMENT = 0;
    static final int START_ELEMENT = 1;
    static final int END_ELEMENT = 2;
    static final int TEXT = 3;
    static final int COMMENT = 4;
    static final int INSTRUCTION = 5;
    static final int END_DOCUMENT = 6;
    static final int DOCTYPE = 7;
    static final int REFERENCE = 8;

    static final XmlEvent[] EVENTS = {
        XmlEvent.START_DOCUMENT,
        XmlEvent.START_ELEMENT,
        XmlEvent.END_ELEMENT,
        XmlEvent.TEXT,
        XmlEvent.COMMENT,
        XmlEvent.PROCESSING_INSTRUCTION,
        XmlEvent.END_DOCUMENT,
        XmlEvent.DOCTYPE,
        XmlEvent.ENTITY_REFERENCE
    };

    /** The kind of the current item. */
    int state = START_DOCUMENT;

    /**
     * An item that begins before this index can take the fast path: enough octets are buffered, an element is open,
     * there are no namespaces to undeclare, nothing is pending, and no error has occurred. 0 if one of these conditions
     * is not met.
     */
    private int plainUntil;

    private boolean begun;
    private @Nullable XmlException failure;

    @Nullable XmlDeclaration declaration;

    @Nullable String encodingScheme;

    @Nullable FastInfosetDoctype doctype;

    /** The offset of the current item in the document, in octets. */
    long itemOffset;

    /** The length of the current text in UTF-16; -1 while not known. */
    int charLength = -1;

    /** The target of a processing instruction, or the name of an entity. */
    String name = "";

    FastInfosetScanner(byte[] octets, int offset, int length, FastInfosetReadOptions options) {
        super(octets, offset, length, options);
    }

    FastInfosetScanner(InputStream in, int bufferOctets, FastInfosetReadOptions options) {
        super(in, bufferOctets, options);
    }

    // ---------------------------------------------------------------- items

    /**
     * The next item. This is one method on purpose, longer than the 325 bytes of bytecode up to which HotSpot inlines
     * hot methods: inlined into the loop of a caller it needs too many registers, and was half as fast.
     */
    final XmlEvent item() {
        charLength = -1;
        int p = pos;
        if (p < plainUntil) {
            itemStart = p;
            itemOffset = base + p;
            if (ends != 0) {
                ends = 0;
                return endElement();
            }
            int b = buf[p];
            if (b >= 0) {
                // C.3: most elements have a name by one octet, and no namespaces
                long slot = elementNames.slots[b & 0x1F];
                pos = p + 1;
                if ((b & 0x20) != 0) {
                    slot = elementNames.asBefore && depth < depthRoom ? nameAgain(p, elementNames, scopes.state) : 0;
                }
                if (ReaderTables.Names.state(slot) != scopes.state || depth >= depthRoom) {
                    startElement(b);
                } else {
                    push(ReaderTables.Names.number(slot), scopes.count());
                    if ((b & FastInfosetLayout.HAS_ATTRIBUTES) != 0 && !oneKnownAttribute(pos - 1)) {
                        attributes(0);
                    }
                }
                state = START_ELEMENT;
                return XmlEvent.START_ELEMENT;
            } else if (b < (byte) 0xC0) {
                if (coalescing) {
                    return anyItem();
                }
                // C.7: most text is literal, or an index of one to three octets
                if ((b & FastInfosetLayout.CHUNK_INDEX) == 0) {
                    if (shortLiteral(b, p)) {
                        state = TEXT;
                        return XmlEvent.TEXT;
                    }
                } else {
                    int index = b & 0x0F;
                    int next = p + 1;
                    if ((b & 0x10) != 0) {
                        int form = b & 0x1C;
                        index = (b & 0x03) << 8 | buf[p + 1] & 0xFF;
                        next = p + 2;
                        if (form == FastInfosetLayout.INDEX_4_MEDIUM_FLAG) {
                            index += FastInfosetLayout.INDEX_4_SMALL;
                        } else if (form == FastInfosetLayout.INDEX_4_LARGE_FLAG) {
                            index = (index << 8 | buf[p + 2] & 0xFF) + FastInfosetLayout.INDEX_4_MEDIUM;
                            next = p + 3;
                        } else {
                            index = Integer.MAX_VALUE;
                        }
                    }
                    ReaderTables.Values table = tables.chunks;
                    if (index < table.count && !table.hasEmpty()) {
                        textEntry = index;
                        textKind = ValueKind.INDEXED;
                        pos = next;
                        state = TEXT;
                        return XmlEvent.TEXT;
                    }
                }
            } else if (b >= (byte) FastInfosetLayout.TERMINATOR) {
                if (b == (byte) FastInfosetLayout.TERMINATOR) {
                    pos = p + 1;
                    return endElement();
                }
                if (b == (byte) FastInfosetLayout.DOUBLE_TERMINATOR) {
                    pos = p + 1;
                    ends = 1;
                    return endElement();
                }
            }
        }
        return anyItem();
    }

    /**
     * Moves to the end of the element that starts, if its content is a single number as binary data and fully buffered.
     * Returns the index of the number in the buffer; -1, without consuming anything, for other content.
     */
    final int onlyNumber(BuiltInAlgorithm algorithm) {
        int p = pos;
        int octets = algorithm.itemOctets();
        int stop = p + 3 + octets;
        if (p >= plainUntil || stop >= end || ends != 0 || octets > maxTextLength) {
            return -1;
        }
        byte[] b = buf;
        if (b[p] != (byte) (FastInfosetLayout.CHUNK | FastInfosetLayout.ENCODING_ALGORITHM >> 2)
                || b[p + 1] != (algorithm.position() << 2 | FastInfosetLayout.LENGTH_7_MEDIUM_FLAG)
                || b[p + 2] != octets - FastInfosetLayout.LENGTH_7_SMALL - 1) {
            return -1;
        }
        int last = b[stop] & 0xFF;
        if (last == FastInfosetLayout.DOUBLE_TERMINATOR) {
            ends = 1;
        } else if (last != FastInfosetLayout.TERMINATOR) {
            return -1;
        }
        itemStart = stop;
        itemOffset = base + stop;
        pos = stop + 1;
        endElement();
        return p + 3;
    }

    private XmlEvent endElement() {
        if (pop() || depth == 0) {
            plainUntil = 0;
        }
        state = END_ELEMENT;
        return XmlEvent.END_ELEMENT;
    }

    /** Scans the next item on the slow path. */
    private XmlEvent anyItem() {
        if (failure != null) {
            throw failure;
        }
        if (state == END_ELEMENT) {
            scopes.popTo(scopeBefore(depth + 1));
        }
        plainUntil = 0;
        XmlEvent event = longItem();
        boolean plain = depth > 0
                && (state != END_ELEMENT || scopes.count() == scopeBefore(depth + 1))
                && (doctype == null || !doctype.isPending());
        if (plain) {
            plainUntil = isStream() ? Math.min(end - Long.BYTES, buf.length / 2) : end - Long.BYTES;
        }
        return event;
    }

    /** Records a failure, which every further call of next() throws again. */
    final XmlException failed(XmlException wrong) {
        failure = wrong;
        plainUntil = 0;
        return wrong;
    }

    private XmlEvent longItem() {
        if (state == START_DOCUMENT) {
            begin();
        } else if (state == END_DOCUMENT) {
            throw new IllegalStateException("the document has ended");
        }
        FastInfosetDoctype prolog = doctype;
        if (prolog != null && prolog.isPending()) {
            return pending(prolog);
        }
        if (ends > 0) {
            ends--;
            itemStart = pos;
            itemOffset = base + pos;
            return end();
        }
        compact();
        while (true) {
            itemStart = pos;
            itemOffset = base + pos;
            int b = octet();
            if (b < FastInfosetLayout.CHUNK) {
                startElement(b);
                return stand(START_ELEMENT);
            }
            if (b < 0xC0) {
                if (depth == 0) {
                    throw fail("text is not allowed outside the document's element", itemStart);
                }
                if (chunk(b)) {
                    if (coalescing && isChunkNext()) {
                        gather();
                    }
                    return stand(TEXT);
                }
                continue;
            }
            switch (b) {
                case FastInfosetLayout.DOUBLE_TERMINATOR -> {
                    ends = 1;
                    return end();
                }
                case FastInfosetLayout.TERMINATOR -> {
                    return end();
                }
                case FastInfosetLayout.INSTRUCTION -> {
                    instruction();
                    return stand(INSTRUCTION);
                }
                case FastInfosetLayout.COMMENT -> {
                    comment();
                    return stand(COMMENT);
                }
                default -> {
                    if ((b & FastInfosetLayout.SIX_BITS) == FastInfosetLayout.ENTITY_REFERENCE) {
                        return entityReference(b);
                    }
                    if ((b & FastInfosetLayout.SIX_BITS) == FastInfosetLayout.DOCTYPE) {
                        return doctype(b);
                    }
                    throw wrongBits("an item", b);
                }
            }
        }
    }

    private XmlEvent stand(int now) {
        state = now;
        return EVENTS[now];
    }

    private XmlEvent end() {
        if (depth > 0) {
            return endElement();
        }
        if (!rootSeen) {
            throw fail("the document must have an element", itemStart);
        }
        if (ends > 0) {
            throw fail("after the end of the document half an octet must be zero", itemStart);
        }
        if (!isStream() && pos < end && !isEndedTwice()) {
            throw fail("after the end of the document there are " + (end - pos) + " octets more", pos);
        }
        finish();
        return stand(END_DOCUMENT);
    }

    /** True where all that follows is the document's terminator once more, with which CXF ends what it writes. */
    private boolean isEndedTwice() {
        return end - pos == 1 && buf[pos] == (byte) FastInfosetLayout.TERMINATOR;
    }

    /** Returns the workspace to the pool. */
    final void finish() {
        plainUntil = 0;
        byte[] buffer = release();
        ReaderWorkspace used = room;
        if (used != ReaderWorkspace.NONE) {
            used.open = open;
            used.attributes = attributes;
            used.attributeTexts = attributeTexts;
            room = ReaderWorkspace.NONE;
            tables = room.tables;
            elementNames = tables.elementNames;
            scopes = room.scopes;
            used.giveBack(buffer);
        }
    }

    // ---------------------------------------------------------------- other items

    /** C.5. */
    private void instruction() {
        Part target = ncName();
        if (!target.ncName || target.text.equalsIgnoreCase("xml")) {
            throw fail(
                    "the target of a processing instruction must be a name without colon, and not xml: "
                            + snippet(target.text),
                    itemStart);
        }
        otherString();
        String data = string();
        if (data.contains("?>")) {
            throw fail("a processing instruction must not hold \"?>\"", itemStart);
        }
        if (!data.isEmpty() && Characters.isSpace(data.charAt(0))) {
            throw fail("the data of a processing instruction must not begin with white space", itemStart);
        }
        name = target.text;
    }

    /** C.8. */
    private void comment() {
        otherString();
        String text = string();
        if (text.contains("--") || text.endsWith("-")) {
            throw fail("a comment must not hold \"--\" nor end with \"-\"", itemStart);
        }
    }

    /** C.6. */
    private XmlEvent entityReference(int b) {
        if (depth == 0) {
            throw fail("a reference to an entity is not allowed outside the document's element", itemStart);
        }
        Part entity = ncName();
        if (!entity.ncName) {
            throw fail("an entity must have a name without colon: " + snippet(entity.text), itemStart);
        }
        if ((b & FastInfosetLayout.SYSTEM_ID) != 0) {
            identifier();
        }
        if ((b & FastInfosetLayout.PUBLIC_ID) != 0) {
            identifier();
        }
        if (!options.entityReferences()) {
            throw fail(
                    "the document refers to the entity &" + entity.text
                            + ";, which is not expanded: take references as items, or expand them where it is written",
                    itemStart);
        }
        name = entity.text;
        return stand(REFERENCE);
    }

    final String identifier() {
        return string(tables.otherUris, "other URIs", maxAttributeLength, "maxAttributeLength");
    }

    // ---------------------------------------------------------------- before the document's element

    /** Reads the head of the document, before the first item or when the declaration is requested. */
    final void begin() {
        if (begun) {
            return;
        }
        begun = true;
        DocumentHeadReader head = new DocumentHeadReader(this);
        head.read();
        if (head.hasDeclarations()) {
            FastInfosetDoctype prolog = newDoctype();
            head.declare(prolog);
            readAhead(prolog);
            state = START_DOCUMENT;
        }
    }

    private FastInfosetDoctype newDoctype() {
        if (!options.dtdPolicy().accepted()) {
            throw fail("a DOCTYPE is not accepted: send the document without DTD", pos - 1);
        }
        return new FastInfosetDoctype(this);
    }

    /** C.9: its name is that of the document's element, so all items up to that are read now and reported afterwards. */
    private XmlEvent doctype(int b) {
        if (rootSeen || doctype != null) {
            throw fail("a DOCTYPE may stand once, before the document's element", itemStart);
        }
        FastInfosetDoctype prolog = newDoctype();
        readDoctype(prolog, b);
        readAhead(prolog);
        return pending(prolog);
    }

    private void readDoctype(FastInfosetDoctype prolog, int b) {
        String systemId = (b & FastInfosetLayout.SYSTEM_ID) == 0 ? null : identifier();
        String publicId = (b & FastInfosetLayout.PUBLIC_ID) == 0 ? null : identifier();
        prolog.identify(systemId, publicId, base + itemStart);
        int next = octet();
        while (next == FastInfosetLayout.INSTRUCTION) {
            instruction();
            prolog.instruction(name, string());
            next = octet();
        }
        if (next != FastInfosetLayout.TERMINATOR) {
            throw wrongBits("a child of a DOCTYPE", next);
        }
    }

    private void readAhead(FastInfosetDoctype prolog) {
        int start = pos;
        while (state != START_ELEMENT) {
            itemStart = pos;
            int b = octet();
            if (b < FastInfosetLayout.CHUNK) {
                startElement(b);
                state = START_ELEMENT;
                prolog.ahead(START_ELEMENT, "", "", base + itemStart);
            } else if (b == FastInfosetLayout.INSTRUCTION) {
                instruction();
                prolog.ahead(INSTRUCTION, name, string(), base + itemStart);
            } else if (b == FastInfosetLayout.COMMENT) {
                comment();
                prolog.ahead(COMMENT, "", string(), base + itemStart);
            } else if ((b & FastInfosetLayout.SIX_BITS) == FastInfosetLayout.DOCTYPE && !prolog.isIdentified()) {
                readDoctype(prolog, b);
            } else {
                throw wrongBits("an item before the document's element", b);
            }
            if (state != START_ELEMENT && pos - start > limits.maxDtdLength()) {
                throw beyond("what comes with the DOCTYPE", "maxDtdLength", limits.maxDtdLength(), itemStart);
            }
        }
        doctype = prolog;
        prolog.complete(element(1).qualified);
        depth = 0;
    }

    /** Reports the next of the items that were read ahead. */
    private XmlEvent pending(FastInfosetDoctype prolog) {
        FastInfosetDoctype.Ahead item = prolog.next();
        itemOffset = item.offset();
        name = item.name();
        textString = item.text();
        textKind = ValueKind.STRING;
        textEntry = -1;
        if (item.state() == START_ELEMENT) {
            depth = 1;
        }
        return stand(item.state());
    }
}
