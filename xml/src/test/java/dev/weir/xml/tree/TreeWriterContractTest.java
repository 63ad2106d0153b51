package dev.weir.xml.tree;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.XmlWriterContract;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;

/** The writer that builds a tree. The document is read back as text, with the items around its element. */
class TreeWriterContractTest extends XmlWriterContract {
    TreeWriterContractTest() {
        super(Feature.RAW_MARKUP, Feature.ENTITY_REFERENCES);
    }

    @Override
    protected Output open() {
        XmlTreeWriter writer = new XmlTreeWriter();
        return new Output(writer, () -> read(writer.document()));
    }

    private static XmlReader read(XmlDocument document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XmlWriter text = XmlWriters.open(out)) {
            document.write(text);
        }
        return XmlReaders.open(out.toByteArray());
    }
}
