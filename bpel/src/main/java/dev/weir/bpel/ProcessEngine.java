package dev.weir.bpel;

import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.RowException;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.bpel.step.InstanceStep;
import dev.weir.bpel.step.StepBudget;
import dev.weir.bpel.step.StepTimes;
import dev.weir.store.AuditLevels;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import java.time.InstantSource;
import java.util.Collection;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Advances instances. A step is a function of the definition, the claimed instance and the injected clock and ids: it
 * calls no partner, writes nothing, and its only result is the transition that it returns. The only thing that it reads
 * from outside is the instance's own state: rows come from {@link ClaimedInstance#state} when a step first needs them,
 * which may ask the store. Thread-safe.
 */
public final class ProcessEngine {
    private final LongSupplier ids;
    private final InstantSource clock;
    private final AuditLevels levels;

    /**
     * An engine that records all but payloads.
     *
     * @param ids fresh ids, as {@link dev.weir.store.Store#newId} gives them
     * @param clock the time now
     */
    public ProcessEngine(LongSupplier ids, InstantSource clock) {
        this(ids, clock, AuditLevels.PRODUCTION);
    }

    /**
     * @param ids fresh ids, as {@link dev.weir.store.Store#newId} gives them
     * @param clock the time now
     * @param levels what a component's steps record; asked once for each step
     */
    public ProcessEngine(LongSupplier ids, InstantSource clock, AuditLevels levels) {
        this.ids = ids;
        this.clock = clock;
        this.levels = levels;
    }

    /**
     * Advances an instance through its claimed messages and timers to its next wait, or to its end.
     * Faults of the process are handled inside: an instance that ends by one answers its open requests with it.
     *
     * <p>A message that the instance does not want now is not consumed: it is to come again with the instance's next
     * work. A loop without waits is continued, after some 2,000 activities or when it has taken much memory, by a timer
     * that is due at once. An instance whose variables grow beyond what there is memory for ends by the fault
     * {@code stateTooLarge}, which nothing in it can catch.
     *
     * @throws StateException if the instance's rows cannot be read by this process; nothing has changed then
     */
    public Transition advance(ProcessDefinition process, ClaimedInstance work) {
        return step(process, work).transition();
    }

    /**
     * The same, with the fault by which the instance has ended, if it has.
     *
     * @throws StateException if the instance's rows cannot be read by this process; nothing has changed then
     */
    public Outcome step(ProcessDefinition process, ClaimedInstance work) {
        return step(process, work, null);
    }

    /**
     * The same before a watch.
     *
     * @param watch takes how long the step spent in each activity; null where nobody wants to know
     * @throws StateException if the instance's rows cannot be read by this process; nothing has changed then
     */
    public Outcome step(ProcessDefinition process, ClaimedInstance work, @Nullable ActivityWatch watch) {
        StepTimes times = watch == null ? null : new StepTimes();
        Outcome outcome;
        try {
            outcome = outcome(InstanceStep.run(process.graph(), work, clock, ids, levels, times, event -> {}));
        } catch (RowException e) {
            throw new StateException(String.valueOf(e.getMessage()), e);
        }
        if (times != null && watch != null) {
            times.to((activity, nanos) -> watch.spent(activity.id(), activity.label(), activity.kind(), nanos));
        }
        Collection<byte[]> rows = outcome.transition().rowsPut().values();
        return StepBudget.allowsState(rows)
                ? outcome
                : fail(
                        process,
                        work,
                        new BpelFault(
                                Fault.STATE_TOO_LARGE,
                                "its variables have " + StepBudget.bytes(rows)
                                        + " bytes, more than there is memory for",
                                null));
    }

    /**
     * Ends an instance, whatever it is doing, by a fault that nothing in it can catch; its open requests are answered
     * with it.
     *
     * @throws StateException if the instance's rows cannot be read by this process; nothing has changed then
     */
    public Outcome fail(ProcessDefinition process, ClaimedInstance work, BpelFault fault) {
        MessageValue data = fault.data();
        Fault end = new Fault(
                fault.name(),
                String.valueOf(fault.getMessage()),
                data == null ? null : VariableValue.message(data),
                null);
        try {
            return outcome(InstanceStep.fail(process.graph(), work, end, clock, ids, levels));
        } catch (RowException e) {
            throw new StateException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Outcome outcome(InstanceStep.Result result) {
        Fault fault = result.fault();
        return new Outcome(
                result.transition(), fault == null ? null : new BpelFault(fault.name(), fault.reason(), result.data()));
    }

    /**
     * What a step came to.
     *
     * @param fault by which the instance ended; null where it goes on, or ended otherwise
     */
    public record Outcome(Transition transition, @Nullable BpelFault fault) {}
}
