import org.jspecify.annotations.NullMarked;

/** Shared by the tests of several modules; main code does not use it. */
@NullMarked
module dev.weir.testing {
    requires static transitive org.jspecify;
    requires org.junit.jupiter.api;
    requires transitive java.logging;
    requires transitive jdk.httpserver;

    exports dev.weir.testing;
}
