package dev.weir.xml.stax;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.validation.ValidationContext;
import org.codehaus.stax2.validation.ValidatorPair;
import org.codehaus.stax2.validation.XMLValidationProblem;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidator;
import org.jspecify.annotations.Nullable;

/** Tells validators what is written: an element once its attributes are known, text as it comes. */
final class OutputValidation {
    private record Attribute(String prefix, String uri, String local, String value) {}

    private final ValidationContext context;
    private final List<Attribute> attributes = new ArrayList<>(0);
    private @Nullable XMLValidator validator;
    private int content = XMLValidator.CONTENT_ALLOW_ANY_TEXT;
    private boolean startPending;

    OutputValidation(ValidationContext context) {
        this.context = context;
    }

    boolean isActive() {
        return validator != null;
    }

    XMLValidator add(XMLValidationSchema schema) throws XMLStreamException {
        XMLValidator added = schema.createValidator(context);
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

    /** Tells of an element and its attributes, once. */
    void completeStart(String prefix, String uri, String local) throws XMLStreamException {
        XMLValidator told = validator;
        if (told != null && startPending) {
            startPending = false;
            told.validateElementStart(local, uri, prefix);
            for (Attribute attribute : attributes) {
                told.validateAttribute(attribute.local(), attribute.uri(), attribute.prefix(), attribute.value());
            }
            content = told.validateElementAndAttributes();
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

    /** A comment, a processing instruction or an entity reference. */
    void other(String what) throws XMLStreamException {
        if (validator != null && content == XMLValidator.CONTENT_ALLOW_NONE) {
            refuse(what);
        }
    }

    private void refuse(String what) throws XMLStreamException {
        context.reportProblem(new XMLValidationProblem(
                context.getValidationLocation(),
                "the element " + context.getCurrentElementName() + " must not hold " + what + " here",
                XMLValidationProblem.SEVERITY_ERROR));
    }

    void end() throws XMLStreamException {
        XMLValidator told = validator;
        if (told != null) {
            validator = null;
            told.validationCompleted(true);
        }
    }

    // What a validator may ask about the attributes of the element just opened

    int attributeCount() {
        return attributes.size();
    }

    String attributeLocal(int index) {
        return attributes.get(index).local();
    }

    String attributeUri(int index) {
        return attributes.get(index).uri();
    }

    String attributePrefix(int index) {
        return attributes.get(index).prefix();
    }

    String attributeValue(int index) {
        return attributes.get(index).value();
    }

    String attributeType(int index) {
        String type = validator == null ? null : validator.getAttributeType(index);
        return type == null ? "CDATA" : type;
    }

    int attributeIndex(String uri, String local) {
        for (int i = 0; i < attributes.size(); i++) {
            if (attributes.get(i).local().equals(local)
                    && attributes.get(i).uri().equals(uri)) {
                return i;
            }
        }
        return -1;
    }
}
