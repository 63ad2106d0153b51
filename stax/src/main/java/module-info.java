import org.jspecify.annotations.NullMarked;

/** Weir's reader and writer as StAX, StAX2 and SAX: the only module that registers JAXP services. */
@NullMarked
module dev.weir.stax {
    requires static transitive org.jspecify;
    requires transitive dev.weir.xml;
    requires transitive org.codehaus.stax2;

    exports dev.weir.xml.sax;
    exports dev.weir.xml.stax;

    provides javax.xml.parsers.SAXParserFactory with
            dev.weir.xml.sax.WeirSaxParserFactory;
    provides javax.xml.stream.XMLEventFactory with
            dev.weir.xml.stax.WeirEventFactory;
    provides javax.xml.stream.XMLOutputFactory with
            dev.weir.xml.stax.WeirOutputFactory;
    provides javax.xml.stream.XMLInputFactory with
            dev.weir.xml.stax.WeirInputFactory;
    provides org.codehaus.stax2.XMLInputFactory2 with
            dev.weir.xml.stax.WeirInputFactory;
    provides org.xml.sax.XMLReader with
            dev.weir.xml.sax.WeirSaxReader;
}
