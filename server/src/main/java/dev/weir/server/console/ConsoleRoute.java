package dev.weir.server.console;

import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.PathTemplate;
import dev.weir.soap.http.HttpReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that the console answers.
 *
 * @param path below {@link Console#PREFIX}
 */
record ConsoleRoute(String method, PathTemplate path, Handler handler) {
    /** Ends the address of a question. */
    private static final String SURE = "/sure";

    /** Makes the answer. Thread-safe; may block. */
    @FunctionalInterface
    interface Handler {
        /** @throws dev.weir.server.admin.AdminException for what the admin API refuses: it becomes a page that says so */
        HttpReply handle(ConsoleRequest request);
    }

    /** A page. */
    static ConsoleRoute page(String path, Handler handler) {
        return new ConsoleRoute("GET", new PathTemplate(path), handler);
    }

    /** What is asked before a form's request is carried out; null where that needs no question. */
    @FunctionalInterface
    interface Question {
        /**
         * @param fields of the form
         * @throws dev.weir.server.admin.AdminException for what the admin API refuses, and for who may not
         */
        @Nullable Confirmation of(ConsoleRequest request, Fields fields);
    }

    /**
     * What a form asks for, of which some is asked about first. The question has an address of its own, to which the browser
     * is sent: so it can go back to it, and read it again, without sending the form once more.
     *
     * @param section of the navigation
     */
    static List<ConsoleRoute> asked(String path, String section, Pages pages, Question question, Handler handler) {
        return List.of(
                page(path + SURE, request -> {
                    Confirmation asked = question.of(request, request.query());
                    if (asked == null) {
                        throw AdminException.unknown(
                                request.address(), "there is nothing to ask about", "go back to where you came from");
                    }
                    return pages.page(request, "confirm", section, asked.question(), asked);
                }),
                form(path, request -> {
                    Confirmation asked =
                            request.form().get("sure").equals("yes") ? null : question.of(request, request.form());
                    return asked == null
                            ? handler.handle(request)
                            : Pages.redirect(request.address() + SURE + Fields.query(asked.fields()));
                }));
    }

    /** What a form asks for. */
    static ConsoleRoute form(String path, Handler handler) {
        return new ConsoleRoute("POST", new PathTemplate(path), handler);
    }
}
