package dev.weir.wsdl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Documents that are read once, however many definitions have them. */
class ReadDocumentsTest {
    private static final URI MODEL = URI.create("composite:/xsd/Model.xsd");
    private static final String SCHEMA =
            "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:model'><xs:element name='%s'/>"
                    + "</xs:schema>";

    private final ReadDocuments documents = new ReadDocuments();

    private static byte[] schema(String element) {
        return SCHEMA.formatted(element).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void oneOfTheSameLocationAndContentIsReadOnce() {
        WsdlDocument read = documents.read(MODEL, schema("a"));

        assertSame(read, documents.read(MODEL, schema("a")));
        assertEquals(1, documents.size());
    }

    @Test
    void anotherContentOrLocationIsAnotherDocument() {
        WsdlDocument read = documents.read(MODEL, schema("a"));
        WsdlDocument changed = documents.read(MODEL, schema("b"));
        WsdlDocument elsewhere = documents.read(URI.create("composite:/Model.xsd"), schema("a"));

        assertNotSame(read, changed);
        assertNotSame(read, elsewhere);
        assertEquals("b", changed.root().elements().get(0).attributeValue("name"));
        assertEquals(URI.create("composite:/Model.xsd"), elsewhere.uri());
        assertSame(read, documents.read(MODEL, schema("a")));
    }

    /** Strings with one hash: {@code Aa} and {@code BB}. */
    @Test
    void contentsOfOneHashAreTwoDocuments() {
        WsdlDocument first = documents.read(MODEL, schema("Aa"));
        WsdlDocument second = documents.read(MODEL, schema("BB"));

        assertEquals("Aa", first.root().elements().get(0).attributeValue("name"));
        assertEquals("BB", second.root().elements().get(0).attributeValue("name"));
    }

    @Test
    void whatCannotBeReadIsNotKept() {
        for (int i = 0; i < 2; i++) {
            assertThrows(WsdlException.class, () -> documents.read(MODEL, "<a".getBytes(StandardCharsets.UTF_8)));
        }
        assertEquals(0, documents.size());
    }
}
