package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.typed.Base64Variant;
import org.codehaus.stax2.typed.Base64Variants;
import org.codehaus.stax2.typed.TypedArrayDecoder;
import org.codehaus.stax2.typed.TypedValueDecoder;
import org.codehaus.stax2.typed.TypedXMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TypedAccessTest {
    private interface Access {
        Object read(XMLStreamReader2 cursor) throws XMLStreamException;
    }

    private static final Map<String, Access> ELEMENTS = Map.of(
            "boolean", XMLStreamReader2::getElementAsBoolean,
            "int", XMLStreamReader2::getElementAsInt,
            "long", XMLStreamReader2::getElementAsLong,
            "float", XMLStreamReader2::getElementAsFloat,
            "double", XMLStreamReader2::getElementAsDouble,
            "integer", XMLStreamReader2::getElementAsInteger,
            "decimal", XMLStreamReader2::getElementAsDecimal,
            "QName", XMLStreamReader2::getElementAsQName,
            "binary", cursor -> Arrays.toString(cursor.getElementAsBinary()));

    private static final Map<String, Access> ATTRIBUTES = Map.of(
            "boolean", cursor -> cursor.getAttributeAsBoolean(0),
            "int", cursor -> cursor.getAttributeAsInt(0),
            "long", cursor -> cursor.getAttributeAsLong(0),
            "float", cursor -> cursor.getAttributeAsFloat(0),
            "double", cursor -> cursor.getAttributeAsDouble(0),
            "integer", cursor -> cursor.getAttributeAsInteger(0),
            "decimal", cursor -> cursor.getAttributeAsDecimal(0),
            "QName", cursor -> cursor.getAttributeAsQName(0),
            "binary", cursor -> Arrays.toString(cursor.getAttributeAsBinary(0)));

    private static final List<String> LEXICAL = List.of(
            "true",
            "false",
            "0",
            "1",
            "-0",
            "+7",
            "007",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "1.5",
            "-.5",
            "5.",
            "1e3",
            "1E-3",
            "3.4028235e38",
            "1e39",
            "1e400",
            "4.9e-324",
            "0.1",
            "16777217",
            "1.00000017881393432617187499",
            "INF",
            "-INF",
            "NaN",
            "12345678901234567890.123456789",
            "p:q",
            "q",
            "AQID",
            "AQI=",
            "A Q I D",
            " 12 ",
            "\n\ttrue\r\n");

    private static final List<String> WRONG = List.of(
            "",
            " ",
            "tru",
            "TRUE",
            "1 2",
            "--1",
            "+",
            "1.5.5",
            "1e",
            "0x10",
            "1f",
            "1d",
            "Infinity",
            "+INF",
            "nan",
            "p:q:r",
            ":q",
            "x:q",
            "AQI",
            "A===",
            "\u0661",
            "1_000",
            "\u20ac");

    static Stream<String> types() {
        return ELEMENTS.keySet().stream().sorted();
    }

    private static String document(String text) {
        return "<a xmlns='d' xmlns:p='u' v='" + text + "'>" + text + "</a>";
    }

    private static XMLStreamReader2 onRoot(XMLInputFactory2 factory, String document) throws XMLStreamException {
        XMLStreamReader2 cursor = CursorTest.read(factory, document);
        cursor.nextTag();
        return cursor;
    }

    private static String outcome(XMLInputFactory2 factory, String text, Access access) throws XMLStreamException {
        try {
            return String.valueOf(access.read(onRoot(factory, document(text))));
        } catch (TypedXMLStreamException wrong) {
            return "refused";
        }
    }

    /** Woodstox reads numbers with Java's own parsers, which know more than XML Schema, and base64 without spaces. */
    private static boolean isWoodstoxsFault(String type, String text) {
        return type.equals("decimal") && text.matches(".*\\d[eE].*") || type.equals("binary") && text.equals("A Q I D");
    }

    @ParameterizedTest
    @MethodSource("types")
    void valuesAreWhatTheyAreForWoodstox(String type) throws Exception {
        List<String> differences = new ArrayList<>();
        for (String text : LEXICAL) {
            String woodstox = outcome(Peers.woodstox(), text, ELEMENTS.get(type));
            String weir = outcome(new WeirInputFactory(), text, ELEMENTS.get(type));
            String attribute = outcome(new WeirInputFactory(), text, ATTRIBUTES.get(type));
            if (!weir.equals(attribute)) {
                differences.add(text + ": as an element " + weir + ", as an attribute " + attribute);
            }
            if (!weir.equals(woodstox) && !isWoodstoxsFault(type, text)) {
                differences.add(text + ": " + weir + ", for Woodstox " + woodstox);
            }
        }
        assertEquals(List.of(), differences);
    }

    @ParameterizedTest
    @MethodSource("types")
    void whatIsNoValueIsToldWithItsTextAndTheCursorGoesOn(String type) throws Exception {
        for (String text : WRONG) {
            boolean fine = type.equals("QName")
                            && List.of("tru", "TRUE", "Infinity", "nan", "AQI", "\u0661", "\u20ac")
                                    .contains(text)
                    || type.equals("binary")
                            && List.of("", " ", "TRUE", "0x10", "Infinity", "+INF")
                                    .contains(text);
            if (fine) {
                continue;
            }
            XMLStreamReader2 cursor = onRoot(new WeirInputFactory(), "<x>" + document(text) + "<y/></x>");
            cursor.nextTag();
            TypedXMLStreamException attribute = assertThrows(
                    TypedXMLStreamException.class, () -> ATTRIBUTES.get(type).read(cursor), text);
            assertEquals(text, attribute.getLexical());
            TypedXMLStreamException element = assertThrows(
                    TypedXMLStreamException.class, () -> ELEMENTS.get(type).read(cursor), text);
            assertEquals(text, element.getLexical());
            assertEquals(1, element.getLocation().getLineNumber());
            assertEquals(XMLStreamConstants.END_ELEMENT, cursor.getEventType());
            cursor.nextTag();
            assertEquals("y", cursor.getLocalName());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aValueMayBeInPieces(boolean watched) throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        if (watched) {
            factory.setProperty(InputSettings.MAX_ELEMENTS, 100L);
        }
        XMLStreamReader2 cursor = onRoot(factory, "<a><i>1<!-- and -->2<![CDATA[3]]>&#52;</i><d> 1<?p?>.5 </d></a>");
        cursor.nextTag();
        assertEquals(1234, cursor.getElementAsInt());
        cursor.nextTag();
        assertEquals(1.5, cursor.getElementAsDouble());
        TypedXMLStreamException wrong = assertThrows(
                TypedXMLStreamException.class,
                () -> onRoot(factory, "<a>one<!-- and -->two</a>").getElementAsInt());
        assertTrue(wrong.getMessage().contains("onetwo"), wrong::getMessage);
    }

    @Test
    void anElementInsideIsAnErrorOfTheDocument() throws Exception {
        XMLStreamReader2 cursor = onRoot(new WeirInputFactory(), "<a>1<b/></a>");
        XMLStreamException wrong = assertThrows(XMLStreamException.class, cursor::getElementAsInt);
        assertEquals(XMLStreamException.class, wrong.getClass().getSuperclass());
    }

    @Test
    void valuesAreReadFromTheStartOfAnElementOnly() throws Exception {
        XMLStreamReader2 cursor = onRoot(new WeirInputFactory(), "<a>1</a>");
        cursor.next();
        assertThrows(XMLStreamException.class, cursor::getElementAsInt);
        assertThrows(XMLStreamException.class, cursor::getElementText);
        assertThrows(IllegalStateException.class, () -> cursor.getAttributeAsInt(0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 100})
    void aListIsReadInPartsOfAnySize(int size) throws Exception {
        long seed = TestSeed.of(TypedAccessTest.class);
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder(" ");
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int number = random.nextInt();
            numbers.add(number);
            String digits = Integer.toString(number);
            int middle = random.nextInt(digits.length());
            text.append(digits, 0, middle);
            text.append(
                    switch (random.nextInt(6)) {
                        case 0 -> "<!-- c -->";
                        case 1 -> "<?p i?>";
                        case 2 -> "<![CDATA[]]>";
                        default -> "";
                    });
            text.append(digits.substring(middle)).append(random.nextBoolean() ? " " : "\n\t");
        }
        XMLStreamReader2 cursor = onRoot(new WeirInputFactory(), "<x><a>" + text + "</a><b/></x>");
        cursor.nextTag();
        List<Integer> read = new ArrayList<>();
        int[] some = new int[size + 2];
        for (int count; (count = cursor.readElementAsIntArray(some, 1, size)) >= 0; ) {
            for (int i = 0; i < count; i++) {
                read.add(some[1 + i]);
            }
        }
        assertEquals(numbers, read, () -> "weir.seed=" + seed);
        assertEquals(XMLStreamConstants.END_ELEMENT, cursor.getEventType());
        assertEquals(-1, cursor.readElementAsIntArray(some, 0, 1));
        cursor.nextTag();
        assertEquals("b", cursor.getLocalName());
    }

    @Test
    void listsOfAllTypes() throws Exception {
        String document = "<a i='1 -2 ' l=' 9223372036854775807' f='1.5 INF NaN' d='0.1 -0 1e300' e=' '><b>1 2</b>"
                + "<c>1.5 -INF</c><d>1e-3 4</d></a>";
        XMLStreamReader2 cursor = onRoot(new WeirInputFactory(), document);
        assertArrayEquals(new int[] {1, -2}, cursor.getAttributeAsIntArray(0));
        assertArrayEquals(new long[] {Long.MAX_VALUE}, cursor.getAttributeAsLongArray(1));
        assertArrayEquals(new float[] {1.5f, Float.POSITIVE_INFINITY, Float.NaN}, cursor.getAttributeAsFloatArray(2));
        assertArrayEquals(new double[] {0.1, -0.0, 1e300}, cursor.getAttributeAsDoubleArray(3));
        assertArrayEquals(new double[0], cursor.getAttributeAsDoubleArray(4));
        assertEquals(
                "x",
                assertThrows(
                                TypedXMLStreamException.class,
                                () -> CursorTest.onRoot("<a i='1 x 2'/>").getAttributeAsIntArray(0))
                        .getLexical());
        cursor.nextTag();
        long[] longs = new long[3];
        assertEquals(2, cursor.readElementAsLongArray(longs, 0, 3));
        assertArrayEquals(new long[] {1, 2, 0}, longs);
        cursor.nextTag();
        float[] floats = new float[3];
        assertEquals(2, cursor.readElementAsFloatArray(floats, 0, 3));
        assertArrayEquals(new float[] {1.5f, Float.NEGATIVE_INFINITY, 0}, floats);
        cursor.nextTag();
        double[] doubles = new double[3];
        assertEquals(1, cursor.readElementAsDoubleArray(doubles, 0, 1));
        assertEquals(1, cursor.readElementAsDoubleArray(doubles, 1, 1));
        assertEquals(-1, cursor.readElementAsDoubleArray(doubles, 2, 1));
        assertArrayEquals(new double[] {1e-3, 4, 0}, doubles);
    }

    @Test
    void whoMovesOnInTheMiddleOfAListStartsAnew() throws Exception {
        XMLStreamReader2 cursor = CursorTest.onRoot("<a><b>1 2 3</b><b>4 5</b></a>");
        cursor.nextTag();
        int[] some = new int[1];
        assertEquals(1, cursor.readElementAsIntArray(some, 0, 1));
        while (cursor.getEventType() != XMLStreamConstants.END_ELEMENT) {
            cursor.next();
        }
        cursor.next();
        assertEquals(1, cursor.readElementAsIntArray(some, 0, 1));
        assertEquals(4, some[0]);
    }

    static Stream<Base64Variant> variants() {
        return Stream.of(
                Base64Variants.MIME,
                Base64Variants.MIME_NO_LINEFEEDS,
                Base64Variants.PEM,
                Base64Variants.MODIFIED_FOR_URL);
    }

    @ParameterizedTest
    @MethodSource("variants")
    void binaryIsReadInPartsOfAnySize(Base64Variant variant) throws Exception {
        Random random = new Random(7);
        for (int length = 0; length < 40; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            Base64.Encoder encoder = variant.equals(Base64Variants.MODIFIED_FOR_URL)
                    ? Base64.getUrlEncoder().withoutPadding()
                    : Base64.getEncoder();
            String digits = encoder.encodeToString(bytes);
            String text = digits.replaceAll("(.{7})", "$1\n<!-- c -->");
            String document = "<x v='" + digits + "'><a>" + text + "</a><b/></x>";
            assertArrayEquals(bytes, CursorTest.onRoot(document).getAttributeAsBinary(0, variant), text);
            XMLStreamReader2 whole = CursorTest.onRoot(document);
            whole.nextTag();
            assertArrayEquals(bytes, whole.getElementAsBinary(variant), text);
            for (int size = 1; size < 6; size++) {
                XMLStreamReader2 cursor = CursorTest.onRoot(document);
                cursor.nextTag();
                byte[] read = new byte[length + size];
                int at = 0;
                for (int count; (count = cursor.readElementAsBinary(read, at, size, variant)) >= 0; ) {
                    at += count;
                }
                assertArrayEquals(bytes, Arrays.copyOf(read, at), text);
                cursor.nextTag();
                assertEquals("b", cursor.getLocalName());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "AQ", "AQI", "A=", "AQ==AQ==", "AQI=x", "A-ID", "=AQI"})
    void whatIsNoBase64IsRefusedInPartsToo(String text) throws Exception {
        XMLStreamReader2 cursor = CursorTest.onRoot("<a>" + text + "</a>");
        assertThrows(TypedXMLStreamException.class, () -> {
            byte[] some = new byte[2];
            while (cursor.readElementAsBinary(some, 0, 2) >= 0) {
                // All of it is read before the end is known to be wrong.
            }
        });
    }

    @Test
    void aDecoderOfOnesOwn() throws Exception {
        StringBuilder seen = new StringBuilder();
        TypedValueDecoder decoder = new TypedValueDecoder() {
            @Override
            public void decode(String text) {
                seen.append(text);
            }

            @Override
            public void decode(char[] text, int start, int end) {
                seen.append(text, start, end - start);
            }

            @Override
            public void handleEmptyValue() {
                seen.append("empty");
            }
        };
        XMLStreamReader2 cursor = CursorTest.onRoot("<a v=' x y '><b>  </b><c>z</c></a>");
        cursor.getAttributeAs(0, decoder);
        cursor.nextTag();
        cursor.getElementAs(decoder);
        cursor.nextTag();
        cursor.getElementAs(decoder);
        assertEquals("x yemptyz", seen.toString());

        List<String> items = new ArrayList<>();
        TypedArrayDecoder list = new TypedArrayDecoder() {
            @Override
            public boolean decodeValue(String item) {
                items.add(item);
                return !hasRoom();
            }

            @Override
            public boolean decodeValue(char[] text, int start, int end) {
                return decodeValue(new String(text, start, end - start));
            }

            @Override
            public int getCount() {
                return items.size();
            }

            @Override
            public boolean hasRoom() {
                return items.size() < 3;
            }
        };
        cursor = CursorTest.onRoot("<a v='m n'>\u00e4 \u20ac\ud83d\ude00 c</a>");
        assertEquals(1, cursor.readElementAsArray(list) - 2);
        assertEquals(List.of("\u00e4", "\u20ac\ud83d\ude00", "c"), items);
    }

    @Test
    void namesAreResolvedWhereTheyStand() throws Exception {
        XMLStreamReader2 cursor =
                CursorTest.onRoot("<a xmlns='d' xmlns:p='u' v='p:q' w='q'><b xmlns='' xmlns:p='v'> p:q </b></a>");
        assertEquals(new QName("u", "q"), cursor.getAttributeAsQName(0));
        assertEquals(new QName("d", "q"), cursor.getAttributeAsQName(1));
        cursor.nextTag();
        assertEquals(new QName("v", "q"), cursor.getElementAsQName());
        assertEquals(
                new BigInteger("123456789012345678901234567890"),
                CursorTest.onRoot("<a> 123456789012345678901234567890 </a>").getElementAsInteger());
    }
}
