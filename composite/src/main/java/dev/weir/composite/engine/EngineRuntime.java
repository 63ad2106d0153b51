package dev.weir.composite.engine;

import dev.weir.composite.delivery.CallRunner;
import dev.weir.composite.delivery.CallSource;
import dev.weir.composite.delivery.ComponentVersions;
import dev.weir.composite.dispatch.DispatchPools;
import dev.weir.composite.dispatch.InstanceMessages;
import dev.weir.composite.statistics.StatsLastN;
import dev.weir.composite.tuning.BpelProperties;
import dev.weir.store.AuditLevels;
import dev.weir.store.Store;
import java.time.InstantSource;

/**
 * What components run on. Thread-safe.
 *
 * @param clock that all go by; tests move it
 * @param levels what of a component is recorded
 * @param pools the threads that may take long
 * @param messages takes messages in for instances
 * @param source what is known of the calls in the store
 * @param calls carries them out
 * @param versions of components: an instance of any may wait for a message
 * @param properties what operators set for all processes
 * @param statsLastN what is counted of processes beside their requests
 */
public record EngineRuntime(
        Store store,
        InstantSource clock,
        AuditLevels levels,
        DispatchPools pools,
        InstanceMessages messages,
        CallSource source,
        CallRunner calls,
        ComponentVersions versions,
        BpelProperties properties,
        StatsLastN statsLastN) {}
