package dev.weir.xml.stax;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.dtd.ValidatingReader;
import dev.weir.xml.dtd.ValidityListener;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.lexical.SimpleValue;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLReporter;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLReporter2;
import org.codehaus.stax2.typed.Base64Variant;
import org.codehaus.stax2.typed.Base64Variants;
import org.codehaus.stax2.typed.TypedArrayDecoder;
import org.codehaus.stax2.typed.TypedValueDecoder;
import org.codehaus.stax2.typed.TypedXMLStreamException;
import org.codehaus.stax2.validation.ValidationProblemHandler;
import org.codehaus.stax2.validation.XMLValidationProblem;
import org.codehaus.stax2.validation.XMLValidationSchema;
import org.codehaus.stax2.validation.XMLValidator;
import org.jspecify.annotations.Nullable;

/**
 * The complete StAX2 cursor: adds typed access, which delegates to the reader's typed methods where they exist, and
 * validation. After an invalid value the cursor is on END_ELEMENT, or still on the attributes' START_ELEMENT, and can
 * continue.
 */
final class TypedStreamReader extends UntypedStreamReader {
    /** The list or the bytes currently being read from the element's text; null for none. */
    private @Nullable ElementTokens tokens;

    private @Nullable ElementBase64 binary;
    private @Nullable ValidationProblemHandler problems;

    TypedStreamReader(OpenedDocument input, InputSettings settings) {
        this(input, settings, new Breaches());
    }

    private TypedStreamReader(OpenedDocument input, InputSettings settings, Breaches breaches) {
        super(settings.validating ? input.with(new ValidatingReader(input.reader(), breaches)) : input, settings);
        breaches.cursor = this;
        if (settings.isWatching()) {
            watch = new EventMonitor(this);
        }
    }

    /** Reports validity errors against the document's own DTD, for {@link XMLInputFactory#IS_VALIDATING}. */
    private static final class Breaches implements ValidityListener {
        private @Nullable TypedStreamReader cursor;

        @Override
        public void invalid(XmlException breach) {
            TypedStreamReader reader = cursor;
            if (reader == null) {
                throw breach;
            }
            XMLValidationProblem problem = new XMLValidationProblem(
                    reader.at(breach.location()),
                    breach.getMessage(),
                    XMLValidationProblem.SEVERITY_ERROR,
                    XMLValidationSchema.SCHEMA_ID_DTD);
            try {
                reader.report(problem);
            } catch (XMLStreamException stop) {
                throw new DtdSchema.Reported(stop);
            }
        }
    }

    // ---------------------------------------------------------------- elements

    private interface Conversion<T> {
        T of(byte[] bytes, int from, int to);
    }

    private void startTyped() throws XMLStreamException {
        if (type != START_ELEMENT) {
            throw new ReadFailure(
                    "the value of an element is read from its START_ELEMENT, not from " + name(type), getLocation());
        }
    }

    /** True when the reader can decode the whole element in one call. */
    private boolean isDirect() throws XMLStreamException {
        startTyped();
        return watch == null && settings.replacingEntities;
    }

    private <T> T converted(Conversion<T> conversion) throws XMLStreamException {
        return parsed(getElementText(), conversion);
    }

    private <T> T parsed(String text, Conversion<T> conversion) throws XMLStreamException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            return conversion.of(bytes, 0, bytes.length);
        } catch (IllegalArgumentException wrong) {
            throw wrongValue(text, wrong);
        }
    }

    TypedXMLStreamException wrongValue(@Nullable String lexical, IllegalArgumentException wrong) {
        return new TypedXMLStreamException(lexical, wrong.getMessage() + " at " + getLocation(), getLocation(), wrong);
    }

    /** Skips to the end of an element with an invalid value; other failures are handled as in next(). */
    private XMLStreamException failedElement(RuntimeException failure) throws XMLStreamException {
        if (!(failure instanceof XmlException) || !(failure.getCause() instanceof IllegalArgumentException wrong)) {
            return failed(failure);
        }
        // A value that came in several pieces is no longer available, except as the message quotes it.
        String lexical = String.valueOf(wrong.getMessage()).endsWith(": \"\"") ? "" : null;
        try {
            if (reader.event() == XmlEvent.TEXT) {
                lexical = reader.text();
            }
            while (reader.event() != XmlEvent.END_ELEMENT) {
                reader.next();
            }
        } catch (RuntimeException syntax) {
            return failed(syntax);
        }
        type = END_ELEMENT;
        return wrongValue(lexical, wrong);
    }

    @Override
    public boolean getElementAsBoolean() throws XMLStreamException {
        if (!isDirect()) {
            return converted(SimpleValue::toBoolean);
        }
        try {
            boolean value = reader.elementBoolean();
            type = END_ELEMENT;
            return value;
        } catch (RuntimeException wrong) {
            throw failedElement(wrong);
        }
    }

    @Override
    public int getElementAsInt() throws XMLStreamException {
        if (!isDirect()) {
            return converted(SimpleValue::toInt);
        }
        try {
            int value = reader.elementInt();
            type = END_ELEMENT;
            return value;
        } catch (RuntimeException wrong) {
            throw failedElement(wrong);
        }
    }

    @Override
    public long getElementAsLong() throws XMLStreamException {
        if (!isDirect()) {
            return converted(SimpleValue::toLong);
        }
        try {
            long value = reader.elementLong();
            type = END_ELEMENT;
            return value;
        } catch (RuntimeException wrong) {
            throw failedElement(wrong);
        }
    }

    @Override
    public double getElementAsDouble() throws XMLStreamException {
        if (!isDirect()) {
            return converted(SimpleValue::toDouble);
        }
        try {
            double value = reader.elementDouble();
            type = END_ELEMENT;
            return value;
        } catch (RuntimeException wrong) {
            throw failedElement(wrong);
        }
    }

    @Override
    public BigDecimal getElementAsDecimal() throws XMLStreamException {
        if (!isDirect()) {
            return converted(SimpleValue::toDecimal);
        }
        try {
            BigDecimal value = reader.elementDecimal();
            type = END_ELEMENT;
            return value;
        } catch (RuntimeException wrong) {
            throw failedElement(wrong);
        }
    }

    @Override
    public float getElementAsFloat() throws XMLStreamException {
        startTyped();
        return converted(TypedStreamReader::toFloat);
    }

    @Override
    public BigInteger getElementAsInteger() throws XMLStreamException {
        startTyped();
        return converted(TypedStreamReader::toInteger);
    }

    @Override
    public QName getElementAsQName() throws XMLStreamException {
        startTyped();
        String text = getElementText();
        try {
            return qualified(text);
        } catch (IllegalArgumentException wrong) {
            throw wrongValue(text, wrong);
        }
    }

    @Override
    public byte[] getElementAsBinary() throws XMLStreamException {
        return getElementAsBinary(Base64Variants.getDefaultVariant());
    }

    @Override
    public byte[] getElementAsBinary(Base64Variant variant) throws XMLStreamException {
        if (isDirect() && variant.equals(Base64Variants.MIME)) {
            try {
                byte[] value = reader.elementBase64();
                type = END_ELEMENT;
                return value;
            } catch (RuntimeException wrong) {
                throw failedElement(wrong);
            }
        }
        ElementBase64 decoder = new ElementBase64(this, variant);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[4096];
        for (int read = decoder.read(some, 0, some.length); read >= 0; read = decoder.read(some, 0, some.length)) {
            all.write(some, 0, read);
        }
        return all.toByteArray();
    }

    @Override
    public void getElementAs(TypedValueDecoder decoder) throws XMLStreamException {
        startTyped();
        decode(getElementText(), decoder);
    }

    private void decode(String text, TypedValueDecoder decoder) throws XMLStreamException {
        String trimmed = trimmed(text);
        try {
            if (trimmed.isEmpty()) {
                decoder.handleEmptyValue();
            } else {
                decoder.decode(trimmed);
            }
        } catch (IllegalArgumentException wrong) {
            throw wrongValue(text, wrong);
        }
    }

    // ---------------------------------------------------------------- elements, in pieces

    @Override
    public int readElementAsBinary(byte[] to, int offset, int length) throws XMLStreamException {
        return readElementAsBinary(to, offset, length, Base64Variants.getDefaultVariant());
    }

    @Override
    public int readElementAsBinary(byte[] to, int offset, int length, Base64Variant variant) throws XMLStreamException {
        Objects.requireNonNull(to);
        if (length < 1) {
            throw new IllegalArgumentException("at least one byte must be asked for: " + length);
        }
        Objects.checkFromIndexSize(offset, length, to.length);
        ElementBase64 open = binary;
        if (open == null || type == START_ELEMENT || !open.isHere()) {
            binary = null;
            if (type == END_ELEMENT) {
                return -1;
            }
            open = new ElementBase64(this, variant);
            if (startsOnText()) {
                open.take();
            }
            binary = open;
        }
        int read = open.read(to, offset, length);
        if (read < 0) {
            binary = null;
        }
        return read;
    }

    private boolean startsOnText() {
        if (type == START_ELEMENT) {
            return false;
        }
        if (type == CHARACTERS || type == CDATA || type == SPACE) {
            return true;
        }
        throw new IllegalStateException(
                "expected START_ELEMENT or the text of an element but the cursor is on " + name(type));
    }

    @Override
    public int readElementAsIntArray(int[] to, int from, int length) throws XMLStreamException {
        return readElementAsArray(NumberArrayDecoder.into(to, from, room(length), NumberArrayDecoder.INTS));
    }

    @Override
    public int readElementAsLongArray(long[] to, int from, int length) throws XMLStreamException {
        return readElementAsArray(NumberArrayDecoder.into(to, from, room(length), NumberArrayDecoder.LONGS));
    }

    @Override
    public int readElementAsFloatArray(float[] to, int from, int length) throws XMLStreamException {
        return readElementAsArray(NumberArrayDecoder.into(to, from, room(length), NumberArrayDecoder.FLOATS));
    }

    @Override
    public int readElementAsDoubleArray(double[] to, int from, int length) throws XMLStreamException {
        return readElementAsArray(NumberArrayDecoder.into(to, from, room(length), NumberArrayDecoder.DOUBLES));
    }

    private static int room(int length) {
        if (length < 1) {
            throw new IllegalArgumentException("at least one number must be asked for: " + length);
        }
        return length;
    }

    @Override
    public int readElementAsArray(TypedArrayDecoder decoder) throws XMLStreamException {
        ElementTokens open = tokens;
        if (open == null || type == START_ELEMENT || !open.isHere()) {
            tokens = null;
            if (type == END_ELEMENT) {
                return -1;
            }
            open = new ElementTokens(this);
            if (startsOnText()) {
                open.take();
            }
            tokens = open;
        }
        int read = open.read(decoder);
        if (read < 0) {
            tokens = null;
        }
        return read;
    }

    // ---------------------------------------------------------------- attributes

    private XMLStreamException failedAttribute(int index, RuntimeException failure) {
        if (failure instanceof IndexOutOfBoundsException outside) {
            throw noAttribute(index, outside);
        }
        if (failure instanceof XmlException && failure.getCause() instanceof IllegalArgumentException wrong) {
            return wrongValue(reader.attributeValue(index), wrong);
        }
        return failed(failure);
    }

    @Override
    public boolean getAttributeAsBoolean(int index) throws XMLStreamException {
        try {
            return reader.attributeBoolean(index);
        } catch (RuntimeException wrong) {
            throw failedAttribute(index, wrong);
        }
    }

    @Override
    public int getAttributeAsInt(int index) throws XMLStreamException {
        try {
            return reader.attributeInt(index);
        } catch (RuntimeException wrong) {
            throw failedAttribute(index, wrong);
        }
    }

    @Override
    public long getAttributeAsLong(int index) throws XMLStreamException {
        try {
            return reader.attributeLong(index);
        } catch (RuntimeException wrong) {
            throw failedAttribute(index, wrong);
        }
    }

    @Override
    public double getAttributeAsDouble(int index) throws XMLStreamException {
        try {
            return reader.attributeDouble(index);
        } catch (RuntimeException wrong) {
            throw failedAttribute(index, wrong);
        }
    }

    @Override
    public float getAttributeAsFloat(int index) throws XMLStreamException {
        return parsed(getAttributeValue(index), TypedStreamReader::toFloat);
    }

    @Override
    public BigInteger getAttributeAsInteger(int index) throws XMLStreamException {
        return parsed(getAttributeValue(index), TypedStreamReader::toInteger);
    }

    @Override
    public BigDecimal getAttributeAsDecimal(int index) throws XMLStreamException {
        return parsed(getAttributeValue(index), SimpleValue::toDecimal);
    }

    @Override
    public QName getAttributeAsQName(int index) throws XMLStreamException {
        String text = getAttributeValue(index);
        try {
            return qualified(text);
        } catch (IllegalArgumentException wrong) {
            throw wrongValue(text, wrong);
        }
    }

    @Override
    public void getAttributeAs(int index, TypedValueDecoder decoder) throws XMLStreamException {
        decode(getAttributeValue(index), decoder);
    }

    @Override
    public byte[] getAttributeAsBinary(int index) throws XMLStreamException {
        return getAttributeAsBinary(index, Base64Variants.getDefaultVariant());
    }

    @Override
    public byte[] getAttributeAsBinary(int index, Base64Variant variant) throws XMLStreamException {
        String text = getAttributeValue(index);
        if (variant.equals(Base64Variants.MIME)) {
            return parsed(text, SimpleValue::toBase64);
        }
        return ElementBase64.decode(this, text, variant);
    }

    @Override
    public int[] getAttributeAsIntArray(int index) throws XMLStreamException {
        return items(index, NumberArrayDecoder.growing(new int[0], NumberArrayDecoder.INTS));
    }

    @Override
    public long[] getAttributeAsLongArray(int index) throws XMLStreamException {
        return items(index, NumberArrayDecoder.growing(new long[0], NumberArrayDecoder.LONGS));
    }

    @Override
    public float[] getAttributeAsFloatArray(int index) throws XMLStreamException {
        return items(index, NumberArrayDecoder.growing(new float[0], NumberArrayDecoder.FLOATS));
    }

    @Override
    public double[] getAttributeAsDoubleArray(int index) throws XMLStreamException {
        return items(index, NumberArrayDecoder.growing(new double[0], NumberArrayDecoder.DOUBLES));
    }

    private <A> A items(int index, NumberArrayDecoder<A> numbers) throws XMLStreamException {
        getAttributeAsArray(index, numbers);
        return numbers.items();
    }

    @Override
    public int getAttributeAsArray(int index, TypedArrayDecoder decoder) throws XMLStreamException {
        String text = getAttributeValue(index);
        int items = 0;
        int position = 0;
        while (true) {
            while (position < text.length() && Characters.isSpace(text.charAt(position))) {
                position++;
            }
            if (position == text.length()) {
                return items;
            }
            int start = position;
            while (position < text.length() && !Characters.isSpace(text.charAt(position))) {
                position++;
            }
            String item = text.substring(start, position);
            if (!decoder.hasRoom()) {
                throw wrongValue(text, new IllegalArgumentException("the list has more items than there is room for"));
            }
            try {
                decoder.decodeValue(item);
            } catch (IllegalArgumentException wrong) {
                throw wrongValue(item, wrong);
            }
            items++;
        }
    }

    // ---------------------------------------------------------------- values

    private static Float toFloat(byte[] bytes, int from, int to) {
        double value = SimpleValue.toDouble(bytes, from, to);
        return NumberArrayDecoder.floatOf(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1), value);
    }

    private static BigInteger toInteger(byte[] bytes, int from, int to) {
        String digits = trimmed(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        if (digits.indexOf('.') >= 0) {
            throw new IllegalArgumentException("not a value of xs:integer: it has a point");
        }
        return SimpleValue.toDecimal(bytes, from, to).toBigIntegerExact();
    }

    /** A prefix that is not bound is an error; none is the default namespace (XML Schema 1.1 Part 2, 3.3.18). */
    private QName qualified(String text) {
        String written = trimmed(text);
        int colon = written.indexOf(':');
        String prefix = colon < 0 ? "" : written.substring(0, colon);
        String local = written.substring(colon + 1);
        if (!Characters.isNCName(local) || colon >= 0 && !Characters.isNCName(prefix)) {
            throw new IllegalArgumentException("not a value of xs:QName");
        }
        String uri = getNamespaceURI(prefix);
        if (uri == null) {
            throw new IllegalArgumentException("the prefix " + prefix + " is not bound to a namespace");
        }
        return new QName(uri, local, prefix);
    }

    private static String trimmed(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && Characters.isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && Characters.isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    // ---------------------------------------------------------------- validation

    @Override
    EventMonitor watching() {
        EventMonitor known = watch;
        if (known == null) {
            watch = known = new EventMonitor(this);
        }
        return known;
    }

    /** On START_ELEMENT the validator sees that element first, so that a part of a document can be validated. */
    @Override
    public XMLValidator validateAgainst(XMLValidationSchema schema) throws XMLStreamException {
        return watching().start(schema);
    }

    @Override
    public @Nullable XMLValidator stopValidatingAgainst(XMLValidationSchema schema) throws XMLStreamException {
        return watch == null ? null : watch.stop(validator -> schema.equals(validator.getSchema()));
    }

    @Override
    public @Nullable XMLValidator stopValidatingAgainst(XMLValidator wanted) throws XMLStreamException {
        return watch == null ? null : watch.stop(validator -> validator == wanted);
    }

    @Override
    public @Nullable ValidationProblemHandler setValidationProblemHandler(@Nullable ValidationProblemHandler handler) {
        ValidationProblemHandler before = problems;
        problems = handler;
        return before;
    }

    /** Reports a validation problem to the problem handler, else to the XMLReporter, else throws it. */
    void report(XMLValidationProblem problem) throws XMLStreamException {
        XMLReporter reporter = settings.reporter;
        if (problems != null) {
            problems.reportProblem(problem);
        } else if (reporter instanceof XMLReporter2 reporter2) {
            reporter2.report(problem);
        } else if (reporter != null) {
            reporter.report(problem.getMessage(), "validation", problem, problem.getLocation());
        } else if (problem.getSeverity() >= XMLValidationProblem.SEVERITY_ERROR) {
            throw problem.toException();
        }
    }
}
