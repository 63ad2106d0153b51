import org.jspecify.annotations.NullMarked;

/** Java classes and XML, both ways, by compiled codecs. */
@NullMarked
module dev.weir.bind {
    requires static transitive org.jspecify;
    requires static java.desktop;
    requires transitive dev.weir.xml;
    requires transitive jakarta.xml.bind;
    requires org.objectweb.asm;

    exports dev.weir.bind;
    exports dev.weir.bind.jaxb;

    provides jakarta.xml.bind.JAXBContextFactory with
            dev.weir.bind.jaxb.WeirContextFactory;
}
