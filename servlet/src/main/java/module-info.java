import org.jspecify.annotations.NullMarked;

/** Jakarta XML Web Services inside servlet containers. */
@NullMarked
module dev.weir.servlet {
    requires static transitive org.jspecify;
    requires transitive jakarta.servlet;
    requires transitive jakarta.xml.ws;
    requires transitive dev.weir.jaxws;
    requires dev.weir.soap;
    requires dev.weir.xml;

    exports dev.weir.servlet;

    provides jakarta.servlet.ServletContainerInitializer with
            dev.weir.servlet.WeirServletInitializer;
}
