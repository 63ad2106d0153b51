package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.testing.TestSeed;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.annotation.XmlAccessType;
import jakarta.xml.bind.annotation.XmlAccessorType;
import jakarta.xml.bind.annotation.XmlAnyElement;
import jakarta.xml.bind.annotation.XmlAttribute;
import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlList;
import jakarta.xml.bind.annotation.XmlRootElement;
import jakarta.xml.bind.annotation.XmlSeeAlso;
import jakarta.xml.bind.annotation.XmlType;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamWriter;
import org.junit.jupiter.api.Test;

/**
 * Names in content that are in no namespace. The default namespace applies to them, as it does to elements, and so must not be
 * in scope where they are written.
 */
class NamesInContentTest {
    private static final String A = "urn:a";
    private static final String B = "urn:b";

    @XmlRootElement(name = "names", namespace = A)
    @XmlType(namespace = A)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Names {
        @XmlElement(namespace = A)
        QName one;

        @XmlElement(namespace = B)
        List<QName> many = new ArrayList<>();

        @XmlList
        @XmlElement(namespace = A)
        List<QName> text = new ArrayList<>();

        @XmlAttribute
        QName attribute;

        @XmlAttribute
        List<QName> attributes = new ArrayList<>();

        @XmlElement(namespace = A)
        Object any;

        @XmlElement(namespace = B)
        Names child;
    }

    /** As Names, with elements that are in no namespace. */
    @XmlRootElement(name = "mixture", namespace = A)
    @XmlType(namespace = A)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Mixture {
        @XmlElement(namespace = A)
        QName one;

        QName unqualified;

        @XmlAttribute
        QName attribute;

        Object any;

        Mixture child;

        @XmlElement(namespace = A)
        Mixture other;
    }

    /** Of which nothing tells that there will be names. */
    @XmlRootElement(name = "anything", namespace = A)
    @XmlType(namespace = A)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Anything {
        @XmlElement(namespace = A)
        Object any;

        @XmlElement(namespace = A)
        List<Object> many = new ArrayList<>();

        @XmlElement(namespace = A)
        Anything child;
    }

    /** Its type is in no namespace. */
    @XmlType(name = "local", namespace = "")
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Local {
        @XmlElement(namespace = A)
        String text = "local";
    }

    @XmlRootElement(name = "base", namespace = A)
    @XmlType(namespace = A)
    @XmlSeeAlso(Derived.class)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Base {
        @XmlElement(namespace = A)
        Base next;
    }

    @XmlType(name = "derived", namespace = "")
    public static class Derived extends Base {}

    @XmlRootElement(name = "wild", namespace = A)
    @XmlType(namespace = A)
    @XmlAccessorType(XmlAccessType.FIELD)
    public static class Wild {
        @XmlAnyElement(lax = true)
        List<Object> any = new ArrayList<>();
    }

    @Test
    void valuesOfPropertiesStayInNoNamespace() throws Exception {
        Random random = new Random(TestSeed.of(NamesInContentTest.class));
        ReferenceComparison both = new ReferenceComparison(Names.class);
        for (int i = 0; i < 200; i++) {
            agree(both, names(random, 3));
        }
    }

    @Test
    void soTheyDoAmongElementsInNoNamespace() throws Exception {
        Random random = new Random(TestSeed.of(NamesInContentTest.class));
        ReferenceComparison both = new ReferenceComparison(Mixture.class);
        for (int i = 0; i < 200; i++) {
            agree(both, mixture(random, 3));
        }
    }

    @Test
    void soDoValuesOfPropertiesOfAnyTypeAndTheNamesOfTypes() throws Exception {
        Random random = new Random(TestSeed.of(NamesInContentTest.class));
        ReferenceComparison both = new ReferenceComparison(Anything.class, Local.class);
        for (int i = 0; i < 200; i++) {
            agree(both, anything(random, 3));
        }
    }

    @Test
    void theTypeOfADerivedClassStaysInNoNamespace() throws Exception {
        Base base = new Base();
        base.next = new Derived();
        base.next.next = new Base();
        base.next.next.next = new Derived();
        agree(new ReferenceComparison(Base.class), base);
    }

    @Test
    void otherElementsKeepTheDefaultNamespace() throws Exception {
        Anything anything = new Anything();
        anything.any = new QName("x");
        anything.child = new Anything();
        String written = ReferenceComparison.write(new ReferenceComparison(Anything.class).weir, anything);
        assertTrue(written.contains("<anything xmlns=\"urn:a\">"), written);
        assertTrue(written.contains("<child/>") || written.contains("<child></child>"), written);
    }

    @Test
    void rootsThatAreNamesMayHaveAnyElement() throws Exception {
        JAXBContext context = new ReferenceComparison(Anything.class, Local.class).weir;
        for (String namespace : List.of(A, B, "")) {
            for (QName value : List.of(new QName("x"), new QName(A, "x"), new QName("urn:c", "x"))) {
                QName name = new QName(namespace, "root");
                assertEquals(
                        value,
                        root(context, new JAXBElement<>(name, QName.class, value), QName.class),
                        name.toString());
                assertEquals(
                        value,
                        root(context, new JAXBElement<>(name, Object.class, value), Object.class),
                        name.toString());
            }
            JAXBElement<Object> local = new JAXBElement<>(new QName(namespace, "root"), Object.class, new Local());
            assertTrue(root(context, local, Object.class) instanceof Local, namespace);
        }
    }

    @Test
    void elementsInAWildcardKeepTheirNames() throws Exception {
        JAXBContext context = new ReferenceComparison(Wild.class, Names.class).weir;
        Names names = new Names();
        names.attribute = new QName("attribute");
        Wild wild = new Wild();
        wild.any.add(names);
        wild.any.add(new JAXBElement<>(new QName("urn:other", "n"), Names.class, names));
        wild.any.add(new JAXBElement<>(new QName(A, "names"), Names.class, names));
        String written = ReferenceComparison.write(context, wild);
        Wild read = (Wild) context.createUnmarshaller().unmarshal(new StringReader(written));
        assertEquals(names.attribute, ((Names) read.any.get(0)).attribute, written);
        assertEquals(names.attribute, ((Names) read.any.get(2)).attribute, written);
        assertTrue(!written.contains("xmlns=\""), written);
    }

    @Test
    void theDefaultNamespaceOfTheSurroundingsDoesNotApply() throws Exception {
        JAXBContext context = new ReferenceComparison(Names.class).weir;
        Names names = new Names();
        names.one = new QName("one");
        names.attribute = new QName("attribute");
        StringWriter text = new StringWriter();
        XMLStreamWriter writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
        writer.writeStartElement("", "outer", "urn:outer");
        writer.writeDefaultNamespace("urn:outer");
        Marshaller marshaller = context.createMarshaller();
        marshaller.setProperty(Marshaller.JAXB_FRAGMENT, true);
        marshaller.marshal(names, writer);
        writer.writeEndElement();
        writer.flush();
        String inner = text.toString().replaceAll("<outer xmlns=\"urn:outer\">|</outer>", "");
        Names read = (Names) context.createUnmarshaller().unmarshal(new StringReader(inner));
        assertEquals(names.one, read.one, inner);
        assertTrue(inner.indexOf("xmlns=\"\"") >= 0, inner);
    }

    private static <T> T root(JAXBContext context, JAXBElement<T> element, Class<T> type) throws JAXBException {
        String written = ReferenceComparison.write(context, element);
        return context.createUnmarshaller()
                .unmarshal(new javax.xml.transform.stream.StreamSource(new StringReader(written)), type)
                .getValue();
    }

    /** Written by Weir, an object is the same when read by either; and both write the same. */
    private static void agree(ReferenceComparison both, Object object) throws Exception {
        String written = ReferenceComparison.write(both.weir, object);
        for (JAXBContext context : List.of(both.weir, both.reference)) {
            Object read = context.createUnmarshaller().unmarshal(new StringReader(written));
            ReferenceComparison.assertSameGraph(object, read, written);
        }
        Object ours = both.weir
                .createUnmarshaller()
                .unmarshal(new StringReader(ReferenceComparison.write(both.reference, object)));
        ReferenceComparison.assertSameGraph(object, ours, written);
    }

    private static Names names(Random random, int depth) {
        Names names = new Names();
        names.one = nameOrNull(random);
        names.attribute = nameOrNull(random);
        names.any = nameOrNull(random);
        for (int i = random.nextInt(3); i > 0; i--) {
            names.many.add(name(random));
            names.text.add(name(random));
            names.attributes.add(name(random));
        }
        names.child = depth > 0 && random.nextBoolean() ? names(random, depth - 1) : null;
        return names;
    }

    private static Mixture mixture(Random random, int depth) {
        Mixture mixture = new Mixture();
        mixture.one = nameOrNull(random);
        mixture.unqualified = nameOrNull(random);
        mixture.attribute = nameOrNull(random);
        mixture.any = nameOrNull(random);
        mixture.child = depth > 0 && random.nextBoolean() ? mixture(random, depth - 1) : null;
        mixture.other = depth > 0 && random.nextBoolean() ? mixture(random, depth - 1) : null;
        return mixture;
    }

    private static Anything anything(Random random, int depth) {
        Anything anything = new Anything();
        anything.any = random.nextInt(4) == 0 ? new Local() : nameOrNull(random);
        for (int i = random.nextInt(3); i > 0; i--) {
            anything.many.add(random.nextInt(4) == 0 ? new Local() : name(random));
        }
        anything.child = depth > 0 && random.nextBoolean() ? anything(random, depth - 1) : null;
        return anything;
    }

    private static QName nameOrNull(Random random) {
        return random.nextInt(3) == 0 ? null : name(random);
    }

    private static QName name(Random random) {
        return new QName(List.of("", "", A, B, "urn:c").get(random.nextInt(5)), "n" + random.nextInt(3));
    }
}
