package dev.weir.composite.dispatch;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The threads of dispatching, and the room for messages that wait for one of them in memory.
 *
 * @param workers for what follows from messages and replies; closed by its owner
 * @param system starts calls
 * @param invoke for messages that create instances
 * @param resume for instances that go on
 * @param accepted room for messages that are in memory only
 */
public record DispatchPools(
        Executor workers,
        LimitedExecutor system,
        LimitedExecutor invoke,
        LimitedExecutor resume,
        AcceptedMessageQuota accepted)
        implements AutoCloseable {
    /** The threads that run steps and start calls now, virtual ones too. */
    public Set<Thread> busy() {
        return Stream.of(system, invoke, resume)
                .flatMap(pool -> pool.busy().stream())
                .collect(Collectors.toSet());
    }

    /** Lets tasks that run end, for a few seconds. */
    @Override
    public void close() {
        List.of(system, invoke, resume).forEach(LimitedExecutor::close);
    }
}
