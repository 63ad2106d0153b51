package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xml.tree.XmlNode;
import dev.weir.xml.tree.XmlParent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The assertions in the policies of a binding and of its ports. */
final class PolicyAssertions {
    static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";
    private static final Set<String> POLICY_NAMESPACES = Set.of(
            "http://www.w3.org/ns/ws-policy",
            "http://www.w3.org/2006/07/ws-policy",
            "http://schemas.xmlsoap.org/ws/2004/09/policy");
    private static final XmlName ID =
            XmlName.of("http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd", "Id");
    private static final XmlName XML_ID = XmlName.of("http://www.w3.org/XML/1998/namespace", "id");

    private PolicyAssertions() {}

    /** True where a policy of the binding, or of one of its ports, has one of the assertions and does not call it optional. */
    static boolean require(Wsdl wsdl, Binding binding, Set<XmlName> assertions) {
        return contain(wsdl, binding, assertions, false);
    }

    /** True where a policy of the binding, or of one of its ports, has one of the assertions, be it an optional one. */
    static boolean mention(Wsdl wsdl, Binding binding, Set<XmlName> assertions) {
        return contain(wsdl, binding, assertions, true);
    }

    private static boolean contain(Wsdl wsdl, Binding binding, Set<XmlName> assertions, boolean optional) {
        return subjects(wsdl, binding).stream()
                .flatMap(subject -> policies(wsdl, subject).stream())
                .anyMatch(policy -> contains(policy, assertions, optional));
    }

    /** The elements that define the binding and its ports. */
    static List<XmlElement> subjects(Wsdl wsdl, Binding binding) {
        List<XmlElement> subjects = new ArrayList<>();
        for (XmlElement element : wsdl.extensions(XmlName.of(WSDL, "binding"))) {
            if (binding.name().local().equals(element.attributeValue("name"))
                    && wsdl.targetNamespaceOf(element).equals(binding.name().namespace())) {
                subjects.add(element);
            }
        }
        for (XmlElement service : wsdl.extensions(XmlName.of(WSDL, "service"))) {
            for (XmlElement port : service.elements(XmlName.of(WSDL, "port"))) {
                String named = port.attributeValue("binding");
                if (named != null && port.resolveQName(named).equals(binding.name())) {
                    subjects.add(port);
                }
            }
        }
        return subjects;
    }

    /** The policies attached to an element: inline, by reference, by attribute. */
    private static List<XmlElement> policies(Wsdl wsdl, XmlElement subject) {
        List<XmlElement> found = new ArrayList<>();
        for (XmlElement child : subject.elements()) {
            if (POLICY_NAMESPACES.contains(child.name().namespace())) {
                if (child.name().local().equals("Policy")) {
                    found.add(child);
                } else if (child.name().local().equals("PolicyReference")) {
                    addNamed(wsdl, child.attributeValue("URI"), found);
                }
            }
        }
        for (String namespace : POLICY_NAMESPACES) {
            XmlAttribute uris = subject.attribute(XmlName.of(namespace, "PolicyURIs"));
            if (uris != null) {
                for (String uri : uris.value().strip().split("\\s+")) {
                    addNamed(wsdl, uri, found);
                }
            }
        }
        return found;
    }

    private static void addNamed(Wsdl wsdl, @Nullable String uri, List<XmlElement> to) {
        if (uri == null || !uri.startsWith("#")) {
            return;
        }
        for (String namespace : POLICY_NAMESPACES) {
            for (XmlElement policy : wsdl.extensions(XmlName.of(namespace, "Policy"))) {
                XmlAttribute id = policy.attribute(ID);
                if (id == null) {
                    id = policy.attribute(XML_ID);
                }
                if (id != null && id.value().equals(uri.substring(1))) {
                    to.add(policy);
                }
            }
        }
    }

    /** @param optional whether those that are called optional count */
    private static boolean contains(XmlElement policy, Set<XmlName> assertions, boolean optional) {
        Deque<XmlParent> open = new ArrayDeque<>();
        open.push(policy);
        while (!open.isEmpty()) {
            for (XmlNode node = open.pop().firstChild(); node != null; node = node.nextSibling()) {
                if (node instanceof XmlElement element && (optional || !isOptional(element))) {
                    if (assertions.contains(element.name())) {
                        return true;
                    }
                    open.push(element);
                }
            }
        }
        return false;
    }

    private static boolean isOptional(XmlElement assertion) {
        for (String namespace : POLICY_NAMESPACES) {
            XmlAttribute optional = assertion.attribute(XmlName.of(namespace, "Optional"));
            if (optional != null
                    && Set.of("true", "1").contains(optional.value().strip())) {
                return true;
            }
        }
        return false;
    }
}
