package dev.weir.xml.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** An element that is written in one go looks as if it had been started, filled and ended. */
class WholeElementTest {
    private static final long SEED = TestSeed.of(WholeElementTest.class);

    static final List<WriteOptions> OPTIONS = List.of(
            WriteOptions.DEFAULT,
            WriteOptions.DEFAULT.withBufferBytes(64),
            WriteOptions.DEFAULT.withBufferBytes(100).withEncoding("US-ASCII"),
            WriteOptions.DEFAULT.withIndent("  "),
            WriteOptions.DEFAULT.withEncoding("UTF-16"));

    private static final List<String> TEXTS = List.of(
            "",
            "x",
            "a < b & c ]]> d",
            "eight by eight by eight by eight",
            "grüße",
            "日本語\uD83D\uDE00",
            "long and longer, with an ampersand & a question? ".repeat(30),
            "日本語 & more ".repeat(40));

    private static final List<String> PREFIXES = List.of("", "p", "q");
    private static final List<String> NAMESPACES = List.of("u", "v", "http://w");
    private static final List<String> LOCALS =
            List.of("a", "item", "sixteen-is-words", "größe", "a-name-that-has-more-words-than-two");

    private static String written(WriteOptions options, long seed, boolean whole) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(bytes, options)) {
            write(writer, new Random(seed), whole);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static <T> T oneOf(List<T> all, Random random) {
        return all.get(random.nextInt(all.size()));
    }

    private static void write(XmlWriter writer, Random random, boolean whole) {
        writer.startElement("", XmlName.of("u", "root"));
        int depth = 1;
        boolean inTag = true;
        for (int i = 0; i < 60; i++) {
            String prefix = oneOf(PREFIXES, random);
            XmlName name = XmlName.of(oneOf(NAMESPACES, random), oneOf(LOCALS, random));
            boolean wasTag = inTag;
            inTag = false;
            switch (random.nextInt(9)) {
                case 0 -> {
                    writer.startElement(prefix, name);
                    depth++;
                    inTag = true;
                }
                case 1 -> {
                    if (depth > 1) {
                        writer.endElement();
                        depth--;
                    }
                }
                case 2 -> writer.text(oneOf(TEXTS, random));
                case 3 -> {
                    if (wasTag) {
                        writer.attribute(XmlName.of("w", "at"), "value");
                    }
                }
                case 4 -> number(writer, prefix, name, random.nextLong() >> random.nextInt(64), whole);
                case 5 -> number(writer, prefix, name, random.nextGaussian(), whole);
                default -> text(writer, prefix, name, oneOf(TEXTS, random), whole);
            }
        }
        for (; depth > 0; depth--) {
            writer.endElement();
        }
        writer.endDocument();
    }

    private static void text(XmlWriter writer, String prefix, XmlName name, String text, boolean whole) {
        if (whole) {
            writer.element(prefix, name, text);
        } else {
            writer.startElement(prefix, name);
            writer.text(text);
            writer.endElement();
        }
    }

    private static void number(XmlWriter writer, String prefix, XmlName name, long value, boolean whole) {
        if (whole) {
            writer.element(prefix, name, value);
        } else {
            writer.startElement(prefix, name);
            writer.text(value);
            writer.endElement();
        }
    }

    private static void number(XmlWriter writer, String prefix, XmlName name, double value, boolean whole) {
        if (whole) {
            writer.plainElement(prefix, name, value);
        } else {
            writer.startElement(prefix, name);
            writer.plainText(value);
            writer.endElement();
        }
    }

    @ParameterizedTest
    @FieldSource("OPTIONS")
    void inOneGoOrPieceByPieceIsTheSame(WriteOptions options) {
        for (long seed = SEED; seed < SEED + 300; seed++) {
            WriteOptions chosen =
                    seed % 2 == 0 || !options.encoding().equals("UTF-8") ? options : options.withXml11(true);
            // Names beyond ASCII are refused by the encoding that cannot hold them, either way.
            assertEquals(outcome(chosen, seed, false), outcome(chosen, seed, true), "seed " + seed);
        }
    }

    private static String outcome(WriteOptions options, long seed, boolean whole) {
        try {
            return written(options, seed, whole);
        } catch (XmlException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    @Test
    void whatNoDocumentCanHoldIsRefused() {
        XmlName name = XmlName.of("item");
        for (String text : List.of(
                "a\u0001b", "half \uD83D", "half \uD83D pair", "half a pair in a longer text \uD83D", "\uFFFE")) {
            for (boolean first : new boolean[] {true, false}) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                XmlWriter writer = XmlWriters.open(bytes);
                writer.startElement("", XmlName.of("root"));
                if (!first) {
                    writer.element("", name, "good");
                }
                assertThrows(XmlException.class, () -> writer.element("", name, text), text);
            }
        }
        XmlWriter writer = XmlWriters.open(new ByteArrayOutputStream());
        assertThrows(XmlException.class, () -> writer.element("", XmlName.of("no name"), "text"));
        XmlWriter inside = XmlWriters.open(new ByteArrayOutputStream());
        inside.startElement("", XmlName.of("root"));
        assertThrows(XmlException.class, () -> inside.element("", XmlName.of("no name"), "text"));
        inside.element("", name, "text");
        assertThrows(XmlException.class, () -> inside.attribute(name, "behind an element that is closed"));
    }
}
