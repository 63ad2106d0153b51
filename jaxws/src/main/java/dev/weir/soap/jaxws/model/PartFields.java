package dev.weir.soap.jaxws.model;

import dev.weir.xml.XmlName;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The class that says, by one field for each, how elements are bound that are in no other class: wrappers, parts without
 * a wrapper, fault beans. Its objects are made for nothing but to have a list in the form of a field.
 */
final class PartFields {
    private final Class<?> neighbour;
    private final Map<Key, Field> fields = new LinkedHashMap<>();
    private final Map<XmlName, Key> elements = new LinkedHashMap<>();

    /** By the name of a field, what the first value is that it binds. */
    private final Map<String, String> places = new LinkedHashMap<>();

    private record Key(XmlName element, String type, List<Annotation> annotations) {}

    private record Field(String name, Type type) {}

    PartFields(Class<?> neighbour) {
        this.neighbour = neighbour;
    }

    /** The name of the field for an element; elements of one name that are bound alike share it. */
    String field(XmlName element, Type type, Annotation[] annotations, String where) {
        Key key = new Key(element, GenericSignature.of(type), bindingOnly(annotations));
        if (!element.namespace().isEmpty()) {
            Key other = elements.putIfAbsent(element, key);
            if (other != null && !other.equals(key)) {
                throw new InterfaceException(where + ": the element " + element + " is of type " + type.getTypeName()
                        + " here, but of another type elsewhere in " + neighbour.getName()
                        + "; give one of them another name by WebParam, WebResult, RequestWrapper or WebFault");
            }
        }
        String name = fields.computeIfAbsent(key, added -> new Field("p" + fields.size(), type))
                .name();
        places.putIfAbsent(name, where);
        return name;
    }

    private static List<Annotation> bindingOnly(Annotation[] annotations) {
        return Arrays.stream(annotations)
                .filter(one -> one.annotationType().getPackageName().startsWith("jakarta.xml.bind.annotation"))
                .toList();
    }

    /** Where the values are that the fields bind, by field. */
    Map<String, String> places() {
        return places;
    }

    @Nullable Class<?> define() {
        if (fields.isEmpty()) {
            return null;
        }
        BeanClassWriter writer = new BeanClassWriter(neighbour, "Parts", XmlName.of(""), null);
        fields.forEach((key, field) -> writer.field(
                field.name(), field.type(), key.element(), key.annotations().toArray(new Annotation[0])));
        return writer.define();
    }
}
