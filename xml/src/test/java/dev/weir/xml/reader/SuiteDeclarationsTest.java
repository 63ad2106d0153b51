package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.dtd.AttributeDeclaration;
import dev.weir.xml.dtd.Declaration;
import dev.weir.xml.dtd.Dtd;
import dev.weir.xml.dtd.DtdSource;
import dev.weir.xml.dtd.ElementDeclaration;
import dev.weir.xml.dtd.EntityDeclaration;
import dev.weir.xml.dtd.NotationDeclaration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/** What the DTDs of the W3C suite declare, as Weir keeps it and as the JDK tells it (not: processing instructions). */
class SuiteDeclarationsTest {
    /** System identifiers that the JDK does not resolve: empty ones, and one declared by way of an external entity. */
    private static final Set<String> EXCUSED =
            Set.of("ibm-valid-P11-ibm11v01.xml", "ibm-valid-P11-ibm11v02.xml", "rmt-e2e-18");

    private static String told(Declaration item) {
        if (item instanceof ElementDeclaration element) {
            return "element " + element.name() + " " + element.content().text();
        } else if (item instanceof AttributeDeclaration attribute) {
            String presence = switch (attribute.presence()) {
                case DEFAULTED -> "null";
                default -> "#" + attribute.presence();
            };
            return "attribute " + attribute.element() + " " + attribute.name() + " " + attribute.typeText() + " "
                    + presence + " " + attribute.value();
        } else if (item instanceof EntityDeclaration entity) {
            String name = (entity.parameter() ? "%" : "") + entity.name();
            return entity.isExternal()
                    ? "external " + name + " " + entity.publicId() + " " + entity.uri() + " " + entity.notation()
                    : "internal " + name + " " + entity.text();
        } else if (item instanceof NotationDeclaration notation) {
            return "notation " + notation.name() + " " + notation.publicId() + " " + notation.uri();
        } else if (item instanceof Declaration.Comment comment) {
            return "comment " + comment.text();
        } else {
            return item.toString();
        }
    }

    private static final class Telling extends DefaultHandler2 {
        final List<String> told = new ArrayList<>();
        private boolean inside;

        @Override
        public void startDTD(String name, @Nullable String publicId, @Nullable String systemId) {
            inside = true;
        }

        @Override
        public void endDTD() {
            inside = false;
        }

        @Override
        public void elementDecl(String name, String model) {
            told.add("element " + name + " " + model);
        }

        @Override
        public void attributeDecl(
                String element, String name, String type, @Nullable String mode, @Nullable String value) {
            told.add("attribute " + element + " " + name + " " + type + " " + mode + " " + value);
        }

        @Override
        public void internalEntityDecl(String name, String value) {
            told.add("internal " + name + " " + value);
        }

        @Override
        public void externalEntityDecl(String name, @Nullable String publicId, String systemId) {
            told.add("external " + name + " " + publicId + " " + systemId + " null");
        }

        @Override
        public void unparsedEntityDecl(String name, @Nullable String publicId, String systemId, String notation) {
            told.add("external " + name + " " + publicId + " " + systemId + " " + notation);
        }

        @Override
        public void notationDecl(String name, @Nullable String publicId, @Nullable String systemId) {
            told.add("notation " + name + " " + publicId + " " + systemId);
        }

        @Override
        public void comment(char[] characters, int start, int length) {
            if (inside) {
                told.add("comment " + new String(characters, start, length));
            }
        }
    }

    @Test
    void dtdsSayWhatTheyToldTheJdk() throws Exception {
        SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
        List<String> differences = new ArrayList<>();
        int same = 0;
        for (ConformanceSuite.Case test : ConformanceSuite.cases()) {
            if (!test.type().equals("valid") || !test.namespaces() || EXCUSED.contains(test.id())) {
                continue;
            }
            Telling jdk = new Telling();
            XMLReader parser = factory.newSAXParser().getXMLReader();
            parser.setContentHandler(jdk);
            parser.setDTDHandler(jdk);
            parser.setProperty("http://xml.org/sax/properties/declaration-handler", jdk);
            parser.setProperty("http://xml.org/sax/properties/lexical-handler", jdk);
            try {
                parser.parse(new InputSource(test.file().toUri().toString()));
            } catch (SAXException fourthEdition) {
                continue;
            }
            byte[] document = test.document();
            XmlReader reader = XmlReaders.open(document, 0, document.length, test.options(false));
            while (reader.next() != XmlEvent.START_ELEMENT) {
                // The DTD comes first.
            }
            Dtd dtd = ((DtdSource) reader).dtd();
            List<String> own = dtd == null
                    ? List.of()
                    : dtd.declarations().stream()
                            .filter(item -> !(item instanceof Declaration.EntityStart
                                    || item instanceof Declaration.EntityEnd
                                    || item instanceof Declaration.Instruction))
                            .map(SuiteDeclarationsTest::told)
                            .toList();
            if (own.equals(jdk.told)) {
                same++;
            } else {
                int at = 0;
                while (at < Math.min(own.size(), jdk.told.size()) && Objects.equals(own.get(at), jdk.told.get(at))) {
                    at++;
                }
                differences.add(test.id() + ": " + (at < own.size() ? own.get(at) : "nothing") + "\n  but the JDK: "
                        + (at < jdk.told.size() ? jdk.told.get(at) : "nothing"));
            }
        }
        assertEquals("", String.join("\n", differences));
        assertTrue(same > 300, "hardly any DTD was compared: " + same);
    }
}
