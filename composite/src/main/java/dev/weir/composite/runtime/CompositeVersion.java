package dev.weir.composite.runtime;

import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.dispatch.ProcessVersion;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import java.util.Map;

/**
 * One version of a composite, wired within itself: an instance's calls go to the components that were deployed with it.
 *
 * @param version empty where versions are not distinguished
 * @param processes by component
 */
record CompositeVersion(
        CompiledComposite compiled, String version, Wiring wiring, Map<ComponentId, ProcessVersion> processes) {
    CompositeRevision name() {
        return compiled.name();
    }
}
