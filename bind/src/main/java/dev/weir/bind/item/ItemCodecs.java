package dev.weir.bind.item;

import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
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

/**
 * Creates the codecs of values: by their content in the model, by their class, or by the name of their type.
 * Thread-safe.
 */
public final class ItemCodecs {
    private final CodecRegistry registry;
    private final AnyTypeItem anything;
    private final Map<Class<?>, ItemCodec> known = new ConcurrentHashMap<>();

    public ItemCodecs(CodecRegistry registry) {
        this.registry = registry;
        this.anything = new AnyTypeItem(registry);
    }

    public ItemCodec of(Content content) {
        if (content instanceof Content.Simple simple) {
            return new SimpleItem(simple.type());
        } else if (content instanceof Content.Bean bean) {
            return new BeanItem(registry.ref(bean.bound()), registry);
        } else if (content instanceof Content.Wrapped wrapped) {
            return new ValueClassItem(registry.ref(wrapped.bound()), registry);
        } else if (content instanceof Content.Constant constant) {
            return new EnumItem(constant.bound());
        } else if (content instanceof Content.Array array) {
            return array(array.bound());
        } else if (content instanceof Content.Items items) {
            return new ListItem(of(items.item()));
        } else if (content instanceof Content.Reference) {
            return new IdRefItem(registry);
        } else if (content instanceof Content.Binary binary) {
            return new BinaryItem(binary.type(), binary.mimeType(), binary.inline(), binary.reference());
        } else if (content instanceof Content.Adapted adapted) {
            return new AdaptedItem(adapted.adapter(), of(adapted.inner()));
        } else if (content instanceof Content.Entries entries) {
            return new MapItem(entries.type(), of(entries.key()), of(entries.value()), registry);
        }
        return anything;
    }

    private ItemCodec array(BoundArray bound) {
        return new ArrayItem(bound.type(), of(bound.item()), registry);
    }

    /** The codec for values of a class; null if the class is unknown. */
    public @Nullable ItemCodec ofClass(Class<?> type) {
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

    /** Only codecs of these classes are cached: the number of classes derived from them is unlimited. */
    private boolean isOfTheModel(Class<?> type) {
        BindingModel model = registry.model();
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
        BoundArray array = registry.model().arrayOf(type);
        if (array != null) {
            return array(array);
        }
        BoundEnum constant = registry.model().enumOf(type);
        if (constant == null
                && type.getSuperclass() != null
                && type.getSuperclass().isEnum()) {
            constant = registry.model().enumOf(type.getSuperclass());
        }
        if (constant != null) {
            return new EnumItem(constant);
        }
        BoundClass bound = registry.model().nearest(type);
        if (bound != null) {
            return new BeanItem(registry.ref(bound), registry);
        }
        Class<?> simple = SimpleType.nearestAbove(type);
        return simple == null ? null : ofClass(simple);
    }

    /** The codec for values of a type named by xsi:type; null if the type is unknown. */
    public @Nullable ItemCodec ofType(XmlName type) {
        CodecRef ref = registry.refOfType(type);
        if (ref != null) {
            return new BeanItem(ref, registry);
        }
        BoundEnum constant = registry.model().enumType(type);
        if (constant != null) {
            return new EnumItem(constant);
        }
        BoundArray array = registry.model().arrayType(type);
        if (array != null) {
            return array(array);
        }
        SimpleType simple = SimpleType.named(type);
        return simple == null ? null : new SimpleItem(simple);
    }
}
