package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The W3C XML Conformance Test Suite (20130923). It is not kept here: scripts/fetch-xmlconf.sh gets it, and the
 * environment variable WEIR_XMLCONF or the property weir.xmlconf tells where it is.
 */
public final class ConformanceSuite {
    /** The suite has names of many thousand letters. */
    public static final XmlLimits LIMITS =
            new XmlLimits(1_000, 1_000, 1_000_000, 512 * 1024, 256 * 1024 * 1024, 100_000, Long.MAX_VALUE);

    private static final Map<Path, byte[]> FILES = new ConcurrentHashMap<>();
    private static @Nullable List<Case> cases;

    private ConformanceSuite() {}

    /**
     * One document.
     *
     * @param type valid, invalid, not-wf or error
     * @param editions of XML 1.0 that it is about, by their digits
     * @param output its canonical form; null where the suite gives none
     */
    public record Case(
            String id, String type, Path file, @Nullable Path output, boolean namespaces, String editions) {
        public byte[] document() {
            return read(file);
        }

        /** As a document of some edition, with all external entities. */
        public ReadOptions options(boolean fourthEdition) {
            DtdPolicy policy = DtdPolicy.resolving(file.toUri().toString(), (publicId, uri) -> open(uri));
            return ReadOptions.DEFAULT
                    .withLimits(LIMITS)
                    .withDtdPolicy(policy)
                    .withNamespaces(namespaces)
                    .withFourthEdition(fourthEdition);
        }
    }

    /** Without a fragment, which a system identifier should not have. */
    private static URI pathOf(String uri) {
        int fragment = uri.indexOf('#');
        return URI.create(fragment < 0 ? uri : uri.substring(0, fragment));
    }

    /** An entity of some document. */
    public static InputStream open(String uri) {
        return new ByteArrayInputStream(read(Path.of(pathOf(uri))));
    }

    private static byte[] read(Path file) {
        return FILES.computeIfAbsent(file, f -> {
            try {
                return Files.readAllBytes(f);
            } catch (IOException missing) {
                throw new UncheckedIOException(missing);
            }
        });
    }

    /** Lines "key: text" of a resource beside the tests. */
    public static Map<String, String> list(String resource) throws IOException {
        Map<String, String> lines = new java.util.TreeMap<>();
        try (InputStream list = ConformanceSuite.class.getResourceAsStream(resource)) {
            if (list == null) {
                throw new IOException(resource + " is missing");
            }
            for (String line : new String(list.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8).split("\n")) {
                int colon = line.indexOf(": ");
                if (!line.startsWith("#") && colon > 0) {
                    lines.put(line.substring(0, colon), line.substring(colon + 2));
                }
            }
        }
        return lines;
    }

    public static synchronized List<Case> cases() throws Exception {
        List<Case> known = cases;
        if (known == null) {
            known = load();
            cases = known;
        }
        return known;
    }

    private static List<Case> load() throws Exception {
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
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
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
                // The catalogue names a folder that is elsewhere.
                bases.add(own == null ? base : base.resolve(own.replace("namespaces/misc", "misc")));
                if (name.equals("TEST")) {
                    String output = attributes.getValue("OUTPUT");
                    String editions = attributes.getValue("EDITION");
                    cases.add(new Case(
                            attributes.getValue("ID"),
                            attributes.getValue("TYPE"),
                            base.resolve(attributes.getValue("URI")),
                            output == null ? null : base.resolve(output),
                            !"no".equals(attributes.getValue("NAMESPACE")),
                            editions == null ? "1 2 3 4 5" : editions));
                }
            }

            @Override
            public void endElement(String uri, String local, String name) {
                bases.remove(bases.size() - 1);
            }
        });
        return cases;
    }
}
