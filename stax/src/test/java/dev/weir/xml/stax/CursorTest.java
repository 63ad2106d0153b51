package dev.weir.xml.stax;

import static javax.xml.stream.XMLStreamConstants.CDATA;
import static javax.xml.stream.XMLStreamConstants.CHARACTERS;
import static javax.xml.stream.XMLStreamConstants.END_DOCUMENT;
import static javax.xml.stream.XMLStreamConstants.END_ELEMENT;
import static javax.xml.stream.XMLStreamConstants.START_ELEMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.LocationInfo;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.io.Stax2ByteArraySource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {
    static XMLStreamReader2 read(XMLInputFactory2 factory, String document) throws XMLStreamException {
        return (XMLStreamReader2)
                factory.createXMLStreamReader(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
    }

    /** Weir's cursor on the root of a document. */
    static XMLStreamReader2 onRoot(String document) throws XMLStreamException {
        XMLStreamReader2 cursor = read(new WeirInputFactory(), document);
        cursor.nextTag();
        return cursor;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/>",
                "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n<!-- c -->\n<a x='1' y='2'/>\n<?p?>\n",
                "<?xml version='1.0'?><a> <?p d e?> t<!--c-->u </a>",
                "<a x='1' p:x='2' xmlns:p='u' xmlns='d'><b xmlns='' xmlns:q='u'><p:c/></b></a>",
                "<a xml:id='i' xml:lang='de' xml:space='preserve'> &amp;&#65; </a>",
                "<p:a xmlns:p='u'><p:b p:x='3'/></p:a>",
                "<a><b></a>",
                "<a>\n<b x='\u00e9'/>\u20ac<c/></a>"
            })
    void tellsWhatWoodstoxTells(String document) throws Exception {
        assertIterableEquals(
                CursorTranscript.of(read(Peers.woodstox(), document)),
                CursorTranscript.of(read(new WeirInputFactory(), document)));
    }

    private static final List<String> MIXED = List.of(
            "\n<!-- c -->\n<a x='1'> t <![CDATA[ c ]]>&amp;<b/>\r\n</a> <?p?>\n",
            "<?xml version='1.0'?>\n\n<p:a xmlns:p='u' xmlns='d'>1<![CDATA[2]]>3<p:b/>4</p:a>\n");

    static Stream<Arguments> options() {
        List<Arguments> all = new ArrayList<>();
        for (String document : MIXED) {
            for (int bits = 0; bits < 16; bits++) {
                Map<String, Boolean> properties = new TreeMap<>();
                properties.put(XMLInputFactory.IS_COALESCING, (bits & 1) != 0);
                properties.put(XMLInputFactory.IS_NAMESPACE_AWARE, (bits & 2) != 0);
                properties.put(XMLInputFactory2.P_REPORT_CDATA, (bits & 4) != 0);
                properties.put(XMLInputFactory2.P_REPORT_PROLOG_WHITESPACE, (bits & 8) != 0);
                all.add(Arguments.of(document, properties));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("options")
    void optionsMeanWhatTheyMeanForWoodstox(String document, Map<String, Boolean> properties) throws Exception {
        XMLInputFactory2 woodstox = Peers.woodstox();
        WeirInputFactory weir = new WeirInputFactory();
        properties.forEach(woodstox::setProperty);
        properties.forEach(weir::setProperty);
        assertIterableEquals(CursorTranscript.of(read(woodstox, document)), CursorTranscript.of(read(weir, document)));
    }

    @Test
    void placesAreCountedFromOneAndOffsetsInBytes() throws Exception {
        String document = "<a>\n\u20ac<b/>\r\n<c\n/></a>";
        XMLStreamReader2 cursor = read(new WeirInputFactory(), document);
        List<String> places = new ArrayList<>();
        while (cursor.hasNext()) {
            LocationInfo info = cursor.getLocationInfo();
            places.add(info.getStartLocation().getLineNumber() + ":"
                    + info.getStartLocation().getColumnNumber() + " "
                    + info.getStartingByteOffset() + "-" + info.getEndingByteOffset());
            assertEquals(cursor.getLocation().getCharacterOffset(), info.getStartingByteOffset());
            assertEquals(-1, info.getStartingCharOffset());
            cursor.next();
        }
        assertEquals(
                List.of(
                        "1:1 0-0",
                        "1:1 0-3",
                        "1:4 3-7",
                        "2:2 7-11",
                        "2:2 7-11",
                        "2:6 11-13",
                        "3:1 13-18",
                        "3:1 13-18",
                        "4:3 18-22"),
                places);
    }

    @Test
    void placesInCharactersAreCountedInCharacters() throws Exception {
        XMLStreamReader2 cursor =
                (XMLStreamReader2) new WeirInputFactory().createXMLStreamReader(new StringReader("<a>\u20ac<b/></a>"));
        cursor.nextTag();
        cursor.next();
        cursor.next();
        assertEquals("b", cursor.getLocalName());
        assertEquals(5, cursor.getLocation().getColumnNumber());
    }

    @Test
    void anErrorHasAPlaceAndTellsItOnce() throws Exception {
        XMLStreamReader2 cursor = read(new WeirInputFactory(), "<a>\n  <b></c></a>");
        cursor.nextTag();
        cursor.nextTag();
        XMLStreamException wrong = assertThrows(XMLStreamException.class, cursor::next);
        assertEquals(2, wrong.getLocation().getLineNumber());
        assertEquals(6, wrong.getLocation().getColumnNumber());
        String place = "line 2, column 6";
        assertTrue(wrong.getMessage().contains(place), wrong::getMessage);
        assertEquals(wrong.getMessage().indexOf(place), wrong.getMessage().lastIndexOf(place), wrong::getMessage);
        assertThrows(XMLStreamException.class, cursor::next);
    }

    @Test
    void whatIsWrongWithTheDeclarationIsToldByNext() throws Exception {
        XMLStreamReader2 cursor = read(new WeirInputFactory(), "<?xml version='3.0' encoding='?'?><a/>");
        assertNull(cursor.getVersion());
        assertThrows(XMLStreamException.class, cursor::next);
    }

    @Test
    void requirementsAreChecked() throws Exception {
        XMLStreamReader2 cursor = onRoot("<p:a xmlns:p='u'><![CDATA[t]]><b/><!--c--></p:a>");
        cursor.require(START_ELEMENT, "u", "a");
        cursor.require(START_ELEMENT, null, null);
        assertThrows(XMLStreamException.class, () -> cursor.require(END_ELEMENT, null, null));
        assertThrows(XMLStreamException.class, () -> cursor.require(START_ELEMENT, "", "a"));
        assertThrows(XMLStreamException.class, () -> cursor.require(START_ELEMENT, "u", "b"));
        cursor.next();
        cursor.require(CDATA, null, null);
        cursor.require(CHARACTERS, null, null);
        assertThrows(XMLStreamException.class, () -> cursor.require(CHARACTERS, null, "a"));
        assertThrows(XMLStreamException.class, () -> cursor.require(CHARACTERS, "u", null));
        assertThrows(XMLStreamException.class, cursor::getElementText);
        cursor.next();
        cursor.require(START_ELEMENT, "", "b");
        cursor.next();
        cursor.next();
        assertThrows(XMLStreamException.class, () -> cursor.require(CHARACTERS, null, null));
    }

    @Test
    void tagsAreReachedOverWhatIsNoText() throws Exception {
        XMLStreamReader2 cursor = onRoot("<a> <!--c--><?p?> <![CDATA[ ]]> <b/>t<c/></a>");
        assertEquals(START_ELEMENT, cursor.nextTag());
        assertEquals("b", cursor.getLocalName());
        assertEquals(END_ELEMENT, cursor.nextTag());
        assertThrows(XMLStreamException.class, cursor::nextTag);
    }

    @Test
    void afterTheEndThereIsNothing() throws Exception {
        XMLStreamReader2 cursor = onRoot("<a/>");
        cursor.next();
        assertEquals(END_DOCUMENT, cursor.next());
        assertFalse(cursor.hasNext());
        assertThrows(NoSuchElementException.class, cursor::next);
        XMLStreamReader2 closed = onRoot("<a><b/></a>");
        closed.close();
        assertFalse(closed.hasNext());
        assertThrows(NoSuchElementException.class, closed::next);
        assertThrows(IllegalStateException.class, closed::getLocalName);
        closed.close();
        closed.closeCompletely();
    }

    @Test
    void elementsAreSkippedAndTheirContentIsChecked() throws Exception {
        XMLStreamReader2 cursor = onRoot("<a><b><c/>t</b><d/></a>");
        cursor.nextTag();
        cursor.skipElement();
        assertEquals("b", cursor.getLocalName());
        assertEquals(END_ELEMENT, cursor.getEventType());
        assertEquals(2, cursor.getDepth());
        assertThrows(IllegalStateException.class, cursor::skipElement);
        cursor.nextTag();
        assertEquals("d", cursor.getLocalName());
        assertThrows(XMLStreamException.class, () -> onRoot("<a><b></c></a>").skipElement());
    }

    @Test
    void whoAsksForNoNamespaceGetsTheFirstAttributeOfTheName() throws Exception {
        XMLStreamReader2 cursor = onRoot("<a p:x='1' x='2' p:y='3' xmlns:p='u'/>");
        assertEquals("1", cursor.getAttributeValue(null, "x"));
        assertEquals("2", cursor.getAttributeValue("", "x"));
        assertEquals("1", cursor.getAttributeValue("u", "x"));
        assertEquals("3", cursor.getAttributeValue(null, "y"));
        assertNull(cursor.getAttributeValue("", "y"));
        assertNull(cursor.getAttributeValue(null, "z"));
        assertEquals(2, cursor.getAttributeInfo().findAttributeIndex("u", "y"));
        assertEquals(2, cursor.getAttributeIndex("u", "y"));
        assertEquals(3, cursor.getAttributeInfo().getAttributeCount());
        assertThrows(IllegalArgumentException.class, () -> cursor.getAttributeValue(3));
        assertThrows(IllegalArgumentException.class, () -> cursor.getAttributeLocalName(-1));
        assertThrows(IllegalArgumentException.class, () -> cursor.getNamespaceURI(1));
        assertThrows(IllegalArgumentException.class, () -> cursor.getAttributeAsInt(3));
    }

    @Test
    void aScopeThatIsKeptStaysAsItWas() throws Exception {
        XMLStreamReader2 cursor = onRoot("<a xmlns='d' xmlns:p='u' xmlns:q='u'><b xmlns='' xmlns:p='v'/></a>");
        NamespaceContext moving = cursor.getNamespaceContext();
        NamespaceContext kept = cursor.getNonTransientNamespaceContext();
        cursor.nextTag();
        assertEquals("", moving.getNamespaceURI(""));
        assertEquals("d", kept.getNamespaceURI(""));
        assertEquals("v", moving.getNamespaceURI("p"));
        assertEquals("u", kept.getNamespaceURI("p"));
        assertEquals("q", moving.getPrefix("u"));
        List<Object> prefixes = new ArrayList<>();
        kept.getPrefixes("u").forEachRemaining(prefixes::add);
        assertEquals(Set.of("p", "q"), Set.copyOf(prefixes));
        for (NamespaceContext scope : List.of(moving, kept)) {
            assertNull(scope.getNamespaceURI("none"));
            assertNull(scope.getPrefix("none"));
            assertEquals(XMLConstants.XML_NS_URI, scope.getNamespaceURI("xml"));
            assertEquals("xmlns", scope.getPrefix(XMLConstants.XMLNS_ATTRIBUTE_NS_URI));
            assertThrows(IllegalArgumentException.class, () -> scope.getNamespaceURI(null));
            assertThrows(IllegalArgumentException.class, () -> scope.getPrefix(null));
        }
        assertEquals("", moving.getPrefix(""));
        assertNull(kept.getPrefix(""));
    }

    @Test
    void textIsCopiedInParts() throws Exception {
        XMLStreamReader2 cursor = onRoot("<a>h\u00e9llo</a>");
        cursor.next();
        char[] some = new char[4];
        assertEquals(2, cursor.getTextCharacters(3, some, 1, 3));
        assertEquals("lo", new String(some, 1, 2));
        assertEquals(0, cursor.getTextCharacters(5, some, 0, 4));
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.getTextCharacters(6, some, 0, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> cursor.getTextCharacters(0, some, 0, 5));
        StringWriter writer = new StringWriter();
        assertEquals(5, cursor.getText(writer, true));
        assertEquals("h\u00e9llo", writer.toString());
        cursor.next();
        assertThrows(IllegalStateException.class, () -> cursor.getText(writer, true));
    }

    @Test
    void longTextIsWrittenWhole() throws Exception {
        String text = "0123456789".repeat(5000);
        XMLStreamReader2 cursor = onRoot("<a>" + text + "<b/></a>");
        cursor.next();
        StringWriter writer = new StringWriter();
        assertEquals(text.length(), cursor.getText(writer, false));
        assertEquals(text, writer.toString());
        assertEquals(START_ELEMENT, cursor.next());
    }

    /** Moving over a document costs no memory; only what is asked for does. */
    @Test
    void movingOnAllocatesNothing() throws Exception {
        StringBuilder document = new StringBuilder("<a>");
        int records = 50_000;
        for (int i = 0; i < records; i++) {
            document.append("<r x='").append(i % 10).append("'>text</r>");
        }
        byte[] bytes = document.append("</a>").toString().getBytes(StandardCharsets.UTF_8);
        WeirInputFactory factory = new WeirInputFactory();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            XMLStreamReader cursor = factory.createXMLStreamReader(new Stax2ByteArraySource(bytes, 0, bytes.length));
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            int names = 0;
            while (cursor.hasNext()) {
                if (cursor.next() == START_ELEMENT) {
                    names += cursor.getLocalName().length() + cursor.getAttributeCount();
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            assertEquals(records * 2 + 1, names);
        }
        assertTrue(least < records, "bytes allocated for " + records + " records: " + least);
    }

    @ParameterizedTest
    @ValueSource(strings = {"&e;", "a&e;b", "&e;&e;", "a&amp;&e;<c/>&e;", "<![CDATA[a]]>&e;<![CDATA[b]]>"})
    void referencesThatAreReportedEndACoalescedText(String content) throws XMLStreamException {
        for (boolean dtd : new boolean[] {true, false}) {
            WeirInputFactory factory = new WeirInputFactory();
            factory.setProperty(XMLInputFactory.IS_COALESCING, true);
            factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, dtd);
            XMLStreamReader2 cursor = read(factory, "<!DOCTYPE r [<!ENTITY e 'x'>]><r>" + content + "</r>");
            StringBuilder text = new StringBuilder();
            int count = 0;
            while (cursor.getEventType() != XMLStreamConstants.END_DOCUMENT) {
                assertTrue(count++ < 20, "the cursor does not advance");
                int type = cursor.next();
                if (type == XMLStreamConstants.CHARACTERS) {
                    text.append(cursor.getText());
                } else if (type == XMLStreamConstants.ENTITY_REFERENCE) {
                    text.append('&').append(cursor.getLocalName()).append(';');
                }
            }
            assertEquals(
                    content.replace("<c/>", "").replace("&amp;", "&").replaceAll("<!.CDATA.|]]>", ""), text.toString());
        }
    }

    @Test
    void aSyntaxErrorHasNoUncheckedCause() throws XMLStreamException {
        XMLStreamReader2 cursor = read(new WeirInputFactory(), "<r><");
        XMLStreamException failed = assertThrows(XMLStreamException.class, () -> {
            while (cursor.hasNext()) {
                cursor.next();
            }
        });
        assertNull(failed.getCause());
        assertNull(failed.getNestedException());
    }
}
