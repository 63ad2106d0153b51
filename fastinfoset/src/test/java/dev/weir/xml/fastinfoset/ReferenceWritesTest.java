package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.xml.fastinfoset.sax.SAXDocumentSerializer;
import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.fastinfoset.ExternalVocabulary;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.AttributesImpl;

/** What the reference implementation writes, whatever its settings, Weir reads to the events that the reference has of it. */
final class ReferenceWritesTest {
    private static final long SEED = TestSeed.of(ReferenceWritesTest.class);

    private static final Map<String, Consumer<SAXDocumentSerializer>> SETTINGS = Map.of(
            "default", to -> {},
            "nothing indexed",
                    to -> {
                        to.setMaxAttributeValueSize(0);
                        to.setMaxCharacterContentChunkSize(0);
                    },
            "all indexed",
                    to -> {
                        to.setMaxAttributeValueSize(10_000);
                        to.setMaxCharacterContentChunkSize(10_000);
                    },
            "from 4 to 60",
                    to -> {
                        to.setMinAttributeValueSize(4);
                        to.setMaxAttributeValueSize(61);
                        to.setMinCharacterContentChunkSize(4);
                        to.setMaxCharacterContentChunkSize(61);
                    },
            "small tables",
                    to -> {
                        to.setAttributeValueMapMemoryLimit(100);
                        to.setCharacterContentChunkMapMemoryLimit(100);
                    },
            "UTF-16", to -> to.setCharacterEncodingScheme("UTF-16BE"),
            "UTF-16, all indexed",
                    to -> {
                        to.setCharacterEncodingScheme("UTF-16BE");
                        to.setMaxAttributeValueSize(10_000);
                        to.setMaxCharacterContentChunkSize(10_000);
                    },
            "no white space", to -> to.setIgnoreWhiteSpaceTextContent(true),
            "elements and text only",
                    to -> {
                        to.setIgnoreComments(true);
                        to.setIgnoreProcesingInstructions(true);
                    });

    static List<String> settings() {
        return List.copyOf(SETTINGS.keySet());
    }

    private static void assertRead(String what, byte[] xml, String setting) throws Exception {
        byte[] octets = ReferenceImplementation.ofXml(xml, "memory:", SETTINGS.get(setting));
        List<String> expected = ItemListing.byReferenceStax(octets);
        String label = what + ", " + setting + ", seed " + SEED;
        assertEquals(expected, ItemListing.by(FastInfoset.reader(octets)), label);
        ByteArrayInputStream slowly = new ByteArrayInputStream(octets) {
            @Override
            public int read(byte[] to, int offset, int length) {
                return super.read(to, offset, Math.min(length, 3));
            }
        };
        assertEquals(
                expected, ItemListing.by(new FastInfosetReader(slowly, 64, FastInfosetReadOptions.DEFAULT)), label);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aDocumentWithEverything(String setting) throws Exception {
        String document = """
                <!--before--><?go now?><r xmlns="urn:r" xmlns:p="urn:p" a="1" p:a="2" xml:lang="de" p:b="">
                text &amp; more<e/><e p:a="2">漢字漢字</e><p:e xmlns:q="urn:q" q:z="é">&lt;c> 😀</p:e>
                \t<n xmlns=""><m/>2026-11-21T10:00:00Z -12345.5E10</n><!--in--><?do?></r><!--after-->""";
        assertRead("everything", document.getBytes(StandardCharsets.UTF_8), setting);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void generatedDocuments(String setting) throws Exception {
        Random random = new Random(SEED);
        for (int round = 0; round < 12; round++) {
            StringBuilder xml = new StringBuilder("<r xmlns:p='urn:p' xmlns='urn:d'>");
            children(random, xml, 0);
            assertRead("round " + round, xml.append("</r>").toString().getBytes(StandardCharsets.UTF_8), setting);
        }
    }

    private static void children(Random random, StringBuilder xml, int depth) {
        for (int i = random.nextInt(depth < 3 ? 8 : 3); i >= 0; i--) {
            String prefix = random.nextInt(4) == 0 ? "p:" : "";
            String name = prefix + "e" + random.nextInt(random.nextInt(9) == 0 ? 3_000 : 20);
            xml.append('<').append(name);
            if (random.nextInt(6) == 0) {
                xml.append(" xmlns:q='urn:q")
                        .append(random.nextInt(3))
                        .append("' q:x='")
                        .append(text(random))
                        .append('\'');
            }
            for (int a = random.nextInt(5) * random.nextInt(5); a > 0; a--) {
                xml.append(' ')
                        .append(random.nextInt(5) == 0 ? "p:" : "")
                        .append('a')
                        .append(a)
                        .append("='");
                xml.append(text(random)).append('\'');
            }
            xml.append('>');
            if (random.nextInt(3) > 0) {
                xml.append(text(random));
            } else if (depth < 12) {
                children(random, xml, depth + 1);
            }
            xml.append("</").append(name).append('>');
            if (random.nextBoolean()) {
                xml.append('\n').append(" ".repeat(random.nextInt(200) * random.nextInt(2) + random.nextInt(12)));
            }
        }
    }

    private static String text(Random random) {
        int length = random.nextInt(8) == 0 ? random.nextInt(700) : random.nextInt(20);
        String characters = random.nextInt(4) == 0 ? "aé漢\t\n " : random.nextInt(5) == 0 ? "\n\n  x" : "abcdefg0123 ";
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(characters.charAt(random.nextInt(characters.length())));
        }
        return text.toString();
    }

    @Test
    void anExternalVocabulary() throws Exception {
        byte[] xml = "<p:r xmlns:p='urn:p' k='known'><e k='new'>a chunk</e><e>another</e></p:r>"
                .getBytes(StandardCharsets.UTF_8);
        org.jvnet.fastinfoset.Vocabulary theirs = new org.jvnet.fastinfoset.Vocabulary();
        theirs.elements.add(new QName("", "e", ""));
        theirs.elements.add(new QName("urn:p", "r", "p"));
        theirs.attributes.add(new QName("", "k", ""));
        theirs.attributeValues.add("known");
        theirs.characterContentChunks.add("a chunk");
        byte[] octets = ReferenceImplementation.ofXml(
                xml, "memory:", to -> to.setExternalVocabulary(new ExternalVocabulary("urn:vocabulary", theirs)));
        // The order in which the reference numbers a set of names is its own; this is how it is
        Vocabulary.Builder ours = Vocabulary.builder();
        for (QName name : theirs.elements) {
            ours.elementName(new Vocabulary.Name(name.getPrefix(), name.getNamespaceURI(), name.getLocalPart()));
        }
        ours.attributeName(new Vocabulary.Name("", "", "k"))
                .attributeValue("known")
                .chunk("a chunk");
        FastInfosetReadOptions options = FastInfosetReadOptions.DEFAULT.withVocabulary("urn:vocabulary", ours.build());
        assertEquals(
                ItemListing.by(dev.weir.xml.reader.XmlReaders.open(xml)),
                ItemListing.by(FastInfoset.reader(octets, 0, octets.length, options)));
    }

    private interface Content {
        void to(SAXDocumentSerializer serializer) throws SAXException;
    }

    private static XmlReader element(Content content) throws SAXException {
        SAXDocumentSerializer serializer = new SAXDocumentSerializer();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        serializer.setOutputStream(out);
        serializer.startDocument();
        serializer.startElement("", "a", "a", new AttributesImpl());
        content.to(serializer);
        serializer.endElement("", "a", "a");
        serializer.endDocument();
        XmlReader reader = FastInfoset.reader(out.toByteArray());
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        return reader;
    }

    @Test
    void dataOfEachBuiltInAlgorithm() throws Exception {
        Random random = new Random(SEED);
        for (int count : new int[] {1, 2, 3, 40, 3_000}) {
            String label = count + " items, seed " + SEED;
            byte[] bytes = new byte[count];
            random.nextBytes(bytes);
            assertArrayEquals(bytes, element(to -> to.bytes(bytes, 0, count)).elementBase64(), label);
            int[] ints = random.ints(count).toArray();
            assertArrayEquals(ints, element(to -> to.ints(ints, 0, count)).elementInts(), label);
            long[] longs = random.longs(count).toArray();
            assertArrayEquals(longs, element(to -> to.longs(longs, 0, count)).elementLongs(), label);
            double[] doubles = random.doubles(count).toArray();
            assertArrayEquals(
                    doubles, element(to -> to.doubles(doubles, 0, count)).elementDoubles(), label);
            float[] floats = new float[count];
            short[] shorts = new short[count];
            boolean[] booleans = new boolean[count];
            StringBuilder flags = new StringBuilder();
            int[] widened = new int[count];
            for (int i = 0; i < count; i++) {
                floats[i] = random.nextFloat();
                shorts[i] = (short) random.nextInt();
                widened[i] = shorts[i];
                booleans[i] = random.nextBoolean();
                flags.append(i == 0 ? "" : " ").append(booleans[i]);
            }
            assertArrayEquals(floats, element(to -> to.floats(floats, 0, count)).elementFloats(), label);
            assertArrayEquals(
                    widened, element(to -> to.shorts(shorts, 0, count)).elementInts(), label);
            assertEquals(
                    flags.toString(),
                    element(to -> to.booleans(booleans, 0, count)).elementText(),
                    label);
            if (count % 2 == 0) {
                String uuid = new UUID(longs[0], longs[1]).toString();
                assertEquals(uuid, element(to -> to.uuids(longs, 0, 2)).elementText(), label);
            }
        }
    }

    @Test
    void charactersOfRestrictedAlphabets() throws Exception {
        String number = "-12345.5E10 +7";
        String time = "2026-11-21T10:00:00Z";
        assertEquals(
                number,
                element(to -> to.numericCharacters(number.toCharArray(), 0, number.length()))
                        .elementText());
        assertEquals(
                time,
                element(to -> to.dateTimeCharacters(time.toCharArray(), 0, time.length()))
                        .elementText());
    }
}
