package dev.weir.xml.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The W3C XML Conformance Test Suite (20130923): all that applies to XML 1.0, fifth edition, with namespaces, for a
 * processor that does not validate but reads external entities. Every valid or invalid document is accepted, with the
 * canonical form that the suite gives (or else with what the JDK sees in it, where it has no DOCTYPE), every other one is
 * refused, however it is fed. What fails is listed with its reason in conformance-failures.txt, which may only shrink.
 *
 * <p>The suite is not kept here: scripts/fetch-xmlconf.sh gets it, and the environment variable WEIR_XMLCONF or the
 * property weir.xmlconf tells where it is.
 */
class ConformanceSuiteTest {
    /** The suite has names of many thousand letters. */
    private static final XmlLimits LIMITS =
            new XmlLimits(1_000, 1_000, 1_000_000, 512 * 1024, 256 * 1024 * 1024, 100_000, Long.MAX_VALUE);

    private record Case(
            String id, String type, Path file, @Nullable Path output) {}

    @Test
    void everyDocumentIsAcceptedOrRefusedAsTheSuiteSays() throws Exception {
        SortedMap<String, String> wrong = new TreeMap<>();
        int accepted = 0;
        int refused = 0;
        int canonical = 0;
        for (Case test : cases()) {
            String failure = failure(test);
            if (failure != null) {
                wrong.put(test.id, failure);
            } else if (test.type.equals("not-wf")) {
                refused++;
            } else {
                accepted++;
                canonical += test.output == null ? 0 : 1;
            }
        }
        System.out.println("W3C suite: " + accepted + " accepted (" + canonical + " with equal canonical form), "
                + refused + " refused, " + wrong.size() + " wrong");
        Map<String, String> expected = expectedFailures();
        List<String> differences = new ArrayList<>();
        wrong.forEach((id, failure) -> {
            if (!expected.containsKey(id)) {
                differences.add(id + ": " + failure);
            }
        });
        for (String id : expected.keySet()) {
            if (!wrong.containsKey(id)) {
                differences.add(id + " passes: take it off the list of expected failures");
            }
        }
        assertEquals("", String.join("\n", differences));
        assertTrue(accepted + refused > 1000, "hardly any document was found: is the suite complete?");
    }

    /** What went wrong, or null. */
    private static @Nullable String failure(Case test) throws IOException {
        byte[] document = Files.readAllBytes(test.file);
        boolean wellFormed = !test.type.equals("not-wf");
        boolean doctype = new String(document, StandardCharsets.ISO_8859_1).contains("<!DOCTYPE");
        List<String> byTheJdk = wellFormed && !doctype ? byTheJdk(document) : null;
        String canonical =
                wellFormed && test.output != null ? CanonicalForm.withoutDoctype(Files.readString(test.output)) : null;
        DtdPolicy policy = DtdPolicy.resolving(
                test.file.toUri().toString(), (publicId, uri) -> Files.newInputStream(Path.of(URI.create(uri))));
        for (Feeding feeding : Feeding.values()) {
            try {
                List<String> seen = Recording.of(feeding.open(document, LIMITS, policy));
                if (!wellFormed) {
                    return "is accepted: " + feeding;
                }
                if (byTheJdk != null && !seen.equals(byTheJdk)) {
                    return "reads differently: " + feeding;
                }
                if (canonical != null) {
                    String own = CanonicalForm.of(feeding.open(document, LIMITS, policy));
                    if (!own.equals(canonical)) {
                        return "canonical form: " + feeding + ": " + own + " instead of " + canonical;
                    }
                }
            } catch (XmlException refusal) {
                if (wellFormed) {
                    return "is refused: " + feeding + ": " + refusal.getMessage();
                }
            } catch (UncheckedIOException unreadable) {
                return "an entity cannot be read: " + unreadable.getCause();
            }
        }
        return null;
    }

    /** From lines "id: reason". */
    private static Map<String, String> expectedFailures() throws IOException {
        Map<String, String> failures = new TreeMap<>();
        try (InputStream list = ConformanceSuiteTest.class.getResourceAsStream("conformance-failures.txt")) {
            if (list == null) {
                throw new IOException("conformance-failures.txt is missing");
            }
            for (String line : new String(list.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                int colon = line.indexOf(": ");
                if (!line.startsWith("#") && colon > 0) {
                    failures.put(line.substring(0, colon), line.substring(colon + 2));
                }
            }
        }
        return failures;
    }

    /** Null where the JDK does not know better: it follows the fourth edition, with fewer characters in names. */
    private static @Nullable List<String> byTheJdk(byte[] document) {
        try {
            return Recording.byTheJdk(document);
        } catch (SAXException fourthEdition) {
            return null;
        }
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
                    String output = attributes.getValue("OUTPUT");
                    cases.add(new Case(
                            attributes.getValue("ID"),
                            attributes.getValue("TYPE"),
                            base.resolve(attributes.getValue("URI")),
                            output == null ? null : base.resolve(output)));
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
