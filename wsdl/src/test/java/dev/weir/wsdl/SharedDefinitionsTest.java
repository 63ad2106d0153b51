package dev.weir.wsdl;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.wsdl.Wsdl.Duplicates;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Composites bring copies of the same documents under the same names, or others. */
class SharedDefinitionsTest {
    private static final URI SERVICE = URI.create("composite:/wsdl/Service.wsdl");
    private static final URI MODEL = URI.create("composite:/xsd/Model.xsd");
    private static final URI TYPES = URI.create("composite:/xsd/Types.xsd");

    private static final String WSDL = """
            <definitions targetNamespace="urn:service" xmlns="http://schemas.xmlsoap.org/wsdl/">
              <types>
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:service">
                  <xs:import namespace="urn:model" schemaLocation="../xsd/Model.xsd"/>
                </xs:schema>
              </types>
              <portType name="Service"/>
            </definitions>""";

    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:model">
              <xs:include schemaLocation="Types.xsd"/>
            </xs:schema>""";

    /** The files of a composite, which count how often they are read. */
    private static class Files implements Resources {
        final Map<URI, byte[]> content = new HashMap<>();
        final List<URI> read = new ArrayList<>();

        Files(String type) {
            put(SERVICE, WSDL);
            put(MODEL, SCHEMA);
            put(TYPES, types(type));
        }

        final void put(URI uri, String text) {
            content.put(uri, text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public byte[] read(URI uri) {
            read.add(uri);
            byte[] bytes = content.get(uri);
            if (bytes == null) {
                throw new WsdlException("there is no " + uri);
            }
            return bytes.clone();
        }
    }

    private static final class Remembering extends Files {
        private final SeenDocuments seen = new SeenDocuments();

        Remembering(String type) {
            super(type);
        }

        @Override
        public @Nullable SeenDocuments seen(URI uri) {
            return seen;
        }
    }

    private static String types(String name) {
        return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:model'>"
                + "<xs:simpleType name='" + name + "'/></xs:schema>";
    }

    private static Wsdl read(Resources files) {
        return Wsdl.read(SERVICE, files);
    }

    private static @Nullable String type(Wsdl wsdl) {
        return wsdl.root(TYPES).elements().get(0).attributeValue("name");
    }

    @Test
    void compositesWithEqualDocumentsHaveOneDefinition() {
        assertSame(read(new Files("equal")), read(new Files("equal")));
    }

    @Test
    void oneWhoseSchemaFarBelowDiffersIsAnotherAndSeesItsOwn() {
        Wsdl one = read(new Files("one"));
        Wsdl other = read(new Files("two"));

        assertNotSame(one, other);
        assertEquals("one", type(one));
        assertEquals("two", type(other));
        assertSame(one.root(SERVICE), other.root(SERVICE));
        assertSame(one.root(MODEL), other.root(MODEL));
        assertNotEquals(
                new String(one.documents().get(TYPES), StandardCharsets.UTF_8),
                new String(other.documents().get(TYPES), StandardCharsets.UTF_8));
    }

    /** Contents with one hash and one length. */
    @Test
    void equalHashesAreNotEqualDocuments() {
        Wsdl one = read(new Files("Aa"));
        Wsdl other = read(new Files("BB"));

        assertEquals("Aa", type(one));
        assertEquals("BB", type(other));
        assertEquals("Aa", type(read(new Files("Aa"))));
    }

    @Test
    void aDocumentThatIsMissingInOneCompositeIsNotTakenFromAnother() {
        Wsdl whole = read(new Files("whole"));
        Files lacking = new Files("whole");
        lacking.content.remove(TYPES);

        assertThrows(MissingDocumentException.class, () -> read(lacking));
        assertEquals("whole", type(whole));
    }

    @Test
    void whatIsMadeOfDefinitionsOfOneNameIsEachReadersChoice() {
        Files files = new Files("choice");
        files.put(SERVICE, WSDL.replace("<portType name=\"Service\"/>", """
                <message name="m"/><message name="m"><part name="p" type="xs:string"
                    xmlns:xs="http://www.w3.org/2001/XMLSchema"/></message>"""));

        assertEquals(
                1,
                Wsdl.read(SERVICE, files, Duplicates.FIRST_COUNTS).conflicts().size());
        assertThrows(WsdlException.class, () -> Wsdl.read(SERVICE, files, Duplicates.REFUSED));
    }

    @Test
    void aDocumentThatHasChangedIsSeenByWhoReadsAnew() {
        Files files = new Files("before");
        Wsdl before = read(files);
        files.put(TYPES, types("after"));

        assertEquals("after", type(read(files)));
        assertEquals("before", type(before));
    }

    @Test
    void resourcesThatRememberReadEachDocumentOnce() {
        Remembering files = new Remembering("first");
        Wsdl wsdl = read(files);
        files.put(TYPES, types("later"));

        assertSame(wsdl, read(files));
        assertEquals("first", type(Wsdl.read(MODEL, files)));
        assertEquals(List.of(SERVICE, MODEL, TYPES), files.read);
        assertEquals("later", type(read(new Remembering("later"))));
    }

    @Test
    void whatCouldNotBeReadIsAskedForAgain() {
        Remembering files = new Remembering("found");
        byte[] model = files.content.remove(MODEL);
        assertThrows(MissingDocumentException.class, () -> read(files));

        files.content.put(MODEL, model);

        assertEquals("found", type(read(files)));
    }

    @Test
    void whatNobodyUsesIsForgotten() {
        WeakValues<String, Object> values = new WeakValues<>();
        Object used = new Object();
        values.put("used", used);
        values.put("not", new Object());

        eventually("the value that is not used is forgotten", () -> {
            System.gc();
            return values.size() == 1;
        });
        assertSame(used, values.get("used"));
    }

    /** The trees of definitions make nodes when somebody asks for them. */
    @Test
    void manyThreadsReadOneTree() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 50; round++) {
                Files files = new Files("round" + round);
                List<Future<String>> texts = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    texts.add(threads.submit(() -> {
                        Wsdl wsdl = read(files.content::get);
                        wsdl.root(MODEL).elements().forEach(each -> each.firstAttribute());
                        return wsdl.root(SERVICE).toString() + wsdl.root(MODEL) + wsdl.root(TYPES);
                    }));
                }
                String first = texts.get(0).get();
                for (Future<String> text : texts) {
                    assertEquals(first, text.get());
                }
            }
        } finally {
            threads.shutdown();
        }
    }
}
