package dev.weir.composite.functions;

import dev.weir.bpel.exec.ProcessClasses;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.UnavailableCallException;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Functions in Java that come with a composite: named by its configuration files, {@code
 * META-INF/ext-soa-xpath-functions-config.xml} and its kin for processes, mediators and stylesheets, in {@code
 * SCA-INF/classes} or a library. A function is the public static method of its name in its class, or in the class around
 * that; it takes and gives strings, numbers, booleans and nodes of the DOM. Thread-safe.
 */
final class JavaFunctions implements XPathFunctions {
    private static final String CONFIGURATION = "META-INF/ext-%s-xpath-functions-config.xml";
    private static final String NAMESPACE = "http://xmlns.oracle.com/soa/config/xpath";

    private final Composite composite;
    private final List<String> configurations;
    private @Nullable Map<XmlName, String> classes;

    JavaFunctions(Composite composite, Component component) {
        this.composite = composite;
        this.configurations = List.of("soa", component.kind().engine().toLowerCase(Locale.ROOT), "mapper");
    }

    @Override
    public @Nullable XPathFunction function(XmlName name) {
        return null;
    }

    @Override
    public @Nullable XPathFunction function(XmlName name, CallSite call) {
        String className = classes().get(name);
        if (className == null) {
            return null;
        }
        ProcessClasses java = composite.resources().classes();
        if (java == null) {
            throw new UnavailableCallException(
                    UnavailableCallException.UNSUPPORTED,
                    "the function " + name + " is Java that comes with the composite (" + className
                            + "), which this server does not run: start it with --allow-java",
                    null);
        }
        return new JavaFunction(
                name, method(name, className, java.loader(), call.literals().size()));
    }

    private static Method method(XmlName name, String className, ClassLoader loader, int arguments) {
        Throwable why = null;
        int dollar = className.indexOf('$');
        for (String each : dollar < 0 ? List.of(className) : List.of(className, className.substring(0, dollar))) {
            try {
                Class<?> type = Class.forName(each, false, loader);
                for (Method method : type.getMethods()) {
                    if (method.getName().equals(name.local())
                            && Modifier.isStatic(method.getModifiers())
                            && method.getParameterCount() == arguments
                            && JavaFunction.canCall(method)) {
                        return method;
                    }
                }
            } catch (ClassNotFoundException | LinkageError e) {
                why = why == null ? e : why;
            }
        }
        throw new UnavailableCallException(
                UnavailableCallException.UNSUPPORTED,
                "the function " + name + " cannot be called: "
                        + (why != null
                                ? "its class " + className + " cannot be loaded, since " + reason(why)
                                : className + " has no public static method " + name.local() + " of " + arguments
                                        + " strings, numbers, booleans or nodes of the DOM"),
                why);
    }

    private static String reason(Throwable why) {
        String missing = String.valueOf(why.getMessage()).replace('/', '.');
        return missing.startsWith("oracle.")
                ? "it needs " + missing + " of Oracle's, which is not here: give the function a public static method in"
                        + " a class without it"
                : why.toString();
    }

    /** The class of each function; read when a call asks for a function that nobody else knows. */
    private synchronized Map<XmlName, String> classes() {
        Map<XmlName, String> known = classes;
        if (known == null) {
            known = new HashMap<>();
            for (String kind : configurations) {
                for (byte[] document : composite.resources().onClassPath(CONFIGURATION.formatted(kind))) {
                    read(document, CONFIGURATION.formatted(kind), known);
                }
            }
            classes = known;
        }
        return known;
    }

    private static void read(byte[] document, String file, Map<XmlName, String> known) {
        try {
            for (XmlElement function : XmlElement.parse(document).elements(XmlName.of(NAMESPACE, "function"))) {
                String name = function.attributeValue("name");
                XmlElement className = function.element(XmlName.of(NAMESPACE, "className"));
                if (name != null && className != null) {
                    known.putIfAbsent(
                            function.resolveQName(name.strip()),
                            className.stringValue().strip());
                }
            }
        } catch (XmlException e) {
            throw new XPathException(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
