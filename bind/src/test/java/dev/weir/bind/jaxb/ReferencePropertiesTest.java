package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.PropertyException;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlTransient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.glassfish.jaxb.core.annotation.XmlLocation;
import org.glassfish.jaxb.core.marshaller.CharacterEscapeHandler;
import org.glassfish.jaxb.core.marshaller.MinimumEscapeHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.Locator;

/** What users of the reference implementation set by its own names, beside the reference. */
class ReferencePropertiesTest {
    @XmlRootElement(namespace = "urn:p")
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Page {
        @XmlAttribute
        String title;

        @XmlAttribute(name = "author", namespace = "urn:p")
        String author;

        @XmlElement(namespace = "urn:p")
        List<Line> line = new ArrayList<>();

        @XmlLocation
        @XmlTransient
        Locator place;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Line {
        @XmlElement(namespace = "urn:p")
        String text;

        @XmlLocation
        @XmlTransient
        protected Locator locator;
    }

    private static final ReferenceComparison BESIDE = beside();

    private static ReferenceComparison beside() {
        try {
            return new ReferenceComparison(Page.class);
        } catch (JAXBException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static Page page() {
        Page page = new Page();
        page.title = "a \"b\" & <c> é";
        page.author = "x";
        Line line = new Line();
        line.text = "1 < 2 & é";
        page.line.add(line);
        page.line.add(new Line());
        return page;
    }

    private static final CharacterEscapeHandler SHOUTING = (characters, start, length, isAttribute, out) -> {
        out.write(isAttribute ? "A:" : "T:");
        MinimumEscapeHandler.theInstance.escape(
                new String(characters, start, length)
                        .toUpperCase(java.util.Locale.ROOT)
                        .toCharArray(),
                0,
                length,
                isAttribute,
                out);
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.glassfish.jaxb.characterEscapeHandler",
                "org.glassfish.jaxb.core.marshaller.CharacterEscapeHandler"
            })
    void anEscapeHandlerWritesTextAndAttributes(String property) throws Exception {
        assertEquals(
                ReferenceComparison.canonical(escaped(BESIDE.reference, property, false)),
                ReferenceComparison.canonical(escaped(BESIDE.weir, property, false)));
        String formatted = escaped(BESIDE.weir, property, true);
        assertTrue(formatted.contains("\n    <"), formatted);
        assertEquals(
                ReferenceComparison.canonical(escaped(BESIDE.weir, property, false)),
                ReferenceComparison.canonical(formatted.replaceAll(">\\s+<", "><")));
    }

    private static String escaped(JAXBContext context, String property, boolean formatted) throws JAXBException {
        Marshaller marshaller = context.createMarshaller();
        marshaller.setProperty(property, SHOUTING);
        marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, formatted);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        marshaller.marshal(page(), out);
        String written = out.toString(StandardCharsets.UTF_8);
        assertTrue(written.contains("T:1 &lt; 2 &amp; É"), written);
        assertTrue(written.contains("=\"A:A &quot;B&quot; &amp; &lt;C&gt; É\""), written);
        return written;
    }

    @Test
    void whatAnEscapeHandlerThrowsIsTheCause() throws Exception {
        Marshaller marshaller = BESIDE.weir.createMarshaller();
        IOException full = new IOException("full");
        marshaller.setProperty("org.glassfish.jaxb.characterEscapeHandler", (CharacterEscapeHandler)
                (characters, start, length, isAttribute, out) -> {
                    throw full;
                });
        JAXBException refused = assertThrows(JAXBException.class, () -> marshaller.marshal(page(), new StringWriter()));
        assertEquals(full, refused.getLinkedException());
    }

    @Test
    void aCanonicalDocumentHasItsAttributesInOrderAndNoEmptyTags() throws Exception {
        Marshaller marshaller = BESIDE.weir.createMarshaller();
        marshaller.setProperty("org.glassfish.jaxb.c14n", true);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        marshaller.marshal(page(), out);
        String written = out.toString(StandardCharsets.UTF_8);
        assertEquals(
                ReferenceComparison.canonical(ReferenceComparison.write(BESIDE.weir, page())),
                ReferenceComparison.canonical(written));
        assertTrue(written.indexOf("title=") < written.indexOf(":author="), written);
        assertTrue(!written.contains("/>") && !written.startsWith("<?xml"), written);
    }

    @Test
    void objectsKnowWhereTheyWere() throws Exception {
        String xml = "<?xml version='1.0'?>\n<page xmlns='urn:p'\n   title='t'>\n  <line><text>a</text></line>\n"
                + "  <line\n/></page>";
        Page ours = (Page) BESIDE.weir.createUnmarshaller().unmarshal(new StringReader(xml));
        Page theirs = (Page) BESIDE.reference.createUnmarshaller().unmarshal(new StringReader(xml));
        assertEquals(place(theirs.place), place(ours.place));
        for (int i = 0; i < 2; i++) {
            assertEquals(place(theirs.line.get(i).locator), place(ours.line.get(i).locator));
        }
        assertEquals("3:14", place(ours.place));
    }

    private static String place(Locator locator) {
        assertNotNull(locator);
        return locator.getLineNumber() + ":" + locator.getColumnNumber();
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.sun.xml.bind.", "org.glassfish.jaxb."})
    void propertiesAreKnownByTheirNamesOfAllTimes(String prefix) throws Exception {
        Marshaller marshaller = BESIDE.weir.createMarshaller();
        marshaller.setProperty(prefix + "indentString", "\t");
        marshaller.setProperty(prefix + "xmlHeaders", "<!-- head -->");
        marshaller.setProperty(prefix + "xmlDeclaration", true);
        marshaller.setProperty(prefix + "objectIdentitityCycleDetection", true);
        assertEquals("\t", marshaller.getProperty(prefix + "indentString"));
        marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, true);
        StringWriter out = new StringWriter();
        marshaller.marshal(page(), out);
        assertTrue(out.toString().contains("\n\t<") && out.toString().contains("<!-- head -->"), out::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.glassfish.jaxb.nothing", "com.sun.xml.bind.c15n", "whatever"})
    void aPropertyThatNobodyKnowsIsRefused(String name) throws Exception {
        assertThrows(
                PropertyException.class, () -> BESIDE.weir.createMarshaller().setProperty(name, true));
        assertThrows(
                PropertyException.class, () -> BESIDE.weir.createMarshaller().getProperty(name));
        assertThrows(
                PropertyException.class, () -> BESIDE.weir.createUnmarshaller().setProperty(name, true));
    }

    @Test
    void aPropertyOfAnotherTypeIsRefused() {
        for (String name : List.of("c14n", "xmlDeclaration", "characterEscapeHandler", "indentString")) {
            assertThrows(
                    PropertyException.class,
                    () -> BESIDE.weir.createMarshaller().setProperty("org.glassfish.jaxb." + name, new Object()),
                    name);
        }
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Unspoken {
        String text = "t";

        @XmlAttribute
        int number;
    }

    @ParameterizedTest
    @ValueSource(strings = {"com.sun.xml.bind.", "org.glassfish.jaxb."})
    void packagesWithoutNamespaceGetTheOneThatTheContextIsTold(String prefix) throws Exception {
        Class<?>[] classes = {Unspoken.class};
        JAXBContext weir =
                new WeirContextFactory().createContext(classes, Map.of(prefix + "defaultNamespaceRemap", "urn:told"));
        JAXBContext reference = new org.glassfish.jaxb.runtime.v2.JAXBContextFactory()
                .createContext(classes, Map.of("org.glassfish.jaxb.defaultNamespaceRemap", "urn:told"));
        String ours = ReferenceComparison.write(weir, new Unspoken());
        assertEquals(
                ReferenceComparison.canonical(ReferenceComparison.write(reference, new Unspoken())),
                ReferenceComparison.canonical(ours));
        assertTrue(ours.contains("urn:told"), ours);
        ReferenceComparison.assertSameGraph(
                reference.createUnmarshaller().unmarshal(new StringReader(ours)),
                weir.createUnmarshaller().unmarshal(new StringReader(ours)),
                ours);
        assertTrue(!ReferenceComparison.write(new WeirContextFactory().createContext(classes, Map.of()), new Unspoken())
                .contains("urn:told"));
    }

    @Test
    void aContextRefusesWhatItCannotDo() throws Exception {
        WeirContextFactory factory = new WeirContextFactory();
        Class<?>[] classes = {Unspoken.class};
        factory.createContext(classes, Map.of("com.sun.xml.bind.c14n", true, JAXBContext.JAXB_CONTEXT_FACTORY, "x"));
        for (String name : List.of("org.glassfish.jaxb.treatEverythingNillable", "whatever")) {
            assertThrows(JAXBException.class, () -> factory.createContext(classes, Map.of(name, true)), name);
        }
    }
}
