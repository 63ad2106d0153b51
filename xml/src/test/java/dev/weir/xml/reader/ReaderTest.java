package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.ValueParser;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

class ReaderTest {
    static final List<String> DOCUMENTS = WellFormed.DOCUMENTS;

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @FieldSource("DOCUMENTS")
    void everyWayOfFeedingGivesWhatTheJdkSees(String document) throws Exception {
        byte[] bytes = utf8(document);
        List<String> expected = Recording.byTheJdk(bytes);
        for (Feeding feeding : Feeding.values()) {
            assertEquals(expected, Recording.of(feeding.open(bytes)), feeding.name());
        }
        for (int boundary = 0; boundary <= bytes.length; boundary++) {
            InputStream in = Feeding.splitAt(bytes, boundary);
            assertEquals(
                    expected, Recording.of(new XmlTextReader(in, ReadOptions.DEFAULT, 64)), "split at " + boundary);
        }
    }

    @ParameterizedTest
    @FieldSource("DOCUMENTS")
    void locationsDoNotDependOnTheFeeding(String document) {
        byte[] bytes = utf8(document);
        List<XmlLocation> expected = locations(Feeding.WHOLE.open(bytes));
        for (Feeding feeding : Feeding.values()) {
            assertEquals(expected, locations(feeding.open(bytes)), feeding.name());
        }
    }

    private static List<XmlLocation> locations(XmlReader reader) {
        List<XmlLocation> locations = new ArrayList<>();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            locations.add(reader.location());
        }
        return locations;
    }

    @Test
    void locationsCountLinesCodePointsAndBytes() {
        byte[] bytes = utf8("\uFEFF<a>\r\n\u6f22\ud83d\ude00<b/>\r<c/>\n\n <d/></a>");
        XmlReader reader = Feeding.ONE_BYTE.open(bytes);
        reader.next();
        assertEquals(new XmlLocation(1, 1, 3), reader.location());
        reader.next();
        assertEquals(new XmlLocation(1, 4, 6), reader.location());
        reader.next();
        assertEquals(new XmlLocation(2, 3, 15), reader.location());
        reader.next();
        reader.next();
        reader.next();
        assertEquals(new XmlLocation(3, 1, 20), reader.location());
        assertEquals(XmlName.of("c"), reader.name());
        reader.next();
        reader.next();
        reader.next();
        assertEquals(new XmlLocation(5, 2, 27), reader.location());
    }

    @ParameterizedTest
    @EnumSource
    void depthCountsTheElementsOpenAtTheCursor(Feeding feeding) {
        XmlReader reader = feeding.open(utf8("<!----><a><b/>x</a>"));
        List<String> seen = new ArrayList<>();
        seen.add(reader.event() + " " + reader.depth());
        while (reader.event() != XmlEvent.END_DOCUMENT) {
            seen.add(reader.next() + " " + reader.depth());
        }
        assertEquals(
                List.of(
                        "START_DOCUMENT 0",
                        "COMMENT 0",
                        "START_ELEMENT 1",
                        "START_ELEMENT 2",
                        "END_ELEMENT 2",
                        "TEXT 1",
                        "END_ELEMENT 1",
                        "END_DOCUMENT 0"),
                seen);
        assertThrows(IllegalStateException.class, reader::next);
    }

    @ParameterizedTest
    @EnumSource
    void simpleElementsAreReadAsTypedValues(Feeding feeding) {
        XmlReader reader = feeding.open(utf8("<r><i> -42\n</i><l>9223372036854775807</l><d>1.5e3</d><b>true</b>"
                + "<c>-0.10</c><x>SGVs bG8=</x><t>a&amp;b</t><e/><m>1<!-- c -->2<![CDATA[3]]><?p?>4</m></r>"));
        reader.next();
        reader.next();
        assertEquals(-42, reader.elementInt());
        assertEquals(XmlEvent.END_ELEMENT, reader.event());
        assertEquals(XmlName.of("i"), reader.name());
        reader.next();
        assertEquals(Long.MAX_VALUE, reader.elementLong());
        reader.next();
        assertEquals(1500.0, reader.elementDouble());
        reader.next();
        assertTrue(reader.elementBoolean());
        reader.next();
        assertEquals(new BigDecimal("-0.10"), reader.elementDecimal());
        reader.next();
        assertArrayEquals(utf8("Hello"), reader.elementBase64());
        reader.next();
        assertEquals("a&b", reader.elementText());
        reader.next();
        assertEquals("", reader.elementText());
        reader.next();
        assertEquals(1234, reader.elementInt());
        assertEquals(XmlName.of("m"), reader.name());
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
        assertEquals(1, reader.depth());
    }

    @ParameterizedTest
    @EnumSource
    void attributesAreReadAsTypedValues(Feeding feeding) {
        XmlReader reader = feeding.open(utf8("<a i='&#x34;2' l=' -1 ' d='-INF' b='0'/>"));
        reader.next();
        assertEquals(42, reader.attributeInt(0));
        assertEquals(-1L, reader.attributeLong(1));
        assertEquals(Double.NEGATIVE_INFINITY, reader.attributeDouble(2));
        assertFalse(reader.attributeBoolean(reader.attributeIndex(XmlName.of("b"))));
        assertEquals(-1, reader.attributeIndex(XmlName.of("none")));
        assertThrows(XmlException.class, () -> reader.attributeInt(2));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.attributeValue(4));
    }

    @ParameterizedTest
    @EnumSource
    void aValueOfTheWrongTypeIsRefusedWithItsPlace(Feeding feeding) {
        XmlReader reader = feeding.open(utf8("<a>\n <b>forty-two</b></a>"));
        reader.next();
        reader.next();
        reader.next();
        XmlException wrong = assertThrows(XmlException.class, reader::elementInt);
        assertEquals(2, wrong.location().line());
        assertTrue(wrong.getMessage().contains("xs:int") && wrong.getMessage().contains("forty-two"), wrong::toString);
    }

    @ParameterizedTest
    @EnumSource
    void aChildElementInsideATextElementIsNamed(Feeding feeding) {
        XmlReader reader = feeding.open(utf8("<a>x<b/></a>"));
        reader.next();
        XmlException wrong = assertThrows(XmlException.class, reader::elementText);
        assertTrue(wrong.getMessage().contains("element b"), wrong::toString);
    }

    @ParameterizedTest
    @EnumSource
    void skippingAnElementChecksIt(Feeding feeding) {
        XmlReader reader = feeding.open(utf8("<a><b><c>x</c><b/></b><d/></a>"));
        reader.next();
        reader.next();
        reader.skipElement();
        assertEquals(XmlName.of("b"), reader.name());
        assertEquals(2, reader.depth());
        reader.next();
        assertEquals(XmlName.of("d"), reader.name());

        XmlReader broken = feeding.open(utf8("<a><b><c>\u0001</c></b></a>"));
        broken.next();
        broken.next();
        XmlException first = assertThrows(XmlException.class, broken::skipElement);
        XmlException again = assertThrows(XmlException.class, broken::next);
        assertEquals(first.getMessage(), again.getMessage());
    }

    @Test
    void namesAreTheSameInstanceThroughoutADocumentAndBetweenDocuments() {
        byte[] bytes = utf8("<p:a xmlns:p='urn:names-test' xmlns:q='urn:names-test'><q:a/></p:a>");
        XmlReader reader = XmlReaders.open(bytes);
        reader.next();
        XmlName outer = reader.name();
        reader.next();
        assertEquals(outer, reader.name());
        assertTrue(outer == reader.name());
        XmlReader another = XmlReaders.open(bytes);
        another.next();
        assertTrue(outer == another.name());
    }

    @Test
    void textKnowsWhetherItIsWhiteSpaceOrACDataSection() {
        XmlReader reader = XmlReaders.open(utf8("<a> \n\t&#32;<b/>x<b/><![CDATA[ ]]></a>"));
        reader.next();
        reader.next();
        assertTrue(reader.isWhitespace());
        assertFalse(reader.isCData());
        reader.next();
        reader.next();
        reader.next();
        assertFalse(reader.isWhitespace());
        reader.next();
        reader.next();
        reader.next();
        assertTrue(reader.isCData() && reader.isWhitespace());
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
        assertFalse(reader.isCData());
    }

    @Test
    void methodsThatDoNotFitTheEventSaySo() {
        XmlReader reader = XmlReaders.open(utf8("<a>x</a>"));
        assertThrows(IllegalStateException.class, reader::name);
        assertThrows(IllegalStateException.class, reader::text);
        reader.next();
        assertThrows(IllegalStateException.class, reader::text);
        assertThrows(IllegalStateException.class, reader::target);
        reader.next();
        assertThrows(IllegalStateException.class, reader::name);
        assertThrows(IllegalStateException.class, reader::attributeCount);
        assertThrows(IllegalStateException.class, reader::elementText);
        assertThrows(IllegalStateException.class, reader::skipElement);
        reader.next();
        assertThrows(IllegalStateException.class, reader::attributeCount);
        assertEquals(XmlName.of("a"), reader.name());
    }

    @Test
    void longTextInAStreamComesInPiecesWithoutGrowingTheBuffer() {
        String text = "0123456789\u6f22&amp;]]\r\n".repeat(20_000);
        XmlReader reader = XmlReaders.open(new ByteArrayInputStream(utf8("<a>" + text + "</a>")), XmlLimits.DEFAULT);
        reader.next();
        StringBuilder whole = new StringBuilder();
        int pieces = 0;
        while (reader.next() == XmlEvent.TEXT) {
            pieces++;
            reader.appendText(whole);
        }
        assertTrue(pieces > 10, "the text came in " + pieces + " pieces");
        assertEquals("0123456789\u6f22&]]\n".repeat(20_000), whole.toString());
    }

    @Test
    void aLargeDocumentReadsTheSameInPiecesOfAnySize() throws Exception {
        Random random = new Random(7);
        StringBuilder document = new StringBuilder("<root>");
        while (document.length() < 400_000) {
            String part = WellFormed.DOCUMENTS.get(random.nextInt(WellFormed.DOCUMENTS.size()));
            if (part.startsWith("<a>")) {
                String content = part.substring(3, part.lastIndexOf("</a"));
                document.append(content.repeat(1 + random.nextInt(random.nextInt(30) == 0 ? 2_000 : 5)));
            } else if (!part.contains("<?xml") && !part.contains("\uFEFF")) {
                document.append(part);
            }
        }
        byte[] bytes = utf8(document.append("</root>").toString());
        List<String> expected = Recording.byTheJdk(bytes);
        assertEquals(expected, Recording.of(XmlReaders.open(bytes)));
        for (int most : new int[] {1, 3, 1_000, 16_384, 100_000}) {
            InputStream in = Feeding.inPieces(bytes, () -> 1 + random.nextInt(most));
            assertEquals(expected, Recording.of(XmlReaders.open(in, XmlLimits.DEFAULT)), "pieces of up to " + most);
        }
    }

    @Test
    void whatWasHandedOutStaysValid() {
        XmlReader reader = new XmlTextReader(
                Feeding.inPieces(utf8("<a x='one'>two<b>three</b></a>"), () -> 2), ReadOptions.DEFAULT, 4);
        reader.next();
        String value = reader.attributeValue(0);
        reader.next();
        String text = reader.text();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            // on to the end
        }
        assertEquals("one two", value + " " + text);
    }

    @Test
    void aFailingSourceIsToldAsSuch() {
        InputStream failing = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the line is dead");
            }
        };
        XmlReader reader = XmlReaders.open(failing, XmlLimits.DEFAULT);
        assertEquals(
                "the line is dead",
                assertThrows(UncheckedIOException.class, reader::next)
                        .getCause()
                        .getMessage());
    }

    @Test
    void aClosedReaderIsOfNoUse() {
        XmlReader reader = XmlReaders.open(utf8("<a/>"));
        reader.next();
        reader.close();
        assertThrows(RuntimeException.class, reader::next);
        reader.close();
    }

    @Test
    void aChildElementWhereTextIsAskedForIsToldAndReadOn() {
        try (XmlReader reader = XmlReaders.open("<a><n>1<b>x</b></n><c>2</c></a>".getBytes(StandardCharsets.UTF_8))) {
            reader.next();
            reader.next();
            XmlException told = assertThrows(XmlException.class, reader::elementInt);
            assertTrue(
                    String.valueOf(told.getMessage()).contains("the element n must hold text only"), told::getMessage);
            assertEquals(XmlEvent.START_ELEMENT, reader.event());
            assertEquals("b", reader.localName());
            reader.skipElement();
            assertEquals(XmlEvent.END_ELEMENT, reader.next());
            assertEquals(XmlEvent.START_ELEMENT, reader.next());
            assertEquals(2, reader.elementInt());
        }
    }

    @Test
    void aValueOfAnyTypeIsParsedFromItsBytes() {
        String document = "<a day=' 2026-11-21 '><t> 12:30 </t><f>0.1</f><bad>noon</bad></a>";
        ValueParser<String> trimmed =
                (utf8, from, to) -> new String(utf8, from, to - from, StandardCharsets.UTF_8).trim();
        ValueParser<LocalTime> time = (utf8, from, to) -> {
            try {
                return LocalTime.parse(trimmed.parse(utf8, from, to));
            } catch (DateTimeException wrong) {
                throw new IllegalArgumentException("not a time", wrong);
            }
        };
        try (XmlReader reader = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8))) {
            reader.next();
            assertEquals("2026-11-21", reader.attributeValue(0, trimmed));
            reader.next();
            assertEquals(LocalTime.of(12, 30), reader.elementValue(time));
            reader.next();
            assertEquals(0.1f, reader.elementFloat());
            reader.next();
            XmlException wrong = assertThrows(XmlException.class, () -> reader.elementValue(time));
            assertTrue(String.valueOf(wrong.getMessage()).contains("element bad: not a time"), wrong::getMessage);
        }
    }
}
