package dev.weir.xml.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.testing.TestSeed;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Elements that have the same attributes again and again, or nearly: they are what the JDK's parser finds, or refused as there. */
class RepeatedAttributesTest {
    private static final long SEED = TestSeed.of(RepeatedAttributesTest.class);
    private static final ReadOptions WITH_DTD = ReadOptions.DEFAULT.withDtdPolicy(DtdPolicy.INTERNAL);
    private static final String REFUSED = "refused";

    private static final String TYPED =
            "<!DOCTYPE list [<!ATTLIST item a NMTOKENS #IMPLIED b CDATA 'given' p:c ID #IMPLIED>]>";

    private final Random random = new Random(SEED);
    private final SAXParser peer = peer();

    RepeatedAttributesTest() {}

    private static SAXParser peer() {
        try {
            return SAXParserFactory.newDefaultNSInstance().newSAXParser();
        } catch (Exception impossible) {
            throw new AssertionError(impossible);
        }
    }

    private String value(boolean wrongs) {
        return switch (random.nextInt(wrongs ? 14 : 12)) {
            case 0 -> "";
            case 1 -> " a  b ";
            case 2 -> "x &amp; y";
            case 3 -> "one\ntwo\tthree";
            case 4 -> "Ærøskøbing, 東京";
            case 5 -> "0123456789".repeat(random.nextInt(12));
            case 6 -> "it's > that";
            case 7 -> "a\r\nb";
            case 12 -> "a < b";
            case 13 -> "&#1;";
            default -> "v" + random.nextInt(100_000);
        };
    }

    private String document(boolean wrongs) {
        StringBuilder document = new StringBuilder(random.nextInt(4) == 0 ? TYPED : "");
        document.append("<list xmlns:p='urn:p' xmlns:q='urn:")
                .append(wrongs ? "p" : "q")
                .append("'>");
        List<String> names = List.of("a", "b", "p:c", "q:c", "averylongnameofanattribute", "e", "xmlns:r");
        for (int i = 0; i < 40; i++) {
            document.append("<item");
            for (String name : names) {
                if (random.nextInt(12) > 0) {
                    char quote = random.nextInt(6) == 0 ? '\'' : '"';
                    String value = name.equals("xmlns:r") ? "urn:" + random.nextInt(3) : value(wrongs && i > 20);
                    document.append(random.nextInt(20) == 0 ? "\n " : " ").append(name);
                    document.append(random.nextInt(20) == 0 ? " = " : "=");
                    document.append(quote)
                            .append(quote == '"' ? value : value.replace("'", "&apos;"))
                            .append(quote);
                }
            }
            if (wrongs && random.nextInt(20) == 0) {
                document.append(List.of(" a='again'", "b='x'", " d=x", " xmlns:r='urn:r'", " n:o='p'", " e")
                        .get(random.nextInt(6)));
            }
            document.append(random.nextBoolean() ? "/>" : "></item>").append(random.nextBoolean() ? "\n  " : "");
        }
        return document.append("</list>").toString();
    }

    private List<String> byPeer(byte[] document) throws Exception {
        List<String> told = new ArrayList<>();
        try {
            peer.parse(new ByteArrayInputStream(document), new DefaultHandler() {
                @Override
                public void startElement(String uri, String local, String qualified, Attributes attributes) {
                    TreeSet<String> all = new TreeSet<>();
                    for (int i = 0; i < attributes.getLength(); i++) {
                        all.add("{" + attributes.getURI(i) + "}" + attributes.getLocalName(i) + "="
                                + attributes.getValue(i));
                    }
                    told.add(all.toString());
                }
            });
            return told;
        } catch (SAXException refused) {
            return List.of(REFUSED);
        }
    }

    private static List<String> read(XmlReader reader) {
        List<String> told = new ArrayList<>();
        try (reader) {
            for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.nextTagOrText()) {
                if (event == XmlEvent.START_ELEMENT) {
                    TreeSet<String> all = new TreeSet<>();
                    for (int i = 0; i < reader.attributeCount(); i++) {
                        XmlName name = reader.attributeName(i);
                        all.add("{" + name.namespace() + "}" + name.local() + "=" + reader.attributeValue(i));
                    }
                    told.add(all.toString());
                }
            }
            return told;
        } catch (XmlException refused) {
            return List.of(REFUSED);
        }
    }

    @Test
    void attributesThatComeAgainAreWhatTheOtherParserFinds() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            String text = document(random.nextInt(3) == 0);
            byte[] document = text.getBytes(StandardCharsets.UTF_8);
            List<String> wanted = byPeer(document);
            assertEquals(wanted, read(XmlReaders.open(document, 0, document.length, WITH_DTD)), text);
            assertEquals(wanted, read(XmlReaders.open(new ByteArrayInputStream(document), WITH_DTD)), text);
        }
    }

    @Test
    void limitsHoldForAttributesThatComeAgain() {
        String plain = "<list>" + "<item a=\"1\" b=\"2\" c=\"3\"/>".repeat(50);
        XmlLimits three = limits(3, 10_000);
        String fourth = plain + "<item a=\"1\" b=\"2\" c=\"3\" d=\"4\"/></list>" + " ".repeat(100);
        String declared = plain + "<item a=\"1\" xmlns:n=\"urn:n\" b=\"2\" c=\"3\"/></list>" + " ".repeat(100);
        for (String document : List.of(fourth, declared)) {
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            assertThrows(XmlException.class, () -> drain(bytes, three));
            drain(bytes, limits(4, 10_000));
        }
        String longer = plain + "<item a=\"1\" b=\"" + "x".repeat(1_001) + "\" c=\"3\"/></list>" + " ".repeat(100);
        byte[] bytes = longer.getBytes(StandardCharsets.UTF_8);
        assertThrows(XmlException.class, () -> drain(bytes, limits(10, 1_000)));
        assertThrows(XmlException.class, () -> drain(bytes, XmlLimits.DEFAULT.withMaxTagLength(1_000)));
        drain(bytes, limits(10, 1_001).withMaxTagLength(1_100));
    }

    private static XmlLimits limits(int attributes, int attributeLength) {
        return new XmlLimits(10, attributes, 1_000, attributeLength, 1_000_000, 1_000, Long.MAX_VALUE);
    }

    private static void drain(byte[] document, XmlLimits limits) {
        try (XmlReader reader = XmlReaders.open(new ByteArrayInputStream(document), limits)) {
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                // on to the next
            }
        }
    }
}
