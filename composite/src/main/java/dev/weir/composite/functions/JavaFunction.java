package dev.weir.composite.functions;

import dev.weir.bpel.exec.DomElements;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xpath.XPathException;
import dev.weir.xpath.XPathFunctions.XPathFunction;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.XPathValues;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** One static method as a function. What it throws is an error of the expression. */
final class JavaFunction implements XPathFunction {
    private static final Set<Class<?>> TYPES = Set.of(
            String.class,
            Object.class,
            double.class,
            Double.class,
            float.class,
            Float.class,
            int.class,
            Integer.class,
            long.class,
            Long.class,
            boolean.class,
            Boolean.class,
            Node.class,
            Element.class,
            NodeList.class);

    private static final double MOST_EXACT = 1L << 53;

    private final XmlName name;
    private final Method method;

    JavaFunction(XmlName name, Method method) {
        this.name = name;
        this.method = method;
    }

    /** True if all arguments are of types that values of XPath can become. */
    static boolean canCall(Method method) {
        return TYPES.containsAll(List.of(method.getParameterTypes()));
    }

    @Override
    public Object call(XPathScope scope, List<Object> arguments) {
        Class<?>[] types = method.getParameterTypes();
        Object[] given = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            given[i] = argument(arguments.get(i), types[i]);
        }
        try {
            return result(method.invoke(null, given));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof OutOfMemoryError exhausted) {
                throw exhausted;
            }
            throw new XPathException("the Java of " + name + "() failed: " + e.getCause(), e);
        } catch (IllegalAccessException | LinkageError e) {
            throw new XPathException("the Java of " + name + "() cannot be called: " + e, e);
        }
    }

    private @Nullable Object argument(Object value, Class<?> type) {
        if (type == String.class) {
            return XPathValues.string(value);
        } else if (type == boolean.class || type == Boolean.class) {
            return XPathValues.bool(value);
        } else if (type == NodeList.class || type == Object.class && value instanceof List<?>) {
            return new Nodes(elements(value));
        } else if (type == Node.class || type == Element.class) {
            List<Element> elements = elements(value);
            return elements.isEmpty() ? null : elements.get(0);
        } else if (type == Object.class) {
            return value;
        }
        double number = XPathValues.number(value);
        boolean isInt = type == int.class || type == Integer.class;
        if (isInt || type == long.class || type == Long.class) {
            if (number != Math.rint(number) || Math.abs(number) > (isInt ? Integer.MAX_VALUE : MOST_EXACT)) {
                throw new XPathException(name + "() needs a whole number where it gets " + XPathValues.string(value));
            }
            return isInt ? (Object) (int) number : (Object) (long) number;
        }
        return type == float.class || type == Float.class ? (Object) (float) number : number;
    }

    private static List<Element> elements(Object value) {
        List<Element> elements = new ArrayList<>();
        if (value instanceof List<?> nodes) {
            for (Object node : nodes) {
                if (node instanceof XmlElement element) {
                    elements.add(DomElements.of(element));
                }
            }
        }
        return elements;
    }

    private Object result(@Nullable Object value) {
        if (value == null) {
            return "";
        } else if (value instanceof Number number) {
            return number.doubleValue();
        } else if (value instanceof Boolean) {
            return value;
        } else if (value instanceof Document document) {
            return List.<XmlNode>of(DomElements.tree(document.getDocumentElement()));
        } else if (value instanceof Element element) {
            return List.<XmlNode>of(DomElements.tree(element));
        } else if (value instanceof NodeList list) {
            List<XmlNode> nodes = new ArrayList<>();
            for (int i = 0; i < list.getLength(); i++) {
                if (!(list.item(i) instanceof Element element)) {
                    throw new XPathException("the Java of " + name + "() gives nodes that are no elements");
                }
                nodes.add(DomElements.tree(element));
            }
            return nodes;
        }
        return value instanceof Node node ? String.valueOf(node.getTextContent()) : value.toString();
    }

    private record Nodes(List<Element> elements) implements NodeList {
        @Override
        public @Nullable Node item(int index) {
            return index >= 0 && index < elements.size() ? elements.get(index) : null;
        }

        @Override
        public int getLength() {
            return elements.size();
        }
    }
}
