package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.SmallHeap;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.sax.WeirSaxReader;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Documents that are meant to do harm, in a heap of 100 MB, through each face: read, or refused with a reason. */
class HostileInputTest {
    private static final long ENDLESS = Long.MAX_VALUE;

    /** @param reason what the refusal says; empty where the document is harmless and read */
    private record Attack(
            String name, String reason, String start, long repetitions, LongFunction<String> part, String end) {
        InputStream open() {
            return new Parts(this);
        }
    }

    /** Makes a document while it is read. */
    private static final class Parts extends InputStream {
        private final Attack attack;
        private byte[] piece;
        private int next;
        private long made;
        private boolean ended;

        Parts(Attack attack) {
            this.attack = attack;
            this.piece = attack.start.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            while (next == piece.length) {
                if (ended) {
                    return -1;
                }
                ended = made == attack.repetitions;
                piece = (ended ? attack.end : attack.part.apply(made++)).getBytes(StandardCharsets.UTF_8);
                next = 0;
            }
            int count = Math.min(length, piece.length - next);
            System.arraycopy(piece, next, to, offset, count);
            next += count;
            return count;
        }
    }

    private static Attack whole(String name, String reason, String document) {
        return new Attack(name, reason, document, 0, i -> "", "");
    }

    private static String laughs(String kind) {
        String sign = kind.isEmpty() ? "&" : "&#37;";
        String first = kind.isEmpty() ? "ha" : "";
        return Stream.iterate(1, i -> i < 30, i -> i + 1)
                .map(i -> "<!ENTITY " + kind + "l" + i + " '" + (sign + "l" + (i - 1) + ";").repeat(10) + "'>")
                .collect(Collectors.joining("", "<!DOCTYPE r [<!ENTITY " + kind + "l0 '" + first + "'>", ""));
    }

    /** Strings made of Aa and BB all have one hash code. */
    private static String colliding(long number) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 17; bit++) {
            name.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    private static List<Attack> attacks() {
        String blowUp = "<!DOCTYPE r [<!ENTITY e '" + "x".repeat(100_000) + "'>]>";
        int many = 100_000;
        return List.of(
                whole("a billion laughs", "maxEntityExpansions=", laughs("") + "]><r>&l29;</r>"),
                whole("a billion laughs in an attribute", "maxEntityExpansions=", laughs("") + "]><r a='&l29;'/>"),
                whole("a billion laughs in the DTD", "maxEntityExpansions=", laughs("% ") + "%l29;]><r/>"),
                new Attack("quadratic blow-up", "maxEntityText=", blowUp + "<r>", ENDLESS, i -> "&e;", ""),
                new Attack("a gigabyte of attributes", "maxAttributes=", "<r", ENDLESS, i -> " a" + i + "='v'", ""),
                new Attack(
                        "a gigabyte of one attribute",
                        "maxAttributeLength=",
                        "<r a='",
                        ENDLESS,
                        i -> "v".repeat(99),
                        ""),
                new Attack(
                        "a gigabyte of white space in a tag", "maxTagLength=", "<r ", ENDLESS, i -> " ".repeat(99), ""),
                new Attack("a name without end", "maxNameLength=", "<", ENDLESS, i -> "n".repeat(99), ""),
                new Attack("ten million names", "maxNames=", "<r>", 10_000_000, i -> "<n" + i + "/>", "</r>"),
                new Attack(
                        "ten million namespaces",
                        "maxNames=",
                        "<r>",
                        10_000_000,
                        i -> "<n xmlns='u" + i + "'/>",
                        "</r>"),
                new Attack("ten million open elements", "maxDepth=", "", 10_000_000, i -> "<a>", ""),
                new Attack("colliding names", "", "<r>", 90_000, i -> "<" + colliding(i) + "/>", "</r>"),
                new Attack("colliding attributes", "", "<r>", 90, HostileInputTest::collidingAttributes, "</r>"),
                new Attack(
                        "ten thousand declarations of namespaces",
                        "maxAttributes=",
                        "<r",
                        10_000,
                        i -> " xmlns:p" + i + "='u'",
                        "/>"),
                new Attack(
                        "declarations of namespaces in every element",
                        "",
                        "<r>",
                        900,
                        i -> "<a" + declarations(900) + ">",
                        "</a>".repeat(900) + "</r>"),
                new Attack(
                        "a hundred thousand ATTLISTs",
                        "",
                        "<!DOCTYPE r [",
                        many,
                        i -> "<!ATTLIST r a" + i + " CDATA #IMPLIED>",
                        "]><r/>"),
                new Attack(
                        "a hundred thousand ATTLISTs of one attribute",
                        "",
                        "<!DOCTYPE r [",
                        many,
                        i -> "<!ATTLIST r a CDATA 'd'>",
                        "]><r/>"),
                new Attack(
                        "defaults without end",
                        "maxAttributes=",
                        "<!DOCTYPE r [<!ATTLIST r",
                        many / 2,
                        i -> " a" + i + " CDATA ''",
                        ">]><r/>"),
                new Attack("a DTD without end", "maxDtdLength=", "<!DOCTYPE r [", ENDLESS, i -> "<!ELEMENT e ANY>", ""),
                whole(
                        "an entity by HTTP",
                        "external",
                        "<!DOCTYPE r [<!ENTITY e SYSTEM 'http://127.0.0.1:9/'>]><r>&e;</r>"),
                whole(
                        "an entity in a file",
                        "external",
                        "<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><r>&e;</r>"),
                whole("a DTD by HTTP", "external", "<!DOCTYPE r SYSTEM 'http://127.0.0.1:9/'><r/>"),
                whole("a DTD in a file", "external", "<!DOCTYPE r SYSTEM 'file:///etc/passwd'><r/>"));
    }

    private static String declarations(int count) {
        return Stream.iterate(0, i -> i < count, i -> i + 1)
                .map(i -> " xmlns:p" + i + "='u" + i + "'")
                .collect(Collectors.joining());
    }

    private static String collidingAttributes(long element) {
        return Stream.iterate(element * 1_000, i -> i < (element + 1) * 1_000, i -> i + 1)
                .map(i -> " " + colliding(i) + "=''")
                .collect(Collectors.joining("", "<a", "/>"));
    }

    private enum Face {
        READER {
            @Override
            void read(InputStream in) {
                try (XmlReader reader = XmlReaders.open(in, ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL))) {
                    while (reader.next() != XmlEvent.END_DOCUMENT) {
                        if (reader.event() == XmlEvent.START_ELEMENT && reader.attributeCount() > 0) {
                            reader.attributeValue(0);
                        }
                    }
                }
            }
        },
        STAX {
            @Override
            void read(InputStream in) throws XMLStreamException {
                XMLStreamReader reader = new WeirInputFactory().createXMLStreamReader(in);
                while (reader.hasNext()) {
                    reader.next();
                }
            }
        },
        SAX {
            @Override
            void read(InputStream in) throws Exception {
                new WeirSaxReader().parse(new InputSource(in));
            }
        };

        abstract void read(InputStream in) throws Exception;

        String outcome(Attack attack) throws Exception {
            try {
                read(attack.open());
                return "read";
            } catch (XmlException | XMLStreamException | SAXException refused) {
                return "refused: " + String.valueOf(refused.getMessage()).replace('\n', ' ');
            }
        }
    }

    /** What runs in the small heap: a line for each attack and face. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws Exception {
            for (Attack attack : attacks()) {
                for (Face face : Face.values()) {
                    String outcome;
                    try {
                        outcome = face.outcome(attack);
                    } catch (OutOfMemoryError | StackOverflowError exhausted) {
                        outcome = exhausted.toString();
                    }
                    System.out.println(attack.name + ", " + face + "\t" + outcome);
                }
            }
        }
    }

    @Test
    void everyAttackEndsInASmallHeap() throws Exception {
        String output = SmallHeap.run(100, Victim.class);
        List<String> lines = output.lines().toList();
        int at = 0;
        for (Attack attack : attacks()) {
            for (Face face : Face.values()) {
                String[] line = lines.get(at++).split("\t", 2);
                assertEquals(attack.name + ", " + face, line[0], output);
                boolean asExpected = attack.reason.isEmpty()
                        ? line[1].equals("read")
                        : line[1].startsWith("refused: ") && line[1].contains(attack.reason);
                assertTrue(asExpected, () -> attack.reason + " instead of " + Arrays.toString(line));
            }
        }
    }
}
