package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlFeeder;
import dev.weir.xml.reader.XmlReaders;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of an element, read without the element around it. */
class FragmentTest {
    private static final String MODE = "com.ctc.wstx.fragmentMode";

    private static Object mode(String name) throws Exception {
        return Class.forName("com.ctc.wstx.api.WstxInputProperties")
                .getField("PARSING_MODE_" + name)
                .get(null);
    }

    private static String account(XMLInputFactory2 factory, String fragment, boolean coalescing) throws Exception {
        factory.setProperty(MODE, mode("FRAGMENT"));
        factory.setProperty(XMLInputFactory.IS_COALESCING, coalescing);
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        return String.join("\n", CursorTranscript.withoutPlaces((XMLStreamReader2)
                factory.createXMLStreamReader(new StringReader(fragment))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a/><b/>",
                "<a x='1'>t</a><a x='1'>t</a><a x='1'>t</a>",
                "text",
                "",
                "  <p:a xmlns:p='u'>x</p:a> y ",
                " \n",
                "<?xml version='1.0'?><a/>",
                "<?xml version='1.0' encoding='UTF-8'?>x<a/>",
                "<!--c--><?pi d?>",
                "&amp;x&#x41;",
                "<![CDATA[x]]>y<![CDATA[z]]>",
                "<!DOCTYPE a><a/>",
                "<!DOCTYPE a []>",
                "a</b>",
                "</\0>",
                "<a>",
                "<a></b>",
                "<p:a/>",
                "&unknown;",
                "<a/><?xml version='1.0'?><b/>"
            })
    void aFragmentIsReadAsWoodstoxReadsIt(String fragment) throws Exception {
        for (boolean coalescing : new boolean[] {false, true}) {
            assertEquals(
                    account(Peers.woodstox(), fragment, coalescing),
                    account(new WeirInputFactory(), fragment, coalescing));
        }
    }

    @Test
    void customEntitiesStandInFragmentsToo() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty("com.ctc.wstx.customInternalEntities", Map.of("nbsp", "\u00a0"));
        factory.setProperty(MODE, mode("FRAGMENT"));
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        XMLStreamReader2 cursor = (XMLStreamReader2) factory.createXMLStreamReader(new StringReader("a&nbsp;b"));
        cursor.next();
        assertEquals("a\u00a0b", cursor.getText());
    }

    /** The events of a fragment that comes byte by byte. */
    private static List<String> fed(String fragment) {
        XmlFeeder feeder = XmlReaders.feeder(ReadOptions.DEFAULT.withFragment(true));
        List<String> told = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        byte[] bytes = fragment.getBytes(StandardCharsets.UTF_8);
        int at = 0;
        while (true) {
            XmlEvent event = feeder.next();
            if (event == XmlEvent.INCOMPLETE) {
                if (at < bytes.length) {
                    feeder.feed(bytes, at++, 1);
                } else {
                    feeder.endOfInput();
                }
                continue;
            }
            if (event == XmlEvent.TEXT) {
                text.append(feeder.text());
                continue;
            }
            if (text.length() > 0) {
                told.add(text.toString());
                text.setLength(0);
            }
            told.add(event.toString());
            if (event == XmlEvent.END_DOCUMENT) {
                return told;
            }
        }
    }

    @Test
    void aFragmentMayComeByteByByte() {
        assertEquals(
                List.of(
                        "text and more",
                        "START_ELEMENT",
                        "END_ELEMENT",
                        " é ",
                        "COMMENT",
                        "START_ELEMENT",
                        "x",
                        "END_ELEMENT",
                        "]]&",
                        "END_DOCUMENT"),
                fed("text and<![CDATA[ more]]><a/> é <!--c--><b>x</b><![CDATA[]]]]>&amp;"));
    }

    @Test
    void severalDocumentsInOneAreNotReadAndSaidSo() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        Object documents = mode("DOCUMENTS");
        assertThrows(IllegalArgumentException.class, () -> factory.setProperty(MODE, documents));
        assertThrows(IllegalArgumentException.class, () -> factory.setProperty(MODE, "fragment"));
        factory.setProperty(MODE, mode("DOCUMENT"));
        factory.setProperty(MODE, null);
    }
}
