package dev.weir.composite.dispatch;

import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.delivery.Wiring;
import dev.weir.store.ComponentId;

/**
 * A process as it was deployed once: what its instances go on with until they end.
 *
 * @param version of the composite that it belongs to; empty where versions are not distinguished
 * @param wiring where its partner links lead, in the same version
 */
public record ProcessVersion(
        ComponentId component, String version, ProcessDefinition process, ProcessPolicies policies, Wiring wiring) {
    /** The same as part of a version. */
    public ProcessVersion in(String known) {
        return new ProcessVersion(component, known, process, policies, wiring);
    }
}
