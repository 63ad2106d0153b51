package dev.weir.xml.fuzz;

import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Parsers that Weir is compared with: DTDs are processed, nothing external is read, and their limits are raised. */
enum Peer {
    WOODSTOX {
        private final XMLInputFactory factory = factory();

        @Override
        ReadOutcome parse(byte[] document) {
            try {
                return ReadOutcome.of(factory.createXMLStreamReader(new ByteArrayInputStream(document)));
            } catch (XMLStreamException refused) {
                return new ReadOutcome(List.of(), refused.getMessage());
            }
        }

        /** By name: its class file wants annotations that are not here when something is compiled against it. */
        private XMLInputFactory factory() {
            XMLInputFactory made;
            try {
                made = (XMLInputFactory) Class.forName("com.ctc.wstx.stax.WstxInputFactory")
                        .getDeclaredConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException missing) {
                throw new AssertionError("Woodstox must be on the class path", missing);
            }
            XMLResolver refusing = (publicId, systemId, base, name) -> {
                throw new XMLStreamException("external entity");
            };
            made.setProperty(XMLInputFactory.SUPPORT_DTD, true);
            made.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            made.setProperty("com.ctc.wstx.lazyParsing", false);
            made.setProperty("com.ctc.wstx.dtdResolver", refusing);
            made.setProperty("com.ctc.wstx.entityResolver", refusing);
            made.setProperty("com.ctc.wstx.cacheDTDs", false);
            for (String limit : List.of("maxAttributesPerElement", "maxAttributeSize", "maxElementDepth")) {
                made.setProperty("com.ctc.wstx." + limit, 10_000_000);
            }
            return made;
        }
    },

    /** The JDK's. */
    XERCES {
        private SAXParser parser = parser();

        @Override
        ReadOutcome parse(byte[] document) {
            try {
                return ReadOutcome.of(parser.getXMLReader(), new InputSource(new ByteArrayInputStream(document)));
            } catch (SAXException unusable) {
                throw new AssertionError(unusable);
            }
        }

        @Override
        void renew() {
            parser = parser();
        }

        private SAXParser parser() {
            try {
                SAXParser made = SAXParserFactory.newDefaultNSInstance().newSAXParser();
                for (String limit : List.of(
                        "entityExpansionLimit",
                        "entityReplacementLimit",
                        "elementAttributeLimit",
                        "maxGeneralEntitySizeLimit",
                        "maxParameterEntitySizeLimit",
                        "totalEntitySizeLimit",
                        "maxXMLNameLimit",
                        "maxElementDepth")) {
                    made.setProperty("http://www.oracle.com/xml/jaxp/properties/" + limit, "100000000");
                }
                return made;
            } catch (ParserConfigurationException | SAXException impossible) {
                throw new AssertionError(impossible);
            }
        }
    };

    abstract ReadOutcome parse(byte[] document);

    /** Forgets what earlier documents may have left behind. */
    void renew() {}

    /** A parser that breaks has not accepted the document. */
    ReadOutcome read(byte[] document) {
        try {
            return parse(document);
        } catch (RuntimeException broken) {
            return new ReadOutcome(List.of(), "broken: " + broken);
        }
    }
}
