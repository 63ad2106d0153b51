package dev.weir.server.admin;

import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assess.CompositeReport;
import dev.weir.composite.deployment.Change;
import dev.weir.server.admin.AdminRecords.CompositeChange;
import dev.weir.server.admin.AdminRecords.CompositeView;
import dev.weir.store.CompositeRevision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Composites of a running server: which there are, and how they are deployed, changed and taken back. Thread-safe. */
public interface CompositeControl {
    List<CompositeView> composites();

    /** One as it is served; null where it is not. */
    @Nullable Composite composite(CompositeRevision name);

    /**
     * Deploys a SAR; it is on disk, and served, when this returns.
     *
     * @throws dev.weir.composite.deployment.DeploymentException if it cannot be deployed, with all its problems; nothing has changed then
     */
    CompositeView deploy(byte[] sar, Upload how);

    /** Judges a SAR as it would be deployed here: beside the composites that are deployed. Nothing is changed. */
    CompositeReport assess(byte[] sar);

    /** @throws dev.weir.composite.deployment.DeploymentException if it cannot be done; nothing has changed then */
    CompositeChange change(CompositeRevision composite, Change change);

    /**
     * How a SAR is to be deployed.
     *
     * @param overwrite whether it may take the place of the same revision
     * @param makeDefault whether its revision becomes the default one
     */
    record Upload(String partition, boolean overwrite, boolean makeDefault) {}
}
