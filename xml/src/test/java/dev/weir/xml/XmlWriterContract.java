package dev.weir.xml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.xml.reader.Recording;
import dev.weir.xml.reader.XmlReaders;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The behaviour of every {@link XmlWriter}. An implementation is tested by a subclass that opens it and reads back what it
 * wrote, and that lists the features which the implementation lacks.
 */
public abstract class XmlWriterContract {
    /**
     * What some targets cannot hold; a writer without the feature refuses the items by UnsupportedOperationException, and has another
     * notation.
     */
    public enum Feature {
        /** Characters that are markup already. */
        RAW_MARKUP,
        /** References to entities that are not expanded. */
        ENTITY_REFERENCES,
        /** The document type declaration. */
        DOCTYPE,
        /** Names with characters beyond ASCII. */
        ALL_NAMES,
        /** The notation of a number of floating point. */
        NOTATION
    }

    /**
     * A writer, and a reader over what was written.
     *
     * @param result called once, after endDocument
     */
    public record Output(XmlWriter writer, Supplier<XmlReader> result) {}

    private static final String P = "urn:p";
    private static final XmlName A = XmlName.of("a");
    private static final XmlName B = XmlName.of("b");
    private static final XmlName PA = XmlName.of(P, "a");
    private static final XmlName PX = XmlName.of(P, "x");
    private static final XmlName X = XmlName.of("x");

    private final Set<Feature> lacking;

    protected XmlWriterContract(Feature... lacking) {
        this.lacking = EnumSet.noneOf(Feature.class);
        this.lacking.addAll(List.of(lacking));
    }

    protected abstract Output open();

    /** A number as its reader gets it: a writer of octets writes the number, which is read in the canonical notation. */
    private String notation(String plain, String canonical) {
        return has(Feature.NOTATION) ? plain : canonical;
    }

    private boolean has(Feature feature) {
        return !lacking.contains(feature);
    }

    private XmlReader written(Consumer<XmlWriter> document) {
        return write(document).result().get();
    }

    private Output write(Consumer<XmlWriter> document) {
        Output output = open();
        try (XmlWriter writer = output.writer()) {
            document.accept(writer);
            writer.endDocument();
        }
        return output;
    }

    private static XmlReader text(String document) {
        return XmlReaders.open(document.getBytes(StandardCharsets.UTF_8));
    }

    /** The items written are those of a document given as text. */
    private void assertWritten(String expected, Consumer<XmlWriter> document) {
        assertEquals(Recording.of(text(expected)), Recording.of(written(document)));
    }

    /** What the document's element contains, as text. */
    private void assertContent(String expected, Consumer<XmlWriter> content) {
        XmlReader reader = onRoot(writer -> {
            writer.startElement("", A);
            content.accept(writer);
            writer.endElement();
        });
        assertEquals(expected, reader.elementText());
    }

    private void assertAttribute(String expected, Consumer<XmlWriter> attribute) {
        XmlReader reader = onRoot(writer -> {
            writer.startElement("", A);
            attribute.accept(writer);
            writer.endElement();
        });
        assertEquals(1, reader.attributeCount());
        assertEquals(expected, reader.attributeValue(0));
    }

    /** A reader on the START_ELEMENT of the document's element. */
    private XmlReader onRoot(Consumer<XmlWriter> document) {
        XmlReader reader = written(document);
        while (reader.next() != XmlEvent.START_ELEMENT) {
            // the prolog
        }
        return reader;
    }

    /** What the writer refuses, at the latest when the document ends, as no document can hold it. */
    private void assertRefused(Consumer<XmlWriter> document) {
        XmlException refused = assertThrows(XmlException.class, () -> write(document));
        assertNotNull(refused.getMessage());
    }

    private void assertRefusedInside(Consumer<XmlWriter> content) {
        assertRefused(writer -> {
            writer.startElement("", A);
            content.accept(writer);
            writer.endElement();
        });
    }

    // The document

    @Test
    void aDocumentIsAnElement() {
        assertWritten("<a/>", writer -> {
            writer.startElement("", A);
            writer.endElement();
        });
    }

    @Test
    void aDocumentMayBeginWithItsDeclaration() {
        assertWritten("<a/>", writer -> {
            writer.startDocument();
            writer.startElement("", A);
            writer.endElement();
        });
        assertWritten("<a/>", writer -> {
            writer.startDocument(new XmlDeclaration("1.0", null, true));
            writer.startElement("", A);
            writer.endElement();
        });
    }

    @Test
    void itemsComeInTheOrderInWhichTheyAreWritten() {
        assertWritten("<!--1--><?p 2?><a>3<b>4</b><!--5-->6<?p 7?><b/>8</a><?p 9?><!--10-->", writer -> {
            writer.comment("1");
            writer.processingInstruction("p", "2");
            writer.startElement("", A);
            writer.text("3");
            writer.startElement("", B);
            writer.text("4");
            writer.endElement();
            writer.comment("5");
            writer.text("6");
            writer.processingInstruction("p", "7");
            writer.startElement("", B);
            writer.endElement();
            writer.text("8");
            writer.endElement();
            writer.processingInstruction("p", "9");
            writer.comment("10");
        });
    }

    @Test
    void nestingIsNotLimitedByTheStackOfTheThread() {
        int depth = 900;
        XmlReader reader = written(writer -> {
            for (int i = 0; i < depth; i++) {
                writer.startElement("", A);
            }
            for (int i = 0; i < depth; i++) {
                writer.endElement();
            }
        });
        int deepest = 0;
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            deepest = Math.max(deepest, reader.depth());
        }
        assertEquals(depth, deepest);
    }

    @Test
    void anElementThatIsNotClosedIsRefusedAtTheEnd() {
        assertRefused(writer -> {
            writer.startElement("", A);
            writer.startElement("", B);
            writer.endElement();
        });
    }

    @Test
    void aDocumentWithoutElementIsRefusedAtTheEnd() {
        assertRefused(writer -> {});
        assertRefused(writer -> writer.comment("nothing else"));
    }

    @Test
    void anEndWithoutStartIsRefused() {
        assertRefused(XmlWriter::endElement);
        assertRefused(writer -> {
            writer.startElement("", A);
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void aSecondElementAfterTheDocumentsElementIsRefused() {
        assertRefused(writer -> {
            writer.startElement("", A);
            writer.endElement();
            writer.startElement("", A);
            writer.endElement();
        });
    }

    @Test
    void textOutsideTheDocumentsElementIsRefusedUnlessItIsWhiteSpace() {
        assertRefused(writer -> {
            writer.text("x");
            writer.element("", A, "1");
        });
        assertRefused(writer -> {
            writer.element("", A, "1");
            writer.text("x");
        });
        assertWritten("<a>1</a>", writer -> {
            writer.text("\n");
            writer.element("", A, "1");
            writer.text("\n");
        });
    }

    @Test
    void aWriterMayBeClosedTwiceAndWithoutEnd() {
        for (int calls = 0; calls <= 3; calls++) {
            XmlWriter writer = open().writer();
            if (calls > 0) {
                writer.startElement("", A);
            }
            if (calls > 1) {
                writer.text("x");
            }
            if (calls > 2) {
                writer.endElement();
                writer.endDocument();
            }
            writer.close();
            writer.close();
        }
    }

    @Test
    void flushingInTheMiddleChangesNothing() {
        assertWritten("<a x='1'>one<b/></a>", writer -> {
            writer.flush();
            writer.startElement("", A);
            writer.attribute(X, "1");
            writer.text("one");
            writer.flush();
            writer.startElement("", B);
            writer.flush();
            writer.endElement();
            writer.endElement();
            writer.flush();
        });
    }

    // Names and namespaces

    @Test
    void aNamespaceIsDeclaredWhereItIsNotInScope() {
        assertWritten("<p:a xmlns:p='urn:p'><p:a p:x='1'/><b/></p:a>", writer -> {
            writer.startElement("p", PA);
            writer.startElement("p", PA);
            writer.attribute("p", PX, "1");
            writer.endElement();
            writer.startElement("", B);
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void aDeclarationEndsWithItsElement() {
        assertWritten("<a><p:a xmlns:p='urn:p'/><p:a xmlns:p='urn:p'/><p:b xmlns:p='urn:q'/></a>", writer -> {
            writer.startElement("", A);
            writer.startElement("p", PA);
            writer.endElement();
            writer.startElement("p", PA);
            writer.endElement();
            writer.startElement("p", XmlName.of("urn:q", "b"));
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void theDefaultNamespaceIsUndeclaredForAnElementInNone() {
        assertWritten("<a xmlns='urn:p'><b xmlns=''><a/></b></a>", writer -> {
            writer.startElement("", PA);
            writer.startElement("", B);
            writer.startElement("", A);
            writer.endElement();
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void aPrefixIsFoundForAnElementThatIsGivenNone() {
        XmlReader reader = onRoot(writer -> {
            writer.startElement(PA);
            writer.startElement(PA);
            writer.startElement(A);
            writer.endElement();
            writer.endElement();
            writer.endElement();
        });
        assertEquals(PA, reader.name());
        assertEquals(P, reader.lookupNamespace(reader.prefix()));
        assertEquals(1, reader.namespaceCount());
        reader.next();
        assertEquals(PA, reader.name());
        assertEquals(0, reader.namespaceCount());
        reader.next();
        assertEquals(A, reader.name());
        assertEquals("", reader.prefix());
    }

    @Test
    void declarationsMayBeAddedAndAreNotRepeated() {
        assertWritten("<a xmlns:p='urn:p' xmlns='urn:d'><b/></a>", writer -> {
            writer.startElement("", XmlName.of("urn:d", "a"));
            writer.namespace("p", P);
            writer.namespace("p", P);
            writer.namespace("", "urn:d");
            writer.startElement("", XmlName.of("urn:d", "b"));
            writer.namespace("p", P);
            writer.endElement();
            writer.endElement();
        });
    }

    @Test
    void theDefaultNamespaceMayBeUndeclared() {
        XmlReader reader = onRoot(writer -> {
            writer.startElement("p", PA);
            writer.namespace("", "urn:d");
            writer.startElement("p", PA);
            writer.namespace("", "");
            writer.endElement();
            writer.endElement();
        });
        assertEquals("urn:d", reader.lookupNamespace(""));
        reader.next();
        assertEquals(null, reader.lookupNamespace(""));
        assertEquals(P, reader.lookupNamespace("p"));
    }

    @Test
    void aPrefixBoundTwiceOnAnElementIsRefused() {
        assertRefused(writer -> {
            writer.startElement("p", PA);
            writer.namespace("p", "urn:q");
            writer.endElement();
        });
        assertRefusedInside(writer -> {
            writer.namespace("p", P);
            writer.attribute("p", XmlName.of("urn:q", "x"), "1");
        });
        assertRefusedInside(writer -> writer.namespace("", P));
    }

    @Test
    void reservedAndImpossibleBindingsAreRefused() {
        assertRefusedInside(writer -> writer.namespace("xmlns", P));
        assertRefusedInside(writer -> writer.namespace("xml", P));
        assertRefusedInside(writer -> writer.namespace("p", "http://www.w3.org/XML/1998/namespace"));
        assertRefusedInside(writer -> writer.namespace("p", "http://www.w3.org/2000/xmlns/"));
        assertRefusedInside(writer -> writer.namespace("p", ""));
        assertRefusedInside(writer -> writer.namespace("1p", P));
        assertRefusedInside(writer -> writer.namespace("p:q", P));
        assertRefusedInside(writer -> writer.startElement("p", B));
    }

    @Test
    void theXmlPrefixIsBoundEverywhere() {
        XmlReader reader = onRoot(writer -> {
            writer.startElement("", A);
            writer.attribute(XmlName.of("http://www.w3.org/XML/1998/namespace", "lang"), "en");
            writer.endElement();
        });
        assertEquals("xml", reader.attributePrefix(0));
        assertEquals(0, reader.namespaceCount());
    }

    @Test
    void declarationsAndAttributesBelongToAnOpenStartTag() {
        assertRefusedInside(writer -> {
            writer.text("x");
            writer.namespace("p", P);
        });
        assertRefusedInside(writer -> {
            writer.comment("x");
            writer.attribute(X, "1");
        });
        assertRefusedInside(writer -> {
            writer.element("", B, "1");
            writer.attribute(PX, 1);
        });
        assertRefused(writer -> writer.attribute(X, "1"));
        assertRefused(writer -> writer.namespace("p", P));
    }

    @Test
    void aPrefixForQNamesInContentIsBoundOrFresh() {
        List<String> prefixes = new ArrayList<>();
        XmlReader reader = onRoot(writer -> {
            writer.startElement("p", PA);
            prefixes.add(writer.prefixFor(P));
            prefixes.add(writer.prefixFor("urn:q"));
            prefixes.add(writer.prefixFor("urn:q"));
            writer.startElement("", B);
            prefixes.add(writer.prefixFor("urn:q"));
            writer.endElement();
            writer.endElement();
        });
        assertEquals("p", prefixes.get(0));
        assertNotEquals("", prefixes.get(1));
        assertEquals(prefixes.get(1), prefixes.get(2));
        assertEquals(prefixes.get(1), prefixes.get(3));
        assertEquals("urn:q", reader.lookupNamespace(prefixes.get(1)));
        assertRefusedInside(writer -> writer.prefixFor(""));
    }

    @Test
    void aNameThatNoDocumentCanHoldIsRefused() {
        for (String local : List.of("", "1a", "a b", "a:b", "a>", "-", "a\u0000")) {
            assertRefused(writer -> writer.element("", XmlName.of(local), "x"));
            assertRefused(writer -> writer.element("p", XmlName.of(P, local), "x"));
            assertRefusedInside(writer -> writer.attribute(XmlName.of(local), "x"));
            assertRefusedInside(writer -> writer.attribute("p", XmlName.of(P, local), "x"));
            assertRefusedInside(writer -> writer.processingInstruction(local, "x"));
        }
    }

    @Test
    void namesMayHoldAllTheirCharacters() {
        assertWritten("<a.-_1/>", writer -> {
            writer.startElement("", XmlName.of("a.-_1"));
            writer.endElement();
        });
        assumeTrue(has(Feature.ALL_NAMES));
        assertWritten("<\u00e9t\u00e9/>", writer -> {
            writer.startElement("", XmlName.of("\u00e9t\u00e9"));
            writer.endElement();
        });
    }

    // Attributes

    @Test
    void anAttributeInANamespaceGetsAPrefix() {
        XmlReader reader = onRoot(writer -> {
            writer.startElement("", A);
            writer.attribute(PX, "1");
            writer.attribute(X, "2");
            writer.attribute("q", XmlName.of("urn:q", "x"), "3");
            writer.endElement();
        });
        assertEquals(3, reader.attributeCount());
        assertEquals("1", reader.attributeValue(PX));
        assertEquals("2", reader.attributeValue(X));
        assertEquals("3", reader.attributeValue(XmlName.of("urn:q", "x")));
        assertEquals("q", reader.attributePrefix(reader.attributeIndex(XmlName.of("urn:q", "x"))));
        String prefix = reader.attributePrefix(reader.attributeIndex(PX));
        assertNotEquals("", prefix);
        assertEquals(P, reader.lookupNamespace(prefix));
    }

    @Test
    void theDefaultNamespaceIsNoneForAttributes() {
        XmlReader reader = onRoot(writer -> {
            writer.startElement("", PA);
            writer.attribute(PX, "1");
            writer.attribute(X, "2");
            writer.endElement();
        });
        assertEquals("", reader.prefix());
        assertNotEquals("", reader.attributePrefix(reader.attributeIndex(PX)));
        assertEquals("", reader.attributePrefix(reader.attributeIndex(X)));
    }

    @Test
    void theSameAttributeTwiceIsRefusedUnderAnyPrefix() {
        assertRefusedInside(writer -> {
            writer.attribute(X, "1");
            writer.attribute(X, "2");
        });
        assertRefusedInside(writer -> {
            writer.attribute("p", PX, "1");
            writer.attribute("q", PX, "2");
        });
        assertRefusedInside(writer -> {
            for (int i = 0; i < 40; i++) {
                writer.attribute("p", XmlName.of(P, "x" + i % 39), "1");
            }
        });
    }

    @Test
    void manyAttributesMayBeWritten() {
        XmlReader reader = onRoot(writer -> {
            writer.startElement("", A);
            for (int i = 0; i < 100; i++) {
                writer.attribute("p", XmlName.of(P, "x" + i), Integer.toString(i));
                writer.attribute(XmlName.of("x" + i), -i);
            }
            writer.endElement();
        });
        assertEquals(200, reader.attributeCount());
        assertEquals("99", reader.attributeValue(XmlName.of(P, "x99")));
        assertEquals("-99", reader.attributeValue(XmlName.of("x99")));
    }

    @Test
    void anAttributeThatIsNoneIsRefused() {
        assertRefusedInside(writer -> writer.attribute("p", X, "1"));
        assertRefusedInside(writer -> writer.attribute(XmlName.of("xmlns"), P));
        assertRefusedInside(writer -> writer.attribute("xmlns", XmlName.of("http://www.w3.org/2000/xmlns/", "p"), P));
    }

    @Test
    void attributeValuesMayHoldAllCharacters() {
        String value = " <>&\"'\t\n\r \u00e9\u6f22\ud83d\ude00 ]]> ";
        assertAttribute(value, writer -> writer.attribute(X, value));
        assertAttribute("", writer -> writer.attribute(X, ""));
        String large = "\u00e9<".repeat(20_000);
        assertAttribute(large, writer -> writer.attribute(X, large));
    }

    @Test
    void typedAttributesAreWrittenInCanonicalForm() {
        assertAttribute("-2147483648", writer -> writer.attribute(X, Integer.MIN_VALUE));
        assertAttribute("9223372036854775807", writer -> writer.attribute(X, Long.MAX_VALUE));
        assertAttribute("1.5E3", writer -> writer.attribute(X, 1500.0));
        assertAttribute("-INF", writer -> writer.attribute(X, Double.NEGATIVE_INFINITY));
        assertAttribute("1.0E-1", writer -> writer.attribute(X, 0.1f));
        assertAttribute("NaN", writer -> writer.attribute(X, Float.NaN));
        assertAttribute(notation("1500.0", "1.5E3"), writer -> writer.plainAttribute(X, 1500.0));
        assertAttribute(notation("0.1", "1.0E-1"), writer -> writer.plainAttribute(X, 0.1f));
        assertAttribute("true", writer -> writer.attribute(X, true));
        assertAttribute("false", writer -> writer.attribute(X, false));
        assertAttribute("1000", writer -> writer.attribute(X, new BigDecimal("1E3")));
        assertAttribute("-0.10", writer -> writer.attribute(X, new BigDecimal("-0.10")));
        byte[] bytes = "<Hello>".getBytes(StandardCharsets.UTF_8);
        assertAttribute("SGVsbG8=", writer -> writer.base64Attribute(X, bytes, 1, 5));
        assertAttribute("", writer -> writer.base64Attribute(X, bytes, 0, 0));
    }

    @Test
    void typedAttributesMayHaveANamespace() {
        for (Consumer<XmlWriter> attribute : List.<Consumer<XmlWriter>>of(
                writer -> writer.attribute(PX, 1),
                writer -> writer.attribute(PX, 1L),
                writer -> writer.attribute(PX, 1.0),
                writer -> writer.attribute(PX, 1f),
                writer -> writer.plainAttribute(PX, 1.0),
                writer -> writer.plainAttribute(PX, 1f),
                writer -> writer.attribute(PX, true),
                writer -> writer.attribute(PX, BigDecimal.ONE),
                writer -> writer.base64Attribute(PX, new byte[3], 0, 3))) {
            XmlReader reader = onRoot(writer -> {
                writer.startElement("p", PA);
                attribute.accept(writer);
                writer.endElement();
            });
            assertEquals(PX, reader.attributeName(0));
            assertEquals("p", reader.attributePrefix(0));
            assertEquals(1, reader.namespaceCount());
            assertRefusedInside(writer -> {
                writer.text("x");
                attribute.accept(writer);
            });
        }
    }

    // Text

    @Test
    void textMayHoldAllCharacters() {
        String text = " <>&\"'\t\n\r \u00e9\u6f22\ud83d\ude00 ]]> ";
        assertContent(text, writer -> writer.text(text));
        assertContent(text, writer -> writer.text(("x" + text + "y").toCharArray(), 1, text.length()));
        String large = "\u00e9<\ud83d\ude00".repeat(20_000);
        assertContent(large, writer -> writer.text(large));
        assertContent(large, writer -> writer.text(large.toCharArray(), 0, large.length()));
    }

    @Test
    void adjacentTextsAreOneText() {
        assertContent("one two 3 true", writer -> {
            writer.text("one");
            writer.text("");
            writer.text(" two ".toCharArray(), 0, 5);
            writer.text(3);
            writer.text(" ");
            writer.text(true);
        });
    }

    @Test
    void anEmptyTextIsNoItem() {
        assertWritten("<a/>", writer -> {
            writer.startElement("", A);
            writer.text("");
            writer.endElement();
        });
    }

    @Test
    void aSurrogatePairMayBeSplitOverTwoTexts() {
        assertContent("x\ud83d\ude00y", writer -> {
            writer.text("x\ud83d");
            writer.text("\ude00y");
        });
        assertContent("\ud83d\ude00", writer -> {
            writer.text(new char[] {'\ud83d'}, 0, 1);
            writer.text(new char[] {'\ude00'}, 0, 1);
        });
    }

    @Test
    void halfASurrogatePairIsRefused() {
        assertRefusedInside(writer -> writer.text("x\ud83d"));
        assertRefusedInside(writer -> writer.text("\ude00x"));
        assertRefusedInside(writer -> writer.text("\ud83dx"));
        assertRefusedInside(writer -> {
            writer.text("\ud83d");
            writer.comment("x");
        });
        assertRefusedInside(writer -> writer.attribute(X, "\ud83d"));
        assertRefusedInside(writer -> writer.comment("\ude00"));
    }

    @Test
    void aCharacterThatNoDocumentCanHoldIsRefused() {
        for (String text : List.of("\u0000", "x\u0008", "\u001f", "\ufffe", "y\uffff")) {
            assertRefusedInside(writer -> writer.text(text));
            assertRefusedInside(writer -> writer.text(text.toCharArray(), 0, text.length()));
            assertRefusedInside(writer -> writer.cdata(text));
            assertRefusedInside(writer -> writer.attribute(X, text));
            assertRefusedInside(writer -> writer.comment(text));
            assertRefusedInside(writer -> writer.processingInstruction("p", text));
        }
    }

    @Test
    void aRangeOutsideTheArrayIsRefused() {
        for (int[] range : new int[][] {{-1, 1}, {0, 4}, {2, 2}, {0, -1}}) {
            for (Consumer<XmlWriter> call : List.<Consumer<XmlWriter>>of(
                    writer -> writer.text(new char[3], range[0], range[1]),
                    writer -> writer.base64(new byte[3], range[0], range[1]),
                    writer -> writer.hexBinary(new byte[3], range[0], range[1]),
                    writer -> writer.list(new int[3], range[0], range[1]),
                    writer -> writer.list(new long[3], range[0], range[1]),
                    writer -> writer.list(new float[3], range[0], range[1]),
                    writer -> writer.list(new double[3], range[0], range[1]))) {
                XmlWriter writer = open().writer();
                writer.startElement("", A);
                assertThrows(IndexOutOfBoundsException.class, () -> call.accept(writer));
            }
        }
    }

    @Test
    void typedTextIsWrittenInCanonicalForm() {
        assertContent("-2147483648", writer -> writer.text(Integer.MIN_VALUE));
        assertContent("-9223372036854775808", writer -> writer.text(Long.MIN_VALUE));
        assertContent("1.5E3", writer -> writer.text(1500.0));
        assertContent("1.7976931348623157E308", writer -> writer.text(Double.MAX_VALUE));
        assertContent("INF", writer -> writer.text(Double.POSITIVE_INFINITY));
        assertContent("1.0E-1", writer -> writer.text(0.1f));
        assertContent("-INF", writer -> writer.text(Float.NEGATIVE_INFINITY));
        assertContent(notation("1500.0", "1.5E3"), writer -> writer.plainText(1500.0));
        assertContent(notation("0.1", "1.0E-1"), writer -> writer.plainText(0.1f));
        assertContent("INF", writer -> writer.plainText(Double.POSITIVE_INFINITY));
        assertContent("true", writer -> writer.text(true));
        assertContent("false", writer -> writer.text(false));
        assertContent("1000", writer -> writer.text(new BigDecimal("1E3")));
        assertContent("-0.10", writer -> writer.text(new BigDecimal("-0.10")));
    }

    @Test
    void octetsAreWrittenInBase64OrHexadecimal() {
        byte[] bytes = "<Hello>".getBytes(StandardCharsets.UTF_8);
        assertContent("SGVsbG8=", writer -> writer.base64(bytes, 1, 5));
        assertContent("48656C6C6F", writer -> writer.hexBinary(bytes, 1, 5));
        assertContent("", writer -> writer.base64(bytes, 7, 0));
        assertContent("", writer -> writer.hexBinary(bytes, 7, 0));
        byte[] large = new byte[50_000];
        large[49_999] = 7;
        XmlReader reader = onRoot(writer -> {
            writer.startElement("", A);
            writer.base64(large, 0, large.length);
            writer.endElement();
        });
        assertArrayEquals(large, reader.elementBase64());
    }

    @Test
    void listsHaveASpaceBetweenTheirItems() {
        assertContent("1 -2", writer -> writer.list(new int[] {0, 1, -2, 3}, 1, 2));
        assertContent("1 -2", writer -> writer.list(new long[] {0, 1, -2, 3}, 1, 2));
        assertContent("1.0E0 -INF", writer -> writer.list(new float[] {0, 1, Float.NEGATIVE_INFINITY}, 1, 2));
        assertContent("1.0E0 NaN", writer -> writer.list(new double[] {0, 1, Double.NaN}, 1, 2));
        assertContent("", writer -> writer.list(new int[0], 0, 0));
        assertContent("", writer -> writer.list(new double[] {1}, 1, 0));
    }

    @Test
    void typedTextOutsideTheDocumentsElementIsRefused() {
        assertRefused(writer -> {
            writer.text(1);
            writer.element("", A, "x");
        });
        assertRefused(writer -> {
            writer.element("", A, "x");
            writer.text(1.5);
        });
    }

    @Test
    void aWholeElementIsWrittenAtOnce() {
        String number = notation("1.5", "1.5E0");
        assertWritten("<r><a>x</a><a/><p:a xmlns:p='urn:p'>y</p:a><b>-7</b><b>" + number + "</b></r>", writer -> {
            writer.startElement("", XmlName.of("r"));
            writer.element(A, "x");
            writer.element("", A, "");
            writer.element("p", PA, "y");
            writer.element("", B, -7);
            writer.plainElement("", B, 1.5);
            writer.endElement();
        });
    }

    // CDATA sections, comments, processing instructions

    @Test
    void aCDataSectionIsTextWhateverItHolds() {
        assertContent("x<&>y", writer -> {
            writer.text("x");
            writer.cdata("<&>");
            writer.text("y");
        });
        assertContent("]]>x]]]>", writer -> writer.cdata("]]>x]]]>"));
        assertContent("\u00e9\ud83d\ude00", writer -> writer.cdata("\u00e9\ud83d\ude00"));
        assertContent("", writer -> writer.cdata(""));
        assertRefused(writer -> {
            writer.cdata("x");
            writer.element("", A, "x");
        });
    }

    @Test
    void aCommentThatWouldEndEarlyIsRefused() {
        assertRefusedInside(writer -> writer.comment("a--b"));
        assertRefusedInside(writer -> writer.comment("a-"));
        assertWritten("<a><!-- - <&> --><!----></a>", writer -> {
            writer.startElement("", A);
            writer.comment(" - <&> ");
            writer.comment("");
            writer.endElement();
        });
    }

    @Test
    void anInstructionThatWouldEndEarlyOrIsReservedIsRefused() {
        assertRefusedInside(writer -> writer.processingInstruction("p", "a?>b"));
        assertRefusedInside(writer -> writer.processingInstruction("xml", "version='1.0'"));
        assertRefusedInside(writer -> writer.processingInstruction("XML", ""));
        assertWritten("<a><?p a ? > <&>?><?q?></a>", writer -> {
            writer.startElement("", A);
            writer.processingInstruction("p", "a ? > <&>");
            writer.processingInstruction("q", "");
            writer.endElement();
        });
    }

    // What not every target can hold

    @Test
    void aTargetThatIsNoTextRefusesMarkup() {
        assumeFalse(has(Feature.RAW_MARKUP));
        XmlWriter writer = open().writer();
        writer.startElement("", A);
        assertThrows(UnsupportedOperationException.class, () -> writer.raw("<b/>"));
        assertThrows(UnsupportedOperationException.class, () -> writer.raw(new byte[] {'x'}, 0, 1));
    }

    @Test
    void markupIsWrittenAsItIs() {
        assumeTrue(has(Feature.RAW_MARKUP));
        assertWritten("<a><b x='1'/>&lt;</a>", writer -> {
            writer.startElement("", A);
            writer.raw("<b x='1'/>&lt;");
            writer.endElement();
        });
    }

    @Test
    void aTargetWithoutEntitiesRefusesReferences() {
        assumeFalse(has(Feature.ENTITY_REFERENCES));
        XmlWriter writer = open().writer();
        writer.startElement("", A);
        assertThrows(UnsupportedOperationException.class, () -> writer.entityReference("e"));
    }

    @Test
    void aDocumentTypeIsWrittenOrLeftOutBeforeTheElement() {
        assumeTrue(has(Feature.DOCTYPE));
        Output output = open();
        try (XmlWriter writer = output.writer()) {
            writer.doctype(new XmlDoctype("a", null, "urn:none", null));
            writer.element("", A, "x");
            writer.endDocument();
        }
    }

    // Copying

    @Test
    void anElementIsCopiedWithTheNamespacesInScope() {
        XmlReader from = text("<r xmlns='urn:d' xmlns:p='urn:p'><p:a x='1' p:x='2'>p:y<!--c--><b/><?p i?></p:a>z</r>");
        from.next();
        from.next();
        XmlReader reader = onRoot(writer -> {
            writer.copy(from);
            assertEquals(XmlEvent.END_ELEMENT, from.event());
            assertEquals("a", from.localName());
        });
        assertEquals(PA, reader.name());
        assertEquals("p", reader.prefix());
        assertEquals("urn:d", reader.lookupNamespace(""));
        assertEquals(P, reader.lookupNamespace("p"));
        assertEquals("1", reader.attributeValue(X));
        assertEquals("2", reader.attributeValue(PX));
        reader.next();
        assertEquals("p:y", reader.text());
        assertEquals(XmlEvent.TEXT, from.next());
    }

    @Test
    void otherItemsAreCopiedAlone() {
        XmlReader from = text("<!--1--><r>2<?p 3?><![CDATA[4]]></r>");
        from.next();
        assertWritten("<!--1--><a>2<?p 3?>4</a>", writer -> {
            writer.copy(from);
            writer.startElement("", A);
            from.next();
            for (int i = 0; i < 3; i++) {
                from.next();
                writer.copy(from);
            }
            writer.endElement();
        });
    }

    @Test
    void aCopiedElementDoesNotInheritTheDefaultNamespaceAroundItsCopy() {
        XmlReader from = text("<b><a/></b>");
        from.next();
        assertWritten("<a xmlns='urn:p'><b xmlns=''><a/></b></a>", writer -> {
            writer.startElement("", PA);
            writer.copy(from);
            writer.endElement();
        });
        assertTrue(from.event() == XmlEvent.END_ELEMENT);
    }
}
