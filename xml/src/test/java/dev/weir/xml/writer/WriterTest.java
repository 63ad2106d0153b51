package dev.weir.xml.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.HangGuard;
import dev.weir.xml.reader.Recording;
import dev.weir.xml.reader.WellFormed;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.tree.XmlTreeWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The writer of bytes and the writer of trees obey the same rules. */
class WriterTest {
    private static final XmlName A = XmlName.of("a");
    private static final XmlName B = XmlName.of("b");
    private static final XmlName UA = XmlName.of("u", "a");
    private static final XmlName UB = XmlName.of("u", "b");
    private static final XmlName VX = XmlName.of("v", "x");

    private interface Writing {
        void to(XmlWriter writer);
    }

    private static String text(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(bytes)) {
            writing.to(writer);
            writer.endDocument();
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String tree(Writing writing) {
        XmlTreeWriter writer = new XmlTreeWriter();
        writing.to(writer);
        writer.endDocument();
        return text(writer.document()::write);
    }

    private static void assertWrites(String expected, Writing writing) {
        assertEquals(expected, text(writing));
        assertEquals(expected, tree(writing), "through a tree");
    }

    private static void assertRefuses(String reason, Writing writing) {
        for (boolean tree : new boolean[] {false, true}) {
            XmlException refused =
                    assertThrows(XmlException.class, () -> System.out.println(tree ? tree(writing) : text(writing)));
            assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused::toString);
        }
    }

    private static String inA(Writing content) {
        return text(writer -> {
            writer.startElement(A);
            content.to(writer);
            writer.endElement();
        });
    }

    @Test
    void elementsAttributesAndTextAreWrittenAsTheyCome() {
        assertWrites("<a><b x=\"1\">t</b><b/></a>", writer -> {
            writer.startElement(A);
            writer.startElement("", B);
            writer.attribute(XmlName.of("x"), "1");
            writer.text("t");
            writer.endElement();
            writer.startElement(B);
            writer.endElement();
            writer.endElement();
        });
        assertEquals("<?xml version=\"1.0\" encoding=\"UTF-8\"?><a/>", text(writer -> {
            writer.startDocument();
            writer.startElement(A);
            writer.endElement();
        }));
    }

    @Test
    void whatWouldBeReadAsSomethingElseIsEscaped() {
        assertWrites("<a x=\"&#x9;&#xA;&#xD;&lt;&amp;&quot;'>\">\t\n&#xD;&lt;&amp;\"'&gt;]]&gt;</a>", writer -> {
            writer.startElement(A);
            writer.attribute(XmlName.of("x"), "\t\n\r<&\"'>");
            writer.text("\t\n\r<&\"'>]]>");
            writer.endElement();
        });
        assertEquals("<a><![CDATA[<&]]]]><![CDATA[>]]>&#xD;<![CDATA[\n]]></a>", inA(w -> w.cdata("<&]]>\r\n")));
    }

    @Test
    void declarationsAreWrittenWhereTheyAreNotInScope() {
        assertWrites("<p:a xmlns:p=\"u\"><p:b/><b xmlns=\"u\"><a xmlns=\"\"/></b></p:a>", writer -> {
            writer.startElement("p", UA);
            writer.startElement("p", UB);
            writer.endElement();
            writer.startElement("", UB);
            writer.startElement("", A);
            writer.endElement();
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void aPrefixInScopeIsUsedAndElseAFreshOneIsMade() {
        assertWrites(
                "<ns1:a xmlns:ns1=\"u\" xmlns:ns2=\"v\" ns2:x=\"\" ns1:b=\"\"><ns1:b><ns3:x xmlns:ns3=\"w\"/></ns1:b></ns1:a>",
                writer -> {
                    writer.startElement(UA);
                    writer.attribute(VX, "");
                    writer.attribute(UB, "");
                    writer.startElement(UB);
                    writer.startElement(XmlName.of("w", "x"));
                    writer.endElement();
                    writer.endElement();
                    writer.endElement();
                });
    }

    @Test
    void theDefaultNamespaceIsNoneForAttributes() {
        assertWrites("<a xmlns=\"u\" xmlns:ns1=\"u\" ns1:b=\"1\" b=\"2\"/>", writer -> {
            writer.startElement("", UA);
            writer.attribute(UB, "1");
            writer.attribute(B, "2");
            writer.endElement();
        });
    }

    @Test
    void aShadowedPrefixIsNotUsed() {
        assertWrites("<p:a xmlns:p=\"u\"><p:x xmlns:p=\"v\"><ns1:a xmlns:ns1=\"u\"/></p:x><p:a/></p:a>", writer -> {
            writer.startElement("p", UA);
            writer.startElement("p", VX);
            writer.startElement(UA);
            writer.endElement();
            writer.endElement();
            writer.startElement(UA);
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void prefixesForContentAreFoundOrMade() {
        assertWrites("<p:a xmlns:p=\"u\" xmlns:ns1=\"v\">p:x ns1:y</p:a>", writer -> {
            writer.startElement("p", UA);
            String u = writer.prefixFor("u");
            String v = writer.prefixFor("v");
            writer.text(u + ":x " + v + ":y");
            writer.endElement();
        });
        assertEquals("<a>xml</a>", inA(w -> w.text(w.prefixFor("http://www.w3.org/XML/1998/namespace"))));
    }

    @Test
    void aDeclarationInScopeIsNotRepeated() {
        assertWrites("<a xmlns:p=\"u\"><p:b/></a>", writer -> {
            writer.startElement(A);
            writer.namespace("p", "u");
            writer.namespace("p", "u");
            writer.namespace("", "");
            writer.startElement("p", UB);
            writer.namespace("p", "u");
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void theXmlPrefixNeedsNoDeclaration() {
        XmlName lang = XmlName.of("http://www.w3.org/XML/1998/namespace", "lang");
        assertWrites("<a xml:lang=\"de\"><b xml:lang=\"en\"/></a>", writer -> {
            writer.startElement(A);
            writer.attribute("xml", lang, "de");
            writer.startElement(B);
            writer.attribute(lang, "en");
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void declarationsThatClashAreRefused() {
        assertRefuses("cannot also be bound to", writer -> {
            writer.startElement("p", UA);
            writer.namespace("p", "v");
        });
        assertRefuses("cannot also be bound to", writer -> {
            writer.startElement(A);
            writer.namespace("p", "u");
            writer.attribute("p", VX, "");
        });
        assertRefuses("cannot also be bound to", writer -> {
            writer.startElement("p", UA);
            writer.startElement("p", UB);
            writer.namespace("p", "v");
        });
        assertRefuses("cannot also be bound to", writer -> {
            writer.startElement(A);
            writer.namespace("", "u");
        });
        assertRefuses("no namespace", writer -> writer.startElement("p", A));
        assertRefuses("belong to each other", writer -> writer.startElement("xml", UA));
        assertRefuses("reserved", writer -> {
            writer.startElement(A);
            writer.namespace("xmlns", "u");
        });
    }

    @Test
    void aRefusedElementLeavesNoTrace() {
        assertWrites("<p:a xmlns:p=\"u\"><p:b/></p:a>", writer -> {
            writer.startElement("p", UA);
            assertThrows(XmlException.class, () -> writer.startElement("q", A));
            assertThrows(XmlException.class, () -> writer.startElement(XmlName.of("not a name")));
            writer.startElement("p", UB);
            writer.endElement();
            writer.endElement();
            assertThrows(XmlException.class, () -> writer.startElement(A));
        });
    }

    @Test
    void whatNoDocumentCanHoldIsRefused() {
        assertRefuses("name", writer -> writer.startElement(XmlName.of("1")));
        assertRefuses("name", writer -> writer.startElement(XmlName.of("a b")));
        assertRefuses("name", writer -> writer.startElement(XmlName.of("p:a")));
        assertRefuses("name", writer -> writer.startElement(XmlName.of("")));
        for (String bad : List.of("\u0000", "\u000b", "\ud800", "x\udc00", "\ud800\ud800", "\ufffe", "\uffff")) {
            assertRefuses("U+", writer -> {
                writer.startElement(A);
                writer.text(bad);
            });
            assertRefuses("U+", writer -> {
                writer.startElement(A);
                writer.attribute(B, bad);
            });
            assertRefuses("U+", writer -> writer.comment(bad));
            assertRefuses("U+", writer -> writer.processingInstruction("p", bad));
        }
        assertRefuses("comment", writer -> writer.comment("a--b"));
        assertRefuses("comment", writer -> writer.comment("a-"));
        assertRefuses("?>", writer -> writer.processingInstruction("p", "a?>b"));
        assertRefuses("xml", writer -> writer.processingInstruction("XML", ""));
        assertThrows(XmlException.class, () -> inA(w -> w.comment("a carriage return \r would not come back")));
    }

    @Test
    void nestingIsChecked() {
        assertRefuses("not closed", writer -> writer.startElement(A));
        assertRefuses("must hold an element", writer -> {});
        assertRefuses("no element is open", XmlWriter::endElement);
        assertRefuses("one element", writer -> {
            writer.startElement(A);
            writer.endElement();
            writer.startElement(B);
        });
        assertRefuses("outside", writer -> writer.text("x"));
        assertRefuses("right after startElement", writer -> {
            writer.startElement(A);
            writer.text("x");
            writer.attribute(B, "");
        });
        assertRefuses("already", writer -> {
            writer.startElement(A);
            writer.attribute(B, "");
            writer.attribute(B, "");
        });
        assertRefuses("already", writer -> {
            writer.startElement(A);
            for (int i = 0; i < 30; i++) {
                writer.attribute(XmlName.of("a" + i), "");
            }
            writer.attribute(XmlName.of("a29"), "");
        });
        assertThrows(
                XmlException.class,
                () -> text(writer -> {
                    writer.comment("first");
                    writer.startDocument();
                }));
    }

    @Test
    void typedValuesAreWrittenInTheirCanonicalForm() {
        assertWrites(
                "<a>0 -7 2147483647 -2147483648 9223372036854775807 -9223372036854775808 10 99 100"
                        + " 1.5E0 INF true false 1000 0.10 SGVsbG8= SGVsbA== SGVs </a>",
                writer -> {
                    writer.startElement(A);
                    for (int value : new int[] {0, -7, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                        writer.text(value);
                        writer.text(" ");
                    }
                    for (long value : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, 10, 99, 100}) {
                        writer.text(value);
                        writer.text(" ");
                    }
                    writer.text(1.5);
                    writer.text(" ");
                    writer.text(Double.POSITIVE_INFINITY);
                    writer.text(" ");
                    writer.text(true);
                    writer.text(" ");
                    writer.text(false);
                    writer.text(" ");
                    writer.text(new BigDecimal("1E3"));
                    writer.text(" ");
                    writer.text(new BigDecimal("0.10"));
                    byte[] hello = "xHellox".getBytes(StandardCharsets.US_ASCII);
                    for (int length = 5; length >= 3; length--) {
                        writer.text(" ");
                        writer.base64(hello, 1, length);
                    }
                    writer.text(" ");
                    writer.endElement();
                });
    }

    static final List<String> DOCUMENTS = WellFormed.DOCUMENTS;

    @ParameterizedTest
    @FieldSource("DOCUMENTS")
    void whatIsCopiedReadsTheSame(String document) {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        Writing copy = writer -> {
            XmlReader reader = XmlReaders.open(bytes);
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                writer.copy(reader);
            }
        };
        List<String> expected = Recording.of(XmlReaders.open(bytes));
        assertEquals(expected, Recording.of(XmlReaders.open(text(copy).getBytes(StandardCharsets.UTF_8))));
        assertEquals(expected, Recording.of(XmlReaders.open(tree(copy).getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void textOfAnyLengthPassesTheBuffersEdgeUnharmed() {
        for (int length = 8_100; length < 8_300; length++) {
            String padding = "x".repeat(length);
            String document = inA(writer -> {
                writer.text(padding);
                writer.text("\ud83d\ude00&\u6f22");
                writer.startElement("prefix", XmlName.of("urn:n", "name"));
                writer.attribute(B, "\"");
                writer.text(Long.MIN_VALUE);
                writer.endElement();
            });
            assertEquals(
                    "<a>" + padding + "\ud83d\ude00&amp;\u6f22<prefix:name xmlns:prefix=\"urn:n\" b=\"&quot;\">"
                            + "-9223372036854775808</prefix:name></a>",
                    document);
        }
    }

    @Test
    void aFailingTargetIsToldAsSuch() {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("the line is dead");
            }
        };
        XmlWriter writer = XmlWriters.open(failing);
        writer.startElement(A);
        assertThrows(UncheckedIOException.class, writer::flush);
    }

    @Test
    void hostileNestingOfPrefixesStaysCheap() {
        int depth = 20_000;
        String document = HangGuard.get(() -> text(writer -> {
            for (int i = 0; i < depth; i++) {
                writer.startElement("p", i % 2 == 0 ? UA : VX);
                writer.startElement(XmlName.of("w" + i % 2, "x"));
            }
            for (int i = 0; i < 2 * depth; i++) {
                writer.endElement();
            }
        }));
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        XmlReader reader = XmlReaders.open(bytes, 0, bytes.length, XmlLimits.DEFAULT.withMaxDepth(2 * depth));
        reader.next();
        reader.skipElement();
        assertEquals(XmlEvent.END_DOCUMENT, reader.next());
    }
}
