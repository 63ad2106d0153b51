import org.jspecify.annotations.NullMarked;

/** WSDL 1.1 as a model, and the values of its messages. */
@NullMarked
module dev.weir.wsdl {
    requires static transitive org.jspecify;
    requires transitive dev.weir.xml;
    requires java.net.http;

    exports dev.weir.wsdl;
}
