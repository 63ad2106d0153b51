package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents in encodings other than UTF-8, from every kind of source. */
class EncodingTest {
    private static final String BODY = "<a x='\u00e9&#xe9;'>t\u00e9xt &amp; m\u00f6re\n<!-- \u00fc --><b/></a>";

    private static byte[] document(String declared, String charset, byte... mark) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(mark);
        bytes.writeBytes(
                ("<?xml version='1.0'" + (declared.isEmpty() ? "" : " encoding='" + declared + "'") + "?>" + BODY)
                        .getBytes(Charset.forName(charset)));
        return bytes.toByteArray();
    }

    private static List<String> expected() {
        return Recording.of(XmlReaders.open(BODY.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] mark(String hexadecimal) {
        byte[] mark = new byte[hexadecimal.length() / 2];
        for (int i = 0; i < mark.length; i++) {
            mark[i] = (byte) Integer.parseInt(hexadecimal.substring(2 * i, 2 * i + 2), 16);
        }
        return mark;
    }

    @ParameterizedTest
    @CsvSource({
        "ISO-8859-1, ISO-8859-1, ''",
        "iso-8859-1, ISO-8859-1, ''",
        "windows-1252, windows-1252, ''",
        "UTF-8, UTF-8, EFBBBF",
        "'', UTF-8, EFBBBF",
        "UTF-16, UTF-16BE, FEFF",
        "UTF-16, UTF-16LE, FFFE",
        "UTF-16LE, UTF-16LE, FFFE",
        "UTF-16BE, UTF-16BE, ''",
        "UTF-16, UTF-16LE, ''",
        "'', UTF-16LE, FFFE",
        "ISO-10646-UCS-2, UTF-16BE, FEFF",
        "UTF-32, UTF-32BE, 0000FEFF",
        "UTF-32, UTF-32LE, FFFE0000",
        "UTF-32BE, UTF-32BE, ''",
        "UTF-32LE, UTF-32LE, ''",
        "IBM037, IBM037, ''",
        "IBM1140, IBM1140, ''",
    })
    void aDocumentReadsTheSameInEveryEncoding(String declared, String charset, String mark) {
        byte[] document = document(declared, charset, mark(mark));
        for (Feeding feeding : Feeding.values()) {
            assertEquals(expected(), Recording.of(feeding.open(document)), feeding::name);
        }
        assertEquals(expected(), Recording.of(Stepping.reader(document, () -> 1, ReadOptions.DEFAULT)), "fed");
    }

    @ParameterizedTest
    @CsvSource({
        "UTF-16, UTF-8, ''",
        "UTF-8, UTF-16BE, FEFF",
        "UTF-16BE, UTF-16LE, FFFE",
        "ISO-8859-1, UTF-16LE, ''",
        "ISO-8859-1, UTF-8, EFBBBF",
        "IBM037, UTF-8, ''",
        "none-such, UTF-8, ''",
    })
    void aDeclarationThatDisagreesIsRefused(String declared, String charset, String mark) {
        XmlException refused = assertThrows(
                XmlException.class, () -> Recording.of(XmlReaders.open(document(declared, charset, mark(mark)))));
        assertTrue(String.valueOf(refused.getMessage()).contains(declared), refused::toString);
    }

    @Test
    void anEncodingToldFromOutsideWinsOverTheDeclarationButNotOverAMark() {
        ReadOptions latin = ReadOptions.DEFAULT.withEncoding("ISO-8859-1");
        byte[] lies = document("UTF-8", "ISO-8859-1");
        assertEquals(expected(), Recording.of(XmlReaders.open(lies, 0, lies.length, latin)));
        byte[] marked = document("UTF-8", "UTF-8", mark("EFBBBF"));
        assertEquals(expected(), Recording.of(XmlReaders.open(new ByteArrayInputStream(marked), latin)));
        byte[] wide = document("", "UTF-16LE");
        ReadOptions vague = ReadOptions.DEFAULT.withEncoding("UTF-16");
        assertEquals(expected(), Recording.of(XmlReaders.open(wide, 0, wide.length, vague)));
    }

    @Test
    void whatAnAsciiDocumentHoldsBeyondAsciiIsRefusedWithItsPlace() {
        byte[] document = document("US-ASCII", "ISO-8859-1");
        XmlException refused = assertThrows(XmlException.class, () -> Recording.of(XmlReaders.open(document)));
        assertTrue(String.valueOf(refused.getMessage()).contains("not US-ASCII: bytes E9"), refused::toString);
        assertEquals(47, refused.location().byteOffset());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "ISO-8859-1", "UTF-32BE"})
    void offsetsAreThoseOfTheBytesThatCame(String charset) {
        String text = "<?xml version='1.0' encoding='" + charset + "'?>\n<a>"
                + (charset.equals("ISO-8859-1") ? "\u00e9" : "\u00e9\u6f22\ud83d\ude00")
                + "<b/></a>";
        byte[] document = text.getBytes(Charset.forName(charset));
        XmlReader reader = XmlReaders.open(document);
        while (reader.next() != XmlEvent.START_ELEMENT || !reader.name().local().equals("b")) {
            // on to <b/>
        }
        int before = text.substring(0, text.indexOf("<b/>")).getBytes(Charset.forName(charset)).length;
        assertEquals(before, reader.location().byteOffset());
        assertEquals(2, reader.location().line());
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16BE", "ISO-8859-1"})
    void aStreamThatSometimesGivesNothingHasNotEnded(String charset) {
        for (String version : List.of("1.0", "1.1")) {
            byte[] document = ("<?xml version='" + version + "' encoding='" + charset + "'?>" + BODY)
                    .getBytes(Charset.forName(charset));
            int[] reads = {0};
            XmlReader reader = new XmlTextReader(
                    Feeding.inPieces(document, () -> reads[0]++ % 2 == 0 ? 3 : 0), ReadOptions.DEFAULT, 16);
            assertEquals(expected(), Recording.of(reader), version);
        }
    }

    @Test
    void charactersAreReadWhateverTheirDeclarationSays() {
        String document = "<?xml version='1.0' encoding='UTF-16'?>" + BODY;
        XmlReader reader = XmlReaders.open(new StringReader(document), ReadOptions.DEFAULT);
        assertEquals(expected(), Recording.of(reader));
        assertNull(reader.encoding());
        assertEquals("UTF-16", reader.declaration().encoding());
    }

    @Test
    void offsetsAmongCharactersAreInUtf16() {
        XmlReader reader = XmlReaders.open(new StringReader("<a>\u20ac\n\ud83d\ude00<b/></a>"), ReadOptions.DEFAULT);
        while (reader.next() != XmlEvent.START_ELEMENT || reader.depth() < 2) {
            // on to <b/>
        }
        assertEquals(7, reader.location().byteOffset());
        assertEquals(2, reader.location().column());
    }

    @Test
    void anUnpairedSurrogateAmongCharactersIsRefused() {
        for (String wrong : List.of("<a>\ud83d</a>", "<a>\ude00</a>", "<a>\ud83d\ud83d\ude00</a>", "<a>x\ud83d")) {
            XmlException refused = assertThrows(
                    XmlException.class,
                    () -> Recording.of(XmlReaders.open(new StringReader(wrong), ReadOptions.DEFAULT)));
            assertTrue(String.valueOf(refused.getMessage()).contains("unpaired surrogate"), refused::toString);
        }
    }

    @Test
    void buffersOfEveryKindAreRead() {
        byte[] document = BODY.getBytes(StandardCharsets.UTF_8);
        ByteBuffer heap = ByteBuffer.allocate(document.length + 10).position(5);
        heap.put(document).flip().position(5);
        ByteBuffer direct =
                ByteBuffer.allocateDirect(document.length).put(document).flip();
        assertEquals(expected(), Recording.of(XmlReaders.open(heap, ReadOptions.DEFAULT)));
        assertEquals(expected(), Recording.of(XmlReaders.open(direct, ReadOptions.DEFAULT)));
        assertEquals(expected(), Recording.of(XmlReaders.open(heap.asReadOnlyBuffer(), ReadOptions.DEFAULT)));
        assertEquals(5, heap.position());
    }

    @Test
    void theEncodingIsKnownBeforeTheFirstItem() {
        XmlReader reader = XmlReaders.open(document("windows-1252", "windows-1252"));
        assertEquals("windows-1252", reader.encoding());
        assertEquals("1.0", reader.declaration().version());
        assertEquals(XmlEvent.START_DOCUMENT, reader.event());
    }
}
