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
 * The prefixes with which a context's namespaces are written: those requested by packages or by the user; the default
 * namespace for one namespace of elements, if no element is in no namespace and no QNames are expected in content, which
 * the default namespace would apply to; ns2, ns3 and so on for the others.
 */
public final class Prefixes {
    private static final String XML = "http://www.w3.org/XML/1998/namespace";

    private static final Set<String> RESERVED = Set.of("xml", "xmlns", "xsi", "xs");

    private final Map<String, String> byNamespace = new LinkedHashMap<>();
    private final String[] byNumber;

    /** The prefix of none of the namespaces: for elements that must not have the default namespace. */
    private final String spare;

    /** The prefix of elements in namespaces that do not belong to the context. */
    private final String unknown;

    /** The function takes a namespace and a suggested prefix, and returns null if it has no preference. */
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
        do {
            number++;
        } while (taken.contains("ns" + number));
        spare = ("ns" + number).intern();
        unknown = model.hasNamesInContent() ? spare : "";
        byNumber = byNamespace.values().toArray(new String[0]);
    }

    String[] byNumber() {
        return byNumber;
    }

    /** The prefix for an element; empty for the default namespace. */
    public String prefix(String namespace) {
        String prefix = byNamespace.get(namespace);
        if (prefix != null) {
            return prefix;
        }
        return namespace.isEmpty() ? "" : unknown;
    }

    /** The prefix for an element that must not have the default namespace; empty only for no namespace. */
    String prefixBesideDefault(String namespace) {
        String prefix = prefix(namespace);
        return prefix.isEmpty() && !namespace.isEmpty() ? spare : prefix;
    }

    /**
     * The prefix for an attribute of a wildcard map, as the object specifies it; empty if the writer chooses one. A
     * prefix of the form that writers generate is not regarded as a preference.
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

    /**
     * Declares all prefixes on the open element of this name; omits the default namespace if the element's is another.
     */
    public void declare(XmlName name, XmlWriter writer) {
        declare(name, false, writer);
    }

    /** @param besideDefault the default namespace must not be declared on this element */
    void declare(XmlName name, boolean besideDefault, XmlWriter writer) {
        boolean taken = prefix(name.namespace()).isEmpty();
        for (Map.Entry<String, String> entry : byNamespace.entrySet()) {
            String uri = entry.getKey();
            String prefix = entry.getValue();
            boolean clash = prefix.isEmpty() && (besideDefault || taken && !uri.equals(name.namespace()));
            if (!uri.isEmpty() && !uri.equals(XML) && !clash) {
                writer.namespace(prefix, uri);
            }
        }
    }
}
