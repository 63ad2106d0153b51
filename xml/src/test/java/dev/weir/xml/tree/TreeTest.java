package dev.weir.xml.tree;

import static dev.weir.xml.reader.XmlReaders.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.Recording;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class TreeTest {
    private static XmlElement parse(String document) {
        return XmlElement.parse(document.getBytes(StandardCharsets.UTF_8));
    }

    private static XmlElement child(XmlElement parent, String local) {
        XmlElement child = parent.elements().stream()
                .filter(element -> element.name().local().equals(local))
                .findFirst()
                .orElse(null);
        assertNotNull(child);
        return child;
    }

    @Test
    void aTreeHoldsWhatTheDocumentSays() {
        XmlElement root = parse("<?p d?><a x='1'>one<!--c--><b/>two<![CDATA[&]]>&lt;</a><!--end-->");
        XmlDocument document = (XmlDocument) root.root();
        assertTrue(document.firstChild() instanceof XmlInstruction pi
                && pi.target().equals("p")
                && pi.stringValue().equals("d"));
        assertTrue(document.lastChild() instanceof XmlComment comment
                && comment.stringValue().equals("end"));
        assertSame(root, document.documentElement());
        assertEquals("1", root.attributeValue("x"));
        assertNull(root.attributeValue("y"));
        assertEquals("onetwo&<", root.stringValue());
        assertEquals("onetwo&<", document.stringValue());
        assertTrue(
                root.lastChild() instanceof XmlText text && text.value().equals("two&<"), "adjacent text is one node");
        assertEquals("<a x=\"1\">one<!--c--><b/>two&amp;&lt;</a>", root.toString());
    }

    @Test
    void elementsKnowTheirLines() {
        XmlElement root = parse("\n<a>\n\n <b/>\r\n<c/></a>");
        assertEquals(
                List.of(2, 4, 5),
                List.of(root.line(), child(root, "b").line(), child(root, "c").line()));
        assertEquals(0, new XmlElement(XmlName.of("x")).line());
        assertEquals(4, child(root.copy(), "b").line());
    }

    @Test
    void childrenAreInsertedRemovedAndReplacedAnywhere() {
        XmlElement root = parse("<a><b/><c/><d/></a>");
        XmlElement c = child(root, "c");
        root.insertBefore(new XmlText("1"), c);
        c.detach();
        assertNull(c.parent());
        root.append(c);
        root.replace(child(root, "b"), new XmlComment("b"));
        assertEquals("<a><!--b-->1<d/><c/></a>", root.toString());
        assertSame(child(root, "d"), c.previousSibling());
        assertNull(c.nextSibling());
        c.detach();
        c.detach();
        root.remove(child(root, "d"));
        assertEquals("<a><!--b-->1</a>", root.toString());
        root.clear();
        assertEquals("<a/>", root.toString());
        root.setText("x");
        root.setText("");
        assertNull(root.firstChild());
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingChanges() {
        XmlElement root = parse("<a><b><c/></b></a>");
        XmlElement b = child(root, "b");
        XmlElement c = child(b, "c");
        XmlDocument document = (XmlDocument) root.root();
        assertThrows(XmlException.class, () -> root.append(c), "it has a parent");
        assertThrows(XmlException.class, () -> root.append(new XmlDocument()));
        assertThrows(XmlException.class, () -> root.append(new XmlAttribute("", XmlName.of("x"), "")));
        assertThrows(XmlException.class, () -> document.append(new XmlElement(XmlName.of("second"))));
        assertThrows(XmlException.class, () -> document.append(new XmlText("text")));
        assertThrows(XmlException.class, () -> root.remove(c), "it is a grandchild");
        assertThrows(XmlException.class, () -> root.insertBefore(new XmlText("x"), c));
        b.detach();
        assertThrows(XmlException.class, () -> c.append(b), "it is above");
        assertThrows(XmlException.class, () -> b.append(b));
        assertThrows(XmlException.class, () -> b.replace(c, b));
        assertEquals("<b><c/></b>", b.toString());
        assertEquals("<a/>", root.toString());
        root.append(b);
        XmlElement other = new XmlElement(XmlName.of("other"));
        document.replace(root, other);
        assertSame(other, document.documentElement());
    }

    @Test
    void attributesAreSetReplacedAndRemoved() {
        XmlElement root = parse("<a x='1' y='2'/>");
        root.attribute(XmlName.of("y"), "3");
        root.attribute(XmlName.of("z"), "4");
        root.attribute(new XmlAttribute("p", XmlName.of("u", "x"), "5"));
        root.attribute(new XmlAttribute("q", XmlName.of("u", "x"), "6"));
        assertEquals("<a xmlns:q=\"u\" x=\"1\" y=\"3\" z=\"4\" q:x=\"6\"/>", root.toString());
        XmlAttribute first = root.firstAttribute();
        assertNotNull(first);
        assertSame(root, first.parent());
        assertNotNull(first.nextSibling());
        assertThrows(XmlException.class, () -> root.attribute(first));
        first.detach();
        XmlAttribute z = root.attribute(XmlName.of("z"));
        assertNotNull(z);
        root.remove(z);
        assertThrows(XmlException.class, () -> root.remove(z));
        assertEquals("<a xmlns:q=\"u\" y=\"3\" q:x=\"6\"/>", root.toString());
    }

    @Test
    void anAttributeWithANamespaceGetsAPrefixInScopeOrAFreshOne() {
        XmlElement root = parse("<a xmlns='u' xmlns:p='v'><b/></a>");
        XmlElement b = child(root, "b");
        b.attribute(XmlName.of("v", "x"), "1");
        b.attribute(XmlName.of("u", "y"), "2");
        b.attribute(XmlName.of("http://www.w3.org/XML/1998/namespace", "lang"), "de");
        assertEquals(
                "<a xmlns=\"u\" xmlns:p=\"v\"><b xmlns:ns1=\"u\" p:x=\"1\" ns1:y=\"2\" xml:lang=\"de\"/></a>",
                root.toString());
    }

    @Test
    void namespacesAreLookedUpWhereTheyAreInScope() {
        XmlElement root = parse("<a xmlns='u' xmlns:p='v'><b xmlns=''><p:c xmlns:p='w'/></b></a>");
        XmlElement b = child(root, "b");
        XmlElement c = child(b, "c");
        assertEquals("u", root.lookupNamespace(""));
        assertNull(b.lookupNamespace(""));
        assertEquals("v", b.lookupNamespace("p"));
        assertEquals("w", c.lookupNamespace("p"));
        assertNull(c.lookupNamespace("q"));
        assertEquals("http://www.w3.org/XML/1998/namespace", c.lookupNamespace("xml"));
        assertEquals(List.of("", "p"), root.declaredPrefixes());
        assertEquals(XmlName.of("v", "x"), b.resolveQName(" p:x\n"));
        assertEquals(XmlName.of("x"), b.resolveQName("x"));
        assertEquals(XmlName.of("u", "x"), root.resolveQName("x"));
        for (String wrong : List.of("q:x", "", ":x", "p:", "p:x:y", "p: x", "1")) {
            assertThrows(XmlException.class, () -> root.resolveQName(wrong), wrong);
        }
    }

    @Test
    void aDeclarationThatClashesOrIsReservedIsRefused() {
        XmlElement root = parse("<p:a xmlns:p='u'/>");
        root.declareNamespace("p", "u");
        root.declareNamespace("q", "v");
        root.declareNamespace("", "w");
        assertEquals("<p:a xmlns:p=\"u\" xmlns:q=\"v\" xmlns=\"w\"/>", root.toString());
        assertThrows(XmlException.class, () -> root.declareNamespace("p", "v"));
        assertThrows(XmlException.class, () -> root.declareNamespace("q", "u"));
        assertThrows(XmlException.class, () -> root.declareNamespace("xml", "v"));
        assertThrows(XmlException.class, () -> root.declareNamespace("xmlns", "v"));
        assertThrows(XmlException.class, () -> root.declareNamespace("r", ""));
        assertThrows(XmlException.class, () -> root.declareNamespace("1", "v"));
        XmlElement built = new XmlElement("", XmlName.of("u", "a"));
        assertThrows(XmlException.class, () -> built.declareNamespace("", "v"));
    }

    @Test
    void aSubtreeTakesItsNamespacesAlong() {
        XmlElement root = parse("<e xmlns='d' xmlns:p='u'><p:b t='p:x'><c/></p:b></e>");
        XmlElement b = child(root, "b");
        String alone = "<p:b xmlns:p=\"u\" xmlns=\"d\" t=\"p:x\"><c/></p:b>";
        assertEquals(alone, b.toString());
        assertEquals(XmlName.of("u", "x"), b.copy().resolveQName("p:x"));
        assertEquals(parse(alone).toString().length(), b.copy().toString().length());
        XmlTreeWriter writer = new XmlTreeWriter();
        writer.startElement("", XmlName.of("other", "r"));
        b.write(writer);
        writer.endElement();
        assertEquals(
                "<r xmlns=\"other\"><p:b xmlns:p=\"u\" xmlns=\"d\" t=\"p:x\"><c/></p:b></r>",
                writer.document().documentElement().toString());
    }

    @Test
    void readingAnElementDeclaresWhatIsInScopeAroundIt() {
        XmlReader reader = open("<e xmlns='d' xmlns:p='u' xmlns:q='v'><b xmlns:q='w'><c/></b>tail</e>"
                .getBytes(StandardCharsets.UTF_8));
        reader.next();
        reader.next();
        XmlElement b = XmlElement.read(reader);
        assertEquals(XmlEvent.END_ELEMENT, reader.event());
        assertEquals(XmlEvent.TEXT, reader.next());
        assertEquals("<b xmlns=\"d\" xmlns:q=\"w\" xmlns:p=\"u\"><c/></b>", b.toString());
        assertNull(b.parent());
        assertThrows(IllegalStateException.class, () -> XmlElement.read(reader));
    }

    @Test
    void aChildMovedUnderOtherBindingsIsWrittenWithItsOwn() {
        XmlElement from = parse("<p:a xmlns:p='u'><p:b p:x='1'/></p:a>");
        XmlElement to = parse("<p:a xmlns:p='v'/>");
        XmlElement b = child(from, "b");
        b.detach();
        to.append(b);
        assertEquals("<p:a xmlns:p=\"v\"><p:b xmlns:p=\"u\" p:x=\"1\"/></p:a>", to.toString());
        assertEquals(Recording.of(open(to.toBytes())), Recording.of(to.reader()), "the cursor declares it as well");
    }

    @Test
    void builtElementsAreWrittenWithTheDeclarationsTheyNeed() {
        XmlElement root = new XmlElement(XmlName.of("u", "a"));
        root.appendElement(XmlName.of("u", "b")).setText("x");
        root.appendElement(XmlName.of("c")).appendElement(XmlName.of("v", "d"));
        assertEquals("<a xmlns=\"u\"><b>x</b><c xmlns=\"\"><d xmlns=\"v\"/></c></a>", root.toString());
        assertEquals(Recording.of(open(root.toBytes())), Recording.of(root.reader()));
    }

    @Test
    void aCopyIsDeepAndItsOwn() {
        XmlElement root = parse("<a x='1'><b>t<!--c--><?p d?></b></a>");
        XmlElement copy = root.copy();
        assertNotSame(root, copy);
        assertNull(copy.parent());
        child(copy, "b").setText("changed");
        copy.attribute(XmlName.of("x"), "2");
        assertEquals("<a x=\"1\"><b>t<!--c--><?p d?></b></a>", root.toString());
        assertEquals("<a x=\"2\"><b>changed</b></a>", copy.toString());
        XmlDocument document = (XmlDocument) root.root();
        assertEquals(root.toString(), document.copy().documentElement().toString());
    }

    @Test
    void aCursorOverATreeIsAReaderLikeAnyOther() {
        XmlElement root = parse(
                "<r xmlns='u'><i> 42 </i><d>1.5</d><b>1</b><c>2.50</c><x>AAEC</x><s><t/></s><m>a<!---->b</m></r>");
        XmlReader reader = root.reader();
        assertEquals(XmlEvent.START_DOCUMENT, reader.event());
        reader.next();
        assertEquals(1, reader.depth());
        reader.next();
        assertEquals(42, reader.elementInt());
        reader.next();
        assertEquals(1.5, reader.elementDouble());
        reader.next();
        assertTrue(reader.elementBoolean());
        reader.next();
        assertEquals(new BigDecimal("2.50"), reader.elementDecimal());
        reader.next();
        assertEquals(3, reader.elementBase64().length);
        reader.next();
        XmlException child = assertThrows(XmlException.class, reader::elementText);
        assertTrue(String.valueOf(child.getMessage()).contains("line 1"), child::toString);
        assertEquals("t", reader.localName());
        reader.skipElement();
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
        assertEquals(XmlEvent.START_ELEMENT, reader.next());
        assertEquals("ab", reader.elementText());
        assertEquals(List.of(""), reader.prefixesInScope());
        assertEquals(XmlEvent.END_ELEMENT, reader.next());
        assertEquals(XmlEvent.END_DOCUMENT, reader.next());
        assertThrows(IllegalStateException.class, reader::next);
    }

    @Test
    void aCursorOverAPartEndsWithIt() {
        XmlElement root = parse("<a xmlns:p='u'><b><c/></b><d/></a>");
        assertEquals(
                List.of("start b  [xmlns:p=u]", "start c  []", "end c", "end b"),
                Recording.of(child(root, "b").reader()));
    }

    @Test
    void aTreeWriterAppendsToAnElementAndUsesItsPrefixes() {
        XmlElement root = parse("<p:a xmlns:p='u'><p:b/></p:a>");
        XmlTreeWriter writer = new XmlTreeWriter(child(root, "b"));
        writer.element(XmlName.of("u", "c"), "text");
        writer.endDocument();
        assertEquals("<p:a xmlns:p=\"u\"><p:b><p:c>text</p:c></p:b></p:a>", root.toString());
        assertThrows(XmlException.class, writer::endElement);
        assertThrows(IllegalStateException.class, writer::document);
    }

    @Test
    void aTreeOfHundredThousandLevelsIsReadCopiedWrittenAndWalked() {
        int depth = 100_000;
        XmlLimits limits = XmlLimits.DEFAULT.withMaxDepth(depth);
        byte[] document = ("<a>".repeat(depth) + "x" + "</a>".repeat(depth)).getBytes(StandardCharsets.UTF_8);
        XmlElement root = XmlElement.parse(document, limits);
        assertEquals("x", root.stringValue());
        XmlElement copy = root.copy();
        assertEquals(document.length, copy.toBytes().length);
        XmlReader reader = copy.reader();
        reader.next();
        XmlElement again = XmlElement.read(reader);
        assertEquals(root.toString(), again.toString());
        XmlReader stream = open(new ByteArrayInputStream(document), limits);
        assertEquals(
                document.length,
                XmlDocument.read(stream).copy().documentElement().toBytes().length);
    }

    @Test
    void aTextWithoutNodeIsReadCopiedAndWrittenLikeOneWithANode() {
        for (boolean asNode : new boolean[] {false, true}) {
            XmlElement root = parse("<a><b>one</b><c/></a>");
            XmlElement b = child(root, "b");
            if (asNode) {
                assertNotNull(b.firstChild());
            }
            assertEquals("one", b.stringValue());
            assertEquals("one", root.stringValue());
            assertEquals("<a><b>one</b><c/></a>", root.toString());
            assertEquals("<a><b>one</b><c/></a>", root.copy().toString());
            try (XmlReader reader = root.reader()) {
                assertEquals(XmlEvent.START_ELEMENT, reader.next());
                assertEquals(XmlEvent.START_ELEMENT, reader.next());
                assertEquals(XmlEvent.TEXT, reader.next());
                assertEquals("one", reader.text());
                assertThrows(IllegalStateException.class, reader::name);
                assertEquals(XmlEvent.END_ELEMENT, reader.next());
                assertEquals("b", reader.name().local());
            }
        }
    }

    @Test
    void aTextIsOneNodeHoweverOftenItIsAskedFor() {
        XmlElement b = parse("<b>one</b>");
        XmlNode text = b.firstChild();
        assertTrue(text instanceof XmlText);
        assertSame(text, b.firstChild());
        assertSame(text, b.lastChild());
        assertSame(b, text.parent());
        assertNull(text.previousSibling());
        assertNull(text.nextSibling());
        ((XmlText) text).value("two");
        assertEquals("<b>two</b>", b.toString());
        text.detach();
        assertEquals("<b/>", b.toString());
        assertNull(b.firstChild());
    }

    @Test
    void aTextGrowsAndGetsSiblings() {
        XmlElement b = parse("<b>one</b>");
        b.appendElement(XmlName.of("c"));
        b.append(new XmlText("two"));
        assertEquals("<b>one<c/>two</b>", b.toString());
        b.setText("three");
        XmlTreeWriter writer = new XmlTreeWriter(b);
        writer.text(" and");
        writer.text(" four");
        assertEquals("<b>three and four</b>", b.toString());
        assertSame(b.firstChild(), b.lastChild(), "adjacent text is one node");
    }

    @Test
    void threadsThatReadOneTreeGetTheSameNodes() throws Exception {
        for (int round = 0; round < 200; round++) {
            XmlElement root = parse("<a x='1' y='2'>text</a>");
            CyclicBarrier together = new CyclicBarrier(2);
            Callable<List<XmlNode>> reading = () -> {
                together.await();
                return Arrays.asList(root.firstChild(), root.firstAttribute());
            };
            ExecutorService threads = Executors.newFixedThreadPool(2);
            try {
                List<Future<List<XmlNode>>> read = threads.invokeAll(List.of(reading, reading));
                for (int i = 0; i < 2; i++) {
                    assertNotNull(read.get(0).get().get(i));
                    assertSame(read.get(0).get().get(i), read.get(1).get().get(i));
                }
            } finally {
                threads.shutdown();
            }
        }
    }

    @Test
    void attributesAreTheSameAsATableAndAsNodes() {
        XmlElement table = parse("<a xmlns:p='u' x='1' p:y='2'/>");
        XmlElement nodes = parse("<a xmlns:p='u' x='1' p:y='2'/>");
        assertNotNull(nodes.firstAttribute());
        for (XmlElement element : List.of(table, nodes)) {
            assertEquals("1", element.attributeValue("x"));
            assertNull(element.attributeValue("y"), "it is in a namespace");
            assertNull(element.attribute(XmlName.of("y")));
            element.attribute(XmlName.of("x"), "3");
            element.attribute(XmlName.of("v", "z"), "4");
            assertEquals("v", element.lookupNamespace("ns1"));
            assertEquals(
                    "<a xmlns:p=\"u\" xmlns:ns1=\"v\" x=\"3\" p:y=\"2\" ns1:z=\"4\"/>",
                    element.copy().toString());
        }
        XmlAttribute y = table.attribute(XmlName.of("u", "y"));
        assertNotNull(y);
        assertSame(table, y.parent());
        y.detach();
        assertNull(table.attribute(XmlName.of("u", "y")));
        assertEquals("3", table.attributeValue("x"));
    }
}
