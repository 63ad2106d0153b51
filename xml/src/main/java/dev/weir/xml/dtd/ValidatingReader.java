package dev.weir.xml.dtd;

import dev.weir.xml.BinaryContent;
import dev.weir.xml.ValueParser;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.lexical.LexicalReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader that validates the document against its own DTD. Items, values and errors are those of the reader that it
 * wraps. Violations go to a {@link ValidityListener} while the cursor moves to the item at which they are found.
 *
 * <p>A document without DTD is reported as one violation, and then read without validation.
 */
public final class ValidatingReader implements LexicalReader, DtdSource {
    private final XmlReader reader;
    private final ValidityListener listener;
    private @Nullable DtdValidator validator;
    private boolean begun;

    /** @param reader on START_DOCUMENT; closed with this one */
    public ValidatingReader(XmlReader reader, ValidityListener listener) {
        this.reader = reader;
        this.listener = listener;
    }

    @Override
    public @Nullable Dtd dtd() {
        return reader instanceof DtdSource source ? source.dtd() : null;
    }

    @Override
    public @Nullable EntityPlace entityPlace() {
        return reader instanceof DtdSource source ? source.entityPlace() : null;
    }

    @Override
    public boolean isTextReferenced() {
        return reader instanceof DtdSource source && source.isTextReferenced();
    }

    private void invalid(String violation) {
        listener.invalid(new XmlException(violation, reader.location()));
    }

    @Override
    public boolean repeats() {
        return false; // so that each item passes through next()
    }

    @Override
    public XmlEvent nextTagOrText() {
        return LexicalReader.super.nextTagOrText(); // so that each item passes through next()
    }

    @Override
    public XmlEvent next() {
        XmlEvent event = reader.next();
        try {
            switch (event) {
                case START_ELEMENT -> {
                    begin();
                    if (validator != null) {
                        startElement(validator);
                    }
                }
                case DOCTYPE -> begin();
                default -> {
                    if (validator != null) {
                        validate(validator, event);
                    }
                }
            }
        } catch (DtdException error) {
            throw new XmlException(String.valueOf(error.getMessage()), reader.location(), error);
        }
        return event;
    }

    private void begin() {
        if (begun) {
            return;
        }
        begun = true;
        Dtd dtd = dtd();
        if (dtd == null) {
            invalid("a valid document has a DOCTYPE");
            return;
        }
        DtdValidator started = new DtdValidator(dtd, this::invalid);
        validator = started;
        started.startDocument();
    }

    private void startElement(DtdValidator validating) {
        validating.startElement(reader.qualifiedName());
        for (int i = 0; i < reader.namespaceCount(); i++) {
            String prefix = reader.namespacePrefix(i);
            validating.attribute(prefix.isEmpty() ? "xmlns" : "xmlns:" + prefix, reader.namespaceUri(i));
        }
        for (int i = 0; i < reader.attributeCount(); i++) {
            validating.attribute(reader.attributeQualifiedName(i), reader.attributeValue(i));
        }
        validating.endOfAttributes();
    }

    private void validate(DtdValidator validating, XmlEvent event) {
        switch (event) {
            case END_ELEMENT -> validating.endElement();
            case TEXT -> {
                if (!validating.allowsText()) {
                    validating.text(reader.isWhitespace(), !reader.isCData() && !isTextReferenced());
                }
            }
            case COMMENT, PROCESSING_INSTRUCTION, ENTITY_START, ENTITY_END -> validating.misc();
            case ENTITY_REFERENCE -> validating.unknownContent();
            case END_DOCUMENT -> validating.endDocument();
            default -> {}
        }
    }

    // ---------------------------------------------------------------- whole elements, each item by this reader's
    // next()

    @Override
    public String elementText() {
        if (event() != XmlEvent.START_ELEMENT) {
            throw new IllegalStateException("expected START_ELEMENT but the cursor is on " + event());
        }
        XmlName element = name();
        StringBuilder text = new StringBuilder();
        while (next() != XmlEvent.END_ELEMENT) {
            switch (event()) {
                case TEXT -> appendText(text);
                case START_ELEMENT ->
                    throw new XmlException(
                            "the element " + element + " must hold text only, but holds the element " + name(),
                            location());
                default -> {}
            }
        }
        return text.toString();
    }

    @Override
    public <T> T elementValue(ValueParser<T> type) {
        return LexicalReader.super.elementValue(type); // by elementText(), whose items pass through next()
    }

    @Override
    public void skipElement() {
        if (event() != XmlEvent.START_ELEMENT) {
            throw new IllegalStateException("expected START_ELEMENT but the cursor is on " + event());
        }
        int element = depth();
        while (next() != XmlEvent.END_ELEMENT || depth() > element) {
            // next() validates
        }
    }

    // ---------------------------------------------------------------- delegated to the wrapped reader

    @Override
    public XmlEvent event() {
        return reader.event();
    }

    @Override
    public int depth() {
        return reader.depth();
    }

    @Override
    public XmlLocation location() {
        return reader.location();
    }

    @Override
    public XmlLocation endLocation() {
        return reader.endLocation();
    }

    @Override
    public @Nullable XmlDeclaration declaration() {
        return reader.declaration();
    }

    @Override
    public @Nullable String encoding() {
        return reader.encoding();
    }

    @Override
    public @Nullable XmlDoctype doctype() {
        return reader.doctype();
    }

    @Override
    public String entityName() {
        return reader.entityName();
    }

    @Override
    public @Nullable String entityText() {
        return reader.entityText();
    }

    @Override
    public String qualifiedName() {
        return reader.qualifiedName();
    }

    @Override
    public boolean isEmptyElement() {
        return reader.isEmptyElement();
    }

    @Override
    public XmlName name() {
        return reader.name();
    }

    @Override
    public String prefix() {
        return reader.prefix();
    }

    @Override
    public int attributeCount() {
        return reader.attributeCount();
    }

    @Override
    public XmlName attributeName(int index) {
        return reader.attributeName(index);
    }

    @Override
    public String attributePrefix(int index) {
        return reader.attributePrefix(index);
    }

    @Override
    public String localName() {
        return reader.localName();
    }

    @Override
    public String attributeLocalName(int index) {
        return reader.attributeLocalName(index);
    }

    @Override
    public String attributeQualifiedName(int index) {
        return reader.attributeQualifiedName(index);
    }

    @Override
    public String attributeValue(int index) {
        return reader.attributeValue(index);
    }

    @Override
    public boolean isAttributeDefaulted(int index) {
        return reader.isAttributeDefaulted(index);
    }

    @Override
    public String attributeType(int index) {
        return reader.attributeType(index);
    }

    @Override
    public int attributeIndex(String namespace, String local) {
        return reader.attributeIndex(namespace, local);
    }

    @Override
    public int attributeIndex(XmlName name) {
        return reader.attributeIndex(name);
    }

    @Override
    public @Nullable String attributeValue(XmlName name) {
        return reader.attributeValue(name);
    }

    @Override
    public int attributeInt(int index) {
        return reader.attributeInt(index);
    }

    @Override
    public long attributeLong(int index) {
        return reader.attributeLong(index);
    }

    @Override
    public double attributeDouble(int index) {
        return reader.attributeDouble(index);
    }

    @Override
    public <T> T attributeValue(int index, ValueParser<T> type) {
        return reader.attributeValue(index, type);
    }

    @Override
    public boolean attributeBoolean(int index) {
        return reader.attributeBoolean(index);
    }

    @Override
    public int namespaceCount() {
        return reader.namespaceCount();
    }

    @Override
    public String namespacePrefix(int index) {
        return reader.namespacePrefix(index);
    }

    @Override
    public String namespaceUri(int index) {
        return reader.namespaceUri(index);
    }

    @Override
    public @Nullable String lookupNamespace(String prefix) {
        return reader.lookupNamespace(prefix);
    }

    @Override
    public List<String> prefixesInScope() {
        return reader.prefixesInScope();
    }

    @Override
    public String text() {
        return reader.text();
    }

    @Override
    public boolean isWhitespace() {
        return reader.isWhitespace();
    }

    @Override
    public boolean isIgnorableWhitespace() {
        return reader.isIgnorableWhitespace();
    }

    @Override
    public boolean isTextContinued() {
        return reader.isTextContinued();
    }

    @Override
    public boolean isCData() {
        return reader.isCData();
    }

    @Override
    public @Nullable BinaryContent binary() {
        return reader.binary();
    }

    @Override
    public char[] textCharacters() {
        return reader.textCharacters();
    }

    @Override
    public int textLength() {
        return reader.textLength();
    }

    @Override
    public void appendText(StringBuilder to) {
        reader.appendText(to);
    }

    @Override
    public String target() {
        return reader.target();
    }

    @Override
    public void close() {
        reader.close();
    }
}
