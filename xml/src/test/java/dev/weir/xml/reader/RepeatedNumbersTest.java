package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A list of numbers: what is read on the way to its end tag must not differ from what is read item by item. */
class RepeatedNumbersTest {
    private static final long SEED = TestSeed.of(RepeatedNumbersTest.class);

    private final Random random = new Random(SEED);

    RepeatedNumbersTest() {}

    private String number() {
        return switch (random.nextInt(16)) {
            case 0 -> "";
            case 1 -> " " + random.nextDouble();
            case 2 -> random.nextInt(100) + "&#46;5";
            case 3 -> "<![CDATA[" + random.nextDouble() + "]]>";
            case 4 -> random.nextInt(100) + "<!-- . -->.25";
            case 5 -> String.valueOf(Double.longBitsToDouble(random.nextLong() >>> 2));
            case 6 -> random.nextBoolean() ? "-INF" : "NaN";
            case 7 -> String.valueOf(random.nextLong());
            case 8 -> "-0.0";
            case 9 -> "+" + random.nextInt(20_000_000) + "." + random.nextInt(1000);
            case 10 -> random.nextInt(10) + "." + "0123456789".repeat(3).substring(0, random.nextInt(30));
            case 11 ->
                List.of("-.5", "5.", "-", ".", "1.5.", "1-5", "/1.5", "x", "1.5x", "<b/>", "1.5<b/>", "- 1.5")
                        .get(random.nextInt(12));
            default -> String.valueOf(random.nextGaussian() * 1000);
        };
    }

    private String document() {
        StringBuilder document = new StringBuilder("<list xmlns='urn:a' xmlns:p='urn:p'>");
        for (int i = 0; i < 60; i++) {
            String name = random.nextInt(8) == 0 ? "p:other" : "item";
            String between = List.of("", "", "\n  ", "\r\n", " ", "<!-- c -->", "\n<?p i?>")
                    .get(random.nextInt(7));
            String more = random.nextInt(10) == 0 ? " xmlns='urn:b'" : random.nextInt(10) == 0 ? " a='1'" : "";
            document.append(between).append('<').append(name).append(more);
            if (random.nextInt(12) == 0) {
                document.append("/>");
            } else {
                document.append('>')
                        .append(number())
                        .append("</")
                        .append(name)
                        .append(random.nextInt(9) == 0 ? " >" : ">");
            }
        }
        return document.append("</list>").toString();
    }

    /** Each element with its name, places and value, or with what is wrong in it. */
    private static List<String> read(XmlReader reader, boolean repeating) {
        List<String> told = new ArrayList<>();
        try (reader) {
            reader.next();
            while (repeating && reader.event() == XmlEvent.END_ELEMENT && reader.repeats()
                    || reader.nextTagOrText() == XmlEvent.START_ELEMENT) {
                String start = reader.name() + " " + reader.depth() + " " + reader.attributeCount() + " "
                        + reader.namespaceCount() + " " + reader.location();
                try {
                    double value = reader.elementDouble();
                    told.add(start + " " + Double.doubleToRawLongBits(value) + " " + reader.name());
                } catch (XmlException wrong) {
                    told.add(start + " " + wrong.getMessage() + " " + wrong.location());
                    while (reader.event() != XmlEvent.END_ELEMENT || reader.depth() > 2) {
                        reader.next();
                    }
                }
                told.add(reader.event() + " " + reader.location() + " " + reader.endLocation());
            }
            told.add(reader.event() + " " + reader.depth() + " " + reader.location());
        }
        return told;
    }

    /** Gives so many bytes at a time. */
    private static InputStream inPieces(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, most));
            }
        };
    }

    @Test
    void whatRepeatsIsReadAsWhatDoesNot() {
        for (int i = 0; i < 400; i++) {
            String document = document();
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            ReadOptions slow = ReadOptions.DEFAULT.withCoalescing(true);
            List<String> expected = read(XmlReaders.open(bytes, 0, bytes.length, slow), false);
            assertEquals(expected, read(XmlReaders.open(bytes, 0, bytes.length, ReadOptions.DEFAULT), true), document);
            assertEquals(
                    expected,
                    read(XmlReaders.open(inPieces(bytes, 1 + random.nextInt(200)), ReadOptions.DEFAULT), true),
                    document);
        }
    }
}
