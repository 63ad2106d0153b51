package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.text.Recording;
import dev.weir.xml.text.XmlText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Readers guess that a document has what the one before had: a guess that is wrong must not show. */
class ReaderAfterReaderTest {
    /** The same local names in the same places, in other company. */
    private static final List<String> DOCUMENTS = List.of(
            "<p:a xmlns:p='urn:1'><p:item p:key='1'/><p:item/><p:last key='2'/></p:a>",
            "<p:a xmlns:p='urn:2'><p:item p:key='1'/><p:item/><p:last key='2'/></p:a>",
            "<q:a xmlns:q='urn:1'><q:item q:key='1'/><q:item/><q:last key='2'/></q:a>",
            "<a xmlns='urn:1'><item key='1'/><item/><last key='2'/></a>",
            "<a><item key='1'/><item/><last key='2'/></a>",
            "<a xmlns:p='urn:1'><item p:key='1'/><p:item/><last key='2'/></a>",
            "<key><a item='1'/><a/><item last='2'/></key>",
            "<p:a xmlns:p='urn:1' xmlns:q='urn:1'><q:item q:key='1'/><p:item/><q:last p:key='2' key='3'/></p:a>",
            "<a><itemItemItem key='1'/><itemItemItex/><itemItemIten/></a>");

    private static byte[] infoset(String document) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (XmlReader reader = XmlText.reader(document.getBytes(StandardCharsets.UTF_8));
                XmlWriter writer = FastInfoset.writer(out)) {
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                writer.copy(reader);
            }
            writer.endDocument();
        }
        return out.toByteArray();
    }

    private static List<String> items(XmlReader opened) {
        try (XmlReader reader = opened) {
            return Recording.of(reader);
        }
    }

    @Test
    void aDocumentIsReadTheSameWhateverCameBeforeIt() {
        for (String before : DOCUMENTS) {
            for (String document : DOCUMENTS) {
                items(FastInfoset.reader(infoset(before)));
                List<String> expected = items(XmlText.reader(document.getBytes(StandardCharsets.UTF_8)));
                assertEquals(
                        expected, items(FastInfoset.reader(infoset(document))), () -> document + " after " + before);
            }
        }
    }

    @Test
    void limitsHoldForNamesThatTheDocumentBeforeHad() {
        byte[] document = infoset("<p:localName xmlns:p='urn:1'/>");
        items(FastInfoset.reader(document));
        FastInfosetReadOptions narrow =
                FastInfosetReadOptions.DEFAULT.withLimits(new XmlLimits(10, 10, 9, 1_000, 1_000, 100, Long.MAX_VALUE));
        XmlException refused =
                assertThrows(XmlException.class, () -> items(FastInfoset.reader(document, 0, document.length, narrow)));
        assertTrue(String.valueOf(refused.getMessage()).contains("maxNameLength=9"), refused.getMessage());
    }
}
