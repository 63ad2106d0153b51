package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.SchemaOutputResolver;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.transform.Result;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/**
 * Schemas that are generated from classes, beside the original and those of the reference: what the original or the reference allows, Weir allows,
 * and what both refuse it refuses.
 */
class GeneratedSchemaTest {
    private static final SchemaFactory FACTORY = SchemaFactory.newDefaultInstance();

    @TempDir
    static Path directory;

    static Stream<String> styles() {
        return Schemas.ALL.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("styles")
    void allowsWhatTheReferenceAllows(String style) throws Exception {
        long seed = TestSeed.of(GeneratedSchemaTest.class);
        Path home = directory.resolve(style.replace(' ', '_'));
        Path main = Schemas.unpack(style, home);
        XjcClasses compiled = XjcClasses.of(home, List.of(main));
        ReferenceComparison beside = new ReferenceComparison(compiled.packages(), compiled.loader());
        Schema ours = schema(beside.weir, home.resolve("weir"));
        Schema theirs = schema(beside.reference, home.resolve("reference"));
        Schema original = FACTORY.newSchema(main.toFile());
        Random random = new Random(seed);
        InstanceDocuments documents = new InstanceDocuments(List.of(main), random);
        int valid = 0;
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            String xml = documents.next();
            String problem = problem(ours, xml);
            // Annotations do not say which namespaces a wildcard is for.
            boolean allowed = !style.equals("any") && problem(original, xml) == null || problem(theirs, xml) == null;
            assertTrue(problem == null || !allowed, () -> seed + ": " + problem + " in " + xml);
            valid += problem == null ? 1 : 0;
            String wrong = withAnElementRenamed(xml, random);
            if (problem(original, wrong) != null && problem(theirs, wrong) != null) {
                assertTrue(problem(ours, wrong) != null, () -> seed + ": not refused: " + wrong);
                refused++;
            }
        }
        String counted = style + ": of 100 documents so many are valid: " + valid + ", refused: " + refused;
        assertTrue(valid > 20, counted);
        assertTrue(refused > 5, counted);
    }

    @Test
    void arraysAreTypesOfTheirOwn() throws Exception {
        Class<?>[] classes = {ArraysTest.Matrix.class};
        Schema ours =
                schema(new WeirContextFactory().createContext(classes, Map.of()), directory.resolve("arrays-weir"));
        Schema theirs = schema(
                new org.glassfish.jaxb.runtime.v2.JAXBContextFactory().createContext(classes, Map.of()),
                directory.resolve("arrays-reference"));
        String cells = "<matrix><cells><item>1</item><item>%s</item></cells></matrix>";
        for (Schema schema : List.of(ours, theirs)) {
            assertNull(problem(schema, cells.formatted("2")));
            assertNotNull(problem(schema, cells.formatted("two")));
        }
    }

    @Test
    void textIsAllowedInAWrapperOfMixedContentAndNotAroundIt() throws Exception {
        Class<?>[] classes = {MixedContentTest.Note.class, MixedContentTest.Registry.class};
        Schema schema = schema(new WeirContextFactory().createContext(classes, Map.of()), directory.resolve("mixed"));
        assertNull(problem(schema, "<note xmlns='urn:n'><body>The <em>A</em> told</body></note>"));
        assertNotNull(problem(schema, "<note xmlns='urn:n'>The<body><em>A</em></body></note>"));
    }

    private static final Pattern ELEMENT = Pattern.compile("<(\\w+:)?(\\w+)");

    private static String withAnElementRenamed(String xml, Random random) {
        List<String> names = ELEMENT.matcher(xml)
                .results()
                .map(found -> found.group(2))
                .distinct()
                .toList();
        String name = names.get(random.nextInt(names.size()));
        return xml.replaceAll("(</?(\\w+:)?)" + name + "\\b", "$1other");
    }

    private static String problem(Schema schema, String xml) throws IOException {
        try {
            schema.newValidator().validate(new StreamSource(new StringReader(xml)));
            return null;
        } catch (SAXException wrong) {
            return String.valueOf(wrong.getMessage());
        }
    }

    private static Schema schema(JAXBContext context, Path home) throws Exception {
        Files.createDirectories(home);
        Map<String, Path> files = new LinkedHashMap<>();
        context.generateSchema(new SchemaOutputResolver() {
            @Override
            public Result createOutput(String namespace, String suggested) {
                Path file = home.resolve(suggested);
                files.put(namespace, file);
                return new StreamResult(file.toUri().toString());
            }
        });
        return FACTORY.newSchema(files.values().stream()
                .map(file -> new StreamSource(file.toFile()))
                .toArray(Source[]::new));
    }

    @Test
    void anOutputMayBeADocumentAWriterOrNothing() throws Exception {
        JAXBContext context = new WeirContextFactory().createContext(new Class<?>[] {ErrorsTest.Order.class}, Map.of());
        DOMResult dom = new DOMResult();
        StringWriter text = new StringWriter();
        for (Result result : new Result[] {dom, new StreamResult(text), null}) {
            context.generateSchema(new SchemaOutputResolver() {
                @Override
                public Result createOutput(String namespace, String suggested) {
                    if (result != null) {
                        result.setSystemId(suggested);
                    }
                    return result;
                }
            });
        }
        assertEquals("schema", ((Document) dom.getNode()).getDocumentElement().getLocalName());
        assertTrue(text.toString().contains("name=\"quantity\""), text::toString);
    }
}
