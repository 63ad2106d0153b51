package dev.weir.composite.assembly;

import dev.weir.xml.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * Services and references of components that no wire leads from. A composite is deployed nevertheless, as on Oracle's
 * server: a message that comes to such a place fails.
 */
public final class MissingWires {
    private MissingWires() {}

    /** One for each place, in the order of the document. */
    public static List<Problem> of(Composite composite) {
        List<Problem> missing = new ArrayList<>();
        for (CompositeService service : composite.services().values()) {
            if (composite.target(null, service.name()) == null) {
                missing.add(problem(composite, service.line(), "service '" + service.name() + "'"));
            }
        }
        for (Component component : composite.components().values()) {
            for (String reference : component.references().keySet()) {
                if (composite.target(component.name(), reference) == null) {
                    missing.add(problem(
                            composite,
                            component.line(),
                            "reference '" + reference + "' of component '" + component.name() + "'"));
                }
            }
        }
        return missing;
    }

    private static Problem problem(Composite composite, int line, String what) {
        return new Problem(
                Archive.shown(composite.location()),
                line,
                0,
                "composite-wire-missing",
                what + " is not wired to anything: messages to it fail",
                "add a <wire>");
    }
}
