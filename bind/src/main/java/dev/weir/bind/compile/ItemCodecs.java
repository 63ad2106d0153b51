package dev.weir.bind.compile;

import dev.weir.bind.model.BindingModel;
import dev.weir.bind.model.BoundArray;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.model.BoundEnum;
import dev.weir.bind.model.Content;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Makes the codecs of values: by what the model says of them, by their class, or by the name of their type. Thread-safe. */
final class ItemCodecs {
    private final Binding binding;
    private final AnyTypeItem anything;
    private final Map<Class<?>, ItemCodec> known = new ConcurrentHashMap<>();

    ItemCodecs(Binding binding) {
        this.binding = binding;
        this.anything = new AnyTypeItem(binding);
    }

    ItemCodec of(Content content) {
        if (content instanceof Content.Simple simple) {
            return new SimpleItem(simple.type());
        } else if (content instanceof Content.Bean bean) {
            return new BeanItem(binding.ref(bean.bound()));
        } else if (content instanceof Content.Wrapped wrapped) {
            return new ValueClassItem(binding.ref(wrapped.bound()), binding);
        } else if (content instanceof Content.Constant constant) {
            return new EnumItem(constant.bound());
        } else if (content instanceof Content.Array array) {
            return array(array.bound());
        } else if (content instanceof Content.Items items) {
            return new ListItem(of(items.item()));
        } else if (content instanceof Content.Reference) {
            return IdRefItem.INSTANCE;
        } else if (content instanceof Content.Binary binary) {
            return new BinaryItem(binary.type(), binary.mimeType(), binary.inline(), binary.reference());
        } else if (content instanceof Content.Adapted adapted) {
            return new AdaptedItem(adapted.adapter(), of(adapted.inner()));
        } else if (content instanceof Content.Entries entries) {
            return new MapItem(entries.type(), of(entries.key()), of(entries.value()));
        }
        return anything;
    }

    private ItemCodec array(BoundArray bound) {
        return new ArrayItem(bound.type(), of(bound.item()));
    }

    /** How values of a class are read and written; null where the class is not known. */
    @Nullable ItemCodec ofClass(Class<?> type) {
        ItemCodec item = known.get(type);
        if (item != null) {
            return item;
        }
        ItemCodec made = make(type);
        if (made != null && isOfTheModel(type)) {
            known.putIfAbsent(type, made);
        }
        return made;
    }

    /** Only such classes are kept: of those that are derived from them there is no end. */
    private boolean isOfTheModel(Class<?> type) {
        BindingModel model = binding.model();
        return model.classOf(type) != null || model.arrayOf(type) != null || SimpleType.isSimple(type);
    }

    private @Nullable ItemCodec make(Class<?> type) {
        if (type == Object.class) {
            return anything;
        }
        if (SimpleType.isSimple(type)) {
            SimpleType simple = SimpleType.of(type, null);
            return simple.isBinary() ? new BinaryItem(simple, null, false, false) : new SimpleItem(simple);
        }
        BoundArray array = binding.model().arrayOf(type);
        if (array != null) {
            return array(array);
        }
        BoundEnum constant = binding.model().enumOf(type);
        if (constant == null
                && type.getSuperclass() != null
                && type.getSuperclass().isEnum()) {
            constant = binding.model().enumOf(type.getSuperclass());
        }
        if (constant != null) {
            return new EnumItem(constant);
        }
        BoundClass bound = binding.model().nearest(type);
        if (bound != null) {
            return new BeanItem(binding.ref(bound));
        }
        Class<?> simple = Binding.simpleAbove(type);
        return simple == null ? null : ofClass(simple);
    }

    /** How values of a type are read that xsi:type names; null where it is not known. */
    @Nullable ItemCodec ofType(XmlName type) {
        CodecRef ref = binding.refOfType(type);
        if (ref != null) {
            return new BeanItem(ref);
        }
        BoundEnum constant = binding.model().enumType(type);
        if (constant != null) {
            return new EnumItem(constant);
        }
        BoundArray array = binding.model().arrayType(type);
        if (array != null) {
            return array(array);
        }
        SimpleType simple = SimpleType.named(type);
        return simple == null ? null : new SimpleItem(simple);
    }
}
