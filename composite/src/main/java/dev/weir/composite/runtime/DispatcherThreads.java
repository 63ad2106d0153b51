package dev.weir.composite.runtime;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many threads dispatching may use at once, by Oracle's names and with Oracle's defaults. They are limits: a thread
 * is there only while it has something to do.
 *
 * @param system {@code dispatcherSystemThreads}, for what the engine does around instances: starting their calls;
 *     default 2
 * @param invoke {@code dispatcherInvokeThreads}, for messages that create instances; default 20
 * @param engine {@code dispatcherEngineThreads}, for instances that go on: callbacks, replies, alarms; default 30
 */
public record DispatcherThreads(int system, int invoke, int engine) {
    public static final String SYSTEM = "dispatcherSystemThreads";
    public static final String INVOKE = "dispatcherInvokeThreads";
    public static final String ENGINE = "dispatcherEngineThreads";

    public static final DispatcherThreads DEFAULT = new DispatcherThreads(2, 20, 30);

    static final int MOST = 10_000;

    public DispatcherThreads {
        check(SYSTEM, system);
        check(INVOKE, invoke);
        check(ENGINE, engine);
    }

    private static void check(String name, int threads) {
        if (threads < 1 || threads > MOST) {
            throw new IllegalArgumentException(name + " must be from 1 to " + MOST + ": " + threads);
        }
    }

    /**
     * The same with some of them changed.
     *
     * @throws IllegalArgumentException for a name that is none, or a number that is out of range
     */
    public DispatcherThreads with(Map<String, Integer> changes) {
        Map<String, Integer> all = byName();
        changes.forEach((name, threads) -> {
            if (all.put(name, threads) == null) {
                throw new IllegalArgumentException(
                        "there are no threads called " + name + "; there are " + String.join(", ", byName().keySet()));
            }
        });
        return new DispatcherThreads(
                all.getOrDefault(SYSTEM, 0), all.getOrDefault(INVOKE, 0), all.getOrDefault(ENGINE, 0));
    }

    /** The numbers by Oracle's names. */
    public Map<String, Integer> byName() {
        Map<String, Integer> all = new LinkedHashMap<>();
        all.put(SYSTEM, system);
        all.put(INVOKE, invoke);
        all.put(ENGINE, engine);
        return all;
    }
}
