package dev.weir.xml.lexical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.ctc.wstx.util.XmlChars;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the editions of XML allow in names, in references and as they stand. */
class EditionTest {
    @Test
    void theFourthEditionsNamesAreThoseThatWoodstoxKnows() {
        for (int c = 0x80; c < 0x10000; c++) {
            if (c >= 0xD800 && c < 0xE000) {
                continue;
            }
            assertEquals(
                    XmlChars.is10NameStartChar((char) c),
                    Characters.isNameStart(c, Edition.FOURTH),
                    "start: " + Integer.toHexString(c));
            assertEquals(
                    XmlChars.is10NameChar((char) c),
                    Characters.isName(c, Edition.FOURTH),
                    "part: " + Integer.toHexString(c));
        }
        for (int c : new int[] {0x10000, 0x20000, 0x10FFFF}) {
            assertFalse(Characters.isName(c, Edition.FOURTH));
        }
    }

    /** One character of each production of appendix B, its neighbour outside, and what the fifth edition says. */
    @ParameterizedTest
    @CsvSource({
        "00C0, true,  true,  true",
        "00D7, false, false, false",
        "0131, true,  true,  true",
        "0132, false, false, true",
        "4E00, true,  true,  true",
        "9FA5, true,  true,  true",
        "9FA6, false, false, true",
        "3021, true,  true,  true",
        "0345, false, true,  false",
        "0346, false, false, false",
        "0660, false, true,  true",
        "00B7, false, true,  false",
        "2070, false, false, true",
        "003A, true,  true,  true",
        "002D, false, true,  false"
    })
    void namesGrewWithTheFifthEdition(String hex, boolean starts, boolean continues, boolean startsInTheFifth) {
        int c = Integer.parseInt(hex, 16);
        assertEquals(starts, Characters.isNameStart(c, Edition.FOURTH));
        assertEquals(continues, Characters.isName(c, Edition.FOURTH));
        assertEquals(startsInTheFifth, Characters.isNameStart(c, Edition.FIFTH));
        assertEquals(startsInTheFifth, Characters.isNameStart(c, Edition.XML_1_1));
    }

    @Test
    void controlsMayBeReferredToInXml11ButDoNotStandAsTheyAre() {
        for (int c = 0; c < 0xA0; c++) {
            boolean space = c == '\t' || c == '\n' || c == '\r';
            boolean always = space || (c >= 0x20 && c < 0x7F);
            assertEquals(always || c >= 0x7F, Characters.isCharacter(c, Edition.FIFTH), "1.0: " + c);
            assertEquals(c > 0, Characters.isCharacter(c, Edition.XML_1_1), "1.1: " + c);
            assertEquals(always || c == 0x85, Characters.isLiteral(c, Edition.XML_1_1), "1.1 literal: " + c);
            assertEquals(always || c >= 0x7F, Characters.isLiteral(c, Edition.FIFTH), "1.0 literal: " + c);
            assertEquals(
                    Characters.isLiteral(c, Edition.XML_1_1) ? -1 : 1,
                    Characters.firstForbidden("x" + (char) c + "\ud83d\ude00", Edition.XML_1_1),
                    "first forbidden: " + c);
        }
        for (Edition edition : Edition.values()) {
            for (int c : new int[] {0xD800, 0xDFFF, 0xFFFE, 0xFFFF, 0x110000}) {
                assertFalse(Characters.isCharacter(c, edition));
                assertFalse(Characters.isLiteral(c, edition));
            }
            assertTrue(Characters.isLiteral(0x10FFFF, edition));
        }
    }

    @Test
    void xml11HasMoreLineEnds() {
        String text = "a\rb\r\nc\nd\u0085e\r\u0085f\u2028g\r\r\n";
        assertEquals("a\nb\nc\nd\u0085e\n\u0085f\u2028g\n\n", Edition.FIFTH.normalizeLineEnds(text));
        assertEquals("a\nb\nc\nd\ne\nf\ng\n\n", Edition.XML_1_1.normalizeLineEnds(text));
        for (String same : List.of("", "x", "\n\n")) {
            assertEquals(same, Edition.XML_1_1.normalizeLineEnds(same));
        }
    }
}
