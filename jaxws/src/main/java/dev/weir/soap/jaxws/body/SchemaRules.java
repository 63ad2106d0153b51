package dev.weir.soap.jaxws.body;

import dev.weir.bind.event.SaxHandlerTarget;
import dev.weir.bind.event.TargetWriter;
import dev.weir.bind.event.TeeWriter;
import dev.weir.bind.event.ValidatedItems;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import java.util.function.Consumer;
import javax.xml.validation.Schema;
import javax.xml.validation.ValidatorHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * Holds the elements of messages against a schema, item by item: the body while it is read or written, header blocks and the
 * details of faults, which are trees anyhow, one by one. Thread-safe.
 */
public final class SchemaRules {
    private final Schema schema;

    public SchemaRules(Schema schema) {
        this.schema = schema;
    }

    /** Ends with the first rule that is broken. */
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

    /**
     * Reads the element at the cursor with the schema's defaults. Where a rule is broken, that is the cause of an XmlException, as
     * a SAXParseException.
     */
    XmlReader reader(XmlReader onStart) {
        return new ValidatedItems(onStart, schema.newValidatorHandler(), new Strict());
    }

    /**
     * Writes one element to a writer, to which nothing goes that breaks a rule.
     *
     * @return the rule that is broken, and where; null where all are kept
     */
    @Nullable String write(XmlWriter target, Consumer<XmlWriter> element) {
        return problem(checked -> element.accept(new TeeWriter(checked, target)));
    }

    /** The rule that a header block breaks, and where; null where it is valid. SOAP's own attributes of it are passed over. */
    @Nullable String problemOfHeader(XmlElement block) {
        return problem(withoutSoap(block)::write);
    }

    /**
     * Requires an element in the detail of a fault to be valid.
     *
     * @param what names the fault in errors
     * @throws IllegalStateException where it is not; with the rule that is broken, and where
     */
    public void requireDetail(XmlElement detail, String what) {
        String problem = problem(detail::write);
        if (problem != null) {
            throw new IllegalStateException(what + " is not valid by its schema: " + problem);
        }
    }

    private @Nullable String problem(Consumer<XmlWriter> element) {
        ValidatorHandler validator = schema.newValidatorHandler();
        validator.setErrorHandler(new Strict());
        SaxHandlerTarget place = new SaxHandlerTarget(validator, null);
        try (TargetWriter checked = new TargetWriter(place)) {
            checked.startDocument();
            element.accept(checked);
            checked.endDocument();
            return null;
        } catch (TargetWriter.Refused broken) {
            String path = place.path();
            return rule(broken) + (path.isEmpty() ? "" : ", at " + path);
        }
    }

    /** The text of a broken rule, without its full stop, to be followed by a place. */
    static String rule(Exception broken) {
        String text = String.valueOf(broken.getMessage());
        return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    }

    /** Without mustUnderstand, actor and the like, which any block may have and no schema of a block declares. */
    private static XmlElement withoutSoap(XmlElement block) {
        for (XmlNode given = block.firstAttribute(); given != null; given = given.nextSibling()) {
            if (isSoap((XmlAttribute) given)) {
                XmlElement bare = block.copy();
                for (XmlNode next = bare.firstAttribute(); next != null; ) {
                    XmlAttribute attribute = (XmlAttribute) next;
                    next = attribute.nextSibling();
                    if (isSoap(attribute)) {
                        attribute.detach();
                    }
                }
                return bare;
            }
        }
        return block;
    }

    private static boolean isSoap(XmlAttribute attribute) {
        String namespace = attribute.name().namespace();
        return namespace.equals(EnvelopeFormat.SOAP_11.namespace) || namespace.equals(EnvelopeFormat.SOAP_12.namespace);
    }
}
