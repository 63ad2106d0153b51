package dev.weir.servlet;

import dev.weir.soap.http.HttpReply;
import dev.weir.soap.jaxws.endpoint.ContainerEndpoint;
import dev.weir.soap.jaxws.endpoint.EndpointContainer;
import java.nio.charset.StandardCharsets;

/** The page at a servlet's own path: the services below it, with their descriptions. */
final class ServiceIndex {
    private ServiceIndex() {}

    /** @param at the page's own path, to which the services' are relative */
    static HttpReply of(EndpointContainer container, String at) {
        String base = escaped(at.endsWith("/") ? at.substring(0, at.length() - 1) : at);
        StringBuilder page = new StringBuilder(512)
                .append(
                        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Services</title></head>\n")
                .append("<body><h1>Services</h1>\n<ul>\n");
        for (ContainerEndpoint endpoint : container.all()) {
            String address = base + escaped(endpoint.path());
            page.append("<li><a href=\"")
                    .append(address)
                    .append("\">")
                    .append(escaped(endpoint.serviceName().getLocalPart()))
                    .append("</a> (<a href=\"")
                    .append(address)
                    .append("?wsdl\">WSDL</a>)</li>\n");
        }
        return HttpReply.of(
                200,
                "text/html; charset=utf-8",
                page.append("</ul></body></html>\n").toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
