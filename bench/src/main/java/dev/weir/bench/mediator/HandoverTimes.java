package dev.weir.bench.mediator;

import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.InstanceStart;
import dev.weir.store.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** How long parallel rules lie in a store: from when a mediator gives them to it until they are taken to be followed. */
final class HandoverTimes {
    private final Store store;
    private final Map<CallKey, Long> given = new ConcurrentHashMap<>();
    private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();

    HandoverTimes(Store store) {
        this.store = store;
    }

    /** The store, observed. */
    Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> invoke(method, arguments));
    }

    private @Nullable Object invoke(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        if (method.getName().equals("startInstances") && arguments != null && arguments[0] instanceof Iterable<?> all) {
            long now = System.nanoTime();
            for (Object one : all) {
                if (one instanceof InstanceStart start) {
                    start.firstStep().calls().forEach(call -> given.put(call.key(), now));
                }
            }
        }
        Object result;
        try {
            result = method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
        if (method.getName().equals("leaseCalls") && result instanceof Iterable<?> leased) {
            long now = System.nanoTime();
            for (Object one : leased) {
                Long since = one instanceof Call call ? given.remove(call.key()) : null;
                if (since != null) {
                    nanos.add(now - since);
                }
            }
        }
        return result;
    }

    /** The times since the last time that they were asked for. */
    long[] take() {
        long[] taken = nanos.stream().mapToLong(Long::longValue).toArray();
        nanos.clear();
        return taken;
    }
}
