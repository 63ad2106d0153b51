package dev.weir.bind.value;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.lexical.EmptyValueException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The values of empty elements and attributes of simple types: an xs:int is 0 then, an xs:boolean false, and an
 * xs:decimal or a boxed xs:boolean null. XML Schema does not allow such empty values, but the reference implementation
 * accepts them, and documents contain them.
 */
public final class EmptyValues {
    private EmptyValues() {}

    public static int elementInt(XmlReader reader) {
        int depth = reader.depth();
        try {
            return reader.elementInt();
        } catch (XmlException wrong) {
            passOver(wrong, reader, depth);
            return 0;
        }
    }

    public static int attributeInt(XmlReader reader, int index) {
        try {
            return reader.attributeInt(index);
        } catch (XmlException wrong) {
            requireEmpty(wrong);
            return 0;
        }
    }

    public static boolean elementBoolean(XmlReader reader) {
        Boolean value = elementBooleanOrNull(reader);
        return value != null && value;
    }

    public static @Nullable Boolean elementBooleanOrNull(XmlReader reader) {
        int depth = reader.depth();
        try {
            return reader.elementBoolean();
        } catch (XmlException wrong) {
            passOver(wrong, reader, depth);
            return null;
        }
    }

    public static boolean attributeBoolean(XmlReader reader, int index) {
        Boolean value = attributeBooleanOrNull(reader, index);
        return value != null && value;
    }

    public static @Nullable Boolean attributeBooleanOrNull(XmlReader reader, int index) {
        try {
            return reader.attributeBoolean(index);
        } catch (XmlException wrong) {
            requireEmpty(wrong);
            return null;
        }
    }

    static @Nullable BigDecimal elementDecimal(XmlReader reader) {
        int depth = reader.depth();
        try {
            return reader.elementDecimal();
        } catch (XmlException wrong) {
            passOver(wrong, reader, depth);
            return null;
        }
    }

    private static void requireEmpty(XmlException wrong) {
        if (!(wrong.getCause() instanceof EmptyValueException)) {
            throw wrong;
        }
    }

    /** Advances to the end of the element that had no value. */
    private static void passOver(XmlException wrong, XmlReader reader, int depth) {
        requireEmpty(wrong);
        while (reader.event() != XmlEvent.END_ELEMENT || reader.depth() > depth) {
            reader.next();
        }
    }
}
