package dev.weir.xml.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.Feeding;
import dev.weir.xml.reader.Recording;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random trees come back as they were: through bytes, through a cursor, through a copy. */
class RoundTripTest {
    private static final String[] PREFIXES = {"", "", "p", "q", "ns1"};
    private static final String[] NAMESPACES = {"", "", "urn:u", "urn:v", "urn:w & <x>"};
    private static final String[] LOCALS = {"a", "b", "long-name.with_parts", "\u00e9l\u00e9ment", "\u6f22"};

    @Test
    void randomTreesComeBackAsTheyWere() throws Exception {
        long seed = TestSeed.of(RoundTripTest.class);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            XmlElement tree = element(random);
            XmlParent at = tree;
            for (int size = random.nextInt(60); size > 0; size--) {
                XmlNode child = child(random);
                at.append(child);
                if (child instanceof XmlElement inner && random.nextInt(3) > 0) {
                    at = inner;
                } else if (random.nextInt(4) == 0 && at.parent() != null && at != tree) {
                    at = at.parent();
                }
            }
            byte[] bytes = tree.toBytes();
            String what = tree.toString();
            List<String> expected = Recording.of(tree.reader());
            assertEquals(expected, Recording.byTheJdk(bytes), what);
            for (Feeding feeding : Feeding.values()) {
                XmlElement again = XmlDocument.read(feeding.open(bytes)).documentElement();
                assertEquals(expected, Recording.of(again.reader()), what);
                assertEquals(what, again.toString());
            }
            assertEquals(expected, Recording.of(tree.copy().reader()), what);
            XmlTreeWriter writer = new XmlTreeWriter();
            XmlReader cursor = tree.reader();
            cursor.next();
            writer.copy(cursor);
            assertEquals(
                    expected, Recording.of(writer.document().documentElement().reader()), what);
            XmlElement strict = XmlElement.parse(bytes, new XmlLimits(100, 100, 100, 1_000, 10_000, 1_000, 1_000_000));
            assertEquals(tree.stringValue(), strict.stringValue());
        }
    }

    private static XmlElement element(Random random) {
        String prefix = pick(random, PREFIXES);
        String namespace = pick(random, NAMESPACES);
        if (namespace.isEmpty()) {
            prefix = "";
        }
        XmlElement element = new XmlElement(prefix, XmlName.of(namespace, pick(random, LOCALS)));
        for (int i = random.nextInt(4); i > 0; i--) {
            element.attribute(XmlName.of(pick(random, NAMESPACES), pick(random, LOCALS)), text(random));
        }
        return element;
    }

    private static XmlNode child(Random random) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> new XmlText(text(random));
            case 2 -> new XmlComment("c" + random.nextInt(10));
            case 3 -> new XmlInstruction("target", "d" + random.nextInt(10));
            default -> element(random);
        };
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int[] points = {'a', ' ', '<', '&', '>', '"', '\'', ']', '\n', '\r', '\t', 0xE9, 0x6F22, 0x1F600, 0xFFFD, 0x85};
        for (int i = random.nextInt(20); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    private static String pick(Random random, String[] from) {
        return from[random.nextInt(from.length)];
    }
}
