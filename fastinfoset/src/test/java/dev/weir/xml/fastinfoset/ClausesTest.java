package dev.weir.xml.fastinfoset;

import static dev.weir.xml.fastinfoset.Octets.DOCUMENT;
import static dev.weir.xml.fastinfoset.Octets.OPTIONS;
import static dev.weir.xml.fastinfoset.Octets.items;
import static dev.weir.xml.fastinfoset.Octets.open;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Documents made octet by octet, each for some clauses of X.891. */
class ClausesTest {
    /** {@code 3C 00 'a'}: an element with a literal name of one letter (C.18.3, C.13, C.22). */
    private static final String A = "3C 00 'a' ";

    private static final List<String> EMPTY_A = List.of("start a  []", "end a");

    private static String repeated(String piece, int count) {
        return piece.repeat(count);
    }

    // ---------------------------------------------------------------- C.2 and clause 12

    @Test
    void anElementAndTheDocumentMayEndInOneOctet() {
        assertEquals(EMPTY_A, items(DOCUMENT + A + "FF")); // C.2.12, C.3.8
        assertEquals(EMPTY_A, items(DOCUMENT + A + "F0 F0"));
    }

    @Test
    void anyOfTheNineXmlDeclarationsMayComeFirst() { // 12.3
        for (byte[] declaration : FastInfosetLayout.XML_DECLARATIONS) {
            String text = new String(declaration, StandardCharsets.US_ASCII).replace("'", "' 27 '");
            assertEquals(EMPTY_A, items("'" + text + "'" + DOCUMENT + A + "FF"));
        }
        XmlReader reader = open(
                "'<?xml version=' 27 '1.1' 27 ' encoding=' 27 'finf' 27 ' standalone=' 27 'yes' 27 '?>'" + DOCUMENT + A
                        + "FF",
                OPTIONS);
        assertEquals(new XmlDeclaration("1.1", null, true), reader.declaration());
    }

    @Test
    void additionalDataIsPassedOver() { // C.2.4
        assertEquals(
                EMPTY_A, items("E0000001 40 01 04 'urn:x' 02 ABCDEF 04 'urn:y' 4002" + repeated("77", 67) + A + "FF"));
    }

    @Test
    void propertiesOfTheDocumentAreItsDeclaration() { // C.2.8 to C.2.10
        XmlReader reader = open("E0000001 07 04 'UTF-8' 01 02 '1.0'" + A + "FF", OPTIONS);
        assertEquals(new XmlDeclaration("1.0", "UTF-8", true), reader.declaration());
        assertEquals("UTF-8", reader.encoding());
        assertEquals(XmlEvent.START_DOCUMENT, reader.event());
        XmlReader without = open(DOCUMENT + A + "FF", OPTIONS);
        assertNull(without.declaration());
        assertNull(without.encoding());
    }

    @Test
    void everyTableMayHaveAnInitialVocabulary() { // C.2.5, C.16
        String vocabulary = "E0000001 20 0FFF"
                + "00 03 'abcd'" // restricted alphabets
                + "00 04 'urn:q'" // encoding algorithms
                + "00 00 'p'" // prefixes
                + "00 04 'urn:p'" // namespace names
                + "01 02 'one' 02 'two'" // local names
                + "00 00 't'" // other NCNames
                + "00 00 'u'" // other URIs
                + "00 02 'val'" // attribute values
                + "00 03 'text'" // content character chunks
                + "00 03 'note'" // other strings
                + "01 03 01 01 00 00 01" // element name surrogates: p:one, two
                + "00 00 00"; // attribute name surrogates: one
        assertEquals(
                List.of(
                        "start {urn:p}one p [@one =val, xmlns:p=urn:p]",
                        "text text",
                        "start two  []",
                        "text dcba",
                        "end two",
                        "comment note",
                        "pi t note",
                        "end {urn:p}one"),
                // 38: namespaces follow; alphabet 33 of 4 letters in 3 bits each: 3 2 1 0
                items(vocabulary + "78 CF 81 81 F0 00 00 80 F0 A0 01 88 81 68 8F F0 E2 80 E1 80 80 FF"));
    }

    @Test
    void anExternalVocabularyIsFoundByItsUri() { // 7.2.13
        Vocabulary vocabulary = Vocabulary.builder()
                .elementName(new Vocabulary.Name("", "", "order"))
                .attributeName(new Vocabulary.Name("", "", "id"))
                .attributeValue("seven")
                .chunk("hello")
                .build();
        FastInfosetReadOptions options = OPTIONS.withVocabulary("urn:v", vocabulary);
        String document = "E0000001 20 1000 04 'urn:v' 40 00 80 F0 A0 FF";
        List<String> expected = List.of("start order  [@id =seven]", "text hello", "end order");
        assertEquals(expected, items(document, options));
        assertEquals(EMPTY_A, items(DOCUMENT + A + "FF", options));
        assertEquals(expected, items(document, options));
        // What an initial vocabulary adds follows what the external one has
        assertEquals(
                List.of("start more  []", "end more"),
                items("E0000001 20 1082 04 'urn:v' 00 03 'more' 00 00 02 01 FF", options));
    }

    @Test
    void aDocumentMayBeEndedTwiceAsCxfDoes() {
        assertEquals(EMPTY_A, items(DOCUMENT + A + "FF F0", OPTIONS));
        for (String more : List.of("FF FF", "FF 00", "FF F0 F0")) {
            String message = assertThrows(XmlException.class, () -> items(DOCUMENT + A + more, OPTIONS))
                    .getMessage();
            assertTrue(message.contains("after the end of the document"), message);
        }
    }

    // ---------------------------------------------------------------- C.3, C.4, C.12

    @Test
    void namespacesAreDeclaredBeforeTheName() { // C.3.4, C.12
        assertEquals(
                List.of(
                        "start {urn:a}r  [xmlns:=urn:a, xmlns:p=urn:b]",
                        "start {urn:b}c p []",
                        "end {urn:b}c",
                        "start d  [xmlns:=]",
                        "end d",
                        "end {urn:a}r"),
                items(DOCUMENT
                        + "38 CD 04 'urn:a' CF 00 'p' 04 'urn:b' F0 3D 81 00 'r'"
                        + "3F 81 82 00 'c' F0"
                        + "38 CC F0 3C 00 'd' FF F0"));
    }

    @Test
    void attributesHaveLiteralAndIndexedNamesAndValues() { // C.3.6, C.4, C.14, C.17
        assertEquals(
                List.of("start a  [@b =v, @c =]", "start a  [@b =v, @c =w]", "end a", "end a"),
                items(DOCUMENT + "7C 00 'a' 78 00 'b' 40 'v' 78 00 'c' FF F0" + "40 00 80 01 00 'w' FF FF"));
        assertEquals(
                List.of("start a  [@{http://www.w3.org/XML/1998/namespace}lang xml=en]", "end a"),
                items(DOCUMENT + "7C 00 'a' 7B 80 80 03 'lang' 01 'en' FF F0"));
    }

    @Test
    void longFormsOfIndexesReachAllEntries() { // C.25, C.27, C.28
        StringBuilder document = new StringBuilder(DOCUMENT).append(A);
        // Entries 2 to 2200 of the element name table: a 7-digit name each
        for (int i = 2; i <= 2_200; i++) {
            document.append("3C 06 '")
                    .append(String.format(Locale.ROOT, "n%06d", i))
                    .append("' F0 ");
        }
        int medium = 2_080 - 33;
        document.append(String.format(Locale.ROOT, "%02X %02X F0", 0x20 | medium >> 8, medium & 0xFF));
        document.append("28 00 00 F0"); // 2081
        document.append("28 00 77 F0"); // 2200
        document.append("20 00 F0 FF"); // 33
        List<String> items = items(document.toString());
        int last = items.size() - 1;
        assertEquals("end a", items.get(last));
        assertEquals("end n000033", items.get(last - 1));
        assertEquals("end n002200", items.get(last - 3));
        assertEquals("end n002081", items.get(last - 5));
        assertEquals("end n002080", items.get(last - 7));
    }

    // ---------------------------------------------------------------- C.7, C.15, C.19, C.20, C.23, C.24

    @Test
    void textHasThreeFormsOfItsLength() { // C.24
        assertEquals(List.of("start a  []", "text x", "end a"), items(DOCUMENT + A + "80 'x' FF"));
        assertEquals(List.of("start a  []", "text xy", "end a"), items(DOCUMENT + A + "81 'xy' FF"));
        assertEquals(List.of("start a  []", "text xyz", "end a"), items(DOCUMENT + A + "82 00 'xyz' FF"));
        String longer = repeated("0123456789", 30);
        assertEquals(
                List.of("start a  []", "text " + longer, "end a"),
                items(DOCUMENT + A + "83 00000029 '" + longer + "' FF"));
    }

    @Test
    void valuesHaveThreeFormsOfTheirLength() { // C.23
        for (int length : new int[] {1, 8, 9, 264, 265, 1000}) {
            String value = repeated("v", length);
            String header = length <= 8
                    ? String.format(Locale.ROOT, "%02X", length - 1)
                    : length <= 264
                            ? String.format(Locale.ROOT, "08 %02X", length - 9)
                            : String.format(Locale.ROOT, "0C %08X", length - 265);
            assertEquals(
                    List.of("start a  [@b =" + value + "]", "end a"),
                    items(DOCUMENT + "7C 00 'a' 78 00 'b'" + header + "'" + value + "' FF F0"));
        }
    }

    @Test
    void namesHaveThreeFormsOfTheirLength() { // C.22
        for (int length : new int[] {1, 64, 65, 320, 321, 900}) {
            String name = repeated("n", length);
            String header = length <= 64
                    ? String.format(Locale.ROOT, "%02X", length - 1)
                    : length <= 320
                            ? String.format(Locale.ROOT, "40 %02X", length - 65)
                            : String.format(Locale.ROOT, "60 %08X", length - 321);
            assertEquals(
                    List.of("start " + name + "  []", "end " + name),
                    items(DOCUMENT + "3C" + header + "'" + name + "' FF"));
        }
    }

    @Test
    void textIsAddedToItsTableAndFoundThere() { // 8.4, C.15
        assertEquals(List.of("start a  []", "text abab", "end a"), items(DOCUMENT + A + "91 'ab' A0 FF"));
    }

    @Test
    void stringsMayBeInUtf16() { // C.19.3.2
        assertEquals(
                List.of("start a  [@b =é]", "text 😀é", "end a"),
                items(DOCUMENT + "7C 00 'a' 78 00 'b' 11 00E9 F0 86 03 D83DDE00 00E9 FF"));
    }

    @Test
    void restrictedAlphabetsHaveAsFewBitsAsTheyNeed() { // clause 9, C.19.3.3
        assertEquals(List.of("start a  []", "text -12.5", "end a"), items(DOCUMENT + A + "88 02 00 A1 2C 5F FF"));
        assertEquals(
                List.of("start a  [@d =2026-11-21T]", "end a"),
                items(DOCUMENT + "7C 00 'a' 78 00 'd' 20 15 2026A11A21CF FF F0"));
    }

    @Test
    void numberingByRecommendationBeginsWhereX891HasIt() { // 8.2.2
        String document = "E0000001 20 0800 00 03 'abcd' " + A;
        // Alphabet 16 has the number 15 on the wire, 33 the number 32
        assertEquals(
                List.of("start a  []", "text dcba", "end a"),
                items(document + "88 3D 68 8F FF", OPTIONS.withNumberingByRecommendation(true)));
        assertEquals(List.of("start a  []", "text dcba", "end a"), items(document + "88 81 68 8F FF"));
    }

    // ---------------------------------------------------------------- clause 10

    private static String data(int algorithm, String octets) {
        int length = Octets.of(octets).length;
        String head = length <= 2
                ? String.format(Locale.ROOT, "%02X", (algorithm & 63) << 2 | length - 1)
                : String.format(Locale.ROOT, "%02X %02X", (algorithm & 63) << 2 | 2, length - 3);
        return DOCUMENT + A + "8C " + head + octets + " FF";
    }

    private static String text(String document) {
        List<String> items = items(document);
        assertEquals(3, items.size(), items.toString());
        return items.get(1).substring("text ".length());
    }

    @Test
    void dataOfBuiltInAlgorithmsIsTextInItsCanonicalForm() { // 10.2 to 10.11
        assertEquals("00FF7E", text(data(0, "00FF7E")));
        assertEquals("AP9+", text(data(1, "00FF7E")));
        assertEquals("-1 32767", text(data(2, "FFFF7FFF")));
        assertEquals("-1 2147483647", text(data(3, "FFFFFFFF7FFFFFFF")));
        assertEquals("-9223372036854775808", text(data(4, "8000000000000000")));
        assertEquals("true false true", text(data(5, "1A")));
        assertEquals("1.5E0", text(data(6, "3FC00000")));
        assertEquals(
                "1.5E0 INF NaN -0.0E0",
                text(data(7, "3FF8000000000000 7FF0000000000000 7FF8000000000000 8000000000000000")));
        assertEquals("123e4567-e89b-12d3-a456-426614174000", text(data(8, "123e4567e89b12d3a456426614174000")));
        assertEquals("<&>", text(data(9, "'<&>'")));
    }

    @Test
    void whatAlgorithmsEncodeTheyDecode() {
        for (BuiltInAlgorithm algorithm : BuiltInAlgorithm.values()) {
            String characters = switch (algorithm) {
                case HEXADECIMAL -> "00FF7E";
                case BASE64 -> "AP9+";
                case SHORT -> "-1 32767";
                case INT -> "-1 2147483647";
                case LONG -> "0 -9223372036854775808";
                case BOOLEAN -> "true false true true false";
                case FLOAT -> "1.5E0 INF -INF NaN";
                case DOUBLE -> "1.0E-300 -INF";
                case UUID -> "123e4567-e89b-12d3-a456-426614174000";
                case CDATA -> "<é>";
            };
            byte[] octets = algorithm.encode(characters);
            StringBuilder back = new StringBuilder();
            algorithm.decode(octets, 0, octets.length, back);
            assertEquals(characters, back.toString(), algorithm.toString());
        }
    }

    @Test
    void valuesAreReadWithoutTheirText() {
        assertEquals(1.5, element(data(7, "3FF8000000000000")).elementDouble());
        assertEquals(-2, element(data(3, "FFFFFFFE")).elementInt());
        assertEquals(-2, element(data(4, "FFFFFFFFFFFFFFFE")).elementLong());
        assertTrue(element(data(5, "38")).elementBoolean());
        assertArrayEquals(new byte[] {0, 1, 2}, element(data(1, "000102")).elementBase64());
        // What is not of that very type goes by way of its text
        assertEquals(-2, element(data(2, "FFFE")).elementInt());
        assertEquals(1.5, element(data(6, "3FC00000")).elementDouble());
        assertEquals(12, element(DOCUMENT + A + "91 '12' FF").elementInt());
    }

    private static XmlReader element(String document) {
        XmlReader reader = open(document, OPTIONS);
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        return reader;
    }

    @Test
    void attributesAreReadWithoutTheirText() {
        XmlReader reader = element(DOCUMENT
                + "7C 00 'a' 78 00 'i' 30 33 00000007 78 00 'd' 30 77 3FF8000000000000"
                + "78 00 'l' 70 47 0000000000000009 78 00 'b' 30 50 38 FF F0");
        assertEquals(7, reader.attributeInt(0));
        assertEquals(1.5, reader.attributeDouble(1));
        assertEquals(9, reader.attributeLong(2));
        assertTrue(reader.attributeBoolean(3));
        assertEquals("7", reader.attributeValue(0));
        assertEquals("9", reader.attributeValue(2));
    }

    @Test
    void aCDataSectionIsTextThatSaysSo() { // 10.11
        XmlReader reader = element(data(9, "'<&>'"));
        assertEquals(XmlEvent.TEXT, reader.next());
        assertTrue(reader.isCData());
        assertEquals("<&>", reader.text());
        assertTrue(reader.isCData());
        XmlReader coalescing = open(data(9, "'<&>'"), OPTIONS.withCoalescing(true));
        coalescing.next();
        coalescing.next();
        assertFalse(coalescing.isCData());
    }

    @Test
    void anAlgorithmOfOnesOwnIsFoundByItsUri() { // 8.3
        EncodingAlgorithm reversed = new EncodingAlgorithm() {
            @Override
            public void decode(byte[] octets, int offset, int length, StringBuilder to) {
                for (int i = offset + length; i > offset; i--) {
                    to.append((char) octets[i - 1]);
                }
            }

            @Override
            public byte[] encode(String characters) {
                return new StringBuilder(characters).reverse().toString().getBytes(StandardCharsets.US_ASCII);
            }
        };
        String document = "E0000001 20 0400 00 04 'urn:r' " + A + "8C 82 02 'olleh' FF";
        assertEquals(
                List.of("start a  []", "text hello", "end a"),
                items(document, OPTIONS.withAlgorithm("urn:r", reversed)));
    }

    // ---------------------------------------------------------------- C.5, C.6, C.8

    @Test
    void commentsAndInstructionsMayStandAnywhere() { // C.5, C.8
        assertEquals(
                List.of("comment one", "pi t d", "start a  []", "comment one", "pi t ", "end a", "comment two"),
                items(DOCUMENT + "E2 42 'one' E1 00 't' 00 'd'" + A + "E2 80 E1 80 FF F0 E2 02 'two' F0"));
    }

    @Test
    void referencesToEntitiesAreItemsForWhoAsks() { // C.6
        String document = DOCUMENT + A + "CA 00 'e' 02 'sys' 80 'x' FF";
        XmlReader reader = open(document, OPTIONS.withEntityReferences(true));
        reader.next();
        assertEquals(XmlEvent.ENTITY_REFERENCE, reader.next());
        assertEquals("e", reader.entityName());
        assertEquals(XmlEvent.TEXT, reader.next());
    }

    // ---------------------------------------------------------------- C.2.6, C.2.7, C.9, C.10, C.11

    @Test
    void aDoctypeHasTheNameOfTheElementThatFollows() { // C.9
        FastInfosetReadOptions options =
                OPTIONS.withDtdPolicy(DtdPolicy.INTERNAL).withDoctypeEvents(true);
        XmlReader reader =
                open(DOCUMENT + "E2 00 'c' C7 02 'sys' 02 'pub' E1 00 't' 00 'd' F0 E2 00 'e' " + A + "FF", options);
        assertEquals(XmlEvent.COMMENT, reader.next());
        assertEquals(XmlEvent.DOCTYPE, reader.next());
        assertEquals(new XmlDoctype("a", "pub", "sys", "<?t d?>"), reader.doctype());
        assertEquals(0, reader.depth());
        assertEquals(XmlEvent.COMMENT, reader.next());
        assertEquals("e", reader.text());
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        assertEquals(1, reader.depth());
        assertEquals("a", reader.localName());
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
        assertEquals(XmlEvent.END_DOCUMENT, reader.next());
    }

    @Test
    void notationsAndUnparsedEntitiesAreDeclarations() { // C.2.6, C.2.7
        FastInfosetReadOptions options = OPTIONS.withDtdPolicy(DtdPolicy.INTERNAL);
        FastInfosetReader reader = (FastInfosetReader) open(
                "E0000001 18 C2 00 'n' 02 'gif' C1 00 'm' 02 'pub' F0 D0 00 'e' 02 'pic' 80 F0" + A + "FF", options);
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        assertNotNull(reader.dtd());
        assertEquals(2, reader.dtd().notations().size());
        assertEquals("n", reader.dtd().entity("e").notation());
        assertEquals("pic", reader.dtd().entity("e").systemId());
    }
}
