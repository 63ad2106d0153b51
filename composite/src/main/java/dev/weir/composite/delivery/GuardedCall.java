package dev.weir.composite.delivery;

import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.fault.FaultSite;
import dev.weir.store.Call;

/** Which fault policies are there for a call, and where it stands. */
public record GuardedCall(FaultPolicies policies, FaultSite site) {
    /** A call for which there are none. */
    public static GuardedCall none(Call call) {
        return new GuardedCall(
                FaultPolicies.NONE, new FaultSite(call.component().name(), call.partnerLink(), null, null));
    }
}
