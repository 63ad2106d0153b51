package dev.weir.soap.page;

import static dev.weir.soap.page.SchemaComponents.XSD;

import dev.weir.soap.page.SchemaComponents.Component;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import org.jspecify.annotations.Nullable;

/** A value of each simple type: one that its enumeration, its pattern, its bounds and its lengths allow. */
final class SampleValues {
    /** No chain of types is longer than that, unless it is a circle. */
    private static final int MOST_STEPS = 32;

    private static final int LONGEST = 1_000;
    private static final Set<String> INTEGERS = Set.of(
            "integer",
            "nonPositiveInteger",
            "negativeInteger",
            "nonNegativeInteger",
            "positiveInteger",
            "long",
            "int",
            "short",
            "byte",
            "unsignedLong",
            "unsignedInt",
            "unsignedShort",
            "unsignedByte");
    private static final Set<String> NUMBERS = Set.of("decimal", "double", "float");
    private static final Map<String, String> BUILT_IN = Map.ofEntries(
            // What it is for is unknown; most often a point in time, and it is a text as well.
            Map.entry("anySimpleType", "2026-01-31T12:00:00Z"),
            Map.entry("boolean", "true"),
            Map.entry("decimal", "1.5"),
            Map.entry("double", "1.5"),
            Map.entry("float", "1.5"),
            Map.entry("nonPositiveInteger", "-1"),
            Map.entry("negativeInteger", "-1"),
            Map.entry("date", "2026-01-31"),
            Map.entry("time", "12:00:00"),
            Map.entry("dateTime", "2026-01-31T12:00:00Z"),
            Map.entry("gYear", "2026"),
            Map.entry("gYearMonth", "2026-01"),
            Map.entry("gMonth", "--01"),
            Map.entry("gMonthDay", "--01-31"),
            Map.entry("gDay", "---31"),
            Map.entry("duration", "P1D"),
            Map.entry("base64Binary", "AQID"),
            Map.entry("hexBinary", "010203"),
            Map.entry("anyURI", "http://example.com/"),
            Map.entry("language", "en"),
            Map.entry("QName", "name"),
            Map.entry("NOTATION", "name"),
            Map.entry("Name", "name"),
            Map.entry("NCName", "name"),
            Map.entry("ID", "id1"),
            Map.entry("IDREF", "id1"),
            Map.entry("IDREFS", "id1"),
            Map.entry("ENTITY", "name"),
            Map.entry("ENTITIES", "name"),
            Map.entry("NMTOKEN", "token"),
            Map.entry("NMTOKENS", "token"));

    /** The types of points in time, with the step from one to the next. */
    private static final Map<String, String> MOMENTS = Map.of(
            "date",
            "P1D",
            "dateTime",
            "PT1S",
            "time",
            "PT1S",
            "gYear",
            "P1Y",
            "gYearMonth",
            "P1M",
            "gMonth",
            "P1M",
            "gMonthDay",
            "P1D",
            "gDay",
            "P1D");

    private final SchemaComponents schemas;
    /** IDs are unique in a document. */
    private int ids;
    /** The lists and unions that are open, one within the other: more of them than that are a circle. */
    private int level;

    SampleValues(SchemaComponents schemas) {
        this.schemas = schemas;
    }

    /** A value of a global or built-in type; "text" where it is not known. */
    String of(XmlName type) {
        if (type.namespace().equals(XSD)) {
            return type.local().equals("ID")
                    ? "id" + ++ids
                    : BUILT_IN.getOrDefault(type.local(), INTEGERS.contains(type.local()) ? "1" : "text");
        }
        Component declared = schemas.type(type);
        if (declared == null && type.namespace().equals(EncodedArray.ENCODING)) {
            // Those of SOAP encoding are the built-in types with identities (SOAP 1.1, section 5.2).
            return of(XmlName.of(XSD, type.local().equals("base64") ? "base64Binary" : type.local()));
        }
        return declared == null
                ? "text"
                : declared.is("complexType") ? ofSimpleContent(declared) : ofSimpleType(declared);
    }

    /** True for the types whose values name another element of the document. */
    boolean isReference(XmlName type) {
        return type.namespace().equals(XSD) && type.local().startsWith("IDREF");
    }

    /** A value of a complex type with simple content. */
    String ofSimpleContent(Component complexType) {
        return new Facets().value(complexType);
    }

    String ofSimpleType(Component simpleType) {
        return new Facets().value(simpleType);
    }

    /** The facets of a type and of those that it restricts; the nearest counts. */
    private final class Facets {
        private final Map<String, String> found = new HashMap<>();

        String value(Component type) {
            level++;
            String value = level > MOST_STEPS ? "text" : read(type);
            level--;
            return value;
        }

        private String read(Component type) {
            Component current = type;
            for (int i = 0; i < MOST_STEPS; i++) {
                Component content = current.part("simpleContent");
                Component derivation = SchemaComponents.derivation(content == null ? current : content);
                Component list = current.part("list");
                Component union = current.part("union");
                if (derivation == null) {
                    return list != null ? items(list) : union != null ? member(union) : "text";
                }
                for (Component facet : derivation.parts()) {
                    String value = facet.value("value");
                    if (value != null) {
                        found.putIfAbsent(facet.declaration().name().local(), value);
                    }
                }
                String enumerated = found.get("enumeration");
                if (enumerated != null) {
                    return enumerated;
                }
                Component inline = derivation.part("simpleType");
                XmlName base = derivation.reference("base");
                if (inline != null) {
                    current = inline;
                } else if (base == null || base.namespace().equals(XSD)) {
                    return base == null ? "text" : limited(base);
                } else {
                    Component next = schemas.type(base);
                    if (next == null) {
                        return "text";
                    }
                    current = next;
                }
            }
            return "text";
        }

        private String items(Component list) {
            Component inline = list.part("simpleType");
            XmlName type = list.reference("itemType");
            String item = inline != null ? ofSimpleType(inline) : type == null ? "text" : of(type);
            int items = Math.max(1, Math.min(LONGEST, number("length", number("minLength", 1))));
            return (item + " ").repeat(items).strip();
        }

        private String member(Component union) {
            Component inline = union.part("simpleType");
            String members = union.value("memberTypes");
            if (members == null || members.isBlank()) {
                return inline == null ? "text" : ofSimpleType(inline);
            }
            try {
                return of(union.declaration().resolveQName(members.strip().split("\\s+")[0]));
            } catch (XmlException e) {
                return "text";
            }
        }

        private int number(String facet, int otherwise) {
            String value = found.get(facet);
            try {
                return value == null ? otherwise : Integer.parseInt(value.strip());
            } catch (NumberFormatException e) {
                return otherwise;
            }
        }

        private String limited(XmlName builtIn) {
            String pattern = found.get("pattern");
            String local = builtIn.local();
            if (pattern != null) {
                String matching = PatternSample.of(pattern, number("minLength", number("length", 0)));
                if (matching != null) {
                    return matching;
                }
            }
            String value = of(builtIn);
            if (INTEGERS.contains(local)) {
                return integer(value);
            } else if (NUMBERS.contains(local)) {
                return decimal(value);
            } else if (local.equals("hexBinary") || local.equals("base64Binary")) {
                return binary(local, value);
            } else if (local.equals("duration") || MOMENTS.containsKey(local)) {
                return moment(local, value);
            }
            return local.equals("anyURI") && number("length", number("maxLength", LONGEST)) < value.length()
                    ? cut("text")
                    : cut(value);
        }

        /** As many bytes as the facets want. */
        private String binary(String type, String usual) {
            int least = number("length", number("minLength", 0));
            int most = number("length", number("maxLength", LONGEST));
            if (least <= 3 && most >= 3) {
                return usual;
            }
            byte[] bytes = new byte[Math.max(0, Math.min(LONGEST, least > 3 ? least : most))];
            return type.equals("hexBinary")
                    ? "00".repeat(bytes.length)
                    : Base64.getEncoder().encodeToString(bytes);
        }

        /** A date, time or duration at its bound, or one step beside it. */
        private String moment(String type, String usual) {
            String inclusive = found.getOrDefault("minInclusive", found.get("maxInclusive"));
            String above = found.get("minExclusive");
            String bound = above == null ? found.get("maxExclusive") : above;
            String step = MOMENTS.get(type);
            if (inclusive != null || step == null || bound == null) {
                return inclusive == null ? usual : inclusive.strip();
            }
            try {
                DatatypeFactory types = DatatypeFactory.newInstance();
                Duration duration = types.newDuration(step);
                XMLGregorianCalendar moment = types.newXMLGregorianCalendar(bound.strip());
                moment.add(above == null ? duration.negate() : duration);
                return moment.toXMLFormat();
            } catch (DatatypeConfigurationException | IllegalArgumentException e) {
                return usual;
            }
        }

        private String integer(String usual) {
            BigInteger value = new BigInteger(usual);
            BigDecimal least = bound("minInclusive", "minExclusive", BigDecimal.ONE);
            BigDecimal most = bound("maxInclusive", "maxExclusive", BigDecimal.ONE.negate());
            if (least != null && value.compareTo(least.toBigInteger()) < 0) {
                value = least.toBigInteger();
            }
            if (most != null && value.compareTo(most.toBigInteger()) > 0) {
                value = most.toBigInteger();
            }
            return value.toString();
        }

        private String decimal(String usual) {
            int digits = number("fractionDigits", 1);
            BigDecimal step = new BigDecimal(digits == 0 ? "1" : "0.1");
            BigDecimal value = new BigDecimal(digits == 0 ? "1" : usual);
            BigDecimal least = bound("minInclusive", "minExclusive", step);
            BigDecimal most = bound("maxInclusive", "maxExclusive", step.negate());
            if (number("totalDigits", 2) == 1) {
                value = BigDecimal.ONE;
            }
            if (least != null && value.compareTo(least) < 0) {
                value = least;
            }
            if (most != null && value.compareTo(most) > 0) {
                value = most;
            }
            return value.toPlainString();
        }

        private @Nullable BigDecimal bound(String inclusive, String exclusive, BigDecimal step) {
            try {
                String in = found.get(inclusive);
                String out = found.get(exclusive);
                return in != null
                        ? new BigDecimal(in.strip())
                        : out != null ? new BigDecimal(out.strip()).add(step) : null;
            } catch (NumberFormatException e) {
                return null;
            }
        }

        /** A text as long as the facets want it. */
        private String cut(String value) {
            int least = Math.min(LONGEST, number("length", number("minLength", 0)));
            int most = Math.max(0, number("length", number("maxLength", LONGEST)));
            StringBuilder text = new StringBuilder(value);
            while (text.length() < least) {
                text.append(value);
            }
            return text.substring(0, Math.min(text.length(), Math.max(least, Math.min(most, value.length()))));
        }
    }
}
