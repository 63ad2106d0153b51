package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlAttribute;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The assertions in the policies of an endpoint (WS-Policy 1.5 - Attachment, section 4.1): those of a binding, of its port type, of
 * its ports and of their services.
 */
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

    /** True where a policy has one of the assertions in all its alternatives: whoever follows it follows the assertion. */
    static boolean require(Wsdl wsdl, Binding binding, Set<XmlName> assertions) {
        return contain(wsdl, binding, assertions, false);
    }

    /** True where a policy has one of the assertions in one of its alternatives at least. */
    static boolean mention(Wsdl wsdl, Binding binding, Set<XmlName> assertions) {
        return contain(wsdl, binding, assertions, true);
    }

    private static boolean contain(Wsdl wsdl, Binding binding, Set<XmlName> assertions, boolean optional) {
        return attachedTo(wsdl, binding).stream()
                .flatMap(subject -> policies(wsdl, subject).stream())
                .anyMatch(policy -> contains(policy, assertions, optional));
    }

    /** The elements that a policy of the endpoint may be attached to. */
    private static List<XmlElement> attachedTo(Wsdl wsdl, Binding binding) {
        List<XmlElement> subjects = new ArrayList<>(subjects(wsdl, binding));
        XmlName portType = binding.portType().name();
        for (XmlElement element : wsdl.extensions(XmlName.of(WSDL, "portType"))) {
            if (isNamed(wsdl, element, portType)) {
                subjects.add(element);
            }
        }
        for (XmlElement service : wsdl.extensions(XmlName.of(WSDL, "service"))) {
            if (!ports(service, binding).isEmpty()) {
                subjects.add(service);
            }
        }
        return subjects;
    }

    /** The elements that define the binding and its ports. */
    static List<XmlElement> subjects(Wsdl wsdl, Binding binding) {
        List<XmlElement> subjects = new ArrayList<>();
        for (XmlElement element : wsdl.extensions(XmlName.of(WSDL, "binding"))) {
            if (isNamed(wsdl, element, binding.name())) {
                subjects.add(element);
            }
        }
        for (XmlElement service : wsdl.extensions(XmlName.of(WSDL, "service"))) {
            subjects.addAll(ports(service, binding));
        }
        return subjects;
    }

    private static boolean isNamed(Wsdl wsdl, XmlElement definition, XmlName name) {
        return name.local().equals(definition.attributeValue("name"))
                && wsdl.targetNamespaceOf(definition).equals(name.namespace());
    }

    /** The ports of a service that have the binding. */
    private static List<XmlElement> ports(XmlElement service, Binding binding) {
        List<XmlElement> ports = new ArrayList<>();
        for (XmlElement port : service.elements(XmlName.of(WSDL, "port"))) {
            String named = port.attributeValue("binding");
            if (named != null && port.resolveQName(named).equals(binding.name())) {
                ports.add(port);
            }
        }
        return ports;
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

    /**
     * True where a policy has one of the assertions. Of an ExactlyOne each child is an alternative (WS-Policy 1.5 - Framework,
     * section 4.3.3); an empty All beside others makes these optional (section 4.3.1). What an assertion has within it belongs to it.
     *
     * @param optional true where one alternative is enough, false where all must have the assertion
     */
    private static boolean contains(XmlElement policy, Set<XmlName> assertions, boolean optional) {
        List<XmlElement> all = new ArrayList<>(); // each behind the one that it is in
        Deque<XmlElement> open = new ArrayDeque<>();
        open.push(policy);
        while (!open.isEmpty()) {
            XmlElement element = open.pop();
            all.add(element);
            if (optional || !isOptional(element)) {
                element.elements().forEach(open::push);
            }
        }
        Set<XmlElement> having = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = all.size() - 1; i >= 0; i--) {
            XmlElement element = all.get(i);
            if (!optional && isOptional(element)) {
                continue;
            }
            List<XmlElement> children = element.elements();
            boolean alternatives = !optional && isExactlyOne(element) && !children.isEmpty();
            if (assertions.contains(element.name())
                    || (alternatives
                            ? children.stream().allMatch(having::contains)
                            : children.stream().anyMatch(having::contains))) {
                having.add(element);
            }
        }
        return having.contains(policy);
    }

    private static boolean isExactlyOne(XmlElement element) {
        return element.name().local().equals("ExactlyOne")
                && POLICY_NAMESPACES.contains(element.name().namespace());
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
