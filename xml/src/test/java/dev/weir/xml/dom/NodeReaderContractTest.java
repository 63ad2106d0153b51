package dev.weir.xml.dom;

import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlReaderContract;
import java.io.IOException;
import java.io.StringReader;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Nested;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The reader over DOM nodes that the JDK's parser made. */
class NodeReaderContractTest {
    private static Document parsed(String document) {
        try {
            return DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(document)));
        } catch (ParserConfigurationException | SAXException | IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @Nested
    class OverADocument extends XmlReaderContract {
        OverADocument() {
            super(Feature.LINES, Feature.ATTRIBUTE_ORDER);
        }

        @Override
        protected XmlReader open(String document) {
            return NodeReader.over(parsed(document));
        }
    }

    @Nested
    class OverAnElement extends XmlReaderContract {
        OverAnElement() {
            super(Feature.LINES, Feature.ATTRIBUTE_ORDER, Feature.PROLOG);
        }

        @Override
        protected XmlReader open(String document) {
            return NodeReader.over(parsed(document).getDocumentElement());
        }
    }

    @Nested
    class Coalescing extends XmlReaderContract {
        Coalescing() {
            super(Feature.LINES, Feature.ATTRIBUTE_ORDER, Feature.CDATA);
        }

        @Override
        protected XmlReader open(String document) {
            return NodeReader.over(parsed(document), true, true);
        }
    }
}
