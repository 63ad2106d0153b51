package dev.weir.composite.assembly;

import static dev.weir.composite.assembly.ElementReader.SCA;

import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.Service;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a service or reference a {@code binding.ws} in place of the bindings that it has, where whoever runs the composite
 * says so ({@link CompositeValues#soap}): the way out of bindings that Weir does not have, such as {@code binding.direct}, where
 * the other side can speak SOAP as well. Its interface and its policies stay as they are.
 */
final class SoapInstead {
    private static final XmlName WS = XmlName.of(SCA, "binding.ws");
    private static final XmlName PROPERTY = XmlName.of(SCA, "property");
    private static final XmlName NAME = XmlName.of("name");
    private static final int MOST_PORT = 65_535;

    private final CompositeValues values;
    private final ElementReader elements;
    private final Problems problems;

    SoapInstead(CompositeValues values, ElementReader elements, Problems problems) {
        this.values = values;
        this.elements = elements;
        this.problems = problems;
    }

    /**
     * Where a reference is to be called; null where its own bindings count.
     *
     * @param composite its name
     */
    @Nullable String address(String composite, XmlElement reference, String name, URI document) {
        String given = values.address(composite, name);
        String said = given == null
                ? said(reference, "reference '" + name + "'", document)
                : elements.replaceTokens(given, reference, document);
        if (said == null || isAddress(said)) {
            return said;
        }
        refuse(reference, "reference '" + name + "'", "an http or https URL", said, document);
        return null;
    }

    /** True where a service is to be served by SOAP, whatever its own bindings are. */
    boolean isServed(String composite, XmlElement service, String name, URI document) {
        String said = values.isServed(composite, name) ? "true" : said(service, "service '" + name + "'", document);
        if (said == null || said.equals("true")) {
            return said != null;
        }
        if (!said.equals("false")) {
            refuse(service, "service '" + name + "'", "true or false", said, document);
        }
        return false;
    }

    /** What the property says, of a service or reference or of one of its bindings; null for nothing. */
    private @Nullable String said(XmlElement end, String what, URI document) {
        List<XmlElement> owners = new ArrayList<>(List.of(end));
        owners.addAll(bindings(end));
        String said = null;
        for (XmlElement owner : owners) {
            for (XmlElement property : owner.elements(PROPERTY)) {
                String value = CompositeValues.SOAP.equals(property.attributeValue("name"))
                        ? elements.replaceTokens(property.stringValue().strip(), property, document)
                        : "";
                if (said != null && !value.isEmpty() && !value.equals(said)) {
                    problems.add(
                            Archive.shown(document),
                            property,
                            "composite-soap-address",
                            what + ": " + CompositeValues.SOAP + " is '" + said + "' and '" + value + "'",
                            "remove one of the two");
                }
                said = said == null && !value.isEmpty() ? value : said;
            }
        }
        return said;
    }

    private void refuse(XmlElement end, String what, String wanted, String said, URI document) {
        problems.add(
                Archive.shown(document),
                end,
                "composite-soap-address",
                what + ": " + CompositeValues.SOAP + " must be " + wanted + ", but is '" + said + "'",
                "correct --soap, or the property");
    }

    /** True for an address that can be called. */
    static boolean isAddress(String text) {
        try {
            URI uri = new URI(text);
            return uri.getHost() != null
                    && uri.getPort() <= MOST_PORT
                    && String.valueOf(uri.getScheme()).matches("(?i)https?");
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /**
     * Changes the element of a service or reference.
     *
     * @param contract null where it is not known; then there is nothing to bind
     * @param address null for a service
     */
    static void apply(XmlElement end, @Nullable Contract contract, @Nullable String address) {
        List<XmlElement> others = bindings(end).stream()
                .filter(binding -> !binding.name().equals(WS))
                .toList();
        if (end.element(WS) == null && contract != null) {
            XmlElement soap = (others.isEmpty() ? end : others.get(0)).standIn("", WS);
            name(contract, soap);
            end.append(soap);
        }
        others.forEach(binding -> drop(binding, end));
        for (XmlElement callback : end.elements(XmlName.of(SCA, "callback"))) {
            bindings(callback).forEach(binding -> drop(binding, end));
        }
        if (address != null) {
            end.elements(WS).forEach(binding -> address(binding, address));
        }
    }

    /** The policies of a binding are those of what takes its place. */
    private static void drop(XmlElement binding, XmlElement end) {
        binding.detach();
        for (XmlElement child : binding.elements()) {
            if (!child.name().namespace().equals(SCA)) {
                child.detach();
                end.append(child);
            }
        }
    }

    private static void address(XmlElement binding, String address) {
        for (XmlElement property : binding.elements(PROPERTY)) {
            if (ElementReader.ADDRESS.equals(property.attributeValue("name"))) {
                property.detach();
            }
        }
        XmlElement property = binding.standIn("", PROPERTY);
        property.attribute(NAME, ElementReader.ADDRESS);
        property.setText(address);
        binding.append(property);
    }

    private static List<XmlElement> bindings(XmlElement owner) {
        return owner.elements().stream()
                .filter(child -> child.name().namespace().equals(SCA)
                        && child.name().local().startsWith("binding."))
                .toList();
    }

    /** Names the port that the interface's own WSDL has for it; else one that is made. */
    private static void name(Contract contract, XmlElement binding) {
        XmlName portType = contract.portType().name();
        for (Service service : contract.wsdl().services()) {
            for (Port port : service.ports()) {
                if (port.binding().portType().name().equals(portType)) {
                    name(service.name(), port.name(), port.binding().version(), binding);
                    return;
                }
            }
        }
        name(portType, portType.local() + "Port", SoapVersion.SOAP_11, binding);
    }

    private static void name(XmlName service, String port, SoapVersion version, XmlElement binding) {
        binding.attribute(
                XmlName.of("port"), service.namespace() + "#wsdl.endpoint(" + service.local() + "/" + port + ")");
        binding.attribute(XmlName.of("soapVersion"), version.number());
    }
}
