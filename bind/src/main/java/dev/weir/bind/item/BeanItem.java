package dev.weir.bind.item;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.bind.model.BoundClass;
import dev.weir.bind.value.SimpleType;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** An object of a bound class, or of a derived class, which xsi:type then specifies. */
public final class BeanItem extends ItemCodec {
    private final CodecRef ref;
    private final CodecRegistry registry;

    public BeanItem(CodecRef ref, CodecRegistry registry) {
        this.ref = ref;
        this.registry = registry;
    }

    /** The codec of the declared class. */
    public CodecRef ref() {
        return ref;
    }

    @Override
    public boolean isBean() {
        return true;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return codecFor(reader, in).read(reader, in, parent);
    }

    /**
     * The codec for an element: that of the class named by xsi:type, else of the declared class. Also called by
     * generated code.
     */
    public BeanCodec codecFor(XmlReader reader, UnmarshalContext in) {
        if (reader.attributeCount() > 0 && ref.bound.hasDerived()) {
            XmlName type = in.typeOf(reader);
            CodecRef derived = type == null ? null : registry.refOfType(type);
            if (derived != null && ref.type.isAssignableFrom(derived.type)) {
                return derived.codec();
            }
            if (type != null && derived == null) {
                in.reportUnknownType(reader, type);
            }
        }
        return ref.codec();
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        if (value.getClass() == ref.type) {
            ref.codec().write(value, writer, out);
        } else {
            writeDerived(value, writer, out);
        }
    }

    private void writeDerived(Object value, XmlWriter writer, MarshalContext out) {
        BoundClass bound = registry.model().nearest(value.getClass());
        if (bound == null || !ref.type.isAssignableFrom(bound.type())) {
            throw new IllegalArgumentException(value.getClass().getName() + " is not known to this context");
        }
        if (bound == ref.bound && SimpleType.isSimple(value.getClass())) {
            // A Number: no class is known for it except those of simple values.
            SimpleType simple = SimpleType.of(value.getClass(), null);
            out.type(simple.schemaType(), writer);
            simple.writeText(value, writer);
            return;
        }
        XmlName type = bound.typeName();
        if (bound != ref.bound && type != null) {
            out.type(type, writer);
        }
        registry.ref(bound).codec().write(value, writer, out);
    }
}
