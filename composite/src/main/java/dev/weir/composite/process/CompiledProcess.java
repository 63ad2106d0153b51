package dev.weir.composite.process;

import dev.weir.bpel.EventType;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.engine.EngineRuntime;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.ComponentId;
import dev.weir.xml.XmlName;
import java.util.Collections;

/** A process that was compiled, how durable its instances are, and what checks its messages. Thread-safe. */
record CompiledProcess(ProcessDefinition definition, ProcessPolicies policies, PayloadValidation payloads)
        implements CompiledComponent {
    @Override
    public String operation(XmlName event) {
        EventType type = definition.event(EventType.link(event));
        return type != null && definition.awaits(type) ? type.operation() : "";
    }

    @Override
    public boolean calls(String reference, String operation) {
        return definition
                .calledOperations()
                .getOrDefault(reference, Collections.emptySortedSet())
                .contains(operation);
    }

    @Override
    public DeployedComponent deploy(ComponentId id, Wiring wiring, EngineRuntime runtime) {
        ComponentStatistics statistics = ComponentStatistics.withDetails(runtime.statsLastN(), runtime.clock());
        return new ProcessComponent(
                new ProcessHost(runtime),
                new ProcessVersion(id, wiring.version(), definition, policies, wiring, payloads, statistics));
    }
}
