package dev.weir.xml.stax;

import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.Location;
import javax.xml.stream.XMLReporter;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.validation.ValidationContext;
import org.codehaus.stax2.validation.ValidationProblemHandler;
import org.codehaus.stax2.validation.ValidatorPair;
import org.codehaus.stax2.validation.XMLValidationException;
import org.codehaus.stax2.validation.XMLValidationProblem;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidator;
import org.jspecify.annotations.Nullable;

/**
 * Passes the written items to validators: an element once its attributes are complete, text as it is written. Belongs
 * to one writer, and is the validation context of its validators.
 */
final class OutputValidation implements ValidationContext {
    private record Attribute(String prefix, String uri, String local, String value) {}

    private final UntypedStreamWriter writer;
    private final List<Attribute> attributes = new ArrayList<>(0);
    private @Nullable XMLValidator validator;
    private int content = XMLValidator.CONTENT_ALLOW_ANY_TEXT;
    private boolean startPending;

    private @Nullable ValidationProblemHandler problemHandler;

    OutputValidation(UntypedStreamWriter writer) {
        this.writer = writer;
    }

    @Nullable ValidationProblemHandler setProblemHandler(@Nullable ValidationProblemHandler handler) {
        ValidationProblemHandler before = problemHandler;
        problemHandler = handler;
        return before;
    }

    boolean isActive() {
        return validator != null;
    }

    XMLValidator add(XMLValidationSchema schema) throws XMLStreamException {
        XMLValidator added = schema.createValidator(this);
        validator = validator == null ? added : new ValidatorPair(validator, added);
        return added;
    }

    @Nullable XMLValidator remove(XMLValidationSchema schema) throws XMLStreamException {
        XMLValidator[] found = new XMLValidator[2];
        return validator != null && ValidatorPair.removeValidator(validator, schema, found) ? removed(found) : null;
    }

    @Nullable XMLValidator remove(XMLValidator removed) throws XMLStreamException {
        XMLValidator[] found = new XMLValidator[2];
        return validator != null && ValidatorPair.removeValidator(validator, removed, found) ? removed(found) : null;
    }

    private XMLValidator removed(XMLValidator[] found) throws XMLStreamException {
        validator = found[1];
        if (validator == null) {
            content = XMLValidator.CONTENT_ALLOW_ANY_TEXT;
        }
        found[0].validationCompleted(false);
        return found[0];
    }

    void startElement() {
        startPending = true;
        attributes.clear();
    }

    void attribute(String prefix, String uri, String local, String value) {
        attributes.add(new Attribute(prefix, uri, local, value));
    }

    /** Passes the open element and its attributes to the validator, unless that was done before. */
    void completeStart(String prefix, String uri, String local) throws XMLStreamException {
        XMLValidator current = validator;
        if (current != null && startPending) {
            startPending = false;
            current.validateElementStart(local, uri, prefix);
            for (Attribute attribute : attributes) {
                current.validateAttribute(attribute.local(), attribute.uri(), attribute.prefix(), attribute.value());
            }
            content = current.validateElementAndAttributes();
        }
    }

    void endElement(String prefix, String uri, String local) throws XMLStreamException {
        if (validator != null) {
            content = validator.validateElementEnd(local, uri, prefix);
        }
    }

    void text(String text) throws XMLStreamException {
        if (validator == null) {
            return;
        }
        if (content == XMLValidator.CONTENT_ALLOW_NONE || content == XMLValidator.CONTENT_ALLOW_WS && !text.isBlank()) {
            refuse("text");
        } else if (content == XMLValidator.CONTENT_ALLOW_VALIDATABLE_TEXT) {
            validator.validateText(text, false);
        }
    }

    /** Checks that a comment, a processing instruction or an entity reference is allowed here. */
    void other(String what) throws XMLStreamException {
        if (validator != null && content == XMLValidator.CONTENT_ALLOW_NONE) {
            refuse(what);
        }
    }

    private void refuse(String what) throws XMLStreamException {
        reportProblem(new XMLValidationProblem(
                getValidationLocation(),
                "the element " + getCurrentElementName() + " must not hold " + what + " here",
                XMLValidationProblem.SEVERITY_ERROR));
    }

    void end() throws XMLStreamException {
        XMLValidator current = validator;
        if (current != null) {
            validator = null;
            current.validationCompleted(true);
        }
    }

    // The context that validators report to and query

    @Override
    public void reportProblem(XMLValidationProblem problem) throws XMLStreamException {
        if (problemHandler != null) {
            problemHandler.reportProblem(problem);
            return;
        }
        XMLReporter reporter = writer.settings.reporter();
        if (reporter != null && problem.getSeverity() <= XMLValidationProblem.SEVERITY_ERROR) {
            reporter.report(problem.getMessage(), problem.getType(), problem, problem.getLocation());
        } else if (problem.getSeverity() >= XMLValidationProblem.SEVERITY_ERROR) {
            throw XMLValidationException.createException(problem);
        }
    }

    @Override
    public Location getValidationLocation() {
        return writer.getLocation();
    }

    @Override
    public String getXmlVersion() {
        return writer.isXml11() ? "1.1" : "1.0";
    }

    @Override
    public QName getCurrentElementName() {
        return writer.currentElement();
    }

    @Override
    public @Nullable String getNamespaceURI(String prefix) {
        return writer.scope.getNamespaceURI(prefix);
    }

    @Override
    public int getAttributeCount() {
        return attributes.size();
    }

    @Override
    public String getAttributeLocalName(int index) {
        return attributes.get(index).local();
    }

    @Override
    public String getAttributeNamespace(int index) {
        return attributes.get(index).uri();
    }

    @Override
    public String getAttributePrefix(int index) {
        return attributes.get(index).prefix();
    }

    @Override
    public String getAttributeValue(int index) {
        return attributes.get(index).value();
    }

    @Override
    public @Nullable String getAttributeValue(@Nullable String uri, String local) {
        int index = findAttributeIndex(uri, local);
        return index < 0 ? null : attributes.get(index).value();
    }

    @Override
    public String getAttributeType(int index) {
        String type = validator == null ? null : validator.getAttributeType(index);
        return type == null ? "CDATA" : type;
    }

    @Override
    public int findAttributeIndex(@Nullable String uri, String local) {
        String namespace = UntypedStreamWriter.orEmpty(uri);
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i).local().equals(local)
                    && attributes.get(i).uri().equals(namespace)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public boolean isNotationDeclared(String name) {
        return false;
    }

    @Override
    public boolean isUnparsedEntityDeclared(String name) {
        return false;
    }

    @Override
    public @Nullable String getBaseUri() {
        return null;
    }

    /** Attribute defaults of a schema are not written; readers supply them. */
    @Override
    public int addDefaultAttribute(String local, String uri, String prefix, String value) {
        return -1;
    }
}
