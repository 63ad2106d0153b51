package dev.weir.composite.runtime;

import dev.weir.store.CompositeRevision;
import java.util.List;

/**
 * A composite that is being served.
 *
 * @param name the revision
 * @param components by name, in the order of composite.xml
 * @param paths of its services, on this server's port
 */
public record Deployment(CompositeRevision name, List<String> components, List<String> paths) {
    public Deployment {
        components = List.copyOf(components);
        paths = List.copyOf(paths);
    }
}
