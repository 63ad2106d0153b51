package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Entities that the user adds to those of a document, by Woodstox's properties. */
class CustomEntitiesTest {
    private static final String CUSTOM = "com.ctc.wstx.customInternalEntities";
    private static final String RESOLVER = "com.ctc.wstx.undeclaredEntityResolver";

    private static final Map<String, Object> TEXTS = Map.of(
            "nbsp", "\u00a0",
            "markup", "<b>in</b>",
            "amp", "not this",
            "more", new StringBuilder("[&nbsp;]"),
            "loop", "&loop;");

    private static final List<String> DOCUMENTS = List.of(
            "<a>x&nbsp;y</a>",
            "<a b='x&nbsp;y'/>",
            "<a>&markup;</a>",
            "<a b='&markup;'/>",
            "<a>&more;&amp;&lt;</a>",
            "<a>&loop;</a>",
            "<a b='&loop;'/>",
            "<a>&unknown;</a>",
            "<a b='&unknown;'/>",
            "<?xml version='1.0' standalone='yes'?><a>&nbsp;</a>",
            "<!DOCTYPE a [<!ENTITY nbsp 'own'>]><a b='&nbsp;'>&nbsp;</a>",
            "<!DOCTYPE a [<!ENTITY f '[&nbsp;]'>]><a b='&f;'>&f;</a>",
            "<!DOCTYPE a SYSTEM 'http://e.x/d'><a>&nbsp;</a>");

    record Space(String document, boolean dtd, boolean replacing, boolean resolver) {}

    static Stream<Space> spaces() {
        return DOCUMENTS.stream()
                .flatMap(document -> Stream.of(
                        new Space(document, true, true, false),
                        new Space(document, true, true, true),
                        new Space(document, false, true, false),
                        new Space(document, false, false, false),
                        new Space(document, true, false, true)));
    }

    /** Woodstox leaves out of an attribute what it does not know, where references are to be told; Weir refuses it. */
    private static boolean isLoose(Space space) {
        return !space.replacing
                && (space.document.contains("'&")
                        || space.document.contains("y'")
                        || space.document.contains("DOCTYPE"));
    }

    private static XMLInputFactory2 configured(XMLInputFactory2 factory, Space space) {
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, space.dtd);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, space.replacing);
        // Where text is split around an entity is each parser's own affair.
        factory.setProperty(XMLInputFactory.IS_COALESCING, space.replacing);
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        factory.setProperty(
                "com.ctc.wstx.dtdResolver", (XMLResolver) (publicId, systemId, base, name) -> new StringReader(""));
        if (space.resolver) {
            factory.setProperty(RESOLVER, (XMLResolver) (publicId, systemId, base, name) -> {
                Object text = TEXTS.get(name);
                return name.equals("nbsp") ? text : text == null ? null : new StringReader(text.toString());
            });
        } else {
            factory.setProperty(CUSTOM, TEXTS);
        }
        return factory;
    }

    private static List<String> account(XMLInputFactory2 factory, String document) throws XMLStreamException {
        return CursorTranscript.withoutPlaces(
                (XMLStreamReader2) factory.createXMLStreamReader(new StringReader(document)));
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void entitiesAreFoundWhereWoodstoxFindsThem(Space space) throws Exception {
        if (isLoose(space)) {
            return;
        }
        List<String> expected = account(configured(Peers.woodstox(), space), space.document);
        assertEquals(
                String.join("\n", expected),
                String.join("\n", account(configured(new WeirInputFactory(), space), space.document)));
    }

    @Test
    void theResolverIsAskedOnceForEachName() throws Exception {
        List<String> asked = new ArrayList<>();
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty(RESOLVER, (XMLResolver) (publicId, systemId, base, name) -> {
            asked.add(publicId + " " + systemId + " " + base + " " + name);
            return name + "!";
        });
        XMLStreamReader2 cursor = (XMLStreamReader2)
                factory.createXMLStreamReader("http://e.x/doc", new StringReader("<a b='&x;'>&x;&y;&x;</a>"));
        cursor.next();
        assertEquals("x!", cursor.getAttributeValue(0));
        assertEquals("x!y!x!", cursor.getElementText());
        assertEquals(List.of("null null http://e.x/doc x", "null null http://e.x/doc y"), asked);
    }

    @Test
    void whatTheResolverThrowsIsTheCause() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty(RESOLVER, (XMLResolver) (publicId, systemId, base, name) -> {
            throw new XMLStreamException("not " + name);
        });
        XMLStreamReader2 cursor = (XMLStreamReader2) factory.createXMLStreamReader(new StringReader("<a>&x;</a>"));
        cursor.next();
        assertTrue(String.valueOf(
                        assertThrows(XMLStreamException.class, cursor::next).getMessage())
                .contains("not x"));
    }

    @Test
    void expansionsAreBounded() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty("com.ctc.wstx.maxEntityCount", 100);
        factory.setProperty(CUSTOM, Map.of("a", "&b;".repeat(50), "b", "&c;".repeat(50), "c", ""));
        XMLStreamReader2 cursor = (XMLStreamReader2) factory.createXMLStreamReader(new StringReader("<a>&a;</a>"));
        cursor.next();
        assertTrue(String.valueOf(assertThrows(XMLStreamException.class, cursor::getElementText)
                        .getMessage())
                .contains("maxEntityExpansions=100"));
    }

    @Test
    void textsAreCheckedWhenTheyAreSet() {
        WeirInputFactory factory = new WeirInputFactory();
        assertEquals(Map.of(), factory.getProperty(CUSTOM));
        assertThrows(IllegalArgumentException.class, () -> factory.setProperty(CUSTOM, "nbsp"));
        assertThrows(IllegalArgumentException.class, () -> factory.setProperty(CUSTOM, Map.of("nul", "\0")));
        assertThrows(IllegalArgumentException.class, () -> factory.setProperty(RESOLVER, "nbsp"));
        factory.setProperty(CUSTOM, null);
        assertEquals(Map.of(), factory.getProperty(CUSTOM));
    }
}
