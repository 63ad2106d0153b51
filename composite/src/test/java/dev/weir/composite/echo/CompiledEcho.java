package dev.weir.composite.echo;

import dev.weir.composite.assembly.Contract;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.engine.EngineRuntime;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.ComponentId;
import dev.weir.xml.XmlName;
import java.time.Duration;
import java.util.Map;

/**
 * An echo that was read. Immutable.
 *
 * @param services what it offers, by name
 * @param pause between a message and its answer
 */
record CompiledEcho(Map<String, Contract> services, Duration pause) implements CompiledComponent {
    @Override
    public String operation(XmlName event) {
        return "";
    }

    @Override
    public DeployedComponent deploy(ComponentId id, Wiring wiring, EngineRuntime runtime) {
        EchoSteps steps = new EchoSteps(this, runtime.store()::newId, runtime.clock(), runtime.levels());
        return new EchoComponent(
                id, wiring.version(), steps, runtime.messages(), ComponentStatistics.ofCounts(runtime.clock()));
    }
}
