package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.push.ItemSink;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Items that the reader tells, with their places, are those that a careful reader shows when it is asked; so are texts. */
class PushedItemsTest {
    private static final long SEED = TestSeed.of(PushedItemsTest.class);

    private final Random random = new Random(SEED);

    PushedItemsTest() {}

    /** What both ways come to: pieces of a text are one text, at the place of the first. */
    private static final class Lines implements ItemSink<RuntimeException> {
        private final XmlReader reader;
        private final List<String> lines = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private String place = "";

        Lines(XmlReader reader) {
            this.reader = reader;
        }

        private void add(String line) {
            if (text.length() > 0) {
                lines.add(place + " text " + text);
                text.setLength(0);
            }
            lines.add(reader.location() + " to " + reader.endLocation() + " depth " + reader.depth() + " " + line);
        }

        @Override
        public void startElement(String uri, String local, String qualified, int declarations, int attributes) {
            StringBuilder line =
                    new StringBuilder("start {" + uri + "}" + local + " " + qualified + " " + reader.event());
            for (int i = 0; i < declarations; i++) {
                line.append(" xmlns:").append(reader.namespacePrefix(i)).append('=');
                line.append(reader.namespaceUri(i));
            }
            for (int i = 0; i < attributes; i++) {
                line.append(' ').append(reader.attributeName(i)).append('=').append(reader.attributeValue(i));
            }
            add(line.toString());
        }

        @Override
        public void endElement(String uri, String local, String qualified, int declarations) {
            add("end {" + uri + "}" + local + " " + qualified + " " + declarations + " " + reader.event());
        }

        @Override
        public void text(char[] array, int from, int length) {
            if (text.length() == 0) {
                place = reader.location().toString();
            }
            text.append(array, from, length);
        }

        @Override
        public void item(XmlEvent event) {
            switch (event) {
                case START_ELEMENT ->
                    startElement(
                            reader.name().namespace(),
                            reader.name().local(),
                            reader.qualifiedName(),
                            reader.namespaceCount(),
                            reader.attributeCount());
                case END_ELEMENT ->
                    endElement(
                            reader.name().namespace(),
                            reader.name().local(),
                            reader.qualifiedName(),
                            reader.namespaceCount());
                case TEXT -> {
                    int length = reader.textLength();
                    String characters = new String(reader.textCharacters(), 0, length);
                    assertEquals(characters, reader.text());
                    assertEquals(characters, reader.text(), "asked again");
                    text(reader.textCharacters(), 0, length);
                }
                default -> add(event + " " + reader.text());
            }
        }
    }

    private static List<String> pushed(XmlTextReader source) {
        try (XmlReader reader = source) {
            Lines to = new Lines(reader);
            source.push(to);
            return to.lines;
        }
    }

    private static List<String> asked(XmlReader source) {
        try (XmlReader reader = source) {
            Lines to = new Lines(reader);
            for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
                to.item(event);
            }
            return to.lines;
        }
    }

    private static byte[] utf8(CharSequence text) {
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void check(CharSequence text) {
        byte[] document = utf8(text);
        int all = document.length;
        List<String> expected = asked(new XmlTextReader(document, 0, all, ReadOptions.DEFAULT.withCoalescing(true)));
        String seen = text.length() < 5000 ? text.toString() : text.length() + " characters";
        assertEquals(expected, asked(new XmlTextReader(document, 0, all, ReadOptions.DEFAULT)), seen);
        assertEquals(expected, pushed(new XmlTextReader(document, 0, all, ReadOptions.DEFAULT)), seen);
        assertEquals(
                expected, pushed(new XmlTextReader(new ByteArrayInputStream(document), ReadOptions.DEFAULT)), seen);
        XmlTextReader small = new XmlTextReader(
                Feeding.inPieces(document, () -> 1 + random.nextInt(90)), ReadOptions.DEFAULT, 1 + random.nextInt(200));
        assertEquals(expected, pushed(small), seen);
    }

    private static final String[] CHARACTERS = {
        "x", "ö", "öß", "漢", "漢字仮", "漢ö字", "\uD83D\uDE00", "&lt;", "\r", "\n", "]", ">"
    };

    /** Texts of each length up to a hundred, alone, before a child, and with one character of another kind. */
    @Test
    void textsOfAllLengthsAreTold() {
        for (int length = 0; length <= 100; length++) {
            StringBuilder document = new StringBuilder("<d>");
            String plain =
                    "The quick brown fox jumps over the lazy dog. ".repeat(3).substring(0, length);
            for (String other : CHARACTERS) {
                int at = random.nextInt(length + 1);
                for (int i = 0; i < 3; i++) {
                    document.append("<t>").append(plain).append("</t>\n  <t>").append(plain, 0, at);
                    document.append(other).append(plain, at, length).append("</t><t>");
                    document.append(plain)
                            .append("<c/>")
                            .append(plain)
                            .append("</t>")
                            .append(plain);
                }
            }
            check(document.append("</d>"));
        }
    }

    /** Where a stretch of characters, or the buffer, ends: in each byte of a text, and of what is around it. */
    @Test
    void textsAcrossTheEdgesAreTold() {
        for (int edge : new int[] {TokenScanner.WINDOW, ByteInput.BUFFER_BYTES / 4 * 3, ByteInput.BUFFER_BYTES}) {
            String before = "<d><t>first, to open a window</t>" + "<t>12345678</t>".repeat(edge / 15 - 4);
            for (int shift = 0; shift < 60; shift++) {
                StringBuilder document = new StringBuilder(before).append("<!--");
                document.append(" ".repeat(shift)).append("-->");
                for (int i = 0; i < 6; i++) {
                    document.append("<u a='1'>a text of some length</u>\n<v>größer 漢字</v>");
                }
                check(document.append("</d>"));
            }
        }
    }

    private String text() {
        return switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> "a &lt; b";
            case 2 -> "größer 漢字 \uD83D\uDE00";
            case 3 -> "\n    ";
            case 4 -> "<![CDATA[x<y]]>";
            case 5 -> "\r\nline\r";
            case 6 -> "x".repeat(random.nextInt(3 * TokenScanner.WINDOW));
            case 7 -> "仮名交じり文".repeat(random.nextInt(300));
            case 8 -> "12<!-- told --><?too ?>34";
            default -> "0123456789abcdefghijklmnopqrstuvwxyz".substring(0, random.nextInt(36));
        };
    }

    @Test
    void documentsByChanceAreTold() {
        String[] names = {"e", "a-name-of-19-letters", "p:of-a-prefix", "n".repeat(40), "d\u00E9j\u00E0"};
        for (int i = 0; i < 150; i++) {
            StringBuilder document = new StringBuilder("<?pi data?><records xmlns='urn:d' xmlns:p='urn:p'>");
            for (int j = random.nextInt(80); j > 0; j--) {
                String name = names[random.nextInt(names.length)];
                document.append(text()).append('<').append(name);
                document.append(random.nextInt(3) == 0 ? " xmlns:p='urn:q' p:a='1' b=\"x y\"" : "");
                if (random.nextInt(8) == 0) {
                    document.append("/>");
                } else {
                    document.append('>').append(text()).append("</").append(name);
                    document.append(random.nextInt(9) == 0 ? " >" : ">");
                }
            }
            check(document.append("</records><!-- end -->"));
        }
    }
}
