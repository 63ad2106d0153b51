package dev.weir.server.console;

import dev.weir.server.access.Role;
import dev.weir.server.admin.AdminException;
import dev.weir.soap.http.HttpReply;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.util.Map;

/**
 * Makes pages from the templates in src/main/jte, which escape whatever they show. The browser runs the scripts of this
 * server and no others, whatever a page shows, and asks for nothing elsewhere.
 */
final class Pages {
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final TemplateEngine templates = TemplateEngine.createPrecompiled(
            null, ContentType.Html, Pages.class.getClassLoader(), "dev.weir.server.console.template");
    private final Frame.Files files;
    private final String run = Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);

    Pages(Assets assets) {
        this.files = new Frame.Files(
                Console.PREFIX + assets.path("console.css"),
                Console.PREFIX + assets.path("console.js"),
                Console.PREFIX + assets.path("htmx.js"),
                Console.PREFIX + assets.path("icon.svg"),
                run);
    }

    /** Names this run of the server. */
    String run() {
        return run;
    }

    /**
     * A page of somebody who is signed in.
     *
     * @param template its name, without the suffix
     * @param section of the navigation
     * @param page the parameter of the template
     */
    HttpReply page(ConsoleRequest request, String template, String section, String title, Object page) {
        return of(200, template, Frame.of(title, section, request, files), page);
    }

    /**
     * A page in the place of one with content that the store has and cannot give: what can be done is to drop it.
     *
     * @throws AdminException the reason, where it is another one, or where whoever is signed in may not drop it
     */
    HttpReply unreadable(ConsoleRequest request, AdminException reason, String section, Confirmation drop) {
        if (reason.status() != 409 || !request.may(Role.OPERATOR)) {
            throw reason;
        }
        return page(request, "confirm", section, drop.question(), drop);
    }

    /** A page of somebody who is signed in that says why there is no other. */
    HttpReply problem(ConsoleRequest request, Problems problems) {
        return of(problems.status(), "problems", Frame.of(problems.title(), "", request, files), problems);
    }

    /** A page that says to anybody why there is no other. */
    HttpReply ofNobody(Problems problems) {
        return ofNobody(problems.status(), "problems", problems.title(), problems);
    }

    /** A page of nobody. */
    HttpReply ofNobody(int status, String template, String title, Object page) {
        return of(status, template, Frame.ofNobody(title, files), page);
    }

    private HttpReply of(int status, String template, Frame frame, Object page) {
        Utf8ByteOutput output = new Utf8ByteOutput();
        templates.render(template + ".jte", Map.of("frame", frame, "page", page), output);
        return guarded(HttpReply.of(status, "text/html; charset=utf-8", output.toByteArray()));
    }

    /** What browsers may do with an answer. */
    static HttpReply guarded(HttpReply reply) {
        return reply.with("Content-Security-Policy", POLICY)
                .with("X-Content-Type-Options", "nosniff")
                .with("Referrer-Policy", "same-origin")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cache-Control", "no-store");
    }

    /** Sends the browser to another page, by GET. */
    static HttpReply redirect(String address) {
        return guarded(HttpReply.of(303).with("Location", address));
    }
}
