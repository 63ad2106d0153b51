package dev.weir.soap.page;

import static dev.weir.soap.page.SchemaComponents.XSD;

import dev.weir.soap.page.SchemaComponents.Component;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import org.jspecify.annotations.Nullable;

/**
 * An array of SOAP encoding as its type describes it (WSDL 1.1, section 2.2; SOAP 1.1, section 5.4.2).
 *
 * @param item the type of what is innermost
 * @param inner the brackets of the items that are arrays themselves, such as {@code [][,]}; empty where they are not
 * @param dimensions of the array itself
 */
record EncodedArray(XmlName item, String inner, int dimensions) {
    static final String ENCODING = "http://schemas.xmlsoap.org/soap/encoding/";
    static final XmlName ARRAY = XmlName.of(ENCODING, "Array");
    private static final XmlName ARRAY_TYPE = XmlName.of("http://schemas.xmlsoap.org/wsdl/", "arrayType");
    private static final XmlName ANYTHING = XmlName.of(XSD, "anyType");

    /** What a type says of its arrays; null where it is no type of arrays. */
    static @Nullable EncodedArray of(XmlName type, @Nullable Component declared) {
        Component content = declared == null ? null : declared.part("complexContent");
        Component derivation = content == null ? null : SchemaComponents.derivation(content);
        XmlName base = derivation == null ? null : derivation.reference("base");
        if (derivation == null || base == null || !base.equals(ARRAY)) {
            return type.equals(ARRAY) ? new EncodedArray(ANYTHING, "", 1) : null;
        }
        for (Component attribute : derivation.parts("attribute")) {
            XmlAttribute array = attribute.declaration().attribute(ARRAY_TYPE);
            EncodedArray said = array == null ? null : parsed(array.value().strip(), attribute);
            if (said != null) {
                return said;
            }
        }
        Component sequence = derivation.part("sequence");
        Component only = sequence == null ? null : sequence.part("element");
        XmlName item = only == null ? null : only.reference("type");
        return new EncodedArray(item == null ? ANYTHING : item, "", 1);
    }

    private static @Nullable EncodedArray parsed(String text, Component at) {
        int first = text.indexOf('[') < 0 ? text.length() : text.indexOf('[');
        XmlName item = at.resolved(text.substring(0, first).strip());
        return item == null ? null : of(item, text.substring(first));
    }

    /** @param brackets of all dimensions: the last ones are those of the array itself, those before them of its items */
    private static EncodedArray of(XmlName item, String brackets) {
        int own = Math.max(0, brackets.lastIndexOf('['));
        int commas = (int) brackets.substring(own).chars().filter(c -> c == ',').count();
        return new EncodedArray(item, brackets.substring(0, own), 1 + commas);
    }

    /** What its items are where they are arrays themselves; null where they are not. */
    @Nullable EncodedArray items() {
        return inner.isEmpty() ? null : of(item, inner);
    }

    /** The value of arrayType behind the name of the type, for so many items. */
    String size(int items) {
        return inner + "[" + items + ",1".repeat(dimensions - 1) + "]";
    }
}
