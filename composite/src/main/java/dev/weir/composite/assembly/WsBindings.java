package dev.weir.composite.assembly;

import static dev.weir.composite.assembly.ElementReader.SCA;

import dev.weir.soap.http.ContentCoding;
import dev.weir.wsdl.MissingDocumentException;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Port;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.Problems;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the binding.ws elements of services and references: port, SOAP version, address, properties. */
final class WsBindings {
    private static final Pattern ENDPOINT = Pattern.compile("(.*)#wsdl\\.endpoint\\(([^()/]+)/([^()/]+)\\)");

    private final Contracts contracts;
    private final ElementReader elements;
    private final UnavailableParts unavailable;
    private final CompositeResources resources;
    private final Problems problems;

    WsBindings(
            Contracts contracts,
            ElementReader elements,
            UnavailableParts unavailable,
            CompositeResources resources,
            Problems problems) {
        this.resources = resources;
        this.contracts = contracts;
        this.elements = elements;
        this.unavailable = unavailable;
        this.problems = problems;
    }

    List<WsBinding> bindings(
            XmlElement owner,
            String what,
            @Nullable Contract contract,
            boolean outgoing,
            Map<String, String> properties,
            URI document) {
        List<WsBinding> bindings = new ArrayList<>();
        for (XmlElement child : owner.elements()) {
            if (!child.name().namespace().equals(SCA)) {
                unavailable.policyOfEnd(child, what, document);
                continue;
            }
            String local = child.name().local();
            if (local.equals("property")) {
                elements.property(child, properties, document);
            } else if (local.equals("binding.ws")) {
                WsBinding binding =
                        binding(child, what, contract, outgoing, UnavailableParts.asksForMtom(owner), document);
                if (binding != null) {
                    bindings.add(binding);
                }
            } else if (local.equals("callback")) {
                callback(child, what + ", callback", document);
            } else if (local.startsWith("binding.")) {
                unavailable.binding(child, what, document);
            } else if (!local.startsWith("interface.")) {
                problems.add(
                        Archive.shown(document),
                        child,
                        "composite-element-unsupported",
                        what + ": <" + local + "> is not supported",
                        "remove it");
            }
        }
        return List.copyOf(bindings);
    }

    /** Callbacks come in and go out without a binding of their own: of what it says, policies count. */
    private void callback(XmlElement owner, String what, URI document) {
        for (XmlElement child : owner.elements()) {
            String local = child.name().local();
            if (!child.name().namespace().equals(SCA)) {
                unavailable.policyOfEnd(child, what, document);
            } else if (local.equals("binding.ws")) {
                for (XmlElement policy : child.elements()) {
                    if (!policy.name().equals(XmlName.of(SCA, "property"))) {
                        unavailable.policyOfEnd(policy, what, document);
                    }
                }
            } else if (local.startsWith("binding.")) {
                unavailable.binding(child, what, document);
            }
        }
    }

    /** Reports the first property whose value cannot be. */
    private boolean isValueRefused(Map<String, String> properties, XmlElement element, String what, URI document) {
        String timeout = properties.get(WsBinding.READ_TIMEOUT);
        String fastInfoset = properties.get(WsBinding.FAST_INFOSET);
        String problem;
        String remedy;
        if (timeout != null && !timeout.strip().matches("0*[1-9][0-9]{0,8}")) {
            problem = WsBinding.READ_TIMEOUT + " must be a number of milliseconds, but is '" + timeout + "'";
            remedy = "write a number from 1 to 999999999, or remove the property";
        } else if (fastInfoset != null && !fastInfoset.strip().matches("(?i)none|pessimistic|optimistic")) {
            problem = WsBinding.FAST_INFOSET + " must be none, pessimistic or optimistic, but is '" + fastInfoset + "'";
            remedy = "write one of the three, or remove the property";
        } else if (WsBinding.is(WsBinding.ZSTD, properties) && !ContentCoding.ZSTD.isAvailable()) {
            problem = WsBinding.ZSTD + " is true, but zstd is not available on this machine";
            remedy = "write weir.gzip, or run the server with a zstd-jni that has code for this machine";
        } else {
            return false;
        }
        problems.add(Archive.shown(document), element, "composite-property-value", what + ": " + problem, remedy);
        return true;
    }

    private @Nullable WsBinding binding(
            XmlElement element,
            String what,
            @Nullable Contract contract,
            boolean outgoing,
            boolean mtom,
            URI document) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (XmlElement child : element.elements()) {
            if (child.name().equals(XmlName.of(SCA, "property"))) {
                elements.property(child, properties, document);
            } else {
                unavailable.policyOfEnd(child, what, document);
            }
        }
        if (isValueRefused(properties, element, what, document)) {
            return null;
        }
        String text = elements.required(element, "port", document);
        Matcher matcher = ENDPOINT.matcher(text);
        if (!matcher.matches()) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-binding-port",
                    what + ": port must be NAMESPACE#wsdl.endpoint(SERVICE/PORT), but is '" + text + "'",
                    "correct it");
            return null;
        }
        XmlName service = XmlName.of(matcher.group(1), matcher.group(2));
        String port = matcher.group(3);
        SoapVersion version = version(element, what, document);
        String written = element.attributeValue("location");
        String location = written == null ? null : elements.replaceTokens(written, element, document);
        if (contract == null
                || version == null
                || location != null && ElementReader.TOKEN.matcher(location).find()) {
            return null;
        }
        Wsdl wsdl = contract.wsdl();
        String address = "";
        MissingDocumentException missing = null;
        if (location != null) {
            URI uri = Archive.resolve(document, location);
            if (uri == null) {
                problems.add(
                        Archive.shown(document),
                        element,
                        "composite-location",
                        what + ": the location '" + location + "' is not a URI",
                        "correct the location");
                return null;
            }
            if (namesWsdl(uri)) {
                Wsdl located = outgoing
                        ? contracts.located(uri, element, what, document)
                        : contracts.wsdl(uri, element, what, document);
                missing = outgoing ? contracts.missing(uri) : null;
                if (located == null && missing == null) {
                    return null;
                }
                wsdl = located == null ? wsdl : located;
            }
            if (!Archive.owns(uri) && uri.getScheme() != null && uri.getScheme().startsWith("http")) {
                address = missing == null ? withoutQuery(uri.toString()) : answering(uri);
            }
        }
        Wsdl.Service defined = wsdl.service(service);
        Port definition = defined == null ? null : defined.port(port);
        if (definition != null && !definition.address().isEmpty() && (address.isEmpty() || namesWsdl(location))) {
            address = definition.address();
        }
        String overriding = properties.get("endpointURI");
        if (overriding != null && !overriding.isEmpty()) {
            address = overriding;
        }
        // An empty endpointURI says that processes give the address when they call.
        if (outgoing && address.isEmpty() && overriding == null && missing == null) {
            problems.add(
                    Archive.shown(document),
                    element,
                    "composite-address-missing",
                    what + ": there is no address to call",
                    "give binding.ws a location, a property endpointURI, or the port " + port + " of " + service
                            + " a soap:address");
            return null;
        }
        if (missing != null) {
            warn(missing, element, what, address, document);
        }
        return new WsBinding(
                service,
                port,
                version,
                definition,
                wsdl,
                outgoing ? address : "",
                missing == null ? null : missing.reason(),
                mtom || UnavailableParts.asksForMtom(element),
                Collections.unmodifiableMap(properties));
    }

    private void warn(MissingDocumentException missing, XmlElement element, String what, String address, URI document) {
        resources.warn(new Problem(
                Archive.shown(document),
                element.line(),
                element.column(),
                "composite-binding-wsdl-missing",
                what + ": " + missing.reason() + "; "
                        + (address.isEmpty()
                                ? "calls fail, unless a process gives the address"
                                : "calls go to " + address + " by the binding that its interface gives"),
                "add the document, or give the property endpointURI if the address is another"));
    }

    /** Where the service answers that publishes its WSDL as {@code ADDRESS?wsdl}; empty for a document of another kind. */
    private static String answering(URI wsdl) {
        String query = wsdl.getRawQuery();
        return query != null && namesWsdl(query) ? withoutQuery(wsdl.toString()) : "";
    }

    private @Nullable SoapVersion version(XmlElement element, String what, URI document) {
        String version = Objects.requireNonNullElse(element.attributeValue("soapVersion"), "1.1");
        return switch (version) {
            case "1.1" -> SoapVersion.SOAP_11;
            case "1.2" -> SoapVersion.SOAP_12;
            default -> {
                problems.add(
                        Archive.shown(document),
                        element,
                        "composite-attribute-value",
                        what + ": soapVersion must be 1.1 or 1.2, but is '" + version + "'",
                        "write one of the two");
                yield null;
            }
        };
    }

    private static boolean namesWsdl(@Nullable String location) {
        return location != null && location.toLowerCase(Locale.ROOT).endsWith("wsdl");
    }

    /** True for {@code x.wsdl} and {@code x?wsdl}, and for all that is not on the web: there is nothing else to be. */
    private static boolean namesWsdl(URI location) {
        String scheme = location.getScheme();
        return scheme == null || !scheme.startsWith("http") || namesWsdl(location.toString());
    }

    private static String withoutQuery(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }
}
