package dev.weir.xml.writer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import dev.weir.xml.XmlDeclaration;
import dev.weir.xml.XmlDoctype;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.HangGuard;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.Recording;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/** Each option by what it changes, and every encoding by what readers make of it. */
class WriteOptionsTest {
    private static final XmlName A = XmlName.of("a");
    private static final XmlName B = XmlName.of("b");
    private static final XmlName X = XmlName.of("x");
    private static final WriteOptions DEFAULT = WriteOptions.DEFAULT;

    private interface Writing {
        void to(XmlWriter writer);
    }

    private static byte[] bytes(WriteOptions options, Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(bytes, options)) {
            writing.to(writer);
            writer.endDocument();
        }
        return bytes.toByteArray();
    }

    private static String written(WriteOptions options, Writing writing) {
        return new String(bytes(options, writing), Charset.forName(options.encoding()));
    }

    private static String inA(WriteOptions options, Writing content) {
        return written(options, writer -> {
            writer.startElement(A);
            content.to(writer);
            writer.endElement();
        });
    }

    private static void assertRefuses(String reason, WriteOptions options, Writing content) {
        XmlException refused = assertThrows(XmlException.class, () -> inA(options, content));
        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused::toString);
    }

    // Encodings

    private static final String TEXT = "a\u00e4\u20ac\u6f22\u5b57\ud83d\ude00<&>\"'\t\r\n\u0391z";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UTF-8",
                "US-ASCII",
                "ISO-8859-1",
                "UTF-16",
                "UTF-16LE",
                "UTF-16BE",
                "UTF-32",
                "windows-1252",
                "Shift_JIS",
                "ISO-2022-JP",
                "IBM1047",
                "GB18030"
            })
    void everyEncodingHoldsEveryText(String encoding) throws Exception {
        byte[] document = bytes(DEFAULT.withEncoding(encoding), writer -> {
            writer.startDocument();
            writer.startElement(A);
            writer.attribute(X, TEXT);
            writer.text(TEXT);
            writer.cdata("]]>" + TEXT);
            writer.endElement();
        });
        String content = TEXT + "]]>" + TEXT;

        Element jdk = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(withMark(encoding, document)))
                .getDocumentElement();
        assertEquals(TEXT, jdk.getAttribute("x"), "JDK");
        assertEquals(content, jdk.getTextContent(), "JDK");

        XMLInputFactory woodstox = (XMLInputFactory) Class.forName("com.ctc.wstx.stax.WstxInputFactory")
                .getDeclaredConstructor()
                .newInstance();
        XMLStreamReader reader = woodstox.createXMLStreamReader(new ByteArrayInputStream(withMark(encoding, document)));
        reader.nextTag();
        assertEquals(TEXT, reader.getAttributeValue(0), "Woodstox");
        assertEquals(content, reader.getElementText(), "Woodstox");
        assertEquals(XMLStreamConstants.END_DOCUMENT, reader.next(), "Woodstox");

        XmlReader weir = XmlReaders.open(document, 0, document.length, ReadOptions.DEFAULT.withEncoding(encoding));
        weir.next();
        assertEquals(TEXT, weir.attributeValue(0), "Weir");
        assertEquals(content, weir.elementText(), "Weir");
    }

    /** UTF-16LE and UTF-16BE have no mark of their own, but other readers want one. */
    private static byte[] withMark(String encoding, byte[] document) {
        boolean little = encoding.equals("UTF-16LE");
        if (!little && !encoding.equals("UTF-16BE")) {
            return document;
        }
        byte[] marked = new byte[document.length + 2];
        marked[little ? 0 : 1] = (byte) 0xFF;
        marked[little ? 1 : 0] = (byte) 0xFE;
        System.arraycopy(document, 0, marked, 2, document.length);
        return marked;
    }

    @ParameterizedTest
    @CsvSource({"US-ASCII,a&#xE4;&#x20AC;", "ISO-8859-1,a\u00e4&#x20AC;", "windows-1252,a\u00e4\u20ac"})
    void whatAnEncodingHasNoPlaceForIsAReference(String encoding, String expected) {
        WriteOptions options = DEFAULT.withEncoding(encoding);
        assertEquals("<a x=\"" + expected + "\">" + expected + "</a>", inA(options, writer -> {
            writer.attribute(X, "a\u00e4\u20ac");
            writer.text("a\u00e4\u20ac");
        }));
        assertEquals("<a><![CDATA[x]]>&#x6F22;<![CDATA[y]]></a>", inA(options, writer -> writer.cdata("x\u6f22y")));
        assertEquals("<a>&#x1F600;</a>", inA(options, writer -> writer.text("\ud83d\ude00")));
        assertRefuses(encoding, options, writer -> writer.comment("\u6f22"));
        assertRefuses(encoding, options, writer -> writer.processingInstruction("p", "\u6f22"));
        assertRefuses(encoding, options, writer -> writer.processingInstruction("\u6f22", ""));
        assertRefuses(encoding, options, writer -> writer.startElement(XmlName.of("\u6f22")));
        assertRefuses(encoding, options, writer -> writer.attribute(XmlName.of("\u6f22"), ""));
        assertRefuses(encoding, options, writer -> writer.raw("\u6f22"));
    }

    @Test
    void anUnknownEncodingIsRefused() {
        assertRefuses("EBCDIC-XY", DEFAULT.withEncoding("EBCDIC-XY"), writer -> {});
    }

    @Test
    void aWriterTakesCharacters() {
        StringWriter target = new StringWriter();
        try (XmlWriter writer = XmlWriters.open(target, DEFAULT.withEncoding("US-ASCII"))) {
            writer.startElement(A);
            writer.text("\u20ac\u00e4");
            assertThrows(UnsupportedOperationException.class, () -> writer.raw(new byte[1], 0, 1));
            writer.endElement();
            writer.endDocument();
        }
        assertEquals("<a>&#x20AC;&#xE4;</a>", target.toString());
        target.getBuffer().setLength(0);
        try (XmlWriter writer = XmlWriters.open(target, DEFAULT)) {
            writer.startElement(A);
            writer.text(TEXT.repeat(2_000));
            writer.endElement();
        }
        assertEquals(inA(DEFAULT, writer -> writer.text(TEXT.repeat(2_000))), target.toString());
    }

    // XML 1.1

    @Test
    void inXml11ControlCharactersAreReferences() {
        WriteOptions options = DEFAULT.withXml11(true);
        String controls = "\u0001\u001f\u007f\u0080\u0085\u009f\u2028\ufffd";
        assertEquals(
                "<?xml version=\"1.1\" encoding=\"UTF-8\"?><a>&#x1;&#x1F;&#x7F;&#x80;&#x85;&#x9F;&#x2028;\ufffd</a>",
                written(options, writer -> {
                    writer.startDocument();
                    writer.startElement(A);
                    writer.text(controls);
                    writer.endElement();
                }));
        assertRefuses("U+0000", options, writer -> writer.text("\u0000"));
        assertRefuses("U+0001", options, writer -> writer.comment("\u0001"));
        assertRefuses("U+0085", options, writer -> writer.comment("\u0085"));
        byte[] document = bytes(DEFAULT, writer -> {
            writer.startDocument(new XmlDeclaration("1.1", null, true));
            writer.startElement(A);
            writer.text(controls);
            writer.cdata(controls);
            writer.endElement();
        });
        XmlReader reader = XmlReaders.open(document);
        reader.next();
        assertEquals(controls + controls, reader.elementText());
    }

    @Test
    void inXml11APrefixCanBeUndeclared() {
        WriteOptions options = DEFAULT.withXml11(true);
        XmlName inU = XmlName.of("u", "x");
        assertEquals(
                "<p:x xmlns:p=\"u\"><a xmlns:p=\"\"><p:x xmlns:p=\"u\"/></a><p:x/></p:x>", written(options, writer -> {
                    writer.startElement("p", inU);
                    writer.startElement(A);
                    writer.namespace("p", "");
                    writer.namespace("p", "");
                    writer.namespace("q", "");
                    writer.startElement("p", inU);
                    writer.endElement();
                    writer.endElement();
                    writer.startElement(inU);
                    writer.endElement();
                    writer.endElement();
                }));
        assertEquals(
                "<p:x xmlns:p=\"u\"><a xmlns:p=\"\" xmlns:ns1=\"u\" ns1:x=\"\"/></p:x>", written(options, writer -> {
                    writer.startElement("p", inU);
                    writer.startElement(A);
                    writer.namespace("p", "");
                    writer.attribute(inU, "");
                    writer.endElement();
                    writer.endElement();
                }));
        assertRefuses("on this element", options, writer -> {
            writer.startElement("p", inU);
            writer.namespace("p", "");
        });
        assertRefuses("xml", options, writer -> writer.namespace("xml", ""));
        assertRefuses("no namespace", options, writer -> writer.prefixFor(""));
        assertRefuses("no namespace", DEFAULT, writer -> writer.namespace("p", ""));

        byte[] document = bytes(options, writer -> {
            writer.startDocument();
            writer.startElement("p", inU);
            writer.startElement(A);
            writer.namespace("p", "");
            writer.endElement();
            writer.endElement();
        });
        assertEquals(
                new String(document, StandardCharsets.UTF_8).replaceFirst("<\\?.*\\?>", ""),
                written(options, writer -> {
                    XmlReader reader = XmlReaders.open(document);
                    reader.next();
                    writer.copy(reader);
                }));
    }

    // Declaration and document type

    @Test
    void theDeclarationIsAsTheCallerWants() {
        WriteOptions single = DEFAULT.withApostrophes(true);
        Writing empty = writer -> {
            writer.startElement(A);
            writer.endElement();
        };
        assertEquals("<?xml version='1.0' encoding='UTF-8'?><a/>", written(single, writer -> {
            writer.startDocument();
            empty.to(writer);
        }));
        assertEquals("<?xml version=\"1.0\" standalone=\"no\"?><a/>", written(DEFAULT, writer -> {
            writer.startDocument(new XmlDeclaration("1.0", null, false));
            empty.to(writer);
        }));
        XmlException refused = assertThrows(
                XmlException.class,
                () -> written(DEFAULT, writer -> writer.startDocument(new XmlDeclaration("1.0", "ISO-8859-1", null))));
        assertTrue(String.valueOf(refused.getMessage()).contains("ISO-8859-1"));
    }

    @Test
    void aDocumentTypeIsWrittenFromItsParts() {
        assertEquals("<!DOCTYPE a PUBLIC \"p\" 's\"s' [<!ELEMENT a ANY>]><a>&e;</a>", written(DEFAULT, writer -> {
            writer.doctype(new XmlDoctype("a", "p", "s\"s", "<!ELEMENT a ANY>"));
            writer.startElement(A);
            writer.entityReference("e");
            writer.endElement();
        }));
        for (XmlDoctype bad : List.of(
                new XmlDoctype("1", null, null, null),
                new XmlDoctype("a", "p", null, null),
                new XmlDoctype("a", null, "\"'", null))) {
            assertThrows(XmlException.class, () -> written(DEFAULT, writer -> writer.doctype(bad)));
        }
        assertRefuses("before", DEFAULT, writer -> writer.doctype(new XmlDoctype("a", null, null, null)));
    }

    // Content

    @Test
    void carriageReturnsAreKeptUnlessToldOtherwise() {
        assertEquals("<a x=\"&#xD;\">&#xD;</a>", inA(DEFAULT, writer -> {
            writer.attribute(X, "\r");
            writer.text("\r");
        }));
        assertEquals("<a x=\"\r\">\r</a>", inA(DEFAULT.withEscapingCr(false), writer -> {
            writer.attribute(X, "\r");
            writer.text("\r");
        }));
        assertEquals("<a><!--\r--><?p \r?><![CDATA[\r]]></a>", inA(DEFAULT.withLosingCr(true), writer -> {
            writer.comment("\r");
            writer.processingInstruction("p", "\r");
            writer.cdata("\r");
        }));
    }

    @Test
    void aGreaterThanSignIsEscapedWhereItMustBe() {
        WriteOptions options = DEFAULT.withEscapingGt(false);
        String filling = "some text that is long enough ";
        for (String text : List.of(">", "a>b", "]>", "]]>", filling + "]]>", filling + "a>b" + filling + "]]>")) {
            String document = inA(options, writer -> writer.text(text));
            XmlReader reader = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8));
            reader.next();
            assertEquals(text, reader.elementText());
            assertEquals(text.contains("a>b"), document.contains("a>b"));
        }
        assertEquals("<a>]]&gt;</a>", inA(options, writer -> {
            writer.text("]]");
            writer.text(">");
        }));
    }

    @Test
    void emptyElementsLookAsTold() {
        Writing nothing = writer -> {};
        assertEquals("<a/>", inA(DEFAULT, nothing));
        assertEquals("<a />", inA(DEFAULT.withSpaceInEmpty(true), nothing));
        assertEquals("<a></a>", inA(DEFAULT.withCollapsingEmpty(false), nothing));
    }

    @Test
    void whatEndsASectionEarlyIsSplitMendedOrRefused() {
        assertRefuses("]]>", DEFAULT.withSplittingCData(false), writer -> writer.cdata("a]]>b"));
        WriteOptions mending = DEFAULT.withMendingComments(true);
        assertEquals("<a><!--a- -b- - - --></a>", inA(mending, writer -> writer.comment("a--b---")));
        WriteOptions unchecked = DEFAULT.withCheckingContent(false);
        assertEquals("<a><!----><?p ?>?><![CDATA[]]>]]></a>", inA(unchecked, writer -> {
            writer.comment("");
            writer.processingInstruction("p", "?>");
            writer.cdata("]]>");
        }));
    }

    @Test
    void itemsAreIndentedButNotTextAndWhatIsMixed() {
        WriteOptions options = DEFAULT.withIndent("  ");
        assertEquals("""
                <?xml version="1.0" encoding="UTF-8"?>
                <!--c-->
                <a>
                  <b>text</b>
                  <b/>
                  <b>
                    <x/>
                    <!--in-->
                  </b>
                  <b>mixed<x/><!--in--><x><a/></x></b>
                  <?p d?>
                </a>""", written(options, writer -> {
            writer.startDocument();
            writer.comment("c");
            writer.startElement(A);
            writer.element(B, "text");
            writer.startElement(B);
            writer.endElement();
            writer.startElement(B);
            writer.startElement(X);
            writer.endElement();
            writer.comment("in");
            writer.endElement();
            writer.startElement(B);
            writer.text("mixed");
            writer.startElement(X);
            writer.endElement();
            writer.comment("in");
            writer.startElement(X);
            writer.startElement(A);
            writer.endElement();
            writer.endElement();
            writer.endElement();
            writer.processingInstruction("p", "d");
            writer.endElement();
        }));
        XmlName space = XmlName.of("http://www.w3.org/XML/1998/namespace", "space");
        assertEquals("<a xml:space=\"preserve\"><b><x/></b></a>", inA(options, writer -> {
            writer.attribute("xml", space, "preserve");
            writer.startElement(B);
            writer.startElement(X);
            writer.endElement();
            writer.endElement();
        }));
        assertThrows(IllegalArgumentException.class, () -> DEFAULT.withIndent("x"));
    }

    @Test
    void aReplacementStandsForWhatNoDocumentCanHold() {
        WriteOptions options = DEFAULT.withReplacement(c -> c == 0xFFFF ? '<' : '?');
        assertEquals("<a x=\"?&#x3C;\">?&#x3C;<!--?<--></a>", inA(options, writer -> {
            writer.attribute(X, "\u0001\uffff");
            writer.text("\u0001\uffff");
            writer.comment("\u0001\uffff");
        }));
    }

    // Checks

    @Test
    void eachCheckCanBeSwitchedOff() {
        assertEquals("<a><1 b/></a>", inA(DEFAULT.withCheckingNames(false), writer -> {
            writer.startElement(XmlName.of("1 b"));
            writer.endElement();
        }));
        assertEquals("<a><p:b/></a>", inA(DEFAULT.withNamespaces(false), writer -> {
            writer.startElement(XmlName.of("p:b"));
            writer.endElement();
        }));
        assertEquals("<a>\u0001\uffff</a>", inA(DEFAULT.withCheckingCharacters(false), w -> w.text("\u0001\uffff")));
        assertEquals("<a x=\"\" x=\"\"/>", inA(DEFAULT.withCheckingAttributes(false), writer -> {
            writer.attribute(X, "");
            writer.attribute(X, "");
        }));
        assertEquals("<a/>text<b/>", written(DEFAULT.withCheckingStructure(false), writer -> {
            writer.startElement(A);
            writer.endElement();
            writer.text("text");
            writer.startElement(B);
            writer.endElement();
        }));
    }

    @Test
    void anAttributeThatComesTwiceIsFoundAmongFewAndMany() {
        for (int count : new int[] {1, 2, 11, 12, 13, 14, 40, 1000}) {
            assertRefuses("already", DEFAULT, writer -> {
                for (int i = 0; i < count; i++) {
                    writer.attribute(XmlName.of("a" + i), "");
                }
                writer.attribute(XmlName.of("a" + count / 2), "");
            });
            String document = inA(DEFAULT, writer -> {
                for (int element = 0; element < 2; element++) {
                    writer.startElement(B);
                    for (int i = 0; i < count; i++) {
                        writer.attribute(XmlName.of("a" + i), "");
                    }
                    writer.endElement();
                }
            });
            assertEquals(2, document.split("a" + (count - 1) + "=").length - 1);
        }
    }

    @Test
    void anAttributeThatComesTwiceIsFoundUnderAnotherPrefix() {
        for (int count : new int[] {1, 2, 7, 8, 9, 30}) {
            for (int same = 0; same < count; same++) {
                String twice = "a" + same;
                assertRefuses("already", DEFAULT, writer -> {
                    for (int i = 0; i < count; i++) {
                        writer.attribute("p", XmlName.of("u", "a" + i), "");
                    }
                    writer.attribute("p", XmlName.of("u", "b"), "");
                    writer.attribute("q", XmlName.of("u", twice), "");
                });
            }
        }
        inA(DEFAULT, writer -> {
            for (String uri : List.of("u", "v")) {
                writer.startElement(B);
                for (int i = 0; i < 20; i++) {
                    writer.attribute("p", XmlName.of(uri, "a" + i), "");
                }
                writer.endElement();
            }
        });
    }

    @Test
    void noAttributeIsTakenForAnotherOne() {
        String document = inA(DEFAULT, writer -> {
            for (int i = 0; i < 20_000; ) {
                writer.startElement(B);
                for (int end = i + 12; i < end; i++) {
                    writer.attribute(XmlName.of("a" + i), "");
                }
                writer.endElement();
            }
        });
        assertEquals(20_004, document.chars().filter(c -> c == '=').count());
    }

    @Test
    void manyAttributesWhoseNamesHaveOneHashStayCheap() {
        String document = HangGuard.get(() -> inA(DEFAULT, writer -> {
            for (int i = 0; i < 1 << 15; i++) {
                StringBuilder name = new StringBuilder();
                for (int bit = 0; bit < 15; bit++) {
                    name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
                }
                writer.attribute(XmlName.of(name.toString()), "");
            }
        }));
        assertEquals(1 << 15, document.chars().filter(c -> c == '=').count());
    }

    // The end

    @Test
    void theEndClosesWhatItIsToldToClose() {
        assertEquals("<a><b>x</b></a>", written(DEFAULT.withClosingElements(true), writer -> {
            writer.startElement(A);
            writer.startElement(B);
            writer.text("x");
        }));
        for (boolean closing : new boolean[] {false, true}) {
            boolean[] closed = {false};
            OutputStream target = new ByteArrayOutputStream() {
                @Override
                public void close() throws IOException {
                    closed[0] = true;
                }
            };
            XmlWriter writer = XmlWriters.open(target, DEFAULT.withClosingTarget(closing));
            writer.startElement(A);
            writer.close();
            writer.close();
            writer.flush();
            assertEquals(closing, closed[0]);
            assertThrows(IllegalStateException.class, () -> writer.text("x".repeat(100)));
            assertThrows(IllegalStateException.class, () -> writer.startElement(B));
        }
    }

    // Values, raw markup

    @Test
    void valuesAreWrittenAsSchemaHasThem() {
        assertEquals(
                "<a i=\"-1\" l=\"9223372036854775807\" d=\"1.5E0\" f=\"1.0E-1\" b=\"true\" n=\"0.10\" x=\"AQID\">"
                        + "1.0E-1;01AF;1 2 3;-1;1.0E-1;1.0E0 INF;xyz</a>",
                inA(DEFAULT, writer -> {
                    writer.attribute(XmlName.of("i"), -1);
                    writer.attribute(XmlName.of("l"), Long.MAX_VALUE);
                    writer.attribute(XmlName.of("d"), 1.5);
                    writer.attribute(XmlName.of("f"), 0.1f);
                    writer.attribute(XmlName.of("b"), true);
                    writer.attribute(XmlName.of("n"), new BigDecimal("0.10"));
                    writer.base64Attribute(X, new byte[] {0, 1, 2, 3}, 1, 3);
                    writer.text(0.1f);
                    writer.text(";");
                    writer.hexBinary(new byte[] {1, (byte) 0xAF}, 0, 2);
                    writer.text(";");
                    writer.list(new int[] {0, 1, 2, 3}, 1, 3);
                    writer.text(";");
                    writer.list(new long[] {-1}, 0, 1);
                    writer.text(";");
                    writer.list(new float[] {0.1f}, 0, 1);
                    writer.text(";");
                    writer.list(new double[] {1, Double.POSITIVE_INFINITY}, 0, 2);
                    writer.text(";wxyz".toCharArray(), 0, 1);
                    writer.text(";wxyz".toCharArray(), 2, 3);
                }));
    }

    @Test
    void base64IsTheSameAtEveryFillOfTheBuffer() {
        byte[] value = new byte[3 * ValueWriter.OCTETS];
        new Random(TestSeed.of(WriteOptionsTest.class)).nextBytes(value);
        for (int length = 0; length <= value.length - 5; length += 1 + length % 7) {
            assertBase64(value, length, length % 64, DEFAULT.withBufferBytes(64));
            assertBase64(value, length, length % 64, DEFAULT.withEncoding("UTF-16LE"));
        }
        for (int pieces = 1; pieces <= 2; pieces++) {
            for (int length = pieces * ValueWriter.OCTETS - 3; length <= pieces * ValueWriter.OCTETS + 3; length++) {
                for (int bufferBytes = 1; bufferBytes <= 1200; bufferBytes += 31) {
                    assertBase64(value, length, bufferBytes * 7 % 50, DEFAULT.withBufferBytes(bufferBytes));
                }
                for (int fill = 0; fill <= DEFAULT.bufferBytes(); fill += 1 + fill % 11) {
                    assertBase64(value, length, fill, DEFAULT);
                }
            }
        }
    }

    private static void assertBase64(byte[] value, int length, int fill, WriteOptions options) {
        String digits = Base64.getEncoder().encodeToString(Arrays.copyOfRange(value, 5, 5 + length));
        String before = "x".repeat(fill);
        assertEquals("<a>" + before + digits + ";" + digits + "</a>", inA(options, writer -> {
            writer.text(before);
            writer.base64(value, 5, length);
            writer.text(";");
            writer.base64(value, 5, length);
        }));
    }

    @Test
    void rawMarkupIsNotTouched() {
        byte[] utf8 = "<c/>\u00e4".getBytes(StandardCharsets.UTF_8);
        assertEquals("<a><b/>&amp;\u6f22\ud83d\ude00<c/>\u00e4</a>", inA(DEFAULT, writer -> {
            writer.raw("<b/>&amp;\u6f22\ud83d\ude00");
            writer.raw(utf8, 0, utf8.length);
        }));
        byte[] latin = "\u00e4".getBytes(StandardCharsets.ISO_8859_1);
        assertEquals("<a>\u00fc\u00e4\u00fc</a>", inA(DEFAULT.withEncoding("ISO-8859-1"), writer -> {
            writer.text("\u00fc");
            writer.raw(latin, 0, 1);
            writer.raw("\u00fc");
        }));
        assertRefuses("U+D800", DEFAULT, writer -> writer.raw("\ud800x"));
        assertEquals("<all/>", written(DEFAULT, writer -> writer.raw("<all/>")));
    }

    // Buffers

    @Test
    void everyTextPassesEveryBuffersEdge() {
        Random random = new Random(7);
        String[] pieces = {"x", "\u00e4", "\u6f22", "\ud83d\ude00", "&", "]]>", "\r", "plain text", "\n"};
        for (int bufferBytes = 1; bufferBytes <= 112; bufferBytes += bufferBytes < 62 ? 10 : 3) {
            WriteOptions small = DEFAULT.withBufferBytes(bufferBytes);
            for (int length = 0; length <= 40; length++) {
                StringBuilder text = new StringBuilder();
                while (text.length() < length) {
                    text.append(pieces[random.nextInt(pieces.length)]);
                }
                String padding = "p".repeat(random.nextInt(bufferBytes));
                Writing writing = writer -> {
                    writer.startElement("prefix", XmlName.of("urn:n", "an-element-with-a-long-name"));
                    writer.attribute(XmlName.of("an-attribute-with-a-long-name"), padding + text);
                    writer.text(padding);
                    writer.text(text.toString());
                    writer.startElement(B);
                    writer.text(Long.MIN_VALUE);
                    writer.text(Double.MIN_NORMAL);
                    writer.endElement();
                    writer.cdata(text.toString().replace("\r", ""));
                    writer.text((text + padding).toCharArray(), 0, text.length() + padding.length());
                    writer.comment(padding);
                    writer.startElement(B);
                    writer.endElement();
                    writer.endElement();
                };
                assertEquals(written(DEFAULT, writing), written(small, writing));
                assertEquals(
                        written(DEFAULT.withEncoding("US-ASCII"), writing),
                        written(small.withEncoding("US-ASCII"), writing));
            }
        }
    }

    @Test
    void theTargetNeverGetsMoreThanTheBufferHolds() {
        for (int bufferBytes = 1; bufferBytes <= 80; bufferBytes++) {
            int most = bufferBytes;
            ByteArrayOutputStream checked = new ByteArrayOutputStream() {
                @Override
                public synchronized void write(byte[] bytes, int offset, int length) {
                    assertTrue(length <= most, length + " bytes at once, of " + most);
                    super.write(bytes, offset, length);
                }
            };
            try (XmlWriter writer = XmlWriters.open(checked, DEFAULT.withBufferBytes(bufferBytes))) {
                writer.startElement(A);
                writer.text("\u6f22".repeat(100));
                writer.flush();
                writer.text(-1.5e-300);
                writer.endElement();
                writer.endDocument();
            }
            assertEquals("<a>" + "\u6f22".repeat(100) + "-1.5E-300</a>", checked.toString(StandardCharsets.UTF_8));
        }
        assertThrows(IllegalArgumentException.class, () -> DEFAULT.withBufferBytes(0));
    }

    @Test
    void aSurrogatePairMayBeSplitOverTwoTextsButNotLeftHalf() {
        for (int padding = 40; padding < 80; padding++) {
            String before = "x".repeat(padding);
            WriteOptions small = DEFAULT.withBufferBytes(64);
            assertEquals("<a>" + before + "\ud83d\ude00y</a>", inA(small, writer -> {
                writer.text(before + "\ud83d");
                writer.text("\ude00y");
            }));
            assertEquals("<a>" + before + "&#x1F600;</a>", inA(small.withEncoding("US-ASCII"), writer -> {
                writer.text((before + "\ud83d").toCharArray(), 0, before.length() + 1);
                writer.text(new char[] {'\ude00'}, 0, 1);
            }));
        }
        // Texts longer than what is looked at in one go, with a pair on every edge.
        for (int length = 500; length < 520; length++) {
            String text = "x".repeat(length) + "\ud83d\ude00".repeat(300);
            assertEquals("<a>" + text + "</a>", inA(DEFAULT, writer -> writer.text(text)));
        }
        for (Writing next : List.<Writing>of(
                w -> w.text("x"),
                w -> w.text(1),
                w -> w.startElement(B),
                w -> w.comment(""),
                w -> w.cdata("\ude00"),
                w -> w.raw("\ude00"),
                w -> {})) {
            assertRefuses("U+D83D", DEFAULT, writer -> {
                writer.text("a\ud83d");
                next.to(writer);
            });
        }
        assertRefuses("U+DE00", DEFAULT, writer -> writer.text("a\ude00"));
        assertRefuses("U+D83D", DEFAULT, writer -> writer.attribute(X, "a\ud83d"));
    }

    @Test
    void shortTextsAreEscapedWhereverTheSpecialCharacterStands() {
        WriteOptions lenient = DEFAULT.withEscapingGt(false).withEscapingCr(false);
        for (String special : List.of("<", "&", ">", "\r", "\t", "\n", "\u007f", "\u00e4", "\u013c", "\u6f22", "\"")) {
            for (int length = 1; length <= 26; length++) {
                for (int at = 0; at < length; at++) {
                    String text = "abcdefghijklmnopqrstuvwxyz".substring(0, length - 1);
                    String before = text.substring(0, at);
                    String after = text.substring(at);
                    String all = before + special + after;
                    String inText = switch (special) {
                        case "<" -> "&lt;";
                        case "&" -> "&amp;";
                        case ">" -> "&gt;";
                        case "\r" -> "&#xD;";
                        default -> special;
                    };
                    String inValue = switch (special) {
                        case ">" -> ">";
                        case "\t" -> "&#x9;";
                        case "\n" -> "&#xA;";
                        case "\"" -> "&quot;";
                        default -> inText;
                    };
                    assertEquals(
                            "<a x=\"" + before + inValue + after + "\">" + before + inText + after + "</a>",
                            inA(DEFAULT, writer -> {
                                writer.attribute(X, all);
                                writer.text(all);
                            }));
                    // Brackets may have come before this text.
                    boolean mayEndSection = special.equals(">") && at == 0;
                    boolean escaped = special.equals("<") || special.equals("&") || mayEndSection;
                    assertEquals(
                            "<a>" + before + (escaped ? inText : special) + after + "</a>",
                            inA(lenient, writer -> writer.text(all)));
                }
            }
        }
        for (String forbidden : List.of("\u0000", "\u001f", "\ufffe", "\udc00", "\ud800x")) {
            for (int at = 0; at < 26; at++) {
                String text = "x".repeat(at) + forbidden + "x".repeat(25 - at);
                assertRefuses("U+", DEFAULT, writer -> writer.text(text));
                assertRefuses("U+", DEFAULT, writer -> writer.attribute(X, text));
            }
        }
    }

    @Test
    void longTextsAreEscapedWhereverTheSpecialCharacterStands() {
        String filling = "abcdefgh".repeat(70);
        StringBuilder expected = new StringBuilder();
        for (String special : List.of("<", "&", ">", "\r", "\t", "\u00e4", "\u6f22", "\"")) {
            for (int at = 0; at < 300; at++) {
                String text = filling.substring(0, at) + special + filling.substring(at);
                expected.setLength(0);
                expected.append(text);
                replace(expected, "&", "&amp;");
                replace(expected, "<", "&lt;");
                replace(expected, ">", "&gt;");
                replace(expected, "\r", "&#xD;");
                assertEquals("<a>" + expected + "</a>", inA(DEFAULT, writer -> writer.text(text)));
            }
        }
        String escapes = "<&>\"".repeat(5_000);
        String document = inA(DEFAULT, writer -> {
            writer.attribute(X, escapes);
            writer.text(escapes);
        });
        XmlReader reader = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8));
        reader.next();
        assertEquals(escapes, reader.attributeValue(0));
        assertEquals(escapes, reader.elementText());
        assertArrayEquals(document.getBytes(StandardCharsets.UTF_8), bytes(DEFAULT.withBufferBytes(200), writer -> {
            writer.startElement(A);
            writer.attribute(X, escapes);
            writer.text(escapes);
            writer.endElement();
        }));
    }

    private static void replace(StringBuilder text, String what, String by) {
        int at = text.indexOf(what);
        if (at >= 0) {
            text.replace(at, at + what.length(), by);
        }
    }

    @Test
    void aNameLongerThanTheBufferIsTranscodedWhole() {
        String name = "\u6f22x".repeat(60);
        for (String encoding : new String[] {"UTF-16", "GB18030", "UTF-8"}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (XmlWriter writer = XmlWriters.open(
                    bytes, WriteOptions.DEFAULT.withEncoding(encoding).withBufferBytes(64))) {
                writer.startDocument();
                writer.startElement(XmlName.of(name));
                writer.text("t");
                writer.endElement();
                writer.endDocument();
            }
            assertEquals(
                    List.of("start " + name + "  []", "text t", "end " + name),
                    Recording.of(XmlReaders.open(bytes.toByteArray())),
                    encoding);
        }
    }
}
