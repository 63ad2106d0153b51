package dev.weir.bind.event;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.validation.ValidatorHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * Validates the element on which a reader is positioned, item by item, and adds the defaults of the schema. An
 * exception thrown by the error handler is the cause of an XmlException.
 */
public final class ValidatedItems extends CollectedItems {
    private final XmlReader from;
    private final ValidatorHandler validator;
    private final int outer;
    private final AttributesImpl attributes = new AttributesImpl();

    /** The mapped prefixes of all open elements; a null precedes those of each element. */
    private final List<@Nullable String> mapped = new ArrayList<>();

    private boolean begun;

    /** The reader must be positioned on START_ELEMENT. */
    public ValidatedItems(XmlReader from, ValidatorHandler validator, ErrorHandler errors) {
        this.from = from;
        this.validator = validator;
        this.outer = from.depth();
        validator.setErrorHandler(errors);
        validator.setContentHandler(handler());
        validator.setDocumentLocator(new Place());
    }

    private final class Place implements Locator {
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
            return (int) Math.min(from.location().line(), Integer.MAX_VALUE);
        }

        @Override
        public int getColumnNumber() {
            return (int) Math.min(from.location().column(), Integer.MAX_VALUE);
        }
    }

    @Override
    boolean more() {
        try {
            if (!begun) {
                begun = true;
                validator.startDocument();
            } else if (from.event() == XmlEvent.END_ELEMENT && from.depth() == outer) {
                return false;
            } else {
                from.next();
            }
            switch (from.event()) {
                case START_ELEMENT -> start();
                case END_ELEMENT -> end();
                case TEXT -> validator.characters(from.textCharacters(), 0, from.textLength());
                default -> {
                    // Comments and the like are valid everywhere.
                }
            }
            return true;
        } catch (SAXException refused) {
            throw new XmlException(String.valueOf(refused.getMessage()), XmlLocation.NONE, refused);
        }
    }

    private void start() throws SAXException {
        boolean first = mapped.isEmpty();
        mapped.add(null);
        if (first) {
            for (String prefix : from.prefixesInScope()) {
                map(prefix, text(from.lookupNamespace(prefix)));
            }
        } else {
            for (int i = 0; i < from.namespaceCount(); i++) {
                map(from.namespacePrefix(i), from.namespaceUri(i));
            }
        }
        attributes.clear();
        for (int i = 0; i < from.attributeCount(); i++) {
            attributes.addAttribute(
                    from.attributeName(i).namespace(),
                    from.attributeLocalName(i),
                    from.attributeQualifiedName(i),
                    from.attributeType(i),
                    from.attributeValue(i));
        }
        validator.startElement(from.name().namespace(), from.localName(), from.qualifiedName(), attributes);
    }

    private void map(String prefix, String uri) throws SAXException {
        mapped.add(prefix);
        validator.startPrefixMapping(prefix, uri);
    }

    private void end() throws SAXException {
        validator.endElement(from.name().namespace(), from.localName(), from.qualifiedName());
        for (String prefix = mapped.remove(mapped.size() - 1);
                prefix != null;
                prefix = mapped.remove(mapped.size() - 1)) {
            validator.endPrefixMapping(prefix);
        }
        if (from.depth() == outer) {
            validator.endDocument();
        }
    }
}
