package dev.weir.server.admin;

import dev.weir.composite.runtime.CompositeRuntime;
import dev.weir.composite.runtime.Deployment;
import dev.weir.store.CompositeRevision;
import java.util.List;

/** The deployed composites that a request means. */
final class DeployedNames {
    private DeployedNames() {}

    /**
     * @param name of a composite, with or without revision and partition: without, there may be several
     * @throws RefusedException where none of this name is deployed
     */
    static List<CompositeRevision> of(CompositeRuntime runtime, String name) {
        List<CompositeRevision> named = runtime.deployments().stream()
                .map(Deployment::name)
                .filter(each -> name.equals(each.name()) || name.equals(each.id()) || name.equals(each.toString()))
                .toList();
        if (named.isEmpty()) {
            throw new RefusedException(
                    404, "admin-composite-unknown", "no composite " + name + " is deployed", "see `weir list`");
        }
        return named;
    }
}
