package dev.weir.soap.endpoint;

import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.wsdl.Wsdl.Operation;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The answers to GET: the service's WSDL and schemas for programs, a page for people. Immutable and thread-safe. */
public final class EndpointPages {
    private static final Pattern AUTHORITY =
            Pattern.compile("[A-Za-z0-9._-]+(:[0-9]{1,5})?|\\[[0-9A-Fa-f:.]+](:[0-9]{1,5})?");

    private final ServiceDescription description;
    private final EndpointOptions options;

    /** @param options those that say what the address looks like from outside count */
    public EndpointPages(ServiceDescription description, EndpointOptions options) {
        this.description = description;
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
            return HttpReply.of(200, "text/html; charset=utf-8", page(address).getBytes(StandardCharsets.UTF_8));
        }
        byte[] document = ServiceDescription.isAskedFor(query) ? description.document(query, address) : null;
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
        return AUTHORITY.matcher(authority).matches() ? scheme + "://" + authority : null;
    }

    private static String first(@Nullable String list, String otherwise) {
        String value = list == null ? "" : list.split(",", 2)[0].strip();
        return value.isEmpty() ? otherwise : value;
    }

    private String page(String address) {
        StringBuilder page = new StringBuilder(512);
        String name = escaped(description.service().local());
        String wsdl = escaped(address) + "?wsdl";
        page.append("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .append(name)
                .append("</title></head>\n<body><h1>")
                .append(name)
                .append("</h1>\n<p>This address takes SOAP messages by POST. Its description: <a href=\"")
                .append(wsdl)
                .append("\">")
                .append(wsdl)
                .append("</a></p>\n<p>Operations:</p>\n<ul>\n");
        for (Operation operation : description.portType().operations()) {
            page.append("<li>").append(escaped(operation.name())).append("</li>\n");
        }
        return page.append("</ul></body></html>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
