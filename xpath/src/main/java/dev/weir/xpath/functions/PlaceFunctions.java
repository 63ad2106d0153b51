package dev.weir.xpath.functions;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.XPathValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Functions about the component that evaluates them and about its instance and message: {@code ora}'s for processes,
 * {@code med}'s and {@code mhdr}'s for mediators. Each is known in all namespaces, since Oracle's own tools mix them.
 */
final class PlaceFunctions {
    private static final int LONGEST_PATH = 10_000;
    private static final Pattern LOCAL_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\-\u00b7]*");

    private PlaceFunctions() {}

    static void add(FunctionTable.Namespace functions, ComponentPlace place) {
        constant(functions, place.composite(), "getCompositeName");
        constant(functions, place.component(), "getComponentName", "getProcessId");
        constant(functions, place.revision(), "getProcessVersion");
        constant(functions, place.partition(), "getDomainId", "getApplicationName");
        constant(functions, place.path(), "getCompositeURL");
        constant(functions, place.path() + "/" + place.component(), "getProcessURL");
    }

    /** Those for which the scope must know an instance or a message. */
    static void addOfInstance(FunctionTable.Namespace functions) {
        for (String name : List.of("getInstanceId", "getComponentInstanceId", "getComponentInstanceID")) {
            functions.scoped(
                    name,
                    0,
                    0,
                    (scope, arguments) -> known(FunctionContext.of(scope).instanceId(), name));
        }
        for (String name : List.of(
                "getCompositeInstanceId", "getCompositeInstanceID", "getFlowId", "getECID", "getConversationId")) {
            functions.scoped(
                    name,
                    0,
                    0,
                    (scope, arguments) -> known(FunctionContext.of(scope).flowId(), name));
        }
        // Oracle's answer where nobody has logged in, as nobody can here.
        functions.strings("getCreator", 0, arguments -> "");
        for (String name : List.of("setCompositeInstanceTitle", "setFlowInstanceTitle")) {
            functions.scoped(name, 1, 1, (scope, arguments) -> {
                String title = XPathValues.string(arguments.get(0));
                FunctionContext.of(scope).title(title);
                return title;
            });
        }
    }

    /** Those that ask for headers and properties of the message in hand. */
    static void addOfMessage(FunctionTable.Namespace functions) {
        functions.scoped("getProperty", 1, 1, (scope, arguments) -> {
            String value = FunctionContext.of(scope).property(XPathValues.string(arguments.get(0)));
            return value == null ? "" : value;
        });
        for (String name : List.of("getHeader", "getRequestHeader")) {
            functions.scoped(name, 1, 2, (scope, arguments) -> header(name, scope, arguments));
        }
    }

    private static void constant(FunctionTable.Namespace functions, String value, String... names) {
        for (String name : names) {
            functions.strings(name, 0, arguments -> value);
        }
    }

    private static String known(@Nullable String value, String function) {
        if (value == null) {
            throw new XPathException(function + "(): there is no instance here");
        }
        return value;
    }

    /** A path from the element of a header block on, and the namespaces of its prefixes: {@code p=uri;q=uri}. */
    private static Object header(String function, XPathScope scope, List<Object> arguments) {
        String path = XPathValues.string(arguments.get(0));
        if (path.length() > LONGEST_PATH) {
            throw new XPathException(function + "() takes a path of at most " + LONGEST_PATH + " characters");
        }
        Map<String, String> namespaces =
                namespaces(function, arguments.size() < 2 ? "" : XPathValues.string(arguments.get(1)));
        XPathExpression expression = XPathExpression.compile(path, namespaces::get, XPathFunctions.NONE);
        for (XmlElement block : FunctionContext.of(scope).headers()) {
            XmlElement root = block.copy();
            Object found = expression.evaluate(new XPathScope() {
                @Override
                public XmlNode contextNode() {
                    return root;
                }

                @Override
                public Object variable(String name) {
                    throw new XPathException("there is no variable $" + name + " in the path of a header");
                }
            });
            if (!(found instanceof List<?> nodes && nodes.isEmpty())) {
                return found;
            }
        }
        return List.of();
    }

    private static Map<String, String> namespaces(String function, String text) {
        Map<String, String> namespaces = new HashMap<>();
        for (String binding : text.split(";", -1)) {
            int equals = binding.indexOf('=');
            if (equals > 0) {
                namespaces.put(
                        binding.substring(0, equals).strip(),
                        binding.substring(equals + 1).strip());
            } else if (!binding.isBlank()) {
                throw new XPathException(
                        function + "() takes namespaces as prefix=uri;, and is given '" + binding.strip() + "'");
            }
        }
        return namespaces;
    }

    /** A name in an argument: {@code {uri}local}, or with a prefix that is bound where the call is written. */
    static XmlName qname(String function, String text, XPathFunctions.CallSite call) {
        String name = text.strip();
        int colon = name.indexOf(':');
        try {
            if (name.startsWith("{") || colon < 0) {
                return checked(XmlName.parse(name));
            }
            String uri = call.namespaces().apply(name.substring(0, colon));
            if (uri == null) {
                throw new XPathException(function + "(): the prefix of '" + name + "' is not bound");
            }
            return checked(XmlName.of(uri, name.substring(colon + 1)));
        } catch (IllegalArgumentException | XmlException e) {
            throw new XPathException(
                    function + "() needs a name as prefix:local or {namespace}local, and is given '" + text + "'", e);
        }
    }

    private static XmlName checked(XmlName name) {
        if (!LOCAL_NAME.matcher(name.local()).matches()) {
            throw new IllegalArgumentException(name.local());
        }
        return name;
    }
}
