package dev.weir.composite.functions;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathExpression;
import dev.weir.xpath.XPathFunctions;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.XPathValues;
import dev.weir.xpath.functions.OracleFunctions;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * {@code ora:doc}, {@code ora:readFile}, {@code oraext:lookup-xml} and {@code oraext:get-localized-string}: what they
 * find in documents that the composite can read. Thread-safe.
 */
final class DocumentFunctions implements XPathFunctions {
    private final CompositeDocuments documents;

    DocumentFunctions(CompositeDocuments documents) {
        this.documents = documents;
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        return function(name, new CallSite(List.of(), prefix -> null));
    }

    @Override
    public @Nullable XPathFunction function(XmlName name, CallSite call) {
        boolean ora = name.namespace().equals(OracleFunctions.XPATH);
        boolean oraext = name.namespace().equals(OracleFunctions.EXTENSION);
        if (ora && name.local().equals("doc")) {
            return (scope, arguments) -> doc(checked("ora:doc", arguments, 1, 2), call);
        }
        if (ora && name.local().equals("readFile")) {
            return (scope, arguments) -> readFile(checked("ora:readFile", arguments, 1, 2));
        }
        if (oraext && name.local().equals("lookup-xml")) {
            return (scope, arguments) -> lookup(checked("oraext:lookup-xml", arguments, 5, 5), call);
        }
        if (oraext && name.local().equals("get-localized-string")) {
            return (scope, arguments) -> localized(checked("oraext:get-localized-string", arguments, 7, 7));
        }
        return null;
    }

    private static List<String> checked(String function, List<Object> arguments, int least, int most) {
        if (arguments.size() < least || arguments.size() > most) {
            throw new XPathException(function + "() takes " + (least == most ? least : least + " or " + most)
                    + (most == 1 ? " argument" : " arguments") + ", and is given " + arguments.size());
        }
        return arguments.stream().map(XPathValues::string).toList();
    }

    /** The document, from which a path begins with its element, or what a path selects in it. */
    private Object doc(List<String> arguments, CallSite call) {
        XmlNode document = document(arguments.get(0));
        return arguments.size() < 2 ? List.of(document) : select(document, arguments.get(1), call);
    }

    private XmlNode document(String location) {
        return documents.find("document", location).parsed().root();
    }

    private String readFile(List<String> arguments) {
        if (arguments.size() > 1 && !arguments.get(1).isBlank()) {
            throw new XPathException("ora:readFile(): to translate a native format by " + arguments.get(1)
                    + " comes with the adapters; Weir reads the file as text");
        }
        return new String(documents.find("document", arguments.get(0)).bytes(), StandardCharsets.UTF_8);
    }

    /** The value in the first parent whose key has the wanted text; empty for none. */
    private String lookup(List<String> arguments, CallSite call) {
        if (!(select(document(arguments.get(0)), arguments.get(1), call) instanceof List<?> parents)) {
            throw new XPathException(
                    "oraext:lookup-xml() needs a path to elements, and is given '" + arguments.get(1) + "'");
        }
        XPathExpression key = compile(arguments.get(2), call);
        XPathExpression value = compile(arguments.get(3), call);
        for (Object parent : parents) {
            XPathScope at = new At((XmlNode) parent);
            if (key.evaluateString(at).equals(arguments.get(4))) {
                return value.evaluateString(at);
            }
        }
        return "";
    }

    private static Object select(XmlNode document, String path, CallSite call) {
        return compile(path, call).evaluate(new At(document));
    }

    private static XPathExpression compile(String path, CallSite call) {
        return XPathExpression.compile(path, call.namespaces(), XPathFunctions.NONE);
    }

    private record At(XmlNode contextNode) implements XPathScope {
        @Override
        public Object variable(String name) {
            throw new XPathException("there is no variable $" + name + " in a path within a document");
        }
    }

    /** A key's text in the most special bundle that has it, as java.util.ResourceBundle looks for it. */
    private String localized(List<String> arguments) {
        String folder = folder(arguments.get(0)) + folder(arguments.get(1));
        String bundle = folder + arguments.get(2).replace('.', '/');
        String locale = "";
        List<String> names = new ArrayList<>(List.of(bundle));
        for (String part : arguments.subList(3, 6)) {
            locale += part.isEmpty() ? "" : "_" + part;
            names.add(0, bundle + locale);
        }
        boolean found = false;
        XPathException missing = null;
        for (String name : names) {
            try {
                String text = properties(name + ".properties").getProperty(arguments.get(6));
                found = true;
                if (text != null) {
                    return text;
                }
            } catch (XPathException e) {
                missing = e;
            }
        }
        if (!found && missing != null) {
            throw missing;
        }
        throw new XPathException(
                "oraext:get-localized-string(): the resource bundle " + bundle + " has no key " + arguments.get(6));
    }

    private static String folder(String location) {
        return location.isEmpty() || location.endsWith("/") ? location : location + "/";
    }

    private Properties properties(String location) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(
                    new String(documents.find("resource bundle", location).bytes(), StandardCharsets.ISO_8859_1)));
        } catch (IOException | IllegalArgumentException e) {
            throw new XPathException("the resource bundle " + location + " cannot be read: " + e.getMessage(), e);
        }
        return properties;
    }
}
