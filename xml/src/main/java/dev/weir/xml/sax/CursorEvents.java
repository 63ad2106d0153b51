package dev.weir.xml.sax;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.rule.WriterScopes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

/** Drives SAX handlers with the items of a cursor. */
final class CursorEvents implements XMLReader, Locator {
    private static final String FEATURES = "http://xml.org/sax/features/";
    private static final String JDK_LIMITS = "http://www.oracle.com/xml/jaxp/properties/";
    private static final String LEXICAL_HANDLER = "http://xml.org/sax/properties/lexical-handler";

    private final XmlReader reader;
    private final AttributesImpl attributes = new AttributesImpl();

    /** The prefixes declared on open elements, and where those of each element start. */
    private final List<String> prefixes = new ArrayList<>();

    private int[] starts = new int[16];
    private int depth;

    private ContentHandler content = new DefaultHandler();
    private @Nullable ContentHandler givenContent;
    private @Nullable LexicalHandler lexical;
    private @Nullable ErrorHandler errors;
    private @Nullable DTDHandler dtdHandler;
    private @Nullable EntityResolver resolver;
    private boolean namespacePrefixes;
    private boolean used;

    CursorEvents(XmlReader reader) {
        this.reader = reader;
    }

    @Override
    public void parse(InputSource input) throws IOException, SAXException {
        if (used) {
            throw new SAXException("a cursor can be read once only");
        }
        used = true;
        try {
            content.setDocumentLocator(this);
            if (reader.event() == XmlEvent.START_ELEMENT) {
                content.startDocument();
                fragment();
                content.endDocument();
            } else if (reader.event() == XmlEvent.START_DOCUMENT) {
                content.startDocument();
                while (reader.next() != XmlEvent.END_DOCUMENT) {
                    item();
                }
                content.endDocument();
            } else {
                throw new SAXException("the cursor must stand on START_DOCUMENT or START_ELEMENT: " + reader.event());
            }
        } catch (XmlException wrong) {
            SAXParseException told = new SAXParseException(
                    wrong.getMessage(),
                    null,
                    null,
                    clamped(wrong.location().line()),
                    clamped(wrong.location().column()),
                    wrong);
            if (errors != null) {
                errors.fatalError(told);
            }
            throw told;
        } catch (UncheckedIOException failed) {
            IOException cause = failed.getCause();
            throw cause == null ? new IOException(failed) : cause;
        }
    }

    @Override
    public void parse(String systemId) throws IOException, SAXException {
        parse(new InputSource(systemId));
    }

    private void fragment() throws SAXException {
        int outer = reader.depth();
        List<String> inScope = reader.prefixesInScope();
        open();
        for (String prefix : inScope) {
            String uri = reader.lookupNamespace(prefix);
            if (uri != null) {
                declare(prefix, uri);
            }
        }
        startElement();
        while (reader.next() != XmlEvent.END_ELEMENT || reader.depth() > outer) {
            item();
        }
        endElement();
    }

    private void item() throws SAXException {
        switch (reader.event()) {
            case START_ELEMENT -> {
                open();
                for (int i = 0; i < reader.namespaceCount(); i++) {
                    declare(reader.namespacePrefix(i), reader.namespaceUri(i));
                }
                startElement();
            }
            case END_ELEMENT -> endElement();
            case TEXT -> text();
            case COMMENT -> {
                if (lexical != null) {
                    char[] text = reader.text().toCharArray();
                    lexical.comment(text, 0, text.length);
                }
            }
            case PROCESSING_INSTRUCTION -> content.processingInstruction(reader.target(), reader.text());
            default -> {}
        }
    }

    private void open() {
        if (++depth == starts.length) {
            starts = Arrays.copyOf(starts, depth * 2);
        }
        starts[depth] = prefixes.size();
        attributes.clear();
    }

    private void declare(String prefix, String uri) throws SAXException {
        prefixes.add(prefix);
        content.startPrefixMapping(prefix, uri);
        if (namespacePrefixes) {
            String qualified = prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix;
            attributes.addAttribute(
                    WriterScopes.XMLNS_NAMESPACE, prefix.isEmpty() ? "xmlns" : prefix, qualified, "CDATA", uri);
        }
    }

    private void startElement() throws SAXException {
        for (int i = 0; i < reader.attributeCount(); i++) {
            String local = reader.attributeName(i).local();
            attributes.addAttribute(
                    reader.attributeName(i).namespace(),
                    local,
                    qualified(reader.attributePrefix(i), local),
                    "CDATA",
                    reader.attributeValue(i));
        }
        String local = reader.name().local();
        content.startElement(reader.name().namespace(), local, qualified(reader.prefix(), local), attributes);
    }

    private void endElement() throws SAXException {
        String local = reader.name().local();
        content.endElement(reader.name().namespace(), local, qualified(reader.prefix(), local));
        int start = starts[depth--];
        while (prefixes.size() > start) {
            content.endPrefixMapping(prefixes.remove(prefixes.size() - 1));
        }
    }

    private static String qualified(String prefix, String local) {
        return prefix.isEmpty() ? local : prefix + ":" + local;
    }

    private void text() throws SAXException {
        char[] text = reader.text().toCharArray();
        if (lexical != null && reader.isCData()) {
            lexical.startCDATA();
            content.characters(text, 0, text.length);
            lexical.endCDATA();
        } else {
            content.characters(text, 0, text.length);
        }
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
        return clamped(reader.location().line());
    }

    @Override
    public int getColumnNumber() {
        return clamped(reader.location().column());
    }

    /** -1 for unknown, as SAX has it. */
    private static int clamped(long count) {
        return count < 1 ? -1 : (int) Math.min(count, Integer.MAX_VALUE);
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
            return lexical;
        }
        throw new SAXNotRecognizedException(name);
    }

    @Override
    public void setProperty(String name, @Nullable Object value) throws SAXNotRecognizedException {
        if (name.equals(XMLConstants.ACCESS_EXTERNAL_DTD) || name.startsWith(JDK_LIMITS)) {
            // What these forbid or bound does not exist here: there are no entities, and the cursor has its own limits.
            return;
        }
        if (!name.equals(LEXICAL_HANDLER)) {
            throw new SAXNotRecognizedException(name);
        }
        lexical = (LexicalHandler) value;
    }

    @Override
    public void setEntityResolver(@Nullable EntityResolver given) {
        resolver = given;
    }

    @Override
    public @Nullable EntityResolver getEntityResolver() {
        return resolver;
    }

    @Override
    public void setDTDHandler(@Nullable DTDHandler given) {
        dtdHandler = given;
    }

    @Override
    public @Nullable DTDHandler getDTDHandler() {
        return dtdHandler;
    }

    @Override
    public void setContentHandler(@Nullable ContentHandler given) {
        givenContent = given;
        content = given == null ? new DefaultHandler() : given;
    }

    @Override
    public @Nullable ContentHandler getContentHandler() {
        return givenContent;
    }

    @Override
    public void setErrorHandler(@Nullable ErrorHandler given) {
        errors = given;
    }

    @Override
    public @Nullable ErrorHandler getErrorHandler() {
        return errors;
    }
}
