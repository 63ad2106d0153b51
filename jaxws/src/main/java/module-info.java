import org.jspecify.annotations.NullMarked;

/** A provider of Jakarta XML Web Services. */
@NullMarked
@SuppressWarnings("module") // the modules that exports name are compiled after this one
module dev.weir.jaxws {
    requires static transitive org.jspecify;
    requires transitive jakarta.xml.ws;
    requires transitive jakarta.xml.soap;
    requires transitive dev.weir.soap;
    requires static jakarta.annotation;
    requires dev.weir.bind;
    requires dev.weir.wsdl;
    requires dev.weir.xml;
    requires org.objectweb.asm;

    exports dev.weir.soap.jaxws;
    exports dev.weir.soap.jaxws.feature;
    exports dev.weir.soap.jaxws.endpoint to
            dev.weir.servlet,
            dev.weir.spring;
    exports dev.weir.soap.jaxws.handler to
            dev.weir.servlet;

    provides jakarta.xml.ws.spi.Provider with
            dev.weir.soap.jaxws.WeirProvider;
}
