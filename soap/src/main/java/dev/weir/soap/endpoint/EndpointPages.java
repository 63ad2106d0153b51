package dev.weir.soap.endpoint;

import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.page.TestPage;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl.SoapVersion;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The answers to GET: the service's WSDL and schemas for programs, a page on which people try it. Immutable and thread-safe. */
public final class EndpointPages {
    private static final Pattern AUTHORITY =
            Pattern.compile("[A-Za-z0-9._-]+(:[0-9]{1,5})?|\\[[0-9A-Fa-f:.]+](:[0-9]{1,5})?");

    private final ServiceDescription description;
    /** Null where the options are against it. */
    private final @Nullable TestPage page;

    private final EndpointOptions options;

    /**
     * @param options those that say what the address looks like from outside, and whether there is a page for people, count
     * @param versions of SOAP that the endpoint takes; the description may have ports of others
     * @param requiresAddressing true where the endpoint refuses requests without WS-Addressing
     */
    public EndpointPages(
            ServiceDescription description,
            EndpointOptions options,
            Set<SoapVersion> versions,
            boolean requiresAddressing) {
        this.description = description;
        this.page = options.testPage() ? new TestPage(description, versions, requiresAddressing) : null;
        this.options = options;
    }

    /** The answer to GET or HEAD: 200, 404 for a document that there is none of, 400 without a host. */
    public HttpReply get(HttpRequest request) {
        String publicUrl = options.publicUrl();
        String server = publicUrl == null ? asked(request) : publicUrl;
        if (server == null) {
            return HttpReply.text(400, "The request must name its host.\n");
        }
        String address = server + request.path();
        String query = request.query();
        if (query == null || query.isEmpty()) {
            return page == null
                    ? HttpReply.text(
                            404,
                            "This address takes SOAP messages by POST; " + address
                                    + "?wsdl is the service's description.\n")
                    : page.page(address);
        }
        boolean isDocument = ServiceDescription.isAskedFor(query);
        if (page != null && !isDocument && TestPage.isSample(query)) {
            return page.sample(query, address);
        }
        byte[] document = isDocument ? description.document(query, address) : null;
        return document == null
                ? HttpReply.text(404, "There is no such document; " + address + "?wsdl is the service's description.\n")
                : HttpReply.of(200, "text/xml; charset=utf-8", document);
    }

    /** The server as the request names it; null where it does not. */
    private @Nullable String asked(HttpRequest request) {
        String scheme = request.target().scheme();
        String authority = request.target().authority();
        if (options.behindProxy()) {
            String proto = first(request.header("X-Forwarded-Proto"), scheme);
            scheme = proto.equals("https") || proto.equals("http") ? proto : scheme;
            authority = first(request.header("X-Forwarded-Host"), authority);
        }
        if (!AUTHORITY.matcher(authority).matches()) {
            return null;
        }
        OwnNames names = options.names();
        return names == null ? scheme + "://" + authority : names.server(scheme, authority);
    }

    private static String first(@Nullable String list, String otherwise) {
        String value = list == null ? "" : list.split(",", 2)[0].strip();
        return value.isEmpty() ? otherwise : value;
    }
}
