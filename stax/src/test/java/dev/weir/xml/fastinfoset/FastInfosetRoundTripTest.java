package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.stax.WeirOutputFactory;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chance tells writers the same items: text and Fast Infoset hold the same, for Weir's readers and for the reference's. */
class FastInfosetRoundTripTest {
    private static final String[] NAMES = {"a", "b", "long-name-of-an-element", "é", "x.y", "漢字"};
    private static final String[] URIS = {"", "urn:a", "urn:b", "http://example.org/é"};
    private static final String[] PREFIXES = {"", "p", "q"};
    private static final String[] TEXTS = {
        "x",
        "12",
        "true",
        "2026-11-21",
        "\n    ",
        "-1.5E10 7",
        "Grüße & mehr <",
        "漢字漢字",
        "😀",
        "\t\r",
        "]]>",
        "w".repeat(300)
    };

    private final long seed = TestSeed.of(FastInfosetRoundTripTest.class);

    private static String text(Random random) {
        String text = TEXTS[random.nextInt(TEXTS.length)];
        return random.nextInt(3) > 0 ? text : text + random.nextInt(2000) + text;
    }

    /** The same calls for the same seed. */
    private static void write(Random random, XmlWriter to) {
        to.startDocument();
        if (random.nextBoolean()) {
            to.comment("before");
            to.processingInstruction("go", "now");
        }
        int depth = 0;
        int items = 20 + random.nextInt(150);
        for (int i = 0; i < items || depth == 0; i++) {
            switch (depth == 0 ? 0 : random.nextInt(9)) {
                case 0, 1, 2 -> {
                    start(random, to);
                    depth++;
                }
                case 3, 4 -> to.text(text(random));
                case 5 -> to.comment("c" + random.nextInt(5));
                case 6 -> to.processingInstruction("t" + random.nextInt(3), random.nextBoolean() ? "" : "d");
                case 7 -> to.text(random.nextInt(100));
                default -> {
                    if (depth > 1) {
                        to.endElement();
                        depth--;
                    }
                }
            }
        }
        for (; depth > 0; depth--) {
            to.endElement();
        }
        to.endDocument();
    }

    private static void start(Random random, XmlWriter to) {
        to.startElement(XmlName.of(URIS[random.nextInt(URIS.length)], NAMES[random.nextInt(NAMES.length)]));
        List<XmlName> used = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            XmlName name = XmlName.of(URIS[random.nextInt(URIS.length)], NAMES[random.nextInt(NAMES.length)]);
            if (!used.contains(name)) {
                used.add(name);
                to.attribute(name, random.nextInt(5) == 0 ? "" : text(random));
            }
            if (random.nextInt(4) == 0) {
                to.prefixFor(URIS[1 + random.nextInt(URIS.length - 1)]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "plain", "alphabets", "utf-16", "small", "vocabulary"})
    void whatTextHoldsTheOctetsHold(String setting) throws Exception {
        FastInfosetWriteOptions options = options(setting);
        for (int round = 0; round < 60; round++) {
            long own = seed + round;
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            write(new Random(own), XmlWriters.open(text));
            ByteArrayOutputStream octets = new ByteArrayOutputStream();
            write(new Random(own), FastInfoset.writer(octets, options));
            List<String> expected = ItemListing.by(XmlReaders.open(text.toByteArray()));
            String label = setting + ", -Dweir.seed=" + own;

            assertEquals(expected, ItemListing.by(FastInfoset.reader(octets.toByteArray())), label);
            if (!setting.equals("vocabulary")) {
                assertEquals(expected, ItemListing.byReferenceStax(octets.toByteArray()), label);
                assertEquals(expected, ItemListing.byReferenceSax(octets.toByteArray()), label);
            }
        }
    }

    private FastInfosetWriteOptions options(String setting) {
        FastInfosetWriteOptions options = FastInfosetWriteOptions.DEFAULT;
        return switch (setting) {
            case "plain" -> options.withIndexedText(0, 0).withIndexedValues(0, 0);
            case "alphabets" -> options.withRestrictedAlphabets(true);
            case "utf-16" -> options.withShorterUtf16(true);
            case "small" -> options.withBufferBytes(64).withMostEntries(10).withXmlDeclaration(true);
            case "vocabulary" -> {
                ByteArrayOutputStream sample = new ByteArrayOutputStream();
                write(new Random(seed - 1), XmlWriters.open(sample));
                yield options.withVocabulary(new VocabularySamples()
                        .add(XmlReaders.open(sample.toByteArray()))
                        .vocabulary(1000));
            }
            default -> options;
        };
    }

    @Test
    void aStreamWriterWritesFastInfosetWhereTheFactoryOrTheEncodingSaysSo() throws Exception {
        WeirOutputFactory factory = new WeirOutputFactory();
        ByteArrayOutputStream byEncoding = new ByteArrayOutputStream();
        stream(factory.createXMLStreamWriter(byEncoding, "finf"));
        factory.setProperty(WeirOutputFactory.P_FAST_INFOSET, FastInfosetWriteOptions.DEFAULT);
        ByteArrayOutputStream byProperty = new ByteArrayOutputStream();
        stream(factory.createXMLStreamWriter(byProperty, "UTF-8"));

        List<String> expected =
                List.of("<p {urn:p}r {=urn:d, p=urn:p} {{urn:p}a=1, {}b=2}", "< {urn:d}e {} {}", "\"text", "/", "/");
        assertEquals(expected, ItemListing.byReferenceStax(byEncoding.toByteArray()));
        assertEquals(expected, ItemListing.by(FastInfoset.reader(byProperty.toByteArray())));
    }

    private static void stream(XMLStreamWriter writer) throws XMLStreamException {
        writer.writeStartDocument("UTF-8", "1.0");
        writer.writeStartElement("p", "r", "urn:p");
        writer.writeAttribute("p", "urn:p", "a", "1");
        writer.writeNamespace("p", "urn:p");
        writer.writeAttribute("b", "2");
        writer.writeDefaultNamespace("urn:d");
        writer.writeStartElement("urn:d", "e");
        writer.writeCharacters("text");
        writer.writeEndElement();
        writer.writeEndDocument();
        writer.close();
    }

    /** The second and third examples of the recommendation, shortened, and what it says of documents as a whole. */
    @Test
    void canonicalTextIsThatOfTheRecommendation() {
        assertCanonical(
                "<?xml version=\"1.0\"?>\n<?go  now ?>\n<!--c--><doc/>\n<!--d--><?end?>",
                "<?go now ?>\n<doc></doc>\n<?end?>",
                "<?go now ?>\n<!--c-->\n<doc></doc>\n<!--d-->\n<?end?>");
        assertCanonical(
                "<doc><e1   /><e2   ></e2><e3    name = \"elem3\"   id=\"elem3\"    /><e5 a:attr=\"out\" b:attr=\"sorted\""
                        + " attr2=\"all\" attr=\"I'm\" xmlns:b=\"http://www.ietf.org\" xmlns:a=\"http://www.w3.org\""
                        + " xmlns=\"http://example.org\"/><e6 xmlns=\"\" xmlns:a=\"http://www.w3.org\"><e7"
                        + " xmlns=\"http://www.ietf.org\"><e8 xmlns=\"\" xmlns:a=\"http://www.w3.org\"/></e7></e6></doc>",
                "<doc><e1></e1><e2></e2><e3 id=\"elem3\" name=\"elem3\"></e3><e5 xmlns=\"http://example.org\""
                        + " xmlns:a=\"http://www.w3.org\" xmlns:b=\"http://www.ietf.org\" attr=\"I'm\" attr2=\"all\""
                        + " b:attr=\"sorted\" a:attr=\"out\"></e5><e6 xmlns:a=\"http://www.w3.org\"><e7"
                        + " xmlns=\"http://www.ietf.org\"><e8 xmlns=\"\"></e8></e7></e6></doc>",
                null);
        assertCanonical(
                "<doc><text>First line&#x0d;&#10;Second</text><v>&#x32;</v><c><![CDATA[v>\"0\" && v<\"10\" ?\"\":\"x\"]]></c>"
                        + "<n a='   &apos;   &#x20;&#13;&#xa;&#9;   \"  &lt;>&amp;'/></doc>",
                "<doc><text>First line&#xD;\nSecond</text><v>2</v><c>v&gt;\"0\" &amp;&amp; v&lt;\"10\" ?\"\":\"x\"</c>"
                        + "<n a=\"   '    &#xD;&#xA;&#x9;   &quot;  &lt;>&amp;\"></n></doc>",
                null);
    }

    private static void assertCanonical(
            String document, String expected, @org.jspecify.annotations.Nullable String withComments) {
        assertEquals(expected, canonical(document, false));
        if (withComments != null) {
            assertEquals(withComments, canonical(document, true));
        }
    }

    private static String canonical(String document, boolean comments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        copy(document, XmlWriters.openCanonical(out, comments));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void copy(String document, XmlWriter to) {
        XmlReader reader = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8));
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            to.copy(reader);
        }
        to.endDocument();
        to.close();
    }

    @Test
    void canonicalOctetsAreTheSameForDocumentsThatHoldTheSame() {
        ByteArrayOutputStream one = new ByteArrayOutputStream();
        copy(
                "<r xmlns:b='urn:b' xmlns:a='urn:a' y='2' x='1'>a<![CDATA[b]]>c<e xmlns:a='urn:a'/></r>",
                FastInfoset.canonicalWriter(one, FastInfosetWriteOptions.DEFAULT, true));
        ByteArrayOutputStream other = new ByteArrayOutputStream();
        copy(
                "<r x='1' xmlns:a='urn:a' y='2' xmlns:b='urn:b'>abc<e></e></r>",
                FastInfoset.canonicalWriter(other, FastInfosetWriteOptions.DEFAULT, true));

        assertArrayEquals(one.toByteArray(), other.toByteArray());
        assertThrows(
                UnsupportedOperationException.class,
                () -> FastInfoset.canonicalWriter(other, FastInfosetWriteOptions.DEFAULT, true)
                        .raw("<a/>"));
    }
}
