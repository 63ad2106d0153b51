package dev.weir.bpel.activity;

import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** Where variables have their values: the instance, or an assign that is not finished. */
interface ValueSource {
    /** The value, or null where there is none. */
    @Nullable VariableValue find(Variable variable);

    /** The value; faults where there is none. */
    default VariableValue value(Variable variable) {
        VariableValue value = find(variable);
        if (value == null) {
            throw uninitialized(variable, null);
        }
        return value;
    }

    /** The element of a variable, or of a part of one that holds a message; faults where there is none. */
    default XmlElement element(Variable variable, @Nullable String part) {
        VariableValue value = value(variable);
        if (value instanceof VariableValue.Element element) {
            return element.element();
        }
        XmlElement found =
                part == null ? null : ((VariableValue.Message) value).parts().part(part);
        if (found == null) {
            throw uninitialized(variable, part);
        }
        return found;
    }

    /** The fault that a handler around has caught; null outside of fault handlers. */
    @Nullable Fault fault();

    /** The id of the instance. */
    long instance();

    /** Gives the instance's flow a title, for people. */
    void title(String title);

    /** What an activity sees. */
    static ValueSource of(InstanceStep step, ActivityInstance self) {
        return new InstanceValues(step, self);
    }

    /** The instance's own values, as one of its activities sees them. */
    record InstanceValues(InstanceStep step, ActivityInstance self) implements ValueSource {
        @Override
        public @Nullable VariableValue find(Variable variable) {
            return step.instance().value(step.instance().scopeOf(self, variable.scope()), variable.id());
        }

        @Override
        public @Nullable Fault fault() {
            ActivityInstance scope = step.instance().find(self.scope());
            while (scope != null && scope.phase() != Phase.HANDLING) {
                scope = step.instance().find(scope.scope());
            }
            return scope == null ? null : step.instance().fault(scope.id());
        }

        @Override
        public long instance() {
            return step.instanceId();
        }

        @Override
        public void title(String title) {
            step.title(title);
        }
    }

    private static FaultException uninitialized(Variable variable, @Nullable String part) {
        return FaultException.standard(
                "uninitializedVariable",
                "the variable " + variable.name() + (part == null ? "" : ", part " + part + ",") + " has no value");
    }
}
