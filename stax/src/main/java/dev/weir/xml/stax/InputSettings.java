package dev.weir.xml.stax;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.ExternalEntities;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.dtd.DtdCache;
import dev.weir.xml.encoding.DecodingOptions;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.lexical.Characters;
import dev.weir.xml.reader.ReadOptions;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLReporter;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.util.XMLEventAllocator;
import org.codehaus.stax2.XMLInputFactory2;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the properties of an input factory, with the read options derived from them. Immutable: a factory holds
 * one and passes it to each reader.
 */
final class InputSettings {
    private static final String WSTX = "com.ctc.wstx.";

    static final String ENTITIES = "javax.xml.stream.entities";
    static final String NOTATIONS = "javax.xml.stream.notations";

    static final String MAX_CHILDREN = WSTX + "maxChildrenPerElement";
    static final String MAX_ELEMENTS = WSTX + "maxElementCount";
    private static final String MAX_ATTRIBUTES = WSTX + "maxAttributesPerElement";
    private static final String MAX_ATTRIBUTE_SIZE = WSTX + "maxAttributeSize";
    private static final String MAX_DEPTH = WSTX + "maxElementDepth";
    private static final String MAX_CHARACTERS = WSTX + "maxCharacters";
    private static final String MAX_TEXT = WSTX + "maxTextLength";
    private static final String MAX_ENTITIES = WSTX + "maxEntityCount";
    private static final String DTD_RESOLVER = WSTX + "dtdResolver";
    private static final String ENTITY_RESOLVER = WSTX + "entityResolver";
    private static final String CUSTOM_ENTITIES = WSTX + "customInternalEntities";
    private static final String UNDECLARED_RESOLVER = WSTX + "undeclaredEntityResolver";
    private static final String PARSING_MODE = WSTX + "fragmentMode";
    private static final String CACHE_DTDS = WSTX + "cacheDTDs";
    private static final String BASE_URL = WSTX + "baseURL";
    private static final String NULL_FOR_DEFAULT_NAMESPACE = WSTX + "returnNullForDefaultNamespace";

    /** The size of the DTD cache, the same as in Woodstox. */
    private static final int CACHED_DTDS = 12;

    /**
     * Validates and converts the value passed for a property; throws IllegalArgumentException if it is not supported.
     */
    private interface Rule {
        @Nullable Object accept(String name, @Nullable Object value);
    }

    private static final Map<String, Rule> RULES = new HashMap<>();
    private static final Map<String, Object> DEFAULTS = new HashMap<>();

    private static void rule(String name, Rule rule, Object initial) {
        RULES.put(name, rule);
        DEFAULTS.put(name, initial);
    }

    static {
        XmlLimits limits = XmlLimits.DEFAULT;
        rule(XMLInputFactory.IS_NAMESPACE_AWARE, InputSettings::flag, true);
        rule(XMLInputFactory.IS_COALESCING, InputSettings::flag, false);
        rule(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, InputSettings::flag, true);
        rule(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, InputSettings::flag, false);
        rule(XMLInputFactory.IS_VALIDATING, InputSettings::flag, false);
        rule(XMLInputFactory.SUPPORT_DTD, InputSettings::flag, true);
        RULES.put(XMLInputFactory.REPORTER, instance(XMLReporter.class));
        RULES.put(XMLInputFactory.RESOLVER, instance(XMLResolver.class));
        RULES.put(XMLInputFactory.ALLOCATOR, instance(XMLEventAllocator.class));
        rule(XMLConstants.ACCESS_EXTERNAL_DTD, InputSettings::text, "all");
        rule(
                XMLConstants.FEATURE_SECURE_PROCESSING,
                always(true, "a reader is never without limits; raise them one by one"),
                true);

        rule(XMLInputFactory2.P_REPORT_CDATA, InputSettings::flag, true);
        rule(XMLInputFactory2.P_REPORT_PROLOG_WHITESPACE, InputSettings::flag, false);
        rule(XMLInputFactory2.P_LAZY_PARSING, InputSettings::flag, true);
        // Names are interned in any case, once for each name table.
        rule(XMLInputFactory2.P_INTERN_NAMES, InputSettings::flag, true);
        rule(XMLInputFactory2.P_INTERN_NS_URIS, InputSettings::flag, true);
        rule(XMLInputFactory2.P_PRESERVE_LOCATION, InputSettings::flag, true);
        rule(XMLInputFactory2.P_AUTO_CLOSE_INPUT, InputSettings::flag, false);
        rule(XMLInputFactory2.XSP_SUPPORT_XMLID, InputSettings::xmlId, XMLInputFactory2.XSP_V_XMLID_TYPING);
        rule(XMLInputFactory2.XSP_IMPLEMENTATION_NAME, InputSettings::readOnly, "weir");
        String version = InputSettings.class.getPackage().getImplementationVersion();
        rule(
                XMLInputFactory2.XSP_IMPLEMENTATION_VERSION,
                InputSettings::readOnly,
                version == null ? "unknown" : version);
        rule(
                XMLInputFactory2.XSP_SUPPORTS_XML11,
                always(true, "documents say themselves whether they are XML 1.1"),
                true);

        // Woodstox's, by name
        rule(WSTX + "normalizeLFs", always(true, "XML 1.0, section 2.11, asks for it"), true);
        rule(WSTX + "treatCharRefsAsEnts", always(false, "character references are characters"), false);
        rule(
                WSTX + "allowXml11EscapedCharsInXml10",
                always(false, "XML 1.0, production 2, does not have these characters"),
                false);
        rule(
                WSTX + "allowSurrogatePairEntities",
                always(false, "XML 1.0, section 4.1, does not have references to surrogates"),
                false);
        rule(NULL_FOR_DEFAULT_NAMESPACE, InputSettings::flag, true);
        rule(CACHE_DTDS, InputSettings::flag, true);
        rule(WSTX + "cacheDTDsByPublicId", InputSettings::flag, false);
        rule(WSTX + "supportDTDPP", InputSettings::flag, false);
        rule(WSTX + "validateTextChars", always(true, "characters are always checked"), true);
        rule(WSTX + "inputBufferLength", count(1), 4000);
        rule(WSTX + "minTextSegment", count(1), 64);
        rule(MAX_ATTRIBUTES, count(1), limits.maxAttributes());
        rule(MAX_ATTRIBUTE_SIZE, count(1), limits.maxAttributeLength());
        rule(MAX_CHILDREN, count(1), Integer.MAX_VALUE);
        rule(MAX_ELEMENTS, longCount(1), Long.MAX_VALUE);
        rule(MAX_DEPTH, count(1), limits.maxDepth());
        rule(MAX_CHARACTERS, longCount(1), limits.maxDocumentLength());
        rule(MAX_TEXT, count(1), limits.maxTextLength());
        rule(MAX_ENTITIES, longCount(1), (long) limits.maxEntityExpansions());
        // Nesting costs a reader that does not recurse nothing: what it may cost is bounded by the expansions.
        rule(WSTX + "maxEntityDepth", count(1), 500);
        rule(WSTX + "maxDtdDepth", count(1), 500);
        RULES.put(DTD_RESOLVER, instance(XMLResolver.class));
        RULES.put(ENTITY_RESOLVER, instance(XMLResolver.class));
        RULES.put(XMLInputFactory2.P_DTD_OVERRIDE, InputSettings::dtd);
        RULES.put(BASE_URL, InputSettings::url);
        rule(CUSTOM_ENTITIES, InputSettings::texts, Map.of());
        RULES.put(UNDECLARED_RESOLVER, instance(XMLResolver.class));
        RULES.put(PARSING_MODE, InputSettings::parsingMode);

        RULES.put(WeirInputFactory.FAST_INFOSET, InputSettings::fastInfoset);
    }

    /** The default settings: external entities are refused. */
    static final InputSettings SAFE = new InputSettings(DEFAULTS);

    /** The settings that StAX 1.0 prescribes: external entities are fetched from any location. */
    static final InputSettings SPECIFIED = SAFE.with(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, true);

    private final Map<String, Object> values;
    private final ReadOptions options;
    private final @Nullable ExternalEntities entities;
    private final Map<String, String> customEntities;

    final boolean coalescing;
    final boolean reportCData;
    final boolean replacingEntities;
    final boolean dtdSupport;
    final boolean validating;
    final boolean autoClose;
    final boolean typedXmlId;
    final boolean checkedXmlId;
    final boolean nullForDefaultNamespace;
    final boolean keepingLocations;
    final @Nullable XMLReporter reporter;

    /** Decoding options for Fast Infoset documents; null when only text is accepted. */
    final @Nullable DecodingOptions fastInfoset;

    private InputSettings(Map<String, Object> values) {
        this.values = values;
        this.coalescing = is(XMLInputFactory.IS_COALESCING);
        this.reportCData = is(XMLInputFactory2.P_REPORT_CDATA);
        this.replacingEntities = is(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES);
        this.dtdSupport = is(XMLInputFactory.SUPPORT_DTD);
        this.validating = dtdSupport && is(XMLInputFactory.IS_VALIDATING);
        this.autoClose = is(XMLInputFactory2.P_AUTO_CLOSE_INPUT);
        this.typedXmlId = !XMLInputFactory2.XSP_V_XMLID_NONE.equals(values.get(XMLInputFactory2.XSP_SUPPORT_XMLID));
        this.checkedXmlId = XMLInputFactory2.XSP_V_XMLID_FULL.equals(values.get(XMLInputFactory2.XSP_SUPPORT_XMLID));
        this.nullForDefaultNamespace = is(NULL_FOR_DEFAULT_NAMESPACE);
        this.keepingLocations = is(XMLInputFactory2.P_PRESERVE_LOCATION);
        this.reporter = (XMLReporter) values.get(XMLInputFactory.REPORTER);
        this.fastInfoset = (DecodingOptions) values.get(WeirInputFactory.FAST_INFOSET);
        ExternalEntities access = dtdSupport ? externalEntities() : null;
        this.entities = access != null && is(CACHE_DTDS) ? new DtdCache(CACHED_DTDS).around(access) : access;
        this.customEntities = customEntities();
        // An entity whose declaration was skipped with the DTD must not vanish from the document: the cursor sees the
        // reference and reports it.
        this.options = ReadOptions.DEFAULT
                .withLimits(limits())
                .withDtdPolicy(dtdSupport ? DtdPolicy.INTERNAL : DtdPolicy.IGNORE)
                .withNamespaces(is(XMLInputFactory.IS_NAMESPACE_AWARE))
                .withCoalescing(coalescing)
                .withExpandingEntities(replacingEntities)
                .withPrologWhitespace(is(XMLInputFactory2.P_REPORT_PROLOG_WHITESPACE))
                .withDoctypeEvents(true)
                .withFragment(isFragment(values.get(PARSING_MODE)));
    }

    private Map<String, String> customEntities() {
        Map<String, String> texts = new HashMap<>();
        if (values.get(CUSTOM_ENTITIES) instanceof Map<?, ?> given) {
            given.forEach((name, text) -> texts.put(String.valueOf(name), entityText(text)));
        }
        return texts;
    }

    private static String entityText(@Nullable Object given) {
        return given == null ? "" : given instanceof char[] characters ? new String(characters) : given.toString();
    }

    private @Nullable ExternalEntities externalEntities() {
        StaxExternalEntities access = externalAccess();
        DtdSchema override = (DtdSchema) values.get(XMLInputFactory2.P_DTD_OVERRIDE);
        return override == null ? access : override.override(access);
    }

    private @Nullable StaxExternalEntities externalAccess() {
        XMLResolver general = (XMLResolver) values.get(XMLInputFactory.RESOLVER);
        XMLResolver others = (XMLResolver) values.getOrDefault(ENTITY_RESOLVER, general);
        XMLResolver dtd = (XMLResolver) values.getOrDefault(DTD_RESOLVER, general);
        boolean supported = is(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES);
        if (!supported && others == null && dtd == null) {
            return null;
        }
        return new StaxExternalEntities(
                dtd, others, supported, String.valueOf(values.get(XMLConstants.ACCESS_EXTERNAL_DTD)));
    }

    private XmlLimits limits() {
        XmlLimits limits = XmlLimits.DEFAULT;
        return new XmlLimits(
                number(MAX_DEPTH).intValue(),
                number(MAX_ATTRIBUTES).intValue(),
                limits.maxNameLength(),
                number(MAX_ATTRIBUTE_SIZE).intValue(),
                limits.maxTagLength(),
                number(MAX_TEXT).intValue(),
                limits.maxNames(),
                number(MAX_CHARACTERS).longValue(),
                limits.maxDtdLength(),
                (int) Math.min(Integer.MAX_VALUE, number(MAX_ENTITIES).longValue()),
                limits.maxEntityText());
    }

    static boolean isKnown(String name) {
        return RULES.containsKey(name);
    }

    static Set<String> known() {
        return new TreeSet<>(RULES.keySet());
    }

    /** The same settings but for one property. */
    InputSettings with(String name, @Nullable Object value) {
        Rule rule = RULES.get(name);
        if (rule == null) {
            throw unknown(name);
        }
        Object accepted = rule.accept(name, value);
        Map<String, Object> changed = new HashMap<>(values);
        if (accepted == null) {
            changed.remove(name);
        } else {
            changed.put(name, accepted);
        }
        return new InputSettings(changed);
    }

    /** The value of a property; null for an object that was not set. */
    @Nullable Object get(String name) {
        if (!RULES.containsKey(name)) {
            throw unknown(name);
        }
        return values.get(name);
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException("an input factory has no property " + name);
    }

    private boolean is(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    private Number number(String name) {
        Object value = values.get(name);
        return value == null ? 0 : (Number) value;
    }

    long maxElements() {
        return number(MAX_ELEMENTS).longValue();
    }

    int maxChildren() {
        return number(MAX_CHILDREN).intValue();
    }

    /** True when an {@link EventMonitor} has to observe every event of a document. */
    boolean isWatching() {
        return maxElements() < Long.MAX_VALUE || maxChildren() < Integer.MAX_VALUE || checkedXmlId;
    }

    @Nullable XMLEventAllocator allocator() {
        return (XMLEventAllocator) values.get(XMLInputFactory.ALLOCATOR);
    }

    /**
     * How to read one document.
     *
     * @param systemId the system identifier of the document; null when unknown
     * @param encoding the encoding by external information; null to detect it from the document
     */
    ReadOptions options(@Nullable String systemId, @Nullable String encoding) {
        ReadOptions chosen = options;
        XMLResolver undeclared = (XMLResolver) values.get(UNDECLARED_RESOLVER);
        boolean more = undeclared != null || !customEntities.isEmpty();
        if (entities != null || more) {
            URL base = (URL) values.get(BASE_URL);
            String uri = systemId == null && base != null ? base.toExternalForm() : systemId;
            DtdPolicy policy = entities == null ? options.dtdPolicy() : DtdPolicy.resolving(uri, entities);
            chosen = chosen.withDtdPolicy(
                    more ? policy.withEntities(new CustomEntities(customEntities, undeclared, uri)) : policy);
        }
        return encoding == null || encoding.isEmpty() ? chosen : chosen.withEncoding(encoding);
    }

    // Rules

    private static Object readOnly(String name, @Nullable Object value) {
        throw new IllegalArgumentException(name + " can only be read");
    }

    private static Boolean flag(String name, @Nullable Object value) {
        if (value instanceof Boolean given) {
            return given;
        }
        if (value instanceof String text && (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"))) {
            return Boolean.valueOf(text);
        }
        throw wrong(name, "true or false", value);
    }

    private static @Nullable Object fastInfoset(String name, @Nullable Object value) {
        if (value == null || value instanceof DecodingOptions) {
            return value;
        }
        if (!flag(name, value)) {
            return null;
        }
        try {
            return InfosetEncoding.fastInfoset().defaultDecoding();
        } catch (UnsupportedOperationException missing) {
            throw new IllegalArgumentException(missing.getMessage(), missing);
        }
    }

    private static Rule always(boolean only, String why) {
        return (name, value) -> {
            if (flag(name, value) != only) {
                throw new IllegalArgumentException(name + " is always " + only + ": " + why);
            }
            return only;
        };
    }

    private static Rule instance(Class<?> type) {
        return (name, value) -> {
            if (value != null && !type.isInstance(value)) {
                throw wrong(name, "a " + type.getName(), value);
            }
            return value;
        };
    }

    private static Rule count(int least) {
        return (name, value) -> (int) Math.min(Integer.MAX_VALUE, atLeast(least, name, value));
    }

    private static Rule longCount(int least) {
        return (name, value) -> atLeast(least, name, value);
    }

    private static long atLeast(int least, String name, @Nullable Object value) {
        long given = Long.MIN_VALUE;
        if (value instanceof Number number) {
            given = number.longValue();
        } else if (value instanceof String text) {
            try {
                given = Long.parseLong(text);
            } catch (NumberFormatException notANumber) {
                throw wrong(name, "a number", value);
            }
        }
        if (given < least) {
            throw wrong(name, "a number of " + least + " or more", value);
        }
        return given;
    }

    private static Object text(String name, @Nullable Object value) {
        if (value instanceof String) {
            return value;
        }
        throw wrong(name, "a String", value);
    }

    private static Object xmlId(String name, @Nullable Object value) {
        if (value != null
                && (value.equals(XMLInputFactory2.XSP_V_XMLID_NONE)
                        || value.equals(XMLInputFactory2.XSP_V_XMLID_TYPING)
                        || value.equals(XMLInputFactory2.XSP_V_XMLID_FULL))) {
            return value;
        }
        throw wrong(
                name,
                XMLInputFactory2.XSP_V_XMLID_NONE + ", " + XMLInputFactory2.XSP_V_XMLID_TYPING + " or "
                        + XMLInputFactory2.XSP_V_XMLID_FULL,
                value);
    }

    private static @Nullable Object dtd(String name, @Nullable Object value) {
        if (value != null && !(value instanceof DtdSchema)) {
            throw wrong(name, "a schema made by " + DtdSchemaFactory.class.getName(), value);
        }
        return value;
    }

    private static @Nullable Object url(String name, @Nullable Object value) {
        if (value == null || value instanceof URL) {
            return value;
        }
        try {
            return new URL(value.toString());
        } catch (MalformedURLException wrong) {
            throw new IllegalArgumentException(name + " must be a URL: " + value, wrong);
        }
    }

    private static Object texts(String name, @Nullable Object value) {
        if (value == null) {
            return Map.of();
        }
        if (!(value instanceof Map<?, ?> given)) {
            throw wrong(name, "a Map from the names of entities to their texts", value);
        }
        given.forEach((entity, text) -> {
            int forbidden = Characters.firstForbidden(entityText(text));
            if (forbidden >= 0) {
                throw new IllegalArgumentException(String.format(
                        "%s: the text of &%s; holds U+%04X, which no document may hold",
                        name, entity, entityText(text).codePointAt(forbidden)));
            }
        });
        return Collections.unmodifiableMap(new HashMap<>(given));
    }

    /** One of Woodstox's constants, which need not be on the class path. */
    private static @Nullable Object parsingMode(String name, @Nullable Object value) {
        if (value == null || isMode(value, "PARSING_MODE_DOCUMENT") || isFragment(value)) {
            return value;
        }
        throw wrong(name, "WstxInputProperties.PARSING_MODE_DOCUMENT or PARSING_MODE_FRAGMENT", value);
    }

    private static boolean isFragment(@Nullable Object mode) {
        return mode != null && isMode(mode, "PARSING_MODE_FRAGMENT");
    }

    private static boolean isMode(Object value, String constant) {
        Class<?> declaring = value.getClass().getDeclaringClass();
        if (declaring == null || !declaring.getName().equals("com.ctc.wstx.api.WstxInputProperties")) {
            return false;
        }
        try {
            return declaring.getField(constant).get(null) == value;
        } catch (ReflectiveOperationException otherVersion) {
            return false;
        }
    }

    private static IllegalArgumentException wrong(String name, String wanted, @Nullable Object value) {
        return new IllegalArgumentException(name + " must be " + wanted + ": " + value);
    }
}
