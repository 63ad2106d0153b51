package dev.weir.server.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A path whose steps are fixed or vary, such as {@code /instances/{id}/payloads}. It is compared with paths as they are
 * in a request's target: what is percent-encoded stays so.
 */
public final class PathTemplate {
    private final String text;
    private final List<String> steps;

    /** @param text begins with a slash; {@code {name}} stands for a step that varies */
    public PathTemplate(String text) {
        this.text = text;
        this.steps = steps(text);
    }

    private static List<String> steps(String path) {
        return List.of(path.split("/", -1));
    }

    private static boolean varies(String step) {
        return step.startsWith("{") && step.endsWith("}");
    }

    private static String name(String step) {
        return step.substring(1, step.length() - 1);
    }

    /** The names of the steps that vary, in their order. */
    List<String> names() {
        return steps.stream()
                .filter(PathTemplate::varies)
                .map(PathTemplate::name)
                .toList();
    }

    /** True for a path that has these steps. */
    public boolean matches(String path) {
        List<String> given = steps(path);
        if (given.size() != steps.size()) {
            return false;
        }
        for (int i = 0; i < steps.size(); i++) {
            String step = steps.get(i);
            if (varies(step) ? given.get(i).isEmpty() : !given.get(i).equals(step)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The steps of a path that vary, by their names, as they are in the path.
     *
     * @param path that this template matches
     */
    public Map<String, String> values(String path) {
        List<String> given = steps(path);
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            if (varies(steps.get(i))) {
                values.put(name(steps.get(i)), given.get(i));
            }
        }
        return values;
    }

    @Override
    public String toString() {
        return text;
    }
}
