package dev.weir.bind.codec;

import dev.weir.bind.model.BoundClass;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a class, which is made on first use and replaced once, when the class has been read and written often enough
 * to be compiled. Codecs refer to one another by these references, so classes may refer to one another in circles.
 * Thread-safe.
 */
public final class CodecRef {
    public final BoundClass bound;

    /** Generated code compares it with the class of the object that it writes. */
    public final Class<?> type;

    private final CodecFactory factory;

    /** Without fences: the fields of a codec are final, except for a count that need not be exact. */
    private @Nullable BeanCodec codec;

    private @Nullable BeanCodec compiled;

    public CodecRef(BoundClass bound, CodecFactory factory) {
        this.bound = bound;
        this.type = bound.type();
        this.factory = factory;
    }

    /** The codec at hand. */
    public BeanCodec codec() {
        BeanCodec known = codec;
        return known != null ? known : make();
    }

    /** The codec of byte code. Generated code, which runs often, calls no other, so that the JIT sees one class per call. */
    public BeanCodec compiled() {
        BeanCodec known = compiled;
        return known != null ? known : compile();
    }

    private synchronized BeanCodec make() {
        BeanCodec made = codec;
        if (made == null) {
            made = factory.firstCodec(this);
            codec = made;
        }
        return made;
    }

    private synchronized BeanCodec compile() {
        BeanCodec made = compiled;
        if (made == null) {
            made = factory.compile(this);
            compiled = made;
            codec = made;
        }
        return made;
    }
}
