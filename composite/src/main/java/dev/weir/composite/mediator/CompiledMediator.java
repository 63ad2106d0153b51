package dev.weir.composite.mediator;

import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.engine.EngineRuntime;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.ComponentId;
import dev.weir.xml.XmlName;

/** A mediator whose plan was read. Immutable. */
record CompiledMediator(MediatorPlan plan) implements CompiledComponent {
    @Override
    public String operation(XmlName event) {
        return plan.events().contains(event) ? event.toString() : "";
    }

    @Override
    public DeployedComponent deploy(ComponentId id, Wiring wiring, EngineRuntime runtime) {
        MediatorSteps steps = new MediatorSteps(runtime.store()::newId, runtime.clock(), runtime.levels());
        return new MediatorComponent(
                steps, id, plan, wiring, runtime.store(), ComponentStatistics.ofCounts(runtime.clock()));
    }
}
