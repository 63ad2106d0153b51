package dev.weir.composite.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Code that a fault policy's {@code javaAction} names by its class. It is found as a service ({@code
 * META-INF/services/dev.weir.composite.fault.FaultRecovery}, or a module's {@code provides}), made once for each policy
 * file, and called by several threads at a time. After a crash it may be called again for the same fault. A call that
 * throws is logged and counts as one that returned a value without an action.
 */
public interface FaultRecovery {
    /** A fault is to be dealt with; the value that is returned chooses the next action. */
    @Nullable String faulted(Context context);

    /** A repetition has succeeded, and the retry's {@code retrySuccessAction} leads here. */
    void retrySucceeded(Context context);

    /**
     * What is known about the fault.
     *
     * @param policy the policy's id
     * @param component the faulted component's name
     * @param reference its partner link or reference
     * @param fault the fault's name in Clark notation; empty after a success
     * @param reason the fault in words; empty after a success
     * @param data what the fault carries: the XML of its parts by name
     * @param properties of the action's property set
     */
    record Context(
            String policy,
            String component,
            String reference,
            String fault,
            String reason,
            Map<String, String> data,
            Map<String, String> properties) {}
}
