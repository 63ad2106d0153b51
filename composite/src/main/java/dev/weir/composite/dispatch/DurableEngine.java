package dev.weir.composite.dispatch;

import dev.weir.bpel.ProcessEngine;
import dev.weir.store.Store;
import java.time.InstantSource;

/** The engine that advances instances, the store that keeps them, and the clock that both go by. */
public record DurableEngine(Store store, ProcessEngine engine, InstantSource clock) {}
