package dev.weir.bind.codec;

import dev.weir.bind.context.NameSlots;
import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.DeclaredElement;
import dev.weir.xml.XmlName;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** The codecs of one model, looked up by class, by the name of an element, or by xsi:type. Thread-safe. */
public interface CodecRegistry {
    BindingModel model();

    CodecRef ref(BoundClass bound);

    /** The class bound to a type name of the model; null for other types. */
    @Nullable CodecRef refOfType(XmlName type);

    ItemCodec item(Content content);

    /** The codec for values of a class; null if neither the class nor a superclass is bound. */
    @Nullable ItemCodec itemOf(Class<?> type);

    /** The codec for values of a type named by xsi:type; null for an unknown type. */
    @Nullable ItemCodec itemOfType(XmlName type);

    /** The root element with a name; null for an unknown name. */
    @Nullable RootElement root(XmlName name);

    /** The element that a registry declares (XmlElementDecl) in the content of a class, or globally; null for none. */
    @Nullable RootElement declaration(XmlName name, @Nullable Class<?> scope);

    RootElement element(DeclaredElement declaration);

    /** The type name of a value, for xsi:type; null if it has none. */
    @Nullable XmlName typeNameOf(Object value);

    /**
     * Whether a value, written with its type, has a name in no namespace: its own, or that of its type. The default
     * namespace must not apply to it.
     */
    default boolean isNamedInNoNamespace(Object value) {
        if (value instanceof QName name) {
            return name.getNamespaceURI().isEmpty();
        }
        XmlName type = typeNameOf(value);
        return type != null && type.namespace().isEmpty();
    }

    /**
     * The canonical instance of a name. Its Strings are shared with all other canonical names, so that writers compare
     * them by identity.
     */
    XmlName canonical(XmlName name);

    /** Slots for the names of the elements in one kind of content. */
    default NameSlots elementNames(List<XmlName> names) {
        return new NameSlots(names);
    }

    /** The number of a namespace in the model, the index for the prefixes of a marshal operation. */
    int number(String namespace);
}
