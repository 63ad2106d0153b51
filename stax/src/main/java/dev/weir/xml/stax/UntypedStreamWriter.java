package dev.weir.xml.stax;

import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.lexical.AttributeNameSet;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamLocation2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.XMLStreamWriter2;
import org.codehaus.stax2.validation.ValidationProblemHandler;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidator;
import org.jspecify.annotations.Nullable;

/**
 * The items of a StAX cursor writer; {@link TypedStreamWriter} adds typed values, and its three subclasses define the
 * namespace policy. It is a thin layer: each item is passed to the target at once. The exceptions are a validator, an
 * element that was written as empty, and escapers of the caller; the flags in {@link #unusual} record which of them
 * apply.
 */
abstract class UntypedStreamWriter implements XMLStreamWriter2 {
    /** Flag: an element that was written as empty is still open for attributes. */
    private static final int EMPTY = 1;

    private static final int VALIDATING = 2;
    private static final int ESCAPING = 4;

    final OutputSettings settings;
    final OutputNamespaceContext scope = new OutputNamespaceContext();
    private final AttributeNameSet attributes = new AttributeNameSet();
    private boolean anyQualified;
    private @Nullable String firstUri;
    private String firstLocal = "";
    private final OutputValidation validation = new OutputValidation(this);
    private final boolean checkingAttributes;
    private final boolean collapsing;
    private final @Nullable Object underlying;

    OutputTarget target;

    /** Flags for the exceptions to the common case; zero when items go straight to the target. */
    int unusual;

    private boolean ended;

    /** The namespace of each open element; the target keeps their names. */
    private String[] open = new String[16];

    private int openEnd;

    private @Nullable String encoding;
    private final @Nullable EncodingChoice choice;
    /** True once the target wrote its last bytes, and once it was closed with what is below it. */
    private boolean released;

    private boolean targetClosed;
    private final @Nullable Escaper textEscaper;
    private final @Nullable Escaper valueEscaper;

    /** Makes a target for an encoding that the document's declaration names. */
    interface EncodingChoice {
        OutputTarget in(String encoding);
    }

    /** The target of a writer, with its encoding and the caller's stream, writer or result. */
    record Output(
            OutputTarget target,
            @Nullable String encoding,
            @Nullable EncodingChoice choice,
            @Nullable Object underlying) {}

    UntypedStreamWriter(Output output, OutputSettings settings) throws XMLStreamException {
        this.settings = settings;
        target = output.target();
        encoding = output.encoding();
        choice = output.choice();
        underlying = output.underlying();
        checkingAttributes = settings.checkingAttributes();
        collapsing = settings.collapsingEmpty();
        String escapedFor = encoding == null ? "UTF-8" : encoding;
        textEscaper = Escaper.of(settings.textEscaper(), escapedFor);
        valueEscaper = Escaper.of(settings.valueEscaper(), escapedFor);
        if (textEscaper != null || valueEscaper != null) {
            unusual |= ESCAPING;
        }
    }

    // Methods that subclasses implement

    abstract void start(String uri, String local) throws XMLStreamException;

    abstract void start(String prefix, String local, String uri) throws XMLStreamException;

    /** The prefix of an attribute, declared if necessary; the argument is null if the caller passed none. */
    abstract String attributePrefix(@Nullable String prefix, String uri) throws XMLStreamException;

    /** False when names are plain XML 1.0 names, without namespaces. */
    boolean hasNamespaces() {
        return true;
    }

    // Methods that subclasses use

    /** Opens an element; its namespace declarations follow. */
    final void open(String prefix, String local, String uri) throws XMLStreamException {
        if (unusual != 0) {
            before();
        }
        try {
            target.startTag(prefix, local, uri);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
        scope.open();
        anyQualified = false;
        firstUri = null;
        int end = openEnd;
        if (end == open.length) {
            open = Arrays.copyOf(open, end * 2);
        }
        open[end] = uri;
        openEnd = end + 1;
        if (unusual != 0) {
            validation.startElement();
        }
    }

    /** The prefix of the innermost element. */
    final String elementPrefix() {
        return openEnd == 0 ? "" : target.prefix();
    }

    /** The innermost element; a name without characters before the document's. */
    final QName currentElement() {
        return openEnd == 0 ? new QName("") : new QName(open[openEnd - 1], target.local(), target.prefix());
    }

    final boolean isXml11() {
        return target.isXml11();
    }

    final boolean isRootSeen() {
        return openEnd > 0 || target.depth() > 0;
    }

    final void requireTag() throws XMLStreamException {
        if (!target.inTag()) {
            throw wrong("attributes and namespaces belong right after a start tag");
        }
    }

    final void writeDeclaration(String prefix, String uri) throws XMLStreamException {
        try {
            target.namespace(prefix, uri);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    static XMLStreamException wrong(String message) {
        return new XMLStreamException(message);
    }

    /**
     * Converts a target's exception to an XMLStreamException; exceptions for a caller's mistake are rethrown unchanged.
     */
    static XMLStreamException failure(RuntimeException failed) {
        if (failed instanceof UncheckedIOException io && io.getCause() != null) {
            return new XMLStreamException(io.getCause().getMessage(), io.getCause());
        }
        if (failed instanceof XmlException || failed instanceof IllegalStateException) {
            // Not as the cause: callers throw a cause that is unchecked in place of this exception.
            XMLStreamException failure = new XMLStreamException(failed.getMessage());
            failure.addSuppressed(failed);
            return failure;
        }
        throw failed;
    }

    /** Closes an element that was written as empty, so that its declarations do not count for the next one. */
    private void closeEmpty() throws XMLStreamException {
        if ((unusual & EMPTY) != 0) {
            before();
        }
    }

    /** Called before each item when a flag in {@link #unusual} is set. */
    private void before() throws XMLStreamException {
        if ((unusual & EMPTY) != 0) {
            unusual &= ~EMPTY;
            end(true);
        } else if (openEnd > 0) {
            validation.completeStart(target.prefix(), open[openEnd - 1], target.local());
        }
    }

    private void end(boolean collapse) throws XMLStreamException {
        if (unusual != 0 && openEnd > 0) {
            validation.completeStart(target.prefix(), open[openEnd - 1], target.local());
        }
        boolean validating = (unusual & VALIDATING) != 0 && openEnd > 0;
        String prefix = validating ? target.prefix() : "";
        String local = validating ? target.local() : "";
        try {
            target.endTag(collapse);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
        scope.close();
        openEnd--;
        if (validating) {
            validation.endElement(prefix, open[openEnd], local);
        }
    }

    // Elements

    @Override
    public void writeStartElement(String local) throws XMLStreamException {
        open("", local, "");
    }

    @Override
    public void writeStartElement(@Nullable String uri, String local) throws XMLStreamException {
        closeEmpty();
        start(orEmpty(uri), local);
    }

    @Override
    public void writeStartElement(@Nullable String prefix, String local, @Nullable String uri)
            throws XMLStreamException {
        closeEmpty();
        start(orEmpty(prefix), local, orEmpty(uri));
    }

    @Override
    public void writeEmptyElement(String local) throws XMLStreamException {
        open("", local, "");
        unusual |= EMPTY;
    }

    @Override
    public void writeEmptyElement(@Nullable String uri, String local) throws XMLStreamException {
        closeEmpty();
        start(orEmpty(uri), local);
        unusual |= EMPTY;
    }

    @Override
    public void writeEmptyElement(@Nullable String prefix, String local, @Nullable String uri)
            throws XMLStreamException {
        closeEmpty();
        start(orEmpty(prefix), local, orEmpty(uri));
        unusual |= EMPTY;
    }

    @Override
    public void writeEndElement() throws XMLStreamException {
        closeEmpty();
        end(collapsing);
    }

    @Override
    public void writeFullEndElement() throws XMLStreamException {
        closeEmpty();
        end(false);
    }

    // Attributes

    @Override
    public void writeAttribute(String local, String value) throws XMLStreamException {
        if (unusual != 0 && unusualAttribute("", "", local, value)) {
            return;
        }
        try {
            target.attribute("", local, "", value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeAttribute(@Nullable String uri, String local, String value) throws XMLStreamException {
        requireTag();
        String namespace = orEmpty(uri);
        qualified(attributePrefix(null, namespace), namespace, local, value);
    }

    @Override
    public void writeAttribute(@Nullable String prefix, @Nullable String uri, String local, String value)
            throws XMLStreamException {
        requireTag();
        String namespace = orEmpty(uri);
        qualified(attributePrefix(orEmpty(prefix), namespace), namespace, local, value);
    }

    private void qualified(String prefix, String uri, String local, String value) throws XMLStreamException {
        if (unusual != 0 && unusualAttribute(prefix, uri, local, value)) {
            return;
        }
        add(uri, local);
        try {
            target.attribute(prefix, local, uri, value);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    /**
     * Refuses an attribute that the element already has under another prefix; other duplicates are found by the target.
     */
    final void add(String uri, String local) throws XMLStreamException {
        if (!checkingAttributes || uri.isEmpty()) {
            return;
        }
        String first = firstUri;
        if (first == null) {
            firstUri = uri;
            firstLocal = local;
            return;
        }
        if (!anyQualified) {
            anyQualified = true;
            attributes.clear();
            attributes.add(first, firstLocal);
        }
        if (!attributes.add(uri, local)) {
            throw wrong("the attribute " + new QName(uri, local) + " was written already on this element");
        }
    }

    /** Passes an attribute to the validator; true when it was written here, with the caller's escaper. */
    private boolean unusualAttribute(String prefix, String uri, String local, String value) throws XMLStreamException {
        if ((unusual & VALIDATING) != 0) {
            requireTag();
            validation.attribute(prefix, uri, local, value);
        }
        Escaper escaper = valueEscaper;
        if (escaper == null) {
            return false;
        }
        add(uri, local);
        try {
            target.rawAttribute(prefix, local, uri, escaper.escaped(value));
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
        return true;
    }

    /** True where a value has to be text, for a validator or an escaper. */
    final boolean isText() {
        return (unusual & (VALIDATING | ESCAPING)) != 0;
    }

    // Text

    @Override
    public void writeCharacters(String text) throws XMLStreamException {
        if (unusual != 0 && unusualText(text)) {
            return;
        }
        try {
            if (text.isEmpty()) {
                target.endStartTag();
            } else {
                target.text(text);
            }
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeCharacters(char[] text, int start, int length) throws XMLStreamException {
        if (unusual != 0 && unusualText(new String(text, start, length))) {
            return;
        }
        try {
            if (length == 0) {
                target.endStartTag();
            } else {
                target.text(text, start, length);
            }
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    /** Passes text to the validator; true when it was written here, with the caller's escaper. */
    private boolean unusualText(String text) throws XMLStreamException {
        before();
        validation.text(text);
        Escaper escaper = textEscaper;
        if (escaper == null || openEnd == 0) {
            return false;
        }
        String markup = escaper.escaped(text);
        try {
            target.endStartTag();
            target.raw(markup);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
        return true;
    }

    @Override
    public void writeCData(String text) throws XMLStreamException {
        if (settings.cdataAsText()) {
            writeCharacters(text);
            return;
        }
        if (unusual != 0) {
            before();
            validation.text(text);
        }
        try {
            target.cdata(text);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeCData(char[] text, int start, int length) throws XMLStreamException {
        writeCData(new String(text, start, length));
    }

    @Override
    public void writeSpace(String text) throws XMLStreamException {
        writeRaw(text);
    }

    @Override
    public void writeSpace(char[] text, int offset, int length) throws XMLStreamException {
        writeRaw(new String(text, offset, length));
    }

    @Override
    public void writeRaw(String text) throws XMLStreamException {
        if (unusual != 0) {
            before();
        }
        try {
            target.endStartTag();
            if (openEnd == 0 && text.isBlank()) {
                target.text(text);
            } else {
                target.raw(text);
            }
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeRaw(String text, int offset, int length) throws XMLStreamException {
        writeRaw(text.substring(offset, offset + length));
    }

    @Override
    public void writeRaw(char[] text, int offset, int length) throws XMLStreamException {
        writeRaw(new String(text, offset, length));
    }

    // Other items

    @Override
    public void writeComment(@Nullable String data) throws XMLStreamException {
        if (unusual != 0) {
            before();
            validation.other("a comment");
        }
        try {
            target.comment(orEmpty(data));
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeProcessingInstruction(String name) throws XMLStreamException {
        writeProcessingInstruction(name, null);
    }

    @Override
    public void writeProcessingInstruction(String name, @Nullable String data) throws XMLStreamException {
        if (unusual != 0) {
            before();
            validation.other("a processing instruction");
        }
        try {
            target.processingInstruction(name, orEmpty(data));
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeEntityRef(String name) throws XMLStreamException {
        if (unusual != 0) {
            before();
            validation.other("an entity reference");
        }
        try {
            target.entityReference(name);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeDTD(String markup) throws XMLStreamException {
        try {
            target.doctype(markup);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeDTD(
            String root, @Nullable String systemId, @Nullable String publicId, @Nullable String internalSubset)
            throws XMLStreamException {
        boolean none = internalSubset == null || internalSubset.isEmpty();
        try {
            target.doctype(new XmlDoctype(root, publicId, systemId, none ? null : internalSubset));
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    // The document

    @Override
    public void writeStartDocument() throws XMLStreamException {
        declaration("1.0", encoding == null ? "UTF-8" : encoding, null);
    }

    @Override
    public void writeStartDocument(@Nullable String version) throws XMLStreamException {
        declaration(version, encoding, null);
    }

    @Override
    public void writeStartDocument(@Nullable String named, @Nullable String version) throws XMLStreamException {
        declaration(version, named, null);
    }

    @Override
    public void writeStartDocument(@Nullable String version, @Nullable String named, boolean standalone)
            throws XMLStreamException {
        declaration(version, named, standalone);
    }

    private void declaration(@Nullable String version, @Nullable String named, @Nullable Boolean standalone)
            throws XMLStreamException {
        String name = named == null || named.isEmpty() ? null : named;
        try {
            if (name != null && target.isEmpty()) {
                if (encoding == null) {
                    encoding = name;
                    if (choice != null) {
                        target = choice.in(name);
                    }
                } else if (choice != null && !encoding.equalsIgnoreCase(name)) {
                    throw wrong("a document in " + encoding + " cannot be declared to be in " + name
                            + ": create the writer for the encoding that is meant");
                }
            }
            target.declaration(version == null || version.isEmpty() ? "1.0" : version, name, standalone);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void writeEndDocument() throws XMLStreamException {
        finish(settings.closingTarget());
    }

    @Override
    public void close() throws XMLStreamException {
        finish(settings.closingTarget());
    }

    @Override
    public void closeCompletely() throws XMLStreamException {
        finish(true);
    }

    private void finish(boolean closingTarget) throws XMLStreamException {
        if (!ended) {
            ended = true;
            if (unusual != 0) {
                before();
            }
            if (settings.closingElements()) {
                target.endStartTag();
                while (openEnd > 0) {
                    end(collapsing);
                }
            }
            validation.end();
            try {
                target.end();
            } catch (RuntimeException failed) {
                throw failure(failed);
            }
        }
        boolean leftOpen = released && !targetClosed;
        released = true;
        targetClosed |= closingTarget;
        try {
            target.close(closingTarget);
            if (closingTarget && leftOpen && underlying instanceof Closeable closeable) {
                closeable.close();
            }
        } catch (IOException failed) {
            throw new XMLStreamException(failed.getMessage(), failed);
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public void flush() throws XMLStreamException {
        try {
            target.flush();
        } catch (RuntimeException failed) {
            throw failure(failed);
        }
    }

    @Override
    public @Nullable String getEncoding() {
        return encoding;
    }

    @Override
    public void copyEventFromReader(XMLStreamReader2 from, boolean preserveEventData) throws XMLStreamException {
        new EventCopier(this, hasNamespaces(), settings.copyingDefaults()).copy(from);
    }

    // Namespaces in scope

    @Override
    public @Nullable String getPrefix(String uri) {
        return scope.getPrefix(uri);
    }

    @Override
    public NamespaceContext getNamespaceContext() {
        return scope;
    }

    @Override
    public void setNamespaceContext(NamespaceContext context) throws XMLStreamException {
        if (target.depth() > 0) {
            throw wrong("a namespace context can be set before the document's element only");
        }
        scope.setRoot(context);
    }

    /** Refuses reserved prefixes and namespaces: Namespaces in XML 1.0, section 3. */
    final void checkBinding(String prefix, String uri) throws XMLStreamException {
        boolean xml = prefix.equals("xml");
        boolean xmlns = prefix.equals("xmlns");
        if (xml != uri.equals(XMLConstants.XML_NS_URI) || xmlns != uri.equals(XMLConstants.XMLNS_ATTRIBUTE_NS_URI)) {
            throw wrong("the prefixes xml and xmlns and their namespaces belong to each other: prefix=\"" + prefix
                    + "\", namespace=\"" + uri + "\"");
        }
        if (uri.isEmpty() && !isXml11()) {
            throw wrong("a prefix cannot stand for no namespace: prefix=\"" + prefix + "\"");
        }
    }

    // Properties

    @Override
    public @Nullable Object getProperty(String name) {
        if (name.equals(OutputSettings.UNDERLYING_STREAM)) {
            return underlying instanceof OutputStream ? underlying : null;
        }
        if (name.equals(OutputSettings.UNDERLYING_WRITER)) {
            return underlying instanceof Writer ? underlying : null;
        }
        return settings.get(name);
    }

    @Override
    public boolean isPropertySupported(String name) {
        return settings.isSupported(name);
    }

    @Override
    public boolean setProperty(String name, Object value) {
        throw new IllegalArgumentException("a property is set on the factory, before the writer is made: " + name);
    }

    // Validation

    @Override
    public XMLValidator validateAgainst(XMLValidationSchema schema) throws XMLStreamException {
        unusual |= VALIDATING;
        target.location();
        return validation.add(schema);
    }

    @Override
    public @Nullable XMLValidator stopValidatingAgainst(XMLValidationSchema schema) throws XMLStreamException {
        XMLValidator removed = validation.remove(schema);
        unusual = validation.isActive() ? unusual : unusual & ~VALIDATING;
        return removed;
    }

    @Override
    public @Nullable XMLValidator stopValidatingAgainst(XMLValidator validator) throws XMLStreamException {
        XMLValidator removed = validation.remove(validator);
        unusual = validation.isActive() ? unusual : unusual & ~VALIDATING;
        return removed;
    }

    @Override
    public @Nullable ValidationProblemHandler setValidationProblemHandler(@Nullable ValidationProblemHandler handler) {
        return validation.setProblemHandler(handler);
    }

    /**
     * Lines and columns are counted only when a location was requested, or a validator was set, before the first buffer
     * was full, because counting them costs time.
     */
    @Override
    public XMLStreamLocation2 getLocation() {
        return new OutputLocation(target.location());
    }
}
