import org.jspecify.annotations.NullMarked;

/** Shared by the tests of several modules; main code does not use it. */
@NullMarked
module dev.weir.testing {
    requires static transitive org.jspecify;

    exports dev.weir.testing;
}
