package dev.weir.xml.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.xml.XmlException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The W3C XML Conformance Test Suite (20130923), as far as its documents have no DOCTYPE, are in UTF-8 and keep to
 * Namespaces in XML: every valid or invalid one is accepted with what the JDK sees in it, every other one is refused,
 * however it is fed. The suite is not kept here: scripts/fetch-xmlconf.sh gets it, and the environment variable
 * WEIR_XMLCONF or the property weir.xmlconf tells where it is.
 */
class ConformanceSuiteTest {
    private record Case(String id, String type, Path file) {}

    @Test
    void documentsWithoutDoctypeAreAcceptedOrRefusedAsTheSuiteSays() throws Exception {
        List<String> wrong = new ArrayList<>();
        int accepted = 0;
        int refused = 0;
        for (Case test : cases()) {
            byte[] document = Files.readAllBytes(test.file);
            if (new String(document, StandardCharsets.ISO_8859_1).contains("<!DOCTYPE")) {
                continue;
            }
            boolean wellFormed = !test.type.equals("not-wf");
            List<String> expected = wellFormed ? byTheJdk(document) : null;
            for (Feeding feeding : Feeding.values()) {
                try {
                    List<String> seen = Recording.of(feeding.open(document));
                    if (!wellFormed) {
                        wrong.add(test.id + " is accepted: " + feeding);
                    } else if (expected != null && !seen.equals(expected)) {
                        wrong.add(test.id + " reads differently: " + feeding);
                    }
                } catch (XmlException refusal) {
                    if (wellFormed && isUtf8(document)) {
                        wrong.add(test.id + " is refused: " + feeding + ": " + refusal.getMessage());
                    }
                }
            }
            accepted += wellFormed ? 1 : 0;
            refused += wellFormed ? 0 : 1;
        }
        System.out.println("W3C suite without DOCTYPE: " + accepted + " to accept, " + refused + " to refuse, "
                + wrong.size() + " wrong");
        assertEquals(List.of(), wrong);
        assertTrue(accepted + refused > 100, "hardly any document was found: is the suite complete?");
    }

    /** Null where the JDK does not know better: it follows the fourth edition, with fewer characters in names. */
    private static @Nullable List<String> byTheJdk(byte[] document) {
        try {
            return Recording.byTheJdk(document);
        } catch (SAXException fourthEdition) {
            return null;
        }
    }

    /** A document in another encoding may be refused for now. */
    private static boolean isUtf8(byte[] document) {
        String start = new String(document, 0, Math.min(100, document.length), StandardCharsets.ISO_8859_1);
        boolean utf16 =
                start.indexOf('\0') >= 0 || start.startsWith("\u00fe\u00ff") || start.startsWith("\u00ff\u00fe");
        boolean declaresOther =
                start.contains("encoding") && !start.toLowerCase(Locale.ROOT).contains("utf-8");
        return !utf16 && !declaresOther;
    }

    private static List<Case> cases() throws Exception {
        String place = System.getProperty("weir.xmlconf", System.getenv("WEIR_XMLCONF"));
        assumeTrue(place != null, "no W3C suite: scripts/fetch-xmlconf.sh gets it, WEIR_XMLCONF says where it is");
        // Relative to the root of the repository, where the test run starts, or to the module.
        Path root = Stream.of(Path.of(place), Path.of("..").resolve(place))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow(() -> new IOException("no such folder: " + place));
        Path catalogue;
        try (Stream<Path> files = Files.walk(root)) {
            catalogue = files.filter(file -> file.endsWith("xmlconf-flattened.xml"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no catalogue in " + root));
        }
        Path suite = catalogue.getParent().resolveSibling("xmlconf");
        List<Case> cases = new ArrayList<>();
        SAXParserFactory factory = SAXParserFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        factory.newSAXParser().parse(new ByteArrayInputStream(Files.readAllBytes(catalogue)), new DefaultHandler() {
            private final List<Path> bases = new ArrayList<>(List.of(suite));

            @Override
            public InputSource resolveEntity(String publicId, String systemId) {
                throw new UncheckedIOException(new IOException("not to be fetched: " + systemId));
            }

            @Override
            public void startElement(String uri, String local, String name, Attributes attributes) {
                Path base = bases.get(bases.size() - 1);
                String own = attributes.getValue("xml:base");
                bases.add(own == null ? base : base.resolve(own.replace("namespaces/misc", "misc")));
                if (name.equals("TEST") && applies(attributes)) {
                    Path file = base.resolve(attributes.getValue("URI"));
                    cases.add(new Case(attributes.getValue("ID"), attributes.getValue("TYPE"), file));
                }
            }

            @Override
            public void endElement(String uri, String local, String name) {
                bases.remove(bases.size() - 1);
            }
        });
        return cases;
    }

    private static boolean applies(Attributes test) {
        String edition = test.getValue("EDITION");
        String version = test.getValue("VERSION");
        String recommendation = test.getValue("RECOMMENDATION");
        return (edition == null || edition.contains("5"))
                && (version == null || version.contains("1.0"))
                && (recommendation == null || !recommendation.endsWith("1.1"))
                && !"no".equals(test.getValue("NAMESPACE"))
                && !"error".equals(test.getValue("TYPE"));
    }
}
