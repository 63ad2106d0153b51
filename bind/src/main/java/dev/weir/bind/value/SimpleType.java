package dev.weir.bind.value;

import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Java class whose objects are simple values (Jakarta XML Binding 4.0, 8.5). What is not in the lexical space is an
 * IllegalArgumentException, or an {@link dev.weir.xml.XmlException} where a reader has seen it. Immutable.
 *
 * <p>Primitive types are left to the codecs, which read and write them without boxes; here they are objects.
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

    /** How objects of a class look as values of a schema type, where that makes a difference. */
    public static SimpleType of(Class<?> type, @Nullable XmlName schemaType) {
        return Objects.requireNonNull(SimpleTypes.find(type, schemaType), type.getName());
    }

    /** The nearest base class whose values are simple: an implementation is written as what it implements. Null for none. */
    public static @Nullable Class<?> nearestAbove(Class<?> type) {
        Class<?> above = type.getSuperclass();
        while (above != null && !isSimple(above)) {
            above = above.getSuperclass();
        }
        return above;
    }

    /** The type that xsi:type may name; null where it is none of XML Schema's. */
    public static @Nullable SimpleType named(XmlName schemaType) {
        return SimpleTypes.named(schemaType);
    }

    public final Class<?> type() {
        return type;
    }

    /** What xsi:type says of such values. */
    public final XmlName schemaType() {
        return schemaType;
    }

    /** Bytes, which may travel as an attachment. */
    public boolean isBinary() {
        return false;
    }

    /**
     * The value of a text; prefixes mean what they mean at the reader, where there is one.
     *
     * @return null for an empty text where that means no value: see {@link EmptyValues}
     */
    public abstract @Nullable Object parse(String text, @Nullable XmlReader scope);

    /** The text of a value; the writer is on an open tag and declares prefixes as needed. */
    public abstract String print(Object value, XmlWriter scope);

    /** From START_ELEMENT through to END_ELEMENT. */
    public @Nullable Object readElement(XmlReader reader) {
        return parse(reader.elementText(), reader);
    }

    public @Nullable Object readAttribute(XmlReader reader, int index) {
        return parse(reader.attributeValue(index), reader);
    }

    /** The text of an element that is open. */
    public void writeText(Object value, XmlWriter writer) {
        writer.text(print(value, writer));
    }

    public void writeAttribute(XmlName name, Object value, XmlWriter writer) {
        writer.attribute(name, print(value, writer));
    }
}
