package dev.weir.xml.fastinfoset;

import static dev.weir.xml.fastinfoset.Octets.DOCUMENT;
import static dev.weir.xml.fastinfoset.Octets.OPTIONS;
import static dev.weir.xml.fastinfoset.Octets.items;
import static dev.weir.xml.fastinfoset.Octets.limited;
import static dev.weir.xml.fastinfoset.Octets.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.weir.testing.TestSeed;
import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.Recording;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Octets that are no fast infoset, or ask for too much. */
class HostileDocumentsTest {
    private static final String A = "3C 00 'a' ";

    private static XmlException refused(String notation, FastInfosetReadOptions options) {
        byte[] document = Octets.of(notation);
        XmlException fromArray = assertThrows(XmlException.class, () -> {
            try (XmlReader reader = FastInfoset.reader(document, 0, document.length, options)) {
                Recording.of(reader);
            }
        });
        XmlException fromStream = assertThrows(XmlException.class, () -> {
            try (XmlReader reader = new FastInfosetReader(Octets.slowly(document), 1, options)) {
                Recording.of(reader);
            }
        });
        assertEquals(fromArray.getMessage(), fromStream.getMessage());
        return fromArray;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "E0000002 00 3C0061 FF | 3 | 12.7: another version",
                "E0000001 80 3C0061 FF | 4 | C.2.3: padding",
                "E0000001 20 E000 3C0061 FF | 5 | C.2.5.1: padding",
                "E0000001 02 02 3C0061 FF | 5 | C.2.9: neither true nor false",
                "E0000001 40 F00000 3C0061 FF | 5 | C.21: a sequence of more than 2^20",
                "E0000001 00 31 FF | 5 | C.27: an index that cannot be",
                "E0000001 00 00 FF | 5 | 8.5: an entry that is not there",
                "E0000001 00 3E0061 FF | 5 | C.18.3: a prefix without namespace",
                "E0000001 00 3C0061 BF FF | 8 | C.28: an index that cannot be",
                "E0000001 00 3C0061 A0 FF | 8 | 8.4: a chunk that is not there",
                "E0000001 00 7C0061 78006280 FF F0 | 11 | 8.4: a value that is not there",
                "E0000001 00 7C0061 7C0062FF FF F0 | 8 | C.17.3: padding",
                "E0000001 00 7C0061 F0 FF | 8 | 7.3.4: no attribute where some are told",
                "E0000001 00 38 F0 3C0061 FF | 6 | 7.3.3: no namespace where some are told",
                "E0000001 00 3C0061 F1 | 8 | C.3.8: half an octet that is no terminator",
                "E0000001 00 3C0061 E0 FF | 8 | C.3.7: no item",
                "E0000001 00 80 61 FF | 5 | text outside the element",
                "E0000001 00 3C0061 F0 3C0062 FF | 9 | two elements",
                "E0000001 00 F0 | 5 | no element",
                "E0000001 00 3C003A FF | 6 | a name that is none",
                "E0000001 00 3C04613A623A63 FF | 6 | a name with colons",
                "E0000001 00 3C0061 80C3 FF | 9 | UTF-8 that is cut",
                "E0000001 00 3C0061 81C080 FF | 9 | UTF-8 that is too long",
                "E0000001 00 3C0061 82 00 EDA080 FF | 10 | a surrogate in UTF-8",
                "E0000001 00 3C0061 8000 FF | 9 | U+0000",
                "E0000001 00 3C0061 82 00 EFBFBE FF | 10 | U+FFFE",
                "E0000001 00 3C0061 8441 FF | 9 | half a UTF-16 unit",
                "E0000001 00 3C0061 85D83D FF | 9 | half a surrogate pair",
                "E0000001 00 3C0061 8C 0C00 FF | 10 | 10.5: three octets are no int",
                "E0000001 00 3C0061 8C 2840 FF | 9 | 10.11: an algorithm that is reserved",
                "E0000001 00 3C0061 8C 14F0 FF | 10 | 10.7: 15 bits not used",
                "E0000001 00 3C0061 88 00F0 FF | 10 | 9.1: bits after the padding",
                "E0000001 00 3F0061 04 75726E3A62 0062 FF | 5 | a prefix that is not declared",
                "E0000001 00 3D 04 75726E3A62 0062 FF | 5 | a default namespace that is not declared",
                "E0000001 00 38 CF 02 786D6C 04 75726E3A62 F0 3C0061 FF | 5 | xml for another namespace",
                "E0000001 00 38 CF 04 786D6C6E73 04 75726E3A62 F0 3C0061 FF | 5 | xmlns",
                "E0000001 00 38 CD 00 61 CD 00 62 F0 3D 81 0061 FF | 5 | a prefix declared twice",
                "E0000001 00 7C0061 780062FF 00FF FF F0 | 5 | an attribute twice",
                "E0000001 00 7C0061 78 04 786D6C6E73 FF FF F0 | 9 | an attribute xmlns",
                "E0000001 00 3C0061 E2 01 2D2D FF | 8 | a comment with two hyphens",
                "E0000001 00 3C0061 E1 0070 01 3F3E FF | 8 | an instruction that ends early",
                "E0000001 00 3C0061 E1 02 584D4C FF FF | 8 | an instruction for XML",
                "E0000001 00 3C0061 C8 0065 FF | 8 | an entity that is not expanded",
                "E0000001 00 C4 F0 3C0061 FF | 5 | a DOCTYPE",
                "E0000001 10 C2 006E 0073 F0 3C0061 FF | 11 | a notation, which only a DTD can have",
                "3C3F786D6C203F3E E0000001 00 3C0061 FF | 7 | 12.3: another XML declaration"
            })
    void whatIsNoFastInfosetIsRefusedWithItsPlace(String document, long offset, String why) {
        XmlException refusal = refused(document, OPTIONS);
        assertTrue(Math.abs(refusal.location().byteOffset() - offset) <= 1, why + ": " + refusal.getMessage());
        assertTrue(refusal.getMessage().endsWith("at byte " + refusal.location().byteOffset()), refusal.getMessage());
    }

    @Test
    void octetsAfterTheEndAreRefusedInAnArrayAndLeftInAStream() {
        String document = DOCUMENT + A + "FF 00";
        XmlReader reader = open(document, OPTIONS);
        reader.next();
        reader.next();
        assertEquals(
                9, assertThrows(XmlException.class, reader::next).location().byteOffset());
        XmlReader stream = new FastInfosetReader(Octets.slowly(Octets.of(document)), 1, OPTIONS);
        stream.next();
        stream.next();
        assertEquals(XmlEvent.END_DOCUMENT, stream.next());
    }

    @Test
    void aDocumentThatIsCutAnywhereIsRefused() throws Exception {
        byte[] document = ReferenceImplementation.ofXml(
                "<?pi d?><a x='1' y='2'><b xmlns:p='urn:p' p:z='1'>text &lt; é</b><!--c--><b/></a>"
                        .getBytes(StandardCharsets.UTF_8));
        for (int length = 0; length < document.length; length++) {
            byte[] cut = Arrays.copyOf(document, length);
            XmlException refusal = assertThrows(XmlException.class, () -> Recording.of(FastInfoset.reader(cut)));
            assertTrue(refusal.location().byteOffset() >= 0, refusal.getMessage());
        }
    }

    @Test
    void aDocumentMaySplitAnywhere() throws Exception {
        byte[] document = ReferenceImplementation.ofXml(
                "<?pi d?><a x='1' y='2'><b xmlns:p='urn:p' p:z='1'>text &lt; é</b><!--c--><b/></a>"
                        .getBytes(StandardCharsets.UTF_8));
        List<String> expected = Recording.of(FastInfoset.reader(document));
        for (int size = 1; size <= document.length + 1; size++) {
            assertEquals(
                    expected, Recording.of(new FastInfosetReader(new ByteArrayInputStream(document), size, OPTIONS)));
        }
    }

    /** Fourteen octets that declare a chunk of 512 MiB. */
    @Test
    void aLengthFieldAllocatesNothing() {
        String document = DOCUMENT + "3C 00 'a' 83 1FFFFEFD 'x'";
        assertEquals(14, Octets.of(document).length);
        assertTrue(refused(document, OPTIONS).getMessage().contains("maxTextLength=268435456"));
        // Without that limit it is the document that ends
        XmlLimits d = XmlLimits.DEFAULT;
        FastInfosetReadOptions unlimited = limited(new XmlLimits(
                d.maxDepth(),
                d.maxAttributes(),
                d.maxNameLength(),
                d.maxAttributeLength(),
                Integer.MAX_VALUE,
                d.maxNames(),
                d.maxDocumentLength()));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 20; i++) {
            refused(document, unlimited);
        }
        long allocated = (threads.getCurrentThreadAllocatedBytes() - before) / 20;
        assertTrue(allocated < 1_000_000, "octets allocated: " + allocated);
    }

    @Test
    void aTableDoesNotGrowBeyondItsBound() {
        // 2^20 + 1 values "x" that each ask for an entry
        byte[] attribute = Octets.of("00 40 'x' F0 F0");
        int count = FastInfosetLayout.MOST_ENTRIES + 1;
        byte[] head = Octets.of(DOCUMENT + "3C 00 'r' 7C 00 'a' 78 00 'b' 40 'x' F0 F0");
        byte[] document = new byte[head.length + count * (attribute.length + 1)];
        System.arraycopy(head, 0, document, 0, head.length);
        for (int i = 0, p = head.length; i < count; i++) {
            document[p++] = 0x41;
            System.arraycopy(attribute, 0, document, p, attribute.length);
            p += attribute.length;
        }
        XmlException refusal = assertThrows(XmlException.class, () -> {
            try (XmlReader reader = FastInfoset.reader(document)) {
                reader.next();
                reader.skipElement();
            }
        });
        assertTrue(refusal.getMessage().contains("a table must not grow beyond 2^20 entries"), refusal.getMessage());
    }

    @Test
    void indexesDoNotMakeALongTextOfAShortDocument() {
        StringBuilder document = new StringBuilder(DOCUMENT).append(A);
        document.append("93 0000FEFD '").append("x".repeat(0xFEFD + 259)).append("'");
        document.append("A0 ".repeat(1_000)).append("FF");
        XmlReader reader = open(document.toString(), OPTIONS);
        reader.next();
        assertTrue(assertThrows(XmlException.class, reader::elementText)
                .getMessage()
                .contains("indexes"));
        XmlReader coalescing = open(document.toString(), OPTIONS.withCoalescing(true));
        coalescing.next();
        assertThrows(XmlException.class, coalescing::next);
        XmlReader piecewise = open(document.toString(), OPTIONS);
        int pieces = 0;
        while (piecewise.next() != XmlEvent.END_DOCUMENT) {
            pieces += piecewise.event() == XmlEvent.TEXT ? 1 : 0;
        }
        assertEquals(1_001, pieces);
    }

    @Test
    void booleansDoNotMakeALongTextOfAShortDocument() {
        String document = DOCUMENT + A + "8C 17 0002FEFD 00" + "FF".repeat(0x2FEFD + 258) + "FF";
        assertTrue(refused(document, OPTIONS).getMessage().contains("booleans"));
    }

    @Test
    void limitsHoldAsForText() {
        XmlLimits few = new XmlLimits(2, 2, 4, 3, 4, 10, 100);
        FastInfosetReadOptions options = limited(few);
        assertEquals(2, items(DOCUMENT + A + "FF", options).size());
        assertLimit("maxDepth", DOCUMENT + A + "00 00 FF FF", options);
        assertLimit("maxAttributes", DOCUMENT + "7C0061 780062FF 780063FF 780064FF FF F0", options);
        assertLimit("maxNameLength", DOCUMENT + "3C 04 'abcde' FF", options);
        assertLimit("maxAttributeLength", DOCUMENT + "7C0061 780062 03 'abcd' FF F0", options);
        assertLimit("maxTextLength", DOCUMENT + A + "82 02 'abcde' FF", options);
        assertLimit("maxNames", DOCUMENT + A + "3C0062 F0 3C0063 F0 3C0064 F0 3C0065 F0 3C0066 F0 FF", options);
        assertLimit("maxDocumentLength", DOCUMENT + A + "80 'x'".repeat(60) + "FF", options);
        assertLimit("maxTextLength", DOCUMENT + A + "82 00 'abc' 82 00 'abc' FF", options.withCoalescing(true));
        assertLimit(
                "maxTagLength",
                DOCUMENT + "7C0061 780062 00 'x' FF F0",
                limited(XmlLimits.DEFAULT.withMaxTagLength(6)));
        assertLimit(
                "maxDtdLength",
                "E0000001 10 C2 006E 0073 C2 006D 80 F0" + A + "FF",
                limited(XmlLimits.DEFAULT.withDtdLimits(5, 1, 1)).withDtdPolicy(DtdPolicy.INTERNAL));
    }

    private static void assertLimit(String limit, String document, FastInfosetReadOptions options) {
        String message = refused(document, options).getMessage();
        assertTrue(message.contains(limit + "="), message);
    }

    @Test
    void oneAttributeThatIsTwoIndexesMustHaveThemInItsTables() {
        String root = DOCUMENT + "7C0061 780062 40 'x' F0 ";
        String more = "40 00 80 F0 80 'y' F0 ".repeat(3) + "FF";
        List<String> items = items(root + more);
        assertEquals(4, items.stream().filter(item -> item.contains("@b =x")).count(), items::toString);
        assertTrue(refused(root + "40 01 80 F0 " + more, OPTIONS).getMessage().contains("attribute names"));
        assertTrue(refused(root + "40 00 81 F0 " + more, OPTIONS).getMessage().contains("attribute values"));
        assertTrue(refused(root + "5C 00 80 F0 " + more, OPTIONS).getMessage().contains("element names"));
    }

    @Test
    void aReaderThatFailedFailsAgain() {
        XmlReader reader = open(DOCUMENT + A + "E0", OPTIONS);
        reader.next();
        XmlException first = assertThrows(XmlException.class, reader::next);
        assertEquals(first, assertThrows(XmlException.class, reader::next));
        reader.close();
    }

    /** Whatever octets come, the reader gives items or refuses; from an array and from a stream alike. */
    @Test
    void changedOctetsGiveItemsOrARefusal() throws Exception {
        long seed = TestSeed.of(HostileDocumentsTest.class);
        Random random = new Random(seed);
        byte[] document =
                ReferenceImplementation.ofXml(("<?pi d?><a x='1' y='2'><b xmlns:p='urn:p' p:z='1'>text &lt; é</b>"
                                + "<!--c--><b x='1' y='3'>text</b><c xmlns='urn:d'><e/></c></a>")
                        .getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = document.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                changed[4 + random.nextInt(changed.length - 4)] = (byte) random.nextInt(256);
            }
            String fromArray = outcome(FastInfoset.reader(changed));
            String fromStream =
                    outcome(new FastInfosetReader(new ByteArrayInputStream(changed), 1 + random.nextInt(16), OPTIONS));
            if (!fromArray.contains("octets more")) { // what follows a document in a stream is not asked for
                assertEquals(fromArray, fromStream, "weir.seed=" + seed);
            }
        }
    }

    private static String outcome(XmlReader document) {
        try (XmlReader reader = document) {
            return Recording.of(reader).toString();
        } catch (XmlException refusal) {
            return String.valueOf(refusal.getMessage());
        }
    }
}
