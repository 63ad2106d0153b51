package dev.weir.bpel.exec;

import dev.weir.xml.tree.XmlElement;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/** Elements of ours as elements of the DOM, which Java of users works on, and back: copies. Thread-safe. */
public final class DomElements {
    private static final DocumentBuilderFactory DOCUMENTS = documents();

    private DomElements() {}

    private static DocumentBuilderFactory documents() {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
        return factory;
    }

    /** A copy of an element in a document of its own. */
    public static Element of(XmlElement element) {
        try {
            synchronized (DOCUMENTS) {
                return DOCUMENTS
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(element.toBytes()))
                        .getDocumentElement();
            }
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalStateException("an element cannot be given to Java: " + e.getMessage(), e);
        }
    }

    /** A copy of an element of the DOM. */
    public static XmlElement tree(Element element) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            Transformer copy = TransformerFactory.newDefaultInstance().newTransformer();
            copy.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            copy.transform(new DOMSource(element), new StreamResult(bytes));
        } catch (TransformerException e) {
            throw new IllegalArgumentException("the element cannot be taken from Java: " + e.getMessage(), e);
        }
        return XmlElement.parse(bytes.toByteArray());
    }
}
