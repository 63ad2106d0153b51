package dev.weir.bind.jaxb;

import dev.weir.bind.context.ValidationEvents;
import dev.weir.bind.event.ValidatedItems;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.ValidationEventHandler;
import jakarta.xml.bind.helpers.ValidationEventLocatorImpl;
import java.io.IOException;
import java.util.function.Supplier;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;
import javax.xml.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Validates elements against a schema and reports errors as validation events. */
final class Validation implements ErrorHandler {
    private final @Nullable ValidationEventHandler handler;
    private final Supplier<@Nullable Object> object;

    /** @param object the object being written, for the locators of events; null when reading */
    Validation(@Nullable ValidationEventHandler handler, Supplier<@Nullable Object> object) {
        this.handler = handler;
        this.object = object;
    }

    private Validation(@Nullable ValidationEventHandler handler) {
        this(handler, () -> null);
    }

    /** Validates an element while it is read, and adds the defaults of the schema. */
    static UnmarshalInput validated(UnmarshalInput input, Schema schema, @Nullable ValidationEventHandler handler) {
        XmlReader items = new ValidatedItems(
                UnmarshalInput.onRoot(input.reader()), schema.newValidatorHandler(), new Validation(handler));
        return new UnmarshalInput(items) {
            @Override
            void end() throws XMLStreamException {
                input.end();
            }

            @Override
            public void close() throws IOException {
                input.close();
            }
        };
    }

    /** Validates a node without copying it. */
    static void check(Node node, Schema schema, @Nullable ValidationEventHandler handler)
            throws SAXException, IOException {
        Validator validator = schema.newValidator();
        validator.setErrorHandler(new Validation(handler));
        validator.validate(new DOMSource(node));
    }

    @Override
    public void warning(SAXParseException problem) throws SAXException {
        report(ValidationEvent.WARNING, problem);
    }

    /** Reported as a fatal error, like in the reference implementation. */
    @Override
    public void error(SAXParseException problem) throws SAXException {
        report(ValidationEvent.FATAL_ERROR, problem);
    }

    @Override
    public void fatalError(SAXParseException problem) throws SAXException {
        report(ValidationEvent.FATAL_ERROR, problem);
    }

    private void report(int severity, SAXParseException problem) throws SAXException {
        XmlLocation place =
                new XmlLocation(Math.max(0, problem.getLineNumber()), Math.max(0, problem.getColumnNumber()), -1);
        ValidationEvent event = ValidationEvents.event(severity, String.valueOf(problem.getMessage()), place, problem);
        ((ValidationEventLocatorImpl) event.getLocator()).setObject(object.get());
        boolean goOn = handler == null ? severity == ValidationEvent.WARNING : handler.handleEvent(event);
        if (!goOn) {
            throw problem;
        }
    }
}
