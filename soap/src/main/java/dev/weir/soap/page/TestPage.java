package dev.weir.soap.page;

import static dev.weir.soap.page.HtmlPage.escaped;

import dev.weir.soap.http.HttpReply;
import dev.weir.soap.page.SampleEnvelope.Addressing;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.Duplicates;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import java.lang.ref.SoftReference;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The page of a service for people: its operations, a sample request of each, and a form that sends it from the browser.
 * The schemas that samples are made from are read when the first sample is asked for, and given back when the heap is short.
 * Thread-safe.
 */
public final class TestPage {
    private static final HtmlPage.Part SCRIPT = HtmlPage.part("page.js");
    /** Where the documents of the description are while they are read again. */
    private static final String AT = "http://service.invalid/";

    private final ServiceDescription description;
    private final Map<SoapVersion, Binding> bindings = new EnumMap<>(SoapVersion.class);
    private final boolean requiresAddressing;
    private SoftReference<SampleEnvelope> samples = new SoftReference<>(null);

    /**
     * @param versions those that the endpoint takes: the description may have ports of others
     * @param requiresAddressing true where the endpoint refuses requests without WS-Addressing, whatever its policy says
     */
    public TestPage(ServiceDescription description, Set<SoapVersion> versions, boolean requiresAddressing) {
        this.description = description;
        this.bindings.putAll(description.bindings());
        this.bindings.keySet().retainAll(versions);
        this.requiresAddressing = requiresAddressing;
    }

    /** True where a query string asks for a sample, whether there is one or not. */
    public static boolean isSample(String query) {
        return parameters(query).containsKey("sample");
    }

    /**
     * The answer to {@code ?sample=OPERATION&soap=1.1} or {@code 1.2}, in any order: a request for the operation, or 404.
     *
     * @param address the endpoint's as the caller knows it
     */
    public HttpReply sample(String query, String address) {
        Map<String, String> parameters = parameters(query);
        SoapVersion version = "1.2".equals(parameters.get("soap")) ? SoapVersion.SOAP_12 : SoapVersion.SOAP_11;
        String request = request(parameters.getOrDefault("sample", ""), version, address);
        return request == null
                ? HttpReply.text(404, "The service has no such operation by this version of SOAP.\n")
                : HttpReply.of(200, "text/plain; charset=utf-8", request.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A sample request for an operation, an envelope; null where the service has no such operation by this version.
     *
     * @param address the endpoint's as the caller knows it
     */
    public @Nullable String request(String operation, SoapVersion version, String address) {
        Binding binding = bindings.get(version);
        BindingOperation bound = binding == null ? null : binding.operations().get(operation);
        return bound == null ? null : samples().request(bound, version, addressing(bound, version, address));
    }

    private @Nullable Addressing addressing(BindingOperation operation, SoapVersion version, String address) {
        Actions actions = description.actions().get(operation.operation().name());
        return actions != null && (requiresAddressing || description.requiresAddressing(version))
                ? new Addressing(actions.input(), address, "urn:uuid:" + UUID.randomUUID())
                : null;
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&")) {
            String[] parts = pair.split("=", 2);
            parameters.putIfAbsent(parts[0], parts.length < 2 ? "" : decoded(parts[1]));
        }
        return parameters;
    }

    /** As it stands where it is not encoded rightly, so that nothing is found by it. */
    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }

    /** One caller reads the schemas, others wait for it. */
    private synchronized SampleEnvelope samples() {
        SampleEnvelope made = samples.get();
        if (made == null) {
            made = new SampleEnvelope(Wsdl.read(URI.create(AT + "?wsdl"), this::document, Duplicates.FIRST_COUNTS)
                    .schemas());
            samples = new SoftReference<>(made);
        }
        return made;
    }

    private byte[] document(URI location) {
        String query = location.getRawQuery();
        byte[] document = query == null ? null : description.document(query, AT);
        if (document == null) {
            throw new WsdlException("the description has no document " + location);
        }
        return document;
    }

    /**
     * The page itself.
     *
     * @param address the endpoint's as the caller knows it
     */
    public HttpReply page(String address) {
        StringBuilder page = new StringBuilder(4_096);
        // The link is relative: a proxy may serve the page below another path.
        page.append("<p class=\"address\">This address takes SOAP messages by POST. Its description: "
                        + "<a id=\"wsdl\" href=\"?wsdl\">")
                .append(escaped(address))
                .append("?wsdl</a></p>\n<form id=\"call\"><label>Operation <select id=\"operation\">\n");
        options(page);
        page.append("</select></label>\n<label>SOAP <select id=\"version\">");
        for (SoapVersion version : bindings.keySet()) {
            page.append("<option>").append(version.number()).append("</option>");
        }
        page.append("</select></label>\n<button id=\"send\">Send</button></form>\n<div class=\"messages\">")
                .append("<section><h2><label for=\"request\">Request</label></h2>")
                .append("<textarea id=\"request\" spellcheck=\"false\"></textarea>")
                .append("<p class=\"line\" id=\"sent\"></p></section>\n")
                .append("<section><h2>Reply</h2><pre id=\"reply\" tabindex=\"0\"></pre>")
                .append("<p class=\"line\" id=\"status\" role=\"status\"></p></section></div>\n")
                .append("<noscript><p>Samples and the form need JavaScript.</p></noscript>\n");
        return HtmlPage.of(description.service().local(), page.toString(), SCRIPT);
    }

    /** The operations of all versions, each with its action in each version that has it. */
    private void options(StringBuilder page) {
        Map<String, StringBuilder> actions = new LinkedHashMap<>();
        bindings.forEach((version, binding) -> binding.operations()
                .forEach((name, operation) -> actions.computeIfAbsent(name, any -> new StringBuilder())
                        .append(" data-action-")
                        .append(version.number())
                        .append("=\"")
                        .append(escaped(operation.soapAction()))
                        .append('"')));
        actions.forEach((name, attributes) -> page.append("<option")
                .append(attributes)
                .append(">")
                .append(escaped(name))
                .append("</option>\n"));
    }
}
