package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Value;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** Where variables have their values: the instance, or an assign that is not finished. */
@FunctionalInterface
interface ValueSource {
    /** The value, or null where there is none. */
    @Nullable Value find(Variable variable);

    /** The value; faults where there is none. */
    default Value value(Variable variable) {
        Value value = find(variable);
        if (value == null) {
            throw uninitialized(variable, null);
        }
        return value;
    }

    /** The element of a variable, or of a part of one that holds a message; faults where there is none. */
    default XmlElement element(Variable variable, @Nullable String part) {
        Value value = value(variable);
        if (value instanceof Value.Element element) {
            return element.element();
        }
        XmlElement found = part == null ? null : ((Value.Message) value).parts().part(part);
        if (found == null) {
            throw uninitialized(variable, part);
        }
        return found;
    }

    /** What an activity sees. */
    static ValueSource of(Step step, dev.weir.bpel.instance.ActivityInstance self) {
        return variable -> step.instance().value(step.instance().scopeOf(self, variable.scope()), variable.id());
    }

    private static FaultException uninitialized(Variable variable, @Nullable String part) {
        return FaultException.standard(
                "uninitializedVariable",
                "the variable " + variable.name() + (part == null ? "" : ", part " + part + ",") + " has no value");
    }
}
