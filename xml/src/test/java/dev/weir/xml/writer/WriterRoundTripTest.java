package dev.weir.xml.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Random documents, written under random options, are read as they were written. */
class WriterRoundTripTest {
    private static final long SEED = TestSeed.of(WriterRoundTripTest.class);

    private static final String[] NAMES = {"a", "b-c", "d.e", "\u00e4", "longer-than-sixteen-bytes-by-far", "_1"};
    private static final String[] URIS = {"", "", "u", "urn:v", "http://example.org/\u00e4?a=b&c=d"};
    private static final String[] PREFIXES = {"", "p", "q", "ns1"};
    private static final String[] PIECES = {
        "x",
        " ",
        "\n",
        "\t",
        "\r",
        "<",
        ">",
        "&",
        "\"",
        "'",
        "]]>",
        "--",
        "?>",
        "\u0085",
        "\u00e4",
        "\u2028",
        "\u6f22",
        "\ud83d\ude00",
        "\ufffd",
        "a longer piece of plain text",
        "&#13;"
    };

    private final Random random = new Random(SEED);
    private final List<String> expected = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    WriterRoundTripTest() {}

    private <T> T one(T[] of) {
        return of[random.nextInt(of.length)];
    }

    private String content() {
        StringBuilder content = new StringBuilder();
        for (int i = random.nextInt(random.nextInt(8) == 0 ? 200 : 8); i > 0; i--) {
            content.append(one(PIECES));
        }
        return content.toString();
    }

    private String safe() {
        return content().replaceAll("-|\\?>|\r|\u0085|\u2028", "").stripLeading();
    }

    private void endText() {
        if (text.length() > 0) {
            expected.add("text " + text);
            text.setLength(0);
        }
    }

    private void element(XmlWriter writer, int depth) {
        endText();
        XmlName name = XmlName.of(one(URIS), one(NAMES));
        if (random.nextBoolean()) {
            writer.startElement(name);
        } else {
            writer.startElement(name.namespace().isEmpty() ? "" : one(PREFIXES), name);
        }
        TreeSet<String> attributes = new TreeSet<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            XmlName attribute = XmlName.of(one(URIS), one(NAMES) + i);
            String value = content();
            attributes.add(attribute + "=" + value);
            writer.attribute(attribute, value);
        }
        expected.add("start " + name + " " + attributes);
        for (int i = depth > 6 ? 0 : random.nextInt(6); i > 0; i--) {
            switch (random.nextInt(9)) {
                case 0 -> comment(writer);
                case 1 -> instruction(writer);
                case 2, 3, 4 -> element(writer, depth + 1);
                case 5 -> {
                    String data = content();
                    writer.cdata(data);
                    text.append(data);
                }
                default -> someText(writer);
            }
        }
        endText();
        writer.endElement();
        expected.add("end " + name);
    }

    private void someText(XmlWriter writer) {
        switch (random.nextInt(4)) {
            case 0 -> {
                long number = random.nextLong() >> random.nextInt(64);
                writer.text(number);
                text.append(number);
            }
            case 1 -> {
                String content = content();
                writer.text(("x" + content).toCharArray(), 1, content.length());
                text.append(content);
            }
            case 2 -> {
                String content = content();
                int cut = content.isEmpty() ? 0 : random.nextInt(content.length());
                writer.text(content.substring(0, cut));
                writer.text(content.substring(cut));
                text.append(content);
            }
            default -> {
                String content = content();
                writer.text(content);
                text.append(content);
            }
        }
    }

    private void comment(XmlWriter writer) {
        endText();
        String comment = safe();
        writer.comment(comment);
        expected.add("comment " + comment);
    }

    private void instruction(XmlWriter writer) {
        endText();
        String data = safe();
        writer.processingInstruction("p", data);
        expected.add("instruction " + data);
    }

    private List<String> read(XmlReader reader) {
        List<String> events = new ArrayList<>();
        StringBuilder characters = new StringBuilder();
        while (true) {
            XmlEvent event = reader.next();
            if (event == XmlEvent.TEXT) {
                characters.append(reader.text());
                continue;
            }
            if (characters.length() > 0) {
                events.add("text " + characters);
                characters.setLength(0);
            }
            switch (event) {
                case START_ELEMENT -> {
                    TreeSet<String> attributes = new TreeSet<>();
                    for (int i = 0; i < reader.attributeCount(); i++) {
                        attributes.add(reader.attributeName(i) + "=" + reader.attributeValue(i));
                    }
                    events.add("start " + reader.name() + " " + attributes);
                }
                case END_ELEMENT -> events.add("end " + reader.name());
                case COMMENT -> events.add("comment " + reader.text());
                case PROCESSING_INSTRUCTION -> events.add("instruction " + reader.text());
                case END_DOCUMENT -> {
                    return events;
                }
                default -> throw new IllegalStateException("unexpected: " + event);
            }
        }
    }

    @Test
    void whatIsWrittenIsRead() {
        for (int i = 0; i < 1_500; i++) {
            expected.clear();
            WriteOptions options = WriteOptions.DEFAULT
                    .withEncoding(one(new String[] {"UTF-8", "UTF-8", "UTF-16", "ISO-8859-1", "windows-1252"}))
                    .withXml11(random.nextInt(4) == 0)
                    .withEscapingGt(random.nextBoolean())
                    .withCollapsingEmpty(random.nextBoolean())
                    .withBufferBytes(64 + random.nextInt(200));
            if (!options.encoding().startsWith("UTF")) {
                // Comments and names cannot hold everything there.
                options = options.withEncoding("GB18030");
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (XmlWriter writer = XmlWriters.open(bytes, options)) {
                writer.startDocument();
                comment(writer);
                element(writer, 0);
                instruction(writer);
                writer.endDocument();
            }
            assertEquals(expected, read(XmlReaders.open(bytes.toByteArray())), "document " + i + ", weir.seed=" + SEED);
        }
    }
}
