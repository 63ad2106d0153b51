package dev.weir.xml.sax;

import dev.weir.xml.XmlLimits;
import dev.weir.xml.encoding.DecodingOptions;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.reader.ReadOptions;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;
import org.xml.sax.SAXNotRecognizedException;
import org.xml.sax.SAXNotSupportedException;

/** The features of a SAX reader and those properties that are values, by their URIs. */
final class SaxSettings {
    private static final String SAX = "http://xml.org/sax/features/";
    private static final String APACHE = "http://apache.org/xml/features/";

    static final String NAMESPACES = SAX + "namespaces";
    static final String NAMESPACE_PREFIXES = SAX + "namespace-prefixes";
    static final String VALIDATION = SAX + "validation";
    static final String GENERAL_ENTITIES = SAX + "external-general-entities";
    static final String PARAMETER_ENTITIES = SAX + "external-parameter-entities";
    static final String LEXICAL_PARAMETER_ENTITIES = SAX + "lexical-handler/parameter-entities";
    static final String RESOLVE_DTD_URIS = SAX + "resolve-dtd-uris";
    static final String STRING_INTERNING = SAX + "string-interning";
    static final String USE_ENTITY_RESOLVER2 = SAX + "use-entity-resolver2";
    static final String XMLNS_URIS = SAX + "xmlns-uris";
    static final String IS_STANDALONE = SAX + "is-standalone";
    static final String DISALLOW_DOCTYPE = APACHE + "disallow-doctype-decl";
    static final String LOAD_EXTERNAL_DTD = APACHE + "nonvalidating/load-external-dtd";
    static final String DYNAMIC_VALIDATION = APACHE + "validation/dynamic";
    static final String SECURE = XMLConstants.FEATURE_SECURE_PROCESSING;

    /** What may be set, and what it is unless it is set. */
    private static final Map<String, Boolean> CHANGEABLE = Map.ofEntries(
            Map.entry(NAMESPACES, true),
            Map.entry(NAMESPACE_PREFIXES, false),
            Map.entry(VALIDATION, false),
            Map.entry(LEXICAL_PARAMETER_ENTITIES, true),
            Map.entry(RESOLVE_DTD_URIS, true),
            Map.entry(USE_ENTITY_RESOLVER2, true),
            Map.entry(XMLNS_URIS, false),
            Map.entry(STRING_INTERNING, true), // the reader always does it
            Map.entry(DISALLOW_DOCTYPE, false),
            Map.entry(DYNAMIC_VALIDATION, false),
            Map.entry(SECURE, true));

    /** What may be set, and is, until it is, what secure processing is not. */
    private static final Set<String> INSECURE = Set.of(GENERAL_ENTITIES, PARAMETER_ENTITIES, LOAD_EXTERNAL_DTD);

    /** What is known but never otherwise. */
    private static final Map<String, Boolean> FIXED = Map.ofEntries(
            Map.entry(SAX + "use-attributes2", true),
            Map.entry(SAX + "use-locator2", true),
            Map.entry(SAX + "xml-1.1", true),
            Map.entry(SAX + "unicode-normalization-checking", false),
            Map.entry(APACHE + "nonvalidating/load-dtd-grammar", true),
            Map.entry(APACHE + "continue-after-fatal-error", false),
            Map.entry(APACHE + "allow-java-encodings", false),
            Map.entry(APACHE + "scanner/notify-char-refs", false),
            Map.entry(APACHE + "scanner/notify-builtin-refs", false),
            Map.entry(APACHE + "validation/schema", false),
            Map.entry(APACHE + "validation/schema-full-checking", false),
            Map.entry(APACHE + "xinclude", false));

    private static final String JDK_LIMIT = "http://www.oracle.com/xml/jaxp/properties/";
    private static final String JDK_LIMIT_SHORT = "jdk.xml.";

    // Replaced as a whole, so that copies share what they do not change.
    private Map<String, Boolean> set = Map.of();
    private Map<String, String> jdkLimits = Map.of();

    /** What {@link #is} answers; null after a change. */
    private @Nullable Map<String, Boolean> answers;

    /** What {@link #limits} gives; null after a change. */
    private @Nullable XmlLimits tightest;

    /** What {@link #readOptions} gives; null after a change. */
    private @Nullable ReadOptions reading;

    private XmlLimits limits = XmlLimits.DEFAULT;

    /** How fast infoset documents are read; null where they are not. */
    @Nullable DecodingOptions fastInfoset;

    /** The protocols that external entities may be read by; null where that was not said. */
    private @Nullable String protocols;

    /** The same settings, for a reader of its own. */
    SaxSettings copy() {
        SaxSettings copy = new SaxSettings();
        copy.become(this);
        return copy;
    }

    void become(SaxSettings other) {
        set = other.set;
        jdkLimits = other.jdkLimits;
        answers = other.answers;
        tightest = other.tightest;
        reading = other.reading;
        limits = other.limits;
        fastInfoset = other.fastInfoset;
        protocols = other.protocols;
    }

    // ---------------------------------------------------------------- features

    /** For names that are known here. */
    boolean is(String feature) {
        Map<String, Boolean> known = answers;
        if (known == null) {
            known = new HashMap<>(CHANGEABLE);
            boolean secure = set.getOrDefault(SECURE, true);
            for (String insecure : INSECURE) {
                known.put(insecure, !secure);
            }
            known.putAll(set);
            answers = known;
        }
        return known.getOrDefault(feature, false);
    }

    /** What was set; null for nothing. */
    @Nullable Boolean said(String feature) {
        return set.get(feature);
    }

    /** For a feature that may be set. */
    void turn(String feature, boolean value) {
        Map<String, Boolean> changed = new HashMap<>(set);
        changed.put(feature, value);
        set = changed;
        answers = null;
        reading = null;
    }

    boolean feature(String name) throws SAXNotRecognizedException {
        Boolean fixed = FIXED.get(name);
        if (fixed != null) {
            return fixed;
        }
        if (!CHANGEABLE.containsKey(name) && !INSECURE.contains(name)) {
            throw new SAXNotRecognizedException("there is no feature " + name);
        }
        return is(name);
    }

    void setFeature(String name, boolean value) throws SAXNotRecognizedException, SAXNotSupportedException {
        Boolean fixed = FIXED.get(name);
        if (fixed == null) {
            feature(name);
            turn(name, value);
        } else if (fixed != value) {
            throw new SAXNotSupportedException("the feature " + name + " is always " + fixed);
        }
    }

    // ---------------------------------------------------------------- properties that are values

    /** The value of a property; null where it is none of these. */
    @Nullable Object property(String name) {
        return switch (name) {
            case XMLConstants.ACCESS_EXTERNAL_DTD -> protocols == null ? is(SECURE) ? "" : "all" : protocols;
            case XMLConstants.ACCESS_EXTERNAL_SCHEMA -> "";
            case WeirSaxReader.LIMITS -> limits;
            case WeirSaxReader.FAST_INFOSET -> fastInfoset == null ? (Object) false : fastInfoset;
            default -> jdkLimits.get(name);
        };
    }

    private static DecodingOptions defaultFastInfoset() throws SAXNotSupportedException {
        try {
            return InfosetEncoding.fastInfoset().defaultDecoding();
        } catch (UnsupportedOperationException missing) {
            throw new SAXNotSupportedException(missing.getMessage());
        }
    }

    /** False where the property is none of these. */
    boolean setProperty(String name, @Nullable Object value) throws SAXNotSupportedException {
        switch (name) {
            case XMLConstants.ACCESS_EXTERNAL_DTD -> protocols = text(name, value);
            // Nothing here reads a schema, so whatever this allows is kept.
            case XMLConstants.ACCESS_EXTERNAL_SCHEMA -> text(name, value);
            case WeirSaxReader.LIMITS -> {
                if (!(value instanceof XmlLimits given)) {
                    throw new SAXNotSupportedException(name + " must be an XmlLimits: " + value);
                }
                limits = given;
                tightest = null;
                reading = null;
            }
            case WeirSaxReader.FAST_INFOSET -> {
                if (value instanceof Boolean accepted) {
                    fastInfoset = accepted ? defaultFastInfoset() : null;
                } else if (value instanceof DecodingOptions given) {
                    fastInfoset = given;
                } else {
                    throw new SAXNotSupportedException(
                            name + " must be true, false or FastInfosetReadOptions: " + value);
                }
            }
            default -> {
                if (!name.startsWith(JDK_LIMIT) && !name.startsWith(JDK_LIMIT_SHORT)) {
                    return false;
                }
                String limit = String.valueOf(value);
                if (!limit.matches("-?\\d{1,9}")) {
                    throw new SAXNotSupportedException(name + " must be a number of at most nine digits: " + limit);
                }
                Map<String, String> changed = new HashMap<>(jdkLimits);
                changed.put(name, limit);
                jdkLimits = changed;
                tightest = null;
                reading = null;
            }
        }
        return true;
    }

    private static String text(String name, @Nullable Object value) throws SAXNotSupportedException {
        if (!(value instanceof String text)) {
            throw new SAXNotSupportedException(name + " must be a String of protocols: " + value);
        }
        return text;
    }

    /** As set; the JDK's limits, by its names, can only make them tighter. */
    XmlLimits limits() {
        XmlLimits known = tightest;
        if (known == null) {
            known = limits.withMaxDepth(Math.min(limits.maxDepth(), jdkLimit("maxElementDepth")))
                    .withDtdLimits(
                            limits.maxDtdLength(),
                            Math.min(limits.maxEntityExpansions(), jdkLimit("entityExpansionLimit")),
                            Math.min(limits.maxEntityText(), jdkLimit("totalEntitySizeLimit")));
            tightest = known;
        }
        return known;
    }

    /** All but what a reader does about a DOCTYPE. */
    ReadOptions readOptions() {
        ReadOptions known = reading;
        if (known == null) {
            known = ReadOptions.DEFAULT
                    .withLimits(limits())
                    .withNamespaces(is(NAMESPACES))
                    .withDoctypeEvents(true)
                    .withEntityBoundaries(true);
            reading = known;
        }
        return known;
    }

    /** None, and zero or less, is no limit. */
    private int jdkLimit(String name) {
        String given = jdkLimits.getOrDefault(JDK_LIMIT + name, jdkLimits.get(JDK_LIMIT_SHORT + name));
        int limit = given == null ? 0 : Integer.parseInt(given);
        return limit <= 0 ? Integer.MAX_VALUE : limit;
    }

    /** Whether an external entity may be read by a protocol; null where nothing was said. */
    @Nullable Boolean allowsProtocol(String protocol) {
        if (protocols == null) {
            return null;
        }
        Set<String> allowed = Stream.of(protocols.split(","))
                .map(each -> each.trim().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        return allowed.contains("all") || allowed.contains(protocol);
    }
}
