package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLOutputFactory2;
import org.codehaus.stax2.XMLStreamWriter2;
import org.codehaus.stax2.typed.Base64Variants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What Weir and Woodstox write, told the same: call by call, with and without repairing, and without namespaces. */
class OutputComparisonTest {
    interface Calls {
        void on(XMLStreamWriter2 writer) throws XMLStreamException;
    }

    static final Map<String, Calls> SEQUENCES = new TreeMap<>();
    static final Iterable<String> NAMES = SEQUENCES.keySet();

    private static void given(String name, Calls calls) {
        SEQUENCES.put(name, calls);
    }

    private static void inRoot(String name, Calls calls) {
        given(name, w -> {
            w.writeStartElement("root");
            calls.on(w);
            w.writeEndElement();
            w.writeEndDocument();
        });
    }

    static {
        given("an empty element", w -> {
            w.writeStartElement("a");
            w.writeEndElement();
        });
        given("nothing", w -> {});
        given("start document", w -> {
            w.writeStartDocument();
            w.writeEmptyElement("a");
        });
        given("start document with version", w -> {
            w.writeStartDocument("1.0");
            w.writeEmptyElement("a");
        });
        given("start document with encoding", w -> {
            w.writeStartDocument("UTF-8", "1.0");
            w.writeEmptyElement("a");
        });
        given("start document, 1.1", w -> {
            w.writeStartDocument("UTF-8", "1.1");
            w.writeStartElement("a");
            w.writeCharacters("\u0001\u007f\u0085");
        });
        given("start document, bad version", w -> w.writeStartDocument("UTF-8", "2.0"));
        given("start document, standalone", w -> {
            w.writeStartDocument("1.0", "UTF-8", true);
            w.writeEmptyElement("a");
        });
        given("start document, not standalone", w -> {
            w.writeStartDocument("1.0", "UTF-8", false);
            w.writeEmptyElement("a");
        });
        given("start document too late", w -> {
            w.writeComment("x");
            w.writeStartDocument();
        });
        given("open elements are closed", w -> {
            w.writeStartElement("a");
            w.writeStartElement("b");
            w.writeCharacters("x");
            w.writeStartElement("c");
        });
        given("empty text", w -> {
            w.writeStartElement("a");
            w.writeCharacters("");
            w.writeEndElement();
        });
        given("empty array", w -> {
            w.writeStartElement("a");
            w.writeCharacters(new char[0], 0, 0);
            w.writeEndElement();
        });
        given("full end", w -> {
            w.writeStartElement("a");
            w.writeFullEndElement();
        });
        given("end without start", XMLStreamWriter2::writeEndElement);
        given("end twice", w -> {
            w.writeStartElement("a");
            w.writeEndElement();
            w.writeEndElement();
        });
        given("text outside", w -> w.writeCharacters("x"));
        given("white space outside", w -> {
            w.writeCharacters(" \n");
            w.writeEmptyElement("a");
            w.writeCharacters("\t");
        });
        given("space outside", w -> {
            w.writeSpace("\n");
            w.writeEmptyElement("a");
            w.writeSpace("\n");
        });
        given("cdata outside", w -> w.writeCData("x"));
        given("entity outside", w -> w.writeEntityRef("x"));
        given("misc around", w -> {
            w.writeProcessingInstruction("p");
            w.writeComment("c");
            w.writeEmptyElement("a");
            w.writeComment("d");
            w.writeProcessingInstruction("q", "data");
        });
        given("doctype", w -> {
            w.writeDTD("<!DOCTYPE a>");
            w.writeEmptyElement("a");
        });
        given("doctype from parts", w -> {
            w.writeDTD("a", "s", "p", "<!ELEMENT a ANY>");
            w.writeEmptyElement("a");
        });
        given("doctype, system", w -> {
            w.writeDTD("a", "s", null, null);
            w.writeEmptyElement("a");
        });
        given("doctype, name only", w -> {
            w.writeDTD("a", null, null, "");
            w.writeEmptyElement("a");
        });
        given("doctype twice", w -> {
            w.writeDTD("<!DOCTYPE a>");
            w.writeDTD("<!DOCTYPE a>");
        });
        given("doctype after root", w -> {
            w.writeEmptyElement("a");
            w.writeDTD("<!DOCTYPE a>");
        });

        inRoot("escaping text", w -> w.writeCharacters("<&>\"' ]]> a>b \t\n\r"));
        inRoot("escaping an array", w -> w.writeCharacters("x<&>\"' ]]> a>b \t\n\rx".toCharArray(), 1, 17));
        inRoot("end of cdata over two texts", w -> {
            w.writeCharacters("]]");
            w.writeCharacters("> ]]>");
        });
        inRoot("escaping attributes", w -> w.writeAttribute("a", "<&>\"' \t\n\r"));
        inRoot("beyond ASCII", w -> w.writeCharacters("\u00e4\u20ac\ud83d\ude00"));
        inRoot("pair over two texts", w -> {
            w.writeCharacters("\ud83d");
            w.writeCharacters("\ude00");
        });
        inRoot("control character", w -> w.writeCharacters("\u0001"));
        inRoot("control character in attribute", w -> w.writeAttribute("a", "\u0001"));
        inRoot("comment", w -> w.writeComment(" x \r\n"));
        inRoot("bad comment", w -> w.writeComment("a--b"));
        inRoot("comment with hyphen", w -> w.writeComment("a-"));
        inRoot("cdata", w -> w.writeCData("<&>"));
        inRoot("cdata array", w -> w.writeCData("x<&>y".toCharArray(), 1, 3));
        inRoot("empty cdata", w -> w.writeCData(""));
        inRoot("cdata with end", w -> w.writeCData("a]]>b"));
        inRoot("instruction", w -> w.writeProcessingInstruction("p", "d"));
        inRoot("instruction with empty data", w -> w.writeProcessingInstruction("p", ""));
        inRoot("bad instruction", w -> w.writeProcessingInstruction("p", "a?>b"));
        inRoot("entity", w -> w.writeEntityRef("amp"));
        inRoot("raw", w -> {
            w.writeRaw("<b/>");
            w.writeRaw("x<c/>y", 1, 4);
            w.writeRaw("x<d/>y".toCharArray(), 1, 4);
        });
        inRoot("attribute after text", w -> {
            w.writeCharacters("x");
            w.writeAttribute("a", "b");
        });
        inRoot("namespace after text", w -> {
            w.writeCharacters("x");
            w.writeNamespace("p", "u");
        });
        inRoot("empty elements", w -> {
            w.writeEmptyElement("b");
            w.writeAttribute("x", "1");
            w.writeEmptyElement("c");
            w.writeCharacters("t");
            w.writeEmptyElement("d");
        });
        inRoot("numbers", w -> {
            w.writeInt(-7);
            w.writeCharacters(" ");
            w.writeLong(Long.MIN_VALUE);
            w.writeCharacters(" ");
            w.writeBoolean(true);
            w.writeCharacters(" ");
            w.writeInteger(BigInteger.TEN);
            w.writeCharacters(" ");
            w.writeDecimal(new BigDecimal("1.50"));
        });
        inRoot("lists", w -> {
            w.writeIntArray(new int[] {1, 2, 3, 4}, 1, 2);
            w.writeLongArray(new long[] {5, 6}, 0, 2);
        });
        inRoot("binary", w -> {
            for (int length : new int[] {0, 1, 2, 3, 56, 57, 58, 114, 200}) {
                w.writeStartElement("b");
                w.writeBinary(new byte[length + 1], 1, length);
                w.writeEndElement();
                w.writeStartElement("b");
                w.writeBinary(Base64Variants.MODIFIED_FOR_URL, new byte[length + 1], 1, length);
                w.writeEndElement();
            }
            w.writeStartElement("b");
            w.writeBinaryAttribute("", "", "x", new byte[56]);
            w.writeEndElement();
        });
        inRoot("typed attributes", w -> {
            w.writeIntAttribute(null, null, "i", 1);
            w.writeLongAttribute("", "", "l", -1);
            w.writeBooleanAttribute("", null, "b", false);
            w.writeDecimalAttribute("", "", "d", BigDecimal.ONE);

            w.writeQNameAttribute("", "", "q", new QName("local"));
        });

        inRoot("bound by writeNamespace", w -> {
            w.writeNamespace("p", "u");
            w.writeStartElement("u", "a");
            w.writeAttribute("u", "b", "1");
            w.writeEndElement();
        });
        inRoot("unbound element", w -> w.writeStartElement("u", "a"));
        inRoot("unbound attribute", w -> w.writeAttribute("u", "a", "1"));
        inRoot("prefix with undeclared namespace", w -> {
            w.writeStartElement("p", "a", "u");
            w.writeAttribute("p", "u", "x", "1");
            w.writeEndElement();
        });
        inRoot("prefix null", w -> w.writeStartElement(null, "a", "u"));
        inRoot("no namespace inside a default", w -> {
            w.writeStartElement("", "a", "u");
            w.writeDefaultNamespace("u");
            w.writeStartElement("", "b", "");
            w.writeEndElement();
            w.writeStartElement("c");
            w.writeEndElement();
            w.writeEndElement();
        });
        inRoot("declared twice alike", w -> {
            w.writeStartElement("p", "a", "u");
            w.writeNamespace("p", "u");
            w.writeStartElement("p", "b", "u");
            w.writeNamespace("p", "u");
            w.writeEndElement();
            w.writeEndElement();
        });
        inRoot("set before its element", w -> {
            w.setPrefix("p", "u");
            w.writeStartElement("u", "a");
            w.writeNamespace("p", "u");
            w.writeEndElement();
        });
        inRoot("set default before its element", w -> {
            w.setDefaultNamespace("u");
            w.writeStartElement("u", "a");
            w.writeDefaultNamespace("u");
            w.writeEndElement();
        });
        inRoot("set ends with its element", w -> {
            w.writeStartElement("a");
            w.setPrefix("p", "u");
            w.writeEndElement();
            w.writeStartElement("u", "b");
        });
        inRoot("attribute in the default namespace", w -> {
            w.writeStartElement("", "a", "u");
            w.writeDefaultNamespace("u");
            w.writeAttribute("", "u", "x", "1");
            w.writeEndElement();
        });
        inRoot("attribute without prefix", w -> w.writeAttribute("", "", "x", "1"));
        inRoot("attribute of xml", w -> {
            w.writeAttribute("xml", "http://www.w3.org/XML/1998/namespace", "lang", "de");
            w.writeStartElement("b");
            w.writeAttribute("http://www.w3.org/XML/1998/namespace", "lang", "de");
            w.writeEndElement();
        });
        inRoot("prefix rebound by a child", w -> {
            w.writeStartElement("p", "a", "u");
            w.writeNamespace("p", "u");
            w.writeStartElement("p", "b", "v");
            w.writeNamespace("p", "v");
            w.writeEmptyElement("p", "c", "v");
            w.writeEndElement();
            w.writeEmptyElement("u", "d");
            w.writeEndElement();
        });
        inRoot("attribute with a misbound prefix", w -> {
            w.writeStartElement("p", "a", "u");
            w.writeNamespace("p", "u");
            w.writeAttribute("p", "v", "x", "1");
            w.writeAttribute("q", "v", "y", "1");
            w.writeEndElement();
        });
        inRoot("writeNamespace without prefix", w -> {
            w.writeStartElement("p", "a", "v");
            w.writeNamespace("", "u");
            w.writeNamespace("p", "v");
            w.writeEndElement();
        });
        inRoot("writeNamespace of xmlns", w -> {
            w.writeStartElement("p", "a", "v");
            w.writeNamespace("p", "v");
            w.writeNamespace(null, "u");
            w.writeEndElement();
        });
        inRoot("wrong xml", w -> w.setPrefix("xml", "u"));
        inRoot("wrong xmlns", w -> w.setPrefix("xmlns", "u"));
        inRoot("other prefix for xml", w -> w.setPrefix("p", "http://www.w3.org/XML/1998/namespace"));
        inRoot("suggested prefix for attribute", w -> {
            w.setPrefix("p", "u");
            w.writeAttribute("u", "x", "1");
        });
        inRoot("suggested prefix of an ancestor", w -> {
            w.setPrefix("p", "u");
            w.writeStartElement("b");
            w.writeStartElement("u", "c");
            w.writeEndElement();
            w.writeEndElement();
        });
        inRoot("generated prefixes", w -> {
            w.writeStartElement("u", "a");
            w.writeAttribute("v", "x", "1");
            w.writeAttribute("u", "y", "1");
            w.writeStartElement("v", "b");
            w.writeEndElement();
            w.writeEndElement();
            w.writeStartElement("u", "c");
            w.writeEndElement();
        });
        inRoot("QName in content", w -> {
            w.writeStartElement("p", "a", "u");
            w.writeNamespace("p", "u");
            w.writeQName(new QName("u", "n", "p"));
            w.writeEndElement();
        });
        inRoot("QName in an attribute", w -> {
            w.writeStartElement("p", "a", "u");
            w.writeNamespace("p", "u");
            w.writeQNameAttribute("", "", "q", new QName("v", "n", "v"));
            w.writeEndElement();
        });
        given("prefix for the root", w -> {
            w.setPrefix("p", "u");
            w.setDefaultNamespace("d");
            w.writeStartElement("u", "a");
            w.writeNamespace("p", "u");
            w.writeStartElement("d", "b");
        });
        given("what is in scope", w -> {
            w.writeStartElement("p", "a", "u");
            w.writeNamespace("p", "u");
            w.writeDefaultNamespace("d");
            w.writeCharacters(w.getPrefix("u")
                    + w.getPrefix("d")
                    + w.getPrefix("n")
                    + w.getNamespaceContext().getNamespaceURI("p")
                    + w.getNamespaceContext().getNamespaceURI("")
                    + w.getNamespaceContext().getNamespaceURI("q")
                    + w.getNamespaceContext().getNamespaceURI("xml"));
        });
    }

    private static String written(XMLOutputFactory2 factory, boolean bytes, Calls calls) throws Exception {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        StringWriter text = new StringWriter();
        XMLStreamWriter2 writer = (XMLStreamWriter2)
                (bytes ? factory.createXMLStreamWriter(stream, "UTF-8") : factory.createXMLStreamWriter(text));
        try {
            calls.on(writer);
            writer.close();
        } catch (XMLStreamException refused) {
            return "refused";
        } catch (NullPointerException | IllegalArgumentException refused) {
            return "refused";
        }
        return sameMeaning(bytes ? stream.toString(StandardCharsets.UTF_8) : text.toString());
    }

    /** References with small digits are the same, and so is a greater-than sign that need not be an entity. */
    private static String sameMeaning(String document) {
        return Pattern.compile("&#x[0-9a-f]+;")
                .matcher(document.replaceAll("(?<!\\]\\])&gt;", ">"))
                .replaceAll(reference -> "&#x" + reference.group().substring(3).toUpperCase(Locale.ROOT));
    }

    private static XMLOutputFactory2 woodstox() throws ReflectiveOperationException {
        return (XMLOutputFactory2) Class.forName("com.ctc.wstx.stax.WstxOutputFactory")
                .getDeclaredConstructor()
                .newInstance();
    }

    private static XMLOutputFactory2 configured(XMLOutputFactory2 factory, boolean repairing, boolean namespaces) {
        factory.setProperty(XMLOutputFactory.IS_REPAIRING_NAMESPACES, repairing);
        factory.setProperty("javax.xml.stream.isNamespaceAware", namespaces);
        factory.setProperty(XMLOutputFactory2.P_AUTOMATIC_NS_PREFIX, "auto");
        return factory;
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void weirWritesWhatWoodstoxWrites(String name) throws Exception {
        Calls calls = SEQUENCES.get(name);
        StringBuilder expected = new StringBuilder();
        StringBuilder actual = new StringBuilder();
        for (int mode = 0; mode < 6; mode++) {
            boolean repairing = mode % 3 == 1;
            boolean namespaces = mode % 3 != 2;
            String label = "\n" + (namespaces ? repairing ? "repairing: " : "as told: " : "no namespaces: ");
            expected.append(label).append(written(configured(woodstox(), repairing, namespaces), mode > 2, calls));
            actual.append(label)
                    .append(written(configured(new WeirOutputFactory(), repairing, namespaces), mode > 2, calls));
        }
        assertEquals(expected.toString(), actual.toString());
    }

    private static void assertDiffers(String woodstox, String weir, Calls calls) throws Exception {
        assertEquals(woodstox, written(configured(woodstox(), true, true), true, calls), "Woodstox");
        assertEquals(weir, written(configured(new WeirOutputFactory(), true, true), true, calls), "Weir");
    }

    @Test
    void weirRefusesWhereWoodstoxWritesWhatNobodyCanRead() throws Exception {
        assertDiffers("<a/><b", "refused", w -> {
            w.writeEmptyElement("a");
            w.writeEmptyElement("b");
        });
        assertDiffers("<a xmlns:p=\"\"/>", "refused", w -> {
            w.writeStartElement("a");
            w.writeNamespace("p", "");
            w.writeEndElement();
        });
        assertDiffers("<a x=\"1\" x=\"2\"/>", "refused", w -> {
            w.writeStartElement("a");
            w.writeAttribute("x", "1");
            w.writeAttribute("x", "2");
            w.writeEndElement();
        });
        assertDiffers("<a b/>", "refused", w -> {
            w.writeStartElement("a b");
            w.writeEndElement();
        });
    }

    @Test
    void weirKeepsWhatWoodstoxLosesOrTwists() throws Exception {
        // A line end of XML 1.1 that a reader would make a line feed of.
        assertDiffers("<?xml version='1.1'?><a>\u2028</a>", "<?xml version='1.1'?><a>&#x2028;</a>", w -> {
            w.writeStartDocument(null, "1.1");
            w.writeStartElement("a");
            w.writeCharacters("\u2028");
            w.writeEndElement();
        });
        // A declaration that nothing on the element relies on.
        assertDiffers("<p:a xmlns:p=\"u\"><b>p:q</b></p:a>", "<p:a xmlns:p=\"u\"><b xmlns:p=\"v\">p:q</b></p:a>", w -> {
            w.writeStartElement("p", "a", "u");
            w.writeStartElement("b");
            w.writeNamespace("p", "v");
            w.writeCharacters("p:q");
        });
    }
}
