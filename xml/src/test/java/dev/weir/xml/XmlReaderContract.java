package dev.weir.xml;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.xml.reader.Recording;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The behaviour of every {@link XmlReader}. An implementation is tested by a subclass that opens it over a document given
 * as XML text, and that lists the features which the implementation lacks.
 */
public abstract class XmlReaderContract {
    /** Parts of a document that some sources do not hold; a reader without the feature passes over them. */
    public enum Feature {
        /** Comments and processing instructions inside the document's element. */
        COMMENTS,
        /** Comments and processing instructions around the document's element. */
        PROLOG,
        /** Whether text came as a CDATA section. */
        CDATA,
        /** The order of attributes in their start tag. */
        ATTRIBUTE_ORDER,
        /** The line of an element. */
        LINES
    }

    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    static final List<String> DOCUMENTS = List.of(
            "<a/>",
            "<a></a>",
            "<a>text</a>",
            "<a b='1' c='2'><d/>mixed<e>x</e> content </a>",
            "<!--before--><?p before?><a><!--in--><?p in?></a><!--after--><?p after?>",
            "<p:a xmlns:p='urn:p' xmlns='urn:d' p:x='1' x='2'><b xmlns=''><p:c xmlns:p='urn:q' p:x='3'/></b><b/></p:a>",
            "<a>1<![CDATA[<2>]]>3<!--4-->5<?p 6?>7&lt;8&amp;&#x39;</a>",
            "<a>\u00e9t\u00e9 \u6f22\u5b57 \ud83d\ude00 &#x1F600;</a>",
            "<a t='\u00e9 &lt;&quot;&#10;&#x1F600;'>line\r\nline\rline&#13;</a>",
            "<a xml:lang='en' xml:space='preserve'> \n\t </a>",
            "<list><i>1</i><i>2</i><i>3</i><i/><i>5</i></list>",
            "<a>" + "<b>".repeat(50) + "x" + "</b>".repeat(50) + "</a>",
            "<a>" + "0123456789\u00e9\u6f22&amp;".repeat(100) + "</a>");

    private final Set<Feature> lacking;

    protected XmlReaderContract(Feature... lacking) {
        this.lacking = EnumSet.noneOf(Feature.class);
        this.lacking.addAll(List.of(lacking));
    }

    /** A new reader over a document, on START_DOCUMENT. */
    protected abstract XmlReader open(String document);

    /** Readers over one document whose sources deliver it in different pieces, one reader for each way to cut it. */
    protected Stream<XmlReader> openSplit(String document) {
        return Stream.of(open(document));
    }

    private boolean has(Feature feature) {
        return !lacking.contains(feature);
    }

    /** A reader on the START_ELEMENT of the document's element. */
    private XmlReader onRoot(String document) {
        XmlReader reader = open(document);
        while (reader.next() != XmlEvent.START_ELEMENT) {
            // the prolog
        }
        return reader;
    }

    /** A reader on the START_ELEMENT of the first child of the document's element. */
    private XmlReader onChild(String document) {
        XmlReader reader = onRoot(document);
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        return reader;
    }

    private static List<String> trace(XmlReader reader) {
        List<String> seen = new ArrayList<>();
        seen.add(reader.event() + " " + reader.depth());
        while (reader.event() != XmlEvent.END_DOCUMENT) {
            XmlEvent event = reader.next();
            assertEquals(event, reader.event());
            seen.add(event + " " + reader.depth());
        }
        return seen;
    }

    /** All text up to the next other item, on which the reader then is; text may come in pieces. */
    private static String run(XmlReader reader) {
        StringBuilder text = new StringBuilder();
        while (reader.event() == XmlEvent.TEXT) {
            reader.appendText(text);
            reader.next();
        }
        return text.toString();
    }

    private static void assertIllegalState(Executable call) {
        assertNotNull(assertThrows(IllegalStateException.class, call).getMessage());
    }

    private static XmlException assertRefused(Executable call) {
        XmlException refused = assertThrows(XmlException.class, call);
        assertNotNull(refused.getMessage());
        assertNotNull(refused.location());
        return refused;
    }

    // Position

    @Test
    void aNewReaderIsOnStartDocument() {
        XmlReader reader = open("<a/>");
        assertEquals(XmlEvent.START_DOCUMENT, reader.event());
        assertEquals(0, reader.depth());
    }

    @Test
    void itemsComeInDocumentOrderAndDepthCountsOpenElements() {
        assertEquals(
                List.of(
                        "START_DOCUMENT 0",
                        "START_ELEMENT 1",
                        "START_ELEMENT 2",
                        "END_ELEMENT 2",
                        "TEXT 1",
                        "START_ELEMENT 2",
                        "TEXT 2",
                        "END_ELEMENT 2",
                        "END_ELEMENT 1",
                        "END_DOCUMENT 0"),
                trace(open("<a><b/>x<c>y</c></a>")));
    }

    @Test
    void anEmptyElementHasAStartAndAnEndHoweverItIsWritten() {
        List<String> expected = List.of("START_DOCUMENT 0", "START_ELEMENT 1", "END_ELEMENT 1", "END_DOCUMENT 0");
        assertEquals(expected, trace(open("<a/>")));
        assertEquals(expected, trace(open("<a></a>")));
        assertEquals(expected, trace(open("<a><![CDATA[]]></a>")));
    }

    @Test
    void nothingComesAfterEndDocument() {
        XmlReader reader = open("<a/>");
        trace(reader);
        assertIllegalState(reader::next);
        assertEquals(XmlEvent.END_DOCUMENT, reader.event());
        assertEquals(0, reader.depth());
    }

    @Test
    void commentsAndInstructionsAroundTheElementAreItems() {
        assumeTrue(has(Feature.PROLOG));
        assertEquals(
                List.of(
                        "START_DOCUMENT 0",
                        "COMMENT 0",
                        "PROCESSING_INSTRUCTION 0",
                        "START_ELEMENT 1",
                        "END_ELEMENT 1",
                        "PROCESSING_INSTRUCTION 0",
                        "COMMENT 0",
                        "END_DOCUMENT 0"),
                trace(open("<!--1--><?p 2?>\n<a/>\n<?p 3?><!--4-->")));
    }

    @Test
    void nestingIsNotLimitedByTheStackOfTheThread() {
        int depth = 900;
        XmlReader reader = open("<a>".repeat(depth) + "</a>".repeat(depth));
        int deepest = 0;
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            deepest = Math.max(deepest, reader.depth());
        }
        assertEquals(depth, deepest);
    }

    @ParameterizedTest
    @FieldSource("DOCUMENTS")
    void aDocumentHasTheItemsThatTheJdkFindsInIt(String document) throws Exception {
        assertEquals(expected(document), items(open(document)));
    }

    @ParameterizedTest
    @FieldSource("DOCUMENTS")
    void theItemsDoNotDependOnThePiecesThatTheSourceDelivers(String document) throws Exception {
        List<String> expected = expected(document);
        openSplit(document).forEach(reader -> assertEquals(expected, items(reader)));
    }

    private List<String> expected(String document) throws Exception {
        return reported(Recording.byTheJdk(document.getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> items(XmlReader reader) {
        try (reader) {
            return reported(Recording.of(reader));
        }
    }

    /** Leaves out the items for which the reader has no feature, and joins the text around them. */
    private List<String> reported(List<String> items) {
        List<String> kept = new ArrayList<>();
        int depth = 0;
        for (String item : items) {
            depth += item.startsWith("start ") ? 1 : item.startsWith("end ") ? -1 : 0;
            boolean miscellaneous = item.startsWith("comment ") || item.startsWith("pi ");
            if (miscellaneous && !has(depth == 0 ? Feature.PROLOG : Feature.COMMENTS)) {
                continue;
            }
            int last = kept.size() - 1;
            if (item.startsWith("text ") && last >= 0 && kept.get(last).startsWith("text ")) {
                kept.set(last, kept.get(last) + item.substring("text ".length()));
            } else {
                kept.add(item);
            }
        }
        return kept;
    }

    // Closing

    @Test
    void aReaderMayBeClosedTwiceAndAnywhere() {
        for (int items = 0; items <= 6; items++) {
            XmlReader reader = open("<a x='1'><b>y</b></a>");
            for (int i = 0; i < items; i++) {
                reader.next();
            }
            reader.close();
            reader.close();
        }
    }

    // Names

    @Test
    void startAndEndHaveTheNameOfTheElement() {
        XmlReader reader = onRoot("<p:a xmlns:p='urn:p'><b><c/></b></p:a>");
        assertName(reader, XmlName.of("urn:p", "a"), "p", "p:a");
        reader.next();
        assertName(reader, XmlName.of("b"), "", "b");
        reader.next();
        assertName(reader, XmlName.of("c"), "", "c");
        reader.next();
        assertName(reader, XmlName.of("c"), "", "c");
        reader.next();
        assertName(reader, XmlName.of("b"), "", "b");
        reader.next();
        assertName(reader, XmlName.of("urn:p", "a"), "p", "p:a");
    }

    private static void assertName(XmlReader reader, XmlName name, String prefix, String qualified) {
        assertEquals(name, reader.name());
        assertEquals(name.local(), reader.localName());
        assertEquals(prefix, reader.prefix());
        assertEquals(qualified, reader.qualifiedName());
    }

    @Test
    void oneNameIsOneInstanceThroughoutADocument() {
        XmlReader reader = onRoot("<r xmlns='urn:one-name'><a/><b/><a/></r>");
        reader.next();
        XmlName first = reader.name();
        reader.next();
        assertTrue(first == reader.name());
        reader.next();
        reader.next();
        reader.next();
        assertTrue(first == reader.name());
    }

    @Test
    void namesAreNotToBeHadOffAnElement() {
        forItems("<a>x</a>", (reader, event) -> {
            if (event != XmlEvent.START_ELEMENT && event != XmlEvent.END_ELEMENT) {
                assertIllegalState(reader::name);
                assertIllegalState(reader::localName);
                assertIllegalState(reader::prefix);
                assertIllegalState(reader::qualifiedName);
                assertIllegalState(reader::namespaceCount);
                assertIllegalState(() -> reader.namespacePrefix(0));
                assertIllegalState(() -> reader.namespaceUri(0));
            }
        });
    }

    /** Calls back on START_DOCUMENT and on every item after it. */
    private void forItems(String document, BiConsumer<XmlReader, XmlEvent> test) {
        XmlReader reader = open(document);
        test.accept(reader, reader.event());
        while (reader.event() != XmlEvent.END_DOCUMENT) {
            test.accept(reader, reader.next());
        }
    }

    // Namespaces

    @Test
    void declarationsAreThoseOfTheElementItselfOnItsStartAndItsEnd() {
        XmlReader reader = onRoot("<a xmlns='urn:a' xmlns:p='urn:p' x='1'><b><c xmlns:q='urn:q' xmlns=''/></b></a>");
        assertEquals(Set.of("=urn:a", "p=urn:p"), declarations(reader));
        reader.next();
        assertEquals(Set.of(), declarations(reader));
        reader.next();
        assertEquals(Set.of("q=urn:q", "="), declarations(reader));
        reader.next();
        assertEquals(Set.of("q=urn:q", "="), declarations(reader));
        reader.next();
        assertEquals(Set.of(), declarations(reader));
        reader.next();
        assertEquals(Set.of("=urn:a", "p=urn:p"), declarations(reader));
    }

    private static Set<String> declarations(XmlReader reader) {
        Set<String> declared = new HashSet<>();
        for (int i = 0; i < reader.namespaceCount(); i++) {
            declared.add(reader.namespacePrefix(i) + "=" + reader.namespaceUri(i));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> reader.namespacePrefix(declared.size()));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.namespaceUri(declared.size()));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.namespacePrefix(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.namespaceUri(-1));
        return declared;
    }

    @Test
    void thePrefixesInScopeAreThoseAtTheCursor() {
        XmlReader reader = onRoot("<a xmlns='urn:1' xmlns:p='urn:2'><b xmlns:p='urn:3' xmlns=''>x</b><c/></a>");
        assertScope(reader, "urn:1", "urn:2");
        reader.next();
        assertScope(reader, null, "urn:3");
        reader.next();
        assertScope(reader, null, "urn:3");
        reader.next();
        assertScope(reader, null, "urn:3");
        reader.next();
        assertScope(reader, "urn:1", "urn:2");
        reader.skipElement();
        assertScope(reader, "urn:1", "urn:2");
        reader.next();
        assertScope(reader, "urn:1", "urn:2");
    }

    private static void assertScope(XmlReader reader, String defaultNamespace, String ofP) {
        assertEquals(defaultNamespace, reader.lookupNamespace(""));
        assertEquals(ofP, reader.lookupNamespace("p"));
        assertEquals(XML, reader.lookupNamespace("xml"));
        assertNull(reader.lookupNamespace("unbound"));
        assertEquals(defaultNamespace == null ? Set.of("p") : Set.of("", "p"), Set.copyOf(reader.prefixesInScope()));
    }

    @Test
    void eachPrefixInScopeIsListedOnceTheInnermostFirst() {
        XmlReader reader = onRoot("<a xmlns:p='urn:1' xmlns:q='urn:2'><b xmlns:p='urn:3'><c xmlns:r='urn:4'/></b></a>");
        reader.next();
        reader.next();
        List<String> prefixes = reader.prefixesInScope();
        assertEquals(List.of("r", "p", "q"), prefixes);
        trace(reader);
        assertEquals(List.of("r", "p", "q"), prefixes);
    }

    @Test
    void nothingIsInScopeAroundTheDocumentsElement() {
        XmlReader reader = open("<a xmlns:p='urn:1'/>");
        assertNull(reader.lookupNamespace("p"));
        assertEquals(List.of(), reader.prefixesInScope());
        trace(reader);
        assertNull(reader.lookupNamespace("p"));
        assertEquals(List.of(), reader.prefixesInScope());
    }

    // Attributes

    @Test
    void attributesAreCountedWithoutDeclarations() {
        XmlReader reader = onRoot("<a z='1' xmlns:p='urn:p' p:y='2' xml:lang='en' b=''/>");
        assertEquals(4, reader.attributeCount());
        assertAttribute(reader, XmlName.of("z"), "", "z", "1");
        assertAttribute(reader, XmlName.of("urn:p", "y"), "p", "p:y", "2");
        assertAttribute(reader, XmlName.of(XML, "lang"), "xml", "xml:lang", "en");
        assertAttribute(reader, XmlName.of("b"), "", "b", "");
    }

    @Test
    void attributesComeInDocumentOrder() {
        assumeTrue(has(Feature.ATTRIBUTE_ORDER));
        XmlReader reader = onRoot("<a z='1' xmlns:p='urn:p' p:y='2' xml:lang='en' b=''/>");
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < reader.attributeCount(); i++) {
            names.append(reader.attributeQualifiedName(i)).append(' ');
        }
        assertEquals("z p:y xml:lang b ", names.toString());
    }

    private static void assertAttribute(XmlReader reader, XmlName name, String prefix, String qualified, String value) {
        int index = reader.attributeIndex(name);
        assertEquals(name, reader.attributeName(index));
        assertEquals(name.local(), reader.attributeLocalName(index));
        assertEquals(prefix, reader.attributePrefix(index));
        assertEquals(qualified, reader.attributeQualifiedName(index));
        assertEquals(value, reader.attributeValue(index));
        assertEquals(index, reader.attributeIndex(name.namespace(), name.local()));
        assertEquals(value, reader.attributeValue(name));
        assertFalse(reader.isAttributeDefaulted(index));
        assertEquals("CDATA", reader.attributeType(index));
    }

    @Test
    void anAttributeThatIsNotThereHasNoIndexAndNoValue() {
        XmlReader reader = onRoot("<a x='1' xmlns:p='urn:p' p:y='2'/>");
        for (XmlName absent : List.of(XmlName.of("y"), XmlName.of("urn:p", "x"), XmlName.of("p"))) {
            assertEquals(-1, reader.attributeIndex(absent));
            assertEquals(-1, reader.attributeIndex(absent.namespace(), absent.local()));
            assertNull(reader.attributeValue(absent));
        }
    }

    @Test
    void attributeValuesAreNormalised() {
        XmlReader reader = onRoot("<a x=' 1\t2\r\n3 ' y='&#9;&#10;&#13;&lt;&amp;&quot;&apos;'/>");
        assertEquals(" 1 2 3 ", reader.attributeValue(0));
        assertEquals("\t\n\r<&\"'", reader.attributeValue(1));
    }

    @Test
    void attributesAreReadAsTypedValues() {
        XmlReader reader = onRoot("<a a=' -2147483648 ' b='9223372036854775807' c='-INF' d='1.5e3' e='NaN' f='true'"
                + " g=' 0 ' h=' +7 '/>");
        assertEquals(Integer.MIN_VALUE, reader.attributeInt(0));
        assertEquals(Long.MAX_VALUE, reader.attributeLong(1));
        assertEquals(Double.NEGATIVE_INFINITY, reader.attributeDouble(2));
        assertEquals(1500.0, reader.attributeDouble(3));
        assertEquals(Double.NaN, reader.attributeDouble(4));
        assertTrue(reader.attributeBoolean(5));
        assertFalse(reader.attributeBoolean(6));
        assertEquals(7, reader.attributeInt(7));
        assertEquals("true!", reader.attributeValue(5, (utf8, from, to) -> text(utf8, from, to) + "!"));
    }

    private static String text(byte[] utf8, int from, int to) {
        return new String(utf8, from, to - from, StandardCharsets.UTF_8);
    }

    @Test
    void anAttributeOfAnotherTypeIsRefusedByNameAndReadingGoesOn() {
        XmlReader reader = onRoot("<a number='forty-two' that-is-too-large='2147483648'/>");
        for (Executable call : List.<Executable>of(
                () -> reader.attributeInt(0),
                () -> reader.attributeLong(0),
                () -> reader.attributeDouble(0),
                () -> reader.attributeBoolean(0),
                () -> reader.attributeValue(0, XmlReaderContract::unparseable))) {
            assertTrue(assertRefused(call).getMessage().contains("number"));
        }
        assertRefused(() -> reader.attributeInt(1));
        assertEquals(2147483648L, reader.attributeLong(1));
        assertEquals("forty-two", reader.attributeValue(0));
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
    }

    private static Object unparseable(byte[] utf8, int from, int to) {
        throw new IllegalArgumentException("no value: " + text(utf8, from, to));
    }

    @Test
    void anIndexBeyondTheAttributesIsOutOfBounds() {
        XmlReader reader = onChild("<r a='1' b='2' c='3'><a x='1'/></r>");
        for (int index : new int[] {-1, 1, 2}) {
            assertThrows(IndexOutOfBoundsException.class, () -> reader.attributeName(index));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.attributeLocalName(index));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.attributePrefix(index));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.attributeValue(index));
            assertThrows(IndexOutOfBoundsException.class, () -> reader.attributeInt(index));
        }
    }

    @Test
    void attributesAreNotToBeHadOffAStartElement() {
        forItems("<a x='1'>y</a>", (reader, event) -> {
            if (event != XmlEvent.START_ELEMENT) {
                assertIllegalState(reader::attributeCount);
                assertIllegalState(() -> reader.attributeName(0));
                assertIllegalState(() -> reader.attributeLocalName(0));
                assertIllegalState(() -> reader.attributePrefix(0));
                assertIllegalState(() -> reader.attributeQualifiedName(0));
                assertIllegalState(() -> reader.attributeValue(0));
                assertIllegalState(() -> reader.attributeValue(XmlName.of("x")));
                assertIllegalState(() -> reader.attributeIndex(XmlName.of("x")));
                assertIllegalState(() -> reader.attributeIndex("", "x"));
                assertIllegalState(() -> reader.attributeInt(0));
                assertIllegalState(() -> reader.attributeType(0));
                assertIllegalState(() -> reader.isAttributeDefaulted(0));
            }
        });
    }

    // Text

    @Test
    void theWaysToReadATextAgree() {
        XmlReader reader = onRoot("<a>\u00e9&lt;&#x1F600;\ud83d\ude00 x\r\ny&#13;</a>");
        assertEquals(XmlEvent.TEXT, reader.next());
        StringBuilder whole = new StringBuilder();
        while (reader.event() == XmlEvent.TEXT) {
            String text = reader.text();
            assertEquals(text, new String(reader.textCharacters(), 0, reader.textLength()));
            StringBuilder appended = new StringBuilder("...");
            reader.appendText(appended);
            assertEquals("..." + text, appended.toString());
            assertEquals(text, reader.text());
            whole.append(text);
            reader.next();
        }
        assertEquals("\u00e9<\ud83d\ude00\ud83d\ude00 x\ny\r", whole.toString());
    }

    @Test
    void mixedContentKeepsItsOrder() {
        XmlReader reader = onRoot("<a>one<b>two</b>three<c/> </a>");
        StringBuilder seen = new StringBuilder();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            switch (reader.event()) {
                case START_ELEMENT ->
                    seen.append('<').append(reader.localName()).append('>');
                case END_ELEMENT -> seen.append("</").append(reader.localName()).append('>');
                default -> reader.appendText(seen);
            }
        }
        assertEquals("one<b>two</b>three<c></c> </a>", seen.toString());
    }

    @Test
    void onlyTextOfWhiteSpaceIsWhitespace() {
        forItems("<a> \n\t\r&#32;<b/>x <b/>\u00a0<b/></a>", (reader, event) -> {
            boolean space = event == XmlEvent.TEXT && reader.text().chars().allMatch(c -> " \n\t\r".indexOf(c) >= 0);
            assertEquals(space, reader.isWhitespace());
            assertFalse(reader.isIgnorableWhitespace());
        });
    }

    @Test
    void aCDataSectionIsText() {
        XmlReader reader = onRoot("<a><b><![CDATA[<&>]]></b>x<![CDATA[ ]]>y<b><![CDATA[]]></b></a>");
        reader.next();
        assertEquals(XmlEvent.TEXT, reader.next());
        assertEquals("<&>", reader.text());
        assertEquals(has(Feature.CDATA), reader.isCData());
        reader.next();
        assertFalse(reader.isCData());
        reader.next();
        assertFalse(reader.isCData());
        assertEquals("x y", run(reader));
        assertEquals("", reader.elementText());
    }

    @Test
    void textIsNotToBeHadOffATextOrCommentOrInstruction() {
        forItems("<a>x</a>", (reader, event) -> {
            if (event != XmlEvent.TEXT) {
                assertIllegalState(reader::text);
                assertIllegalState(reader::textCharacters);
                assertIllegalState(reader::textLength);
                assertIllegalState(() -> reader.appendText(new StringBuilder()));
                assertFalse(reader.isCData());
                assertFalse(reader.isTextContinued());
            }
            assertIllegalState(reader::target);
            assertIllegalState(reader::entityName);
        });
    }

    @Test
    void theArrayOfCharactersIsTheCallersToChangeUntilTheCursorMoves() {
        XmlReader reader = onRoot("<a><b>one</b><b>one</b><b>two</b></a>");
        reader.next();
        reader.next();
        Arrays.fill(reader.textCharacters(), '?');
        assertEquals("one", reader.text());
        reader.next();
        reader.next();
        assertEquals("one", reader.elementText());
        reader.next();
        assertEquals("two", reader.elementText());
    }

    // Comments and processing instructions

    @Test
    void commentsAndInstructionsHaveTheirText() {
        assumeTrue(has(Feature.COMMENTS));
        XmlReader reader = onRoot("<a><!-- c --><?p  some data ?><?q?><!----></a>");
        assertEquals(XmlEvent.COMMENT, reader.next());
        assertEquals(" c ", reader.text());
        assertEquals(3, reader.textLength());
        assertEquals(' ', reader.textCharacters()[0]);
        assertIllegalState(reader::target);
        assertIllegalState(reader::name);
        assertEquals(XmlEvent.PROCESSING_INSTRUCTION, reader.next());
        assertEquals("p", reader.target());
        assertEquals("some data ", reader.text());
        assertFalse(reader.isWhitespace());
        assertIllegalState(reader::name);
        assertEquals(XmlEvent.PROCESSING_INSTRUCTION, reader.next());
        assertEquals("q", reader.target());
        assertEquals("", reader.text());
        assertEquals(XmlEvent.COMMENT, reader.next());
        assertEquals("", reader.text());
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
    }

    @Test
    void theNextTagOrTextIsBehindWhiteSpaceCommentsAndInstructions() {
        XmlReader reader = open("<!--1--><?p 2?><a> <!--3--> <b> <?p 4?></b>\n<!--5-->six<b/> <b/></a><!--7-->");
        List<XmlEvent> events = new ArrayList<>();
        while (reader.event() != XmlEvent.END_DOCUMENT) {
            XmlEvent event = reader.nextTagOrText();
            assertEquals(event, reader.event());
            if (event != XmlEvent.TEXT || events.get(events.size() - 1) != XmlEvent.TEXT) {
                events.add(event);
            }
        }
        assertEquals(
                List.of(
                        XmlEvent.START_ELEMENT,
                        XmlEvent.START_ELEMENT,
                        XmlEvent.END_ELEMENT,
                        XmlEvent.TEXT,
                        XmlEvent.START_ELEMENT,
                        XmlEvent.END_ELEMENT,
                        XmlEvent.START_ELEMENT,
                        XmlEvent.END_ELEMENT,
                        XmlEvent.END_ELEMENT,
                        XmlEvent.END_DOCUMENT),
                events);
    }

    @Test
    void aRunOfEqualElementsIsReadWithOrWithoutTheShortCut() {
        for (String between : List.of("", "\n ", "<!--c-->")) {
            XmlReader reader = onRoot(
                    "<a>" + String.join(between, "<i>1</i>", "<i>2</i>", "<i>3</i>", "<j>4</j>") + between + "</a>");
            List<Integer> values = new ArrayList<>();
            reader.nextTagOrText();
            while (reader.event() == XmlEvent.START_ELEMENT) {
                values.add(reader.elementInt());
                if (reader.repeats()) {
                    assertEquals(XmlEvent.START_ELEMENT, reader.event());
                    assertEquals("i", reader.localName());
                    assertEquals(0, reader.attributeCount());
                    assertEquals(2, reader.depth());
                } else {
                    reader.nextTagOrText();
                }
            }
            assertEquals(List.of(1, 2, 3, 4), values);
            assertEquals(XmlEvent.END_ELEMENT, reader.event());
            assertEquals(1, reader.depth());
        }
    }

    // Whole elements

    @Test
    void theTextOfAnElementIsAllOfItsText() {
        XmlReader reader = onRoot("<r><a>one</a><a/><a> x </a><a>1<!--c-->2<?p?>3<![CDATA[4]]>&#x35;</a><a>"
                + "\u00e9".repeat(5_000) + "</a></r>");
        for (String expected : List.of("one", "", " x ", "12345", "\u00e9".repeat(5_000))) {
            assertEquals(XmlEvent.START_ELEMENT, reader.next());
            assertEquals(expected, reader.elementText());
            assertEquals(XmlEvent.END_ELEMENT, reader.event());
            assertEquals(XmlName.of("a"), reader.name());
            assertEquals(2, reader.depth());
        }
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
        assertEquals(1, reader.depth());
    }

    @Test
    void elementsAreReadAsTypedValues() {
        XmlReader reader =
                onRoot("<r><i> -2147483648\n</i><l>+9223372036854775807</l><d>1.5e3</d><d>-INF</d><d> NaN </d>"
                        + "<d>4.9E-324</d><f>0.1</f><f>INF</f><b>true</b><b> 0 </b><c>-0.10</c><x>SGVs bG8=</x><x/>"
                        + "<i>1<!-- c -->2<![CDATA[3]]><?p?>4</i></r>");
        reader.next();
        assertEquals(Integer.MIN_VALUE, reader.elementInt());
        reader.next();
        assertEquals(Long.MAX_VALUE, reader.elementLong());
        for (double expected : new double[] {1500, Double.NEGATIVE_INFINITY, Double.NaN, Double.MIN_VALUE}) {
            reader.next();
            assertEquals(expected, reader.elementDouble());
        }
        reader.next();
        assertEquals(0.1f, reader.elementFloat());
        reader.next();
        assertEquals(Float.POSITIVE_INFINITY, reader.elementFloat());
        reader.next();
        assertTrue(reader.elementBoolean());
        reader.next();
        assertFalse(reader.elementBoolean());
        reader.next();
        assertEquals(new BigDecimal("-0.10"), reader.elementDecimal());
        reader.next();
        assertArrayEquals("Hello".getBytes(StandardCharsets.UTF_8), reader.elementBase64());
        reader.next();
        assertArrayEquals(new byte[0], reader.elementBase64());
        reader.next();
        assertEquals(1234, reader.elementInt());
        assertEquals(XmlEvent.END_ELEMENT, reader.event());
        assertEquals(XmlName.of("i"), reader.name());
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
        assertEquals(1, reader.depth());
    }

    @Test
    void aValueParserIsGivenTheBytesOfTheText() {
        XmlReader reader = onRoot("<r><a> \u00e9 </a><a>1<!--c-->2</a><a/></r>");
        for (String expected : List.of(" \u00e9 ", "12", "")) {
            reader.next();
            assertEquals(expected, reader.elementValue(XmlReaderContract::text));
            assertEquals(XmlEvent.END_ELEMENT, reader.event());
        }
    }

    @Test
    void listsOfNumbersAreReadAsArrays() {
        String document = "<r><a> 1 -2\n3 </a><a/><a> </a></r>";
        assertLists(
                document,
                reader -> assertArrayEquals(new int[] {1, -2, 3}, reader.elementInts()),
                reader -> assertArrayEquals(new int[0], reader.elementInts()));
        assertLists(
                document,
                reader -> assertArrayEquals(new long[] {1, -2, 3}, reader.elementLongs()),
                reader -> assertArrayEquals(new long[0], reader.elementLongs()));
        assertLists(
                document,
                reader -> assertArrayEquals(new float[] {1, -2, 3}, reader.elementFloats()),
                reader -> assertArrayEquals(new float[0], reader.elementFloats()));
        assertLists(
                document,
                reader -> assertArrayEquals(new double[] {1, -2, 3}, reader.elementDoubles()),
                reader -> assertArrayEquals(new double[0], reader.elementDoubles()));
    }

    private void assertLists(String document, Consumer<XmlReader> three, Consumer<XmlReader> none) {
        XmlReader reader = onRoot(document);
        reader.next();
        three.accept(reader);
        assertEquals(XmlEvent.END_ELEMENT, reader.event());
        for (int i = 0; i < 2; i++) {
            reader.next();
            none.accept(reader);
            assertEquals(XmlEvent.END_ELEMENT, reader.event());
            assertEquals(2, reader.depth());
        }
    }

    @Test
    void aTextThatIsNotOfTheTypeIsRefusedByTheElementsName() {
        List<Consumer<XmlReader>> calls = List.of(
                XmlReader::elementInt,
                XmlReader::elementLong,
                XmlReader::elementDouble,
                XmlReader::elementFloat,
                XmlReader::elementBoolean,
                XmlReader::elementDecimal,
                XmlReader::elementBase64,
                XmlReader::elementInts,
                XmlReader::elementLongs,
                XmlReader::elementFloats,
                XmlReader::elementDoubles,
                reader -> reader.elementValue(XmlReaderContract::unparseable));
        for (Consumer<XmlReader> call : calls) {
            for (String text : List.of("forty-two!", "1<!--c-->two!")) {
                XmlReader reader = onChild("<r><number>" + text + "</number></r>");
                String message = assertRefused(() -> call.accept(reader)).getMessage();
                assertTrue(message.contains("number"), message);
            }
        }
    }

    @Test
    void aNumberOutOfRangeIsRefused() {
        assertRefused(() -> onRoot("<a>2147483648</a>").elementInt());
        assertRefused(() -> onRoot("<a>-2147483649</a>").elementInt());
        assertRefused(() -> onRoot("<a>9223372036854775808</a>").elementLong());
        assertRefused(() -> onRoot("<a>1 2147483648</a>").elementInts());
    }

    @Test
    void aChildElementInPlaceOfTextIsNamedAndCanBeReadOn() {
        List<Consumer<XmlReader>> calls = List.of(
                XmlReader::elementText,
                XmlReader::elementInt,
                XmlReader::elementLong,
                XmlReader::elementDouble,
                XmlReader::elementFloat,
                XmlReader::elementBoolean,
                XmlReader::elementDecimal,
                XmlReader::elementBase64,
                XmlReader::elementInts,
                XmlReader::elementDoubles,
                reader -> reader.elementValue(XmlReaderContract::text));
        for (Consumer<XmlReader> call : calls) {
            for (String before : List.of("", "1", "1<!--c-->2")) {
                XmlReader reader = onChild("<a><n>" + before + "<child y='2'>x</child></n><c>2</c></a>");
                String message = assertRefused(() -> call.accept(reader)).getMessage();
                assertTrue(message.contains("element n") && message.contains("element child"), message);
                assertEquals(XmlEvent.START_ELEMENT, reader.event());
                assertEquals(XmlName.of("child"), reader.name());
                assertEquals(3, reader.depth());
                assertEquals("2", reader.attributeValue(0));
                reader.skipElement();
                assertEquals(XmlEvent.END_ELEMENT, reader.next());
                assertEquals(XmlName.of("n"), reader.name());
                assertEquals(XmlEvent.START_ELEMENT, reader.next());
                assertEquals(2, reader.elementInt());
                assertEquals(XmlEvent.END_ELEMENT, reader.next());
                assertEquals(XmlEvent.END_DOCUMENT, reader.next());
            }
        }
    }

    @Test
    void wholeElementsAreReadFromTheirStart() {
        forItems("<a>1</a>", (reader, event) -> {
            if (event != XmlEvent.START_ELEMENT) {
                assertIllegalState(reader::elementText);
                assertIllegalState(reader::elementInt);
                assertIllegalState(reader::elementLong);
                assertIllegalState(reader::elementDouble);
                assertIllegalState(reader::elementFloat);
                assertIllegalState(reader::elementBoolean);
                assertIllegalState(reader::elementDecimal);
                assertIllegalState(reader::elementBase64);
                assertIllegalState(reader::elementInts);
                assertIllegalState(reader::elementLongs);
                assertIllegalState(reader::elementFloats);
                assertIllegalState(reader::elementDoubles);
                assertIllegalState(() -> reader.elementValue(XmlReaderContract::text));
                assertIllegalState(reader::skipElement);
                assertEquals(event, reader.event());
            }
        });
    }

    // Skipping

    @Test
    void skippingAnElementEndsOnItsEnd() {
        XmlReader reader = onRoot("<a><b x='1'><c>x<b/></c><b><b/></b></b><d/>y<e xmlns='urn:e'><f/></e></a>");
        reader.next();
        reader.skipElement();
        assertEquals(XmlEvent.END_ELEMENT, reader.event());
        assertEquals(XmlName.of("b"), reader.name());
        assertEquals(2, reader.depth());
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        reader.skipElement();
        assertEquals(XmlName.of("d"), reader.name());
        assertEquals(XmlEvent.TEXT, reader.next());
        assertEquals("y", run(reader));
        reader.skipElement();
        assertEquals(XmlName.of("urn:e", "e"), reader.name());
        assertEquals(Set.of("=urn:e"), declarations(reader));
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
        assertEquals(XmlName.of("a"), reader.name());
        assertEquals(XmlEvent.END_DOCUMENT, reader.next());
    }

    @Test
    void theDocumentsElementMayBeSkipped() {
        XmlReader reader = onRoot("<a><b/></a>");
        reader.skipElement();
        assertEquals(1, reader.depth());
        assertEquals(XmlEvent.END_DOCUMENT, reader.next());
        assertEquals(0, reader.depth());
    }

    // What stays valid

    @Test
    void stringsNamesAndListsStayValidAfterTheCursorMoves() {
        XmlReader reader = onRoot("<p:a xmlns:p='urn:p' p:x='one' y='two'>three<b>four</b><!--five--><c>6 7</c></p:a>");
        List<Object> given = new ArrayList<>();
        given.add(reader.name());
        given.add(reader.qualifiedName());
        given.add(reader.prefixesInScope());
        given.add(reader.attributeValue(0));
        given.add(reader.attributeName(0));
        given.add(reader.attributeQualifiedName(0));
        given.add(reader.namespaceUri(0));
        reader.next();
        given.add(reader.text());
        reader.next();
        given.add(reader.elementText());
        while (reader.next() != XmlEvent.START_ELEMENT) {
            // the comment
        }
        int[] numbers = reader.elementInts();
        trace(reader);
        reader.close();
        assertEquals(
                List.of(
                        XmlName.of("urn:p", "a"),
                        "p:a",
                        List.of("p"),
                        "one",
                        XmlName.of("urn:p", "x"),
                        "p:x",
                        "urn:p",
                        "three",
                        "four"),
                given);
        assertArrayEquals(new int[] {6, 7}, numbers);
    }

    // Location

    @Test
    void everyItemHasALocation() {
        forItems("<a x='1'>\n<b/>text</a>", (reader, event) -> {
            assertNotNull(reader.location());
            assertNotNull(reader.endLocation());
        });
    }

    @Test
    void theLineOfAnElementIsCountedFromOne() {
        assumeTrue(has(Feature.LINES));
        XmlReader reader = onRoot("<a>\n <b/>\r\n\r<c>\n</c></a>");
        assertEquals(1, reader.location().line());
        List<Long> lines = new ArrayList<>();
        while (reader.next() != XmlEvent.END_DOCUMENT) {
            if (reader.event() == XmlEvent.START_ELEMENT) {
                lines.add(reader.location().line());
            }
        }
        assertEquals(List.of(2L, 4L), lines);
    }
}
