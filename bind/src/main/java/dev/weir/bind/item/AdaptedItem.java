package dev.weir.bind.item;

import dev.weir.bind.codec.ItemCodec;
import dev.weir.bind.context.MarshalContext;
import dev.weir.bind.context.UnmarshalContext;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import org.jspecify.annotations.Nullable;

/** A value converted by an XmlAdapter, over the codec of the adapted type. */
final class AdaptedItem extends ItemCodec {
    private final Class<? extends XmlAdapter<?, ?>> adapter;
    private final ItemCodec inner;

    AdaptedItem(Class<? extends XmlAdapter<?, ?>> adapter, ItemCodec inner) {
        this.adapter = adapter;
        this.inner = inner;
    }

    @Override
    public @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return adapted(inner.read(reader, in, parent), in);
    }

    @Override
    public @Nullable Object parse(String text, XmlReader scope, UnmarshalContext in) {
        return adapted(inner.parse(text, scope, in), in);
    }

    private @Nullable Object adapted(@Nullable Object value, UnmarshalContext in) {
        try {
            return in.adapters().get(adapter).unmarshal(value);
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IllegalArgumentException(adapter.getName() + " has failed: " + failed.getMessage(), failed);
        }
    }

    /** The adapted value to be written; null for nothing. */
    @Nullable Object unadapted(@Nullable Object value, MarshalContext out) {
        try {
            return out.adapters().get(adapter).marshal(value);
        } catch (RuntimeException failed) {
            throw failed;
        } catch (Exception failed) {
            throw new IllegalArgumentException(adapter.getName() + " has failed: " + failed.getMessage(), failed);
        }
    }

    ItemCodec inner() {
        return inner;
    }

    @Override
    public void write(Object value, XmlWriter writer, MarshalContext out) {
        Object plain = unadapted(value, out);
        if (plain == null) {
            out.nil(writer);
        } else {
            inner.write(plain, writer, out);
        }
    }

    @Override
    public void writeAttribute(XmlName name, Object value, XmlWriter writer, MarshalContext out) {
        Object plain = unadapted(value, out);
        if (plain != null) {
            writer.attribute(name, inner.print(plain, writer, out));
        }
    }

    @Override
    public String print(Object value, XmlWriter scope, MarshalContext out) {
        Object plain = unadapted(value, out);
        return plain == null ? "" : inner.print(plain, scope, out);
    }
}
