package dev.weir.bind.jaxb;

import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.UnmarshallerHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;

/** Takes a document by SAX; the object is made when the document has ended. May be used again. */
final class TreeHandler implements UnmarshallerHandler {
    private final WeirUnmarshaller unmarshaller;
    private TreeSource tree = new TreeSource();
    private ContentHandler target = TreeSource.handler(tree);
    private @Nullable Object result;

    TreeHandler(WeirUnmarshaller unmarshaller) {
        this.unmarshaller = unmarshaller;
    }

    @Override
    public Object getResult() {
        Object made = result;
        if (made == null) {
            throw new IllegalStateException("there is no result before the end of the document");
        }
        return made;
    }

    @Override
    public void startDocument() throws SAXException {
        tree = new TreeSource();
        target = TreeSource.handler(tree);
        result = null;
        target.startDocument();
    }

    @Override
    public void endDocument() throws SAXException {
        target.endDocument();
        try {
            result = unmarshaller.readRoot(tree);
        } catch (JAXBException failed) {
            throw new SAXException(failed);
        }
    }

    @Override
    public void setDocumentLocator(Locator locator) {}

    @Override
    public void startPrefixMapping(String prefix, String uri) throws SAXException {
        target.startPrefixMapping(prefix, uri);
    }

    @Override
    public void endPrefixMapping(String prefix) throws SAXException {
        target.endPrefixMapping(prefix);
    }

    @Override
    public void startElement(String uri, String local, String qualified, Attributes attributes) throws SAXException {
        target.startElement(uri, local, qualified, attributes);
    }

    @Override
    public void endElement(String uri, String local, String qualified) throws SAXException {
        target.endElement(uri, local, qualified);
    }

    @Override
    public void characters(char[] text, int start, int length) throws SAXException {
        target.characters(text, start, length);
    }

    @Override
    public void ignorableWhitespace(char[] text, int start, int length) throws SAXException {
        target.ignorableWhitespace(text, start, length);
    }

    @Override
    public void processingInstruction(String name, String data) {}

    @Override
    public void skippedEntity(String name) {}
}
