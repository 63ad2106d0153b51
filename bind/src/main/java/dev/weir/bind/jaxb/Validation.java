package dev.weir.bind.jaxb;

import dev.weir.bind.compile.Reading;
import dev.weir.bind.event.ValidatedItems;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import dev.weir.xml.sax.XmlSaxResult;
import dev.weir.xml.sax.XmlSaxSource;
import dev.weir.xml.tree.XmlTreeWriter;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.ValidationEventHandler;
import java.io.IOException;
import java.util.Objects;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;
import javax.xml.validation.Validator;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Checks elements against a schema; what is wrong is told as events. */
final class Validation implements ErrorHandler {
    private final @Nullable ValidationEventHandler handler;

    private Validation(@Nullable ValidationEventHandler handler) {
        this.handler = handler;
    }

    /** The element as it is read, with the defaults of the schema. */
    static Input validated(Input input, Schema schema, @Nullable ValidationEventHandler handler) {
        XmlReader items =
                new ValidatedItems(Input.onRoot(input.reader()), schema.newValidatorHandler(), new Validation(handler));
        return new Input(items) {
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

    /** The element that the reader stands on, as a tree, with the defaults of the schema. */
    static XmlReader validated(XmlReader reader, Schema schema, @Nullable ValidationEventHandler handler)
            throws SAXException, IOException {
        XmlTreeWriter tree = new XmlTreeWriter();
        Validator validator = schema.newValidator();
        validator.setErrorHandler(new Validation(handler));
        validator.validate(new XmlSaxSource(reader), new XmlSaxResult(tree));
        return Input.onRoot(Objects.requireNonNull(tree.document().firstElement(), "an element")
                .reader());
    }

    /** Checks a node where it is. */
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

    @Override
    public void error(SAXParseException problem) throws SAXException {
        report(ValidationEvent.ERROR, problem);
    }

    @Override
    public void fatalError(SAXParseException problem) throws SAXException {
        report(ValidationEvent.FATAL_ERROR, problem);
    }

    private void report(int severity, SAXParseException problem) throws SAXException {
        XmlLocation place =
                new XmlLocation(Math.max(0, problem.getLineNumber()), Math.max(0, problem.getColumnNumber()), -1);
        ValidationEvent event = Reading.event(severity, String.valueOf(problem.getMessage()), place, problem);
        boolean goOn = handler == null ? severity == ValidationEvent.WARNING : handler.handleEvent(event);
        if (!goOn) {
            throw problem;
        }
    }
}
