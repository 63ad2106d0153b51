package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Records read by tags and texts of elements: what is common is read in one look, and must not differ from the rest. */
class ElementTextTest {
    private static final long SEED = TestSeed.of(ElementTextTest.class);

    private final Random random = new Random(SEED);

    ElementTextTest() {}

    private String text() {
        return switch (random.nextInt(12)) {
            case 0 -> "";
            case 1 -> "a &lt; b";
            case 2 -> "größer 漢字 \uD83D\uDE00";
            case 3 -> "\n  ";
            case 4 -> "<![CDATA[x<y]]>";
            case 5 -> "12<!-- not told -->34";
            case 6 -> "a > b ] ]] .$,";
            case 7 -> "\r\nline\r";
            case 8 -> "x".repeat(random.nextInt(600));
            default -> "0123456789abcdefghijklmnopqrstuvwxyz".substring(0, random.nextInt(36));
        };
    }

    private String between() {
        return switch (random.nextInt(8)) {
            case 0 -> "";
            case 1 -> "\r\n\t";
            case 2 -> "<!-- c -->\n";
            case 3 -> "<?p i?>";
            case 4 -> "more than space";
            case 5 -> "\n" + " ".repeat(random.nextInt(80));
            default -> "\n    ";
        };
    }

    private String document() {
        String[] names = {"e", "a-name-of-19-letters", "p:of-a-prefix", "n".repeat(40), "d\u00E9j\u00E0"};
        StringBuilder document = new StringBuilder("<records xmlns:p='urn:p'>");
        for (int i = 0; i < 40; i++) {
            String name = names[random.nextInt(names.length)];
            document.append(between());
            if (random.nextInt(8) == 0) {
                document.append('<').append(name).append(" a='1'/>");
            } else {
                document.append('<').append(name);
                document.append(random.nextInt(3) == 0 ? " a='1'>" : ">");
                document.append(text()).append("</").append(name);
                document.append(random.nextInt(9) == 0 ? " >" : ">");
            }
        }
        return document.append(between()).append("</records>\n").toString();
    }

    /** Each tag and text with its place, and each text of an element with the place of its end tag. */
    private static List<String> read(XmlReader reader) {
        List<String> told = new ArrayList<>();
        try (reader) {
            reader.next();
            while (true) {
                XmlEvent event = reader.nextTagOrText();
                String place = event + " " + reader.location() + " " + reader.depth();
                if (event == XmlEvent.START_ELEMENT) {
                    String name = reader.qualifiedName();
                    told.add(place + " " + name + "=" + reader.elementText() + " " + reader.location() + " "
                            + reader.endLocation() + " " + reader.qualifiedName());
                } else if (event == XmlEvent.TEXT) {
                    told.add(place + " " + reader.text());
                } else {
                    told.add(place);
                    return told;
                }
            }
        }
    }

    @Test
    void whatIsCommonIsReadAsWhatIsNot() {
        ReadOptions slow = ReadOptions.DEFAULT.withCoalescing(true);
        for (int i = 0; i < 300; i++) {
            String document = document();
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            List<String> expected = read(XmlReaders.open(bytes, 0, bytes.length, slow));
            assertEquals(expected, read(XmlReaders.open(bytes, 0, bytes.length, ReadOptions.DEFAULT)), document);
            assertEquals(
                    expected, read(XmlReaders.open(new ByteArrayInputStream(bytes), ReadOptions.DEFAULT)), document);
        }
    }
}
