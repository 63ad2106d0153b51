package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Bytes that are not UTF-8, or characters that are not XML's, are refused wherever they stand. */
class CharacterEncodingTest {
    static final List<String> HOSTILE = List.of(
            "80",
            "BF",
            "C0 80",
            "C0 BC",
            "C1 BF",
            "C3",
            "C3 28",
            "C3 C3",
            "E0 80 80",
            "E0 9F BF",
            "E0 A0",
            "E1 80",
            "E1 80 28",
            "E6 BC",
            "ED A0 80",
            "ED AF BF",
            "ED B0 80",
            "ED BF BF",
            "EF BF BE",
            "EF BF BF",
            "EF BF",
            "F0 80 80 80",
            "F0 8F BF BF",
            "F0 9F 98",
            "F0 9F",
            "F0",
            "F0 9F 98 28",
            "F4 90 80 80",
            "F5 80 80 80",
            "F7 BF BF BF",
            "F8 88 80 80 80",
            "FC 84 80 80 80 80",
            "FE",
            "FF",
            "FE FF",
            "E6 BC A2 E6",
            "C3 A9 A9");

    static final List<String> PLACES = List.of(
            "<a>|</a>",
            "<a>12345678901234|</a>",
            "<a b='|'/>",
            "<a><!--|--></a>",
            "<a><![CDATA[|]]></a>",
            "<a><?p |?></a>",
            "<a|/>",
            "<|/>",
            "<a b|='1'/>",
            "<a>\u6f22\u5b57|</a>",
            "<a></a|>",
            "<a xmlns='|'/>",
            "<a/>|",
            "|<a/>",
            "<a><skipped>|</skipped></a>");

    static byte[] bytes(String hexadecimal) {
        String[] parts = hexadecimal.split(" ");
        byte[] bytes = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i], 16);
        }
        return bytes;
    }

    static byte[] at(String place, byte[] middle) {
        int bar = place.indexOf('|');
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        document.writeBytes(place.substring(0, bar).getBytes(StandardCharsets.UTF_8));
        document.writeBytes(middle);
        document.writeBytes(place.substring(bar + 1).getBytes(StandardCharsets.UTF_8));
        return document.toByteArray();
    }

    @ParameterizedTest
    @FieldSource("HOSTILE")
    void hostileBytesAreRefusedInEveryPlace(String hostile) {
        for (String place : PLACES) {
            byte[] document = at(place, bytes(hostile));
            for (Feeding feeding : Feeding.values()) {
                assertThrows(XmlException.class, () -> Recording.of(feeding.open(document)), place + " " + feeding);
                assertThrows(XmlException.class, () -> skipAll(feeding.open(document)), place + " skipped " + feeding);
            }
        }
    }

    private static void skipAll(XmlReader reader) {
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            if (reader.event() == XmlEvent.START_ELEMENT) {
                reader.skipElement();
            }
        }
    }

    @Test
    void theMessageShowsTheBytes() {
        XmlException refused = assertThrows(
                XmlException.class, () -> Recording.of(Feeding.WHOLE.open(at("<a>xy|</a>", bytes("C0 BC")))));
        assertTrue(String.valueOf(refused.getMessage()).contains("not UTF-8: bytes C0 BC"), refused::toString);
        assertEquals(5, refused.location().byteOffset());
    }

    @Test
    void aDocumentThatDeclaresAsciiMayHoldNothingElse() {
        byte[] document = at("<?xml version='1.0' encoding='US-ASCII'?><a>|</a>", bytes("E6 BC A2 E6 BC A2"));
        XmlException refused = assertThrows(XmlException.class, () -> Recording.of(Feeding.WHOLE.open(document)));
        assertTrue(String.valueOf(refused.getMessage()).contains("US-ASCII"), refused::toString);
    }

    @Test
    void everyCharacterIsAcceptedOrRefusedAsTheSpecificationSays() {
        StringBuilder allowed = new StringBuilder();
        for (int c = 0; c <= 0x10FFFF; c++) {
            boolean legal =
                    c == 9 || c == 10 || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c > 0xFFFF;
            if (legal && c != '<' && c != '&' && c != '\r') {
                allowed.appendCodePoint(c);
            }
        }
        String text = allowed.toString();
        byte[] document = ("<a>" + text + "</a>").getBytes(StandardCharsets.UTF_8);
        XmlReader reader = XmlReaders.open(document);
        reader.next();
        assertEquals(text, reader.elementText());
        for (int c : new int[] {0, 8, 11, 12, 14, 31, 0xFFFE, 0xFFFF}) {
            byte[] bad = ("<a>" + Character.toString(c) + "</a>").getBytes(StandardCharsets.UTF_8);
            assertThrows(
                    XmlException.class, () -> Recording.of(XmlReaders.open(bad)), () -> "U+" + Integer.toHexString(c));
        }
    }

    @Test
    void randomBytesAreAcceptedWhenTheJdkDecodesThem() {
        long seed = TestSeed.of(CharacterEncodingTest.class);
        Random random = new Random(seed);
        int accepted = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] middle = new byte[1 + random.nextInt(6)];
            int[] leads = {0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0x41};
            for (int i = 0; i < middle.length; i++) {
                middle[i] = (byte)
                        (random.nextInt(3) == 0 ? leads[random.nextInt(leads.length)] : 0x80 + random.nextInt(0x40));
            }
            boolean legal;
            try {
                String decoded = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(middle))
                        .toString();
                legal = decoded.indexOf('\uFFFE') < 0 && decoded.indexOf('\uFFFF') < 0;
            } catch (CharacterCodingException malformed) {
                legal = false;
            }
            byte[] document = at("<a>|</a>", middle);
            Feeding feeding = Feeding.values()[random.nextInt(Feeding.values().length)];
            if (legal) {
                accepted++;
                XmlReader reader = feeding.open(document);
                reader.next();
                assertEquals(new String(middle, StandardCharsets.UTF_8), reader.elementText());
            } else {
                assertThrows(XmlException.class, () -> Recording.of(feeding.open(document)));
            }
        }
        assertTrue(accepted > 100, "hardly anything legal was tried: " + accepted);
    }
}
