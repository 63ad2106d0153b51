import org.jspecify.annotations.NullMarked;

/** Shared by the tests of several modules; main code does not use it. */
@NullMarked
module dev.weir.testing {
    requires static transitive org.jspecify;
    requires org.junit.jupiter.api;
    requires static com.fasterxml.jackson.databind; // of those tests alone that drive a browser
    requires transitive java.net.http;
    requires transitive java.logging;
    requires transitive jdk.httpserver;

    exports dev.weir.testing;
}
