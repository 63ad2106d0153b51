package dev.weir.composite.delivery;

import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.fault.FaultSite;

/** Which fault policies are there for a call, and where it stands. */
public record GuardedCall(FaultPolicies policies, FaultSite site) {}
