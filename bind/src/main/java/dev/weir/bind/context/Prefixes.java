package dev.weir.bind.context;

import dev.weir.bind.model.BindingModel;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlWriter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import javax.xml.XMLConstants;
import org.jspecify.annotations.Nullable;

/**
 * The prefixes that a context's namespaces are written with: those that packages or the user ask for; no prefix for one
 * namespace of elements, where there are no elements without a namespace; ns2, ns3 and so on for the others.
 */
public final class Prefixes {
    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    private static final Set<String> RESERVED = Set.of("xml", "xmlns", "xsi", "xs");

    private final Map<String, String> byNamespace = new LinkedHashMap<>();
    private final String[] byNumber;

    /** The wish is asked for namespace and suggestion, and answers null where it does not mind. */
    public Prefixes(
            BindingModel model, List<String> namespaces, @Nullable BiFunction<String, String, @Nullable String> wish) {
        Set<String> taken = new HashSet<>(RESERVED);
        Map<String, String> asked = new HashMap<>();
        for (String uri : namespaces) {
            String wanted = wish == null || uri.isEmpty() ? null : wish.apply(uri, "");
            if (wanted == null) {
                wanted = model.prefixes().get(uri);
            }
            if (wanted != null && (!wanted.isEmpty() || model.canBeDefault(uri)) && taken.add(wanted)) {
                asked.put(uri, wanted);
            }
        }
        int number = 1;
        boolean defaultTaken = asked.containsValue("");
        for (String uri : namespaces) {
            String prefix = asked.get(uri);
            if (uri.isEmpty()) {
                prefix = "";
            } else if (uri.equals(XML)) {
                prefix = "xml";
            } else if (prefix == null && !defaultTaken && model.canBeDefault(uri)) {
                prefix = "";
                defaultTaken = true;
            }
            while (prefix == null) {
                String candidate = "ns" + ++number;
                prefix = taken.add(candidate) ? candidate : null;
            }
            byNamespace.put(uri, prefix.intern());
        }
        byNumber = byNamespace.values().toArray(new String[0]);
    }

    String[] byNumber() {
        return byNumber;
    }

    /** The prefix for an element; empty for a namespace that is not the context's. */
    public String prefix(String namespace) {
        String prefix = byNamespace.get(namespace);
        return prefix == null ? "" : prefix;
    }

    /**
     * The prefix for an attribute that is the object's own; empty for one that the writer chooses. What looks as if a
     * writer had chosen it is no wish.
     */
    String attributePrefix(String prefix, String namespace) {
        if (namespace.equals(XML) || namespace.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
            return namespace.equals(XML) ? "xml" : "xsi";
        }
        String known = byNamespace.get(namespace);
        if (namespace.isEmpty() || known != null && !known.isEmpty()) {
            return known == null ? "" : known;
        }
        boolean generated = prefix.startsWith("ns") && prefix.length() > 2 && Character.isDigit(prefix.charAt(2));
        return generated || RESERVED.contains(prefix) || byNamespace.containsValue(prefix) ? "" : prefix;
    }

    /** Declares all of them on the element of a name that is open; without the default namespace, where that is another. */
    public void declare(XmlName name, XmlWriter writer) {
        boolean taken = prefix(name.namespace()).isEmpty();
        for (Map.Entry<String, String> entry : byNamespace.entrySet()) {
            String uri = entry.getKey();
            String prefix = entry.getValue();
            boolean clash = taken && prefix.isEmpty() && !uri.equals(name.namespace());
            if (!uri.isEmpty() && !uri.equals(XML) && !clash) {
                writer.namespace(prefix, uri);
            }
        }
    }
}
