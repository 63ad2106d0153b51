import org.jspecify.annotations.NullMarked;

/** Bytes to infoset and back: the reader, the writer, and a compact tree. */
@NullMarked
@SuppressWarnings("module") // the modules that exports name are compiled after this one
module dev.weir.xml {
    requires static transitive org.jspecify;
    requires transitive java.xml;
    requires transitive org.codehaus.stax2;

    exports dev.weir.xml;
    exports dev.weir.xml.dom;
    exports dev.weir.xml.fastinfoset;
    exports dev.weir.xml.rule to
            dev.weir.bind;
    exports dev.weir.xml.sax;
    exports dev.weir.xml.stax;
    exports dev.weir.xml.text;
    exports dev.weir.xml.tree;

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
