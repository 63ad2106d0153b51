package dev.weir.composite.dispatch;

import dev.weir.composite.delivery.Destination;
import dev.weir.store.Call;
import dev.weir.store.Store;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * What processes run on.
 *
 * @param callers who wait in memory for replies
 * @param transactions steps that processes share with those that call them
 * @param destinations where a call goes; DeliveryException where it leads nowhere
 * @param versions of processes: an instance of any may wait for a message
 */
public record ProcessHost(
        DurableEngine engine,
        DispatchPools pools,
        WaitingCallers callers,
        SharedTransaction transactions,
        Function<Call, Destination> destinations,
        ProcessDirectory versions) {
    Store store() {
        return engine.store();
    }

    InstantSource clock() {
        return engine.clock();
    }
}
