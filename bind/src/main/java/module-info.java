import org.jspecify.annotations.NullMarked;

/** Java classes and XML, both ways, by compiled codecs. */
@NullMarked
@SuppressWarnings("module") // the module that exports name is compiled after this one
module dev.weir.bind {
    requires static transitive org.jspecify;
    requires static java.desktop;
    requires transitive dev.weir.xml;
    requires transitive jakarta.xml.bind;
    requires org.objectweb.asm;

    exports dev.weir.bind;
    exports dev.weir.bind.binding to
            dev.weir.jaxws;
    exports dev.weir.bind.codec to
            dev.weir.jaxws;
    exports dev.weir.bind.context to
            dev.weir.jaxws;
    exports dev.weir.bind.event to
            dev.weir.jaxws;
    exports dev.weir.bind.jaxb;
    exports dev.weir.bind.model to
            dev.weir.jaxws;
    exports dev.weir.bind.schema to
            dev.weir.jaxws;
    exports dev.weir.bind.value to
            dev.weir.jaxws;

    provides jakarta.xml.bind.JAXBContextFactory with
            dev.weir.bind.jaxb.WeirContextFactory;
}
