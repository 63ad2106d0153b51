package dev.weir.soap.page;

import dev.weir.soap.http.HttpReply;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Pages in the one style of all: they need nothing from elsewhere, and the browser runs no script but theirs, whatever is in
 * the names that they show.
 */
final class HtmlPage {
    private static final Part STYLE = part("page.css");

    /**
     * A style sheet or a script.
     *
     * @param hash by which browsers know it for ours
     */
    record Part(String text, String hash) {}

    private HtmlPage() {}

    /** One of the resources beside this class. */
    static Part part(String name) {
        try (InputStream in = HtmlPage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is missing");
            }
            byte[] bytes = in.readAllBytes();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new Part(
                    new String(bytes, StandardCharsets.UTF_8),
                    "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * An answer.
     *
     * @param title as text
     * @param body as markup
     * @param script null where there is none
     */
    static HttpReply of(String title, String body, @Nullable Part script) {
        String page = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width\"><title>" + escaped(title) + "</title><style>"
                + STYLE.text() + "</style></head>\n<body><h1>" + escaped(title) + "</h1>\n" + body
                + (script == null ? "" : "<script>" + script.text() + "</script>") + "</body></html>\n";
        String scripts = script == null ? "" : "connect-src 'self'; script-src " + script.hash() + "; ";
        return HttpReply.of(200, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8))
                .with(
                        "Content-Security-Policy",
                        "default-src 'none'; " + scripts + "style-src " + STYLE.hash()
                                + "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
                .with("X-Content-Type-Options", "nosniff");
    }

    /** Text as markup, within elements and attributes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
