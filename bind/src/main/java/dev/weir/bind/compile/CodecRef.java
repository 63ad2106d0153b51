package dev.weir.bind.compile;

import dev.weir.bind.model.BoundClass;
import org.jspecify.annotations.Nullable;

/** Stands for the codec of a class, which is made when it is first asked for. */
final class CodecRef {
    final BoundClass bound;

    /** Compared by generated code with the class of what it writes. */
    final Class<?> type;

    private final Binding binding;

    /** Without a fence: a codec is all final fields. */
    private @Nullable BeanCodec codec;

    CodecRef(BoundClass bound, Binding binding) {
        this.bound = bound;
        this.type = bound.type();
        this.binding = binding;
    }

    BeanCodec codec() {
        BeanCodec known = codec;
        return known != null ? known : make();
    }

    private synchronized BeanCodec make() {
        BeanCodec made = codec;
        if (made == null) {
            made = CodecGenerator.generate(bound, binding);
            codec = made;
        }
        return made;
    }
}
