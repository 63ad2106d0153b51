package dev.weir.composite.dispatch;

import dev.weir.bpel.ProcessEngine;
import dev.weir.composite.delivery.Destination;
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
 * @param transactions steps that processes share with those that call them
 * @param acceptedInMemory room for messages that are in memory only
 * @param versions of processes: an instance of any may wait for a message
 */
public record ProcessHost(
        Store store,
        ProcessEngine engine,
        InstantSource clock,
        WaitingCallers callers,
        Executor workers,
        LimitedExecutor invoke,
        LimitedExecutor resume,
        Function<Call, Destination> destinations,
        SharedTransaction transactions,
        AcceptedMessageQuota acceptedInMemory,
        ProcessDirectory versions) {}
