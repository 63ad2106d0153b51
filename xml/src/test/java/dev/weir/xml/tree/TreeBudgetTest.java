package dev.weir.xml.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlReaders;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TreeBudgetTest {
    private static final class Counted implements TreeBudget {
        long bytes;
        long nodes;
        int times;

        @Override
        public void take(long moreBytes, long moreNodes) {
            bytes += moreBytes;
            nodes += moreNodes;
            times++;
        }
    }

    private static Counted counted(String document) {
        Counted counted = new Counted();
        try (XmlReader reader = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8))) {
            while (reader.next() != XmlEvent.START_ELEMENT) {
                // to the document element
            }
            XmlElement.read(reader, counted);
        }
        return counted;
    }

    @Test
    void elementsAttributesTextsCommentsAndInstructionsAreNodes() {
        assertEquals(1, counted("<a/>").nodes);
        assertEquals(1 + 2, counted("<a b='1' c='2'/>").nodes);
        assertEquals(1 + 3, counted("<a><b/><!--c--><?d e?></a>").nodes);
        assertEquals(1 + 1, counted("<a><b>the first text is kept in its element</b></a>").nodes);
        assertEquals(1 + 1 + 1, counted("<a><b/>this one is a node</a>").nodes);
    }

    @Test
    void aDocumentOfSmallElementsTakesMoreThanOneOfTextOfTheSameLength() {
        String elements = "<a>" + "<b/>".repeat(50_000) + "</a>";
        String text = "<a>" + "x".repeat(elements.length() - "<a></a>".length()) + "</a>";

        Counted ofElements = counted(elements);
        Counted ofText = counted(text);

        assertEquals(50_001, ofElements.nodes);
        assertTrue(ofElements.bytes >= 48L * 50_001, "an element takes 48 bytes: " + ofElements.bytes);
        assertTrue(ofText.bytes >= text.length() && ofText.bytes < 2L * text.length(), "" + ofText.bytes);
    }

    @Test
    void equalShortTextsCountOnce() {
        long equal = counted("<a>" + "<b>same</b>".repeat(1_000) + "</a>").bytes;
        StringBuilder others = new StringBuilder("<a>");
        for (int i = 1_000; i < 2_000; i++) {
            others.append("<b>").append(i).append("</b>");
        }
        long different = counted(others.append("</a>").toString()).bytes;

        assertTrue(different > equal + 999 * 44, different + " and " + equal);
    }

    @Test
    void textsThatAreNotLatinTakeTwoBytesACharacter() {
        long latin = counted("<a>" + "é".repeat(10_000) + "</a>").bytes;
        long greek = counted("<a>" + "λ".repeat(10_000) + "</a>").bytes;

        assertEquals(10_000, greek - latin);
    }

    @Test
    void itIsTakenInStepsWhileTheTreeIsBuiltSoThatOneThatDoesNotFitIsGivenUp() {
        IllegalStateException full = new IllegalStateException("full");
        String document = "<a>" + "<b/>".repeat(100_000) + "</a>";
        assertTrue(counted(document).times > 50, "in steps");
        long[] taken = new long[1];
        try (XmlReader reader = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8))) {
            while (reader.next() != XmlEvent.START_ELEMENT) {
                // to the document element
            }
            TreeBudget small = (bytes, nodes) -> {
                taken[0] += bytes;
                if (taken[0] > 1_000_000) {
                    throw full;
                }
            };

            assertSame(full, assertThrows(IllegalStateException.class, () -> XmlElement.read(reader, small)));

            assertTrue(reader.location().column() < document.length() / 2, "the rest is not read");
        }
    }
}
