package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlLocation;
import dev.weir.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lines, columns and offsets, whatever of the input is still at hand. */
class LocationTest {
    private static final String[] PIECES = {
        "<a>",
        "</a>",
        "<b x='1'\r\n y='\n\r'/>",
        "text",
        "\r\n",
        "\r",
        "\n",
        "\n\n",
        "\r\r\n",
        "<!-- \r\n\u6f22\n -->",
        "<?p \r d?>",
        "<![CDATA[\r\n]]\r]]>",
        "\u00e9\u6f22\ud83d\ude00",
        "&amp;\n",
        "&e;",
        "    ",
        "<a\n>",
        "</a\r\n>",
        "&#10;"
    };

    private static byte[] document(Random random) {
        StringBuilder text =
                new StringBuilder("<?xml version='1.0'\r\n?>\r<!DOCTYPE a [\n<!ENTITY e '\r\n<b/>\n'>\r]>\r\n<a>");
        int open = 1;
        for (int i = 0; i < 60; i++) {
            String piece = PIECES[random.nextInt(PIECES.length)];
            if (piece.startsWith("<a")) {
                open++;
            } else if (piece.startsWith("</a")) {
                if (open == 1) {
                    continue;
                }
                open--;
            }
            text.append(piece);
        }
        return text.append("</a>".repeat(open))
                .append("\r\n\n<!-- end -->\n")
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> places(XmlReader reader, boolean everyItem) {
        List<String> places = new ArrayList<>();
        int item = 0;
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            item++;
            if (everyItem || item % 7 == 0) {
                places.add(reader.event() + " " + reader.location() + " to " + reader.endLocation());
            }
        }
        places.add("end " + reader.location());
        return places;
    }

    /** Counted as a person would: character by character from the start. */
    private static XmlLocation counted(byte[] document, int offset) {
        String before = new String(document, 0, offset, StandardCharsets.UTF_8);
        String[] lines = before.split("\r\n|\r|\n", -1);
        int line = lines.length;
        String last = lines[line - 1];
        return new XmlLocation(line, 1 + last.codePointCount(0, last.length()), offset);
    }

    @Test
    void placesAreTheSameWhateverTheSourceAndHoweverOftenTheyAreAskedFor() {
        long seed = TestSeed.of(LocationTest.class);
        System.out.println("LocationTest seed " + seed);
        Random random = new Random(seed);
        ReadOptions options = ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL);
        for (int round = 0; round < 200; round++) {
            byte[] document = document(random);
            for (boolean everyItem : new boolean[] {true, false}) {
                List<String> expected = places(XmlReaders.open(document, 0, document.length, options), everyItem);
                for (int size : new int[] {1, 2, 16, 40, 100}) {
                    XmlReader stream = new XmlTextReader(
                            Feeding.inPieces(document, () -> 1 + random.nextInt(size)), options, size);
                    assertEquals(expected, places(stream, everyItem), "seed " + seed + ", buffer of " + size);
                }
                assertEquals(
                        expected,
                        places(Stepping.reader(document, () -> 1 + random.nextInt(9), options), everyItem),
                        "seed " + seed + ", fed");
            }
        }
    }

    @Test
    void anItemIsWhereOneCountsItToBe() {
        Random random = new Random(1);
        for (int round = 0; round < 50; round++) {
            byte[] document = document(random);
            XmlReader reader = XmlReaders.open(
                    document, 0, document.length, ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL));
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                XmlLocation place = reader.location();
                if (document[(int) place.byteOffset()] != '\n') {
                    assertEquals(counted(document, (int) place.byteOffset()), place);
                }
            }
        }
    }
}
