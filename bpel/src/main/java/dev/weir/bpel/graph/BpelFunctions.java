package dev.weir.bpel.graph;

import dev.weir.bpel.graph.TransformationFiles.Kind;
import dev.weir.bpel.language.Bpel4wsTranslation;
import dev.weir.bpel.language.ProcessReader;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.SimpleValue;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.XPathValues;
import dev.weir.xpath.functions.OracleFunctions;
import dev.weir.xpath.schema.SchemaTypes;
import dev.weir.xpath.xquery.XQuery;
import dev.weir.xpath.xslt.XsltStylesheet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The functions that BPEL adds to XPath (WS-BPEL 2.0, sections 8.3 and 8.4; BPEL4WS 1.1, section 9), as one expression
 * sees them.
 */
final class BpelFunctions implements XPathFunctions {
    /** Those of Oracle's that every process knows, whatever functions it is compiled with: its scopes answer them. */
    private static final Set<XmlName> OF_INSTANCE = Set.of(
            XmlName.of(OracleFunctions.EXTENSION, "setFlowInstanceTitle"),
            XmlName.of(OracleFunctions.XPATH, "setFlowInstanceTitle"),
            XmlName.of(OracleFunctions.XPATH, "setCompositeInstanceTitle"),
            XmlName.of(OracleFunctions.XPATH, "getInstanceId"),
            XmlName.of(OracleFunctions.XPATH, "getCompositeInstanceId"));

    /** A stylesheet or query as it was found. */
    sealed interface Stylesheet {}

    record Compiled(XsltStylesheet stylesheet) implements Stylesheet {}

    record Query(XQuery query) implements Stylesheet {}

    record Unusable(String fault, String reason) implements Stylesheet {}

    private final XmlElement holder;
    private final PartnerDefinitions definitions;
    private final Function<String, @Nullable Variable> variables;
    private final Function<XmlName, SchemaTypes.Kind> kinds;
    private final Transformations transformations;
    private final Map<String, XPathExpression> paths = new ConcurrentHashMap<>();
    private final Set<String> variablesOfPaths = new HashSet<>();

    /**
     * @param holder gives the prefixes of QNames in arguments
     * @param variables those in scope, by name
     * @param kinds what {@code getVariableData} gives of a type
     */
    BpelFunctions(
            XmlElement holder,
            PartnerDefinitions definitions,
            Function<String, @Nullable Variable> variables,
            Function<XmlName, SchemaTypes.Kind> kinds,
            Transformations transformations) {
        this.holder = holder;
        this.definitions = definitions;
        this.variables = variables;
        this.kinds = kinds;
        this.transformations = transformations;
    }

    /** Arguments that must be literals are looked at where the call is compiled (sections 8.3 and 8.4). */
    @Override
    public @Nullable XPathFunction function(XmlName name, CallSite call) {
        XPathFunction function = function(name);
        if (function != null) {
            findVariables(call.literals());
        }
        if (function != null && name.namespace().equals(ProcessReader.NAMESPACE)) {
            switch (name.local()) {
                case "getVariableProperty" -> checkProperty(call.literals());
                case "doXslTransform" -> checkTransformation(call.literals());
                default -> {}
            }
        }
        return function;
    }

    /** Paths in literals see the variables in scope; one that is no path, or has an error, is a fault when it is reached. */
    private void findVariables(List<@Nullable String> literals) {
        for (String literal : literals) {
            if (literal != null && literal.startsWith("/")) {
                try {
                    variablesOfPaths.addAll(
                            paths.computeIfAbsent(literal, this::path).variables());
                } catch (XPathException e) {
                    // No path that anything could select by.
                }
            }
        }
    }

    /** The variables that paths in literals name, as they are written. */
    Set<String> variablesOfPaths() {
        return variablesOfPaths;
    }

    private void checkProperty(List<@Nullable String> literals) {
        if (literals.contains(null)) {
            throw new RuleViolation("SA00030", "the arguments of getVariableProperty must be string literals");
        }
        String property = literals.size() == 2 ? literals.get(1) : null;
        if (property != null && !isQName(property)) {
            throw new RuleViolation(
                    "SA00031",
                    "the second argument of getVariableProperty must be the QName of a" + " property: '" + property
                            + "'");
        }
    }

    private void checkTransformation(List<@Nullable String> literals) {
        if (!literals.isEmpty() && literals.get(0) == null) {
            throw new RuleViolation(
                    "SA00039", "the first argument of doXslTransform, the stylesheet, must be a string" + " literal");
        }
        if (literals.size() % 2 != 0) {
            throw new RuleViolation("SA00040", "the parameters of doXslTransform must come in pairs of name and value");
        }
        for (int i = 2; i < literals.size(); i += 2) {
            String parameter = literals.get(i);
            if (parameter == null || !isQName(parameter)) {
                throw new RuleViolation(
                        "SA00041",
                        "the name of a parameter of doXslTransform must be a string literal" + " that is a QName: "
                                + parameter);
            }
        }
    }

    private boolean isQName(String text) {
        try {
            var unused = parameterName(text.strip());
            return text.strip().matches("([\\p{L}_][\\p{L}\\p{N}_.\\-]*:)?[\\p{L}_][\\p{L}\\p{N}_.\\-]*");
        } catch (XPathException e) {
            return false;
        }
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        if (OF_INSTANCE.contains(name)) {
            return OracleFunctions.SYSTEM.function(name);
        }
        if (name.namespace().equals(OracleFunctions.XPATH)) {
            return switch (name.local()) {
                case "getNodes" -> (scope, arguments) -> nodes(scope, place(arguments));
                case "countNodes" ->
                    (scope, arguments) ->
                            (double) nodes(scope, place(arguments)).size();
                case "getFaultName" -> (scope, arguments) -> of(((DataScope) scope).faultName(), name);
                case "getFaultAsString" -> (scope, arguments) -> of(((DataScope) scope).faultText(), name);
                case "getElement" -> this::getElement;
                case "getAttachmentContent" -> this::attachment;
                case "processXSLT", "doXSLTransformForDoc" ->
                    (scope, arguments) ->
                            transform(scope, arguments, uri -> transformations.named(Kind.STYLESHEET, uri));
                case "processXQuery10" -> this::query;
                case "processXQuery", "processXQuery2004" -> this::queryOfContext;
                default -> null;
            };
        }
        if (!name.namespace().equals(ProcessReader.NAMESPACE)
                && !name.namespace().equals(Bpel4wsTranslation.NAMESPACE)) {
            return null;
        }
        return switch (name.local()) {
            case "getVariableProperty" -> this::getVariableProperty;
            case "getVariableData" -> new VariableData();
            case "doXslTransform" -> (scope, arguments) -> transform(scope, arguments, this::literal);
            default -> null;
        };
    }

    private static Object of(@Nullable Object value, XmlName function) {
        if (value == null) {
            throw new XPathException(function.local() + "() is outside of a fault handler");
        }
        return value.toString();
    }

    /** One node, but where a change of Oracle's takes any number from this call. */
    private final class VariableData implements XPathFunction {
        @Override
        public Object call(XPathScope scope, List<Object> arguments) {
            return getVariableData(scope, arguments);
        }

        @Override
        public Object select(XPathScope scope, List<Object> arguments) {
            return nodes(scope, place(arguments));
        }
    }

    /** BPEL4WS 1.1, section 9.2: one node; {@code ora:getNodes} is for any number. */
    private Object getVariableData(XPathScope scope, List<Object> arguments) {
        Place place = place(arguments);
        List<XmlNode> nodes = nodes(scope, place);
        if (nodes.size() != 1) {
            String reason = "getVariableData selects " + nodes.size() + " nodes where there must be one: "
                    + String.join(
                            ", ", arguments.stream().map(BpelFunctions::text).toList());
            throw nodes.isEmpty() ? ExpressionFault.missing(reason) : new ExpressionFault("selectionFailure", reason);
        }
        XmlName type = place.path() == null ? place.variable().schemaType(place.part()) : null;
        SchemaTypes.Kind kind = type == null ? SchemaTypes.Kind.NODE : kinds.apply(type);
        return kind != SchemaTypes.Kind.NODE && nodes.get(0) instanceof XmlElement element
                ? new SimpleValue(element, kind.valueOf(element))
                : nodes;
    }

    /** A variable, a part of it, or what a path selects there. */
    private record Place(
            Variable variable,
            @Nullable String part,
            @Nullable String path) {}

    private Place place(List<Object> arguments) {
        if (arguments.isEmpty() || arguments.size() > 3) {
            throw new XPathException("getVariableData takes a variable, a part and a path");
        }
        String name = text(arguments.get(0));
        Variable variable = variables.apply(name);
        if (variable == null) {
            throw new XPathException("getVariableData: no variable " + name + " is in scope");
        }
        String second = arguments.size() > 1 ? text(arguments.get(1)) : null;
        if (second != null && second.isEmpty()) {
            second = null; // Oracle's guide writes the part of a variable that has none so.
        }
        String path = arguments.size() > 2 ? text(arguments.get(2)) : null;
        if (second != null && path == null && second.startsWith("/")) {
            path = second;
            second = null;
        }
        MessageType message = variable.message();
        if (message != null && second == null && message.parts().size() == 1) {
            second = message.parts().get(0).name();
        }
        if (message == null ? second != null : variable.part(second) == null) {
            throw new ExpressionFault("selectionFailure", "the variable " + name + " has no part " + second);
        }
        return new Place(variable, second, path);
    }

    private List<XmlNode> nodes(XPathScope scope, Place place) {
        XmlElement root = ((DataScope) scope).element(place.variable(), place.part());
        String path = place.path();
        return path == null
                ? List.of(root)
                : paths.computeIfAbsent(path, this::path).evaluateNodes(new From(root, scope));
    }

    /** The node of a number, from 1, among those that a path selects; no node where there is none. */
    private Object getElement(XPathScope scope, List<Object> arguments) {
        if (arguments.size() != 4) {
            throw new XPathException("ora:getElement() takes a variable, a part, a path and an index");
        }
        List<XmlNode> nodes = nodes(scope, place(arguments.subList(0, 3)));
        double index = XPathValues.number(arguments.get(3));
        return index >= 1 && index <= nodes.size() && index == Math.rint(index)
                ? List.of(nodes.get((int) index - 1))
                : List.of();
    }

    /** Content that came within the message; one that lies beside it ({@code href}) is not kept. */
    private Object attachment(XPathScope scope, List<Object> arguments) {
        List<XmlNode> nodes = nodes(scope, place(arguments));
        if (nodes.isEmpty()) {
            return "";
        }
        if (nodes.get(0) instanceof XmlElement element && element.attributeValue("href") != null) {
            throw new XPathException("ora:getAttachmentContent(): the attachment " + element.attributeValue("href")
                    + " is not here: Weir keeps content that is inside of a message, and no attachments");
        }
        return text(nodes);
    }

    private XPathExpression path(String text) {
        return XPathExpression.compile(text, holder::lookupNamespace, this);
    }

    /** A path starts at a variable's element, and sees the variables that the expression around it sees. */
    private record From(XmlElement root, XPathScope around) implements DataScope {
        @Override
        public XmlNode contextNode() {
            return root;
        }

        @Override
        public Object variable(String name) {
            return around.variable(name);
        }

        @Override
        public XmlElement element(Variable variable, @Nullable String part) {
            return ((DataScope) around).element(variable, part);
        }

        @Override
        public @Nullable XmlName faultName() {
            return ((DataScope) around).faultName();
        }

        @Override
        public @Nullable String faultText() {
            return ((DataScope) around).faultText();
        }

        @Override
        public long instance() {
            return ((DataScope) around).instance();
        }

        @Override
        public long flow() {
            return ((DataScope) around).flow();
        }

        @Override
        public void title(String title) {
            ((DataScope) around).title(title);
        }
    }

    private Object getVariableProperty(XPathScope scope, List<Object> arguments) {
        if (arguments.size() != 2) {
            throw new XPathException("getVariableProperty takes a variable and a property");
        }
        String name = text(arguments.get(0));
        Variable variable = variables.apply(name);
        if (variable == null) {
            throw new XPathException("getVariableProperty: no variable " + name + " is in scope");
        }
        XmlName property = qname(text(arguments.get(1)));
        PropertyAlias alias = definitions.alias(property, variable.type());
        if (alias == null) {
            throw new ExpressionFault(
                    "selectionFailure", "the property " + property + " has no alias for the variable " + name);
        }
        try {
            return alias.locate(((DataScope) scope).element(variable, alias.part()))
                    .stringValue();
        } catch (MissingProperty e) {
            throw ExpressionFault.missing(String.valueOf(e.getMessage()));
        }
    }

    private Stylesheet literal(String uri) {
        Stylesheet known = transformations.literal(Kind.STYLESHEET, uri);
        if (known == null) {
            throw new ExpressionFault(
                    "xsltStylesheetNotFound", "the stylesheet " + uri + " must be named by a string literal");
        }
        return known;
    }

    private Object transform(XPathScope scope, List<Object> arguments, Function<String, Stylesheet> named) {
        boolean properties = arguments.size() == 3;
        if (arguments.size() < 2 || arguments.size() % 2 != 0 && !properties) {
            throw new XPathException(
                    "doXslTransform takes a stylesheet, a source, and parameters as pairs of name and value");
        }
        String uri = text(arguments.get(0));
        Stylesheet stylesheet = named.apply(uri);
        if (!(arguments.get(1) instanceof List<?> nodes)
                || nodes.size() != 1
                || !(XPathValues.elementOf(nodes.get(0)) instanceof XmlElement source)) {
            throw new ExpressionFault("xsltInvalidSource", "the source for " + uri + " must be one element");
        }
        if (stylesheet instanceof Unusable wrong) {
            throw new ExpressionFault(wrong.fault(), wrong.reason());
        }
        Map<String, Object> parameters = new HashMap<>();
        if (properties) {
            parameters.putAll(parametersOf(arguments.get(2)));
        }
        for (int i = 2; i + 1 < arguments.size(); i += 2) {
            parameters.put(parameterName(text(arguments.get(i))).toString(), parameter(arguments.get(i + 1)));
        }
        try {
            return List.<XmlNode>of(((Compiled) stylesheet).stylesheet().transform(source, parameters, scope));
        } catch (XPathException e) {
            throw new ExpressionFault("subLanguageExecutionFault", uri + ": " + e.getMessage());
        }
    }

    /** The items of Oracle's element {@code parameters}, each with a name and a value. */
    private static Map<String, Object> parametersOf(Object argument) {
        Map<String, Object> parameters = new HashMap<>();
        if (!(argument instanceof List<?> nodes)) {
            throw new XPathException("the third argument of a transformation, the parameters, must be an element with"
                    + " items of name and value");
        }
        for (Object node : nodes) {
            if (XPathValues.elementOf(node) instanceof XmlElement element) {
                for (XmlElement item : element.elements()) {
                    item(item, parameters);
                }
            }
        }
        return parameters;
    }

    private static void item(XmlElement item, Map<String, Object> parameters) {
        String name = null;
        Object value = "";
        for (XmlElement field : item.elements()) {
            if (field.name().local().equals("name")) {
                name = field.stringValue().strip();
            } else if (field.name().local().equals("value")) {
                XmlElement inner = field.firstElement();
                value = inner == null ? field.stringValue() : inner;
            }
        }
        if (name != null && !name.isEmpty()) {
            parameters.put(name, value);
        }
    }

    /** A query with external variables, in pairs of name and value. */
    private Object query(XPathScope scope, List<Object> arguments) {
        if (arguments.size() % 2 == 0) {
            throw new XPathException(
                    "processXQuery10 takes a query, and external variables as pairs of name and value");
        }
        Map<String, Object> variables = new HashMap<>();
        for (int i = 1; i < arguments.size(); i += 2) {
            variables.put(parameterName(text(arguments.get(i))).toString(), arguments.get(i + 1));
        }
        return query(text(arguments.get(0)), null, variables, scope);
    }

    /** A query of a document, the context item. */
    private Object queryOfContext(XPathScope scope, List<Object> arguments) {
        if (arguments.isEmpty() || arguments.size() > 2) {
            throw new XPathException("processXQuery takes a query and a context");
        }
        Object context = arguments.size() < 2 ? null : parameter(arguments.get(1));
        if (context != null && !(context instanceof XmlElement)) {
            throw new XPathException("the context of " + text(arguments.get(0)) + " must be one element");
        }
        return query(text(arguments.get(0)), (XmlElement) context, Map.of(), scope);
    }

    private Object query(String uri, @Nullable XmlElement context, Map<String, Object> variables, XPathScope scope) {
        Stylesheet document = transformations.named(Kind.QUERY, uri);
        if (document instanceof Unusable wrong) {
            throw new ExpressionFault(wrong.fault(), wrong.reason());
        }
        try {
            return ((Query) document).query().evaluate(context, variables, scope);
        } catch (XPathException e) {
            throw new ExpressionFault("subLanguageExecutionFault", uri + ": " + e.getMessage());
        }
    }

    private static Object parameter(Object value) {
        if (value instanceof List<?> nodes) {
            if (nodes.size() == 1 && XPathValues.elementOf(nodes.get(0)) instanceof XmlElement element) {
                return element;
            }
            return text(value);
        }
        return value;
    }

    /** A parameter's name without prefix is in no namespace. */
    private XmlName parameterName(String qname) {
        return qname.indexOf(':') < 0 ? XmlName.of(qname) : qname(qname);
    }

    private XmlName qname(String qname) {
        try {
            return holder.resolveQName(qname.trim());
        } catch (XmlException e) {
            throw new XPathException("the prefix of " + qname + " is not bound", e);
        }
    }

    private static String text(Object value) {
        if (value instanceof List<?> nodes) {
            return nodes.isEmpty() ? "" : ((XmlNode) nodes.get(0)).stringValue();
        }
        return value.toString();
    }
}
