package dev.weir.composite.process;

import dev.weir.bpel.dialect.Dialect;
import dev.weir.composite.assembly.Component;
import dev.weir.xml.Problem;
import java.util.List;

/** The dialect of a composite's processes: Oracle's, as far as a component's properties do not say otherwise. */
final class ProcessDialect {
    private static final String INITIALIZE = "bpel.config.initializeVariables";
    private static final String DISABLE_ASSERTIONS = "bpel.config.disableAsserts";

    private ProcessDialect() {}

    /** @param problems takes one for each property that has an unknown value */
    static Dialect of(Component component, List<Problem> problems) {
        return Dialect.ORACLE
                .initializing(is(component, INITIALIZE, true, problems))
                .asserting(!is(component, DISABLE_ASSERTIONS, false, problems));
    }

    private static boolean is(Component component, String property, boolean missing, List<Problem> problems) {
        String value = component.properties().getOrDefault(property, "").strip();
        if (!List.of("", "true", "false").contains(value)) {
            problems.add(new Problem(
                    "composite.xml",
                    component.line(),
                    0,
                    "composite-property-value",
                    "the component " + component.name() + ": the property " + property + " must not be " + value,
                    "write true or false"));
        }
        return value.isEmpty() ? missing : value.equals("true");
    }
}
