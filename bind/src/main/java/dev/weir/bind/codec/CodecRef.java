package dev.weir.bind.codec;

import dev.weir.bind.model.BoundClass;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a class, created on first use, and replaced once: by the compiled codec, when the class has been read
 * and written often enough. Codecs refer to one another through these references, so classes may refer to one another
 * in cycles. Thread-safe.
 */
public final class CodecRef {
    public final BoundClass bound;

    /** Generated code compares this with the class of the object to be written. */
    public final Class<?> type;

    private final CodecFactory factory;

    /** Not volatile: the fields of a codec are final, except for a counter that need not be exact. */
    private @Nullable BeanCodec codec;

    private @Nullable BeanCodec compiled;

    public CodecRef(BoundClass bound, CodecFactory factory) {
        this.bound = bound;
        this.type = bound.type();
        this.factory = factory;
    }

    /** The current codec, interpreted or compiled. */
    public BeanCodec codec() {
        BeanCodec known = codec;
        return known != null ? known : make();
    }

    /**
     * The compiled codec. Generated code, which runs often, calls no other, so that each call site is monomorphic for
     * the JIT.
     */
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
