package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.glassfish.jaxb.runtime.v2.JAXBContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXParseException;

/** What is reported to JAXB users, and when. */
class ErrorsTest {
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Order {
        int quantity;
        List<Double> prices;
        String note;

        @XmlAttribute
        Integer number;

        Order inner;
        Class<?> type;
    }

    private static final JAXBContext CONTEXT = context(Order.class);

    private static JAXBContext context(Class<?>... classes) {
        try {
            return new WeirContextFactory().createContext(classes, Map.of());
        } catch (JAXBException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static final String WRONG = """
            <order number="x1">
              <quantity>many</quantity>
              <prices>1.5</prices><prices>cheap</prices>
              <prices>2.5</prices>
              <note>kept</note>
            </order>""";

    @Test
    void aWrongValueIsToldWithItsPlaceAndTheRestIsRead() throws Exception {
        List<ValidationEvent> events = new ArrayList<>();
        Unmarshaller unmarshaller = CONTEXT.createUnmarshaller();
        unmarshaller.setEventHandler(events::add);
        Order order = (Order) unmarshaller.unmarshal(new StringReader(WRONG));
        assertEquals(List.of(1.5, 2.5), order.prices);
        assertEquals("kept", order.note);
        assertEquals(3, events.size(), events::toString);
        assertEquals(
                List.of(1, 2, 3),
                events.stream().map(e -> e.getLocator().getLineNumber()).toList());
        assertTrue(events.get(1).getMessage().contains("many"), events.get(1)::getMessage);
        assertTrue(events.get(1).getMessage().contains("quantity"), events.get(1)::getMessage);
        assertTrue(events.stream().allMatch(e -> e.getSeverity() == ValidationEvent.ERROR));
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Lists {
        @XmlAttribute
        List<Integer> numbers;

        @XmlAttribute
        boolean[] flags;

        @XmlAttribute
        @XmlIDREF
        List<Named> names;

        @XmlList
        @XmlElement(defaultValue = "1 none 2")
        int[] ints;

        @XmlList
        Set<State> states;

        @XmlList
        @XmlJavaTypeAdapter(Halves.class)
        List<Integer> halves;

        Doubles doubles;
        long[] single;
        Named named;
    }

    public enum State {
        NEW,
        BLOCKED
    }

    public static class Doubles {
        @XmlValue
        List<Double> values;
    }

    public static class Named {
        @XmlID
        @XmlAttribute
        String name;
    }

    public static class Halves extends XmlAdapter<Integer, Integer> {
        @Override
        public Integer unmarshal(Integer value) throws Exception {
            if (value % 2 != 0) {
                throw new Exception(value + " is odd");
            }
            return value / 2;
        }

        @Override
        public Integer marshal(Integer value) {
            return value * 2;
        }
    }

    @XmlRegistry
    public static class Registry {
        @XmlElementDecl(name = "longs")
        public JAXBElement<List<Long>> longs(List<Long> value) {
            throw new UnsupportedOperationException();
        }
    }

    private static final String WRONG_ITEMS = """
            <lists numbers="4 y 6" flags="true maybe false" names="a b">
              <ints/>
              <states>NEW OLD BLOCKED</states>
              <halves>2 3 x 4</halves>
              <doubles>1.5 2,5 3.5</doubles>
              <single>1</single><single>many</single><single>3</single>
              <named name="a"/>
            </lists>""";

    @Test
    void aWrongItemIsToldAndLeftOutOfItsList() throws Exception {
        List<ValidationEvent> events = new ArrayList<>();
        Unmarshaller unmarshaller = context(Lists.class, Registry.class).createUnmarshaller();
        unmarshaller.setEventHandler(events::add);
        Lists lists = (Lists) unmarshaller.unmarshal(new StringReader(WRONG_ITEMS));
        assertEquals(List.of(4, 6), lists.numbers);
        assertArrayEquals(new boolean[] {true, false}, lists.flags);
        assertEquals(List.of(lists.named), lists.names);
        assertArrayEquals(new int[] {1, 2}, lists.ints);
        assertEquals(Set.of(State.NEW, State.BLOCKED), lists.states);
        assertEquals(List.of(1, 2), lists.halves);
        assertEquals(List.of(1.5, 3.5), lists.doubles.values);
        assertArrayEquals(new long[] {1, 3}, lists.single);
        JAXBElement<?> longs = (JAXBElement<?>) unmarshaller.unmarshal(new StringReader("<longs>1 z 3</longs>"));
        assertEquals(List.of(1L, 3L), longs.getValue());
        List<String> wrong = List.of(
                "\"y\"", "\"maybe\"", "\"none\"", "OLD", "3 is odd", "\"x\"", "\"2,5\"", "many", "\"b\"", "\"z\"");
        assertEquals(wrong.size(), events.size(), events::toString);
        for (int i = 0; i < wrong.size(); i++) {
            String message = events.get(i).getMessage();
            assertTrue(message.contains(wrong.get(i)), message);
            assertEquals(ValidationEvent.ERROR, events.get(i).getSeverity(), message);
        }
        assertEquals(4, events.get(4).getLocator().getLineNumber());
        assertTrue(events.get(4).getMessage().contains("halves"), events.get(4)::getMessage);
    }

    @Test
    void aHandlerThatRefusesAnItemEndsTheReading() throws Exception {
        Unmarshaller unmarshaller = context(Lists.class).createUnmarshaller();
        for (String xml : List.of("<lists numbers='4 y'/>", "<lists><halves>2 y</halves></lists>")) {
            unmarshaller.setEventHandler(event -> false);
            UnmarshalException thrown =
                    assertThrows(UnmarshalException.class, () -> unmarshaller.unmarshal(new StringReader(xml)));
            assertTrue(thrown.getMessage().contains("\"y\""), thrown::getMessage);
        }
    }

    @Test
    void withoutAHandlerWrongValuesArePassedOver() throws Exception {
        Order order = (Order) CONTEXT.createUnmarshaller().unmarshal(new StringReader(WRONG));
        assertEquals(0, order.quantity);
        assertNull(order.number);
        assertEquals("kept", order.note);
    }

    @Test
    void aHandlerThatRefusesEndsTheReading() throws Exception {
        Unmarshaller unmarshaller = CONTEXT.createUnmarshaller();
        unmarshaller.setEventHandler(event -> false);
        UnmarshalException thrown =
                assertThrows(UnmarshalException.class, () -> unmarshaller.unmarshal(new StringReader(WRONG)));
        assertTrue(thrown.getMessage().contains("x1"), thrown::getMessage);
    }

    @Test
    void unexpectedElementsAreToldToThoseWhoListen() throws Exception {
        List<String> reported = new ArrayList<>();
        Unmarshaller unmarshaller = CONTEXT.createUnmarshaller();
        unmarshaller.setEventHandler(event -> reported.add(event.getMessage()));
        Order order = (Order) unmarshaller.unmarshal(
                new StringReader("<order><what><quantity>3</quantity></what><note>n</note></order>"));
        assertEquals(0, order.quantity);
        assertEquals(1, reported.size(), reported::toString);
        assertTrue(reported.get(0).contains("local:\"what\""), reported::toString);
    }

    @Test
    void anUnknownRootIsNamedWithThoseThatAreExpected() {
        UnmarshalException thrown = assertThrows(
                UnmarshalException.class, () -> CONTEXT.createUnmarshaller().unmarshal(new StringReader("<bill/>")));
        assertTrue(thrown.getMessage().contains("unexpected element (uri:\"\", local:\"bill\")"), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("<{}order>"), thrown::getMessage);
    }

    @Test
    void whatIsNotWellFormedHasLineAndColumn() {
        UnmarshalException thrown = assertThrows(
                UnmarshalException.class,
                () -> CONTEXT.createUnmarshaller().unmarshal(new StringReader("<order>\n  <note>x</nota>\n</order>")));
        SAXParseException place = (SAXParseException) thrown.getLinkedException();
        assertEquals(2, place.getLineNumber());
        assertThrows(
                UnmarshalException.class,
                () -> CONTEXT.createUnmarshaller().unmarshal(new StringReader("<order/><x/>")));
    }

    @Test
    void objectsMayBeNestedDeepButNotWithoutBound() throws Exception {
        Object usual = onStack(2 * 1024 * 1024);
        assertTrue(usual instanceof String, () -> String.valueOf(usual));
        Object small = onStack(200 * 1024);
        assertTrue(small instanceof JAXBException, () -> String.valueOf(small));
        for (int depth : new int[] {1_001, 100_000}) {
            assertThrows(
                    UnmarshalException.class,
                    () -> CONTEXT.createUnmarshaller().unmarshal(new StringReader(nested(depth))));
        }
    }

    private static Object onStack(long bytes) throws Exception {
        AtomicReference<Object> outcome = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        Object read = CONTEXT.createUnmarshaller().unmarshal(new StringReader(nested(990)));
                        StringWriter out = new StringWriter();
                        CONTEXT.createMarshaller().marshal(read, out);
                        outcome.set(out.toString());
                    } catch (JAXBException | Error failed) {
                        outcome.set(failed);
                    }
                },
                "nested",
                bytes);
        thread.start();
        thread.join();
        return outcome.get();
    }

    private static String nested(int depth) {
        return "<order>" + "<inner>".repeat(depth - 1) + "</inner>".repeat(depth - 1) + "</order>";
    }

    @Test
    void anObjectInsideItselfCannotBeWritten() {
        Order order = new Order();
        order.inner = new Order();
        order.inner.inner = order;
        MarshalException thrown = assertThrows(
                MarshalException.class, () -> CONTEXT.createMarshaller().marshal(order, new StringWriter()));
        assertTrue(thrown.getMessage().contains("cycle"), thrown::getMessage);
    }

    @Test
    void aDocumentNamesNoClass() throws Exception {
        List<String> reported = new ArrayList<>();
        Unmarshaller unmarshaller = CONTEXT.createUnmarshaller();
        unmarshaller.setEventHandler(event -> reported.add(event.getMessage()));
        Order order = (Order) unmarshaller.unmarshal(new StringReader("<order><type>java.lang.Runtime</type></order>"));
        assertNull(order.type);
        assertEquals(1, reported.size());
    }

    @Test
    void anEntityBombIsDefused() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE order [<!ENTITY e0 \"0123456789\">");
        for (int i = 1; i < 20; i++) {
            bomb.append("<!ENTITY e")
                    .append(i)
                    .append(" \"")
                    .append(("&e" + (i - 1) + ";").repeat(10))
                    .append("\">");
        }
        bomb.append("]><order><note>&e19;</note></order>");
        assertThrows(
                UnmarshalException.class,
                () -> CONTEXT.createUnmarshaller().unmarshal(new StringReader(bomb.toString())));
    }

    @Test
    void aFileThatAnEntityNamesIsNotRead() {
        assertThrows(
                UnmarshalException.class,
                () -> CONTEXT.createUnmarshaller()
                        .unmarshal(
                                new StringReader(
                                        "<!DOCTYPE order [<!ENTITY f SYSTEM \"file:///etc/hostname\">]><order><note>&f;</note></order>")));
    }

    public interface Shape {}

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(propOrder = {"missing"})
    public static class Wrong {
        Shape shape;

        @XmlElement
        String extra;

        final int needed;

        Wrong(int given) {
            this.needed = given;
        }
    }

    @Test
    void problemsOfClassesAreToldTogetherWithTheirMembers() {
        JAXBException thrown = assertThrows(
                JAXBException.class,
                () -> new WeirContextFactory().createContext(new Class<?>[] {Wrong.class}, Map.of()));
        for (String part : new String[] {
            "Wrong.shape", "Shape is an interface", "Wrong.extra", "no property missing", "constructor"
        }) {
            assertTrue(thrown.getMessage().contains(part), () -> part + " in " + thrown.getMessage());
        }
    }

    @Test
    void whatIsNoElementCannotBeARoot() {
        JAXBContext context = context(NoRoot.class);
        MarshalException thrown = assertThrows(
                MarshalException.class, () -> context.createMarshaller().marshal(new NoRoot(), new StringWriter()));
        assertTrue(thrown.getMessage().contains("@XmlRootElement"), thrown::getMessage);
        assertFalse(context.createJAXBIntrospector().isElement(new NoRoot()));
    }

    public static class NoRoot {}

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class MixedElements {
        @XmlElements({@XmlElement(name = "a", type = String.class), @XmlElement(name = "b", type = Integer.class)})
        @XmlMixed
        List<Object> content;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class MixedValue {
        @XmlValue
        @XmlMixed
        List<String> content;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class AttributeAndElement {
        @XmlAttribute
        @XmlElement
        String content;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class AnyAndElement {
        @XmlAnyElement
        @XmlElement
        List<Object> content;
    }

    @ParameterizedTest
    @ValueSource(classes = {MixedElements.class, MixedValue.class, AttributeAndElement.class, AnyAndElement.class})
    void aPropertyWhoseAnnotationsExcludeEachOtherIsRefusedByNameAsTheReferenceDoes(Class<?> type) {
        JAXBException wrong = assertThrows(
                JAXBException.class, () -> new WeirContextFactory().createContext(new Class<?>[] {type}, Map.of()));
        assertTrue(
                wrong.getMessage().contains(type.getName() + ".content: has annotations that exclude each other: Xml"),
                wrong.getMessage());
        // It also fails where it reports this.
        assertThrows(Exception.class, () -> new JAXBContextFactory().createContext(new Class<?>[] {type}, Map.of()));
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class MixedText {
        @XmlMixed
        String content;
    }

    @Test
    void mixedContentThatIsNoListIsRefused() {
        JAXBException wrong = assertThrows(
                JAXBException.class,
                () -> new WeirContextFactory().createContext(new Class<?>[] {MixedText.class}, Map.of()));
        assertTrue(wrong.getMessage().contains("XmlMixed stands on a list or an array"), wrong.getMessage());
    }
}
