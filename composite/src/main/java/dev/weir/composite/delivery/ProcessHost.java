package dev.weir.composite.delivery;

import dev.weir.bpel.ProcessEngine;
import dev.weir.store.Call;
import dev.weir.store.Store;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * What processes run on.
 *
 * @param workers for what follows from messages and replies
 * @param invoke for messages that create instances
 * @param resume for instances that go on
 * @param destinations where a call goes; DeliveryException where it leads nowhere
 * @param sharing steps that processes share with those that call them
 * @param cache room for messages that are in memory only
 * @param versions of processes: an instance of any may wait for a message
 */
record ProcessHost(
        Store store,
        ProcessEngine engine,
        InstantSource clock,
        Exchanges exchanges,
        Executor workers,
        Pool invoke,
        Pool resume,
        Function<Call, Destination> destinations,
        SharedTransaction sharing,
        CacheRoom cache,
        ProcessVersions versions) {}
