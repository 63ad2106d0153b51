package dev.weir.soap.wsdl;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.Service;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlName;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The description of a service: a concrete WSDL and every document that it needs, each at an address below the
 * endpoint's own, with all locations rewritten to these addresses.
 *
 * <p>Where the definition has the service, its documents are served as they are but for locations and addresses. Where
 * it has not, a document is made with the bindings and the service, which imports the one with the port type.
 *
 * <p>{@code ?wsdl} is the root document, {@code ?wsdl=NAME} and {@code ?xsd=NAME} are the others. Immutable and
 * thread-safe.
 */
public final class ServiceDescription {
    /** An address for those who read the description without one. */
    private static final String PLACE = "weir:/service";

    private final PortType portType;
    private final XmlName service;
    private final Map<SoapVersion, Binding> bindings;
    private final DescriptionDocuments documents;
    /** The root document where it is made here; null where it is one of the documents. */
    private final @Nullable String generated;

    private final Map<String, Actions> actions = new LinkedHashMap<>();
    private final boolean asksForMtom;
    private final boolean allowsMtom;
    private final Set<SoapVersion> addressed = EnumSet.noneOf(SoapVersion.class);

    private ServiceDescription(
            Wsdl wsdl,
            PortType portType,
            XmlName service,
            Map<SoapVersion, Binding> bindings,
            DescriptionDocuments documents,
            @Nullable String generated) {
        for (Operation operation : portType.operations()) {
            actions.put(operation.name(), wsdl.actions(portType, operation));
        }
        this.portType = portType;
        this.service = service;
        this.bindings = bindings;
        this.documents = documents;
        this.generated = generated;
        this.asksForMtom = bindings.values().stream().anyMatch(binding -> MtomPolicy.asksFor(wsdl, binding));
        this.allowsMtom = bindings.values().stream().anyMatch(binding -> MtomPolicy.allows(wsdl, binding));
        bindings.forEach((version, binding) -> {
            if (AddressingPolicy.requires(wsdl, binding)) {
                addressed.add(version);
            }
        });
    }

    /**
     * @param service the WSDL service's name; its ports for the port type count where the definition has it
     * @param ports names of the ports to make where it has not; at least one
     * @throws WsdlException where the service has no SOAP port for the port type, or a port cannot be served
     */
    public static ServiceDescription of(Wsdl wsdl, PortType portType, XmlName service, Map<SoapVersion, String> ports) {
        return of(wsdl, portType, service, ports, BindingRequirements::check);
    }

    /**
     * Describes a service whose messages may be encoded in rpc style.
     *
     * @throws WsdlException as {@link #of(Wsdl, PortType, XmlName, Map)}
     */
    public static ServiceDescription withEncoded(Wsdl wsdl, PortType portType, XmlName service) {
        return of(wsdl, portType, service, Map.of(), BindingRequirements::checkWithEncoded);
    }

    private static ServiceDescription of(
            Wsdl wsdl,
            PortType portType,
            XmlName service,
            Map<SoapVersion, String> ports,
            Consumer<Binding> requirements) {
        Service defined = wsdl.service(service);
        DescriptionDocuments documents = new DescriptionDocuments(wsdl, portType.name());
        Map<SoapVersion, Binding> bindings = new EnumMap<>(SoapVersion.class);
        String generated = null;
        if (defined != null) {
            for (Port port : defined.ports()) {
                if (port.binding().portType().name().equals(portType.name())) {
                    bindings.putIfAbsent(port.binding().version(), port.binding());
                }
            }
            if (bindings.isEmpty()) {
                throw new WsdlException("service " + service + " in " + wsdl.location()
                        + " has no SOAP port for portType " + portType.name());
            }
            documents.rootIs(documents.definingService(service));
        } else {
            if (ports.isEmpty()) {
                throw new WsdlException("service " + service + " must have at least one port");
            }
            for (SoapVersion version : new EnumMap<>(ports).keySet()) {
                bindings.put(version, bindingFor(wsdl, portType, version, service));
            }
            generated = GeneratedWsdl.write(wsdl, portType, service, bindings, ports, documents);
        }
        bindings.values().forEach(requirements);
        return new ServiceDescription(
                wsdl, portType, service, Collections.unmodifiableMap(bindings), documents, generated);
    }

    private static Binding bindingFor(Wsdl wsdl, PortType portType, SoapVersion version, XmlName service) {
        for (Binding binding : wsdl.bindings()) {
            if (binding.version() == version && binding.portType().name().equals(portType.name())) {
                return binding;
            }
        }
        String name = portType.name().local() + (version == SoapVersion.SOAP_11 ? "Soap11Binding" : "Soap12Binding");
        XmlName free = XmlName.of(service.namespace(), name);
        for (int i = 2; wsdl.binding(free) != null; i++) {
            free = XmlName.of(service.namespace(), name + i);
        }
        return DerivedBinding.of(portType, version, free);
    }

    public PortType portType() {
        return portType;
    }

    public XmlName service() {
        return service;
    }

    /** The binding of each SOAP version that the service has a port for. */
    public Map<SoapVersion, Binding> bindings() {
        return bindings;
    }

    /** True where a policy of the WSDL asks for messages with parts (MTOM), and does not call them optional. */
    public boolean asksForMtom() {
        return asksForMtom;
    }

    /** True where a policy of the WSDL asks for messages with parts (MTOM), or says that they may be sent. */
    public boolean allowsMtom() {
        return allowsMtom;
    }

    /** True where the WSDL says that requests by a version of SOAP must have WS-Addressing. */
    public boolean requiresAddressing(SoapVersion version) {
        return addressed.contains(version);
    }

    /** The WS-Addressing actions of each operation, by its name. */
    public Map<String, Actions> actions() {
        return Collections.unmodifiableMap(actions);
    }

    /** True where a query string asks for a document of a description, whether there is one or not. */
    public static boolean isAskedFor(@Nullable String query) {
        if (query == null) {
            return false;
        }
        String name = query.split("[=&]", 2)[0].toLowerCase(Locale.ROOT);
        return name.equals("wsdl") || name.equals("xsd");
    }

    /**
     * The document that a query string asks for, in UTF-8; null where there is none of that name.
     *
     * @param address the endpoint's address as the caller knows it, without query
     */
    public byte @Nullable [] document(String query, String address) {
        String[] pair = query.split("&", 2)[0].split("=", 2);
        String name = pair.length < 2 ? "" : URLDecoder.decode(pair[1], StandardCharsets.UTF_8);
        String kind = pair[0].toLowerCase(Locale.ROOT);
        if (!isAskedFor(query) || name.isEmpty() && kind.equals("xsd")) {
            return null;
        }
        String template = name.isEmpty() ? root() : documents.template(kind + "=" + name);
        if (template == null) {
            return null;
        }
        return template.replace(DescriptionDocuments.ADDRESS, escaped(address)).getBytes(StandardCharsets.UTF_8);
    }

    private @Nullable String root() {
        return generated == null ? documents.template(DescriptionDocuments.ROOT) : generated;
    }

    /**
     * The description as clients read it that ask for it at an address. It is read anew each time.
     *
     * @throws WsdlException where it cannot be read
     */
    public Wsdl published() {
        return Wsdl.read(URI.create(PLACE + "?wsdl"), uri -> {
            String query = uri.getRawQuery();
            byte[] document = query == null ? null : document(query, PLACE);
            if (document == null) {
                throw new WsdlException("the description has no document " + uri);
            }
            return document;
        });
    }

    /** Query strings of all documents, such as {@code wsdl} and {@code xsd=Orders.xsd}. */
    public Set<String> queries() {
        Set<String> queries = new LinkedHashSet<>();
        if (generated != null) {
            queries.add(DescriptionDocuments.ROOT);
        }
        queries.addAll(documents.queries());
        return queries;
    }

    private static String escaped(String address) {
        return address.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("\"", "&quot;")
                .replace("'", "&apos;");
    }
}
