package dev.weir.server.console;

import dev.weir.server.admin.AdminException;
import dev.weir.server.admin.NearestName;
import dev.weir.server.admin.PathTemplate;
import dev.weir.soap.http.HttpReply;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that the console answers.
 *
 * @param path below {@link Console#PREFIX}
 * @param query the parameters that it takes there
 * @param form the fields that its form may have
 */
record ConsoleRoute(String method, PathTemplate path, List<String> query, List<String> form, Handler handler) {
    /** What each form has beside its own fields: whose session it is of, and that its question was answered. */
    private static final Set<String> OF_ALL = Set.of("token", "sure");

    /** Ends the address of a question. */
    private static final String SURE = "/sure";

    /** Makes the answer. Thread-safe; may block. */
    @FunctionalInterface
    interface Handler {
        /** @throws dev.weir.server.admin.AdminException for what the admin API refuses: it becomes a page that says so */
        HttpReply handle(ConsoleRequest request);
    }

    /**
     * A page.
     *
     * @param parameters of its query
     */
    static ConsoleRoute page(String path, Handler handler, String... parameters) {
        return new ConsoleRoute("GET", new PathTemplate(path), List.of(parameters), List.of(), handler);
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
     * @param fields of the form, and parameters of the query of the question
     */
    static List<ConsoleRoute> asked(
            String path, String section, Pages pages, Question question, Handler handler, String... fields) {
        return List.of(
                page(
                        path + SURE,
                        request -> {
                            Confirmation asked = question.of(request, request.query());
                            if (asked == null) {
                                throw AdminException.unknown(
                                        request.address(),
                                        "there is nothing to ask about",
                                        "go back to where you came from");
                            }
                            return pages.page(request, "confirm", section, asked.question(), asked);
                        },
                        fields),
                form(
                        path,
                        request -> {
                            Confirmation asked = request.form().get("sure").equals("yes")
                                    ? null
                                    : question.of(request, request.form());
                            return asked == null
                                    ? handler.handle(request)
                                    : Pages.redirect(request.address() + SURE + Fields.query(asked.fields()));
                        },
                        fields));
    }

    /**
     * What a form asks for.
     *
     * @param fields of the form; one that ends with a colon is how names of fields begin
     */
    static ConsoleRoute form(String path, Handler handler, String... fields) {
        return new ConsoleRoute("POST", new PathTemplate(path), List.of(), List.of(fields), handler);
    }

    /**
     * What is asked for by a body that is no form.
     *
     * @param parameters of the query
     */
    static ConsoleRoute upload(String path, Handler handler, String... parameters) {
        return new ConsoleRoute("POST", new PathTemplate(path), List.of(parameters), List.of(), handler);
    }

    /**
     * Looks at what was sent, as the admin API does: a field that is misspelled must not be as if it were not there, since that
     * would ask for more.
     *
     * @throws AdminException with status 400 for a field that is not known here
     */
    void requireKnown(ConsoleRequest request) {
        requireKnown(request, request.query(), query, "parameter");
        requireKnown(request, request.form(), form, "field");
    }

    private static void requireKnown(ConsoleRequest request, Fields given, List<String> known, String what) {
        for (String name : given.names()) {
            boolean isKnown = known.contains(name)
                    || what.equals("field") && OF_ALL.contains(name)
                    || known.stream().anyMatch(each -> each.endsWith(":") && name.startsWith(each));
            if (!isKnown) {
                String nearest = NearestName.to(name, known);
                throw AdminException.refused(
                        400,
                        request.address(),
                        "there is no " + what + " " + name + " here; nothing was done",
                        nearest != null
                                ? "did you mean " + nearest + "?"
                                : known.isEmpty() ? "leave it out" : "use " + String.join(", ", known));
            }
        }
    }
}
