package dev.weir.bind.item;

import dev.weir.bind.codec.BeanCodec;
import dev.weir.bind.codec.CodecRef;
import dev.weir.bind.codec.CodecRegistry;
import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.ConstructorArguments;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.OperationAborted;
import dev.weir.bind.context.ReflectiveAccess;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An object of a class whose only property is its value, written as the text of that value. */
final class ValueClassItem extends ItemCodec {
    private final CodecRef ref;
    private final CodecRegistry registry;
    private @Nullable ItemCodec value;

    ValueClassItem(CodecRef ref, CodecRegistry registry) {
        this.ref = ref;
        this.registry = registry;
    }

    /** Looked up lazily, when all classes are known. */
    private ItemCodec value() {
        ItemCodec known = value;
        if (known == null) {
            known = registry.item(
                    Objects.requireNonNull(ref.bound.properties().get(0).content()));
            value = known;
        }
        return known;
    }

    @Override
    public Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return parse(reader.elementText(), reader, in);
    }

    @Override
    public Object parse(String text, XmlReader scope, UnmarshalContext in) {
        if (ref.bound.construction() != null) {
            BeanCodec codec = ref.codec();
            ConstructorArguments arguments = codec.newArguments();
            codec.set(arguments, 0, value().parse(text, scope, in));
            return codec.create(arguments);
        }
        Object bean = make();
        ref.codec().set(bean, 0, value().parse(text, scope, in));
        return bean;
    }

    private Object make() {
        if (ref.bound.creator() == null) {
            throw new OperationAborted(ref.bound.cannotCreate(), XmlLocation.NONE, null);
        }
        try {
            return ReflectiveAccess.newInstance(ref.bound);
        } catch (RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable failed) {
            throw new IllegalStateException("no " + ref.bound + " could be made", failed);
        }
    }

    @Override
    public void write(Object bean, XmlWriter writer, MarshalContext out) {
        writer.text(print(bean, writer, out));
    }

    @Override
    public String print(Object bean, XmlWriter scope, MarshalContext out) {
        Object held = ref.codec().get(bean, 0);
        return held == null ? "" : value().print(held, scope, out);
    }
}
