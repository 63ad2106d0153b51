package dev.weir.composite.log;

import dev.weir.store.ComponentId;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The flow and the component for which a thread works. Immutable. */
public final class FlowContext {
    private static final ThreadLocal<@Nullable FlowContext> CURRENT = new ThreadLocal<>();

    private final long flow;
    private final ComponentId component;

    private FlowContext(long flow, ComponentId component) {
        this.flow = flow;
        this.component = component;
    }

    /** Runs a task on this thread, which works for a flow meanwhile. */
    public static void run(long flow, ComponentId component, Runnable task) {
        FlowContext before = CURRENT.get();
        CURRENT.set(new FlowContext(flow, component));
        try {
            task.run();
        } finally {
            restore(before);
        }
    }

    /** The same for a task with a result. */
    public static <T> T get(long flow, ComponentId component, Supplier<T> task) {
        FlowContext before = CURRENT.get();
        CURRENT.set(new FlowContext(flow, component));
        try {
            return task.get();
        } finally {
            restore(before);
        }
    }

    private static void restore(@Nullable FlowContext before) {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }

    /** That of the current thread; null where it works for no flow, or it is not known for which. */
    public static @Nullable FlowContext current() {
        return CURRENT.get();
    }

    public long flow() {
        return flow;
    }

    /** As {@code partition/name!revision}. */
    public String composite() {
        return component.composite().toString();
    }

    /** Its name in the composite. */
    public String component() {
        return component.name();
    }
}
