package dev.weir.xml.transform;

import dev.weir.xml.XmlWriter;
import javax.xml.transform.sax.SAXResult;

/**
 * A writer (of bytes or of a tree) as the result of a transformation. Neither the XML declaration nor the end of the
 * document is passed on, so that the result may also become a part of something larger; the caller ends the document.
 */
public final class XmlSaxResult extends SAXResult {
    public XmlSaxResult(XmlWriter writer) {
        WriterContentHandler events = new WriterContentHandler(writer);
        setHandler(events);
        setLexicalHandler(events);
    }
}
