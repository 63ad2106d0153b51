package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlRootElement;
import java.io.StringReader;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.transform.stream.StreamSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values whose class nobody annotated: arrays by themselves, as services have them for parameters, and classes of the JDK. */
class ArraysTest {
    public static class Point {
        public int x;
        public String label;
    }

    public enum Colour {
        RED,
        GREEN
    }

    @XmlRootElement
    public static class Matrix {
        public int[][] cells;
        public String[][] words;
        public List<byte[][]> pages;
        public List<Point[]> lines;
        public Colour[][] colours;
        public Object anything;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<matrix/>",
                "<matrix><cells><item>1</item><item>2</item></cells><cells/><cells><item>3</item></cells></matrix>",
                "<matrix><words><item>a</item><item/></words><words><item> b </item></words></matrix>",
                "<matrix><pages><item>AQI=</item><item>Aw==</item></pages><pages/></matrix>",
                "<matrix><lines><item><x>1</x></item><item><label>l</label><x>2</x></item></lines></matrix>",
                "<matrix><colours><item>RED</item><item>GREEN</item></colours></matrix>",
                "<matrix><cells><other/><item>1</item>text<item>2</item></cells></matrix>",
                "<matrix><anything xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'"
                        + " xmlns:a='http://jaxb.dev.java.net/array' xsi:type='a:stringArray'>"
                        + "<item>a</item><item>b</item></anything></matrix>",
            })
    void arraysOfArraysAreBoundAsTheReferenceBindsThem(String xml) throws Exception {
        new ReferenceComparison(Matrix.class).agreeOn(xml);
    }

    static Stream<Object> arrays() {
        Point point = new Point();
        point.x = 7;
        return Stream.of(
                new String[] {"a", "", "b"},
                new int[] {1, -2},
                new Integer[] {1, null, 3},
                new double[0],
                new boolean[] {true},
                new byte[][] {{1}, {2, 3}},
                new String[][] {{"a"}, {}, {"b", null}},
                new Point[] {point},
                new Colour[] {Colour.GREEN});
    }

    @ParameterizedTest
    @MethodSource("arrays")
    @SuppressWarnings({"unchecked", "rawtypes"}) // the class of the array is not known
    void anArrayMayBeAContextsClassAndTheTypeOfAnElement(Object array) throws Exception {
        ReferenceComparison beside = new ReferenceComparison(array.getClass());
        JAXBElement<?> element = new JAXBElement(new QName("urn:service", "arg0"), array.getClass(), array);
        beside.agreeOnWriting(element);
        String written = ReferenceComparison.write(beside.weir, element);
        Object read = beside.weir
                .createUnmarshaller()
                .unmarshal(new StreamSource(new StringReader(written)), array.getClass())
                .getValue();
        ReferenceComparison.assertSameGraph(array, read, written);
    }

    @Test
    void itemsThatAreNilAreNull() throws Exception {
        JAXBContext context = new WeirContextFactory().createContext(new Class<?>[] {String[].class}, Map.of());
        String xml =
                "<a xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><item xsi:nil='true'/><item>b</item></a>";
        assertArrayEquals(
                new String[] {null, "b"},
                context.createUnmarshaller()
                        .unmarshal(new StreamSource(new StringReader(xml)), String[].class)
                        .getValue());
    }

    @Test
    void aWrongItemIsToldAndLeftOut() throws Exception {
        JAXBContext context = new WeirContextFactory().createContext(new Class<?>[] {int[].class}, Map.of());
        List<String> told = new ArrayList<>();
        Unmarshaller unmarshaller = context.createUnmarshaller();
        unmarshaller.setEventHandler(event -> told.add(event.getMessage()));
        String xml = "<a><item>1</item><item>two</item><item>3</item></a>";
        assertArrayEquals(
                new int[] {1, 3},
                unmarshaller
                        .unmarshal(new StreamSource(new StringReader(xml)), int[].class)
                        .getValue());
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains("two"), told::toString);
    }

    static Stream<Object> valuesOfTheJdk() throws Exception {
        javax.xml.datatype.DatatypeFactory types = javax.xml.datatype.DatatypeFactory.newInstance();
        return Stream.of(
                types.newXMLGregorianCalendar("2020-01-01T00:00:00Z"),
                types.newXMLGregorianCalendar("2020-01-01"),
                types.newXMLGregorianCalendar("12:00:00"),
                types.newXMLGregorianCalendar("2020"),
                types.newDuration("P1D"),
                new java.util.GregorianCalendar(java.util.TimeZone.getTimeZone("GMT")),
                new Timestamp(0));
    }

    @ParameterizedTest
    @MethodSource("valuesOfTheJdk")
    void aValueWhereAnythingMayBeSaysItsType(Object value) throws Exception {
        ReferenceComparison beside = new ReferenceComparison(Matrix.class);
        Matrix holder = new Matrix();
        holder.anything = value;
        beside.agreeOnWriting(holder);
        assertTrue(ReferenceComparison.write(beside.weir, holder).contains("type=\"xs:"));
    }

    @XmlRootElement
    public static class Meeting {
        public LocalDate day;
        public String topic;
    }

    @Test
    void aClassThatNobodyCanMakeMayBeWritten() throws Exception {
        Meeting meeting = new Meeting();
        meeting.topic = "water";
        meeting.day = LocalDate.EPOCH;
        new ReferenceComparison(Meeting.class).agreeOnWriting(meeting);
    }

    @Test
    void aClassThatNobodyCanMakeIsAnErrorWhereADocumentHoldsOne() throws Exception {
        JAXBContext context = new WeirContextFactory().createContext(new Class<?>[] {Meeting.class}, Map.of());
        Unmarshaller unmarshaller = context.createUnmarshaller();
        assertNull(((Meeting) unmarshaller.unmarshal(new StringReader("<meeting/>"))).day);
        UnmarshalException thrown = assertThrows(
                UnmarshalException.class,
                () -> unmarshaller.unmarshal(new StringReader("<meeting><day>2020-01-01</day></meeting>")));
        assertTrue(thrown.getMessage().contains("java.time.LocalDate"), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("XmlJavaTypeAdapter"), thrown::getMessage);
    }
}
