package dev.weir.server.admin;

import dev.weir.server.access.Role;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request that the admin API answers.
 *
 * @param path below {@link AdminApi#PREFIX}, with {@code {name}} for each step that varies
 * @param role that it needs
 * @param summary for people, one sentence
 * @param parameters of the query
 * @param body null where it takes none
 * @param reply the Java type of the answer's JSON
 */
record AdminRoute(
        String method,
        String path,
        Role role,
        String summary,
        List<Parameter> parameters,
        @Nullable Body body,
        Type reply) {
    /** @param type {@code string}, {@code integer} or {@code boolean} */
    record Parameter(String name, String type, String description, boolean required) {}

    /** @param type the Java type of the JSON; null for content of another kind */
    record Body(String mediaType, @Nullable Type type, boolean required) {}

    static AdminRoute get(String path, Role role, String summary, Type reply) {
        return new AdminRoute("GET", path, role, summary, List.of(), null, reply);
    }

    static AdminRoute post(String path, Role role, String summary, Type reply) {
        return new AdminRoute("POST", path, role, summary, List.of(), null, reply);
    }

    AdminRoute with(String name, String type, String description) {
        return with(new Parameter(name, type, description, false));
    }

    AdminRoute withRequired(String name, String type, String description) {
        return with(new Parameter(name, type, description, true));
    }

    private AdminRoute with(Parameter parameter) {
        List<Parameter> all = new ArrayList<>(parameters);
        all.add(parameter);
        return new AdminRoute(method, path, role, summary, List.copyOf(all), body, reply);
    }

    AdminRoute taking(String mediaType, @Nullable Type type, boolean required) {
        return new AdminRoute(method, path, role, summary, parameters, new Body(mediaType, type, required), reply);
    }

    /** Matches the paths that this one stands for, as they are in a request's target. */
    Pattern pattern() {
        StringBuilder pattern = new StringBuilder();
        for (String step : path.substring(1).split("/")) {
            pattern.append('/').append(step.startsWith("{") ? "[^/]+" : Pattern.quote(step));
        }
        return Pattern.compile(pattern.toString());
    }
}
