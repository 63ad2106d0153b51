package dev.weir.bind.compile;

import dev.weir.bind.model.BoundClass;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the codec of a class, which is made when it is first asked for: at first one that interprets, after some
 * objects one of bytecode.
 */
final class CodecRef {
    /** Instead of a number of objects: there is no end to interpreting. */
    static final int NEVER = Integer.MAX_VALUE;

    final BoundClass bound;

    /** Compared by generated code with the class of what it writes. */
    final Class<?> type;

    private final Binding binding;

    /** Without fences: a codec is all final fields, but for a count that may be wrong. */
    private @Nullable BeanCodec codec;

    private @Nullable BeanCodec compiled;

    CodecRef(BoundClass bound, Binding binding) {
        this.bound = bound;
        this.type = bound.type();
        this.binding = binding;
    }

    BeanCodec codec() {
        BeanCodec known = codec;
        return known != null ? known : make();
    }

    /** The codec of bytecode, also for generated code: it is called often, so those that it calls will be. */
    BeanCodec compiled() {
        BeanCodec known = compiled;
        return known != null ? known : compile();
    }

    private synchronized BeanCodec make() {
        if (codec == null) {
            CodecPlan plan = new CodecPlan(bound, binding);
            int uses = binding.interpreted();
            if (uses == 0 || uses != NEVER && plan.hasGrowing()) {
                return compile();
            }
            codec = new InterpretedCodec(this, plan, binding, uses);
        }
        return codec;
    }

    private synchronized BeanCodec compile() {
        BeanCodec made = compiled;
        if (made == null) {
            made = CodecGenerator.generate(new CodecPlan(bound, binding), binding);
            compiled = made;
            codec = made;
        }
        return made;
    }
}
