package dev.weir.bpel.graph;

import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import dev.weir.xpath.XPathScope;
import dev.weir.xpath.functions.FunctionContext;
import org.jspecify.annotations.Nullable;

/** What BPEL's own functions ask of the place where they are evaluated. */
public interface DataScope extends XPathScope, FunctionContext {
    /** The element of a variable, or of a part of it; faults where it has no value. */
    XmlElement element(Variable variable, @Nullable String part);

    /** The name of the fault that a handler around has caught; null outside of fault handlers. */
    @Nullable XmlName faultName();

    /** That fault for people: its name, why, and its data; null outside of fault handlers. */
    @Nullable String faultText();

    /** The id of the instance. */
    long instance();

    /** The id of the flow that it belongs to. */
    long flow();

    @Override
    default String instanceId() {
        return Long.toString(instance());
    }

    @Override
    default String flowId() {
        return Long.toString(flow());
    }

    @Override
    void title(String title);
}
