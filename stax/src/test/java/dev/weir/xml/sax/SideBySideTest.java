package dev.weir.xml.sax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.SAXParserFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.xml.sax.EntityResolver;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;

/** Weir's SAX parser calls handlers as the JDK's does. */
class SideBySideTest {
    private static final String FEATURES = "http://xml.org/sax/features/";

    private static final List<String> DOCUMENTS = List.of(
            "<a/>",
            "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><a>text</a>",
            "<a b='1' c='&lt;&amp;&#10;x'>x &amp; y<b/>&#x1F600;\r\nz</a>",
            "<!-- before --><?pi some data?><a><!--in-->t<?pi2?></a><!--after--><?end?>",
            "<a xmlns='u' xmlns:p='v' p:x='1' x='2'><p:b xmlns='' xmlns:p='w'><c p:x=''/></p:b></a>",
            "<a><![CDATA[<x>&amp;]]>tail<![CDATA[second]]></a>",
            "<a xml:lang='en' xml:space='preserve'> \n </a>",
            "<!DOCTYPE a [<!ELEMENT a (b*)><!ELEMENT b (#PCDATA)>]><a> <b> x </b>\n</a>",
            "<!DOCTYPE a [<!ELEMENT a (#PCDATA|b)*><!ATTLIST a x CDATA 'd' y ID #IMPLIED z (p|q) 'q' n NMTOKENS #REQUIRED"
                    + " f CDATA #FIXED 'k'><!ENTITY e 'in <b>e</b> out'><!ELEMENT b ANY>]><a n=' 1  2 ' y='i'>&e;</a>",
            "<!DOCTYPE a [<!-- c --><!NOTATION gif SYSTEM 'http://e.x/gif'><!NOTATION n PUBLIC 'pub'>"
                    + "<!ENTITY pic SYSTEM 'http://e.x/p.gif' NDATA gif><!ENTITY ext PUBLIC 'p' 'http://e.x/e'>"
                    + "<!ENTITY % pe '<!ELEMENT b EMPTY>'>%pe;<!ATTLIST a t NOTATION (gif|n) #IMPLIED s ENTITY #IMPLIED>]>"
                    + "<a t='gif' s='pic'/>",
            "<!DOCTYPE a [<!ENTITY one '1'><!ENTITY two '&one;&one;'>]><a b='&two;'>&two;</a>",
            "<!DOCTYPE a [<!ATTLIST a xmlns:p CDATA #FIXED 'v' p:x CDATA 'd'>]><a xmlns:p='v'/>",
            "<!DOCTYPE a SYSTEM 'http://e.x/a.dtd'><a>&outer;<b/></a>",
            "<!DOCTYPE a PUBLIC '-//x//y' 'http://e.x/a.dtd' [<!ENTITY outer 'mine'>]><a>&outer;</a>",
            "<!DOCTYPE a [<!ENTITY ext SYSTEM 'http://e.x/ext.xml'>]><a>1&ext;2</a>");

    private static final List<String> NOT_WELL_FORMED = List.of(
            "",
            "<a>",
            "<a></b>",
            "<a b=1/>",
            "<a>&undeclared;</a>",
            "<a b='1' b='2'/>",
            "<p:a/>",
            "<a>]]></a>",
            "<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>",
            "<a/><b/>",
            "text");

    private static final EntityResolver RESOLVER = (publicId, systemId) -> new InputSource(new StringReader(
            systemId.endsWith(".dtd")
                    ? "<!ELEMENT a ANY><!ATTLIST b k CDATA 'far'><!ENTITY outer 'theirs'>"
                    : "<?xml version='1.0' encoding='UTF-8'?>ext<e/>ernal"));

    private record Setting(String name, boolean value) {}

    static Stream<List<Object>> spaces() {
        return DOCUMENTS.stream()
                .flatMap(document -> Stream.of(
                        List.<Object>of(document),
                        List.<Object>of(document, new Setting(FEATURES + "namespace-prefixes", true)),
                        List.<Object>of(
                                document,
                                new Setting(FEATURES + "namespaces", false),
                                new Setting(FEATURES + "namespace-prefixes", true)),
                        List.<Object>of(document, new Setting(FEATURES + "validation", true))));
    }

    private static XMLReader jdk() throws Exception {
        return SAXParserFactory.newDefaultNSInstance().newSAXParser().getXMLReader();
    }

    private static List<String> record(XMLReader parser, List<Object> space) throws Exception {
        // The JDK tells of an entity's end before its last text.
        SaxRecording recording = new SaxRecording(false).on(parser);
        parser.setEntityResolver(RESOLVER);
        for (Object setting : space.subList(1, space.size())) {
            parser.setFeature(((Setting) setting).name, ((Setting) setting).value);
        }
        parser.parse(
                new InputSource(new ByteArrayInputStream(((String) space.get(0)).getBytes(StandardCharsets.UTF_8))));
        return recording.lines;
    }

    @ParameterizedTest
    @MethodSource("spaces")
    void handlersAreCalledAsTheJdkCallsThem(List<Object> space) throws Exception {
        assertEquals(String.join("\n", record(jdk(), space)), String.join("\n", record(new WeirSaxReader(), space)));
    }

    static Stream<String> notWellFormed() {
        return NOT_WELL_FORMED.stream();
    }

    @ParameterizedTest
    @MethodSource("notWellFormed")
    void whatIsNotWellFormedIsAFatalErrorWithAPlace(String document) throws Exception {
        List<Object> space = List.of(document);
        assertThrows(SAXParseException.class, () -> record(jdk(), space));
        SAXParseException refused = assertThrows(SAXParseException.class, () -> record(new WeirSaxReader(), space));
        assertEquals(1, refused.getLineNumber());
    }
}
