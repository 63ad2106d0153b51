package dev.weir.soap.jaxws.client;

import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.jaxws.wsdl.MessageSchema;
import dev.weir.soap.wsdl.MtomPolicy;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.NamedDocuments;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.Wsdl.Service;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import jakarta.xml.ws.WebServiceException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import javax.xml.validation.Schema;
import org.jspecify.annotations.Nullable;

/** The ports of a service as a WSDL document has them. */
final class ServiceDocument {
    private static final System.Logger LOG = System.getLogger(ServiceDocument.class.getName());

    /** Hosts of the web that a WSDL may import from beside its own, with commas between; all where it is not set. */
    static final String HOSTS = "dev.weir.jaxws.document-hosts";

    /** What stands in for a schema that cannot be fetched: a client binds by its classes. */
    private static final byte[] NO_SCHEMA =
            "<schema xmlns=\"http://www.w3.org/2001/XMLSchema\"/>".getBytes(StandardCharsets.UTF_8);

    private ServiceDocument() {}

    /**
     * What a client keeps of the document.
     *
     * @param vocabulary of messages in Fast Infoset
     */
    record Content(Map<QName, ClientPort> ports, MessageVocabulary vocabulary) {}

    /** @throws WebServiceException where the document cannot be read, or has no such service; says why */
    static Content read(URL location, QName service) {
        Wsdl wsdl;
        try {
            wsdl = read(location.toURI());
        } catch (WsdlException | XmlException | URISyntaxException e) {
            throw new WebServiceException("the WSDL document " + location + " cannot be read: " + e.getMessage(), e);
        }
        Service found = wsdl.service(XmlName.of(service.getNamespaceURI(), service.getLocalPart()));
        if (found == null) {
            throw new WebServiceException(service + " is no service of " + location + "; those are "
                    + wsdl.services().stream().map(Service::name).toList());
        }
        Map<QName, ClientPort> ports = new LinkedHashMap<>();
        for (Port port : found.ports()) {
            QName name = new QName(service.getNamespaceURI(), port.name());
            boolean mtom = MtomPolicy.allows(wsdl, port.binding());
            ports.put(
                    name,
                    ClientPort.described(
                            service,
                            name,
                            port,
                            mtom,
                            mtom && !MtomPolicy.asksFor(wsdl, port.binding()),
                            RequiredExtensions.of(wsdl, port.binding()),
                            actions(wsdl, port.binding())));
        }
        return new Content(ports, MessageVocabulary.of(wsdl));
    }

    /**
     * The schemas of a port's messages. They are read again, as clients without validation need none.
     *
     * @throws WebServiceException where they cannot be read, or are not valid; says why
     */
    static Schema schema(URL location, QName service, PortType portType) {
        try {
            return MessageSchema.of(ServiceDescription.withEncoded(
                    read(location.toURI()), portType, XmlName.of(service.getNamespaceURI(), service.getLocalPart())));
        } catch (WsdlException | XmlException | URISyntaxException e) {
            throw new WebServiceException(
                    "messages of service " + service + " cannot be validated by " + location + ": " + e.getMessage(),
                    e);
        }
    }

    private static Map<String, String> actions(Wsdl wsdl, Binding binding) {
        Map<String, String> actions = new HashMap<>();
        for (BindingOperation operation : binding.operations().values()) {
            String stated = wsdl.statedAction(operation.operation());
            if (stated != null) {
                actions.put(operation.operation().name(), stated);
            }
        }
        return actions;
    }

    private static Wsdl read(URI location) {
        String archive = "";
        URI root = location;
        if (location.getScheme().equals("jar")) {
            // Relative locations resolve within the archive only where the URI has a path.
            int entry = location.toString().indexOf("!/");
            archive = location.toString().substring(0, entry + 1);
            root = URI.create("archive:" + location.toString().substring(entry + 1));
        }
        return Wsdl.read(root, resources(root, archive));
    }

    private static Resources resources(URI root, String archive) {
        Resources documents = new NamedDocuments(root, hosts(), "the system property " + HOSTS + ": ");
        return uri -> {
            try {
                return documents.read(uri.getScheme().equals("archive") ? URI.create(archive + uri.getRawPath()) : uri);
            } catch (WsdlException e) {
                if (uri.equals(root)) {
                    throw new WsdlException("there is no document at " + uri + ": " + e.getMessage(), e);
                }
                LOG.log(Level.WARNING, "{0}, which {1} imports, is left out: {2}", uri, root, e.getMessage());
                return NO_SCHEMA;
            }
        };
    }

    /** Null for all. */
    private static @Nullable Set<String> hosts() {
        String listed = System.getProperty(HOSTS);
        if (listed == null) {
            return null;
        }
        return Arrays.stream(listed.split(",", -1))
                .map(String::strip)
                .filter(host -> !host.isEmpty())
                .collect(Collectors.toSet());
    }
}
