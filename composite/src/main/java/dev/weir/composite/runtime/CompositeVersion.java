package dev.weir.composite.runtime;

import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Wiring;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import org.jspecify.annotations.Nullable;

/**
 * One version of a composite, wired within itself: an instance's calls go to the components that were deployed with it.
 *
 * @param version empty where versions are not distinguished
 */
record CompositeVersion(CompiledComposite compiled, String version, Wiring wiring) {
    CompositeRevision name() {
        return compiled.name();
    }

    @Nullable DeployedComponent component(ComponentId component) {
        return wiring.component(component.name());
    }
}
