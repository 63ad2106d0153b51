package dev.weir.bind.compile;

import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An object of a class that has a value and nothing else, as the text of that value. */
final class ValueClassItem extends ItemCodec {
    private final CodecRef ref;
    private final Binding binding;
    private @Nullable ItemCodec value;

    ValueClassItem(CodecRef ref, Binding binding) {
        this.ref = ref;
        this.binding = binding;
    }

    /** Not before all classes are known. */
    private ItemCodec value() {
        ItemCodec known = value;
        if (known == null) {
            known = binding.item(
                    Objects.requireNonNull(ref.bound.properties().get(0).content()));
            value = known;
        }
        return known;
    }

    @Override
    Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return parse(reader.elementText(), reader, in);
    }

    @Override
    Object parse(String text, @Nullable XmlReader scope, UnmarshalContext in) {
        if (ref.bound.construction() != null) {
            ConstructorArguments draft = ref.codec().draft();
            ref.codec().set(draft, 0, value().parse(text, scope, in));
            return draft.made(ref.codec());
        }
        Object bean = make();
        ref.codec().set(bean, 0, value().parse(text, scope, in));
        return bean;
    }

    private Object make() {
        MethodHandle creator = MemberHandles.creator(ref.bound);
        if (creator == null) {
            throw new OperationAborted(ref.bound.cannotMake(), XmlLocation.NONE, null);
        }
        try {
            return (Object) creator.invokeExact();
        } catch (RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable failed) {
            throw new IllegalStateException("no " + ref.bound + " could be made", failed);
        }
    }

    @Override
    void write(Object bean, XmlWriter writer, MarshalContext out) {
        writer.text(print(bean, writer, out));
    }

    @Override
    String print(Object bean, XmlWriter scope, MarshalContext out) {
        Object held = ref.codec().get(bean, 0);
        return held == null ? "" : value().print(held, scope, out);
    }
}
