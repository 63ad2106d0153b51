package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.xml.bind.Binder;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** Objects and their nodes, kept together; the reference is asked the same. */
class BinderTest {
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Shelf {
        @XmlAttribute
        String label;

        int room;
        List<Book> book = new ArrayList<>();
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Book {
        String title;
        Book sequel;
    }

    private static final String XML = "<shelf label='a'><!-- kept --><room>7</room><book><title>One</title>"
            + "<sequel><title>Two</title></sequel></book><book><title>Three</title></book></shelf>";

    static Stream<JAXBContext> contexts() throws JAXBException {
        ReferenceComparison beside = new ReferenceComparison(Shelf.class);
        return Stream.of(beside.weir, beside.reference);
    }

    private static Document document(String xml) throws Exception {
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)));
    }

    private static Node element(Document document, String name, int index) {
        return document.getElementsByTagName(name).item(index);
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void eachObjectHasItsElement(JAXBContext context) throws Exception {
        Document document = document(XML);
        Binder<Node> binder = context.createBinder();
        Shelf shelf = (Shelf) binder.unmarshal(document);
        assertSame(document.getDocumentElement(), binder.getXMLNode(shelf));
        assertSame(element(document, "book", 1), binder.getXMLNode(shelf.book.get(1)));
        assertSame(shelf.book.get(0).sequel, binder.getJAXBNode(element(document, "sequel", 0)));
        assertNull(binder.getXMLNode(new Shelf()));
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void aChangedObjectReplacesItsElementInItsPlace(JAXBContext context) throws Exception {
        Document document = document(XML);
        Binder<Node> binder = context.createBinder();
        Shelf shelf = (Shelf) binder.unmarshal(document);
        Book first = shelf.book.get(0);
        Node before = binder.getXMLNode(first);
        first.title = "Zero";
        Node after = binder.updateXML(first);
        assertNotSame(before, after);
        assertSame(element(document, "book", 0), after);
        assertEquals("Zero", element(document, "title", 0).getTextContent());
        assertEquals("Two", element(document, "title", 1).getTextContent());
        assertEquals(" kept ", document.getDocumentElement().getFirstChild().getNodeValue());
    }

    /** The reference goes on to answer with the element that was replaced. */
    @Test
    void aDocumentsElementIsReplacedToo() throws Exception {
        JAXBContext context = new ReferenceComparison(Shelf.class).weir;
        for (String comment : List.of("", "<!-- behind -->")) {
            Document document = document(XML + comment);
            Binder<Node> binder = context.createBinder();
            Shelf shelf = (Shelf) binder.unmarshal(document);
            shelf.book.get(0).title = "Zero";
            Node made = binder.updateXML(shelf);
            assertSame(document.getDocumentElement(), made);
            assertSame(made, binder.getXMLNode(shelf));
            assertSame(shelf, binder.getJAXBNode(made));
            assertEquals("Zero", element(document, "title", 0).getTextContent());
            assertSame(document.getDocumentElement(), document.getFirstChild());
        }
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void aChangedElementChangesItsObject(JAXBContext context) throws Exception {
        Document document = document(XML);
        Binder<Node> binder = context.createBinder();
        Shelf shelf = (Shelf) binder.unmarshal(document);
        Element root = document.getDocumentElement();
        root.removeAttribute("label");
        root.removeChild(element(document, "room", 0));
        element(document, "title", 2).setTextContent("Four");
        assertSame(shelf, binder.updateJAXB(root));
        assertNull(shelf.label);
        assertEquals(0, shelf.room);
        assertEquals(2, shelf.book.size());
        assertEquals("Four", shelf.book.get(1).title);
        assertSame(element(document, "book", 1), binder.getXMLNode(shelf.book.get(1)));
    }

    private static JAXBContext weir() throws JAXBException {
        return new ReferenceComparison(Shelf.class).weir;
    }

    /** The reference forgets what it has written. */
    @Test
    void whatIsMarshalledIsKeptToo() throws Exception {
        JAXBContext context = weir();
        Shelf shelf = new Shelf();
        shelf.book.add(new Book());
        shelf.book.get(0).sequel = new Book();
        Document document = document("<x/>");
        document.removeChild(document.getDocumentElement());
        Binder<Node> binder = context.createBinder();
        binder.marshal(shelf, document);
        assertSame(document.getDocumentElement(), binder.getXMLNode(shelf));
        assertSame(element(document, "sequel", 0), binder.getXMLNode(shelf.book.get(0).sequel));
        assertSame(shelf.book.get(0), binder.getJAXBNode(element(document, "book", 0)));
    }

    /** The reference keeps the object with its last child. */
    @Test
    void anElementMayBeReadAsAClass() throws Exception {
        JAXBContext context = weir();
        Document document = document(XML);
        Binder<Node> binder = context.createBinder();
        JAXBElement<Book> sequel = binder.unmarshal(element(document, "sequel", 0), Book.class);
        assertEquals("Two", sequel.getValue().title);
        assertSame(element(document, "sequel", 0), binder.getXMLNode(sequel));
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void onlyKnownObjectsCanBeUpdated(JAXBContext context) {
        assertThrows(
                IllegalArgumentException.class, () -> context.createBinder().updateXML(new Shelf(), null));
        assertThrows(
                IllegalArgumentException.class, () -> context.createBinder().getXMLNode(null));
    }

    @Test
    void eventsNameTheNode() throws Exception {
        Document document = document("<shelf><room>seven</room></shelf>");
        Binder<Node> binder = weir().createBinder();
        List<ValidationEvent> events = new ArrayList<>();
        binder.setEventHandler(events::add);
        assertNotNull(binder.unmarshal(document));
        assertEquals(1, events.size());
        assertSame(element(document, "room", 0), events.get(0).getLocator().getNode());
    }
}
