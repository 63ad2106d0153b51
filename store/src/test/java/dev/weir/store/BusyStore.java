package dev.weir.store;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Makes requests one transaction: those that are made while the store's thread is busy. */
public final class BusyStore {
    private BusyStore() {}

    /** Keeps the store's thread busy until the latch is open. */
    public static CountDownLatch block(Store store) {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        store.onReady(() -> {
            blocked.countDown();
            await(go);
        });
        await(blocked);
        return go;
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new AssertionError("waited for a minute");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
