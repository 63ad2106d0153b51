package dev.weir.bench.xml;

import dev.weir.bench.measure.Task;
import java.io.InputStream;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/** SAX events of a document: every name, attribute and text is looked at. One parser reads all documents. */
final class SaxReadTask implements Task {
    private final XMLReader parser;
    private final StaxReadTask.Source source;
    private final ChecksumHandler looking = new ChecksumHandler();

    SaxReadTask(SAXParserFactory factory, StaxReadTask.Source source) throws Exception {
        this.source = source;
        factory.setNamespaceAware(true);
        parser = factory.newSAXParser().getXMLReader();
        parser.setContentHandler(looking);
    }

    @Override
    public long run() throws Exception {
        looking.seen = 0;
        try (InputStream in = source.open()) {
            parser.parse(new InputSource(in));
        }
        return looking.seen;
    }

    private static final class ChecksumHandler extends DefaultHandler {
        private long seen;

        /** Aalto reports an element's namespace only where it has a prefix; the default one is added here. */
        private String defaultNamespace = "";

        @Override
        public void startPrefixMapping(String prefix, String uri) {
            if (prefix.isEmpty()) {
                defaultNamespace = uri;
            }
        }

        @Override
        public void endPrefixMapping(String prefix) {
            if (prefix.isEmpty()) {
                defaultNamespace = "";
            }
        }

        @Override
        public void startElement(String uri, String local, String qualified, Attributes attributes) {
            long more = ContentChecksum.element(uri.isEmpty() ? defaultNamespace : uri, local);
            int count = attributes.getLength();
            for (int i = 0; i < count; i++) {
                more += ContentChecksum.attribute(
                        attributes.getURI(i), attributes.getLocalName(i), attributes.getValue(i));
            }
            seen += more;
        }

        @Override
        public void endElement(String uri, String local, String qualified) {
            seen += local.length();
        }

        @Override
        public void characters(char[] text, int start, int length) {
            seen += ContentChecksum.text(length);
        }

        @Override
        public void ignorableWhitespace(char[] text, int start, int length) {
            seen += ContentChecksum.text(length);
        }
    }
}
