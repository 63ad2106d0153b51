package dev.weir.soap.page;

import static dev.weir.soap.page.HtmlPage.escaped;

import dev.weir.soap.http.HttpReply;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.SoapVersion;
import dev.weir.wsdl.WsdlException;
import java.lang.ref.SoftReference;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

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
    private SoftReference<SampleEnvelope> samples = new SoftReference<>(null);

    public TestPage(ServiceDescription description) {
        this.description = description;
    }

    /** True where a query string asks for a sample, whether there is one or not. */
    public static boolean isSample(String query) {
        return parameters(query).containsKey("sample");
    }

    /** The answer to {@code ?sample=OPERATION&soap=1.1} or {@code 1.2}, in any order: a request for the operation, or 404. */
    public HttpReply sample(String query) {
        Map<String, String> parameters = parameters(query);
        SoapVersion version = "1.2".equals(parameters.get("soap")) ? SoapVersion.SOAP_12 : SoapVersion.SOAP_11;
        Binding binding = description.bindings().get(version);
        BindingOperation operation =
                binding == null ? null : binding.operations().get(parameters.getOrDefault("sample", ""));
        return operation == null
                ? HttpReply.text(404, "The service has no such operation by this version of SOAP.\n")
                : HttpReply.of(
                        200,
                        "text/plain; charset=utf-8",
                        samples().request(operation, version).getBytes(StandardCharsets.UTF_8));
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
            made = new SampleEnvelope(
                    Wsdl.read(URI.create(AT + "?wsdl"), this::document).schemas());
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
        description.bindings().values().stream().findFirst().ifPresent(binding -> options(binding, page));
        page.append("</select></label>\n<label>SOAP <select id=\"version\">");
        for (SoapVersion version : description.bindings().keySet()) {
            page.append("<option>")
                    .append(version == SoapVersion.SOAP_11 ? "1.1" : "1.2")
                    .append("</option>");
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

    private static void options(Binding binding, StringBuilder page) {
        for (BindingOperation operation : binding.operations().values()) {
            page.append("<option data-action=\"")
                    .append(escaped(operation.soapAction()))
                    .append("\">")
                    .append(escaped(operation.operation().name()))
                    .append("</option>\n");
        }
    }
}
