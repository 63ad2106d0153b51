package dev.weir.bpel.data;

import dev.weir.bpel.graph.Expression;
import dev.weir.bpel.graph.LiteralValue;
import dev.weir.bpel.graph.MissingProperty;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.graph.VariablePart;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlComment;
import dev.weir.xml.tree.XmlDocument;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlInstruction;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import dev.weir.xml.tree.XmlText;
import dev.weir.xpath.XPathValues;
import dev.weir.xpath.schema.SchemaTypes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The copies of one assign (section 8.4). Values in variables are never changed, so a part that is written into is copied
 * first, once; one that is replaced is not. Later copies see earlier ones; the instance sees them all at the end.
 */
public final class AssignCopies implements ValueSource {
    /** What a from-spec gives. */
    private sealed interface Source {}

    private record NodeSource(XmlNode node) implements Source {}

    private record TextSource(String text) implements Source {}

    private record MessageSource(VariableValue.Message message, MessageType type) implements Source {}

    /** A tree of a variable that this assign may change: its own copy. */
    private record Tree(Variable variable, @Nullable String part) {}

    private final ActivityData before;
    private final Map<Variable, VariableValue> values = new LinkedHashMap<>();
    private final Map<PartnerLink, PartnerLinkValue> links = new HashMap<>();
    private final Set<Tree> own = new HashSet<>();

    /** @param before what the activity sees before the assign */
    public AssignCopies(ActivityData before) {
        this.before = before;
    }

    @Override
    public ProcessGraph graph() {
        return before.graph();
    }

    @Override
    public @Nullable VariableValue find(Variable variable) {
        VariableValue value = values.get(variable);
        return value != null ? value : before.find(variable);
    }

    @Override
    public @Nullable Fault fault() {
        return before.fault();
    }

    @Override
    public long instance() {
        return before.instance();
    }

    @Override
    public long flow() {
        return before.flow();
    }

    @Override
    public void title(String title) {
        before.title(title);
    }

    public void copy(Node.Copy copy) {
        Source source = copy.ignoreMissingFromData() ? readIfThere(copy.from()) : read(copy.from());
        if (source != null) {
            if (copy.insertMissingToData()) {
                makeMissing(copy.to());
            }
            write(source, copy.to(), copy.keepSrcElementName());
        }
    }

    /** All nodes that a from-spec selects; what is no node stands as its text. */
    List<XmlNode> nodes(Node.From from) {
        if (from instanceof Node.Selection selection) {
            Object result = Evaluation.select(selection.expression(), this);
            return result instanceof List<?> selected
                    ? selected.stream().map(XmlNode.class::cast).toList()
                    : List.of(new XmlText(Evaluation.text(result)));
        }
        if (from instanceof Node.Place place && place.query() != null) {
            return Evaluation.query(place.query(), this, element(place.variable(), place.part()));
        }
        Source source = readIfThere(from);
        return source == null
                ? List.of()
                : List.of(source instanceof NodeSource node ? node.node() : new XmlText(text(source)));
    }

    /** All nodes that a to-spec selects, in a tree that this assign may change. */
    List<XmlNode> targets(Node.To to) {
        if (to instanceof Node.Selection selection && selection.root() != null) {
            tree(selection.root().variable(), selection.root().part());
            return Evaluation.places(selection.expression(), selection.root(), this);
        }
        if (to instanceof Node.Place place) {
            XmlElement tree = tree(place.variable(), place.part());
            return place.query() == null ? List.of(tree) : Evaluation.query(place.query(), this, tree);
        }
        throw new IllegalStateException("a target that is no place in a variable: " + to);
    }

    /** Makes the elements, and the attribute, that a path names and that are not there. */
    void makeMissing(Node.To to) {
        XmlElement tree;
        Expression path;
        if (to instanceof Node.Selection selection && selection.root() != null) {
            tree = tree(selection.root().variable(), selection.root().part());
            path = selection.expression();
        } else if (to instanceof Node.Place place && place.query() != null) {
            tree = tree(place.variable(), place.part());
            path = place.query();
        } else {
            return;
        }
        boolean named =
                Evaluation.inScope(path, this, scope -> before.graph().trees().complete(tree, to, scope));
        if (!named && targets(to).isEmpty()) {
            throw FaultException.standard(
                    "selectionFailure",
                    "insertMissingToData makes what a path names one by one, and not " + path.text());
        }
    }

    /** Gives a variable the value that its declaration says. */
    public void initialise(Node.From from, Variable variable) {
        Source source = read(from);
        if (source != null) {
            write(source, new Node.Place(variable, null, null), false);
        }
        commit();
    }

    /** What a from-spec gives, as text; null where it selects nothing. */
    public @Nullable String text(Node.From from) {
        Source source = readIfThere(from);
        return source == null ? null : text(source);
    }

    void write(XmlElement element, Node.To to) {
        write(new NodeSource(element), to, false);
    }

    void write(String text, Node.To to) {
        write(new TextSource(text), to, false);
    }

    private PartnerLinkValue partnerLink(PartnerLink link) {
        PartnerLinkValue assigned = links.get(link);
        return assigned != null ? assigned : before.partnerLink(link);
    }

    /** The variables that have been written to. */
    public Set<Variable> changed() {
        return values.keySet();
    }

    /** What has been written, as a message: a part for each variable, or {@code variable.part} for a message's. */
    public MessageValue copied() {
        MessageValue copied = new MessageValue();
        values.forEach((variable, value) -> {
            if (value instanceof VariableValue.Element element) {
                copied.set(variable.name(), element.element());
            } else if (value instanceof VariableValue.Message message) {
                message.parts().parts().forEach((part, element) -> copied.set(variable.name() + "." + part, element));
            }
        });
        return copied;
    }

    public void commit() {
        values.forEach((variable, value) -> before.set(variable, value));
        links.forEach((link, value) -> before.set(link, value));
    }

    // From

    /** Null where nothing is selected: by the from-spec, or by a function in it that must select something. */
    private @Nullable Source readIfThere(Node.From from) {
        try {
            return read(from);
        } catch (FaultException e) {
            if (e.isMissing()) {
                return null;
            }
            throw e;
        }
    }

    /** Null for a variable that may have no value, and has none. */
    private @Nullable Source read(Node.From from) {
        if (from instanceof Node.Literal literal) {
            LiteralValue value = literal.value();
            XmlElement element = value.element();
            return element == null ? new TextSource(value.text()) : new NodeSource(element);
        } else if (from instanceof Node.LinkOf link) {
            return new NodeSource(ServiceReferences.read(link, partnerLink(link.link())));
        } else if (from instanceof Node.PropertyOf property) {
            try {
                XmlElement root = element(property.variable(), property.alias().part());
                return new TextSource(property.alias().locate(root).stringValue());
            } catch (MissingProperty e) {
                throw FaultException.missing(String.valueOf(e.getMessage()));
            }
        } else if (from instanceof Node.Selection selection) {
            Object result = Evaluation.value(selection.expression(), this);
            return result instanceof List<?> nodes
                    ? only(nodes, selection.expression().text())
                    : new TextSource(Evaluation.text(result));
        }
        if (from instanceof Node.ValueOf whole) {
            return find(whole.variable()) == null ? null : readPlace(new Node.Place(whole.variable(), null, null));
        }
        return readPlace((Node.Place) from);
    }

    private Source readPlace(Node.Place place) {
        MessageType type = place.variable().message();
        if (type != null && place.part() == null) {
            return new MessageSource((VariableValue.Message) value(place.variable()), type);
        }
        XmlElement element = element(place.variable(), place.part());
        if (place.query() == null) {
            return isSimple(place.variable()) ? new TextSource(element.stringValue()) : new NodeSource(element);
        }
        return only(
                Evaluation.query(place.query(), this, element), place.query().text());
    }

    static boolean isSimple(Variable variable) {
        return variable.type() instanceof Variable.OfType of && of.kind() != SchemaTypes.Kind.NODE;
    }

    private static Source only(List<?> nodes, String text) {
        if (nodes.size() != 1) {
            String reason = text + " selects " + nodes.size() + " nodes where there must be one";
            throw nodes.isEmpty()
                    ? FaultException.missing(reason)
                    : FaultException.standard("selectionFailure", reason);
        }
        return new NodeSource((XmlNode) XPathValues.elementOf(nodes.get(0)));
    }

    // To

    private void write(Source source, Node.To to, boolean keepName) {
        if (to instanceof Node.LinkOf link) {
            XmlElement reference =
                    source instanceof NodeSource node && node.node() instanceof XmlElement element ? element : null;
            links.put(
                    link.link(),
                    ServiceReferences.assign(reference, link.link(), before.partnerLink(link.link()), before.graph()));
        } else if (to instanceof Node.Selection selection) {
            VariablePart root = selection.root();
            if (root == null) {
                throw new IllegalStateException(
                        "a to-spec without variable: " + selection.expression().text());
            }
            XmlElement tree = tree(root.variable(), root.part());
            List<XmlNode> nodes = Evaluation.places(selection.expression(), root, this);
            put(
                    source,
                    place(nodes, tree, selection.expression().text()),
                    root.variable(),
                    root.part(),
                    tree,
                    keepName);
        } else if (to instanceof Node.PropertyOf property) {
            Variable variable = property.variable();
            String part = property.alias().part();
            XmlElement tree = tree(variable, part);
            try {
                put(source, property.alias().locate(tree), variable, part, tree, keepName);
            } catch (MissingProperty e) {
                throw FaultException.standard("selectionFailure", String.valueOf(e.getMessage()));
            }
        } else {
            writePlace(source, (Node.Place) to, keepName);
        }
    }

    private void writePlace(Source source, Node.Place place, boolean keepName) {
        Variable variable = place.variable();
        String part = place.part();
        MessageType type = variable.message();
        if (type != null && part == null) {
            if (!(source instanceof MessageSource message)
                    || !message.type().name().equals(type.name())) {
                throw mismatch("the variable " + variable.name() + " takes only the message " + type.name());
            }
            values.put(variable, message.message());
            own.removeIf(tree -> tree.variable().equals(variable));
        } else if (place.query() != null) {
            XmlElement tree = tree(variable, part);
            List<XmlNode> nodes = Evaluation.query(place.query(), this, tree);
            put(source, place(nodes, tree, place.query().text()), variable, part, tree, keepName);
        } else {
            replace(source, variable, part, keepName);
        }
    }

    private static XmlNode place(List<XmlNode> nodes, XmlElement tree, String text) {
        if (nodes.size() != 1 || nodes.get(0).root() != tree.root()) {
            throw FaultException.standard(
                    "selectionFailure",
                    text + " selects " + nodes.size()
                            + " nodes where there must be one, in the variable it starts with");
        }
        return nodes.get(0);
    }

    /** Puts a source in a node's place; the node is in a tree of this assign's own. */
    private void put(
            Source source, XmlNode node, Variable variable, @Nullable String part, XmlElement tree, boolean keepName) {
        if (node == tree) {
            replace(source, variable, part, keepName);
        } else if (node instanceof XmlElement element) {
            if (source instanceof NodeSource from && from.node() instanceof XmlElement other) {
                if (keepName && !other.name().equals(element.name())) {
                    XmlParent above = element.parent();
                    if (above != null) {
                        above.replace(element, other.copy());
                    }
                } else {
                    ElementContent.fill(element, other);
                }
            } else {
                element.setText(text(source));
            }
        } else if (node instanceof XmlAttribute attribute) {
            attribute.value(text(source));
        } else if (node instanceof XmlText characters) {
            characters.value(text(source));
        } else if (node instanceof XmlComment || node instanceof XmlInstruction || node instanceof XmlDocument) {
            throw mismatch("only elements, attributes and text can be assigned to");
        }
    }

    /** Replaces a whole part, or a whole variable that is no message. */
    private void replace(Source source, Variable variable, @Nullable String part, boolean keepName) {
        XmlElement value;
        if (source instanceof NodeSource from && from.node() instanceof XmlElement element) {
            value = ElementContent.named(
                    element, keepName ? kept(element.name(), variable, part) : variable.elementName(part));
        } else {
            if (!isSimple(variable) && present(variable, part) != null) {
                value = tree(variable, part);
                value.setText(text(source));
                return;
            }
            value = ElementContent.text(variable.elementName(part), text(source));
        }
        own.remove(new Tree(variable, part));
        hold(variable, part, value);
    }

    /** The tree of a part or variable as one that may be changed; its first one where it has no value yet. */
    private XmlElement tree(Variable variable, @Nullable String part) {
        Tree tree = new Tree(variable, part);
        if (own.contains(tree)) {
            return element(variable, part);
        }
        XmlElement present = present(variable, part);
        XmlElement fresh =
                VariableValue.rooted(present == null ? before.graph().trees().first(variable, part) : present.copy());
        hold(variable, part, fresh);
        own.add(tree);
        return fresh;
    }

    private void hold(Variable variable, @Nullable String part, XmlElement element) {
        if (part == null) {
            values.put(variable, new VariableValue.Element(element));
            return;
        }
        MessageValue parts = new MessageValue();
        if (find(variable) instanceof VariableValue.Message known) {
            known.parts().parts().forEach(parts::set);
        }
        parts.set(part, element);
        values.put(variable, new VariableValue.Message(parts));
    }

    /** The source's name, which must be one that the target's declaration allows. */
    private XmlName kept(XmlName source, Variable variable, @Nullable String part) {
        XmlName declared = variable.elementName(part);
        if (declared.namespace().isEmpty() && !(variable.type() instanceof Variable.OfElement)) {
            return declared;
        }
        if (!before.graph().types().substitutes(source, declared)) {
            throw mismatch("the element " + source + " cannot stand for " + declared);
        }
        return source;
    }

    private static String text(Source source) {
        if (source instanceof TextSource text) {
            return text.text();
        }
        if (source instanceof NodeSource node) {
            return node.node().stringValue();
        }
        throw mismatch("a whole message can only be copied to a variable of its type");
    }

    private static FaultException mismatch(String reason) {
        return FaultException.standard("mismatchedAssignmentFailure", reason);
    }
}
