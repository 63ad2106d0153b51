package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlValue;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;

/** Documents with several faults each, put together by chance: the same events in the same order and lines as the reference. */
class EventsTest {
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Order {
        int quantity;
        String note;
        double weight;
        XMLGregorianCalendar when;
        Leaf leaf;

        @XmlElementWrapper(name = "parts")
        @XmlElement(name = "part")
        List<String> parts;

        @XmlIDREF
        Leaf favourite;

        List<Order> inner;

        @XmlAttribute
        String label;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Leaf {
        @XmlValue
        String text;

        @XmlAttribute
        @XmlID
        String id;
    }

    /** Pieces of content on a line of their own; both report, or pass over, each of them alike. */
    private static final String[] PIECES = {
        "<quantity>many</quantity>",
        "<quantity>3</quantity>",
        "<quantity>1<b/></quantity>",
        "<note>kept</note>",
        "<note><b>x</b></note>",
        "<note>a<b><c/></b>d</note>",
        "<weight>1,5</weight>",
        "<weight>2.5</weight>",
        "<when>yesterday</when>",
        "<when>2026-11-22</when>",
        "<leaf id='l1'>ok</leaf>",
        "<leaf>5<b/></leaf>",
        "<what/>",
        "<what><quantity>x</quantity></what>",
        "<o:what xmlns:o='urn:o'/>",
        "<parts><part>p</part><other/></parts>",
        "<parts>text</parts>",
        "text between",
        "<!-- comment -->",
        "<favourite>nobody</favourite>",
    };

    /** Of more events the reference tells that there are more. */
    private static final int REFERENCE_STOPS = 10;

    private static final JAXBContext[] CONTEXTS = contexts();

    private static JAXBContext[] contexts() {
        try {
            ReferenceComparison beside = new ReferenceComparison(Order.class);
            return new JAXBContext[] {beside.weir, beside.reference};
        } catch (JAXBException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String document(Random random, int depth) {
        StringBuilder xml =
                new StringBuilder("<order" + (random.nextInt(3) == 0 ? " label='l' other='o'" : "") + ">\n");
        for (int i = random.nextInt(6); i >= 0; i--) {
            xml.append(PIECES[random.nextInt(PIECES.length)]).append('\n');
            if (depth < 3 && random.nextInt(4) == 0) {
                xml.append(document(random, depth + 1)
                                .replace("<order", "<inner")
                                .replace("</order", "</inner"))
                        .append('\n');
            }
        }
        return xml.append("</order>").toString();
    }

    /** Severity, line, and the message where it is about elements and IDs; those about values are each one's own. */
    private static List<String> events(JAXBContext context, Source source, boolean withLines) throws JAXBException {
        List<String> told = new ArrayList<>();
        Unmarshaller unmarshaller = context.createUnmarshaller();
        unmarshaller.setEventHandler(event -> {
            String message = String.valueOf(event.getMessage());
            boolean common = message.startsWith("unexpected element") || message.startsWith("Undefined");
            String expected = ordered(message);
            // It learns of IDs when the document is over, each of them somewhere.
            boolean line = withLines && !message.startsWith("Undefined");
            told.add(event.getSeverity()
                    + (line ? "@" + event.getLocator().getLineNumber() : "")
                    + (common ? " " + expected : ""));
            return true;
        });
        unmarshaller.unmarshal(source);
        return told;
    }

    /** The reference tells names in no order, and the text of simple content as if it were an element of its own. */
    private static String ordered(String message) {
        int names = message.indexOf("are ") + 4;
        String[] each = message.substring(names)
                .replaceAll("<\\{[^}]*\\}text>", "(none)")
                .split(",");
        Arrays.sort(each);
        return message.substring(0, names) + String.join(",", each);
    }

    private static Source stream(String xml) {
        return new StreamSource(new StringReader(xml));
    }

    @Test
    void eventsAreThoseOfTheReference() throws Exception {
        long seed = TestSeed.of(EventsTest.class);
        Random random = new Random(seed);
        int told = 0;
        for (int i = 0; i < 500; i++) {
            String xml = document(random, 0);
            List<String> events = events(CONTEXTS[0], stream(xml), true);
            if (events.size() < REFERENCE_STOPS) {
                List<String> expected = events(CONTEXTS[1], new SAXSource(jdk(), input(xml)), true);
                assertEquals(expected, events, () -> "-Dweir.seed=" + seed + "\n" + xml);
                told += expected.size();
            }
        }
        assertTrue(told > 300, "so few events in 500 documents: " + told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dom", "sax", "stax"})
    void eventsAreTheSameFromEverySource(String kind) throws Exception {
        long seed = TestSeed.of(EventsTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            String xml = document(random, 0);
            Source source = switch (kind) {
                case "dom" ->
                    new DOMSource(DocumentBuilderFactory.newDefaultNSInstance()
                            .newDocumentBuilder()
                            .parse(input(xml)));
                case "sax" -> new SAXSource(jdk(), input(xml));
                default ->
                    new StAXSource(XMLInputFactory.newDefaultFactory().createXMLStreamReader(new StringReader(xml)));
            };
            assertEquals(
                    events(CONTEXTS[0], stream(xml), false),
                    events(CONTEXTS[0], source, false),
                    () -> "-Dweir.seed=" + seed + "\n" + xml);
        }
    }

    private static XMLReader jdk() throws Exception {
        return SAXParserFactory.newDefaultNSInstance().newSAXParser().getXMLReader();
    }

    private static InputSource input(String xml) {
        return new InputSource(new StringReader(xml));
    }

    @Test
    void onAnAbstractClassReadingEnds() throws Exception {
        JAXBContext context = new WeirContextFactory().createContext(new Class<?>[] {Holder.class}, Map.of());
        List<Integer> severities = new ArrayList<>();
        Unmarshaller unmarshaller = context.createUnmarshaller();
        unmarshaller.setEventHandler(event -> severities.add(event.getSeverity()));
        JAXBException thrown =
                assertThrows(JAXBException.class, () -> unmarshaller.unmarshal(stream("<holder><shape/></holder>")));
        assertEquals(List.of(2), severities);
        assertTrue(thrown.getMessage().contains("Shape"), thrown::getMessage);
    }

    @XmlRootElement
    public static class Holder {
        public Shape shape;
    }

    public abstract static class Shape {}
}
