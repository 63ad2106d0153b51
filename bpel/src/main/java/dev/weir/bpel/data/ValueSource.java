package dev.weir.bpel.data;

import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.graph.Variable;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.xml.tree.XmlElement;
import org.jspecify.annotations.Nullable;

/** Where variables have their values: the instance, or an assign that is not finished. */
public interface ValueSource {
    /** The process: its schemas, types and partner links. */
    ProcessGraph graph();

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

    /**
     * The element of a variable, or of a part of one that holds a message. Where there is none it is the first value that
     * the dialect gives to what the process writes into somewhere; there is a fault where there is none of that either.
     */
    default XmlElement element(Variable variable, @Nullable String part) {
        XmlElement found = present(variable, part);
        if (found != null) {
            return found;
        }
        XmlElement first = graph().trees().written(variable, part);
        if (first == null) {
            throw uninitialized(variable, find(variable) == null ? null : part);
        }
        return VariableValue.rooted(first);
    }

    /** The element of a variable, or of a part of one that holds a message; null where there is none. */
    default @Nullable XmlElement present(Variable variable, @Nullable String part) {
        VariableValue value = find(variable);
        if (value instanceof VariableValue.Element element) {
            return element.element();
        }
        return value instanceof VariableValue.Message message && part != null
                ? message.parts().part(part)
                : null;
    }

    /** The fault that a handler around has caught; null outside of fault handlers. */
    @Nullable Fault fault();

    /** The id of the instance. */
    long instance();

    /** The id of the flow that it belongs to. */
    long flow();

    /** Gives the instance's flow a title, for people. */
    void title(String title);

    private static FaultException uninitialized(Variable variable, @Nullable String part) {
        return FaultException.standard(
                "uninitializedVariable",
                "the variable " + variable.name() + (part == null ? "" : ", part " + part + ",") + " has no value");
    }
}
