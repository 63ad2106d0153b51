package dev.weir.xml.transform;

import dev.weir.xml.XmlReader;
import javax.xml.transform.sax.SAXSource;
import org.xml.sax.InputSource;

/**
 * A cursor as the source of a transformation, a validation, or another consumer of SAX events. With the cursor on
 * START_DOCUMENT the whole document is delivered; on START_ELEMENT that element is delivered as a document of its own, with
 * all namespaces in scope. It can be read once.
 *
 * <p>{@link dev.weir.xml.XmlException}s reach the consumer as SAXParseException with line and column.
 */
public final class XmlSaxSource extends SAXSource {
    public XmlSaxSource(XmlReader reader) {
        super(new CursorXmlReader(reader), new InputSource());
    }
}
