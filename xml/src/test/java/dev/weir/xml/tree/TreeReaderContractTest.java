package dev.weir.xml.tree;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlReaderContract;
import dev.weir.xml.reader.XmlReaders;
import java.nio.charset.StandardCharsets;

/** The reader over a tree. It begins with an element, so that what is around it in the document is not read. */
class TreeReaderContractTest extends XmlReaderContract {
    TreeReaderContractTest() {
        super(Feature.PROLOG, Feature.CDATA);
    }

    @Override
    protected XmlReader open(String document) {
        return XmlDocument.read(XmlReaders.open(document.getBytes(StandardCharsets.UTF_8)))
                .documentElement()
                .reader();
    }
}
