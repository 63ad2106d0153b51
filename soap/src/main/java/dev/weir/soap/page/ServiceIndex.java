package dev.weir.soap.page;

import static dev.weir.soap.page.HtmlPage.escaped;

import dev.weir.soap.http.HttpReply;
import java.util.List;

/** The page that lists services: each with its own page, where it can be tried, and its WSDL. */
public final class ServiceIndex {
    private ServiceIndex() {}

    /**
     * A service.
     *
     * @param name as people know it
     * @param path from the root of the server
     */
    public record Entry(String name, String path) {}

    public static HttpReply page(List<Entry> services) {
        StringBuilder list = new StringBuilder(1_024);
        if (services.isEmpty()) {
            list.append("<p>There are none.</p>\n");
        } else {
            list.append("<ul>\n");
            for (Entry service : services) {
                String path = escaped(service.path());
                list.append("<li><a href=\"")
                        .append(path)
                        .append("\">")
                        .append(escaped(service.name()))
                        .append("</a> <a class=\"wsdl\" href=\"")
                        .append(path)
                        .append("?wsdl\">WSDL</a></li>\n");
            }
            list.append("</ul>\n");
        }
        return HtmlPage.of("Services", list.toString(), null);
    }
}
