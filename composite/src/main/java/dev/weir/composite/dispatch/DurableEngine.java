package dev.weir.composite.dispatch;

import dev.weir.bpel.ProcessEngine;
import dev.weir.store.AuditLevels;
import dev.weir.store.Store;
import java.time.InstantSource;

/** The engine that advances instances, the store that keeps them, the clock that both go by, and the audit levels. */
public record DurableEngine(Store store, ProcessEngine engine, InstantSource clock, AuditLevels levels) {}
