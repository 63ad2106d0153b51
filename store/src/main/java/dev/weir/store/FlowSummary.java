package dev.weir.store;

import java.time.Instant;

/** A flow as lists show it. */
public record FlowSummary(long flow, CompositeRevision composite, FlowState state, Instant created, Instant modified) {}
