package dev.weir.composite.runtime;

import dev.weir.composite.deployment.RevisionState;
import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import java.util.List;

/**
 * A composite that is deployed.
 *
 * @param name the revision
 * @param components by name, in the order of composite.xml
 * @param paths of its services, on this server's port; none while it takes no messages
 * @param unavailable its parts that Weir does not have: {@code reference 'Queue' (binding.jca)}
 * @param warnings what will fail when it is reached, and what else people should know of its files
 * @param state whether it takes messages
 * @param isDefault true if it is what the paths without a revision lead to
 */
public record Deployment(
        CompositeRevision name,
        List<String> components,
        List<String> paths,
        List<String> unavailable,
        List<Problem> warnings,
        RevisionState state,
        boolean isDefault) {
    public Deployment {
        components = List.copyOf(components);
        paths = List.copyOf(paths);
        unavailable = List.copyOf(unavailable);
        warnings = List.copyOf(warnings);
    }
}
