package dev.weir.soap.page;

import static dev.weir.soap.page.HtmlPage.escaped;

import dev.weir.soap.http.HttpReply;
import java.util.List;

/**
 * The page that lists services: each with its own page, where it can be tried, and its WSDL. Links are relative to the page,
 * so that they lead to the services wherever a proxy serves both.
 */
public final class ServiceIndex {
    private ServiceIndex() {}

    /**
     * A service.
     *
     * @param name as people know it
     * @param path from the root of the server
     */
    public record Entry(String name, String path) {}

    /** @param at the page's own path, from the root of the server */
    public static HttpReply page(String at, List<Entry> services) {
        StringBuilder list = new StringBuilder(1_024);
        if (services.isEmpty()) {
            list.append("<p>There are none.</p>\n");
        } else {
            list.append("<ul>\n");
            for (Entry service : services) {
                String path = escaped(relative(at, service.path()));
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

    /** A path as a link on the page at another (RFC 3986, section 4.2). */
    static String relative(String from, String to) {
        int shared = 0;
        for (int i = 0; i < Math.min(from.length(), to.length()) && from.charAt(i) == to.charAt(i); i++) {
            if (from.charAt(i) == '/') {
                shared = i + 1;
            }
        }
        int folders = (int) from.substring(shared).chars().filter(c -> c == '/').count();
        String rest = to.substring(shared);
        String first = rest.split("/", 2)[0];
        // What is empty would be the page itself, and what is before a colon a scheme.
        boolean isPlain = folders > 0 || !first.isEmpty() && first.indexOf(':') < 0;
        return (isPlain ? "" : "./") + "../".repeat(folders) + rest;
    }
}
