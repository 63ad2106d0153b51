package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Documents that go on after the reader has taken a larger buffer for them, with items of all lengths, some longer than
 * either buffer. How the bytes come makes no difference to what is told, nor to where it is said to be. Random; the seed
 * is printed.
 */
class LongStreamsTest {
    private static final String[] PIECES = {
        "plain text ", "line\n", "carriage\r\nreturn", "&amp;", "\u00e9", "\u4e2d\u6587", "\ud83d\ude00"
    };

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }

    private static int length(Random random) {
        return switch (random.nextInt(200)) {
            case 0 -> 100_000;
            case 1 -> 20_000;
            case 2, 3, 4 -> 3_000;
            default -> random.nextInt(60);
        };
    }

    private static byte[] document(Random random) {
        StringBuilder document = new StringBuilder("<records>");
        while (document.length() < 4 * ByteInput.LONG_STREAM) {
            document.append("\n  <record id='")
                    .append(text(random, length(random) / 2))
                    .append("'>");
            document.append(text(random, length(random))).append("</record>");
            if (random.nextInt(20) == 0) {
                document.append("<!-- ").append(text(random, length(random))).append("-->");
                document.append("<![CDATA[")
                        .append(text(random, length(random)))
                        .append("]]>");
            }
        }
        return document.append("</records>").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What each item says, adjacent text as one, as a number; the place of each tag with it. */
    private static long digest(XmlReader reader) {
        long sum = 0;
        for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
            if (event == XmlEvent.TEXT) {
                String text = reader.text();
                for (int i = 0; i < text.length(); i++) {
                    sum = 31 * sum + text.charAt(i);
                }
            } else {
                sum = 31 * sum + event.name().hashCode();
                sum = 31 * sum + reader.location().hashCode();
            }
            if (event == XmlEvent.START_ELEMENT) {
                sum = 31 * sum + reader.name().hashCode();
                sum = 31 * sum
                        + (reader.attributeCount() == 0
                                ? 0
                                : reader.attributeValue(0).hashCode());
            } else if (event == XmlEvent.COMMENT) {
                sum = 31 * sum + reader.text().hashCode();
            }
        }
        return sum;
    }

    @ParameterizedTest
    @EnumSource
    void aLongDocumentSaysTheSameHoweverItComes(Feeding feeding) {
        long seed = TestSeed.of(LongStreamsTest.class);
        byte[] document = document(new Random(seed));
        long whole;
        try (XmlReader reader = Feeding.WHOLE.open(document)) {
            whole = digest(reader);
        }
        try (XmlReader reader = feeding.open(document)) {
            assertEquals(whole, digest(reader));
        }
    }
}
