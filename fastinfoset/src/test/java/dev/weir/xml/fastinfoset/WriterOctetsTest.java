package dev.weir.xml.fastinfoset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions.Doctype;
import dev.weir.xml.fastinfoset.FastInfosetWriteOptions.Typed;
import dev.weir.xml.fastinfoset.Vocabulary.Name;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The octets of each clause of annex C, worked out by hand; head and end of the document are left out where they are plain. */
class WriterOctetsTest {
    private static final XmlName R = XmlName.of("r");
    private static final XmlName A = XmlName.of("a");
    private static final String HEAD = "E0000001 00 ";

    /** An element that is called r, and has no attributes: literal (C.18), no prefix, no namespace, one octet. */
    private static final String ROOT = "3C 00 72 ";

    private static String octets(FastInfosetWriteOptions options, Consumer<FastInfosetWriter> items) {
        FastInfosetWriter writer = FastInfoset.writer(options);
        items.accept(writer);
        writer.endDocument();
        byte[] octets = writer.toByteArray();
        writer.close();
        return HexFormat.of().withUpperCase().formatHex(octets);
    }

    private static void assertOctets(
            String expected, FastInfosetWriteOptions options, Consumer<FastInfosetWriter> items) {
        assertEquals(expected.replace(" ", ""), octets(options, items));
    }

    private static void assertContent(String expected, Consumer<FastInfosetWriter> content) {
        assertContent(expected, FastInfosetWriteOptions.DEFAULT, content);
    }

    private static void assertContent(
            String expected, FastInfosetWriteOptions options, Consumer<FastInfosetWriter> content) {
        assertOctets(HEAD + ROOT + expected + " FF", options, writer -> {
            writer.startElement(R);
            content.accept(writer);
            writer.endElement();
        });
    }

    private static String hex(String text) {
        return HexFormat.of().withUpperCase().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anEmptyElementEndsInOneOctetTogetherWithItsDocument() {
        assertContent("", writer -> {});
    }

    @Test
    void theSecondElementOfANameIsAnIndex() {
        // C.27: r is the first name, e the second
        assertContent("3C 00 65 F0 01 00 FF", writer -> {
            writer.element(XmlName.of("e"), "");
            writer.startElement(XmlName.of("e"));
            writer.element(R, "");
            writer.endElement();
        });
    }

    @Test
    void attributesEndWithHalfAnOctetThatTheElementsEndShares() {
        // C.17 literal, C.14: 0 1 (add) 00 (UTF-8) 0000 (one octet); then the attribute and its value are indexes
        assertOctets(
                HEAD + "7C 00 72 78 00 61 40 31 F0 7C 00 65 00 80 FF FF", FastInfosetWriteOptions.DEFAULT, writer -> {
                    writer.startElement(R);
                    writer.attribute(A, "1");
                    writer.startElement(XmlName.of("e"));
                    writer.attribute(A, "1");
                    writer.endElement();
                    writer.endElement();
                });
    }

    @Test
    void anEmptyValueIsTheIndexZero() {
        assertOctets(HEAD + "7C 00 72 78 00 61 FF FF F0", FastInfosetWriteOptions.DEFAULT, writer -> {
            writer.startElement(R);
            writer.attribute(A, "");
            writer.endElement();
        });
    }

    @Test
    void namespacesComeBeforeTheNameWheneverTheyAreTold() {
        // C.3.4, C.12: p is added to the prefixes (after xml), urn:p to the namespace names
        String expected = HEAD + "78 CF 00 70 04 75726E3A70 CD 04 75726E3A64 F0 3F 81 81 00 72 78 00 61 40 31 FF F0";
        assertOctets(expected, FastInfosetWriteOptions.DEFAULT, writer -> {
            writer.startElement("p", XmlName.of("urn:p", "r"));
            writer.namespace("", "urn:d");
            writer.attribute(A, "1");
            writer.endElement();
        });
        assertOctets(expected, FastInfosetWriteOptions.DEFAULT, writer -> {
            writer.startElement("p", XmlName.of("urn:p", "r"));
            writer.attribute(A, "1");
            writer.namespace("", "urn:d");
            writer.endElement();
        });
    }

    @Test
    void namespacesComeBeforeANameThatIsAnIndex() {
        // C.18.4: the second element of the name is its index, whose octet is written before the namespace is told
        String expected = "3C 00 65 F0 78 CF 00 64 04 75726E3A64 F0 01 78 00 61 40 31 FF";
        XmlName name = XmlName.of("e");
        assertContent(expected, writer -> {
            writer.startElement(name);
            writer.endElement();
            writer.startElement(name);
            writer.namespace("d", "urn:d");
            writer.attribute(A, "1");
            writer.endElement();
        });
        assertContent(expected, writer -> {
            writer.startElement(name);
            writer.endElement();
            writer.startElement(name);
            writer.attribute(A, "1");
            writer.namespace("d", "urn:d");
            writer.endElement();
        });
    }

    /** What is known of a name from elements before does not outlive the scope that it is known of. */
    @Test
    void aPrefixThatGoesOutOfScopeIsDeclaredAgain() {
        XmlName name = XmlName.of("urn:p", "e");
        XmlName attribute = XmlName.of("urn:p", "a");
        String octets = octets(FastInfosetWriteOptions.DEFAULT, writer -> {
            writer.startElement(R);
            for (int i = 0; i < 3; i++) {
                writer.startElement("p", name);
                for (int k = 0; k < 3; k++) {
                    writer.startElement("p", name);
                    writer.attribute("p", attribute, "v");
                    writer.endElement();
                }
                writer.endElement();
                writer.startElement("p", XmlName.of("urn:other", "e"));
                writer.startElement("p", name);
                writer.endElement();
                writer.endElement();
            }
            writer.endElement();
        });
        List<String> items = ItemListing.by(FastInfoset.reader(HexFormat.of().parseHex(octets)));
        String tag = "<p {urn:p}e {p=urn:p} {}";
        String inner = "<p {urn:p}e {} {{urn:p}a=v}";
        List<String> expected = new ArrayList<>(List.of("< {}r {} {}"));
        for (int i = 0; i < 3; i++) {
            expected.addAll(List.of(tag, inner, "/", inner, "/", inner, "/", "/"));
            expected.addAll(List.of("<p {urn:other}e {p=urn:other} {}", tag, "/", "/"));
        }
        expected.add("/");
        assertEquals(expected, items);
    }

    /** However often the name was written, and however little is looked at for it then. */
    @Test
    void aPrefixThatTheNameReliesOnCannotStandForAnother() {
        XmlName name = XmlName.of("urn:p", "e");
        for (int before : new int[] {0, 1, 2, 3}) {
            FastInfosetWriter writer = FastInfoset.writer(FastInfosetWriteOptions.DEFAULT);
            writer.startElement("p", name);
            for (int i = 0; i < before; i++) {
                writer.startElement("p", name);
                writer.endElement();
            }
            writer.startElement("p", name);
            assertThrows(XmlException.class, () -> writer.namespace("p", "urn:other"));
            assertThrows(XmlException.class, () -> writer.attribute("p", XmlName.of("urn:other", "a"), "v"));
            writer.attribute("q", XmlName.of("urn:other", "a"), "v");
        }
    }

    @Test
    void declarationsThatComeAgainAreWrittenAgain() {
        String octets = octets(FastInfosetWriteOptions.DEFAULT, writer -> {
            writer.startElement(R);
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 600; i++) {
                    writer.startElement("p" + i, XmlName.of("urn:" + i, "e"));
                    writer.namespace("q", "urn:" + i % 2);
                    writer.startElement("p" + i, XmlName.of("urn:" + (i + 1), "f"));
                    writer.endElement();
                    writer.endElement();
                }
            }
            writer.endElement();
        });
        List<String> expected = new ArrayList<>(List.of("< {}r {} {}"));
        for (int i = 0; i < 1200; i++) {
            int n = i % 600;
            expected.add("<p" + n + " {urn:" + n + "}e {p" + n + "=urn:" + n + ", q=urn:" + n % 2 + "} {}");
            expected.add("<p" + n + " {urn:" + (n + 1) + "}f {p" + n + "=urn:" + (n + 1) + "} {}");
            expected.addAll(List.of("/", "/"));
        }
        expected.add("/");
        assertEquals(expected, ItemListing.by(FastInfoset.reader(HexFormat.of().parseHex(octets))));
    }

    @Test
    void aLateNamespaceMakesAnElementOneWithNamespaces() {
        assertOctets(
                HEAD + "78 CF 00 64 04 75726E3A64 F0 3C 00 72 78 00 61 40 31 FF F0",
                FastInfosetWriteOptions.DEFAULT,
                writer -> {
                    writer.startElement(R);
                    writer.attribute(A, "1");
                    writer.namespace("d", "urn:d");
                    writer.endElement();
                });
    }

    @Test
    void textOfOneTwoAndMoreOctetsHasTheLengthsOfC24() {
        assertContent("90 61 91 6162 92 00 616263 A0 A1 A2", writer -> {
            for (int round = 0; round < 2; round++) {
                writer.text("a");
                writer.text("ab");
                writer.text("abc");
            }
        });
    }

    @Test
    void longTextIsNotIndexed() {
        String text = "x".repeat(258);
        assertContent("82 FF " + hex(text) + "83 00000000" + hex(text + "y"), writer -> {
            writer.text(text);
            writer.text(text + "y");
        });
    }

    @Test
    void longTextIsReadAsItWasWritten() {
        for (int length : new int[] {95, 96, 97, 300, 511, 512, 513, 1_100, 2_048, 2_049, 5_000}) {
            String plain = "abcdefg\n".repeat(length / 8 + 1).substring(0, length);
            for (int place : new int[] {0, 7, 95, 510, 511, 512, length - 2}) {
                String text = place + 2 > length
                        ? plain
                        : plain.substring(0, place) + "\uD83D\uDE00é漢" + plain.substring(place + 2);
                String octets = octets(FastInfosetWriteOptions.DEFAULT, writer -> {
                    writer.startElement(R);
                    writer.attribute(A, text);
                    writer.text(text);
                    writer.endElement();
                });
                assertEquals(
                        List.of("< {}r {} {{}a=" + text + "}", "\"" + text, "/"),
                        ItemListing.by(FastInfoset.reader(HexFormat.of().parseHex(octets))),
                        length + " characters, others at " + place);
                int at = Math.min(place, length - 1);
                FastInfosetWriter writer = FastInfoset.writer(FastInfosetWriteOptions.DEFAULT);
                writer.startElement(R);
                assertThrows(
                        XmlException.class,
                        () -> writer.text(plain.substring(0, at) + "\u0001" + plain.substring(at + 1)),
                        length + " characters, a control character at " + at);
            }
        }
    }

    @Test
    void eastAsianTextIsReadAsItWasWritten() {
        String all = "水位は堰é堰 b降雨\uD83D\uDE00降雨時に上昇a下流\uFF0C低下する。";
        for (int from = 0; from < all.length(); from++) {
            for (int to = from + 1; to <= all.length(); to++) {
                if (Character.isLowSurrogate(all.charAt(from)) || Character.isHighSurrogate(all.charAt(to - 1))) {
                    continue;
                }
                String text = all.substring(from, to);
                assertContent(List.of(text, text.repeat(30)));
            }
        }
    }

    /** Of Latin-1 the upper half is not ASCII, wherever it stands. */
    @Test
    void aLongTextWithOneOtherCharacterIsReadAsItWasWritten() {
        for (int length : new int[] {96, 100, 128, 600}) {
            for (int place = 0; place < length; place++) {
                assertContent(List.of("x".repeat(place) + "\u0085" + "y".repeat(length - place - 1)));
            }
        }
    }

    /** One of which is an index, so that each must be told from all others by every word that it has. */
    @Test
    void valuesThatDifferInOneCharacterAreOthers() {
        for (int length : new int[] {1, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31}) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                texts.add("x".repeat(i) + "y" + "x".repeat(length - i - 1));
            }
            texts.add("x".repeat(length));
            texts.addAll(List.copyOf(texts));
            assertContent(texts);
        }
        FastInfosetWriteOptions longer =
                FastInfosetWriteOptions.DEFAULT.withIndexedText(1, 200).withIndexedValues(1, 200);
        List<String> texts = new ArrayList<>();
        for (int length : new int[] {32, 33, 40, 41, 86, 87, 120}) {
            for (int i = 0; i < length; i++) {
                texts.add("x".repeat(i) + "y" + "x".repeat(length - i - 1));
            }
        }
        texts.addAll(List.copyOf(texts));
        assertContent(longer, texts);
    }

    private static void assertContent(List<String> texts) {
        assertContent(FastInfosetWriteOptions.DEFAULT, texts);
    }

    private static void assertContent(FastInfosetWriteOptions options, List<String> texts) {
        List<String> expected = new ArrayList<>();
        String octets = octets(options, writer -> {
            writer.startElement(R);
            for (String text : texts) {
                writer.startElement(R);
                writer.attribute(A, text);
                writer.text(text);
                writer.endElement();
            }
            writer.endElement();
        });
        expected.add("< {}r {} {}");
        for (String text : texts) {
            expected.addAll(List.of("< {}r {} {{}a=" + text + "}", "\"" + text, "/"));
        }
        expected.add("/");
        assertEquals(expected, ItemListing.by(FastInfoset.reader(HexFormat.of().parseHex(octets))));
    }

    @Test
    void valuesHaveTheLengthsOfC23() {
        String eight = "12345678";
        String nine = "123456789";
        assertOctets(
                HEAD + "7C 00 72 78 00 61 47" + hex(eight) + "78 00 62 48 00" + hex(nine) + "FF F0",
                FastInfosetWriteOptions.DEFAULT,
                writer -> {
                    writer.startElement(R);
                    writer.attribute(A, eight);
                    writer.attribute(XmlName.of("b"), nine);
                    writer.endElement();
                });
    }

    @Test
    void commentsAndInstructions() {
        // C.8, C.5: the target is an identifying string, the data may be indexed
        assertContent("E2 40 63 E1 00 74 41 6464 E1 80 FF E2 80", writer -> {
            writer.comment("c");
            writer.processingInstruction("t", "dd");
            writer.processingInstruction("t", "");
            writer.comment("c");
        });
    }

    @Test
    void aCDataSectionIsTheTenthAlgorithm() {
        // 10 0 0 11 00 | 001001 10 | one octet of length, less 3
        assertContent("8C 26 00 3C613E", writer -> writer.cdata("<a>"));
    }

    @Test
    void listsAreTheDataOfTheirAlgorithms() {
        assertContent("8C 0E 01 00000001", writer -> writer.list(new int[] {1}, 0, 1));
        assertContent("8C 0A 01 0001FFFF", writer -> writer.list(new short[] {1, -1}, 0, 2));
        assertContent("8C 12 05 0000000000000002", writer -> writer.list(new long[] {2}, 0, 1));
        assertContent("8C 1A 01 3F800000", writer -> writer.list(new float[] {1}, 0, 1));
        assertContent("8C 1E 05 3FF0000000000000", writer -> writer.list(new double[] {1}, 0, 1));
        assertContent("8C 14 1A", writer -> writer.list(new boolean[] {true, false, true}, 0, 3));
        assertContent(
                "8C 22 0D 00112233445566778899AABBCCDDEEFF",
                writer -> writer.list(UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")));
        assertContent("8C 06 00 010203", writer -> writer.base64(new byte[] {1, 2, 3}, 0, 3));
        assertContent("8C 01 0102", writer -> writer.hexBinary(new byte[] {1, 2}, 0, 2));
    }

    @Test
    void singleNumbersAreDataWhereTheOptionsSaySo() {
        FastInfosetWriteOptions all = FastInfosetWriteOptions.DEFAULT.withTyped(Typed.ALL);
        assertContent("8C 0E 01 0000002A 8C 1E 05 3FF0000000000000 8C 14 38", all, writer -> {
            writer.text(42);
            writer.text(1.0);
            writer.text(true);
        });
        FastInfosetWriteOptions lists = FastInfosetWriteOptions.DEFAULT.withTyped(Typed.LISTS);
        assertContent("91 3432 92 02 312E304530 92 01 74727565", lists, writer -> {
            writer.text(42);
            writer.text(1.0);
            writer.text(true);
        });
    }

    @Test
    void numbersOfFloatingPointAreDataUnlessTheOptionsSayOtherwise() {
        assertContent("91 3432 8C 1E 05 3FF0000000000000 8C 1A 01 3F800000 92 01 74727565", writer -> {
            writer.text(42);
            writer.text(1.0);
            writer.text(1.0f);
            writer.text(true);
        });
    }

    @Test
    void listsAreTextForOldPeers() {
        assertContent(
                "92 05 31202D3220333030",
                FastInfosetWriteOptions.DEFAULT.withTyped(Typed.TEXT),
                writer -> writer.list(new int[] {1, -2, 300}, 0, 3));
    }

    @Test
    void numbersAndDatesTakeHalfAnOctetForEachCharacter() {
        // C.15: 10 0 1 10 00 | 000000 10 | three octets; the point is the 13th character of the alphabet
        FastInfosetWriteOptions options = FastInfosetWriteOptions.DEFAULT.withRestrictedAlphabets(true);
        assertContent("98 02 00 123C45", options, writer -> writer.text("123.45"));
        assertContent("98 06 02 10B30B00DF", options, writer -> writer.text("10:30:00Z"));
        assertContent("88 02 00 1C5D1F", writer -> writer.text("1.5E1", RestrictedAlphabet.NUMERIC));
    }

    @Test
    void eastAsianTextIsShorterInUtf16() {
        assertContent(
                "96 01 6F225B57", FastInfosetWriteOptions.DEFAULT.withShorterUtf16(true), writer -> writer.text("漢字"));
    }

    @Test
    void theHeadTellsWhatTheDocumentDeclares() {
        assertOctets("E0000001 03 01 42 312E31 " + ROOT + "FF", FastInfosetWriteOptions.DEFAULT, writer -> {
            writer.startDocument(new XmlDeclaration("1.1", null, true));
            writer.startElement(R);
            writer.endElement();
        });
        assertOctets(
                hex("<?xml version='1.0' encoding='finf' standalone='no'?>") + "E0000001 02 00" + ROOT + "FF",
                FastInfosetWriteOptions.DEFAULT.withXmlDeclaration(true),
                writer -> {
                    writer.startDocument(new XmlDeclaration("1.0", null, false));
                    writer.startElement(R);
                    writer.endElement();
                });
    }

    @Test
    void additionalDataComeFirst() {
        assertOctets(
                "E0000001 40 00 02 75726E 01 0102 " + ROOT + "FF",
                FastInfosetWriteOptions.DEFAULT.withAdditionalData("urn", new byte[] {1, 2}),
                writer -> {
                    writer.startElement(R);
                    writer.endElement();
                });
    }

    @Test
    void aDocumentTypeHasItsIdentifiersNotationsAndInstructions() {
        String subset = "<!NOTATION n PUBLIC 'p'><!ENTITY u SYSTEM 's' NDATA n><?t d?>";
        XmlDoctype doctype = new XmlDoctype("r", null, "s.dtd", subset);
        Consumer<FastInfosetWriter> items = writer -> {
            writer.comment("x");
            writer.doctype(doctype);
            writer.startElement(R);
            writer.endElement();
        };
        // Notations (C.11) and unparsed entities (C.10) are in the head, so that the comment waits for them.
        assertOctets(
                "E0000001 18 C1 00 6E 00 70 F0 D0 00 75 00 73 80 F0 E2 40 78 C6 04 732E647464 E1 00 74 40 64 F0" + ROOT
                        + "FF",
                FastInfosetWriteOptions.DEFAULT.withDoctype(Doctype.WHOLE),
                items);
        assertOctets(
                HEAD + "E2 40 78 C6 04 732E647464 F0" + ROOT + "FF",
                FastInfosetWriteOptions.DEFAULT.withDoctype(Doctype.IDENTIFIERS),
                items);
        assertOctets(HEAD + "E2 40 78" + ROOT + "FF", FastInfosetWriteOptions.DEFAULT, items);
    }

    @Test
    void aVocabularyStandsInTheHeadAndTakesTheFirstIndexes() {
        Vocabulary vocabulary = Vocabulary.builder()
                .elementName(new Name("p", "urn:p", "r"))
                .attributeName(new Name("", "", "a"))
                .attributeValue("one")
                .chunk("two")
                .build();
        Consumer<FastInfosetWriter> items = writer -> {
            writer.startElement("p", XmlName.of("urn:p", "r"));
            writer.attribute(A, "one");
            writer.text("two");
            writer.endElement();
        };
        String rest = "78 CF 81 81 F0 00 00 80 F0 A0 FF";
        assertOctets(
                "E0000001 20 03 9B 00 00 70 00 04 75726E3A70 01 00 72 00 61 00 02 6F6E65 00 02 74776F"
                        + "00 03 01 01 00 00 00 01" + rest,
                FastInfosetWriteOptions.DEFAULT.withVocabulary(vocabulary),
                items);
        assertOctets(
                "E0000001 20 10 00 05 75726E3A766F" + rest,
                FastInfosetWriteOptions.DEFAULT.withExternalVocabulary("urn:vo", vocabulary),
                items);
    }

    @Test
    void whatNoDocumentCanHoldIsRefused() {
        assertThrows(XmlException.class, () -> assertContent("", writer -> writer.text("a\u0001b")));
        assertThrows(XmlException.class, () -> assertContent("", writer -> writer.text("\ud800b")));
        assertThrows(XmlException.class, () -> assertContent("", writer -> writer.comment("a--b")));
        assertThrows(XmlException.class, () -> assertContent("", writer -> writer.startElement(XmlName.of("1"))));
        assertThrows(
                XmlException.class,
                () -> assertContent("", writer -> {
                    writer.attribute(A, "1");
                    writer.attribute(A, "2");
                }));
        assertThrows(
                XmlException.class,
                () -> assertContent("", writer -> {
                    writer.attribute("p", XmlName.of("urn:p", "a"), "1");
                    writer.attribute("q", XmlName.of("urn:p", "a"), "2");
                }));
        assertThrows(
                XmlException.class,
                () -> assertContent("", writer -> {
                    writer.endElement();
                    writer.startElement(R);
                }));
        assertThrows(XmlException.class, () -> octets(FastInfosetWriteOptions.DEFAULT, writer -> writer.text("x")));
        assertThrows(
                XmlException.class, () -> octets(FastInfosetWriteOptions.DEFAULT, writer -> writer.startElement(R)));
        assertThrows(
                UnsupportedOperationException.class,
                () -> octets(FastInfosetWriteOptions.DEFAULT, writer -> writer.raw("<a/>")));
    }

    @Test
    void aPairMayBeSplitOverTwoTexts() {
        assertContent("92 01 F09F9880", writer -> {
            writer.text("\ud83d");
            writer.text("\ude00");
        });
    }
}
