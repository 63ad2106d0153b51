package dev.weir.xml.stax;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.ExternalEntities;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdCache;
import dev.weir.xml.dtd.DtdException;
import dev.weir.xml.dtd.DtdRules;
import dev.weir.xml.dtd.DtdValidator;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.dtd.SubsetOverride;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.Edition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.validation.DTDValidationSchema;
import org.codehaus.stax2.validation.ValidationContext;
import org.codehaus.stax2.validation.XMLValidationProblem;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidator;
import org.jspecify.annotations.Nullable;

/**
 * A StAX2 schema made of an external DTD subset. The subset is parsed as the DTD of a document whose document element
 * is the first element to validate, and cached once parsed.
 */
final class DtdSchema implements DTDValidationSchema {
    private static final String PLACE = "weir:schema";

    private final byte[] subset;
    private final @Nullable String publicId;
    private final String systemId;
    private final ExternalEntities entities = new DtdCache(1).around(this::open);
    private final Dtd declared;

    DtdSchema(byte[] subset, @Nullable String publicId, @Nullable String systemId) throws XMLStreamException {
        this.subset = subset;
        this.publicId = publicId;
        this.systemId = systemId == null ? PLACE : systemId;
        try {
            this.declared = parse("x");
        } catch (DtdException wrong) {
            throw new XMLStreamException("the DTD is wrong: " + wrong.getMessage(), wrong);
        }
    }

    /** This subset as a replacement for the DTDs of documents. */
    SubsetOverride override(@Nullable ExternalEntities others) {
        return new SubsetOverride(subset, others);
    }

    private InputStream open(@Nullable String publicOfEntity, String systemOfEntity) throws IOException {
        if (!systemOfEntity.equals(PLACE)) {
            throw new IOException("a DTD that is a schema must not refer to another entity: " + systemOfEntity);
        }
        return new ByteArrayInputStream(subset);
    }

    private Dtd parse(String element) {
        return Dtd.parse(
                " " + element + " SYSTEM '" + PLACE + "'",
                new DtdRules(Edition.FIFTH, true, false, DtdPolicy.resolving(null, entities), XmlLimits.DEFAULT));
    }

    @Override
    public String getSchemaType() {
        return SCHEMA_ID_DTD;
    }

    @Override
    public int getEntityCount() {
        return (int) declared.declarations().stream()
                .filter(declaration -> declaration instanceof EntityDeclaration entity && !entity.parameter())
                .count();
    }

    @Override
    public int getNotationCount() {
        return declared.notations().size();
    }

    @Override
    public XMLValidator createValidator(ValidationContext context) {
        return new Calls(context);
    }

    @Override
    public String toString() {
        return "DTD " + (publicId == null ? "" : publicId + " ") + systemId;
    }

    private final class Calls extends XMLValidator {
        private final ValidationContext context;
        private @Nullable DtdValidator validator;

        Calls(ValidationContext context) {
            this.context = context;
        }

        private void validate(Runnable call) throws XMLStreamException {
            try {
                call.run();
            } catch (Reported reported) {
                throw reported.problem;
            } catch (DtdException wrong) {
                throw new XMLStreamException(
                        String.valueOf(wrong.getMessage()), context.getValidationLocation(), wrong);
            }
        }

        private void invalid(String breach) {
            XMLValidationProblem problem = new XMLValidationProblem(
                    context.getValidationLocation(), breach, XMLValidationProblem.SEVERITY_ERROR, SCHEMA_ID_DTD);
            problem.setReporter(this);
            try {
                context.reportProblem(problem);
            } catch (XMLStreamException stop) {
                throw new Reported(stop);
            }
        }

        private DtdValidator begun(String element) {
            DtdValidator known = validator;
            if (known == null) {
                validator = known = new DtdValidator(parse(element), this::invalid);
                known.startDocument();
            }
            return known;
        }

        private DtdValidator open() {
            DtdValidator known = validator;
            if (known == null) {
                throw new IllegalStateException("an element must start first");
            }
            return known;
        }

        private String qualified(@Nullable String prefix, String local) {
            return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
        }

        @Override
        public XMLValidationSchema getSchema() {
            return DtdSchema.this;
        }

        @Override
        public void validateElementStart(String local, @Nullable String uri, @Nullable String prefix)
                throws XMLStreamException {
            String name = qualified(prefix, local);
            validate(() -> begun(name).startElement(name));
        }

        @Override
        public @Nullable String validateAttribute(
                String local, @Nullable String uri, @Nullable String prefix, String value) throws XMLStreamException {
            validate(() -> open().attribute(qualified(prefix, local), value));
            return null;
        }

        @Override
        public @Nullable String validateAttribute(
                String local, String uri, String prefix, char[] value, int start, int end) throws XMLStreamException {
            return validateAttribute(local, uri, prefix, new String(value, start, end - start));
        }

        @Override
        public int validateElementAndAttributes() throws XMLStreamException {
            if (context instanceof EventMonitor ours) {
                for (int i = 0; i < ours.reader().namespaceCount(); i++) {
                    String prefix = ours.reader().namespacePrefix(i);
                    String uri = ours.reader().namespaceUri(i);
                    validate(() -> open().attribute(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, uri));
                }
            }
            validate(() -> open().endOfAttributes());
            return CONTENT_ALLOW_VALIDATABLE_TEXT;
        }

        @Override
        public int validateElementEnd(String local, @Nullable String uri, @Nullable String prefix)
                throws XMLStreamException {
            validate(() -> open().endElement());
            return CONTENT_ALLOW_VALIDATABLE_TEXT;
        }

        @Override
        public void validateText(String text, boolean lastTextSegment) throws XMLStreamException {
            validate(() -> {
                if (!open().allowsText()) {
                    open().text(text.chars().allMatch(Characters::isSpace), true);
                }
            });
        }

        @Override
        public void validateText(char[] text, int start, int end, boolean lastTextSegment) throws XMLStreamException {
            validateText(new String(text, start, end - start), lastTextSegment);
        }

        @Override
        public void validationCompleted(boolean endOfDocument) throws XMLStreamException {
            if (endOfDocument && validator != null) {
                validate(validator::endDocument);
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
    }

    /** Carries an XMLStreamException of a problem handler through code that cannot throw checked exceptions. */
    static final class Reported extends RuntimeException {
        final XMLStreamException problem;

        Reported(XMLStreamException problem) {
            super(problem.getMessage(), problem, false, false);
            this.problem = problem;
        }
    }
}
