package dev.weir.bpel.data;

import dev.weir.bpel.exec.DomElements;
import dev.weir.bpel.exec.ProcessAccess;
import dev.weir.bpel.graph.Expression;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.FaultException;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The variables of an instance as Java sees them. Changes are those of one assign: all take effect, or none. */
public final class ExecAccess implements ProcessAccess {
    private final AssignCopies variables;
    private final Node.Java place;
    private final Consumer<String> audit;

    /** @param audit takes lines for the audit trail */
    public ExecAccess(AssignCopies variables, Node.Java place, Consumer<String> audit) {
        this.variables = variables;
        this.place = place;
        this.audit = audit;
    }

    @Override
    public @Nullable Object get(String name, @Nullable String part, @Nullable String query) {
        Variable variable = variable(name);
        String holder = part == null ? onlyPart(variable) : part;
        XmlElement element = variables.present(variable, holder);
        if (element == null) {
            return null;
        }
        if (query == null) {
            return AssignCopies.isSimple(variable) || isSimplePart(variable, holder)
                    ? element.stringValue()
                    : DomElements.of(element);
        }
        List<XmlNode> selected = Evaluation.query(expression(query), variables, element);
        if (selected.isEmpty()) {
            throw FaultException.standard("selectionFailure", query + " selects nothing in " + name);
        }
        return selected.get(0) instanceof XmlElement found
                ? DomElements.of(found)
                : selected.get(0).stringValue();
    }

    @Override
    public void set(String name, @Nullable String part, @Nullable String query, Object value) {
        Variable variable = variable(name);
        String holder = part == null ? onlyPart(variable) : part;
        Node.Place to = new Node.Place(variable, holder, query == null ? null : expression(query));
        org.w3c.dom.Node node = value instanceof Document document ? document.getDocumentElement() : null;
        if (node == null && value instanceof org.w3c.dom.Node given) {
            node = given;
        }
        if (node instanceof Element element) {
            variables.write(DomElements.tree(element), to);
        } else {
            variables.write(node == null ? String.valueOf(value) : String.valueOf(node.getTextContent()), to);
        }
    }

    @Override
    public void audit(String text) {
        audit.accept(text);
    }

    @Override
    public void title(String title) {
        variables.title(title);
    }

    @Override
    public long instance() {
        return variables.instance();
    }

    private Variable variable(String name) {
        Variable variable = place.variables().apply(name);
        if (variable == null) {
            throw new IllegalArgumentException("no variable " + name + " is declared around the <exec>");
        }
        return variable;
    }

    /** A message of one part needs not say which. */
    private static @Nullable String onlyPart(Variable variable) {
        MessageType message = variable.message();
        return message != null && message.parts().size() == 1
                ? message.parts().get(0).name()
                : null;
    }

    private static boolean isSimplePart(Variable variable, @Nullable String part) {
        Part declared = variable.part(part);
        return declared != null && declared.element() == null;
    }

    private Expression expression(String query) {
        try {
            return new Expression(
                    XPathExpression.compile(query, place.namespaces(), XPathFunctions.NONE),
                    Map.of(),
                    place.namespaces(),
                    place.head().line());
        } catch (XPathException e) {
            throw FaultException.standard("subLanguageExecutionFault", query + ": " + e.getMessage());
        }
    }
}
