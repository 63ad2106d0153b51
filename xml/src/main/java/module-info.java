import org.jspecify.annotations.NullMarked;

/** Bytes to infoset and back: the reader, the writer, and a compact tree. Registers no service. */
@NullMarked
@SuppressWarnings("module") // the modules that exports name are compiled after this one
module dev.weir.xml {
    requires static transitive org.jspecify;
    requires transitive java.xml;

    exports dev.weir.xml;
    exports dev.weir.xml.dom;
    exports dev.weir.xml.dtd to
            dev.weir.fastinfoset,
            dev.weir.stax;
    exports dev.weir.xml.encoding;
    exports dev.weir.xml.lexical to
            dev.weir.bind,
            dev.weir.fastinfoset,
            dev.weir.jaxws,
            dev.weir.stax;
    exports dev.weir.xml.push to
            dev.weir.stax;
    exports dev.weir.xml.reader;
    exports dev.weir.xml.transform;
    exports dev.weir.xml.tree;
    exports dev.weir.xml.writer;

    uses dev.weir.xml.encoding.InfosetEncoding;
}
