package dev.weir.bind.compile;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/** An object of a bound class, or of one derived from it, which xsi:type then tells. */
final class BeanItem extends ItemCodec {
    final CodecRef ref;

    BeanItem(CodecRef ref) {
        this.ref = ref;
    }

    @Override
    @Nullable Object read(XmlReader reader, UnmarshalContext in, @Nullable Object parent) {
        return in.codecFor(reader, ref).read(reader, in, parent);
    }

    @Override
    void write(Object value, XmlWriter writer, MarshalContext out) {
        if (value.getClass() == ref.type) {
            ref.codec().write(value, writer, out);
        } else {
            out.writeDerived(value, ref, writer);
        }
    }
}
