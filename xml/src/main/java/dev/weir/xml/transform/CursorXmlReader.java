package dev.weir.xml.transform;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.push.SaxEventEmitter;
import dev.weir.xml.push.SaxHandlers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ContentHandler;
import org.xml.sax.DTDHandler;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.LexicalHandler;

/** A SAX parser over the document of an open cursor, for consumers that accept a SAXSource. */
final class CursorXmlReader implements XMLReader, Locator {
    private static final String FEATURES = "http://xml.org/sax/features/";
    private static final String JDK_LIMITS = "http://www.oracle.com/xml/jaxp/properties/";
    private static final String LEXICAL_HANDLER = "http://xml.org/sax/properties/lexical-handler";

    private final XmlReader reader;
    private final SaxHandlers handlers = new SaxHandlers();
    private final SaxEventEmitter delivery = new SaxEventEmitter(handlers, List::of);
    private boolean namespacePrefixes;
    private boolean used;

    CursorXmlReader(XmlReader reader) {
        this.reader = reader;
    }

    @Override
    public void parse(InputSource input) throws IOException, SAXException {
        if (used) {
            throw new SAXException("a cursor can be read once only");
        }
        used = true;
        try {
            handlers.content.setDocumentLocator(this);
            delivery.setNamespacePrefixes(namespacePrefixes);
            delivery.read(reader);
            if (reader.event() == XmlEvent.START_ELEMENT) {
                delivery.element();
            } else if (reader.event() == XmlEvent.START_DOCUMENT) {
                delivery.document();
            } else {
                throw new SAXException(
                        "expected START_DOCUMENT or START_ELEMENT but the cursor is on " + reader.event());
            }
        } catch (XmlException error) {
            SAXParseException fatal = new SAXParseException(
                    error.getMessage(),
                    null,
                    null,
                    SaxEventEmitter.clamped(error.location().line()),
                    SaxEventEmitter.clamped(error.location().column()),
                    error);
            if (handlers.errors != null) {
                handlers.errors.fatalError(fatal);
            }
            throw fatal;
        } catch (UncheckedIOException failed) {
            IOException cause = failed.getCause();
            throw cause == null ? new IOException(failed) : cause;
        }
    }

    @Override
    public void parse(String systemId) throws IOException, SAXException {
        parse(new InputSource(systemId));
    }

    // Locator

    @Override
    public @Nullable String getPublicId() {
        return null;
    }

    @Override
    public @Nullable String getSystemId() {
        return null;
    }

    @Override
    public int getLineNumber() {
        return SaxEventEmitter.clamped(reader.location().line());
    }

    @Override
    public int getColumnNumber() {
        return SaxEventEmitter.clamped(reader.location().column());
    }

    // Settings

    @Override
    public boolean getFeature(String name) throws SAXNotRecognizedException {
        return switch (name) {
            case FEATURES + "namespaces", XMLConstants.FEATURE_SECURE_PROCESSING -> true;
            case FEATURES + "namespace-prefixes" -> namespacePrefixes;
            case FEATURES + "string-interning",
                    FEATURES + "validation",
                    FEATURES + "external-general-entities",
                    FEATURES + "external-parameter-entities",
                    FEATURES + "lexical-handler/parameter-entities" -> false;
            default -> throw new SAXNotRecognizedException(name);
        };
    }

    @Override
    public void setFeature(String name, boolean value) throws SAXNotRecognizedException, SAXNotSupportedException {
        if (name.equals(FEATURES + "namespace-prefixes")) {
            namespacePrefixes = value;
        } else if (getFeature(name) != value) {
            throw new SAXNotSupportedException(name + " is always " + !value);
        }
    }

    @Override
    public @Nullable Object getProperty(String name) throws SAXNotRecognizedException {
        if (name.equals(LEXICAL_HANDLER)) {
            return handlers.lexical;
        }
        throw new SAXNotRecognizedException(name);
    }

    @Override
    public void setProperty(String name, @Nullable Object value) throws SAXNotRecognizedException {
        if (name.equals(XMLConstants.ACCESS_EXTERNAL_DTD) || name.startsWith(JDK_LIMITS)) {
            // Nothing to restrict: there are no entities to resolve, and the cursor has its own limits.
            return;
        }
        if (!name.equals(LEXICAL_HANDLER)) {
            throw new SAXNotRecognizedException(name);
        }
        handlers.lexical = (LexicalHandler) value;
    }

    @Override
    public void setEntityResolver(@Nullable EntityResolver given) {
        handlers.resolver = given;
    }

    @Override
    public @Nullable EntityResolver getEntityResolver() {
        return handlers.resolver;
    }

    @Override
    public void setDTDHandler(@Nullable DTDHandler given) {
        handlers.dtd = given;
    }

    @Override
    public @Nullable DTDHandler getDTDHandler() {
        return handlers.dtd;
    }

    @Override
    public void setContentHandler(@Nullable ContentHandler given) {
        handlers.setContent(given);
    }

    @Override
    public @Nullable ContentHandler getContentHandler() {
        return handlers.givenContent();
    }

    @Override
    public void setErrorHandler(@Nullable ErrorHandler given) {
        handlers.errors = given;
    }

    @Override
    public @Nullable ErrorHandler getErrorHandler() {
        return handlers.errors;
    }
}
