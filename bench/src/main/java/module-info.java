import org.jspecify.annotations.NullMarked;

/** The benchmarks; nothing uses this module. */
@NullMarked
module dev.weir.bench {
    requires static transitive org.jspecify;
}
