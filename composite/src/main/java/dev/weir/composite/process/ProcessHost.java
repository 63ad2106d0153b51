package dev.weir.composite.process;

import dev.weir.bpel.ProcessEngine;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.dispatch.DispatchPools;
import dev.weir.composite.dispatch.InstanceMessages;
import dev.weir.composite.engine.EngineRuntime;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.Store;
import java.util.ArrayList;
import java.util.List;

/** What processes run on, and how they find each other. Thread-safe. */
final class ProcessHost {
    private final EngineRuntime runtime;
    private final ProcessEngine engine;
    private final SharedTransaction transactions;

    ProcessHost(EngineRuntime runtime) {
        this.runtime = runtime;
        this.engine = new ProcessEngine(runtime.store()::newId, runtime.clock(), runtime.levels());
        this.transactions = new SharedTransaction(engine, runtime);
    }

    EngineRuntime runtime() {
        return runtime;
    }

    /** Advances instances. */
    ProcessEngine engine() {
        return engine;
    }

    /** Steps that processes share with those that call them. */
    SharedTransaction transactions() {
        return transactions;
    }

    Store store() {
        return runtime.store();
    }

    DispatchPools pools() {
        return runtime.pools();
    }

    InstanceMessages messages() {
        return runtime.messages();
    }

    /** Whether messages are to be checked against their schemas. */
    boolean validates() {
        return runtime.properties().validates();
    }

    /** Every version of a process, the one deployed now first: an instance of any may wait for a message. */
    List<ProcessVersion> versions(ComponentId component) {
        return processes(runtime.versions().all(component));
    }

    /** Every version of a process in the other revisions of its composite. */
    List<ProcessVersion> inOtherRevisions(ComponentId component) {
        return processes(runtime.versions().inOtherRevisions(component));
    }

    /** True if a revision is deployed and takes no messages, not even for its instances, until it is started. */
    boolean isStopped(CompositeRevision revision) {
        return runtime.versions().isStopped(revision);
    }

    /** A component may have been, or be in another revision, one of another kind. */
    private static List<ProcessVersion> processes(List<DeployedComponent> components) {
        List<ProcessVersion> processes = new ArrayList<>(components.size());
        for (DeployedComponent component : components) {
            if (component instanceof ProcessComponent process) {
                processes.add(process.version());
            }
        }
        return processes;
    }
}
