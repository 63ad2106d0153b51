package dev.weir.xml.sax;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.DtdSource;
import dev.weir.xml.dtd.EntityPlace;
import dev.weir.xml.dtd.ValidatingReader;
import dev.weir.xml.encoding.DecodingOptions;
import dev.weir.xml.push.SaxEventEmitter;
import dev.weir.xml.push.SaxHandlers;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.transform.ReaderSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import javax.xml.validation.ValidatorHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.DTDHandler;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DeclHandler;
import org.xml.sax.ext.LexicalHandler;
import org.xml.sax.ext.Locator2;

/**
 * A SAX2 parser with all of SAX2's extensions. It parses one document after another, on one thread at a time; streams
 * are closed at the end of each, as the JDK's parser does.
 *
 * <p>It is secure by default. A DOCTYPE is processed, within {@link dev.weir.xml.XmlLimits}; external entities are
 * resolved by the EntityResolver; a document that needs one which is not resolved is refused. The features {@code
 * external-general-entities}, {@code external-parameter-entities} and {@code load-external-dtd} let the parser fetch
 * them itself when set to true, and skip them (skippedEntity) when set to false; {@link
 * javax.xml.XMLConstants#ACCESS_EXTERNAL_DTD} specifies the allowed protocols.
 *
 * <p>Errors: a document that is not well-formed, or exceeds a limit, is reported as a fatalError and thrown as a
 * SAXParseException with its location; a validity error is reported as an error when validation is enabled. Exceptions
 * of a source are thrown unchanged.
 */
public final class WeirSaxReader implements XMLReader, ReaderSettings {
    /** The property that holds the {@link dev.weir.xml.XmlLimits}. */
    public static final String LIMITS = "urn:weir:xml:limits";

    /**
     * The property that enables Fast Infoset documents beside text, distinguished by their first octets: true, or
     * {@code dev.weir.xml.fastinfoset.FastInfosetReadOptions} with vocabularies and algorithms. Their names always have
     * namespaces. Needs the artefact weir-fastinfoset.
     */
    public static final String FAST_INFOSET = "urn:weir:xml:fast-infoset";

    private static final String PROPERTIES = "http://xml.org/sax/properties/";
    private static final String LEXICAL_HANDLER = PROPERTIES + "lexical-handler";
    private static final String DECLARATION_HANDLER = PROPERTIES + "declaration-handler";
    private static final String XML_VERSION = PROPERTIES + "document-xml-version";
    private static final String DOM_NODE = PROPERTIES + "dom-node";
    private static final String XML_STRING = PROPERTIES + "xml-string";

    private final SaxSettings settings;
    private final SaxHandlers handlers = new SaxHandlers();
    private final @Nullable ValidatorHandler schema;
    private @Nullable ContentHandler content;
    private final SaxExternalEntities entities;
    private final SaxEventEmitter delivery;
    private final Place place = new Place();

    /** Read options computed from the settings; null after a change. */
    private @Nullable ReadOptions options;

    private @Nullable XmlReader parsing;
    private boolean busy;
    private @Nullable InputSource source;

    /** Called by ServiceLoader and by SAX's lookup of readers by class name. */
    public WeirSaxReader() {
        this(new SaxSettings(), null);
    }

    /** @param schema validates the document before its events reach the content handler; null for no validation */
    WeirSaxReader(SaxSettings settings, @Nullable ValidatorHandler schema) {
        this.settings = settings;
        this.schema = schema;
        this.entities = new SaxExternalEntities(settings, handlers);
        this.delivery = new SaxEventEmitter(handlers, entities::leftOutOfDtd);
        if (schema != null) {
            handlers.setContent(schema);
        }
    }

    // ---------------------------------------------------------------- parsing

    @Override
    public void parse(String systemId) throws IOException, SAXException {
        parse(new InputSource(systemId));
    }

    @Override
    public void parse(InputSource input) throws IOException, SAXException {
        if (busy) {
            throw new SAXException("a parser must not be asked to parse while it parses: use another one");
        }
        busy = true;
        source = input;
        try {
            parseDocument(input);
        } finally {
            busy = false;
            source = null;
            parsing = null;
        }
    }

    private void parseDocument(InputSource input) throws IOException, SAXException {
        ReadOptions chosen = options(input);
        entities.begin();
        handlers.content.setDocumentLocator(place);
        try (Closeable stream = stream(input);
                XmlReader reader = open(stream, chosen)) {
            XmlReader read = settings.is(SaxSettings.VALIDATION) ? validating(reader) : reader;
            parsing = read;
            delivery.read(read);
            deliver();
        } catch (XmlException wrong) {
            throw fatal(parseException(String.valueOf(wrong.getMessage()), wrong.location(), wrong));
        } catch (UncheckedIOException failed) {
            IOException cause = failed.getCause();
            if (cause instanceof EntityRefusedException) {
                XmlLocation place = parsing == null ? XmlLocation.NONE : parsing.location();
                throw fatal(parseException(String.valueOf(cause.getMessage()), place, cause));
            }
            throw cause == null ? new IOException(failed) : cause;
        } catch (HandlerException failed) {
            throw failed.failure();
        }
    }

    /** An error is reported before the reader is closed, while the reader still knows in which entity it is. */
    private void deliver() throws SAXException {
        try {
            delivery.document();
        } catch (XmlException wrong) {
            throw fatal(parseException(String.valueOf(wrong.getMessage()), wrong.location(), wrong));
        }
    }

    /** The read options for one document. The part that depends only on the settings is shared between documents. */
    private ReadOptions options(InputSource input) {
        ReadOptions common = options;
        if (common == null) {
            delivery.configure(new SaxEventEmitter.Features(
                    settings.is(SaxSettings.NAMESPACES),
                    settings.is(SaxSettings.NAMESPACE_PREFIXES),
                    settings.is(SaxSettings.LEXICAL_PARAMETER_ENTITIES),
                    settings.is(SaxSettings.RESOLVE_DTD_URIS),
                    settings.is(SaxSettings.XMLNS_URIS)));
            common = settings.readOptions().withDtdPolicy(policy(null));
            options = common;
        }
        if (input.getSystemId() != null) {
            common = common.withDtdPolicy(policy(SystemId.absolute(input.getSystemId())));
        }
        return input.getEncoding() == null || input.getCharacterStream() != null
                ? common
                : common.withEncoding(input.getEncoding());
    }

    @Override
    public @Nullable ReadOptions readOptions(InputSource input) {
        boolean plain = schema == null
                && settings.fastInfoset == null
                && !settings.is(SaxSettings.VALIDATION)
                && settings.is(SaxSettings.NAMESPACES);
        if (!plain) {
            return null;
        }
        entities.begin();
        return options(input);
    }

    private DtdPolicy policy(@Nullable String documentUri) {
        return settings.is(SaxSettings.DISALLOW_DOCTYPE)
                ? DtdPolicy.REFUSE
                : DtdPolicy.resolving(documentUri, entities);
    }

    private static Closeable stream(InputSource input) throws IOException, SAXException {
        if (input.getCharacterStream() != null) {
            return input.getCharacterStream();
        }
        if (input.getByteStream() != null) {
            return input.getByteStream();
        }
        String systemId = input.getSystemId();
        if (systemId == null) {
            throw new SAXException("an InputSource must have a character stream, a byte stream or a system identifier");
        }
        return SystemId.url(systemId).openStream();
    }

    private XmlReader open(Closeable stream, ReadOptions options) {
        if (stream instanceof Reader characters) {
            return XmlReaders.open(characters, options);
        }
        DecodingOptions fastInfoset = settings.fastInfoset;
        return fastInfoset == null
                ? XmlReaders.open((InputStream) stream, options)
                : fastInfoset.openEither((InputStream) stream, options);
    }

    private XmlReader validating(XmlReader reader) {
        return new ValidatingReader(reader, breach -> {
            ErrorHandler errors = handlers.errors;
            boolean excused = settings.is(SaxSettings.DYNAMIC_VALIDATION) && reader.doctype() == null;
            if (errors != null && !excused) {
                try {
                    errors.error(parseException(String.valueOf(breach.getMessage()), breach.location(), breach));
                } catch (SAXException failure) {
                    throw new HandlerException(failure);
                }
            }
        });
    }

    private SAXParseException parseException(String message, XmlLocation place, Exception cause) {
        EntityPlace inside = parsing instanceof DtdSource document ? document.entityPlace() : null;
        if (inside != null) {
            XmlLocation end = inside.end();
            return new SAXParseException(
                    message,
                    inside.publicId(),
                    inside.uri(),
                    SaxEventEmitter.clamped(end.line()),
                    SaxEventEmitter.clamped(end.column()),
                    cause);
        }
        InputSource input = source;
        return new SAXParseException(
                message,
                input == null ? null : input.getPublicId(),
                input == null ? null : input.getSystemId(),
                SaxEventEmitter.clamped(place.line()),
                SaxEventEmitter.clamped(place.column()),
                cause);
    }

    /** Reports a fatal error to the error handler, which may throw; returns the exception to throw if it does not. */
    private SAXParseException fatal(SAXParseException wrong) throws SAXException {
        if (handlers.errors != null) {
            handlers.errors.fatalError(wrong);
        }
        return wrong;
    }

    /** The parser's location: after the item that was reported last. */
    private final class Place implements Locator2 {
        private XmlLocation location() {
            XmlReader reader = parsing;
            if (reader == null) {
                return XmlLocation.NONE;
            }
            EntityPlace inside = inside();
            if (inside != null) {
                return inside.end();
            }
            XmlLocation end = reader.endLocation();
            return end.equals(XmlLocation.NONE) ? reader.location() : end;
        }

        private @Nullable EntityPlace inside() {
            return parsing instanceof DtdSource document ? document.entityPlace() : null;
        }

        @Override
        public int getLineNumber() {
            return SaxEventEmitter.clamped(location().line());
        }

        @Override
        public int getColumnNumber() {
            return SaxEventEmitter.clamped(location().column());
        }

        @Override
        public @Nullable String getPublicId() {
            EntityPlace inside = inside();
            return inside != null ? inside.publicId() : source == null ? null : source.getPublicId();
        }

        @Override
        public @Nullable String getSystemId() {
            EntityPlace inside = inside();
            return inside != null ? inside.uri() : source == null ? null : SystemId.absolute(source.getSystemId());
        }

        @Override
        public @Nullable String getXMLVersion() {
            return parsing == null ? null : version(parsing);
        }

        @Override
        public @Nullable String getEncoding() {
            String encoding = parsing == null ? null : parsing.encoding();
            return encoding == null && source != null ? source.getEncoding() : encoding;
        }
    }

    private static String version(XmlReader reader) {
        XmlDeclaration declaration = reader.declaration();
        return declaration == null ? "1.0" : declaration.version();
    }

    // ---------------------------------------------------------------- features and properties

    @Override
    public boolean getFeature(String name) throws SAXNotRecognizedException, SAXNotSupportedException {
        if (name.equals(SaxSettings.IS_STANDALONE)) {
            XmlReader reader = parsing;
            if (reader == null || reader.event() == XmlEvent.START_DOCUMENT) {
                throw new SAXNotSupportedException(name + " can be asked only while a document is parsed");
            }
            XmlDeclaration declaration = reader.declaration();
            return declaration != null && Boolean.TRUE.equals(declaration.standalone());
        }
        return settings.feature(name);
    }

    @Override
    public void setFeature(String name, boolean value) throws SAXNotRecognizedException, SAXNotSupportedException {
        if (name.equals(SaxSettings.IS_STANDALONE)) {
            throw new SAXNotSupportedException(name + " is said by the document");
        }
        settings.feature(name);
        if (busy) {
            throw new SAXNotSupportedException("the feature " + name + " must not be set while a document is parsed");
        }
        settings.setFeature(name, value);
        options = null;
    }

    @Override
    public @Nullable Object getProperty(String name) throws SAXNotRecognizedException, SAXNotSupportedException {
        switch (name) {
            case LEXICAL_HANDLER -> {
                return handlers.lexical;
            }
            case DECLARATION_HANDLER -> {
                return handlers.declarations;
            }
            case XML_VERSION -> {
                XmlReader reader = parsing;
                if (reader == null) {
                    throw new SAXNotSupportedException(name + " can be asked only while a document is parsed");
                }
                return version(reader);
            }
            case DOM_NODE, XML_STRING -> throw new SAXNotSupportedException("there is no " + name + " to be had");
            default -> {
                Object value = settings.property(name);
                if (value == null) {
                    throw new SAXNotRecognizedException("there is no property " + name);
                }
                return value;
            }
        }
    }

    @Override
    public void setProperty(String name, @Nullable Object value)
            throws SAXNotRecognizedException, SAXNotSupportedException {
        switch (name) {
            case LEXICAL_HANDLER -> handlers.lexical = handler(LexicalHandler.class, name, value);
            case DECLARATION_HANDLER -> handlers.declarations = handler(DeclHandler.class, name, value);
            case XML_VERSION, DOM_NODE, XML_STRING -> throw new SAXNotSupportedException(name + " cannot be set");
            default -> {
                if (busy) {
                    throw new SAXNotSupportedException(
                            "the property " + name + " must not be set while a document is parsed");
                }
                if (!settings.setProperty(name, value)) {
                    throw new SAXNotRecognizedException("there is no property " + name);
                }
                options = null;
            }
        }
    }

    private static <H> @Nullable H handler(Class<H> type, String name, @Nullable Object value)
            throws SAXNotSupportedException {
        if (value != null && !type.isInstance(value)) {
            throw new SAXNotSupportedException(name + " must be a " + type.getSimpleName() + ": "
                    + value.getClass().getName());
        }
        return type.cast(value);
    }

    /** Resets the reader to the given settings and removes all handlers. */
    void reset(SaxSettings to) {
        settings.become(to);
        options = null;
        setContentHandler(null);
        setErrorHandler(null);
        handlers.dtd = null;
        handlers.resolver = null;
        handlers.lexical = null;
        handlers.declarations = null;
    }

    // ---------------------------------------------------------------- handlers

    @Override
    public void setEntityResolver(@Nullable EntityResolver resolver) {
        handlers.resolver = resolver;
    }

    @Override
    public @Nullable EntityResolver getEntityResolver() {
        return handlers.resolver;
    }

    @Override
    public void setDTDHandler(@Nullable DTDHandler handler) {
        handlers.dtd = handler;
    }

    @Override
    public @Nullable DTDHandler getDTDHandler() {
        return handlers.dtd;
    }

    @Override
    public void setContentHandler(@Nullable ContentHandler handler) {
        content = handler;
        if (schema != null) {
            schema.setContentHandler(handler);
        } else {
            handlers.setContent(handler);
        }
    }

    @Override
    public @Nullable ContentHandler getContentHandler() {
        return content;
    }

    @Override
    public void setErrorHandler(@Nullable ErrorHandler handler) {
        handlers.errors = handler;
        if (schema != null) {
            schema.setErrorHandler(handler);
        }
    }

    @Override
    public @Nullable ErrorHandler getErrorHandler() {
        return handlers.errors;
    }
}
