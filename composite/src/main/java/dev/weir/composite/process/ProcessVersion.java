package dev.weir.composite.process;

import dev.weir.bpel.BpelFault;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.ComponentId;
import dev.weir.wsdl.MessageValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process as it was deployed once: what its instances go on with until they end.
 *
 * @param version of the composite that it belongs to; empty where versions are not distinguished
 * @param wiring where its partner links lead, in the same version
 * @param payloads checks its messages
 * @param statistics what is counted of its messages and steps
 */
record ProcessVersion(
        ComponentId component,
        String version,
        ProcessDefinition process,
        ProcessPolicies policies,
        Wiring wiring,
        PayloadValidation payloads,
        ComponentStatistics statistics) {
    /**
     * The keys by which its instances may wait for a message; none for a message that they cannot wait for.
     *
     * @param relatesTo the id of the message that this one relates to; null for none
     */
    List<String> keys(String partnerLink, String operation, MessageValue content, @Nullable String relatesTo) {
        try {
            return process.keys(component, partnerLink, operation, content, relatesTo);
        } catch (BpelFault fault) {
            // It lacks what they are correlated by.
            return List.of();
        }
    }
}
