package dev.weir.xml.sax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xml.stax.WeirInputFactory;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/** Places in an external entity are told in its own lines, with its own identifiers. */
class EntityPlaceTest {
    private static final String DOCUMENT =
            "<!DOCTYPE a [<!ENTITY ext PUBLIC '-//e' 'ext.xml'><!ENTITY more SYSTEM 'more.xml'>"
                    + "<!ENTITY int 'x<i/>y'>]>\n<a>\n  &ext;<z/>&int;<y/></a>";

    private static String text(@Nullable String systemId) {
        return String.valueOf(systemId).endsWith("ext.xml")
                ? "<?xml version='1.0'\n encoding='UTF-8'?><d/> one\r\n\u00e4<e/>\n&more;<f>t</f>\n<g\n/>"
                : "\n\n<m/>\n";
    }

    private static InputSource source(String document) {
        InputSource source = new InputSource(new StringReader(document));
        source.setSystemId("http://e.x/doc.xml");
        source.setPublicId("doc");
        return source;
    }

    private static List<String> bySax(XMLReader parser) throws Exception {
        List<String> told = new ArrayList<>();
        DefaultHandler2 handler = new DefaultHandler2() {
            private Locator locator = new org.xml.sax.helpers.LocatorImpl();

            @Override
            public void setDocumentLocator(Locator given) {
                locator = given;
            }

            @Override
            public void startElement(String uri, String local, String qualified, Attributes attributes) {
                // An internal entity has no lines of its own: each parser has its own idea of a place.
                if (!local.equals("i")) {
                    told.add(local + " " + locator.getLineNumber() + ":" + locator.getColumnNumber() + " "
                            + locator.getPublicId() + " " + locator.getSystemId());
                }
            }

            @Override
            public InputSource resolveEntity(
                    @Nullable String name, @Nullable String publicId, @Nullable String base, String systemId) {
                InputSource given = new InputSource(new StringReader(text(systemId)));
                given.setPublicId(publicId);
                given.setSystemId("http://e.x/" + systemId.substring(systemId.lastIndexOf('/') + 1));
                return given;
            }
        };
        parser.setContentHandler(handler);
        parser.setEntityResolver(handler);
        parser.parse(source(DOCUMENT));
        return told;
    }

    @Test
    void aLocatorIsInTheEntityAsTheJdksIs() throws Exception {
        XMLReader jdk = SAXParserFactory.newDefaultNSInstance().newSAXParser().getXMLReader();
        assertEquals(String.join("\n", bySax(jdk)), String.join("\n", bySax(new WeirSaxReader())));
    }

    @Test
    void aFaultInAnEntityNamesIt() {
        WeirSaxReader parser = new WeirSaxReader();
        parser.setEntityResolver((publicId, systemId) -> new InputSource(new StringReader("\n<b></c>")));
        SAXParseException wrong = assertThrows(
                SAXParseException.class,
                () -> parser.parse(source("<!DOCTYPE a [<!ENTITY e PUBLIC 'p' 'http://e.x/e'>]><a>&e;</a>")));
        assertEquals("p http://e.x/e 2", wrong.getPublicId() + " " + wrong.getSystemId() + " " + wrong.getLineNumber());
    }

    private static List<String> byStax(XMLInputFactory factory) throws Exception {
        List<String> told = new ArrayList<>();
        factory.setProperty("com.ctc.wstx.entityResolver", (XMLResolver)
                (publicId, systemId, base, name) -> new javax.xml.transform.stream.StreamSource(
                        new StringReader(text(systemId)),
                        "http://e.x/" + systemId.substring(systemId.lastIndexOf('/') + 1)));
        XMLStreamReader reader = factory.createXMLStreamReader("http://e.x/doc.xml", new StringReader(DOCUMENT));
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT
                    && !reader.getLocalName().equals("i")) {
                Location place = reader.getLocation();
                told.add(reader.getLocalName() + " " + place.getLineNumber() + ":" + place.getColumnNumber() + " "
                        + place.getSystemId());
            }
        }
        return told;
    }

    @Test
    void aLocationIsInTheEntityAsWoodstoxsIs() throws Exception {
        XMLInputFactory woodstox = (XMLInputFactory) Class.forName("com.ctc.wstx.stax.WstxInputFactory")
                .getDeclaredConstructor()
                .newInstance();
        woodstox.setProperty(XMLInputFactory.IS_COALESCING, false);
        assertEquals(String.join("\n", byStax(woodstox)), String.join("\n", byStax(new WeirInputFactory())));
    }
}
