package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import javax.xml.namespace.NamespaceContext;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.events.Attribute;
import javax.xml.stream.events.StartElement;
import javax.xml.stream.events.XMLEvent;
import javax.xml.stream.util.XMLEventAllocator;
import javax.xml.stream.util.XMLEventConsumer;
import org.codehaus.stax2.XMLEventReader2;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.ri.evt.Stax2EventAllocatorImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
    private static XMLEventReader2 events(XMLInputFactory factory, String document) throws XMLStreamException {
        return (XMLEventReader2)
                factory.createXMLEventReader(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }

    private static XMLEventReader2 events(String document) throws XMLStreamException {
        return events(new WeirInputFactory(), document);
    }

    private static List<String> account(XMLInputFactory2 factory, String document) throws XMLStreamException {
        List<String> lines = new ArrayList<>();
        XMLEventReader2 events = events(factory, document);
        while (events.hasNextEvent()) {
            XMLEvent event = events.nextEvent();
            StringWriter written = new StringWriter();
            event.writeAsEncodedUnicode(written);
            lines.add(UntypedStreamReader.name(event.getEventType()) + " " + written + " at "
                    + event.getLocation().getLineNumber() + ":"
                    + event.getLocation().getColumnNumber());
            if (event.isStartElement()) {
                event.asStartElement()
                        .getAttributes()
                        .forEachRemaining(attribute -> lines.add(attribute.getName() + "=" + attribute.getValue() + " "
                                + attribute.getDTDType() + " " + attribute.isSpecified()));
            }
            if (event.isEndElement()) {
                event.asEndElement()
                        .getNamespaces()
                        .forEachRemaining(namespace -> lines.add(namespace.getPrefix() + "<-" + namespace.getValue()));
            }
            if (event.isCharacters()) {
                lines.add(event.asCharacters().isCData() + " "
                        + event.asCharacters().isWhiteSpace());
            }
        }
        return lines;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a x='1' p:x='2' xmlns:p='u' xmlns='d'><b xmlns='' xmlns:q='u'><p:c> &lt;&amp; </p:c></b></a>",
                "<a> <![CDATA[ <>& ]]>\n<?p d?><!--c--></a>"
            })
    void eventsAreThoseOfWoodstox(String document) throws Exception {
        assertEquals(account(Peers.woodstox(), document), account(new WeirInputFactory(), document));
    }

    @Test
    void peekingDoesNotMove() throws Exception {
        XMLEventReader2 events = events("<a>t</a>");
        XMLEvent start = events.peek();
        assertTrue(start.isStartDocument());
        assertSame(start, events.peek());
        assertSame(start, events.nextEvent());
        for (int i = 0; i < 3; i++) {
            assertSame(events.peek(), events.nextEvent());
        }
        assertTrue(events.peek().isEndDocument());
        assertTrue(events.hasNext());
        assertTrue(events.nextEvent().isEndDocument());
        assertFalse(events.hasNext());
        assertNull(events.peek());
        assertThrows(NoSuchElementException.class, events::nextEvent);
        assertThrows(NoSuchElementException.class, events::next);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theTextOfAnElementLeavesTheReaderAfterIt(boolean peeked) throws Exception {
        XMLEventReader2 events = events("<a xmlns='d'><b xmlns='e'>1<!--c-->2<![CDATA[3]]></b><c/></a>");
        events.nextTag();
        events.nextTag();
        if (peeked) {
            events.peek();
        }
        assertEquals("123", events.getElementText());
        StartElement next = events.nextTag().asStartElement();
        assertEquals("c", next.getName().getLocalPart());
        assertEquals("d", next.getNamespaceURI(""));
        assertThrows(XMLStreamException.class, () -> {
            events.nextTag();
            events.getElementText();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theNextTagSkipsWhatIsNotText(boolean peeked) throws Exception {
        XMLEventReader2 events = events("<!--c--><a> <?p?> <b/>text<c/></a>");
        for (String name : List.of("a", "b")) {
            if (peeked) {
                events.peek();
            }
            assertEquals(name, events.nextTag().asStartElement().getName().getLocalPart());
        }
        assertTrue(events.nextTag().isEndElement());
        if (peeked) {
            events.peek();
        }
        assertThrows(XMLStreamException.class, events::nextTag);
    }

    @Test
    void thereIsNoTagAfterTheLast() throws Exception {
        XMLEventReader2 events = events("<a/>");
        events.nextTag();
        events.nextTag();
        assertThrows(XMLStreamException.class, events::nextTag);
        assertFalse(events.hasNext());
    }

    @Test
    void scopesStayWhatTheyWere() throws Exception {
        XMLEventReader2 events =
                events("<a xmlns='d' xmlns:p='u'><b xmlns:p='v' xmlns:q='u'><c xmlns=''/></b><e/></a>");
        List<StartElement> starts = new ArrayList<>();
        while (events.hasNext()) {
            XMLEvent event = events.nextEvent();
            if (event.isStartElement()) {
                starts.add(event.asStartElement());
            }
        }
        String[][] expected = {{"d", "u", null}, {"d", "v", "u"}, {"", "v", "u"}, {"d", "u", null}};
        for (int i = 0; i < starts.size(); i++) {
            NamespaceContext scope = starts.get(i).getNamespaceContext();
            assertEquals(expected[i][0], scope.getNamespaceURI(""), "element " + i);
            assertEquals(expected[i][1], scope.getNamespaceURI("p"), "element " + i);
            assertEquals(expected[i][2], scope.getNamespaceURI("q"), "element " + i);
            assertEquals(expected[i][2] == null ? "p" : "q", scope.getPrefix("u"));
        }
        assertEquals("xml", starts.get(0).getNamespaceContext().getPrefix("http://www.w3.org/XML/1998/namespace"));
    }

    @Test
    void eventsAreFoundByName() throws Exception {
        XMLEventReader2 events = events("<a x='1' p:x='2' xmlns:p='u'/>");
        StartElement start = events.nextTag().asStartElement();
        assertEquals("1", start.getAttributeByName(new QName("x")).getValue());
        assertEquals("2", start.getAttributeByName(new QName("u", "x")).getValue());
        assertNull(start.getAttributeByName(new QName("y")));
        Iterator<Attribute> attributes = start.getAttributes();
        assertEquals(2, attributes.next().getLocation().getColumnNumber() + 1);
    }

    @Test
    void anErrorInTheDocumentComesOutOfAnIteratorToo() throws Exception {
        XMLEventReader2 events = events("<a></b>");
        events.nextTag();
        IllegalStateException unchecked = assertThrows(IllegalStateException.class, events::next);
        assertInstanceOf(XMLStreamException.class, unchecked.getCause());
        assertThrows(UnsupportedOperationException.class, events::remove);
    }

    @Test
    void anEventReaderStartsWhereTheCursorStands() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        XMLStreamReader2 cursor = CursorTest.read(factory, "<a xmlns:p='u'><b/></a>");
        cursor.nextTag();
        cursor.nextTag();
        XMLEventReader events = factory.createXMLEventReader(cursor);
        StartElement first = events.nextEvent().asStartElement();
        assertEquals("b", first.getName().getLocalPart());
        assertEquals("u", first.getNamespaceURI("p"));
        assertTrue(events.nextEvent().isEndElement());
        assertTrue(events.nextEvent().isEndElement());
        assertTrue(events.nextEvent().isEndDocument());
    }

    @Test
    void anyCursorCanBeReadAsEvents() throws Exception {
        XMLStreamReader foreign = Peers.jdk()
                .createXMLStreamReader(
                        new ByteArrayInputStream("<a xmlns='d'><b/>t</a>".getBytes(StandardCharsets.UTF_8)));
        XMLEventReader events = new WeirInputFactory().createXMLEventReader(foreign);
        events.nextTag();
        assertEquals("d", events.nextTag().asStartElement().getName().getNamespaceURI());
        assertTrue(events.nextEvent().isEndElement());
        assertEquals("t", events.nextEvent().asCharacters().getData());
    }

    @Test
    void eventsAreMadeByTheAllocatorThatIsGiven() throws Exception {
        List<Integer> types = new ArrayList<>();
        XMLEventAllocator allocator = new XMLEventAllocator() {
            private final XMLEventAllocator usual = new Stax2EventAllocatorImpl();

            @Override
            public XMLEventAllocator newInstance() {
                return this;
            }

            @Override
            public XMLEvent allocate(XMLStreamReader reader) throws XMLStreamException {
                types.add(reader.getEventType());
                return usual.allocate(reader);
            }

            @Override
            public void allocate(XMLStreamReader reader, XMLEventConsumer consumer) throws XMLStreamException {
                consumer.add(allocate(reader));
            }
        };
        WeirInputFactory factory = new WeirInputFactory();
        factory.setEventAllocator(allocator);
        assertSame(allocator, factory.getEventAllocator());
        XMLEventReader2 events = events(factory, "<a>t</a>");
        while (events.hasNext()) {
            events.nextEvent();
        }
        assertEquals(List.of(7, 1, 4, 2, 8), types);
    }

    @Test
    void filtersLetThroughWhatTheyAccept() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        String document = "<a> <b>1</b> <b>2</b> <!--c--></a>";
        XMLStreamReader elements =
                factory.createFilteredReader(CursorTest.read(factory, document), XMLStreamReader::isStartElement);
        StringBuilder names = new StringBuilder();
        while (elements.hasNext()) {
            if (elements.next() == XMLStreamReader.START_ELEMENT) {
                names.append(elements.getLocalName());
            }
        }
        assertEquals("abb", names.toString());

        XMLEventReader texts = factory.createFilteredReader(
                (XMLEventReader) events(document),
                event -> event.isCharacters() && !event.asCharacters().isWhiteSpace());
        StringBuilder data = new StringBuilder();
        while (texts.hasNext()) {
            data.append(texts.nextEvent().asCharacters().getData());
        }
        assertEquals("12", data.toString());
    }

    @Test
    void withoutLocationsEventsShareNone() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        factory.configureForSpeed();
        XMLEvent event = events(factory, "<a/>").nextTag();
        assertEquals(-1, event.getLocation().getLineNumber());
    }
}
