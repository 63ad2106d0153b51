package dev.weir.bind.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.model.ModelReader;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.glassfish.jaxb.runtime.marshaller.NamespacePrefixMapper;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** Weir, with codecs that interpret at first and with compiled ones, and the reference implementation. */
final class ReferenceComparison {
    final JAXBContext weir;
    final JAXBContext reference;

    /** Whose codecs are of bytecode from the first object on. */
    private final JAXBContext compiled;

    ReferenceComparison(Class<?>... classes) throws JAXBException {
        weir = new WeirContextFactory().createContext(classes, Map.of());
        compiled = compiled(List.of(classes));
        reference = new org.glassfish.jaxb.runtime.v2.JAXBContextFactory().createContext(classes, Map.of());
    }

    private static JAXBContext compiled(List<Class<?>> classes) throws JAXBException {
        return new WeirContext(new Binding(ModelReader.read(classes), 0), classes);
    }

    ReferenceComparison(String path, ClassLoader loader) throws JAXBException {
        weir = new WeirContextFactory().createContext(path, loader, Map.of());
        compiled = compiled(List.copyOf(ContextPath.classes(path, loader)));
        reference = new org.glassfish.jaxb.runtime.v2.JAXBContextFactory().createContext(path, loader, Map.of());
    }

    /** Reads and writes a document by both: the graphs and the infosets must be the same. Returns Weir's object. */
    Object agreeOn(String xml) throws Exception {
        Object ours =
                weir.createUnmarshaller().unmarshal(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        Object theirs = reference.createUnmarshaller().unmarshal(new StringReader(xml));
        assertSameGraph(theirs, ours, xml);
        assertSameGraph(theirs, compiled.createUnmarshaller().unmarshal(new StringReader(xml)), xml);
        agreeOnWriting(ours);
        return ours;
    }

    void agreeOnWriting(Object object) throws Exception {
        String expected = write(reference, object);
        agreeOnWriting(expected, write(weir, object));
        agreeOnWriting(expected, write(compiled, object));
    }

    /** As {@link #agreeOn}, with a prefix for each namespace: QNames in content can then be told from words. */
    void agreeWithPrefixesOn(String xml) throws Exception {
        Object ours = weir.createUnmarshaller().unmarshal(new StringReader(xml));
        Object theirs = reference.createUnmarshaller().unmarshal(new StringReader(xml));
        assertSameGraph(theirs, ours, xml);
        assertSameGraph(theirs, compiled.createUnmarshaller().unmarshal(new StringReader(xml)), xml);
        String expected = writePrefixed(reference, ours);
        agreeOnWriting(expected, writePrefixed(weir, ours));
        agreeOnWriting(expected, writePrefixed(compiled, ours));
    }

    private static String writePrefixed(JAXBContext context, Object object) throws JAXBException {
        Map<String, String> prefixes = new HashMap<>();
        Marshaller marshaller = context.createMarshaller();
        marshaller.setProperty("org.glassfish.jaxb.namespacePrefixMapper", new NamespacePrefixMapper() {
            @Override
            public String getPreferredPrefix(String uri, String suggestion, boolean isRequired) {
                return uri.isEmpty() ? "" : prefixes.computeIfAbsent(uri, u -> "p" + prefixes.size());
            }
        });
        StringWriter out = new StringWriter();
        marshaller.marshal(object, out);
        return out.toString();
    }

    private static void agreeOnWriting(String expected, String written) throws Exception {
        assertEquals(canonical(expected), canonical(written), () -> "reference: " + expected + "\nweir: " + written);
    }

    static String write(JAXBContext context, Object object) throws JAXBException {
        StringWriter out = new StringWriter();
        context.createMarshaller().marshal(object, out);
        return out.toString();
    }

    /** The infoset as text: expanded names, attributes in order, adjacent text as one, QNames in content resolved. */
    static String canonical(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
        document.normalizeDocument();
        StringBuilder text = new StringBuilder();
        canonical(document.getDocumentElement(), text);
        return text.toString();
    }

    private static void canonical(Node node, StringBuilder text) {
        if (node.getNodeType() != Node.ELEMENT_NODE) {
            text.append(node.getNodeValue());
            return;
        }
        text.append("\n<{")
                .append(Objects.requireNonNullElse(node.getNamespaceURI(), ""))
                .append('}')
                .append(node.getLocalName());
        Map<String, String> attributes = new TreeMap<>();
        for (int i = 0; i < node.getAttributes().getLength(); i++) {
            Node attribute = node.getAttributes().item(i);
            if (!"http://www.w3.org/2000/xmlns/".equals(attribute.getNamespaceURI())) {
                attributes.put(
                        "{" + Objects.requireNonNullElse(attribute.getNamespaceURI(), "") + "}"
                                + attribute.getLocalName(),
                        resolved(attribute.getNodeValue(), node));
            }
        }
        text.append(attributes).append('>');
        boolean simple = node.getFirstChild() != null
                && node.getFirstChild() == node.getLastChild()
                && node.getFirstChild().getNodeType() == Node.TEXT_NODE;
        if (simple) {
            text.append(resolved(node.getFirstChild().getNodeValue(), node));
        } else {
            for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
                canonical(child, text);
            }
        }
        text.append("</>");
    }

    /** Each word that may be a QName, as there are lists of them. */
    private static String resolved(String value, Node scope) {
        StringBuilder text = new StringBuilder();
        for (String word : value.split("(?= )|(?<= )", -1)) {
            int colon = word.indexOf(':');
            String uri = colon > 0 && word.indexOf(':', colon + 1) < 0
                    ? scope.lookupNamespaceURI(word.substring(0, colon))
                    : null;
            text.append(uri == null ? word : "{" + uri + "}" + word.substring(colon + 1));
        }
        return text.toString();
    }

    /** Deep comparison by fields; objects that compare by value are compared so. */
    static void assertSameGraph(Object expected, Object actual, String what) throws IllegalAccessException {
        same(expected, actual, "", new IdentityHashMap<>(), what);
    }

    private static void same(Object expected, Object actual, String at, Map<Object, Object> seen, String what)
            throws IllegalAccessException {
        if (expected == null || actual == null) {
            assertEquals(expected, actual, () -> at + " of " + what);
            return;
        }
        if (seen.put(expected, actual) != null) {
            return;
        }
        assertEquals(expected.getClass(), actual.getClass(), () -> at + " of " + what);
        Class<?> type = expected.getClass();
        if (expected instanceof Node node) {
            StringBuilder one = new StringBuilder();
            StringBuilder other = new StringBuilder();
            canonical(node, one);
            canonical((Node) actual, other);
            assertEquals(one.toString(), other.toString(), () -> at + " of " + what);
        } else if (expected instanceof JAXBElement<?> element) {
            JAXBElement<?> other = (JAXBElement<?>) actual;
            assertEquals(element.getName(), other.getName(), at);
            assertEquals(element.getDeclaredType(), other.getDeclaredType(), at);
            assertEquals(element.isNil(), other.isNil(), () -> at + ".nil of " + what);
            assertEquals(element.getScope(), other.getScope(), at);
            same(element.getValue(), other.getValue(), at + "<" + element.getName() + ">", seen, what);
        } else if (expected instanceof Set<?>) {
            assertEquals(expected, actual, () -> at + " of " + what);
        } else if (expected instanceof Map<?, ?> map) {
            Map<?, ?> other = (Map<?, ?>) actual;
            assertEquals(map.keySet(), other.keySet(), () -> at + " of " + what);
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                same(entry.getValue(), other.get(entry.getKey()), at + "[" + entry.getKey() + "]", seen, what);
            }
        } else if (expected instanceof Collection<?> collection) {
            Collection<?> other = (Collection<?>) actual;
            assertEquals(collection.size(), other.size(), () -> at + ".size of " + what);
            Iterator<?> others = other.iterator();
            int i = 0;
            for (Object one : collection) {
                same(one, others.next(), at + "[" + i++ + "]", seen, what);
            }
        } else if (type.isArray()) {
            assertEquals(Array.getLength(expected), Array.getLength(actual), () -> at + ".length of " + what);
            for (int i = 0; i < Array.getLength(expected); i++) {
                same(Array.get(expected, i), Array.get(actual, i), at + "[" + i + "]", seen, what);
            }
        } else if (type.isEnum() || type.getClassLoader() == null) {
            assertEquals(expected, actual, () -> at + " of " + what);
        } else {
            for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
                for (Field field : c.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        assertTrue(field.trySetAccessible());
                        same(field.get(expected), field.get(actual), at + "." + field.getName(), seen, what);
                    }
                }
            }
        }
    }
}
