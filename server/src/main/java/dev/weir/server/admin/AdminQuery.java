package dev.weir.server.admin;

import dev.weir.server.admin.AdminRoute.Parameter;
import dev.weir.soap.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The query of a request, of which its route knows every parameter. Each narrows what is meant, so that one that is misspelled,
 * or has lost its value, must not be as if it were not there: a decision about a few would be one about all.
 */
final class AdminQuery {
    private final AdminRoute route;
    private final Map<String, List<String>> values;

    private AdminQuery(AdminRoute route, Map<String, List<String>> values) {
        this.route = route;
        this.values = values;
    }

    /**
     * @throws RefusedException for a parameter that the route does not have, that is empty, that is given twice and must not be,
     *     or that is missing and must be given
     */
    static AdminQuery of(HttpRequest request, AdminRoute route) {
        Map<String, List<String>> values = decoded(() -> FormFields.parse(request.query()));
        List<String> known = route.parameters().stream().map(Parameter::name).toList();
        values.forEach((name, given) -> {
            Parameter parameter = route.parameters().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> unknown(route, name, known));
            if (given.contains("")) {
                throw RefusedException.ofParameter(
                        "the parameter " + name + " is empty", "give it a value, or leave it out");
            }
            if (given.size() > 1 && !parameter.repeated()) {
                throw RefusedException.ofParameter("the parameter " + name + " is given twice", "give it once");
            }
        });
        for (Parameter each : route.parameters()) {
            if (each.required() && !values.containsKey(each.name())) {
                throw RefusedException.ofParameter(
                        "the parameter " + each.name() + " is missing", "give it: " + each.description());
            }
        }
        return new AdminQuery(route, values);
    }

    private static RefusedException unknown(AdminRoute route, String name, List<String> known) {
        String nearest = NearestName.to(name, known);
        return RefusedException.ofParameter(
                route.method() + " " + route.path() + " takes no parameter " + name + "; nothing was done",
                nearest != null
                        ? "did you mean " + nearest + "?"
                        : known.isEmpty() ? "it takes none" : "use " + String.join(", ", known));
    }

    /** @throws RefusedException where the text is not encoded as it must be */
    static <T> T decoded(Supplier<T> encoded) {
        try {
            return encoded.get();
        } catch (IllegalArgumentException e) {
            throw RefusedException.ofParameter(String.valueOf(e.getMessage()), "encode the query as a URL demands");
        }
    }

    /** The values of a parameter that the route has; empty where it is not given. */
    List<String> values(String name) {
        if (route.parameters().stream().noneMatch(each -> each.name().equals(name))) {
            throw new IllegalStateException(route.method() + " " + route.path() + " does not describe " + name);
        }
        return values.getOrDefault(name, List.of());
    }

    /** As people read it, such as {@code composite=Orders, suspended=true}; empty for none. */
    String words() {
        return values.entrySet().stream()
                .flatMap(each -> each.getValue().stream().map(value -> each.getKey() + "=" + value))
                .collect(Collectors.joining(", "));
    }
}
