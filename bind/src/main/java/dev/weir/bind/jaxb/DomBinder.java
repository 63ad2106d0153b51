package dev.weir.bind.jaxb;

import static dev.weir.bind.jaxb.RequiredArgument.given;

import dev.weir.bind.binding.Binding;
import dev.weir.bind.model.BoundClass;
import dev.weir.xml.dom.DomBuilder;
import dev.weir.xml.dom.NodeReader;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlTreeWriter;
import jakarta.xml.bind.Binder;
import jakarta.xml.bind.JAXBElement;
import jakarta.xml.bind.JAXBException;
import jakarta.xml.bind.Marshaller;
import jakarta.xml.bind.PropertyException;
import jakarta.xml.bind.Unmarshaller;
import jakarta.xml.bind.ValidationEventHandler;
import java.util.IdentityHashMap;
import java.util.Objects;
import javax.xml.namespace.QName;
import javax.xml.validation.Schema;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * A Binder, which associates DOM elements with the objects unmarshalled from or marshalled to them: each bound object
 * with its element, and the result with the root element. For one thread.
 */
final class DomBinder extends Binder<Node> {
    private final Binding binding;
    private final WeirUnmarshaller unmarshaller;
    private final WeirMarshaller marshaller;
    private final IdentityHashMap<Object, Element> nodes = new IdentityHashMap<>();
    private final IdentityHashMap<Node, Object> objects = new IdentityHashMap<>();

    DomBinder(Binding binding) {
        this.binding = binding;
        this.unmarshaller = new WeirUnmarshaller(binding);
        this.marshaller = new WeirMarshaller(binding);
    }

    static Binder<Node> of(Binding binding) {
        return new DomBinder(binding);
    }

    private void associate(Object object, Element element) {
        nodes.put(object, element);
        objects.put(element, object);
    }

    // ---------------------------------------------------------------- reading

    @Override
    public Object unmarshal(Node node) throws JAXBException {
        Object result = read(node, null, null);
        if (result == null) {
            throw new JAXBException("the element stands for no object");
        }
        return result;
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the codec of a class makes its objects; nil is null
    public <T> JAXBElement<T> unmarshal(Node node, Class<T> type) throws JAXBException {
        given(type, "type");
        Element root = UnmarshalInput.element(given(node, "node"));
        T value = (T) read(root, type, null);
        String local = root.getLocalName() == null ? root.getNodeName() : root.getLocalName();
        String prefix = root.getPrefix() == null ? "" : root.getPrefix();
        JAXBElement<T> element = new JAXBElement<>(new QName(root.getNamespaceURI(), local, prefix), type, value);
        associate(element, root);
        return element;
    }

    private @Nullable Object read(Node node, @Nullable Class<?> type, @Nullable Object into) throws JAXBException {
        Element root = UnmarshalInput.element(given(node, "node"));
        NodeReader reader = NodeReader.over(root);
        unmarshaller.setListener(new Unmarshaller.Listener() {
            @Override
            public void beforeUnmarshal(Object target, @Nullable Object parent) {
                associate(target, (Element) reader.node());
            }

            /** Called after reading because a record does not exist earlier. */
            @Override
            public void afterUnmarshal(Object target, @Nullable Object parent) {
                associate(target, (Element) reader.node());
            }
        });
        Object result = unmarshaller.read(reader, type, into);
        if (result instanceof JAXBElement<?>) {
            associate(result, root);
        }
        return result;
    }

    /** An object whose constructor takes its values, such as a record, cannot be updated; a new one is created. */
    @Override
    public Object updateJAXB(Node node) throws JAXBException {
        Object known = getJAXBNode(node);
        Object value = known instanceof JAXBElement<?> element ? element.getValue() : known;
        BoundClass bound = value == null ? null : binding.model().nearest(value.getClass());
        if (known == null || value == null || bound == null || bound.construction() != null) {
            return unmarshal(node);
        }
        read(node, null, value);
        associate(value, (Element) node);
        associate(known, (Element) node);
        return known;
    }

    // ---------------------------------------------------------------- writing

    @Override
    public void marshal(Object object, Node parent) throws JAXBException {
        given(object, "object");
        IdentityHashMap<XmlElement, Object> written = new IdentityHashMap<>();
        XmlTreeWriter tree = new XmlTreeWriter();
        marshaller.setListener(new Marshaller.Listener() {
            @Override
            public void beforeMarshal(Object source) {
                written.put(last(tree), source);
            }
        });
        marshaller.tree(object, tree);
        XmlElement root = Objects.requireNonNull(tree.document().firstElement(), "an element");
        written.putIfAbsent(root, object);
        DomBuilder.DEFAULT.build(UnmarshalInput.onRoot(root.reader()), given(parent, "parent"));
        Node made = parent.getLastChild();
        if (made instanceof Element element) {
            associate(root, element, written);
            if (object instanceof JAXBElement<?>) {
                associate(object, element);
            }
        }
    }

    /** The most recently started element, the last one in document order. */
    private static XmlElement last(XmlTreeWriter tree) {
        XmlElement last = Objects.requireNonNull(tree.document().firstElement(), "an element");
        while (last.lastChild() instanceof XmlElement child) {
            last = child;
        }
        return last;
    }

    /**
     * Associates objects with the elements of the copy by walking both trees, which have the same structure, in
     * document order.
     */
    private void associate(XmlElement root, Element copy, IdentityHashMap<XmlElement, Object> written) {
        XmlElement from = root;
        Element to = copy;
        while (true) {
            Object object = written.get(from);
            if (object != null) {
                associate(object, to);
            }
            XmlElement down = from.firstElement();
            Element copyDown = element(to.getFirstChild());
            while (down == null || copyDown == null) {
                if (from == root) {
                    return;
                }
                XmlElement beside = nextElement(from);
                Element copyBeside = element(to.getNextSibling());
                if (beside != null && copyBeside != null) {
                    down = beside;
                    copyDown = copyBeside;
                } else {
                    from = (XmlElement) Objects.requireNonNull(from.parent());
                    to = (Element) Objects.requireNonNull(to.getParentNode());
                }
            }
            from = down;
            to = copyDown;
        }
    }

    private static @Nullable Element element(@Nullable Node first) {
        Node node = first;
        while (node != null && !(node instanceof Element)) {
            node = node.getNextSibling();
        }
        return (Element) node;
    }

    private static @Nullable XmlElement nextElement(XmlElement element) {
        XmlNode node = element.nextSibling();
        while (node != null && !(node instanceof XmlElement)) {
            node = node.nextSibling();
        }
        return (XmlElement) node;
    }

    @Override
    public Node updateXML(Object object) throws JAXBException {
        Element element = nodes.get(given(object, "object"));
        if (element == null) {
            throw new JAXBException("the object has no node here: " + object);
        }
        return updateXML(object, element);
    }

    /** Replaces the element by a new one, with the same name if the object does not specify one. */
    @Override
    public Node updateXML(Object object, Node node) throws JAXBException {
        if (!(node instanceof Element element) || element.getParentNode() == null) {
            throw new IllegalArgumentException("the node must be an element inside another node: " + node);
        }
        Node parent = element.getParentNode();
        Node beside = element.getNextSibling();
        parent.removeChild(element);
        marshal(asElement(object, element), parent);
        Node made = Objects.requireNonNull(parent.getLastChild(), "an element");
        if (beside != null) {
            parent.removeChild(made); // a document can contain only one element, not even the same one twice
            parent.insertBefore(made, beside);
        }
        objects.remove(element);
        associate(object, (Element) made);
        return made;
    }

    @SuppressWarnings("unchecked") // it is the object's own class
    private Object asElement(Object object, Element element) {
        BoundClass bound = binding.model().nearest(object.getClass());
        if (object instanceof JAXBElement<?> || bound != null && bound.rootName() != null) {
            return object;
        }
        String local = element.getLocalName();
        QName name = new QName(element.getNamespaceURI(), local == null ? element.getNodeName() : local);
        return new JAXBElement<>(name, (Class<Object>) object.getClass(), object);
    }

    // ---------------------------------------------------------------- associations

    @Override
    public @Nullable Node getXMLNode(Object object) {
        Element element = nodes.get(given(object, "object"));
        return element == null && object instanceof JAXBElement<?> holder && holder.getValue() != null
                ? nodes.get(holder.getValue())
                : element;
    }

    @Override
    public @Nullable Object getJAXBNode(Node node) {
        return objects.get(given(node, "node"));
    }

    // ---------------------------------------------------------------- settings

    @Override
    public void setSchema(@Nullable Schema schema) {
        unmarshaller.setSchema(schema);
        marshaller.setSchema(schema);
    }

    @Override
    public @Nullable Schema getSchema() {
        return unmarshaller.getSchema();
    }

    @Override
    public void setEventHandler(@Nullable ValidationEventHandler handler) {
        unmarshaller.setEventHandler(handler);
        marshaller.setEventHandler(handler);
    }

    @Override
    public ValidationEventHandler getEventHandler() {
        return unmarshaller.getEventHandler();
    }

    @Override
    public void setProperty(String name, Object value) throws PropertyException {
        marshaller.setProperty(name, value);
    }

    @Override
    public @Nullable Object getProperty(String name) throws PropertyException {
        return marshaller.getProperty(name);
    }
}
