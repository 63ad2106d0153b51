package dev.weir.xml.stax;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdSource;
import dev.weir.xml.dtd.EntityPlace;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.AttributeInfo;
import org.codehaus.stax2.DTDInfo;
import org.codehaus.stax2.LocationInfo;
import org.codehaus.stax2.XMLStreamLocation2;
import org.codehaus.stax2.validation.DTDValidationSchema;
import org.jspecify.annotations.Nullable;

/**
 * A document as a StAX cursor, with its events and their properties; {@link TypedStreamReader} adds values and
 * validation. It has almost no state of its own: {@link #next} delegates to the reader and maps the event to an int,
 * and the accessors return the reader's values.
 *
 * <p>When a validator or a limit on elements needs every event, each of them is passed to an {@link EventMonitor}, and
 * methods that otherwise let the reader skip several items at once go step by step.
 *
 * <p>Absent properties are reported as Woodstox reports them: an empty String for no namespace and no prefix, null for
 * a prefix that is not bound and for what was not declared.
 */
abstract class UntypedStreamReader implements WeirStreamReader, AttributeInfo, DTDInfo, LocationInfo {
    private static final int[] TYPES = types();

    @SuppressWarnings("EnumOrdinal") // An array, because a map or a switch would cost more than the event.
    private static int[] types() {
        int[] types = new int[XmlEvent.values().length];
        types[XmlEvent.START_DOCUMENT.ordinal()] = START_DOCUMENT;
        types[XmlEvent.START_ELEMENT.ordinal()] = START_ELEMENT;
        types[XmlEvent.END_ELEMENT.ordinal()] = END_ELEMENT;
        types[XmlEvent.TEXT.ordinal()] = CHARACTERS;
        types[XmlEvent.COMMENT.ordinal()] = COMMENT;
        types[XmlEvent.PROCESSING_INSTRUCTION.ordinal()] = PROCESSING_INSTRUCTION;
        types[XmlEvent.END_DOCUMENT.ordinal()] = END_DOCUMENT;
        types[XmlEvent.DOCTYPE.ordinal()] = DTD;
        types[XmlEvent.ENTITY_REFERENCE.ordinal()] = ENTITY_REFERENCE;
        return types;
    }

    private static final int READER_TEXT = 1 << CHARACTERS | 1 << CDATA | 1 << SPACE | 1 << COMMENT;
    private static final int TEXT = READER_TEXT | 1 << DTD | 1 << ENTITY_REFERENCE;
    private static final int CHARACTER_DATA = 1 << CHARACTERS | 1 << CDATA | 1 << SPACE;
    private static final int ELEMENT = 1 << START_ELEMENT | 1 << END_ELEMENT;

    final XmlReader reader;
    final InputSettings settings;
    private final @Nullable Closeable source;
    private final boolean ownsSource;
    private final @Nullable String publicId;
    final @Nullable String systemId;
    private final boolean reportCData;

    int type = START_DOCUMENT;

    /** Receives every event; null when none is needed. */
    @Nullable EventMonitor watch;

    private @Nullable CursorScope context;

    UntypedStreamReader(OpenedDocument input, InputSettings settings) {
        this.reader = input.reader();
        this.source = input.source();
        this.ownsSource = input.owned();
        this.publicId = input.publicId();
        this.systemId = input.systemId();
        this.settings = settings;
        this.reportCData = settings.reportCData;
    }

    // ---------------------------------------------------------------- moving on

    @Override
    public final int next() throws XMLStreamException {
        if (watch != null) {
            return nextWatched(watch);
        }
        try {
            int found = typeOf(reader.next());
            type = found;
            return found;
        } catch (RuntimeException wrong) {
            throw failed(wrong);
        }
    }

    private int nextWatched(EventMonitor watching) throws XMLStreamException {
        try {
            type = typeOf(watching.takeAhead() ? reader.event() : reader.next());
        } catch (RuntimeException wrong) {
            throw failed(wrong);
        }
        watching.after();
        return type;
    }

    @SuppressWarnings("EnumOrdinal")
    private static int plainType(XmlEvent event) {
        return TYPES[event.ordinal()];
    }

    private int typeOf(XmlEvent event) throws XMLStreamException {
        int plain = plainType(event);
        return plain < CHARACTERS ? plain : rareType(plain);
    }

    private int rareType(int plain) throws XMLStreamException {
        switch (plain) {
            case CHARACTERS -> {
                if (reportCData && reader.isCData()) {
                    return CDATA;
                }
                return reader.isIgnorableWhitespace() ? SPACE : CHARACTERS;
            }
            case END_DOCUMENT -> {
                if (ownsSource || settings.autoClose) {
                    closeSource();
                }
            }
            default -> {}
        }
        return plain;
    }

    /** Converts a reader's exception to the one that StAX specifies, for use as {@code throw failed(wrong)}. */
    final XMLStreamException failed(RuntimeException wrong) {
        if (wrong instanceof XmlException syntax) {
            return ReadFailure.of(syntax, at(syntax.location()));
        }
        if (wrong instanceof DtdSchema.Reported reported) {
            type = plainType(reader.event());
            return reported.problem;
        }
        if (wrong instanceof UncheckedIOException io) {
            return ReadFailure.of(io, getLocation());
        }
        if (wrong instanceof IllegalStateException && type == END_DOCUMENT) {
            throw new NoSuchElementException("the document has ended");
        }
        throw wrong;
    }

    @Override
    public final @Nullable XmlReader cursor() {
        return type == START_ELEMENT && watch == null && settings.replacingEntities ? reader : null;
    }

    @Override
    public final void cursorMoved() {
        type = plainType(reader.event());
    }

    @Override
    public boolean hasNext() {
        return type != END_DOCUMENT;
    }

    @Override
    public int nextTag() throws XMLStreamException {
        while (true) {
            int found = next();
            switch (found) {
                case START_ELEMENT, END_ELEMENT -> {
                    return found;
                }
                case SPACE, COMMENT, PROCESSING_INSTRUCTION -> {}
                case CHARACTERS, CDATA -> {
                    if (!reader.isWhitespace()) {
                        throw new ReadFailure("a tag must come next, but there is text", getLocation());
                    }
                }
                default -> throw new ReadFailure("a tag must come next, but there is " + name(found), getLocation());
            }
        }
    }

    @Override
    public String getElementText() throws XMLStreamException {
        if (type != START_ELEMENT) {
            throw new ReadFailure(
                    "the text of an element is read from its START_ELEMENT, not from " + name(type), getLocation());
        }
        if (watch != null || !settings.replacingEntities) {
            return elementTextStepByStep();
        }
        try {
            String text = reader.elementText();
            type = END_ELEMENT;
            return text;
        } catch (RuntimeException wrong) {
            throw failed(wrong);
        }
    }

    private String elementTextStepByStep() throws XMLStreamException {
        StringBuilder all = new StringBuilder();
        while (nextTextOrEnd()) {
            if (type == ENTITY_REFERENCE) {
                all.append(reader.entityText());
            } else {
                reader.appendText(all);
            }
        }
        return all.toString();
    }

    /** Advances to the next text, or text-valued entity, of an element that holds text only; false at its end. */
    final boolean nextTextOrEnd() throws XMLStreamException {
        while (true) {
            int found = next();
            switch (found) {
                case CHARACTERS, CDATA, SPACE -> {
                    return true;
                }
                case ENTITY_REFERENCE -> {
                    String text = reader.entityText();
                    if (text == null || text.indexOf('<') >= 0 || text.indexOf('&') >= 0) {
                        throw new ReadFailure(
                                "the entity &" + reader.entityName() + "; is not plain text that is known here",
                                getLocation());
                    }
                    return true;
                }
                case COMMENT, PROCESSING_INSTRUCTION -> {}
                case END_ELEMENT -> {
                    return false;
                }
                case START_ELEMENT ->
                    throw new ReadFailure(
                            "an element that is read as text must not hold an element: " + getPrefixedName(),
                            getLocation());
                default -> throw new ReadFailure("text must come next, but there is " + name(found), getLocation());
            }
        }
    }

    @Override
    public void skipElement() throws XMLStreamException {
        requireStart();
        if (watch != null) {
            int element = reader.depth();
            while (next() != END_ELEMENT || reader.depth() > element) {
                // The monitor sees every item.
            }
            return;
        }
        try {
            reader.skipElement();
            type = END_ELEMENT;
        } catch (RuntimeException wrong) {
            throw failed(wrong);
        }
    }

    @Override
    public void close() throws XMLStreamException {
        type = END_DOCUMENT;
        reader.close();
        if (ownsSource || settings.autoClose) {
            closeSource();
        }
    }

    @Override
    public void closeCompletely() throws XMLStreamException {
        type = END_DOCUMENT;
        reader.close();
        closeSource();
    }

    private void closeSource() throws XMLStreamException {
        if (source != null) {
            try {
                source.close();
            } catch (IOException failed) {
                throw failed(new UncheckedIOException(failed));
            }
        }
    }

    // ---------------------------------------------------------------- what it stands on

    @Override
    public int getEventType() {
        return type;
    }

    @Override
    public boolean isStartElement() {
        return type == START_ELEMENT;
    }

    @Override
    public boolean isEndElement() {
        return type == END_ELEMENT;
    }

    @Override
    public boolean isCharacters() {
        return type == CHARACTERS;
    }

    @Override
    public boolean isWhiteSpace() {
        return (CHARACTER_DATA >>> type & 1) != 0 && reader.isWhitespace();
    }

    @Override
    public boolean hasName() {
        return (ELEMENT >>> type & 1) != 0;
    }

    @Override
    public boolean hasText() {
        return (TEXT >>> type & 1) != 0;
    }

    @Override
    public int getDepth() {
        return reader.depth();
    }

    @Override
    public boolean isEmptyElement() {
        return type == START_ELEMENT && reader.isEmptyElement();
    }

    @Override
    public void require(int wanted, @Nullable String namespaceUri, @Nullable String localName)
            throws XMLStreamException {
        int found = type;
        // A caller that requires CHARACTERS accepts CDATA sections and ignorable white space as well.
        if (found != wanted && !(wanted == CHARACTERS && (found == CDATA || found == SPACE))) {
            throw new ReadFailure("required is " + name(wanted) + ", not " + name(found), getLocation());
        }
        if (localName != null) {
            if (!hasName() && found != ENTITY_REFERENCE) {
                throw new ReadFailure(
                        "required is the name " + localName + ", but " + name(found) + " has none", getLocation());
            }
            if (!getLocalName().equals(localName)) {
                throw new ReadFailure("required is the name " + localName + ", not " + getLocalName(), getLocation());
            }
        }
        if (namespaceUri != null) {
            if (!hasName()) {
                throw new ReadFailure(
                        "required is the namespace \"" + namespaceUri + "\", but " + name(found) + " has none",
                        getLocation());
            }
            if (!getNamespaceURI().equals(namespaceUri)) {
                throw new ReadFailure(
                        "required is the namespace \"" + namespaceUri + "\", not \"" + getNamespaceURI() + "\"",
                        getLocation());
            }
        }
    }

    static String name(int type) {
        return switch (type) {
            case START_ELEMENT -> "START_ELEMENT";
            case END_ELEMENT -> "END_ELEMENT";
            case PROCESSING_INSTRUCTION -> "PROCESSING_INSTRUCTION";
            case CHARACTERS -> "CHARACTERS";
            case COMMENT -> "COMMENT";
            case SPACE -> "SPACE";
            case START_DOCUMENT -> "START_DOCUMENT";
            case END_DOCUMENT -> "END_DOCUMENT";
            case ENTITY_REFERENCE -> "ENTITY_REFERENCE";
            case ATTRIBUTE -> "ATTRIBUTE";
            case DTD -> "DTD";
            case CDATA -> "CDATA";
            case NAMESPACE -> "NAMESPACE";
            default -> "event " + type;
        };
    }

    private IllegalStateException wrongState(String wanted) {
        return new IllegalStateException("expected " + wanted + " but the cursor is on " + name(type));
    }

    final void requireStart() {
        if (type != START_ELEMENT) {
            throw wrongState("START_ELEMENT");
        }
    }

    private void requireElement() {
        if ((ELEMENT >>> type & 1) == 0) {
            throw wrongState("START_ELEMENT or END_ELEMENT");
        }
    }

    // ---------------------------------------------------------------- names

    @Override
    public String getLocalName() {
        return type == ENTITY_REFERENCE ? reader.entityName() : reader.localName();
    }

    @Override
    public String getNamespaceURI() {
        return reader.name().namespace();
    }

    @Override
    public String getPrefix() {
        return reader.prefix();
    }

    @Override
    public QName getName() {
        XmlName name = reader.name();
        return new QName(name.namespace(), name.local(), reader.prefix());
    }

    @Override
    public String getPrefixedName() {
        return switch (type) {
            case START_ELEMENT, END_ELEMENT -> reader.qualifiedName();
            case ENTITY_REFERENCE -> getLocalName();
            case PROCESSING_INSTRUCTION -> getPITarget();
            case DTD -> doctype().name();
            default -> throw wrongState("something that has a name");
        };
    }

    // ---------------------------------------------------------------- attributes

    @Override
    public int getAttributeCount() {
        return reader.attributeCount();
    }

    final IllegalArgumentException noAttribute(int index, IndexOutOfBoundsException outside) {
        return new IllegalArgumentException(
                "the element has " + reader.attributeCount() + " attributes, so none with the index " + index, outside);
    }

    @Override
    public String getAttributeLocalName(int index) {
        try {
            return reader.attributeLocalName(index);
        } catch (IndexOutOfBoundsException outside) {
            throw noAttribute(index, outside);
        }
    }

    @Override
    public String getAttributeNamespace(int index) {
        try {
            return reader.attributeName(index).namespace();
        } catch (IndexOutOfBoundsException outside) {
            throw noAttribute(index, outside);
        }
    }

    @Override
    public String getAttributePrefix(int index) {
        try {
            return reader.attributePrefix(index);
        } catch (IndexOutOfBoundsException outside) {
            throw noAttribute(index, outside);
        }
    }

    @Override
    public QName getAttributeName(int index) {
        try {
            XmlName name = reader.attributeName(index);
            return new QName(name.namespace(), name.local(), reader.attributePrefix(index));
        } catch (IndexOutOfBoundsException outside) {
            throw noAttribute(index, outside);
        }
    }

    @Override
    public String getAttributeType(int index) {
        try {
            if (settings.typedXmlId && isXmlId(reader.attributeName(index))) {
                return "ID";
            }
            return reader.attributeType(index);
        } catch (IndexOutOfBoundsException outside) {
            throw noAttribute(index, outside);
        }
    }

    private static boolean isXmlId(XmlName name) {
        return name.local().equals("id") && name.namespace().equals(XMLConstants.XML_NS_URI);
    }

    @Override
    public String getAttributeValue(int index) {
        try {
            return reader.attributeValue(index);
        } catch (IndexOutOfBoundsException outside) {
            throw noAttribute(index, outside);
        }
    }

    /** Without a namespace, null, the first attribute of that local name, whatever its namespace (StAX 1.0). */
    @Override
    public @Nullable String getAttributeValue(@Nullable String namespaceUri, String localName) {
        int index = findAttributeIndex(namespaceUri, localName);
        return index < 0 ? null : reader.attributeValue(index);
    }

    @Override
    public boolean isAttributeSpecified(int index) {
        try {
            return !reader.isAttributeDefaulted(index);
        } catch (IndexOutOfBoundsException outside) {
            throw noAttribute(index, outside);
        }
    }

    @Override
    public AttributeInfo getAttributeInfo() {
        requireStart();
        return this;
    }

    @Override
    public int findAttributeIndex(@Nullable String namespaceUri, String localName) {
        if (namespaceUri != null) {
            return reader.attributeIndex(namespaceUri, localName);
        }
        for (int i = 0, count = reader.attributeCount(); i < count; i++) {
            if (reader.attributeName(i).local().equals(localName)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public int getAttributeIndex(@Nullable String namespaceUri, String localName) {
        return findAttributeIndex(namespaceUri, localName);
    }

    @Override
    public int getIdAttributeIndex() {
        return attributeOfType("ID");
    }

    @Override
    public int getNotationAttributeIndex() {
        return attributeOfType("NOTATION");
    }

    private int attributeOfType(String wanted) {
        requireStart();
        for (int i = 0; i < reader.attributeCount(); i++) {
            if (getAttributeType(i).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }

    // ---------------------------------------------------------------- namespaces

    @Override
    public int getNamespaceCount() {
        requireElement();
        if (type == END_ELEMENT) {
            try {
                return reader.namespaceCount();
            } catch (IllegalStateException pending) {
                return 0;
            }
        }
        return reader.namespaceCount();
    }

    private void checkNamespace(int index) {
        requireElement();
        if (index < 0 || index >= reader.namespaceCount()) {
            throw new IllegalArgumentException(
                    "the element declares " + reader.namespaceCount() + " namespaces, so none with the index " + index);
        }
    }

    /** Null for the default namespace, as StAX 1.0 specifies; empty if Woodstox's property is set so. */
    @Override
    public @Nullable String getNamespacePrefix(int index) {
        checkNamespace(index);
        String prefix = reader.namespacePrefix(index);
        return prefix.isEmpty() && settings.nullForDefaultNamespace ? null : prefix;
    }

    @Override
    public String getNamespaceURI(int index) {
        checkNamespace(index);
        return reader.namespaceUri(index);
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        requireElement();
        return lookup(prefix);
    }

    private @Nullable String lookup(String prefix) {
        String fixed = ElementNamespaceContext.fixedNamespace(prefix);
        if (fixed != null) {
            return fixed;
        }
        String uri = reader.lookupNamespace(prefix);
        return uri == null ? prefix.isEmpty() ? "" : null : uri;
    }

    /** A live view: resolves prefixes at the cursor's position at the time of each call. */
    @Override
    public NamespaceContext getNamespaceContext() {
        CursorScope known = context;
        if (known == null) {
            context = known = new CursorScope();
        }
        return known;
    }

    private final class CursorScope implements NamespaceContext {
        @Override
        public @Nullable String getNamespaceURI(String prefix) {
            return lookup(prefix);
        }

        @Override
        public @Nullable String getPrefix(String namespaceUri) {
            Iterator<String> prefixes = getPrefixes(namespaceUri);
            return prefixes.hasNext() ? prefixes.next() : null;
        }

        @Override
        public Iterator<String> getPrefixes(String namespaceUri) {
            String fixed = ElementNamespaceContext.fixedPrefix(namespaceUri);
            if (fixed != null) {
                return List.of(fixed).iterator();
            }
            List<String> found = new ArrayList<>();
            for (String prefix : reader.prefixesInScope()) {
                if (namespaceUri.equals(reader.lookupNamespace(prefix))) {
                    found.add(prefix);
                }
            }
            if (namespaceUri.isEmpty() && reader.lookupNamespace("") == null) {
                found.add("");
            }
            return List.copyOf(found).iterator();
        }
    }

    @Override
    public NamespaceContext getNonTransientNamespaceContext() {
        return scope();
    }

    final ElementNamespaceContext scope() {
        List<String> prefixes = reader.prefixesInScope();
        if (prefixes.isEmpty()) {
            return ElementNamespaceContext.EMPTY;
        }
        String[] bindings = new String[prefixes.size() * 2];
        int i = 0;
        for (String prefix : prefixes) {
            bindings[i++] = prefix;
            bindings[i++] = Objects.requireNonNullElse(reader.lookupNamespace(prefix), "");
        }
        return new ElementNamespaceContext(null, bindings);
    }

    // ---------------------------------------------------------------- text

    @Override
    public @Nullable String getText() {
        if ((READER_TEXT >>> type & 1) != 0) {
            return reader.text();
        }
        return otherText();
    }

    private @Nullable String otherText() {
        if (type == DTD) {
            return Objects.requireNonNullElse(doctype().internalSubset(), "");
        }
        if (type == ENTITY_REFERENCE) {
            return reader.entityText();
        }
        throw wrongState("text, a comment, a DTD or an entity reference");
    }

    @Override
    public char[] getTextCharacters() {
        requireCharacters();
        return reader.textCharacters();
    }

    /** A DTD and an entity reference have text, but none as characters. */
    private void requireCharacters() {
        if ((READER_TEXT >>> type & 1) == 0) {
            throw wrongState("text or a comment");
        }
    }

    @Override
    public int getTextStart() {
        requireCharacters();
        return 0;
    }

    @Override
    public int getTextLength() {
        requireCharacters();
        return reader.textLength();
    }

    @Override
    public int getTextCharacters(int sourceStart, char[] target, int targetStart, int length) {
        char[] text = getTextCharacters();
        int available = getTextLength() - sourceStart;
        if (sourceStart < 0 || available < 0) {
            throw new IndexOutOfBoundsException("the text has " + getTextLength() + " characters: " + sourceStart);
        }
        int copied = Math.min(available, length);
        System.arraycopy(text, sourceStart, target, targetStart, copied);
        return copied;
    }

    /** Text is written whole, also where it would come as several events, unless its contents are to be preserved. */
    @Override
    public int getText(Writer writer, boolean preserveContents) throws IOException, XMLStreamException {
        if ((READER_TEXT >>> type & 1) == 0) {
            String text = Objects.requireNonNullElse(type == PROCESSING_INSTRUCTION ? reader.text() : otherText(), "");
            writer.write(text);
            return text.length();
        }
        int written = 0;
        while (true) {
            int length = reader.textLength();
            writer.write(reader.textCharacters(), 0, length);
            written += length;
            if (preserveContents || !reader.isTextContinued()) {
                return written;
            }
            try {
                if (reader.next() != XmlEvent.TEXT) {
                    watching().goAhead();
                    return written;
                }
            } catch (RuntimeException wrong) {
                throw failed(wrong);
            }
            if (watch != null) {
                watch.after();
            }
        }
    }

    /** The monitor that receives every event from now on, created if necessary. */
    abstract EventMonitor watching();

    @Override
    public String getPITarget() {
        requireInstruction();
        return reader.target();
    }

    @Override
    public String getPIData() {
        requireInstruction();
        return reader.text();
    }

    private void requireInstruction() {
        if (type != PROCESSING_INSTRUCTION) {
            throw wrongState("PROCESSING_INSTRUCTION");
        }
    }

    // ---------------------------------------------------------------- the document

    /**
     * The XML declaration. On START_DOCUMENT this may be the first access to the document: errors are left to next().
     */
    private @Nullable XmlDeclaration declaration() {
        try {
            return reader.declaration();
        } catch (XmlException | UncheckedIOException wrong) {
            return null;
        }
    }

    @Override
    public @Nullable String getVersion() {
        XmlDeclaration declared = declaration();
        return declared == null ? null : declared.version();
    }

    @Override
    public @Nullable String getCharacterEncodingScheme() {
        XmlDeclaration declared = declaration();
        return declared == null ? null : declared.encoding();
    }

    @Override
    public @Nullable String getEncoding() {
        XmlDeclaration declared = declaration();
        try {
            String known = reader.encoding();
            return known != null || declared == null ? known : declared.encoding();
        } catch (XmlException | UncheckedIOException wrong) {
            return null;
        }
    }

    @Override
    public boolean isStandalone() {
        XmlDeclaration declared = declaration();
        return declared != null && Boolean.TRUE.equals(declared.standalone());
    }

    @Override
    public boolean standaloneSet() {
        XmlDeclaration declared = declaration();
        return declared != null && declared.standalone() != null;
    }

    private XmlDoctype doctype() {
        XmlDoctype read = type == DTD ? reader.doctype() : null;
        if (read == null) {
            throw wrongState("DTD");
        }
        return read;
    }

    /** The parsed DTD; null when there is none, or when it was skipped. */
    final @Nullable Dtd declarations() {
        return settings.dtdSupport && reader instanceof DtdSource source ? source.dtd() : null;
    }

    @Override
    public @Nullable DTDInfo getDTDInfo() {
        return type == DTD ? this : null;
    }

    @Override
    public @Nullable String getDTDRootName() {
        return type == DTD ? doctype().name() : null;
    }

    @Override
    public @Nullable String getDTDSystemId() {
        return type == DTD ? doctype().systemId() : null;
    }

    @Override
    public @Nullable String getDTDPublicId() {
        return type == DTD ? doctype().publicId() : null;
    }

    @Override
    public @Nullable String getDTDInternalSubset() {
        return type == DTD ? otherText() : null;
    }

    @Override
    public @Nullable Object getProcessedDTD() {
        return null;
    }

    @Override
    public @Nullable DTDValidationSchema getProcessedDTDSchema() {
        return null;
    }

    // ---------------------------------------------------------------- places

    final CursorLocation at(XmlLocation place) {
        return new CursorLocation(place, publicId, systemId);
    }

    private @Nullable EntityPlace entityPlace() {
        return reader instanceof DtdSource source ? source.entityPlace() : null;
    }

    private static CursorLocation in(EntityPlace entity, XmlLocation place) {
        return new CursorLocation(place, entity.publicId(), entity.uri());
    }

    @Override
    public XMLStreamLocation2 getLocation() {
        EntityPlace inside = entityPlace();
        return inside == null ? at(reader.location()) : in(inside, inside.start());
    }

    @Override
    public LocationInfo getLocationInfo() {
        return this;
    }

    @Override
    public XMLStreamLocation2 getStartLocation() {
        return getLocation();
    }

    @Override
    public XMLStreamLocation2 getCurrentLocation() {
        return getEndLocation();
    }

    @Override
    public XMLStreamLocation2 getEndLocation() {
        EntityPlace inside = entityPlace();
        return inside == null ? at(reader.endLocation()) : in(inside, inside.end());
    }

    @Override
    public long getStartingByteOffset() {
        return reader.encoding() == null ? -1 : reader.location().byteOffset();
    }

    @Override
    public long getEndingByteOffset() {
        return reader.encoding() == null ? -1 : reader.endLocation().byteOffset();
    }

    /** Not counted for documents that come as bytes. */
    @Override
    public long getStartingCharOffset() {
        return reader.encoding() == null ? reader.location().byteOffset() : -1;
    }

    @Override
    public long getEndingCharOffset() {
        return reader.encoding() == null ? reader.endLocation().byteOffset() : -1;
    }

    // ---------------------------------------------------------------- properties

    @Override
    public @Nullable Object getProperty(String name) {
        if (name == null) {
            throw new IllegalArgumentException("the name of a property must not be null");
        }
        return switch (name) {
            case InputSettings.ENTITIES -> type == DTD ? DtdEvents.entities(this) : null;
            case InputSettings.NOTATIONS -> type == DTD ? DtdEvents.notations(this) : null;
            default -> InputSettings.isKnown(name) ? settings.get(name) : null;
        };
    }

    /** A reader's properties are those of its factory when it was made: none can be set. */
    @Override
    public boolean isPropertySupported(String name) {
        return false;
    }

    @Override
    public boolean setProperty(String name, @Nullable Object value) {
        if (!InputSettings.isKnown(name)) {
            throw new IllegalArgumentException("a reader has no property " + name);
        }
        return false;
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public @Nullable Object getFeature(String name) {
        return getProperty(name);
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester")
    public void setFeature(String name, Object value) {
        setProperty(name, value);
    }
}
