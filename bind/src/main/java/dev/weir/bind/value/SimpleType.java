package dev.weir.bind.value;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Java class whose objects are simple values (Jakarta XML Binding 4.0, 8.5). A text outside the lexical space raises
 * an IllegalArgumentException, or an {@link dev.weir.xml.XmlException} if a reader detects it. Immutable.
 *
 * <p>Codecs read and write primitive types themselves, unboxed; here they are objects.
 */
public abstract class SimpleType {
    private final Class<?> type;
    private final XmlName schemaType;

    SimpleType(Class<?> type, String schemaType) {
        this.type = type;
        this.schemaType = XmlName.of(Lexical.XML_SCHEMA, schemaType);
    }

    public static boolean isSimple(Class<?> type) {
        return SimpleTypes.isSimple(type);
    }

    /** The conversion for a class and a schema type, which matters for some classes only. */
    public static SimpleType of(Class<?> type, @Nullable XmlName schemaType) {
        return Objects.requireNonNull(SimpleTypes.find(type, schemaType), type.getName());
    }

    /** The nearest superclass whose values are simple, as which an implementation is written. Null for none. */
    public static @Nullable Class<?> nearestAbove(Class<?> type) {
        Class<?> above = type.getSuperclass();
        while (above != null && !isSimple(above)) {
            above = above.getSuperclass();
        }
        return above;
    }

    /** The type for the value of xsi:type; null unless it is a type of XML Schema. */
    public static @Nullable SimpleType named(XmlName schemaType) {
        return SimpleTypes.named(schemaType);
    }

    public final Class<?> type() {
        return type;
    }

    /** The value of xsi:type for such values. */
    public final XmlName schemaType() {
        return schemaType;
    }

    /** Whether values are bytes, which may be sent as an attachment. */
    public boolean isBinary() {
        return false;
    }

    /**
     * Parses a text; prefixes are resolved by the reader, if there is one.
     *
     * @return null for an empty text where that means no value: see {@link EmptyValues}
     */
    public abstract @Nullable Object parse(String text, @Nullable XmlReader scope);

    /** Prints a value; the writer is on an open start tag and declares prefixes as needed. */
    public abstract String print(Object value, XmlWriter scope);

    /** Reads from START_ELEMENT to END_ELEMENT. */
    public @Nullable Object readElement(XmlReader reader) {
        return parse(reader.elementText(), reader);
    }

    public @Nullable Object readAttribute(XmlReader reader, int index) {
        return parse(reader.attributeValue(index), reader);
    }

    /** Writes the text of an open element. */
    public void writeText(Object value, XmlWriter writer) {
        writer.text(print(value, writer));
    }

    public void writeAttribute(XmlName name, Object value, XmlWriter writer) {
        writer.attribute(name, print(value, writer));
    }
}
