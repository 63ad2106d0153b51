package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bind.jaxb.qualified.Ledger;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.SchemaOutputResolver;
import jakarta.xml.bind.UnmarshalException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyAttribute;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlElementDecl;
import jakarta.xml.bind.annotation.XmlElementWrapper;
import jakarta.xml.bind.annotation.XmlElements;
import jakarta.xml.bind.annotation.XmlEnum;
import jakarta.xml.bind.annotation.XmlEnumValue;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlMimeType;
import jakarta.xml.bind.annotation.XmlRegistry;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSchemaType;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import javax.xml.transform.Result;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;

/** What people rely on whose classes come first, with few annotations: the reference implementation's defaults. */
class CodeFirstTest {
    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Basket {
        List<String> words;
        Integer[] numbers;
        double[] doubles;
        List<Item> items;

        @XmlElement
        List<String> plain;

        @XmlElement(name = "several", nillable = true)
        List<Item> several;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Item {
        @XmlAttribute
        String id;
    }

    @Test
    void nullsAmongItemsAreNilUnlessXmlElementSaysOtherwise() throws Exception {
        ReferenceComparison beside = new ReferenceComparison(Basket.class);
        Basket basket = new Basket();
        basket.words = Arrays.asList("a", null, "");
        basket.numbers = new Integer[] {null, 2};
        basket.items = Arrays.asList(null, new Item(), null);
        basket.plain = Arrays.asList("a", null);
        beside.agreeOnWriting(basket);

        Basket read = (Basket) beside.agreeOn("""
                <basket xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><words>a</words><words xsi:nil="true"/>
                <words xsi:nil="false">b</words><numbers xsi:nil="1"/><numbers>4</numbers><doubles>1</doubles>
                <doubles xsi:nil="true"/><doubles>2</doubles><items id="a"/><items xsi:nil="true" id="b"/><items/>
                <several id="c"/><several xsi:nil="true"/><several id="d"/></basket>""");
        assertEquals(Arrays.asList("a", null, "b"), read.words);
        assertEquals(2, read.doubles.length);
        assertNull(read.items.get(1));
        assertEquals(3, read.several.size());
    }

    @XmlRootElement
    public static class Page {
        private String name = "n";
        private String url = "u";
        private boolean open;

        public String getURL() {
            return url;
        }

        public void setURL(String url) {
            this.url = url;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public boolean isOpen() {
            return open;
        }

        public void setOpen(boolean open) {
            this.open = open;
        }
    }

    @Test
    void accessorsComeInTheOrderOfTheirMethodsNames() throws Exception {
        new ReferenceComparison(Page.class).agreeOnWriting(new Page());
        assertTrue(ReferenceComparison.write(new ReferenceComparison(Page.class).weir, new Page())
                .contains("<name>n</name><open>false</open><URL>"));
    }

    @Test
    void entriesOfMapsAreInNoNamespaceAndAttributesInThatOfTheirType() throws Exception {
        Ledger ledger = (Ledger) new ReferenceComparison(Ledger.class).agreeOn("""
                <q:ledger xmlns:q="urn:example:qualified" xmlns:o="urn:example:owners" q:year="2026">
                <q:sums><entry><key>a</key><value>1</value></entry><q:entry><key>b</key></q:entry></q:sums>
                <q:owner o:id="7" q:id="8"><o:name>n</o:name></q:owner></q:ledger>""");
        assertEquals(Map.of("a", 1), ledger.sums);
        assertEquals("7", ledger.owner.id);
        assertInstanceOf(TreeMap.class, ledger.sums, "the map that the object has is filled");
    }

    @XmlRootElement
    public static class Fixed {
        private final Map<String, String> made = new TreeMap<>(Map.of("old", "value"));

        @XmlElement
        private Map<String, String> immutable = Map.of("old", "value");

        @XmlElement
        public Map<String, String> getMade() {
            return made;
        }
    }

    @Test
    void aMapWithoutASetterIsFilledAndAnImmutableOneReplaced() throws Exception {
        String xml = "<fixed><immutable><entry><key>k</key><value>v</value></entry></immutable>"
                + "<made><entry><key>k</key><value>v</value></entry></made></fixed>";
        Fixed fixed = (Fixed)
                new ReferenceComparison(Fixed.class).weir.createUnmarshaller().unmarshal(new StringReader(xml));
        assertEquals(Map.of("k", "v"), fixed.made);
        assertEquals(Map.of("k", "v"), fixed.immutable);
    }

    @XmlRootElement
    public static class General {
        private String text = "general";

        @XmlAttribute
        public String key = "k";

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }
    }

    @XmlRootElement
    public static class Special extends General {
        @Override
        @XmlElement(name = "said")
        public String getText() {
            return super.getText();
        }

        @Override
        public void setText(String text) {
            super.setText(text);
        }
    }

    @XmlRootElement
    public static class Keyed extends General {
        @XmlAttribute(name = "key")
        public String key = "other";
    }

    @Test
    void aPropertyThatIsOverriddenIsWrittenOnce() throws Exception {
        ReferenceComparison beside = new ReferenceComparison(General.class, Special.class);
        beside.agreeOnWriting(new General());
        beside.agreeOnWriting(new Special());
        beside.agreeOn("<special key='a'><text>one</text><said>two</said></special>");
        // The reference writes two attributes of one name, which is no XML.
        String written = ReferenceComparison.write(new ReferenceComparison(Keyed.class).weir, new Keyed());
        assertTrue(written.contains("<keyed key=\"other\"><text>"), written);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Measured<T extends Number> {
        Number one;
        List<T> many = new ArrayList<>();
    }

    @Test
    void numbersOfNoParticularClassSayWhichTheyAre() throws Exception {
        Measured<Number> measured = new Measured<>();
        measured.one = 1.5f;
        measured.many = List.of(1, 2L, 2.5);
        new ReferenceComparison(Measured.class).agreeOnWriting(measured);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Chosen {
        @XmlElements({
            @XmlElement(name = "first", type = Integer.class),
            @XmlElement(name = "last", type = Integer.class)
        })
        Object value;

        Level level;
        Date date;
    }

    @XmlEnum(Integer.class)
    public enum Level {
        @XmlEnumValue("1")
        LOW,
        @XmlEnumValue("02")
        HIGH
    }

    @Test
    void theLastOfElementsOfOneClassIsWrittenAndEnumsOfNumbersAsNumbers() throws Exception {
        ReferenceComparison beside = new ReferenceComparison(Chosen.class);
        Chosen chosen = (Chosen) beside.agreeOn("<chosen><first>5</first><level>02</level></chosen>");
        assertEquals(Level.HIGH, chosen.level);
        beside.agreeOn("<chosen><last>5</last><level>2</level></chosen>");
    }

    @Test
    void yearsBeforeChristComeBackAsTheyWere() throws Exception {
        JAXBContext context = new ReferenceComparison(Chosen.class).weir;
        String xml = "<chosen><date>-0044-03-15T00:00:00Z</date></chosen>";
        String written =
                ReferenceComparison.write(context, context.createUnmarshaller().unmarshal(new StringReader(xml)));
        assertTrue(written.contains("<date>-0044-"), written);
    }

    @XmlRegistry
    public static class Registry {
        @XmlElementDecl(name = "count")
        public JAXBElement<Integer> count(Integer value) {
            return new JAXBElement<>(new QName("count"), Integer.class, value);
        }
    }

    @Test
    void aDocumentOfOneWrongValueIsAnEventAndAnElementWithout() throws Exception {
        ReferenceComparison beside = new ReferenceComparison(Registry.class);
        beside.agreeOn("<count>5</count>");
        Unmarshaller unmarshaller = beside.weir.createUnmarshaller();
        List<String> told = new ArrayList<>();
        unmarshaller.setEventHandler(event -> told.add(event.getMessage()));
        JAXBElement<?> element = (JAXBElement<?>) unmarshaller.unmarshal(new StringReader("<count>five</count>"));
        assertNull(element.getValue());
        assertEquals(List.of("element count: not a value of xs:int: \"five\""), told);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Described {
        @XmlSchemaType(name = "unsignedInt")
        long count;

        @XmlSchemaType(name = "anyURI")
        String link;

        @XmlMimeType("image/png")
        byte[] picture;

        List<String> notes;
    }

    @Test
    void aSchemaHasTheTypesThatAreTold() throws Exception {
        StringWriter schema = new StringWriter();
        new ReferenceComparison(Described.class).weir.generateSchema(new SchemaOutputResolver() {
            @Override
            public Result createOutput(String namespace, String suggested) {
                StreamResult result = new StreamResult(schema);
                result.setSystemId(suggested);
                return result;
            }
        });
        String text = schema.toString();
        for (String wanted : List.of(
                "name=\"count\" type=\"xs:unsignedInt\"",
                "name=\"link\" minOccurs=\"0\" type=\"xs:anyURI\"",
                "expectedContentTypes=\"image/png\"",
                "name=\"notes\" minOccurs=\"0\" maxOccurs=\"unbounded\" nillable=\"true\" type=\"xs:string\"")) {
            assertTrue(text.contains(wanted), () -> wanted + " in " + text);
        }
        assertTrue(!text.contains("XML/1998"), text);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Register {
        @XmlIDREF
        Entry first;

        List<Entry> entry;
        Map<String, Integer> counts;

        @XmlElementWrapper(name = "tags", namespace = "urn:tags")
        @XmlElement(name = "tag", namespace = "urn:tag")
        List<String> tags;
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Entry {
        @XmlID
        @XmlElement(name = "id")
        String key;
    }

    @Test
    void idsAreWithoutTheSpaceAroundThem() throws Exception {
        Register register = (Register) new ReferenceComparison(Register.class)
                .agreeOn("<register><first>a</first><entry><id> a </id></entry><entry><id>b</id></entry></register>");
        assertEquals("a", register.entry.get(0).key);
    }

    @Test
    void aWrongEntryIsLeftOutOfItsMap() throws Exception {
        Unmarshaller unmarshaller = new ReferenceComparison(Register.class).weir.createUnmarshaller();
        List<String> told = new ArrayList<>();
        unmarshaller.setEventHandler(event -> told.add(event.getMessage()));
        Register register = (Register) unmarshaller.unmarshal(new StringReader("""
                <register><counts><entry><key>a</key><value>1</value></entry><entry><key>b</key><value>x</value></entry>
                <entry><key>c</key><value>3</value></entry></counts></register>"""));
        assertEquals(Map.of("a", 1, "c", 3), register.counts);
        assertEquals(List.of("element value: not a value of xs:int: \"x\""), told);
    }

    @Test
    void aSchemaAllowsWhatIsWrittenInOtherNamespaces() throws Exception {
        JAXBContext context = new ReferenceComparison(Register.class).weir;
        List<DOMResult> results = new ArrayList<>();
        context.generateSchema(new SchemaOutputResolver() {
            @Override
            public Result createOutput(String namespace, String suggested) {
                DOMResult result = new DOMResult();
                result.setSystemId(suggested);
                results.add(result);
                return result;
            }
        });
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setResourceResolver((type, namespace, publicId, systemId, base) -> {
            DOMResult wanted = results.stream()
                    .filter(result -> result.getSystemId().equals(systemId))
                    .findFirst()
                    .orElseThrow();
            DOMImplementationLS load = (DOMImplementationLS) ((Document) wanted.getNode()).getImplementation();
            LSInput input = load.createLSInput();
            input.setStringData(load.createLSSerializer().writeToString(wanted.getNode()));
            input.setSystemId(systemId);
            return input;
        });
        DOMResult first = results.get(0);
        Schema schema = factory.newSchema(new DOMSource(first.getNode(), first.getSystemId()));
        Register register = new Register();
        register.tags = List.of("a", "b");
        Entry entry = new Entry();
        entry.key = "k";
        register.entry = Arrays.asList(entry, null);
        schema.newValidator()
                .validate(new StreamSource(new StringReader(ReferenceComparison.write(context, register))));
    }

    @XmlRootElement
    public static class Called {
        public Kid kid;

        public static class Kid {
            public String name;

            void afterUnmarshal(Unmarshaller unmarshaller, Object parent) {
                throw new IllegalStateException("refused by " + name);
            }
        }
    }

    @Test
    void whatACallbackOrAListenerThrowsEndsTheReading() throws Exception {
        String xml = "<called><kid><name>n</name></kid></called>";
        JAXBContext context = new ReferenceComparison(Called.class).weir;
        UnmarshalException thrown = assertThrows(
                UnmarshalException.class, () -> context.createUnmarshaller().unmarshal(new StringReader(xml)));
        assertTrue(thrown.getMessage().contains("refused by n"), thrown::getMessage);
        Unmarshaller listening = new ReferenceComparison(Register.class).weir.createUnmarshaller();
        listening.setListener(new Unmarshaller.Listener() {
            @Override
            public void afterUnmarshal(Object target, Object parent) {
                throw new IllegalStateException("refused by the listener");
            }
        });
        thrown = assertThrows(
                UnmarshalException.class, () -> listening.unmarshal(new StringReader("<register><entry/></register>")));
        assertTrue(thrown.getMessage().contains("refused by the listener"), thrown::getMessage);
    }

    @XmlRootElement
    public static class Broken {
        public String getText() {
            throw new UnsupportedOperationException("no text");
        }

        public void setText(String text) {}
    }

    @Test
    void whatAGetterThrowsIsAMarshalException() throws Exception {
        JAXBContext context = new ReferenceComparison(Broken.class).weir;
        MarshalException thrown =
                assertThrows(MarshalException.class, () -> ReferenceComparison.write(context, new Broken()));
        assertInstanceOf(UnsupportedOperationException.class, thrown.getLinkedException());
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Named_2Thing {
        @XmlAttribute
        String URL = "a";

        @XmlAttribute
        String first_name = "b";

        @XmlAttribute
        String fileID = "c";

        String last_name = "d";

        @XmlElement(name = "ignored")
        Map<String, String> plain = new TreeMap<>(Map.of("k", "v"));

        @XmlElementWrapper(name = "wrapped", namespace = "urn:example")
        Map<String, String> map = new TreeMap<>(Map.of("k", "v"));
    }

    @Test
    void namesThatGoWithoutSayingAreMadeOfWordsAndMapsAreNamedByTheirWrapper() throws Exception {
        new ReferenceComparison(Named_2Thing.class).agreeOnWriting(new Named_2Thing());
        String written =
                ReferenceComparison.write(new ReferenceComparison(Named_2Thing.class).weir, new Named_2Thing());
        assertTrue(written.contains("named2Thing"), written);
        assertTrue(written.contains("url=\"a\" firstName=\"b\" fileID=\"c\""), written);
    }

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Open {
        @XmlAnyAttribute
        Map<QName, String> others = new LinkedHashMap<>();

        @XmlElement(namespace = "urn:known")
        String known = "k";
    }

    @Test
    void attributesOfAnyNameKeepTheirPrefixUnlessItMeansSomethingElse() throws Exception {
        ReferenceComparison beside = new ReferenceComparison(Open.class);
        Open open = (Open) beside.agreeOn("<open xmlns:ns1=\"urn:one\" xmlns:ns2=\"urn:two\" xmlns:p=\"urn:three\""
                + " ns1:a=\"1\" ns2:a=\"2\" p:a=\"3\" a=\"4\" xml:lang=\"en\"/>");
        open.others.put(new QName("urn:four", "a", "p"), "5");
        open.others.put(new QName("urn:five", "a", "xsi"), "6");
        beside.agreeOnWriting(open);
        assertTrue(ReferenceComparison.write(beside.weir, open).contains(" p:a="), () -> open.others.toString());
    }
}
