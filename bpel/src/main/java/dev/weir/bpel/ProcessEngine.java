package dev.weir.bpel;

import dev.weir.bpel.activity.Step;
import dev.weir.bpel.instance.RowException;
import dev.weir.store.Transition;
import dev.weir.store.Work;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Advances instances. A step is a function of the definition, the work and what the injected sources say: it reads no
 * other clock, does no I/O, and changes nothing but the transition that it returns. Thread-safe.
 */
public final class ProcessEngine {
    private final LongSupplier ids;
    private final InstantSource clock;

    /**
     * @param ids fresh ids, as {@link dev.weir.store.Store#newId} gives them
     * @param clock the time now
     */
    public ProcessEngine(LongSupplier ids, InstantSource clock) {
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Takes an instance from where it stands through the work's messages and timers to its next wait, or its end.
     * Faults of the process are handled inside: an instance that ends by one answers its open requests with it.
     *
     * <p>A message that the instance does not want now is not consumed: it is to come again with the instance's next
     * work. A loop without waits is continued after some 10,000 activities by a timer that is due at once.
     *
     * @throws StateException if the instance's rows cannot be read by this process; nothing has changed then
     */
    public Transition advance(ProcessDefinition process, Work work) {
        try {
            return Step.run(process.graph(), work, clock, ids);
        } catch (RowException e) {
            throw new StateException(String.valueOf(e.getMessage()), e);
        }
    }
}
