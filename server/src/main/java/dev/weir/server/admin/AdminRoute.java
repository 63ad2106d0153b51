package dev.weir.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.server.access.Caller;
import dev.weir.server.access.LogNote;
import dev.weir.server.access.Role;
import dev.weir.soap.http.HttpRequest;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that the admin API answers: how it is described, who may send it, and what carries it out.
 *
 * @param path below {@link AdminApi#PREFIX}
 * @param role that it needs
 * @param summary for people, one sentence
 * @param parameters of the query
 * @param body null where it takes none
 * @param reply the Java type of the answer's JSON
 * @param early whether it is answered while the server starts, too: it needs none of the composites that are not there yet
 * @param handler makes the answer
 */
record AdminRoute(
        String method,
        PathTemplate path,
        Role role,
        String summary,
        List<Parameter> parameters,
        @Nullable Body body,
        Type reply,
        boolean early,
        Handler<?> handler) {
    static final String JSON = "application/json";

    /**
     * @param type {@code string}, {@code integer} or {@code boolean}
     * @param repeated whether it may be given more than once
     */
    record Parameter(String name, String type, String description, boolean required, boolean repeated) {}

    /** @param type the Java type of the JSON; null for content of another kind */
    record Body(String mediaType, @Nullable Type type, boolean required) {}

    /**
     * A part of a list, which is answered as the list alone; a header {@value #NEXT} says that the list goes on.
     *
     * @param next the value of the query's {@code after} that asks for the next part; null where there is none
     */
    record Part<T>(List<T> entries, @Nullable String next) {
        static final String NEXT = "Weir-Next";
    }

    /** Carries out requests of those who may send them. Thread-safe. */
    @FunctionalInterface
    interface Handler<T> {
        /**
         * Makes the answer, which is sent as JSON with the status 200; a {@link Part} as a list.
         *
         * @throws RefusedException for a request that is not carried out
         * @throws dev.weir.composite.deployment.DeploymentException for a deployment that is not
         */
        T handle(AdminRequest request);
    }

    static <T> AdminRoute get(String path, Role role, String summary, Class<T> reply, Handler<T> handler) {
        return of("GET", path, role, summary, reply, handler);
    }

    static <T> AdminRoute get(String path, Role role, String summary, TypeReference<T> reply, Handler<T> handler) {
        return of("GET", path, role, summary, reply.getType(), handler);
    }

    /** A list that is answered in parts. */
    static <T> AdminRoute getParts(
            String path, Role role, String summary, TypeReference<List<T>> reply, Handler<Part<T>> handler) {
        return of("GET", path, role, summary, reply.getType(), handler);
    }

    static <T> AdminRoute post(String path, Role role, String summary, Class<T> reply, Handler<T> handler) {
        return of("POST", path, role, summary, reply, handler);
    }

    static <T> AdminRoute post(String path, Role role, String summary, TypeReference<T> reply, Handler<T> handler) {
        return of("POST", path, role, summary, reply.getType(), handler);
    }

    private static AdminRoute of(
            String method, String path, Role role, String summary, Type reply, Handler<?> handler) {
        return new AdminRoute(method, new PathTemplate(path), role, summary, List.of(), null, reply, false, handler);
    }

    /** Adds a parameter of the query that may be left out. */
    AdminRoute with(String name, String type, String description) {
        return with(new Parameter(name, type, description, false, false));
    }

    /** Adds a parameter of the query that must be given. */
    AdminRoute withRequired(String name, String type, String description) {
        return with(new Parameter(name, type, description, true, false));
    }

    /** Adds a parameter of the query, a text, that may be left out, or given more than once. */
    AdminRoute withRepeated(String name, String description) {
        return with(new Parameter(name, "string", description, false, true));
    }

    /** Adds the parameters that {@link AdminRequest#offset} and {@link AdminRequest#limit} read. */
    AdminRoute paged() {
        return with("offset", "integer", "leaves out the first ones").with("limit", "integer", "at most so many");
    }

    private AdminRoute with(Parameter parameter) {
        List<Parameter> all = new ArrayList<>(parameters);
        all.add(parameter);
        return new AdminRoute(method, path, role, summary, List.copyOf(all), body, reply, early, handler);
    }

    /** The same, answered while the server starts, too. */
    AdminRoute duringStart() {
        return new AdminRoute(method, path, role, summary, parameters, body, reply, true, handler);
    }

    /** Adds a body of JSON, which {@link AdminRequest#json} reads as the same type. */
    AdminRoute takingJson(TypeReference<?> type) {
        return taking(new Body(JSON, type.getType(), true));
    }

    boolean takesJson() {
        return body != null && body.mediaType().equals(JSON);
    }

    /** Adds a body of another kind. */
    AdminRoute taking(String mediaType, boolean required) {
        return taking(new Body(mediaType, null, required));
    }

    private AdminRoute taking(Body taken) {
        return new AdminRoute(method, path, role, summary, parameters, taken, reply, early, handler);
    }

    /**
     * Looks at a request whose body has not been read.
     *
     * @param length of its body; -1 where it is not known
     * @throws RefusedException for a body that is longer than this route takes, and for a query that it does not take
     */
    void requireTakes(HttpRequest head, long length) {
        requireFits(length);
        AdminQuery.of(head, this);
    }

    /** @throws RefusedException for a body that is longer than this route takes: one that takes none would ignore it */
    private void requireFits(long length) {
        if (takesJson()) {
            AdminRequest.requireJsonFits(length);
        } else if (body == null && length > 0) {
            throw RefusedException.ofBody(
                    method + " " + path + " takes no body",
                    parameters.isEmpty() ? "leave it out" : "leave it out; what is meant is in the query");
        }
    }

    /**
     * Carries out a request for this route, of somebody who has its role.
     *
     * @param note gets what the log is to have of it
     */
    Object answer(HttpRequest request, Caller caller, LogNote note) {
        requireFits(request.body().length);
        return handler.handle(new AdminRequest(request, caller, this, note));
    }
}
