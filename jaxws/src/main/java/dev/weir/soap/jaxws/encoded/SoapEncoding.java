package dev.weir.soap.jaxws.encoded;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of SOAP 1.1, section 5, of SOAP 1.2, part 2, section 3, and of the schema languages that peers write. */
final class SoapEncoding {
    static final String ENCODING = "http://schemas.xmlsoap.org/soap/encoding/";
    static final String ENCODING_12 = "http://www.w3.org/2003/05/soap-encoding";
    static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";
    static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
    static final XmlName NIL = XmlName.of(INSTANCE, "nil");
    static final XmlName TYPE = XmlName.of(INSTANCE, "type");
    static final XmlName ARRAY = XmlName.of(ENCODING, "Array");
    static final XmlName ARRAY_TYPE = XmlName.of(ENCODING, "arrayType");
    static final XmlName ANY_TYPE = XmlName.of(SCHEMA, "anyType");

    /** Apache's type of maps, which Axis and PHP write. */
    static final XmlName MAP = XmlName.of("http://xml.apache.org/xml-soap", "Map");

    static final XmlName HREF = XmlName.of("href");
    static final XmlName ID = XmlName.of("id");
    static final XmlName REF_12 = XmlName.of(ENCODING_12, "ref");
    static final XmlName ID_12 = XmlName.of(ENCODING_12, "id");
    static final XmlName ARRAY_SIZE_12 = XmlName.of(ENCODING_12, "arraySize");
    static final XmlName ITEM_TYPE_12 = XmlName.of(ENCODING_12, "itemType");

    private static final Set<String> SCHEMAS = Set.of(
            SCHEMA, "http://www.w3.org/2000/10/XMLSchema", "http://www.w3.org/1999/XMLSchema", ENCODING, ENCODING_12);

    /** Types that have another name in later schemas. */
    private static final Map<String, String> RENAMED =
            Map.of("timeInstant", "dateTime", "base64", "base64Binary", "ur-type", "anyType");

    private static final XmlName[] TYPES = {
        TYPE,
        XmlName.of("http://www.w3.org/2000/10/XMLSchema-instance", "type"),
        XmlName.of("http://www.w3.org/1999/XMLSchema-instance", "type")
    };
    private static final XmlName[] NILS = {
        NIL,
        XmlName.of("http://www.w3.org/2000/10/XMLSchema-instance", "nil"),
        XmlName.of("http://www.w3.org/2000/10/XMLSchema-instance", "null"),
        XmlName.of("http://www.w3.org/1999/XMLSchema-instance", "null")
    };

    private static final XmlName STYLE = XmlName.of("http://schemas.xmlsoap.org/soap/envelope/", "encodingStyle");

    private SoapEncoding() {}

    /**
     * Another encoding is refused. The attribute is a list, most specific first; an empty one claims nothing (SOAP 1.1,
     * section 4.1.1).
     */
    static void checkStyle(XmlElement element) {
        String style = value(element, STYLE);
        if (style == null || style.isBlank()) {
            return;
        }
        for (String one : style.strip().split("\\s+")) {
            if (one.startsWith(ENCODING) || one.equals(ENCODING_12)) {
                return;
            }
        }
        throw ArrayShape.wrong(element, "its encodingStyle \"" + style + "\" is not known; it must be " + ENCODING);
    }

    static boolean isNil(XmlElement element) {
        String value = first(element, NILS);
        return value != null && (value.strip().equals("1") || value.strip().equals("true"));
    }

    /** The value of xsi:type, a simple type by its name of 2001; null where there is none. */
    static @Nullable XmlName type(XmlElement element) {
        String value = first(element, TYPES);
        return value == null || value.isBlank() ? null : type(element, value);
    }

    /** The type that a QName names in the scope of an element. */
    static XmlName type(XmlElement scope, String qualified) {
        try {
            return type(scope.resolveQName(qualified.strip()));
        } catch (XmlException | IllegalArgumentException e) {
            throw ArrayShape.wrong(scope, String.valueOf(e.getMessage()));
        }
    }

    /** A simple type by its name of 2001; any other as it is. */
    static XmlName type(XmlName name) {
        return !SCHEMAS.contains(name.namespace()) || name.local().equals("Array")
                ? name
                : XmlName.of(SCHEMA, RENAMED.getOrDefault(name.local(), name.local()));
    }

    static boolean isArray(@Nullable XmlName type) {
        return type != null && type.local().equals("Array") && SCHEMAS.contains(type.namespace());
    }

    static @Nullable String value(XmlElement element, XmlName attribute) {
        var found = element.attribute(attribute);
        return found == null ? null : found.value();
    }

    private static @Nullable String first(XmlElement element, XmlName... names) {
        for (XmlName name : names) {
            String value = value(element, name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }
}
