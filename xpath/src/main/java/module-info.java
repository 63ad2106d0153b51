import org.jspecify.annotations.NullMarked;

/** XPath and XSLT over the tree. */
@NullMarked
module dev.weir.xpath {
    requires static transitive org.jspecify;
    requires transitive dev.weir.xml;
    requires transitive dev.weir.wsdl;
    requires java.xml;
    requires org.jaxen;
    requires Saxon.HE;

    exports dev.weir.xpath;
    exports dev.weir.xpath.functions;
    exports dev.weir.xpath.schema;
    exports dev.weir.xpath.second;
    exports dev.weir.xpath.xquery;
    exports dev.weir.xpath.xslt;
}
