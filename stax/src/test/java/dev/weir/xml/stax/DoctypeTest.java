package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.events.DTD;
import javax.xml.stream.events.EntityDeclaration;
import javax.xml.stream.events.EntityReference;
import javax.xml.stream.events.NotationDeclaration;
import javax.xml.stream.events.XMLEvent;
import javax.xml.transform.stream.StreamSource;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.evt.DTD2;
import org.codehaus.stax2.validation.XMLValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DoctypeTest {
    private static WeirInputFactory with(String name, Object value) {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty(name, value);
        return factory;
    }

    /** The text of the whole document, with references that are not expanded. */
    private static String text(XMLStreamReader cursor) throws XMLStreamException {
        StringBuilder all = new StringBuilder();
        while (cursor.hasNext()) {
            switch (cursor.next()) {
                case XMLStreamReader.CHARACTERS, XMLStreamReader.CDATA -> all.append(cursor.getText());
                case XMLStreamReader.ENTITY_REFERENCE ->
                    all.append('&').append(cursor.getLocalName()).append(';');
                default -> {}
            }
        }
        return all.toString();
    }

    private static String text(XMLInputFactory2 factory, String document) throws XMLStreamException {
        return text(CursorTest.read(factory, document));
    }

    private static final List<String> DOCUMENTS = List.of(
            "<!DOCTYPE a><a/>",
            "<!DOCTYPE a [\n<!ELEMENT a (b*)>\n<!ATTLIST b i ID #IMPLIED j CDATA 'd' k NMTOKENS ' x  y '>\n]>\n"
                    + "<a> <b i=' q ' k=' m  n '></b> <!--c--> </a>",
            "<!DOCTYPE a [<!ENTITY e 'x&#38;lt;y'><!ENTITY f '<b>&e;</b>'>]><a>1&f;2</a>",
            "<!DOCTYPE a [<!ATTLIST a xmlns CDATA #FIXED 'd' xmlns:p CDATA 'u' p:x CDATA '1'>]><a p:y='2'/>",
            "<!DOCTYPE a [<!NOTATION n SYSTEM 's'><!ENTITY u SYSTEM 'v' NDATA n><!ATTLIST a n NOTATION (n) #IMPLIED>]>"
                    + "<a n='n'/>");

    static Stream<String> documents() {
        return DOCUMENTS.stream();
    }

    @ParameterizedTest
    @MethodSource("documents")
    void aDtdShowsAsItDoesForWoodstox(String document) throws Exception {
        XMLInputFactory2 woodstox = Peers.woodstox();
        woodstox.setProperty(XMLInputFactory.IS_COALESCING, true);
        assertIterableEquals(
                CursorTranscript.withoutPlaces(CursorTest.read(woodstox, document)),
                CursorTranscript.withoutPlaces(CursorTest.read(with(XMLInputFactory.IS_COALESCING, true), document)));
    }

    @ParameterizedTest
    @MethodSource("documents")
    void withoutDtdSupportADtdIsPassedOver(String document) throws Exception {
        XMLInputFactory2 woodstox = Peers.woodstox();
        woodstox.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        woodstox.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        WeirInputFactory factory = with(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        assertIterableEquals(
                CursorTranscript.withoutPlaces(CursorTest.read(woodstox, document)),
                CursorTranscript.withoutPlaces(CursorTest.read(factory, document)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void referencesThatAreNotExpandedAreEvents(boolean dtdSupport) throws Exception {
        XMLInputFactory2[] factories = {Peers.woodstox(), new WeirInputFactory()};
        String document = "<!DOCTYPE a [<!ENTITY e 'x'>]><a>1&e;2&amp;&#51;</a>";
        List<List<String>> accounts = new ArrayList<>();
        for (XMLInputFactory2 factory : factories) {
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, dtdSupport);
            factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
            accounts.add(CursorTranscript.withoutPlaces(CursorTest.read(factory, document)));
        }
        assertIterableEquals(accounts.get(0), accounts.get(1));
        XMLStreamReader2 cursor = CursorTest.read(factories[1], document);
        while (cursor.next() != XMLStreamReader.START_ELEMENT) {
            // On to the root.
        }
        if (dtdSupport) {
            assertEquals("1x2&3", cursor.getElementText());
        } else {
            assertThrows(XMLStreamException.class, cursor::getElementText);
        }
    }

    @Test
    void anUndeclaredEntityIsAnErrorOrAnEvent() throws Exception {
        for (boolean dtdSupport : new boolean[] {true, false}) {
            WeirInputFactory factory = with(XMLInputFactory.SUPPORT_DTD, dtdSupport);
            for (String document : List.of("<!DOCTYPE a []><a>&e;</a>", "<!DOCTYPE a []><a x='&e;'/>", "<a>&e;</a>")) {
                assertThrows(XMLStreamException.class, () -> text(factory, document), document);
            }
        }
        WeirInputFactory factory = with(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        assertEquals("&e;", text(factory, "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>"));
    }

    @Test
    void theEventOfADtdTellsItsDeclarations() throws Exception {
        String document = "<!DOCTYPE a PUBLIC 'p' 's' [<!ENTITY e 'x'><!ENTITY % p 'y'><!ENTITY f SYSTEM 'f.xml'>"
                + "<!NOTATION n PUBLIC 'np' 'ns'><!ENTITY u PUBLIC 'up' 'us' NDATA n>]><a>&e;</a>";
        WeirInputFactory factory = with(XMLInputFactory.RESOLVER, (XMLResolver)
                (publicId, systemId, base, name) -> new ByteArrayInputStream(new byte[0]));
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        XMLEventReader events =
                factory.createXMLEventReader(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
        events.nextEvent();
        DTD dtd = (DTD) events.nextEvent();
        assertEquals("a", ((DTD2) dtd).getRootName());
        assertEquals("p", ((DTD2) dtd).getPublicId());
        assertEquals("s", ((DTD2) dtd).getSystemId());
        assertTrue(dtd.getDocumentTypeDeclaration().startsWith("<!DOCTYPE a PUBLIC"), dtd::getDocumentTypeDeclaration);
        List<String> entities = new ArrayList<>();
        for (EntityDeclaration entity : dtd.getEntities()) {
            entities.add(entity.getName() + " " + entity.getReplacementText() + " " + entity.getPublicId() + " "
                    + entity.getSystemId() + " " + entity.getNotationName());
        }
        assertEquals(List.of("e x null null null", "f null null f.xml null", "u null up us n"), entities);
        NotationDeclaration notation = dtd.getNotations().get(0);
        assertEquals("n np ns", notation.getName() + " " + notation.getPublicId() + " " + notation.getSystemId());
        XMLEvent reference = events.nextEvent();
        while (!reference.isEntityReference()) {
            reference = events.nextEvent();
        }
        assertEquals("x", ((EntityReference) reference).getDeclaration().getReplacementText());

        XMLStreamReader2 cursor = CursorTest.read(factory, document);
        assertNull(cursor.getProperty("javax.xml.stream.entities"));
        cursor.next();
        assertEquals(3, ((List<?>) cursor.getProperty("javax.xml.stream.entities")).size());
        assertEquals(1, ((List<?>) cursor.getProperty("javax.xml.stream.notations")).size());
    }

    // ---------------------------------------------------------------- what is outside the document

    private static final String NEEDY = "<!DOCTYPE a SYSTEM 'a.dtd' [<!ENTITY e SYSTEM 'e.xml'>]><a>&e;&d;</a>";

    private static Path files(Path folder) throws IOException {
        Files.writeString(folder.resolve("a.dtd"), "<!ENTITY d 'D'><!ATTLIST a x CDATA 'X'>");
        Files.writeString(folder.resolve("e.xml"), "E");
        return Files.writeString(folder.resolve("a.xml"), NEEDY);
    }

    @Test
    void externalEntitiesAreRefusedUnlessTheyAreSwitchedOn(@TempDir Path folder) throws Exception {
        Path file = files(folder);
        XMLStreamException refused = assertThrows(
                XMLStreamException.class, () -> text(new WeirInputFactory().createXMLStreamReader(file.toFile())));
        assertTrue(refused.getMessage().contains("a.dtd"), refused::getMessage);
        assertEquals(
                "ED",
                text(with(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, true).createXMLStreamReader(file.toFile())));
        assertEquals("ED", text(new SpecInputFactory().createXMLStreamReader(file.toFile())));
        SpecInputFactory again = new SpecInputFactory();
        for (int i = 0; i < 3; i++) {
            assertEquals(
                    "ED",
                    text(again.createXMLStreamReader(
                            file.toUri().toString(),
                            new ByteArrayInputStream(NEEDY.getBytes(StandardCharsets.UTF_8)))));
        }
        WeirInputFactory based = new SpecInputFactory();
        based.setProperty("com.ctc.wstx.baseURL", folder.toUri().toURL());
        assertEquals("ED", text(based, NEEDY));
    }

    @Test
    void theProtocolsOfExternalEntitiesCanBeNarrowed(@TempDir Path folder) throws Exception {
        Path file = files(folder);
        SpecInputFactory factory = new SpecInputFactory();
        for (String protocols : List.of("", "http, https", "jar:file")) {
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, protocols);
            XMLStreamException refused = assertThrows(
                    XMLStreamException.class, () -> text(factory.createXMLStreamReader(file.toFile())), protocols);
            assertTrue(refused.getMessage().contains(XMLConstants.ACCESS_EXTERNAL_DTD), refused::getMessage);
        }
        for (String protocols : List.of("file", "http,FILE", "all")) {
            factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, protocols);
            assertEquals("ED", text(factory.createXMLStreamReader(file.toFile())), protocols);
        }
    }

    @Test
    void aResolverGivesWhatItWants(@TempDir Path folder) throws Exception {
        Path file = files(folder);
        List<String> asked = new ArrayList<>();
        Map<String, Object> answers = Map.of("a.dtd", "<!ENTITY d 'R'>", "e.xml", "S");
        List<XMLResolver> resolvers = List.of(
                (publicId, systemId, base, name) ->
                        new ByteArrayInputStream(answer(answers, systemId).getBytes(StandardCharsets.UTF_8)),
                (publicId, systemId, base, name) -> new StringReader(answer(answers, systemId)),
                (publicId, systemId, base, name) -> new StreamSource(new StringReader(answer(answers, systemId))),
                (publicId, systemId, base, name) -> {
                    asked.add(systemId.substring(systemId.lastIndexOf('/') + 1));
                    return new StreamSource(
                            new ByteArrayInputStream(answer(answers, systemId).getBytes(StandardCharsets.UTF_8)));
                });
        for (XMLResolver resolver : resolvers) {
            assertEquals("SR", text(with(XMLInputFactory.RESOLVER, resolver).createXMLStreamReader(file.toFile())));
        }
        assertEquals(List.of("a.dtd", "e.xml"), asked);
        for (Object place : List.of(
                folder.resolve("e.xml").toFile(),
                folder.resolve("e.xml").toUri().toURL(),
                folder.resolve("e.xml").toUri(),
                new StreamSource(folder.resolve("e.xml").toUri().toString()))) {
            XMLResolver resolver = (publicId, systemId, base, name) -> place;
            assertEquals(
                    "E",
                    text(with(XMLInputFactory.RESOLVER, resolver), "<!DOCTYPE a [<!ENTITY e SYSTEM 'x'>]><a>&e;</a>"));
        }
    }

    private static String answer(Map<String, Object> answers, String systemId) {
        return (String) answers.get(systemId.substring(systemId.lastIndexOf('/') + 1));
    }

    @Test
    void whatAResolverDoesNotKnowIsNotLookedForElsewhere(@TempDir Path folder) throws Exception {
        Path file = files(folder);
        XMLResolver knowsNothing = (publicId, systemId, base, name) -> null;
        assertThrows(
                XMLStreamException.class,
                () -> text(with(XMLInputFactory.RESOLVER, knowsNothing).createXMLStreamReader(file.toFile())));
        WeirInputFactory supporting = with(XMLInputFactory.RESOLVER, knowsNothing);
        supporting.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, true);
        assertEquals("ED", text(supporting.createXMLStreamReader(file.toFile())));
        XMLStreamException own = new XMLStreamException("not for you");
        XMLStreamException refused = assertThrows(
                XMLStreamException.class,
                () -> text(with(XMLInputFactory.RESOLVER, (XMLResolver) (publicId, systemId, base, name) -> {
                            throw own;
                        })
                        .createXMLStreamReader(file.toFile())));
        assertTrue(refused.getMessage().contains("not for you"), refused::getMessage);
        assertThrows(
                XMLStreamException.class,
                () -> text(with(XMLInputFactory.RESOLVER, (XMLResolver) (publicId, systemId, base, name) -> 1)
                        .createXMLStreamReader(file.toFile())));
    }

    @Test
    void subsetsAndEntitiesMayHaveResolversOfTheirOwn(@TempDir Path folder) throws Exception {
        Path file = files(folder);
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty("com.ctc.wstx.dtdResolver", (XMLResolver)
                (publicId, systemId, base, name) -> new StringReader("<!ENTITY d 'from the first'>"));
        factory.setProperty("com.ctc.wstx.entityResolver", (XMLResolver)
                (publicId, systemId, base, name) -> new StringReader(name + " from the second, "));
        assertEquals("e from the second, from the first", text(factory.createXMLStreamReader(file.toFile())));
    }

    @Test
    void expansionIsBounded() {
        StringBuilder document = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 'ha'>");
        for (int i = 1; i < 40; i++) {
            document.append("<!ENTITY e").append(i).append(" '");
            document.append(("&e" + (i - 1) + ";").repeat(2)).append("'>");
        }
        document.append("]><a>&e39;</a>");
        XMLStreamException refused =
                assertThrows(XMLStreamException.class, () -> text(new WeirInputFactory(), document.toString()));
        assertTrue(refused.getMessage().contains("limit"), refused::getMessage);
        assertThrows(
                XMLStreamException.class,
                () -> text(with("com.ctc.wstx.maxEntityCount", 2), "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;&e;&e;</a>"));
    }

    // ---------------------------------------------------------------- validation by the document's own DTD

    @Test
    void aValidatingReaderTellsWhatTheDtdForbids() throws Exception {
        WeirInputFactory factory = with(XMLInputFactory.IS_VALIDATING, true);
        String dtd = "<!DOCTYPE a [<!ELEMENT a (b)><!ELEMENT b (#PCDATA)><!ATTLIST b n NMTOKEN #REQUIRED>]>\n";
        assertEquals("1", text(factory, dtd + "<a><b n='x'>1</b></a>"));
        for (String wrong :
                List.of("<a/>", "<b n='x'/>", "<a><b>1</b></a>", "<a>t<b n='x'/></a>", "<a><b n='x y'/></a>")) {
            XMLValidationException invalid =
                    assertThrows(XMLValidationException.class, () -> text(factory, dtd + wrong), wrong);
            assertEquals(2, invalid.getLocation().getLineNumber());
            XMLInputFactory2 woodstox = Peers.woodstox();
            woodstox.setProperty(XMLInputFactory.IS_VALIDATING, true);
            assertThrows(XMLValidationException.class, () -> text(woodstox, dtd + wrong), wrong);
        }
        XMLStreamReader2 goesOn = CursorTest.read(factory, dtd + "<a><b>1</b></a>");
        goesOn.next();
        goesOn.nextTag();
        assertThrows(XMLValidationException.class, goesOn::next);
        assertEquals(XMLStreamReader.START_ELEMENT, goesOn.getEventType());
        assertEquals("b", goesOn.getLocalName());
        assertEquals("1", goesOn.getElementText());
        List<String> heard = new ArrayList<>();
        XMLStreamReader2 cursor = CursorTest.read(factory, dtd + "<a><b>1</b><c/></a>");
        cursor.setValidationProblemHandler(problem -> heard.add(problem.getMessage()));
        assertEquals("1", text(cursor));
        assertTrue(heard.size() >= 2, heard::toString);
    }
}
