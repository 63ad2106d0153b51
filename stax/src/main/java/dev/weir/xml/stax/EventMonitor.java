package dev.weir.xml.stax;

import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.AttributeDeclaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.lexical.Characters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.validation.ValidationContext;
import org.codehaus.stax2.validation.XMLValidationProblem;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidator;
import org.jspecify.annotations.Nullable;

/**
 * Observes every event of a cursor: enforces limits on elements, checks that xml:id values are unique where enabled,
 * and feeds validators.
 */
final class EventMonitor implements ValidationContext {
    private final TypedStreamReader cursor;
    private final XmlReader reader;
    private final long maxElements;
    private final int maxChildren;

    private long elements;
    private int[] children = new int[16];
    private final Set<String> ids = new HashSet<>();
    private final List<Validation> validations = new ArrayList<>();

    /** True when the reader is already on the next event of the cursor. */
    private boolean ahead;

    /** A validator, and the kind of text that it allows next (XMLValidator.CONTENT_...). */
    private static final class Validation {
        final XMLValidator validator;
        int allowed = XMLValidator.CONTENT_ALLOW_UNDEFINED;

        Validation(XMLValidator validator) {
            this.validator = validator;
        }
    }

    EventMonitor(TypedStreamReader cursor) {
        this.cursor = cursor;
        this.reader = cursor.reader;
        this.maxElements = cursor.settings.maxElements();
        this.maxChildren = cursor.settings.maxChildren();
    }

    void goAhead() {
        ahead = true;
    }

    /** Returns true once after each {@link #goAhead}. */
    boolean takeAhead() {
        boolean was = ahead;
        ahead = false;
        return was;
    }

    /** Called after each move of the cursor, with the cursor on the new event. */
    void after() throws XMLStreamException {
        switch (cursor.type) {
            case XMLStreamConstants.START_ELEMENT -> {
                count();
                if (cursor.settings.checkedXmlId) {
                    checkId();
                }
                for (Validation validation : validations) {
                    startElement(validation);
                }
            }
            case XMLStreamConstants.END_ELEMENT -> {
                XmlName name = reader.name();
                for (Validation validation : validations) {
                    validation.allowed =
                            validation.validator.validateElementEnd(name.local(), name.namespace(), reader.prefix());
                }
            }
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                for (Validation validation : validations) {
                    text(validation);
                }
            }
            case XMLStreamConstants.END_DOCUMENT -> {
                for (Validation validation : validations) {
                    validation.validator.validationCompleted(true);
                }
                validations.clear();
            }
            default -> {}
        }
    }

    private void count() throws XMLStreamException {
        if (++elements > maxElements) {
            throw beyond("the number of elements", InputSettings.MAX_ELEMENTS, maxElements);
        }
        int depth = reader.depth();
        if (depth >= children.length) {
            children = Arrays.copyOf(children, depth * 2);
        }
        children[depth] = 0;
        if (depth > 1 && ++children[depth - 1] > maxChildren) {
            throw beyond("the number of children of an element", InputSettings.MAX_CHILDREN, maxChildren);
        }
    }

    /** xml:id 1.0, section 4: an NCName that no other element of the document has. */
    private void checkId() throws XMLStreamException {
        String id = reader.attributeIndex(XMLConstants.XML_NS_URI, "id") < 0
                ? null
                : cursor.getAttributeValue(XMLConstants.XML_NS_URI, "id");
        if (id == null) {
            return;
        }
        String value = AttributeDeclaration.collapse(id);
        if (!Characters.isNCName(value)) {
            reportProblem(problem("the value of xml:id must be a name without colon, not \"" + value + "\""));
        } else if (!ids.add(value)) {
            reportProblem(problem("two elements have the xml:id " + value));
        } else if (ids.size() > XmlLimits.DEFAULT.maxNames()) {
            throw beyond("the number of values of xml:id", "maxNames", XmlLimits.DEFAULT.maxNames());
        }
    }

    private ReadFailure beyond(String what, String limit, long value) {
        return new ReadFailure(what + " goes beyond the limit " + limit + "=" + value, cursor.getLocation());
    }

    private void startElement(Validation validation) throws XMLStreamException {
        XmlName name = reader.name();
        XMLValidator validator = validation.validator;
        validator.validateElementStart(name.local(), name.namespace(), reader.prefix());
        for (int i = 0; i < reader.attributeCount(); i++) {
            XmlName attribute = reader.attributeName(i);
            validator.validateAttribute(
                    attribute.local(), attribute.namespace(), reader.attributePrefix(i), reader.attributeValue(i));
        }
        validation.allowed = validator.validateElementAndAttributes();
    }

    private void text(Validation validation) throws XMLStreamException {
        switch (validation.allowed) {
            case XMLValidator.CONTENT_ALLOW_NONE -> reportProblem(problem("there must be no text here"));
            case XMLValidator.CONTENT_ALLOW_WS, XMLValidator.CONTENT_ALLOW_WS_NONSTRICT -> {
                if (!reader.isWhitespace()) {
                    reportProblem(problem("there must be no text here but white space"));
                }
            }
            case XMLValidator.CONTENT_ALLOW_VALIDATABLE_TEXT -> validation.validator.validateText(reader.text(), false);
            default -> {}
        }
    }

    private XMLValidationProblem problem(String message) {
        return new XMLValidationProblem(cursor.getLocation(), message, XMLValidationProblem.SEVERITY_ERROR);
    }

    XMLValidator start(XMLValidationSchema schema) throws XMLStreamException {
        XMLValidator validator = schema.createValidator(this);
        Validation validation = new Validation(validator);
        validations.add(validation);
        if (cursor.type == XMLStreamConstants.START_ELEMENT) {
            startElement(validation);
        }
        return validator;
    }

    @Nullable XMLValidator stop(Predicate<XMLValidator> wanted) throws XMLStreamException {
        for (int i = 0; i < validations.size(); i++) {
            XMLValidator validator = validations.get(i).validator;
            if (wanted.test(validator)) {
                validations.remove(i);
                validator.validationCompleted(false);
                return validator;
            }
        }
        return null;
    }

    // ---------------------------------------------------------------- what validators ask

    @Override
    public void reportProblem(XMLValidationProblem problem) throws XMLStreamException {
        if (problem.getLocation() == null) {
            problem.setLocation(cursor.getLocation());
        }
        cursor.report(problem);
    }

    XmlReader reader() {
        return reader;
    }

    @Override
    public String getXmlVersion() {
        String version = cursor.getVersion();
        return version == null ? "1.0" : version;
    }

    @Override
    public QName getCurrentElementName() {
        return cursor.getName();
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        return cursor.getNamespaceContext().getNamespaceURI(prefix);
    }

    @Override
    public int getAttributeCount() {
        return cursor.getAttributeCount();
    }

    @Override
    public String getAttributeLocalName(int index) {
        return cursor.getAttributeLocalName(index);
    }

    @Override
    public String getAttributeNamespace(int index) {
        return cursor.getAttributeNamespace(index);
    }

    @Override
    public String getAttributePrefix(int index) {
        return cursor.getAttributePrefix(index);
    }

    @Override
    public String getAttributeValue(int index) {
        return cursor.getAttributeValue(index);
    }

    @Override
    public @Nullable String getAttributeValue(String namespaceUri, String localName) {
        return cursor.getAttributeValue(namespaceUri, localName);
    }

    @Override
    public String getAttributeType(int index) {
        return cursor.getAttributeType(index);
    }

    @Override
    public int findAttributeIndex(String namespaceUri, String localName) {
        return cursor.findAttributeIndex(namespaceUri, localName);
    }

    @Override
    public boolean isNotationDeclared(String name) {
        Dtd dtd = cursor.declarations();
        return dtd != null && dtd.notation(name) != null;
    }

    @Override
    public boolean isUnparsedEntityDeclared(String name) {
        Dtd dtd = cursor.declarations();
        EntityDeclaration entity = dtd == null ? null : dtd.entity(name);
        return entity != null && entity.notation() != null;
    }

    @Override
    public @Nullable String getBaseUri() {
        return cursor.systemId;
    }

    @Override
    public Location getValidationLocation() {
        return cursor.getLocation();
    }

    /** Attribute defaults of a schema are not added to the document. */
    @Override
    public int addDefaultAttribute(String localName, String uri, String prefix, String value) {
        return -1;
    }
}
