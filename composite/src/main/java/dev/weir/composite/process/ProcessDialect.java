package dev.weir.composite.process;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.composite.assembly.Component;
import dev.weir.xml.Problem;
import java.util.List;

/** The dialect of a composite's processes: Oracle's, as far as a component's properties do not say otherwise. */
final class ProcessDialect {
    private static final String INITIALIZE = "bpel.config.initializeVariables";

    private ProcessDialect() {}

    /** @param problems takes one for a property that has an unknown value */
    static Dialect of(Component component, List<Problem> problems) {
        String initialize = component.properties().getOrDefault(INITIALIZE, "").strip();
        if (!List.of("", "true", "false").contains(initialize)) {
            problems.add(new Problem(
                    "composite.xml",
                    component.line(),
                    0,
                    "composite-property-value",
                    "the component " + component.name() + ": the property " + INITIALIZE + " must not be " + initialize,
                    "write true or false"));
        }
        return Dialect.ORACLE.initializing(!initialize.equals("false"));
    }
}
