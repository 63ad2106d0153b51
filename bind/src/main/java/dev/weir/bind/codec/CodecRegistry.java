package dev.weir.bind.codec;

import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.Content;
import dev.weir.bind.model.DeclaredElement;
import dev.weir.xml.XmlName;
import org.jspecify.annotations.Nullable;

/** The codecs of one model, looked up by class, by the name of an element, or by xsi:type. Thread-safe. */
public interface CodecRegistry {
    BindingModel model();

    CodecRef ref(BoundClass bound);

    /** The class that a type name of the model stands for; null for other types. */
    @Nullable CodecRef refOfType(XmlName type);

    ItemCodec item(Content content);

    /** For the values of a class; null where neither the class nor a base of it is bound. */
    @Nullable ItemCodec itemOf(Class<?> type);

    /** For the values of a type that xsi:type names; null for an unknown type. */
    @Nullable ItemCodec itemOfType(XmlName type);

    /** The element with which a document may begin; null for an unknown name. */
    @Nullable RootElement root(XmlName name);

    /** The element that a registry declares (XmlElementDecl) in the content of a class, or globally; null for none. */
    @Nullable RootElement declaration(XmlName name, @Nullable Class<?> scope);

    RootElement element(DeclaredElement declaration);

    /** The type of a value for xsi:type; null where it has none. */
    @Nullable XmlName typeNameOf(Object value);

    /** The one instance of a name whose Strings are the ones that all names share, so that writers compare by identity. */
    XmlName canonical(XmlName name);

    /** The number of a namespace among those of the model, by which contexts keep their prefixes. */
    int number(String namespace);
}
