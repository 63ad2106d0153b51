package dev.weir.bench.process;

import dev.weir.store.FlowState;
import dev.weir.store.Store;
import dev.weir.store.Transition;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A store whose writes are counted. */
final class CountingStore {
    private static final Set<String> WRITES = Set.of("accept", "commit", "completeCall", "retryCall", "audit");

    private final Store store;
    private final Consumer<FlowState> ended;
    private final LongAdder writes = new LongAdder();
    private final LongAdder transitions = new LongAdder();

    /** @param ended given the state of each transition that ends its instance */
    CountingStore(Store store, Consumer<FlowState> ended) {
        this.store = store;
        this.ended = ended;
    }

    Store store() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> invoke(method, arguments));
    }

    private @Nullable Object invoke(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        if (WRITES.contains(method.getName())) {
            writes.increment();
            for (Object argument : arguments == null ? new Object[0] : arguments) {
                if (argument instanceof Transition transition) {
                    transitions.increment();
                    if (transition.state().ended()) {
                        ended.accept(transition.state());
                    }
                }
            }
        }
        try {
            return method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    long writes() {
        return writes.sum();
    }

    long transitions() {
        return transitions.sum();
    }
}
