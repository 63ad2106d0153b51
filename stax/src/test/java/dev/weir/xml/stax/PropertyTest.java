package dev.weir.xml.stax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLReporter;
import javax.xml.stream.XMLResolver;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.validation.XMLValidationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyTest {
    private static void readAll(XMLInputFactory2 factory, String document) throws XMLStreamException {
        XMLStreamReader2 cursor = CursorTest.read(factory, document);
        while (cursor.hasNext()) {
            cursor.next();
        }
    }

    static Stream<String> known() {
        return InputSettings.known().stream();
    }

    @ParameterizedTest
    @MethodSource("known")
    void whatIsKnownHasAValueThatItCanBeSetTo(String name) {
        WeirInputFactory factory = new WeirInputFactory();
        assertTrue(factory.isPropertySupported(name));
        Object value = factory.getProperty(name);
        if (!name.startsWith("org.codehaus.stax2.impl")) {
            factory.setProperty(name, value);
            assertEquals(value, factory.getProperty(name));
        }
        assertThrows(
                IllegalArgumentException.class, () -> factory.setProperty(name, new StringBuilder("no such value")));
    }

    @Test
    void whatIsNotKnownIsRefused() {
        WeirInputFactory factory = new WeirInputFactory();
        assertFalse(factory.isPropertySupported("urn:unknown"));
        assertThrows(IllegalArgumentException.class, () -> factory.getProperty("urn:unknown"));
        assertThrows(IllegalArgumentException.class, () -> factory.setProperty("urn:unknown", true));
    }

    /** What StAX and StAX2 name, and what Woodstox does: known, or left out knowingly. */
    @Test
    void allPropertiesOfTheStandardsAndOfWoodstoxAreKnown() throws Exception {
        Set<String> named = new TreeSet<>();
        for (Class<?> type : List.of(
                XMLInputFactory.class, XMLInputFactory2.class, Class.forName("com.ctc.wstx.api.WstxInputProperties"))) {
            for (Field field : type.getFields()) {
                if (field.getType() == String.class
                        && Set.of("P_", "XS", "IS", "SU", "RE", "AL").stream().anyMatch(field.getName()::startsWith)) {
                    named.add((String) field.get(null));
                }
            }
        }
        named.removeAll(Set.of("disable", "xmlidTyping", "xmlidFull"));
        named.removeIf(new WeirInputFactory()::isPropertySupported);
        assertEquals(Set.of("com.ctc.wstx.msvSchemaExternalAccess"), named);
    }

    @Test
    void propertiesMayBeWordsAndNumbersOfAnyType() {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty(XMLInputFactory.IS_COALESCING, "true");
        assertEquals(true, factory.getProperty(XMLInputFactory.IS_COALESCING));
        factory.setProperty("com.ctc.wstx.maxElementDepth", "7");
        assertEquals(7, factory.getProperty("com.ctc.wstx.maxElementDepth"));
        factory.setProperty("com.ctc.wstx.maxEntityCount", 8);
        assertEquals(8L, factory.getProperty("com.ctc.wstx.maxEntityCount"));
        factory.setProperty("com.ctc.wstx.maxAttributesPerElement", Long.MAX_VALUE);
        assertEquals(Integer.MAX_VALUE, factory.getProperty("com.ctc.wstx.maxAttributesPerElement"));
        assertThrows(IllegalArgumentException.class, () -> factory.setProperty("com.ctc.wstx.maxTextLength", 0));
    }

    @ParameterizedTest
    @CsvSource({
        "maxElementDepth, 2, <a><b/></a>, <a><b><c/></b></a>",
        "maxAttributesPerElement, 1, <a x='1'/>, <a x='1' y='2'/>",
        "maxAttributeSize, 3, <a x='123'/>, <a x='1234'/>",
        "maxTextLength, 20, <a>12345678901234567890</a>, <a>123456789012345678901</a>",
        "maxCharacters, 10, <a>123</a>, <a>1234</a>",
        "maxElementCount, 3, <a><b/><b/></a>, <a><b/><b/><b/></a>",
        "maxChildrenPerElement, 2, <a><b><c/></b><b><c/></b></a>, <a><b/><b/><b/></a>"
    })
    void limitsBearWoodstoxsNames(String name, int limit, String fits, String goesBeyond) throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty("com.ctc.wstx." + name, limit);
        readAll(factory, fits);
        XMLStreamException wrong = assertThrows(XMLStreamException.class, () -> readAll(factory, goesBeyond));
        assertTrue(wrong.getMessage().contains("limit"), wrong::getMessage);
        assertThrows(XMLStreamException.class, () -> {
            XMLStreamReader2 cursor = CursorTest.read(factory, goesBeyond);
            cursor.nextTag();
            cursor.skipElement();
        });
    }

    @Test
    void aReaderKeepsTheSettingsThatItWasMadeWith() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        XMLStreamReader2 before = CursorTest.read(factory, "<a><![CDATA[x]]></a>");
        factory.setProperty(XMLInputFactory2.P_REPORT_CDATA, false);
        XMLStreamReader2 after = CursorTest.read(factory, "<a><![CDATA[x]]></a>");
        before.nextTag();
        after.nextTag();
        assertEquals(XMLStreamReader.CDATA, before.next());
        assertEquals(XMLStreamReader.CHARACTERS, after.next());
        assertEquals(true, before.getProperty(XMLInputFactory2.P_REPORT_CDATA));
        assertFalse(before.isPropertySupported(XMLInputFactory2.P_REPORT_CDATA));
        assertFalse(before.setProperty(XMLInputFactory2.P_REPORT_CDATA, false));
        assertNull(before.getProperty("urn:unknown"));
        assertThrows(IllegalArgumentException.class, () -> before.getProperty(null));
        assertThrows(IllegalArgumentException.class, () -> before.setProperty("urn:unknown", 1));
    }

    @Test
    void namesAreInterned() throws Exception {
        String element = "element".intern();
        String namespace = "urn:namespace".intern();
        WeirInputFactory factory = new WeirInputFactory();
        assertEquals(true, factory.getProperty(XMLInputFactory2.P_INTERN_NAMES));
        XMLStreamReader2 cursor = CursorTest.read(factory, "<p:element xmlns:p='urn:namespace' element='1'/>");
        cursor.nextTag();
        assertSame(element, cursor.getLocalName());
        assertSame("p".intern(), cursor.getPrefix());
        assertSame(element, cursor.getName().getLocalPart());
        assertSame(element, cursor.getAttributeLocalName(0));
        assertSame(namespace, cursor.getNamespaceURI());
        assertSame(namespace, cursor.getNamespaceURI(0));
    }

    @Test
    void theDefaultNamespacesPrefixIsNullUnlessItIsWantedOtherwise() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        XMLStreamReader2 cursor = CursorTest.read(factory, "<a xmlns='d'/>");
        cursor.nextTag();
        assertNull(cursor.getNamespacePrefix(0));
        factory.setProperty("com.ctc.wstx.returnNullForDefaultNamespace", false);
        cursor = CursorTest.read(factory, "<a xmlns='d'/>");
        cursor.nextTag();
        assertEquals("", cursor.getNamespacePrefix(0));
    }

    @Test
    void xmlIdIsAnIdUnlessItIsSwitchedOff() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        XMLStreamReader2 cursor = CursorTest.read(factory, "<a x='1' xml:id='i'/>");
        cursor.nextTag();
        assertEquals("ID", cursor.getAttributeType(1));
        assertEquals(1, cursor.getAttributeInfo().getIdAttributeIndex());
        assertEquals(-1, cursor.getAttributeInfo().getNotationAttributeIndex());
        factory.setProperty(XMLInputFactory2.XSP_SUPPORT_XMLID, XMLInputFactory2.XSP_V_XMLID_NONE);
        cursor = CursorTest.read(factory, "<a xml:id='i'/>");
        cursor.nextTag();
        assertEquals("CDATA", cursor.getAttributeType(0));
        assertEquals(-1, cursor.getAttributeInfo().getIdAttributeIndex());
    }

    @Test
    void valuesOfXmlIdAreComparedForThoseWhoAsk() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        factory.setProperty(XMLInputFactory2.XSP_SUPPORT_XMLID, XMLInputFactory2.XSP_V_XMLID_FULL);
        readAll(factory, "<a xml:id='i'><b xml:id='j'/><c id='i'/></a>");
        for (String wrong : List.of("<a xml:id='i'><b xml:id=' i '/></a>", "<a xml:id='1'/>", "<a xml:id='p:i'/>")) {
            assertThrows(XMLValidationException.class, () -> readAll(factory, wrong), wrong);
        }
    }

    @Test
    void profilesAreSetsOfProperties() {
        WeirInputFactory factory = new WeirInputFactory();
        factory.configureForConvenience();
        assertEquals(true, factory.getProperty(XMLInputFactory.IS_COALESCING));
        assertEquals(false, factory.getProperty(XMLInputFactory2.P_REPORT_CDATA));
        factory.configureForRoundTripping();
        assertEquals(false, factory.getProperty(XMLInputFactory.IS_COALESCING));
        assertEquals(false, factory.getProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES));
        assertEquals(true, factory.getProperty(XMLInputFactory2.P_REPORT_PROLOG_WHITESPACE));
        factory.configureForXmlConformance();
        assertEquals(true, factory.getProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES));
        assertEquals(false, factory.getProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES));
        factory.configureForLowMemUsage();
        assertEquals(false, factory.getProperty(XMLInputFactory2.P_PRESERVE_LOCATION));
    }

    @Test
    void componentsAreProperties() {
        WeirInputFactory factory = new WeirInputFactory();
        assertNull(factory.getXMLResolver());
        assertNull(factory.getXMLReporter());
        assertNull(factory.getEventAllocator());
        XMLResolver resolver = (publicId, systemId, base, namespace) -> null;
        XMLReporter reporter = (message, type, information, location) -> {};
        factory.setXMLResolver(resolver);
        factory.setXMLReporter(reporter);
        assertSame(resolver, factory.getProperty(XMLInputFactory.RESOLVER));
        assertSame(reporter, factory.getProperty(XMLInputFactory.REPORTER));
        factory.setProperty(XMLInputFactory.RESOLVER, null);
        assertNull(factory.getXMLResolver());
    }

    @Test
    void theSpecificationsFactoryDiffersWhereStaxIsLessSafe() {
        List<String> different = new ArrayList<>();
        WeirInputFactory safe = new WeirInputFactory();
        SpecInputFactory specified = new SpecInputFactory();
        for (String name : InputSettings.known()) {
            if (!Objects.equals(safe.getProperty(name), specified.getProperty(name))) {
                different.add(name + "=" + specified.getProperty(name));
            }
        }
        assertEquals(List.of(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES + "=true"), different);
    }

    @ParameterizedTest
    @ValueSource(strings = {XMLConstants.FEATURE_SECURE_PROCESSING, "com.ctc.wstx.normalizeLFs"})
    void whatCannotBeSwitchedOffSaysWhy(String name) {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new WeirInputFactory().setProperty(name, false));
        assertTrue(refused.getMessage().contains(name), refused::getMessage);
        new WeirInputFactory().setProperty(name, true);
    }

    @Test
    void theFactoryIsFoundByWhoeverLooksForOne() {
        assertTrue(ServiceLoader.load(XMLInputFactory.class).stream()
                .anyMatch(provider -> provider.type() == WeirInputFactory.class));
        assertTrue(ServiceLoader.load(XMLInputFactory2.class).stream()
                .anyMatch(provider -> provider.type() == WeirInputFactory.class));
        XMLInputFactory found = XMLInputFactory.newFactory();
        assertInstanceOf(WeirInputFactory.class, found);
        assertNotSame(found, XMLInputFactory.newFactory());
    }

    @Test
    void oneFactoryServesManyThreads() throws Exception {
        WeirInputFactory factory = new WeirInputFactory();
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 4; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                try {
                    for (int i = 0; i < 200; i++) {
                        XMLStreamReader2 cursor = CursorTest.read(factory, "<a>" + number + "</a>");
                        cursor.nextTag();
                        assertEquals(number, cursor.getElementAsInt());
                        factory.setProperty(XMLInputFactory.IS_COALESCING, i % 2 == 0);
                    }
                } catch (Exception | AssertionError failed) {
                    failures.add(failed);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
    }
}
