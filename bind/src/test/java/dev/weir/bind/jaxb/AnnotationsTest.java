package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementRef;
import jakarta.xml.bind.annotation.XmlElementRefs;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlMixed;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlTransient;
import jakarta.xml.bind.annotation.XmlType;
import jakarta.xml.bind.annotation.XmlValue;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import jakarta.xml.bind.annotation.adapters.HexBinaryAdapter;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each annotation, beside the reference implementation: the same objects, the same documents. */
class AnnotationsTest {
    @XmlRootElement(name = "values", namespace = "urn:v")
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Values {
        private String text;
        private int number;
        private long large;
        private short small;
        private byte tiny;
        private double real;
        private float single;
        private boolean yes;
        private char letter;
        protected Integer boxed;
        Double boxedReal;
        Boolean boxedYes;
        BigDecimal decimal;
        BigInteger integer;
        byte[] bytes;

        @XmlJavaTypeAdapter(HexBinaryAdapter.class)
        byte[] hex;

        XMLGregorianCalendar moment;

        @XmlSchemaType(name = "date")
        XMLGregorianCalendar day;

        Duration period;
        QName name;
        Date date;
        Calendar calendar;

        @XmlJavaTypeAdapter(CollapsedStringAdapter.class)
        String token;

        @XmlTransient
        String left = "as it is";

        @XmlAttribute
        int count;

        @XmlAttribute(name = "flag", required = true)
        Boolean flag;

        @XmlAttribute(namespace = "urn:other")
        String qualified;

        @XmlAttribute
        List<Integer> many;

        @XmlElement(defaultValue = "seven")
        String preset;

        @XmlElement(nillable = true)
        String nothing = "something";
    }

    @Test
    void simpleValuesOfAllKinds() throws Exception {
        Values values = (Values) new ReferenceComparison(Values.class).agreeOn("""
                <v:values xmlns:v="urn:v" xmlns:o="urn:other" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                    count="3" flag="true" o:qualified="q &amp; a" many="1 2 3" unknown="x">
                  <text> a &lt; b </text><number>-42</number><large>123456789012</large><small>7</small><tiny>-8</tiny>
                  <real>1.5e3</real><single>0.25</single><yes>true</yes><letter>65</letter><boxed> 12 </boxed>
                  <boxedReal>INF</boxedReal><boxedYes>false</boxedYes><decimal>12.50</decimal>
                  <integer>123456789012345678901234567890</integer><bytes>SGVsbG8=</bytes><hex>CAFE</hex>
                  <moment>2026-11-21T21:38:50.125+01:00</moment><day>2026-11-21</day><period>P1DT2H</period>
                  <name>v:thing</name><date>2026-11-21T10:00:00Z</date><calendar>2026-11-21T10:00:00+02:00</calendar>
                  <token>  a   b </token><preset/><nothing xsi:nil="true"/>
                </v:values>""");
        assertEquals("seven", values.preset);
        assertNull(values.nothing);
        assertEquals(1500, values.real);
        assertEquals(List.of(1, 2, 3), values.many);
        assertArrayEquals(new byte[] {(byte) 0xCA, (byte) 0xFE}, values.hex);
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Amount {
        @XmlAttribute
        String unit;

        @XmlValue
        BigInteger value;
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Limits {
        @XmlElement(defaultValue = "1000")
        Amount most;

        @XmlElement(defaultValue = "7")
        List<Amount> others;
    }

    @Test
    void anObjectOfOneValueHasItsElementsDefault() throws Exception {
        Limits limits = (Limits) new ReferenceComparison(Limits.class).agreeOn("""
                <limits><most unit="kB"/><others>3</others><others unit="MB"></others></limits>""");
        assertEquals(new BigInteger("1000"), limits.most.value);
        assertEquals("kB", limits.most.unit);
        assertEquals(new BigInteger("7"), limits.others.get(1).value);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Lists {
        List<String> strings;
        List<Double> doubles = new ArrayList<>();
        double[] primitives;
        int[] numbers;
        long[] larges;
        float[] singles;
        short[] smalls;
        String[] array;
        Set<String> set;

        @XmlList
        List<Integer> inOne;

        @XmlElementWrapper(name = "wrapped")
        @XmlElement(name = "item")
        List<Lists> nested;

        @XmlElementWrapper
        List<String> none;

        @XmlElements({@XmlElement(name = "s", type = String.class), @XmlElement(name = "i", type = Integer.class)})
        List<Object> choice;

        Map<String, Integer> map;
        List<Shade> shades;
    }

    @XmlType
    @XmlEnum
    public enum Shade {
        @XmlEnumValue("light-grey")
        LIGHT,
        DARK
    }

    @Test
    void listsAndArrays() throws Exception {
        Lists lists = (Lists) new ReferenceComparison(Lists.class).agreeOn("""
                <lists><strings>a</strings><strings/><strings>c</strings><doubles>1.5</doubles><doubles>-2</doubles>
                <primitives>1</primitives><primitives>2.5</primitives><primitives>1e300</primitives>
                <numbers>1</numbers><numbers>2</numbers><larges>3</larges><singles>0.5</singles><smalls>9</smalls>
                <array>x</array><array>y</array><set>b</set><set>a</set><set>b</set><inOne>1 2  3</inOne>
                <wrapped><item><strings>deep</strings></item><item/></wrapped>
                <s>one</s><i>2</i><s>three</s><map><entry><key>k</key><value>5</value></entry></map>
                <shades>light-grey</shades><shades>DARK</shades></lists>""");
        assertEquals(List.of("a", "", "c"), lists.strings);
        assertArrayEquals(new double[] {1, 2.5, 1e300}, lists.primitives);
        assertEquals(new LinkedHashSet<>(List.of("a", "b")), lists.set);
        assertEquals(List.of("one", 2, "three"), lists.choice);
        assertNull(lists.none);
    }

    @Test
    void elementsInAnyOrder() throws Exception {
        Lists lists = (Lists) new ReferenceComparison(Lists.class)
                .agreeOn("<lists><numbers>1</numbers><strings>a</strings><unknown><numbers>7</numbers></unknown>"
                        + "<numbers>2</numbers><strings>b</strings><doubles>3</doubles><numbers>3</numbers></lists>");
        assertArrayEquals(new int[] {1, 2, 3}, lists.numbers);
        assertEquals(List.of("a", "b"), lists.strings);
    }

    @XmlRootElement
    @XmlSeeAlso({Circle.class, Square.class})
    public abstract static class Shape {
        private String label;

        @XmlAttribute
        public String getLabel() {
            return label;
        }

        public void setLabel(String label) {
            this.label = label;
        }
    }

    @XmlType(name = "circle-type")
    public static class Circle extends Shape {
        public double radius;
    }

    @XmlRootElement(name = "sq")
    public static class Square extends Shape {
        private int side;

        public int getSide() {
            return side;
        }

        public void setSide(int side) {
            this.side = side;
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Drawing {
        @XmlElement(name = "shape")
        private final List<Shape> shapes = new ArrayList<>();

        @XmlElementRef
        private List<Shape> references;

        private Object anything;

        public List<Shape> getShapes() {
            return shapes;
        }
    }

    @Test
    void derivedTypesByXsiTypeAndByElement() throws Exception {
        Drawing drawing = (Drawing) new ReferenceComparison(Drawing.class).agreeOn("""
                <drawing xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema">
                <shape xsi:type="circle-type" label="c"><radius>2.5</radius></shape>
                <shape xsi:type="square"><side>4</side></shape>
                <sq label="r"><side>5</side></sq>
                <anything xsi:type="xs:int">7</anything></drawing>""");
        assertEquals(2.5, ((Circle) drawing.shapes.get(0)).radius);
        assertEquals(5, ((Square) drawing.references.get(0)).getSide());
        assertEquals(7, drawing.anything);
    }

    /** Also where any type would do: the element as a node would carry a prefix that nothing binds. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<drawing xmlns:xsi='%s'><anything xsi:type='z:q'/></drawing>",
                "<drawing xmlns:xsi='%s'><shape xsi:type='z:square'><side>4</side></shape></drawing>"
            })
    void anXsiTypeWhosePrefixIsNotBoundIsRefused(String xml) throws Exception {
        Unmarshaller unmarshaller = JAXBContext.newInstance(Drawing.class).createUnmarshaller();
        String drawing = String.format(xml, XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI);
        UnmarshalException refused =
                assertThrows(UnmarshalException.class, () -> unmarshaller.unmarshal(new StringReader(drawing)));
        assertTrue(refused.toString().contains("the prefix is not bound"), refused::toString);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Staff {
        @XmlElement(name = "person")
        List<Person> persons;

        @XmlIDREF
        Person head;

        @XmlIDREF
        @XmlAttribute
        List<Person> deputies;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Person {
        @XmlAttribute
        @XmlID
        String id;

        @XmlValue
        String name;

        @XmlIDREF
        @XmlAttribute
        Person boss;
    }

    @Test
    void referencesAlsoToWhatComesLater() throws Exception {
        Staff staff = (Staff) new ReferenceComparison(Staff.class)
                .agreeOn("<staff deputies=\"b a\"><person id=\"a\" boss=\"b\">Anna</person><head>b</head>"
                        + "<person id=\"b\">Bert</person></staff>");
        assertSame(staff.persons.get(1), staff.head);
        assertSame(staff.head, staff.persons.get(0).boss);
        assertEquals(List.of(staff.persons.get(1), staff.persons.get(0)), staff.deputies);
    }

    /** Around the letter, because the reference implementation drops white space from mixed content in the root alone. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Post {
        Letter letter;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Letter {
        @XmlMixed
        @XmlElementRefs({
            @XmlElementRef(name = "b", type = JAXBElement.class),
            @XmlElementRef(name = "em", type = Emphasis.class)
        })
        @XmlAnyElement(lax = true)
        List<Object> content;

        @XmlAnyAttribute
        Map<QName, String> others = new HashMap<>();
    }

    @XmlRootElement(name = "em")
    public static class Emphasis {
        @XmlValue
        public String text;
    }

    @XmlRegistry
    public static class ObjectFactory {
        @XmlElementDecl(name = "b")
        public JAXBElement<String> createB(String value) {
            return new JAXBElement<>(new QName("b"), String.class, value);
        }

        @XmlElementDecl(name = "strong", substitutionHeadNamespace = "", substitutionHeadName = "b")
        public JAXBElement<String> createStrong(String value) {
            return new JAXBElement<>(new QName("strong"), String.class, value);
        }
    }

    @Test
    void mixedContentWithReferencesAndWildcards() throws Exception {
        Post post = (Post) new ReferenceComparison(Post.class, ObjectFactory.class, Emphasis.class)
                .agreeOn("<post><letter a=\"1\" x:b=\"2\" xmlns:x=\"urn:x\">Dear <b>Anna</b>, this is <em>very</em> "
                        + "<strong>important</strong><x:other><x:inner x:k=\"v\">text</x:inner></x:other>.</letter>"
                        + "</post>");
        assertEquals("Dear ", post.letter.content.get(0));
        assertEquals(" ", post.letter.content.get(4));
        assertEquals(2, post.letter.others.size());
    }

    public static class Celsius {
        final double degrees;

        Celsius(double degrees) {
            this.degrees = degrees;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Celsius celsius && celsius.degrees == degrees;
        }

        @Override
        public int hashCode() {
            return Double.hashCode(degrees);
        }
    }

    public static class Reading {
        @XmlAttribute
        public String unit;

        @XmlValue
        public double value;
    }

    public static class CelsiusAdapter extends XmlAdapter<Reading, Celsius> {
        @Override
        public Celsius unmarshal(Reading value) {
            return value == null ? null : new Celsius(value.value);
        }

        @Override
        public Reading marshal(Celsius value) {
            if (value == null) {
                return null;
            }
            Reading reading = new Reading();
            reading.unit = "C";
            reading.value = value.degrees;
            return reading;
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Weather {
        @XmlJavaTypeAdapter(CelsiusAdapter.class)
        Celsius now;

        @XmlJavaTypeAdapter(CelsiusAdapter.class)
        List<Celsius> past;

        @XmlJavaTypeAdapter(CelsiusAdapter.class)
        Celsius missing;
    }

    @Test
    void adaptersOnValuesAndOnItems() throws Exception {
        Weather weather = (Weather) new ReferenceComparison(Weather.class)
                .agreeOn("<weather><now unit=\"C\">21.5</now><past>1</past><past>-3</past></weather>");
        assertEquals(List.of(new Celsius(1), new Celsius(-3)), weather.past);
    }

    @XmlRootElement
    @XmlType(propOrder = {"second", "first"})
    public static class Ordered {
        private String first;
        private String second;
        private final List<Ordered> children = new ArrayList<>();

        private Ordered() {}

        public String getFirst() {
            return first;
        }

        public void setFirst(String first) {
            this.first = first;
        }

        public String getSecond() {
            return second;
        }

        public void setSecond(String second) {
            this.second = second;
        }

        @XmlTransient
        public List<Ordered> getChildren() {
            return children;
        }
    }

    @Test
    void gettersAndSettersInTheOrderTold() throws Exception {
        Ordered ordered = (Ordered)
                new ReferenceComparison(Ordered.class).agreeOn("<ordered><first>1</first><second>2</second></ordered>");
        assertEquals("1", ordered.first);
    }

    static class Length {
        @XmlValue
        int metres;
    }

    /** As classes of schema compilers have it: all in any order, and attributes that are objects of one value. */
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlType(propOrder = {})
    static class Track {
        @XmlAttribute
        Length length;

        @XmlAttribute
        List<Length> laps;

        String name;
        String place;
    }

    @Test
    void anObjectOfOneValueMayBeAnAttributeAndAnEmptyOrderIsAny() throws Exception {
        ReferenceComparison beside = new ReferenceComparison(Track.class);
        Track track = (Track)
                beside.agreeOn("<track length='400' laps='1 2 3'><place>Oslo</place><name>Bislett</name></track>");
        assertEquals(400, track.length.metres);
        assertEquals(3, track.laps.size());
        assertEquals("Bislett", track.name);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    @XmlSeeAlso(Measured.class)
    static class Choices {
        @XmlElements({@XmlElement(name = "word", type = String.class), @XmlElement(name = "track", type = Track.class)})
        List<Object> item;

        @XmlElement(type = String.class)
        Object single;

        String plain;
    }

    @XmlType(name = "measured")
    static class Measured {
        @XmlValue
        String text;

        @XmlAttribute
        String unit;
    }

    @Test
    void anElementOfSimpleTypeMayBeAnObjectByItsXsiTypeWhereThePropertyTakesBoth() throws Exception {
        ReferenceComparison beside = new ReferenceComparison(Choices.class);
        String measured = " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='measured' unit='m'>7<";
        String xml = "<choices><word>a</word><word" + measured + "/word><track/><single" + measured + "/single><plain"
                + measured + "/plain></choices>";
        Choices read = (Choices) beside.weir.createUnmarshaller().unmarshal(new StringReader(xml));
        ReferenceComparison.assertSameGraph(
                beside.reference.createUnmarshaller().unmarshal(new StringReader(xml)), read, xml);
        assertEquals("m", ((Measured) read.item.get(1)).unit);
        assertEquals("7", read.single);
        assertEquals("7", read.plain);
        // The reference writes the object as any of the elements, by chance; here it is the first.
        String written = ReferenceComparison.write(beside.weir, read);
        ReferenceComparison.assertSameGraph(
                read, beside.weir.createUnmarshaller().unmarshal(new StringReader(written)), written);
    }
}
