package dev.weir.bpel.data;

import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.PartnerLinkValue;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Partner links as values that can be assigned (section 8.4): a {@code sref:service-ref} around a WS-Addressing endpoint
 * reference with an address, which is the only kind that is understood.
 */
final class ServiceReferences {
    private static final String WSA = "http://www.w3.org/2005/08/addressing";
    private static final String WSA_2004 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
    /** The first before version 1.0 only. */
    private static final List<String> PARAMETERS = List.of("ReferenceProperties", "ReferenceParameters");

    private static final XmlName REFERENCE_PARAMETER = XmlName.of(WSA, "IsReferenceParameter");
    private static final XmlName SERVICE_REF =
            XmlName.of("http://docs.oasis-open.org/wsbpel/2.0/serviceref", "service-ref");
    /** WS-Addressing 1.0, and those before it, in which processes of BPEL4WS 1.1 write their references. */
    private static final Set<String> ADDRESSING =
            Set.of(WSA, WSA_2004, "http://schemas.xmlsoap.org/ws/2003/03/addressing");

    private static final XmlName METADATA = XmlName.of(WSA, "Metadata");
    /** The name of the partner link that a reference was read of. */
    private static final XmlName WIRE = XmlName.of("urn:weir:wire", "partnerLink");

    private static final XmlName ADDRESS = XmlName.of(WSA, "Address");
    private static final XmlName ENDPOINT_REFERENCE = XmlName.of(WSA, "EndpointReference");

    private ServiceReferences() {}

    /**
     * The reference that a partner link gives to a copy.
     *
     * @param value what the link holds now
     */
    static XmlElement read(Node.LinkOf from, PartnerLinkValue value) {
        PartnerLink link = from.link();
        XmlElement reference = value.reference();
        if (from.myRole()) {
            throw FaultException.standard(
                    "unsupportedReference", "the process's own address on " + link.name() + " is not known to it");
        }
        if (reference == null && (link.partnerPortType() == null || value.address() != null)) {
            // The address of a callback belongs to the server, and is not shown to processes.
            throw FaultException.standard(
                    "uninitializedPartnerRole", "nothing was assigned to the partner link " + link.name());
        }
        return reference == null ? referenceTo(link) : reference;
    }

    /**
     * What a partner link holds once a reference has been assigned to it.
     *
     * @param reference null for a source that is no element
     * @param before what the link holds until then: it keeps its conversation
     */
    static PartnerLinkValue assign(
            @Nullable XmlElement reference, PartnerLink link, PartnerLinkValue before, ProcessGraph graph) {
        if (reference == null || !reference.name().equals(SERVICE_REF) && !isEndpoint(reference)) {
            throw FaultException.standard(
                    "mismatchedAssignmentFailure",
                    "the partner link " + link.name() + " takes only a service reference");
        }
        XmlElement endpoint = isEndpoint(reference) ? reference : reference.firstElement();
        XmlElement address = endpoint == null || !isEndpoint(endpoint)
                ? null
                : endpoint.element(XmlName.of(endpoint.name().namespace(), ADDRESS.local()));
        if (endpoint == null || address == null) {
            throw FaultException.standard(
                    "unsupportedReference",
                    "the service reference holds no WS-Addressing endpoint reference with an address");
        }
        String text = address.stringValue().trim();
        PartnerLink lent = lent(endpoint, text, link, graph);
        if (lent != null) {
            text = WireAddress.of(lent);
        }
        String wired = WireAddress.linkName(text);
        if (wired != null && !hasLink(graph, wired, link)) {
            throw FaultException.standard(
                    "unsupportedReference",
                    "the process has no partner link " + wired + " of the port type that " + link.name() + " has");
        }
        return new PartnerLinkValue(text, before.conversation(), VariableValue.rooted(reference.copy()));
    }

    /**
     * The header blocks that every message to an endpoint carries: its reference parameters, which version 1.0 marks
     * (WS-Addressing 1.0 - SOAP Binding, section 3.3), and the properties of the versions before. The address in terms of
     * August 2004 is one of them, so that the whole message is in these terms.
     *
     * @param reference one that {@link #assign} has taken
     */
    static List<XmlElement> headers(XmlElement reference) {
        XmlElement endpoint = isEndpoint(reference) ? reference : reference.firstElement();
        if (endpoint == null) {
            return List.of();
        }
        String version = endpoint.name().namespace();
        List<XmlElement> headers = new ArrayList<>();
        for (String kind : PARAMETERS) {
            XmlElement all = endpoint.element(XmlName.of(version, kind));
            if (all != null) {
                all.elements().forEach(one -> headers.add(parameter(one, version)));
            }
        }
        XmlElement address = endpoint.element(XmlName.of(version, ADDRESS.local()));
        if (version.equals(WSA_2004) && address != null) {
            XmlElement to = new XmlElement("wsa", XmlName.of(version, "To"));
            to.setText(address.stringValue().trim());
            headers.add(to);
        }
        return headers;
    }

    private static XmlElement parameter(XmlElement given, String version) {
        if (ADDRESSING.contains(given.name().namespace())) {
            throw FaultException.standard(
                    "unsupportedReference",
                    "the reference parameter " + given.name() + " is a header of WS-Addressing itself");
        }
        XmlElement block = given.copy();
        if (version.equals(WSA)) {
            block.attribute(REFERENCE_PARAMETER, "true");
        }
        return block;
    }

    private static boolean isEndpoint(XmlElement element) {
        return element.name().local().equals(ENDPOINT_REFERENCE.local())
                && ADDRESSING.contains(element.name().namespace());
    }

    /**
     * The partner link that a reference was read of, and whose wire it lends; null for a reference of another kind, and for
     * one that has been given another address since.
     */
    private static @Nullable PartnerLink lent(
            XmlElement endpoint, String address, PartnerLink like, ProcessGraph graph) {
        XmlElement metadata = endpoint.element(METADATA);
        XmlElement wire = metadata == null ? null : metadata.element(WIRE);
        if (wire == null) {
            return null;
        }
        String name = wire.stringValue().trim();
        for (PartnerLink other : graph.partnerLinks()) {
            if (other.name().equals(name) && address.equals(other.address()) && isAlike(other, like)) {
                return other;
            }
        }
        return null;
    }

    /** True if the process has a link of the name to partners of the same port type. */
    private static boolean hasLink(ProcessGraph graph, String name, PartnerLink like) {
        return graph.partnerLinks().stream().anyMatch(other -> other.name().equals(name) && isAlike(other, like));
    }

    private static boolean isAlike(PartnerLink other, PartnerLink like) {
        PortType wanted = like.partnerPortType();
        return wanted != null
                && other.partnerPortType() != null
                && other.partnerPortType().name().equals(wanted.name());
    }

    /**
     * The reference to what a link is wired to: by its address, where it has one, with the link as metadata, which say that a
     * link to which it is assigned is called by that wire. Others do not look at these.
     */
    private static XmlElement referenceTo(PartnerLink link) {
        String known = link.address();
        XmlElement endpoint = new XmlElement(ENDPOINT_REFERENCE);
        XmlElement address = new XmlElement(ADDRESS);
        address.setText(known == null ? WireAddress.of(link) : known);
        endpoint.append(address);
        if (known != null) {
            XmlElement wire = new XmlElement(WIRE);
            wire.setText(link.name());
            XmlElement metadata = new XmlElement(METADATA);
            metadata.append(wire);
            endpoint.append(metadata);
        }
        XmlElement reference = new XmlElement(SERVICE_REF);
        reference.append(endpoint);
        return VariableValue.rooted(reference);
    }
}
