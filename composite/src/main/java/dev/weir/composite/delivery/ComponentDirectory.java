package dev.weir.composite.delivery;

import dev.weir.store.ComponentId;
import org.jspecify.annotations.Nullable;

/** The components that are deployed, in the versions that instances began with. Thread-safe. */
@FunctionalInterface
public interface ComponentDirectory {
    /**
     * The component with which an instance began; null where it is not deployed.
     *
     * @param version empty for an instance without one, which continues with the currently deployed version
     * @throws DeliveryException if that version cannot be had
     */
    @Nullable DeployedComponent of(ComponentId component, String version);
}
