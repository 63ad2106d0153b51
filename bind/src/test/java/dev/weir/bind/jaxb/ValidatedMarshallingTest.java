package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.SmallHeap;
import dev.weir.testing.TestSeed;
import dev.weir.xml.stax.WeirOutputFactory;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.xml.bind.Binder;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.MarshalException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.ValidationEvent;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlID;
import jakarta.xml.bind.annotation.XmlIDREF;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.adapters.XmlAdapter;
import jakarta.xml.bind.annotation.adapters.XmlJavaTypeAdapter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.sax.SAXTransformerFactory;
import javax.xml.transform.sax.TransformerHandler;
import javax.xml.transform.stax.StAXResult;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.glassfish.jaxb.core.marshaller.MinimumEscapeHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** What a marshaller with a schema writes, and what it tells of objects that are not valid. */
class ValidatedMarshallingTest {
    @XmlRootElement(namespace = "urn:o")
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Orders {
        @XmlAttribute
        String version;

        @XmlElement(namespace = "urn:o")
        List<Order> order = new ArrayList<>();
    }

    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Order {
        @XmlAttribute
        Integer number;

        @XmlAttribute
        @XmlID
        String id;

        @XmlElement(namespace = "urn:o")
        String note;

        @XmlElement(namespace = "urn:o")
        BigDecimal price;

        @XmlElement(namespace = "urn:o")
        QName kind;

        @XmlElement(namespace = "urn:o")
        Object anything;

        @XmlElement(namespace = "urn:o")
        byte[] bytes;

        @XmlElement(namespace = "urn:o")
        @XmlIDREF
        Order after;

        @XmlElement(namespace = "urn:o")
        Orders inner;

        @XmlElement(namespace = "urn:o")
        String unknown;
    }

    private static final ReferenceComparison BESIDE = beside(Orders.class);

    private static ReferenceComparison beside(Class<?>... classes) {
        try {
            return new ReferenceComparison(classes);
        } catch (JAXBException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static final String DECLARATIONS = """
            <xs:element name='orders' type='Orders'><xs:unique name='numbers'><xs:selector xpath='o:order'/>
              <xs:field xpath='@number'/></xs:unique></xs:element>
            <xs:complexType name='Orders'><xs:sequence>
              <xs:element name='order' type='Order' minOccurs='0' maxOccurs='unbounded'/></xs:sequence>
              <xs:attribute name='version' type='xs:string' default='1'/></xs:complexType>
            <xs:complexType name='Order'><xs:sequence>
              <xs:element name='note' default='none'><xs:simpleType><xs:restriction base='xs:string'>
                <xs:maxLength value='8'/></xs:restriction></xs:simpleType></xs:element>
              <xs:element name='price' minOccurs='0'><xs:simpleType><xs:restriction base='xs:decimal'>
                <xs:minInclusive value='0'/></xs:restriction></xs:simpleType></xs:element>
              <xs:element name='kind' type='xs:QName' minOccurs='0'/>
              <xs:element name='anything' type='xs:anyType' minOccurs='0'/>
              <xs:element name='bytes' type='xs:base64Binary' minOccurs='0'/>
              <xs:element name='after' type='xs:IDREF' minOccurs='0'/>
              <xs:element name='inner' type='Orders' minOccurs='0'/></xs:sequence>
              <xs:attribute name='id' type='xs:ID'/>
              <xs:attribute name='number' use='required'><xs:simpleType><xs:restriction base='xs:int'>
                <xs:maxInclusive value='99'/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType>""";

    private static final Schema SCHEMA = schema(DECLARATIONS);

    private static Schema schema(String declarations) {
        try {
            return SchemaFactory.newDefaultInstance()
                    .newSchema(new StreamSource(
                            new StringReader("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:o'"
                                    + " xmlns:o='urn:o' targetNamespace='urn:o' elementFormDefault='qualified'>"
                                    + declarations + "</xs:schema>")));
        } catch (SAXException wrong) {
            throw new AssertionError(wrong);
        }
    }

    private static Order order(int number) {
        Order order = new Order();
        order.number = number;
        order.note = "n < " + number;
        return order;
    }

    /** Valid, and of everything something. */
    private static Orders valid() {
        Orders orders = new Orders();
        Order first = order(1);
        first.id = "a";
        first.price = new BigDecimal("1.50");
        first.kind = new QName("urn:k", "fast");
        first.anything = 7;
        first.bytes = new byte[] {1, 2, 3, 4};
        Order second = order(2);
        second.after = first;
        second.inner = new Orders();
        second.inner.version = "2 & \"3\"";
        second.inner.order.add(order(1));
        orders.order.addAll(List.of(first, second));
        return orders;
    }

    /** Where it is written. */
    enum Target {
        BYTES {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try {
                    marshaller.marshal(object, bytes);
                } finally {
                    out.write(bytes.toString(StandardCharsets.UTF_8));
                }
            }
        },
        CANONICAL {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.setProperty("org.glassfish.jaxb.c14n", true);
                BYTES.write(marshaller, object, out);
            }
        },
        WRITER {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.marshal(object, out);
            }
        },
        FORMATTED_FRAGMENT {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.setProperty(Marshaller.JAXB_FORMATTED_OUTPUT, true);
                marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
                marshaller.marshal(object, new StreamResult(out));
            }
        },
        ESCAPED {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.setProperty("org.glassfish.jaxb.characterEscapeHandler", MinimumEscapeHandler.theInstance);
                marshaller.marshal(object, out);
            }
        },
        STREAM_WRITER {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.marshal(object, new StAXResult(new WeirOutputFactory().createXMLStreamWriter(out)));
            }
        },
        EVENT_WRITER {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                marshaller.marshal(object, XMLOutputFactory.newDefaultFactory().createXMLEventWriter(out));
            }
        },
        HANDLER {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                TransformerHandler handler =
                        ((SAXTransformerFactory) TransformerFactory.newDefaultInstance()).newTransformerHandler();
                handler.setResult(new StreamResult(out));
                marshaller.marshal(object, new SAXResult(handler));
            }
        },
        NODE {
            @Override
            void write(Marshaller marshaller, Object object, StringWriter out) throws Exception {
                DOMResult result = new DOMResult();
                marshaller.marshal(object, result);
                transform(result.getNode(), out);
            }
        };

        abstract void write(Marshaller marshaller, Object object, StringWriter out) throws Exception;
    }

    private static void transform(Node node, Writer out) throws Exception {
        Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
        transformer.transform(new DOMSource(node), new StreamResult(out));
    }

    private static Marshaller validating(JAXBContext context) throws JAXBException {
        Marshaller marshaller = context.createMarshaller();
        marshaller.setSchema(SCHEMA);
        return marshaller;
    }

    @ParameterizedTest
    @EnumSource
    void whatIsValidIsWrittenAsWithoutASchema(Target target) throws Exception {
        StringWriter plain = new StringWriter();
        target.write(BESIDE.weir.createMarshaller(), valid(), plain);
        StringWriter validated = new StringWriter();
        target.write(validating(BESIDE.weir), valid(), validated);
        assertEquals(plain.toString(), validated.toString());
        StringWriter reference = new StringWriter();
        validating(BESIDE.reference).marshal(valid(), reference);
        String unindented = validated.toString().replaceAll(">\\s+<", "><");
        assertEquals(ReferenceComparison.canonical(reference.toString()), ReferenceComparison.canonical(unindented));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotValidIsRefusedBeforeItIsWritten(Target target) throws Exception {
        Orders orders = valid();
        orders.order.get(1).note = "much too long";
        StringWriter out = new StringWriter();
        MarshalException refused =
                assertThrows(MarshalException.class, () -> target.write(validating(BESIDE.weir), orders, out));
        assertInstanceOf(SAXParseException.class, refused.getLinkedException());
        assertTrue(refused.getMessage().contains("much too long"), refused::getMessage);
        assertFalse(out.toString().contains("much too long</"), out::toString);
        MarshalException theirs = assertThrows(
                MarshalException.class, () -> validating(BESIDE.reference).marshal(orders, new StringWriter()));
        assertEquals(
                theirs.getLinkedException().getMessage(),
                refused.getLinkedException().getMessage());
    }

    @Test
    void ofWhatIsRefusedInTheEndANodeHasNothing() throws Exception {
        Orders orders = valid();
        Order nobody = new Order();
        nobody.id = "nobody";
        orders.order.get(1).after = nobody;
        Document document = DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .newDocument();
        assertThrows(MarshalException.class, () -> validating(BESIDE.weir).marshal(orders, document));
        assertNull(document.getFirstChild());
        Binder<Node> binder = BESIDE.weir.createBinder();
        binder.setSchema(SCHEMA);
        assertThrows(MarshalException.class, () -> binder.marshal(orders, document));
        assertNull(document.getFirstChild());
        binder.marshal(valid(), document);
        assertNotNull(document.getFirstChild());
    }

    // ---------------------------------------------------------------- events

    private static Orders random(Random random, int depth) {
        Orders orders = new Orders();
        for (int i = random.nextInt(4); i > 0; i--) {
            Order order = order(random.nextInt(4));
            switch (random.nextInt(10)) {
                case 0 -> order.number = null;
                case 1 -> order.number = 100;
                case 2 -> order.note = null;
                case 3 -> order.note = "much too long";
                case 4 -> order.price = new BigDecimal("-1");
                case 5 -> order.unknown = "what";
                case 6 -> order.id = "not an id";
                case 7 -> order.anything = 3;
                case 8 -> order.bytes = new byte[random.nextInt(5)];
                default -> {
                    order.after = new Order();
                    order.after.id = random.nextBoolean() ? "x" : "";
                }
            }
            if (depth < 3 && random.nextInt(3) == 0) {
                order.inner = random(random, depth + 1);
            }
            orders.order.add(order);
        }
        return orders;
    }

    /** All that an event has; prefixes are each one's own. */
    private static List<Object> events(JAXBContext context, Object object, int stopAfter) throws JAXBException {
        List<Object> told = new ArrayList<>();
        Marshaller marshaller = validating(context);
        marshaller.setEventHandler(event -> {
            told.add("\n" + event.getSeverity());
            told.add(event.getMessage().replaceAll("\\bns\\d+:", ""));
            told.add(event.getLocator().getObject());
            told.add(event.getLocator().getLineNumber());
            told.add(event.getLocator().getOffset());
            told.add(event.getLinkedException().getClass());
            return told.size() < stopAfter * 6;
        });
        try {
            marshaller.marshal(object, new StringWriter());
            told.add("written");
        } catch (MarshalException refused) {
            told.add(refused.getLinkedException().getClass());
        }
        return told;
    }

    @Test
    void eventsAreThoseOfTheReference() throws Exception {
        long seed = TestSeed.of(ValidatedMarshallingTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 500; i++) {
            Object object = random(random, 0);
            if (random.nextInt(3) == 0) {
                object = new JAXBElement<>(new QName("urn:o", "orders"), Orders.class, (Orders) object);
            }
            int stopAfter = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1000;
            List<Object> theirs = events(BESIDE.reference, object, stopAfter);
            assertEquals(theirs, events(BESIDE.weir, object, stopAfter), () -> "-Dweir.seed=" + seed);
        }
    }

    @Test
    void withoutAHandlerTheFirstProblemIsTheLast() throws Exception {
        Orders orders = new Orders();
        orders.order.add(order(100));
        Marshaller marshaller = validating(BESIDE.weir);
        StringWriter out = new StringWriter();
        assertThrows(MarshalException.class, () -> marshaller.marshal(orders, out));
        marshaller.setEventHandler(event -> event.getSeverity() == ValidationEvent.FATAL_ERROR);
        marshaller.marshal(orders, out);
        marshaller.setSchema(null);
        marshaller.setEventHandler(null);
        marshaller.marshal(orders, out);
    }

    // ---------------------------------------------------------------- memory

    @Test
    void aDocumentOfAnyLengthIsCheckedInTheMemoryOfOneRecord() {
        SmallHeap.run(64, LongDocument.class, "500000");
    }

    /** Marshals and checks a document that is longer than the heap. */
    static final class LongDocument {
        private LongDocument() {}

        public static void main(String[] arguments) throws Exception {
            int count = Integer.parseInt(arguments[0]);
            Orders orders = new Orders();
            orders.order = new AbstractList<>() {
                @Override
                public Order get(int index) {
                    Order order = order(index % 100);
                    order.anything = "m".repeat(100);
                    return order;
                }

                @Override
                public int size() {
                    return count;
                }
            };
            Marshaller marshaller = new WeirContextFactory()
                    .createContext(new Class<?>[] {Orders.class}, Map.of())
                    .createMarshaller();
            marshaller.setSchema(schema(DECLARATIONS.replaceAll("(?s)<xs:unique.*</xs:unique>", "")));
            marshaller.marshal(orders, OutputStream.nullOutputStream());
        }
    }

    // ---------------------------------------------------------------- causes

    public static class Unknown {}

    @XmlRootElement
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Failing {
        DataHandler content;

        @XmlJavaTypeAdapter(Refusing.class)
        String adapted;

        @XmlIDREF
        Order anonymous;

        String text;
        Failing inner;
    }

    static class Refusing extends XmlAdapter<String, String> {
        @Override
        public String unmarshal(String value) {
            return value;
        }

        @Override
        public String marshal(String value) throws Exception {
            if (value == null) {
                return null;
            }
            throw new IOException("no adapter");
        }
    }

    private static DataHandler unreadable() {
        return new DataHandler(new DataSource() {
            @Override
            public InputStream getInputStream() throws IOException {
                throw new IOException("no content");
            }

            @Override
            public OutputStream getOutputStream() throws IOException {
                throw new IOException("read only");
            }

            @Override
            public String getContentType() {
                return "text/plain";
            }

            @Override
            public String getName() {
                return "unreadable";
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeWrittenIsRefusedWithItsCause(Target target) throws Exception {
        ReferenceComparison failing = beside(Failing.class);
        Failing unreadable = new Failing();
        unreadable.content = unreadable();
        Failing adapted = new Failing();
        adapted.adapted = "x";
        Failing anonymous = new Failing();
        anonymous.anonymous = new Order();
        Failing control = new Failing();
        control.text = "\0";
        Failing cycle = new Failing();
        cycle.inner = cycle;
        for (Object object : List.of(new Order(), new Unknown(), unreadable, adapted, anonymous, control, cycle)) {
            List<ValidationEvent> told = new ArrayList<>();
            Marshaller marshaller = failing.weir.createMarshaller();
            marshaller.setEventHandler(told::add);
            MarshalException refused = assertThrows(
                    MarshalException.class,
                    () -> target.write(marshaller, object, new StringWriter()),
                    () -> object.getClass().toString());
            assertNotNull(refused.getLinkedException(), refused::toString);
            assertNotNull(refused.getLinkedException().getMessage(), refused::toString);
            if (object instanceof Order || object instanceof Unknown) {
                assertEquals(refused.getMessage(), told.get(0).getMessage());
            }
        }
    }

    @Test
    void aTargetThatFailsIsTheCause() throws Exception {
        IOException full = new IOException("full");
        OutputStream disk = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw full;
            }
        };
        for (boolean validated : new boolean[] {false, true}) {
            Marshaller marshaller = validated ? validating(BESIDE.weir) : BESIDE.weir.createMarshaller();
            MarshalException refused = assertThrows(MarshalException.class, () -> marshaller.marshal(valid(), disk));
            assertSame(full, refused.getLinkedException());
        }
        for (String systemId : List.of("http://localhost/out.xml", "/no such/directory/out.xml", "file:///no/such/o")) {
            MarshalException refused = assertThrows(
                    MarshalException.class,
                    () -> BESIDE.weir.createMarshaller().marshal(valid(), new StreamResult(systemId)));
            assertNotNull(refused.getLinkedException(), systemId);
        }
        Marshaller marshaller = BESIDE.weir.createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_ENCODING, "no-such-encoding");
        MarshalException refused =
                assertThrows(MarshalException.class, () -> marshaller.marshal(valid(), new ByteArrayOutputStream()));
        assertNotNull(refused.getLinkedException());
    }

    @Test
    void aContextOfNothingRefusesAsAnyOther() throws Exception {
        JAXBContext empty = new WeirContextFactory().createContext(new Class<?>[0], Map.of());
        MarshalException refused = assertThrows(
                MarshalException.class, () -> empty.createMarshaller().marshal("x", new StringWriter()));
        assertNotNull(refused.getLinkedException());
    }
}
