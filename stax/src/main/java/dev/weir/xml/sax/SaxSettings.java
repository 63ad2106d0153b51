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

/** The features of a SAX reader and those of its properties that are plain values, by their URIs. Not thread-safe. */
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
    static final String JAVA_ENCODINGS = APACHE + "allow-java-encodings";
    static final String DYNAMIC_VALIDATION = APACHE + "validation/dynamic";
    static final String SECURE = XMLConstants.FEATURE_SECURE_PROCESSING;

    /** Features that can be set, with their default values. */
    private static final Map<String, Boolean> CHANGEABLE = Map.ofEntries(
            Map.entry(NAMESPACES, true),
            Map.entry(NAMESPACE_PREFIXES, false),
            Map.entry(VALIDATION, false),
            Map.entry(LEXICAL_PARAMETER_ENTITIES, true),
            Map.entry(RESOLVE_DTD_URIS, true),
            Map.entry(USE_ENTITY_RESOLVER2, true),
            Map.entry(XMLNS_URIS, false),
            Map.entry(STRING_INTERNING, true), // the reader always does it
            Map.entry(JAVA_ENCODINGS, true), // the reader always reads them
            Map.entry(DISALLOW_DOCTYPE, false),
            Map.entry(DYNAMIC_VALIDATION, false),
            Map.entry(SECURE, true));

    /** Features that default to the negation of FEATURE_SECURE_PROCESSING until the caller sets them explicitly. */
    private static final Set<String> INSECURE = Set.of(GENERAL_ENTITIES, PARAMETER_ENTITIES, LOAD_EXTERNAL_DTD);

    /** Features that are recognized but have a fixed value. */
    private static final Map<String, Boolean> FIXED = Map.ofEntries(
            Map.entry(SAX + "use-attributes2", true),
            Map.entry(SAX + "use-locator2", true),
            Map.entry(SAX + "xml-1.1", true),
            Map.entry(SAX + "unicode-normalization-checking", false),
            Map.entry(APACHE + "nonvalidating/load-dtd-grammar", true),
            Map.entry(APACHE + "continue-after-fatal-error", false),
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

    /** The effective value of each feature, cached for {@link #is}; null after a change. */
    private @Nullable Map<String, Boolean> answers;

    /** The cached result of {@link #limits}; null after a change. */
    private @Nullable XmlLimits tightest;

    /** The cached result of {@link #readOptions}; null after a change. */
    private @Nullable ReadOptions reading;

    private XmlLimits limits = XmlLimits.DEFAULT;

    /** Decoding options for Fast Infoset documents; null when only text is accepted. */
    @Nullable DecodingOptions fastInfoset;

    /** The protocols allowed for external entities; null when not specified. */
    private @Nullable String protocols;

    /** A copy of these settings, for another reader. */
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

    /** The effective value of a feature that can be set; false for any other name. */
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

    /** The value that the caller set explicitly; null when the feature was not set. */
    @Nullable Boolean said(String feature) {
        return set.get(feature);
    }

    /** Sets a feature, which must be one that can be set. */
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

    /** The value of a property; null when the property is not set or not recognized here. */
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

    /** Sets a property; returns false when it is not recognized here. */
    boolean setProperty(String name, @Nullable Object value) throws SAXNotSupportedException {
        switch (name) {
            case XMLConstants.ACCESS_EXTERNAL_DTD -> protocols = text(name, value);
            // Nothing here reads a schema, so the value is only checked to be a String.
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

    /** The limits as set; limits set by the JDK's property names can only make them tighter. */
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

    /** The read options, without the DTD policy. */
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

    /** A JDK limit; a property that is unset, zero or negative means no limit. */
    private int jdkLimit(String name) {
        String given = jdkLimits.getOrDefault(JDK_LIMIT + name, jdkLimits.get(JDK_LIMIT_SHORT + name));
        int limit = given == null ? 0 : Integer.parseInt(given);
        return limit <= 0 ? Integer.MAX_VALUE : limit;
    }

    /** Whether external entities may be fetched by this protocol; null when no protocols were specified. */
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
