package dev.weir.xml.stax;

import dev.weir.xml.encoding.EncodingOptions;
import dev.weir.xml.writer.WriteOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLReporter;
import org.codehaus.stax2.XMLOutputFactory2;
import org.codehaus.stax2.XMLStreamProperties;
import org.codehaus.stax2.io.EscapingWriterFactory;
import org.jspecify.annotations.Nullable;

/**
 * The properties of an output factory, by the names of StAX, StAX2 and Woodstox. An unknown property, or a value of
 * another type, raises an IllegalArgumentException.
 */
final class OutputSettings {
    private static final String WOODSTOX = "com.ctc.wstx.";
    static final String UNDERLYING_STREAM = WOODSTOX + "outputUnderlyingStream";
    static final String UNDERLYING_WRITER = WOODSTOX + "outputUnderlyingWriter";

    private static final String REPAIRING = XMLOutputFactory.IS_REPAIRING_NAMESPACES;
    private static final String NAMESPACES = XMLStreamProperties.XSP_NAMESPACE_AWARE;
    private static final String EMPTY_ELEMENTS = XMLOutputFactory2.P_AUTOMATIC_EMPTY_ELEMENTS;
    private static final String CLOSE_OUTPUT = XMLOutputFactory2.P_AUTO_CLOSE_OUTPUT;
    private static final String PREFIX = XMLOutputFactory2.P_AUTOMATIC_NS_PREFIX;
    private static final String TEXT_ESCAPER = XMLOutputFactory2.P_TEXT_ESCAPER;
    private static final String VALUE_ESCAPER = XMLOutputFactory2.P_ATTR_VALUE_ESCAPER;
    private static final String REPORTER = XMLStreamProperties.XSP_PROBLEM_REPORTER;
    private static final String DOUBLE_QUOTES = WOODSTOX + "useDoubleQuotesInXmlDecl";
    private static final String CDATA_AS_TEXT = WOODSTOX + "outputCDataAsText";
    private static final String COPY_DEFAULTS = WOODSTOX + "copyDefaultAttrs";
    private static final String SPACE_IN_EMPTY = WOODSTOX + "addSpaceAfterEmptyElem";
    private static final String END_ELEMENTS = WOODSTOX + "automaticEndElements";
    private static final String STRUCTURE = WOODSTOX + "outputValidateStructure";
    private static final String CONTENT = WOODSTOX + "outputValidateContent";
    private static final String ATTRIBUTES = WOODSTOX + "outputValidateAttr";
    private static final String NAMES = WOODSTOX + "outputValidateNames";
    private static final String FIX_CONTENT = WOODSTOX + "outputFixContent";
    private static final String ESCAPE_CR = WOODSTOX + "outputEscapeCr";
    private static final String INVALID_CHARACTERS = WOODSTOX + "outputInvalidCharHandler";
    private static final String EMPTY_HANDLER = WOODSTOX + "outputEmptyElementHandler";

    private static final Map<String, Class<?>> TYPES = Map.ofEntries(
            Map.entry(REPAIRING, Boolean.class),
            Map.entry(NAMESPACES, Boolean.class),
            Map.entry(EMPTY_ELEMENTS, Boolean.class),
            Map.entry(CLOSE_OUTPUT, Boolean.class),
            Map.entry(PREFIX, String.class),
            Map.entry(TEXT_ESCAPER, EscapingWriterFactory.class),
            Map.entry(VALUE_ESCAPER, EscapingWriterFactory.class),
            Map.entry(REPORTER, XMLReporter.class),
            Map.entry(DOUBLE_QUOTES, Boolean.class),
            Map.entry(CDATA_AS_TEXT, Boolean.class),
            Map.entry(COPY_DEFAULTS, Boolean.class),
            Map.entry(SPACE_IN_EMPTY, Boolean.class),
            Map.entry(END_ELEMENTS, Boolean.class),
            Map.entry(STRUCTURE, Boolean.class),
            Map.entry(CONTENT, Boolean.class),
            Map.entry(ATTRIBUTES, Boolean.class),
            Map.entry(NAMES, Boolean.class),
            Map.entry(FIX_CONTENT, Boolean.class),
            Map.entry(ESCAPE_CR, Boolean.class),
            Map.entry(INVALID_CHARACTERS, IntUnaryOperator.class),
            Map.entry(EMPTY_HANDLER, Void.class),
            Map.entry(WeirOutputFactory.P_FAST_INFOSET, EncodingOptions.class));

    private static final Map<String, Object> CONSTANTS = Map.of(
            XMLStreamProperties.XSP_IMPLEMENTATION_NAME,
            "weir",
            XMLStreamProperties.XSP_IMPLEMENTATION_VERSION,
            version(),
            XMLStreamProperties.XSP_SUPPORTS_XML11,
            true,
            XMLStreamProperties.XSP_SUPPORT_XMLID,
            XMLStreamProperties.XSP_V_XMLID_NONE);

    private static final Map<String, Object> DEFAULTS = Map.ofEntries(
            Map.entry(REPAIRING, false),
            Map.entry(NAMESPACES, true),
            Map.entry(EMPTY_ELEMENTS, true),
            Map.entry(CLOSE_OUTPUT, false),
            Map.entry(PREFIX, "ns"),
            Map.entry(DOUBLE_QUOTES, false),
            Map.entry(CDATA_AS_TEXT, false),
            Map.entry(COPY_DEFAULTS, false),
            Map.entry(SPACE_IN_EMPTY, false),
            Map.entry(END_ELEMENTS, true),
            Map.entry(STRUCTURE, true),
            Map.entry(CONTENT, true),
            Map.entry(ATTRIBUTES, true),
            Map.entry(FIX_CONTENT, false),
            Map.entry(ESCAPE_CR, true));

    private final Map<String, Object> values;

    /** The cached options for UTF-8. */
    private @Nullable WriteOptions utf8;

    OutputSettings() {
        values = new HashMap<>(DEFAULTS);
    }

    OutputSettings(OutputSettings other) {
        values = new HashMap<>(other.values);
    }

    private static String version() {
        String version = OutputSettings.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    boolean isSupported(String name) {
        return TYPES.containsKey(name)
                || CONSTANTS.containsKey(name)
                || name.equals(UNDERLYING_STREAM)
                || name.equals(UNDERLYING_WRITER);
    }

    @Nullable Object get(String name) {
        if (CONSTANTS.containsKey(name)) {
            return CONSTANTS.get(name);
        }
        if (name.equals(UNDERLYING_STREAM) || name.equals(UNDERLYING_WRITER)) {
            throw new IllegalStateException("only a writer has a target of its own: " + name);
        }
        if (!TYPES.containsKey(name)) {
            throw new IllegalArgumentException("not a property of this output factory: " + name);
        }
        return name.equals(NAMES) ? values.getOrDefault(NAMES, false) : values.get(name);
    }

    void set(String name, @Nullable Object value) {
        Class<?> type = TYPES.get(name);
        if (type == null) {
            if (CONSTANTS.containsKey(name) && value != null && value.equals(CONSTANTS.get(name))) {
                return;
            }
            throw new IllegalArgumentException(
                    isSupported(name)
                            ? "the property " + name + " cannot be changed"
                            : "not a property of this output factory: " + name);
        }
        Object typed = value;
        if (type == Boolean.class && value instanceof String text) {
            if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
                throw new IllegalArgumentException("the property " + name + " must be true or false: " + text);
            }
            typed = Boolean.valueOf(text);
        }
        if (typed == null) {
            if (type == Boolean.class || type == String.class) {
                throw new IllegalArgumentException("the property " + name + " must have a value");
            }
            values.remove(name);
            return;
        }
        if (!type.isInstance(typed)) {
            throw new IllegalArgumentException(
                    type == Void.class
                            ? "there is no handler of empty elements: write start and full end where it matters"
                            : "the property " + name + " must be a " + type.getName() + ": "
                                    + typed.getClass().getName());
        }
        values.put(name, typed);
    }

    private boolean is(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    boolean repairing() {
        return is(REPAIRING);
    }

    boolean namespaces() {
        return is(NAMESPACES);
    }

    boolean collapsingEmpty() {
        return is(EMPTY_ELEMENTS);
    }

    boolean closingTarget() {
        return is(CLOSE_OUTPUT);
    }

    boolean closingElements() {
        return is(END_ELEMENTS);
    }

    boolean cdataAsText() {
        return is(CDATA_AS_TEXT);
    }

    boolean copyingDefaults() {
        return is(COPY_DEFAULTS);
    }

    boolean checkingStructure() {
        return is(STRUCTURE);
    }

    boolean checkingAttributes() {
        return is(ATTRIBUTES);
    }

    String automaticPrefix() {
        return String.valueOf(values.get(PREFIX));
    }

    @Nullable EscapingWriterFactory textEscaper() {
        return (EscapingWriterFactory) values.get(TEXT_ESCAPER);
    }

    @Nullable EscapingWriterFactory valueEscaper() {
        return (EscapingWriterFactory) values.get(VALUE_ESCAPER);
    }

    @Nullable XMLReporter reporter() {
        return (XMLReporter) values.get(REPORTER);
    }

    @Nullable EncodingOptions fastInfoset() {
        return (EncodingOptions) values.get(WeirOutputFactory.P_FAST_INFOSET);
    }

    void configureForConformance() {
        values.put(ATTRIBUTES, true);
        values.put(CONTENT, true);
        values.put(STRUCTURE, true);
        values.put(NAMES, true);
    }

    void configureForRobustness() {
        configureForConformance();
        values.put(FIX_CONTENT, true);
    }

    void configureForSpeed() {
        values.put(ATTRIBUTES, false);
        values.put(CONTENT, false);
        values.put(NAMES, false);
    }

    /** Names are checked by default; colons in them are checked only on request. */
    WriteOptions options(String encoding) {
        WriteOptions known = utf8;
        if (known == null) {
            known = options();
            utf8 = known;
        }
        return encoding.equals("UTF-8") ? known : known.withEncoding(encoding);
    }

    private WriteOptions options() {
        Object names = values.get(NAMES);
        return WriteOptions.DEFAULT
                .withApostrophes(!is(DOUBLE_QUOTES))
                .withEscapingCr(is(ESCAPE_CR))
                .withLosingCr(true)
                .withEscapingGt(false)
                .withCollapsingEmpty(collapsingEmpty())
                .withSpaceInEmpty(is(SPACE_IN_EMPTY))
                .withSplittingCData(is(FIX_CONTENT))
                .withMendingComments(is(FIX_CONTENT))
                .withReplacement((IntUnaryOperator) values.get(INVALID_CHARACTERS))
                .withCheckingNames(!Boolean.FALSE.equals(names))
                .withNamespaces(namespaces() && Boolean.TRUE.equals(names))
                .withCheckingContent(is(CONTENT))
                .withCheckingStructure(checkingStructure())
                .withCheckingAttributes(checkingAttributes())
                .withClosingElements(closingElements())
                .withClosingTarget(closingTarget());
    }
}
