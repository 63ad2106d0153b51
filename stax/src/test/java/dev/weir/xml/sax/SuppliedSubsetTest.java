package dev.weir.xml.sax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/** An EntityResolver2 may give an external subset to a document that names none. */
class SuppliedSubsetTest {
    private static final String FEATURES = "http://xml.org/sax/features/";
    private static final String SUBSET =
            "<!ELEMENT a (b*)><!ELEMENT b EMPTY><!ATTLIST b k NMTOKEN ' far '><!ENTITY e '<b/>'><!ENTITY mine 'theirs'>";

    /** Gives the same subset to every document, and notes what it was asked. */
    private static final class Supplying extends DefaultHandler2 {
        final List<String> asked = new ArrayList<>();
        private final String subset;

        Supplying(String subset) {
            this.subset = subset;
        }

        @Override
        public InputSource getExternalSubset(String name, @Nullable String base) {
            asked.add(name + " in " + base);
            InputSource given = new InputSource(new StringReader(subset));
            given.setPublicId("-//e//p");
            given.setSystemId("http://e.x/d/a.dtd");
            return given;
        }

        @Override
        public InputSource resolveEntity(
                @Nullable String name, @Nullable String publicId, @Nullable String base, String systemId)
                throws SAXException {
            asked.add(name + " " + systemId + " of " + base);
            return new InputSource(new StringReader(systemId.endsWith(".dtd") ? "" : "named"));
        }
    }

    private static InputSource source(String document) {
        InputSource source = new InputSource(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)));
        source.setSystemId("http://e.x/doc.xml");
        return source;
    }

    private static XMLReader jdk() throws Exception {
        return SAXParserFactory.newDefaultNSInstance().newSAXParser().getXMLReader();
    }

    private static List<String> told(XMLReader parser, Supplying resolver, String document) throws Exception {
        SaxRecording recording = new SaxRecording(false).on(parser);
        parser.setEntityResolver(resolver);
        parser.parse(source(document));
        return recording.lines;
    }

    /** {@code D} is where the DOCTYPE of the other document stands. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "D<a><b/></a>",
                "<?xml version='1.0' standalone='no'?><!-- c --><?pi?>\nD<a><b k=' own '/> \n<b/>&e;</a><!-- d -->",
                "D<p:a xmlns:p='u'><p:b/></p:a>",
                "<!DOCTYPE aD><a>&e;</a>",
                "<!DOCTYPE aD [<!ENTITY mine 'mine'><!ENTITY % pe ''>%pe;]><a>&mine;</a>",
                "D<a>&mine;</a>"
            })
    void theDocumentIsReadAsIfItNamedTheSubset(String document) throws Exception {
        String named = " PUBLIC '-//e//p' 'http://e.x/d/a.dtd'";
        String root = document.contains("<p:a") ? "p:a" : "a";
        Supplying resolver = new Supplying(SUBSET);
        XMLReader jdk = jdk();
        SaxRecording expected = new SaxRecording(false).on(jdk);
        jdk.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader(SUBSET)));
        jdk.parse(source(document.replace("D<", "<!DOCTYPE " + root + named + "><")
                .replace("<!DOCTYPE aD", "<!DOCTYPE a" + named)));
        assertEquals(
                String.join("\n", expected.lines),
                String.join(
                        "\n",
                        told(
                                new WeirSaxReader(),
                                resolver,
                                document.replace("aD", "a").replace("D<", "<"))));
        assertEquals(List.of(root + " in http://e.x/doc.xml"), resolver.asked);
    }

    @Test
    void aDocumentThatNamesItsOwnSubsetGetsThat() throws Exception {
        Supplying resolver = new Supplying("");
        told(new WeirSaxReader(), resolver, "<!DOCTYPE a SYSTEM 'http://e.x/own.dtd'><a/>");
        assertEquals(List.of("[dtd] http://e.x/own.dtd of http://e.x/doc.xml"), resolver.asked);
    }

    @Test
    void entitiesOfTheSubsetAreFoundBesideIt() throws Exception {
        Supplying resolver = new Supplying("<!ENTITY near SYSTEM 'near.txt'>");
        List<String> told = told(new WeirSaxReader(), resolver, "<a>&near;</a>");
        assertEquals(
                List.of("a in http://e.x/doc.xml", "near http://e.x/d/near.txt of http://e.x/d/a.dtd"), resolver.asked);
        assertTrue(told.toString().contains("named"));
    }

    @Test
    void validationIsByTheSubset() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature(FEATURES + "validation", true);
        List<String> errors = new ArrayList<>();
        parser.setErrorHandler(new DefaultHandler2() {
            @Override
            public void error(SAXParseException wrong) {
                errors.add(String.valueOf(wrong.getMessage()));
            }
        });
        parser.setEntityResolver(new Supplying(SUBSET));
        parser.parse(source("<a><b/></a>"));
        assertEquals(List.of(), errors);
        parser.parse(source("<a><c/></a>"));
        assertTrue(errors.get(0).contains("c"), errors.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {FEATURES + "use-entity-resolver2", FEATURES + "external-parameter-entities"})
    void nobodyIsAskedWhereAFeatureIsFalse(String feature) throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature(feature, false);
        Supplying resolver = new Supplying(SUBSET);
        told(parser, resolver, "<a/>");
        assertEquals(List.of(), resolver.asked);
    }

    @Test
    void aDoctypeThatIsDisallowedIsNotSuppliedEither() throws Exception {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Supplying resolver = new Supplying(SUBSET);
        assertFalse(told(parser, resolver, "<a/>").toString().contains("far"));
        assertEquals(List.of(), resolver.asked);
    }

    @Test
    void aFaultInTheSubsetIsFatalAndNamesIt() {
        SAXParseException refused = assertThrows(
                SAXParseException.class, () -> told(new WeirSaxReader(), new Supplying("<!ELEMENT a>"), "<a/>"));
        assertTrue(
                String.valueOf(refused.getMessage()).contains("the external subset http://e.x/d/a.dtd, line 1"),
                refused.getMessage());
    }

    @Test
    void whatTheResolverThrowsReachesTheCaller() {
        SAXException thrown = new SAXException("not this one");
        WeirSaxReader parser = new WeirSaxReader();
        parser.setEntityResolver(new DefaultHandler2() {
            @Override
            public InputSource getExternalSubset(String name, @Nullable String base) throws SAXException {
                throw thrown;
            }
        });
        assertSame(thrown, assertThrows(SAXException.class, () -> parser.parse(source("<a/>"))));
    }

    @Test
    void aSubsetsStreamIsClosed() throws Exception {
        List<String> closed = new ArrayList<>();
        WeirSaxReader parser = new WeirSaxReader();
        parser.setEntityResolver(new DefaultHandler2() {
            @Override
            public InputSource getExternalSubset(String name, @Nullable String base) {
                return new InputSource((InputStream) new ByteArrayInputStream(SUBSET.getBytes(StandardCharsets.UTF_8)) {
                    @Override
                    public void close() {
                        closed.add(name);
                    }
                });
            }
        });
        parser.parse(source("<a/>"));
        assertEquals(List.of("a"), closed);
    }
}
