package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.Recording;
import dev.weir.xml.reader.XmlReaders;
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
        try (XmlReader reader = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8));
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
                List<String> expected = items(XmlReaders.open(document.getBytes(StandardCharsets.UTF_8)));
                assertEquals(
                        expected, items(FastInfoset.reader(infoset(document))), () -> document + " after " + before);
            }
        }
    }

    /** Names are compared as they were written only where there are some octets more. */
    @Test
    void aDocumentThatGoesOnIsReadTheSameWhateverCameBeforeIt() {
        for (String before : DOCUMENTS) {
            for (String document : DOCUMENTS) {
                items(FastInfoset.reader(infoset(longer(before))));
                items(FastInfoset.reader(infoset(longer(before))));
                String wanted = longer(document);
                List<String> expected = items(XmlReaders.open(wanted.getBytes(StandardCharsets.UTF_8)));
                assertEquals(expected, items(FastInfoset.reader(infoset(wanted))), () -> wanted + " after " + before);
            }
        }
    }

    private static String longer(String document) {
        int end = document.lastIndexOf("</");
        return document.substring(0, end) + "a text, so that the document does not end here" + document.substring(end);
    }

    @Test
    void aNameIsRefusedWhereItsPrefixIsNotInTheTableThatTheDocumentBeforeHadItIn() {
        items(FastInfoset.reader(infoset(longer("<p:a xmlns:p='urn:1'><p:item/></p:a>"))));
        String undeclared = "3C 00'a' 3F 81 81 03'item' F0 92 1D'a text that goes on for a while' FF";
        XmlException refused = assertThrows(XmlException.class, () -> Octets.items(Octets.DOCUMENT + undeclared));
        assertTrue(String.valueOf(refused.getMessage()).contains("table of prefixes"), refused.getMessage());
    }

    @Test
    void namesAreCountedThatTheDocumentBeforeHad() {
        byte[] document = infoset(longer("<a><b/><c/><d/><e/><f/></a>"));
        items(FastInfoset.reader(document));
        FastInfosetReadOptions few = FastInfosetReadOptions.DEFAULT.withLimits(
                new XmlLimits(10, 10, 1_000, 1_000, 1_000, 9, Long.MAX_VALUE));
        XmlException refused =
                assertThrows(XmlException.class, () -> items(FastInfoset.reader(document, 0, document.length, few)));
        assertTrue(String.valueOf(refused.getMessage()).contains("maxNames=9"), refused.getMessage());
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
