package dev.weir.composite.delivery;

import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import java.util.List;

/** The components that are deployed, with the versions of them that instances began with. Thread-safe. */
public interface ComponentVersions extends ComponentDirectory {
    /** Every version of a component, the one deployed now first: an instance of any may wait for a message. */
    List<DeployedComponent> all(ComponentId component);

    /**
     * Every version of a component in the other revisions of its composite that are deployed, also in those that
     * are stopped: their instances may wait for a message whose sender names no revision.
     */
    List<DeployedComponent> inOtherRevisions(ComponentId component);

    /** True if a revision is deployed and takes no messages, not even for its instances, until it is started. */
    boolean isStopped(CompositeRevision revision);
}
