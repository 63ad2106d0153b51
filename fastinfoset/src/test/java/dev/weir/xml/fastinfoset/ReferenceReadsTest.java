package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.jvnet.fastinfoset.FastInfosetException;

/** What Weir writes, the reference implementation's StAX, SAX and DOM parsers read to what the text holds. */
class ReferenceReadsTest {
    private static final XmlLimits LIMITS =
            new XmlLimits(1_000, 1_000, 1_000_000, 512 * 1024, 256 * 1024 * 1024, 100_000, Long.MAX_VALUE);

    /** Each setting that both sides have. */
    private static final Map<String, FastInfosetWriteOptions> SETTINGS = Map.of(
            "default", FastInfosetWriteOptions.DEFAULT,
            "nothing indexed",
                    FastInfosetWriteOptions.DEFAULT.withIndexedText(0, 0).withIndexedValues(0, 0),
            "all indexed",
                    FastInfosetWriteOptions.DEFAULT.withIndexedText(0, 10_000).withIndexedValues(0, 10_000),
            "from 4 to 60",
                    FastInfosetWriteOptions.DEFAULT.withIndexedText(4, 61).withIndexedValues(4, 61),
            "small tables", FastInfosetWriteOptions.DEFAULT.withMostEntries(20).withMostCharacters(100, 100),
            "alphabets", FastInfosetWriteOptions.DEFAULT.withRestrictedAlphabets(true),
            "UTF-16", FastInfosetWriteOptions.DEFAULT.withShorterUtf16(true),
            "no CDATA, small buffer",
                    FastInfosetWriteOptions.DEFAULT.withKeepingCData(false).withBufferBytes(64),
            "XML declaration", FastInfosetWriteOptions.DEFAULT.withXmlDeclaration(true));

    private static XmlReader text(byte[] document, DtdPolicy policy) {
        return XmlReaders.open(
                document,
                0,
                document.length,
                ReadOptions.DEFAULT.withLimits(LIMITS).withDtdPolicy(policy).withDoctypeEvents(true));
    }

    private static byte[] encode(XmlReader from, FastInfosetWriteOptions options) {
        FastInfosetWriter to = FastInfoset.writer(options);
        to.startDocument();
        while (from.next() != XmlEvent.END_DOCUMENT) {
            switch (from.event()) {
                case START_ELEMENT -> {
                    to.startElement(from.prefix(), from.name());
                    for (int i = 0; i < from.namespaceCount(); i++) {
                        to.namespace(from.namespacePrefix(i), from.namespaceUri(i));
                    }
                    for (int i = 0; i < from.attributeCount(); i++) {
                        to.attribute(from.attributePrefix(i), from.attributeName(i), from.attributeValue(i));
                    }
                }
                case END_ELEMENT -> to.endElement();
                default -> to.copy(from);
            }
        }
        to.endDocument();
        byte[] octets = to.toByteArray();
        to.close();
        return octets;
    }

    private static void assertRead(String what, byte[] document, DtdPolicy policy) throws Exception {
        List<String> expected = ItemListing.by(text(document, policy));
        for (Map.Entry<String, FastInfosetWriteOptions> setting : SETTINGS.entrySet()) {
            String label = what + ", " + setting.getKey();
            byte[] octets = encode(text(document, policy), setting.getValue());
            assertEquals(expected, ItemListing.byReferenceStax(octets), () -> label + ", StAX");
            assertEquals(expected, ItemListing.byReferenceSax(octets), () -> label + ", SAX");
            assertEquals(expected, ItemListing.byReferenceDom(octets), () -> label + ", DOM");
        }
    }

    @Test
    void ofOneDocumentWithEverything() throws Exception {
        String document = """
                <!--before--><?go now?><r xmlns="urn:r" xmlns:p="urn:p" a="1" p:a="2" xml:lang="de" p:b="">
                text &amp; more<e/><e p:a="2">漢字漢字</e><p:e xmlns:q="urn:q" q:z="é"><![CDATA[<c>]]> 😀</p:e>
                <n xmlns=""><m/>2026-11-21T10:00:00Z -12345.5E10</n><!--in--><?do?></r><!--after-->""";
        assertRead("everything", document.getBytes(StandardCharsets.UTF_8), DtdPolicy.REFUSE);
    }

    @Test
    void ofManyNamesAndValues() throws Exception {
        StringBuilder document = new StringBuilder("<r>");
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 2_500; i++) {
                document.append(
                        "<e" + i + " a" + i + "='v" + i * 4 + "' b='" + i % 7 + "'>t" + i * 4 + "</e" + i + ">");
            }
        }
        byte[] octets = document.append("</r>").toString().getBytes(StandardCharsets.UTF_8);
        assertEquals(
                ItemListing.by(text(octets, DtdPolicy.REFUSE)),
                ItemListing.byReferenceSax(encode(text(octets, DtdPolicy.REFUSE), FastInfosetWriteOptions.DEFAULT)));
    }

    @Test
    void ofLongValues() throws Exception {
        Random random = new Random(5);
        StringBuilder document = new StringBuilder("<r>");
        for (int length = 1; length < 5_000; length += 1 + length / 3) {
            String text = random.ints(length, 0, 4)
                    .mapToObj(i -> new String[] {"a", "é", "漢", "😀"}[i])
                    .reduce("", String::concat);
            document.append("<e a='" + text + "'>" + text + "<!--" + text + "--></e>");
        }
        assertRead("long", document.append("</r>").toString().getBytes(StandardCharsets.UTF_8), DtdPolicy.REFUSE);
    }

    @Test
    void ofTheConformanceSuite() throws Exception {
        String place = System.getProperty("weir.xmlconf", System.getenv("WEIR_XMLCONF"));
        assumeTrue(place != null, "no W3C suite: scripts/fetch-xmlconf.sh gets it, WEIR_XMLCONF says where it is");
        Path root = Stream.of(Path.of(place), Path.of("..").resolve(place))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow();
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
        List<String> settings = SETTINGS.keySet().stream().sorted().toList();
        int read = 0;
        for (Path file : files) {
            DtdPolicy policy = DtdPolicy.resolving(file.toUri().toString(), (publicId, uri) -> {
                try {
                    int fragment = uri.indexOf('#');
                    return new ByteArrayInputStream(
                            Files.readAllBytes(Path.of(URI.create(fragment < 0 ? uri : uri.substring(0, fragment)))));
                } catch (IOException missing) {
                    throw new UncheckedIOException(missing);
                }
            });
            byte[] document = Files.readAllBytes(file);
            List<String> expected;
            try {
                expected = ItemListing.by(text(document, policy));
            } catch (XmlException | UncheckedIOException notWellFormed) {
                continue;
            }
            XmlReader reader = text(document, policy);
            XmlDeclaration declaration = reader.declaration();
            if (declaration != null && declaration.version().equals("1.1")) {
                // The reference implementation refuses the control characters of XML 1.1.
                continue;
            }
            byte[] octets = encode(reader, FastInfosetWriteOptions.DEFAULT);
            assertEquals(expected, ItemListing.byReferenceStax(octets), () -> file + ", StAX");
            assertEquals(expected, ItemListing.byReferenceSax(octets), () -> file + ", SAX");
            String setting = settings.get(read % settings.size());
            byte[] other = encode(text(document, policy), SETTINGS.get(setting));
            assertEquals(expected, ItemListing.byReferenceStax(other), () -> file + ", " + setting);
            try {
                assertEquals(expected, ItemListing.byReferenceDom(octets), () -> file + ", DOM");
            } catch (FastInfosetException refused) {
                // The JDK's tree has the names of the fourth edition only.
                assertTrue(refused.getMessage().contains("INVALID_CHARACTER_ERR"), () -> file + ": " + refused);
            }
            read++;
        }
        assertTrue(read > 700, "only " + read);
    }

    @Test
    void whateverTheBuffer() throws Exception {
        byte[] document = "<r xmlns:a='urn:a' a:b='c'><x>one</x><x a:b='c' y='z'/><x>two</x><x>one</x></r>"
                .getBytes(StandardCharsets.UTF_8);
        byte[] whole = encode(text(document, DtdPolicy.REFUSE), FastInfosetWriteOptions.DEFAULT);
        for (int size = 64; size < 100; size++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            FastInfosetWriter writer = FastInfoset.writer(out, FastInfosetWriteOptions.DEFAULT.withBufferBytes(size));
            XmlReader reader = text(document, DtdPolicy.REFUSE);
            writer.startDocument();
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                writer.copy(reader);
            }
            writer.endDocument();
            writer.close();
            assertArrayEquals(whole, out.toByteArray(), "buffer of " + size);
        }
    }
}
