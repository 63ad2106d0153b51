package dev.weir.bind.jaxb;

import dev.weir.bind.event.CollectedItems;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.UnmarshallerHandler;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.XMLFilterImpl;

/** Collects a document's SAX events; the object is unmarshalled when the document ends. Reusable. */
final class CollectingHandler extends XMLFilterImpl implements UnmarshallerHandler {
    private final WeirUnmarshaller unmarshaller;
    private CollectedItems items = new CollectedItems();
    private @Nullable Object result;

    /** Whether a document has begun; when the next one begins, its events are collected anew. */
    private boolean begun;

    CollectingHandler(WeirUnmarshaller unmarshaller) {
        this.unmarshaller = unmarshaller;
        setContentHandler(items.handler());
    }

    @Override
    public Object getResult() {
        Object made = result;
        if (made == null) {
            throw new IllegalStateException("there is no result before the end of the document");
        }
        return made;
    }

    private void begin() {
        if (begun) {
            items = new CollectedItems();
            setContentHandler(items.handler());
            begun = false;
        }
    }

    @Override
    public void setDocumentLocator(Locator locator) {
        begin();
        super.setDocumentLocator(locator);
    }

    @Override
    public void startDocument() throws SAXException {
        begin();
        begun = true;
        result = null;
        super.startDocument();
    }

    @Override
    public void endDocument() throws SAXException {
        begun = true;
        try {
            result = unmarshaller.readRoot(items);
        } catch (JAXBException failed) {
            throw new SAXException(failed);
        }
    }
}
