package dev.weir.soap.jaxws.body;

import dev.weir.bind.event.ValidatedItems;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.BodyCodec;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlTreeWriter;
import java.util.List;
import javax.xml.validation.Schema;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * A message that is validated by a schema: while it is read, item by item; before it is written, in a tree. The schema's
 * defaults are added to what is read. Thread-safe.
 */
public final class ValidatedMessageCodec implements BodyCodec<@Nullable Object[]> {
    private final MessageCodec codec;
    private final Schema schema;

    public ValidatedMessageCodec(MessageCodec codec, Schema schema) {
        this.codec = codec;
        this.schema = schema;
    }

    private static final class Strict implements ErrorHandler {
        @Override
        public void warning(SAXParseException problem) {
            // A warning leaves a document valid.
        }

        @Override
        public void error(SAXParseException problem) throws SAXException {
            throw problem;
        }

        @Override
        public void fatalError(SAXParseException problem) throws SAXException {
            throw problem;
        }
    }

    @Override
    public @Nullable XmlName firstElement() {
        return codec.firstElement();
    }

    @Override
    public @Nullable Object[] read(EnvelopeReader envelope) {
        try {
            if (!envelope.bodyIsEmpty()) {
                XmlReader items = new ValidatedItems(envelope.body(), schema.newValidatorHandler(), new Strict());
                items.next();
                envelope.payload(items);
            }
            return codec.read(envelope);
        } catch (XmlException e) {
            if (e.getCause() instanceof SAXParseException invalid) {
                throw new SoapFaultException(
                        SoapFault.sender("The request is not valid by the schema of " + codec.what()
                                + ": " + invalid.getMessage() + ", at line " + invalid.getLineNumber() + ", column "
                                + invalid.getColumnNumber() + "."));
            }
            throw e;
        }
    }

    /** @throws IllegalStateException where the message is not valid, which is the service's fault */
    @Override
    public void check(@Nullable Object[] values) {
        codec.check(values);
        if (codec.firstElement() == null) {
            return;
        }
        XmlTreeWriter tree = new XmlTreeWriter();
        codec.write(values, tree);
        XmlReader reader = tree.document().documentElement().reader();
        while (reader.event() != XmlEvent.START_ELEMENT) {
            reader.next();
        }
        XmlReader items = new ValidatedItems(reader, schema.newValidatorHandler(), new Strict());
        try {
            items.next();
            items.skipElement();
        } catch (XmlException e) {
            throw new IllegalStateException(
                    codec.what() + " is not valid by its schema: "
                            + (e.getCause() == null ? e : e.getCause()).getMessage(),
                    e);
        }
    }

    @Override
    public void write(@Nullable Object[] values, XmlWriter writer) {
        codec.write(values, writer);
    }

    @Override
    public List<XmlElement> headerBlocks(@Nullable Object[] values) {
        return codec.headerBlocks(values);
    }
}
