package dev.weir.composite.runtime;

import dev.weir.store.CompositeRevision;
import java.util.List;

/**
 * A composite that is deployed.
 *
 * @param name the revision
 * @param components by name, in the order of composite.xml
 * @param paths of its services, on this server's port; none while it takes no messages
 * @param unavailable its parts that Weir does not have: {@code reference 'Queue' (binding.jca)}
 * @param state whether it takes messages
 * @param isDefault true if it is what the paths without a revision lead to
 */
public record Deployment(
        CompositeRevision name,
        List<String> components,
        List<String> paths,
        List<String> unavailable,
        RevisionState state,
        boolean isDefault) {
    public Deployment {
        components = List.copyOf(components);
        paths = List.copyOf(paths);
        unavailable = List.copyOf(unavailable);
    }
}
