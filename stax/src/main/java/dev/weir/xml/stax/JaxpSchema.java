package dev.weir.xml.stax;

import dev.weir.xml.XmlReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.validation.Schema;
import javax.xml.validation.ValidatorHandler;
import org.codehaus.stax2.validation.ValidationContext;
import org.codehaus.stax2.validation.XMLValidationProblem;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidator;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.AttributesImpl;

/** Adapts a javax.xml.validation schema to StAX2; its validators turn StAX2's calls into SAX events. */
final class JaxpSchema implements XMLValidationSchema {
    private final Schema schema;
    private final String type;

    JaxpSchema(Schema schema, String type) {
        this.schema = schema;
        this.type = type;
    }

    @Override
    public String getSchemaType() {
        return type;
    }

    @Override
    public XMLValidator createValidator(ValidationContext context) throws XMLStreamException {
        return new Events(context);
    }

    private interface Call {
        void make() throws SAXException;
    }

    private final class Events extends XMLValidator implements ErrorHandler {
        private final ValidationContext context;
        private final ValidatorHandler handler = schema.newValidatorHandler();
        private final AttributesImpl attributes = new AttributesImpl();

        /** Prefixes declared on open elements, each element's after a null. */
        private final List<@Nullable String> prefixes = new ArrayList<>();

        private String local = "";
        private String uri = "";
        private String qualified = "";

        Events(ValidationContext context) throws XMLStreamException {
            this.context = context;
            handler.setErrorHandler(this);
            send(handler::startDocument);
        }

        private void send(Call call) throws XMLStreamException {
            try {
                call.make();
            } catch (SAXException stopped) {
                throw stopped.getCause() instanceof XMLStreamException reported
                        ? reported
                        : new XMLStreamException(stopped.getMessage(), context.getValidationLocation(), stopped);
            }
        }

        @Override
        public XMLValidationSchema getSchema() {
            return JaxpSchema.this;
        }

        @Override
        public void validateElementStart(String localName, @Nullable String namespace, @Nullable String prefix) {
            local = localName;
            uri = namespace == null ? "" : namespace;
            qualified = qualified(prefix, localName);
            attributes.clear();
        }

        private String qualified(@Nullable String prefix, String localName) {
            return prefix == null || prefix.isEmpty() ? localName : prefix + ":" + localName;
        }

        @Override
        public @Nullable String validateAttribute(
                String localName, @Nullable String namespace, @Nullable String prefix, String value) {
            attributes.addAttribute(
                    namespace == null ? "" : namespace, localName, qualified(prefix, localName), "CDATA", value);
            return null;
        }

        @Override
        public @Nullable String validateAttribute(
                String localName, String namespace, String prefix, char[] value, int start, int end) {
            return validateAttribute(localName, namespace, prefix, new String(value, start, end - start));
        }

        @Override
        public int validateElementAndAttributes() throws XMLStreamException {
            prefixes.add(null);
            if (context instanceof EventMonitor ours) {
                declare(ours.reader());
            } else {
                declareUsed(qualified);
                for (int i = 0; i < attributes.getLength(); i++) {
                    declareUsed(attributes.getQName(i));
                    declareUsed(attributes.getValue(i).trim());
                }
            }
            send(() -> handler.startElement(uri, local, qualified, attributes));
            return CONTENT_ALLOW_VALIDATABLE_TEXT;
        }

        /**
         * Validation may start at an element inside a document; the declarations in scope there then count as its own.
         */
        private void declare(XmlReader reader) throws XMLStreamException {
            if (prefixes.size() == 1) {
                for (String prefix : reader.prefixesInScope()) {
                    declare(prefix, reader.lookupNamespace(prefix));
                }
                return;
            }
            for (int i = 0; i < reader.namespaceCount(); i++) {
                declare(reader.namespacePrefix(i), reader.namespaceUri(i));
            }
        }

        /** For other readers and writers, which cannot list their declarations but only resolve a prefix. */
        private void declareUsed(String name) throws XMLStreamException {
            int colon = name.indexOf(':');
            String prefix = colon < 0 ? "" : name.substring(0, colon);
            String bound = context.getNamespaceURI(prefix);
            if (bound != null && !prefix.equals("xml")) {
                declare(prefix, bound);
            }
        }

        private void declare(String prefix, @Nullable String bound) throws XMLStreamException {
            prefixes.add(prefix);
            send(() -> handler.startPrefixMapping(prefix, bound == null ? "" : bound));
        }

        @Override
        public int validateElementEnd(String localName, @Nullable String namespace, @Nullable String prefix)
                throws XMLStreamException {
            send(() -> handler.endElement(namespace == null ? "" : namespace, localName, qualified(prefix, localName)));
            while (!prefixes.isEmpty()) {
                String declared = prefixes.remove(prefixes.size() - 1);
                if (declared == null) {
                    break;
                }
                send(() -> handler.endPrefixMapping(declared));
            }
            return CONTENT_ALLOW_VALIDATABLE_TEXT;
        }

        @Override
        public void validateText(String text, boolean lastTextSegment) throws XMLStreamException {
            char[] characters = text.toCharArray();
            send(() -> handler.characters(characters, 0, characters.length));
        }

        @Override
        public void validateText(char[] text, int start, int end, boolean lastTextSegment) throws XMLStreamException {
            send(() -> handler.characters(text, start, end - start));
        }

        @Override
        public void validationCompleted(boolean endOfDocument) throws XMLStreamException {
            if (endOfDocument) {
                send(handler::endDocument);
            }
        }

        @Override
        public @Nullable String getAttributeType(int index) {
            return null;
        }

        @Override
        public int getIdAttrIndex() {
            return -1;
        }

        @Override
        public int getNotationAttrIndex() {
            return -1;
        }

        @Override
        public void warning(SAXParseException found) throws SAXException {
            report(found, XMLValidationProblem.SEVERITY_WARNING);
        }

        @Override
        public void error(SAXParseException found) throws SAXException {
            report(found, XMLValidationProblem.SEVERITY_ERROR);
        }

        @Override
        public void fatalError(SAXParseException found) throws SAXException {
            report(found, XMLValidationProblem.SEVERITY_FATAL);
        }

        private void report(SAXParseException found, int severity) throws SAXException {
            XMLValidationProblem problem =
                    new XMLValidationProblem(context.getValidationLocation(), found.getMessage(), severity, type);
            problem.setReporter(this);
            try {
                context.reportProblem(problem);
            } catch (XMLStreamException stop) {
                throw new SAXException(stop);
            }
        }
    }
}
