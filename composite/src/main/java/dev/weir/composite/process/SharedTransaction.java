package dev.weir.composite.process;

import dev.weir.bpel.ActivityWatch;
import dev.weir.bpel.BpelFault;
import dev.weir.bpel.ProcessEngine;
import dev.weir.bpel.ProcessEngine.Outcome;
import dev.weir.composite.delivery.CallRunner;
import dev.weir.composite.delivery.CallSource;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.GuardedCall;
import dev.weir.composite.engine.EngineRuntime;
import dev.weir.composite.fault.RaisedFault;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.composite.statistics.RequestOutcome;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.Call;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceStart;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps of instances together with those of the processes that they call by wire and that share their callers'
 * transaction ({@code bpel.config.transaction} is {@code required}): what all of them do is committed as one, from the
 * caller's last wait to its next. A caller that ends by a fault takes back what its callees did, their history excepted;
 * a callee that throws {@code bpelx:rollback} ends its caller, which cannot catch it. Thread-safe.
 */
final class SharedTransaction {
    /** The fault by which a process wants all that shares its transaction undone. */
    static final XmlName ROLLBACK = XmlName.of("http://schemas.oracle.com/bpel/extension", "rollback");

    /** Callees of callees beyond this depth have transactions of their own. */
    private static final int DEEPEST = 16;

    private final ProcessEngine engine;
    private final Store store;
    private final InstantSource clock;
    private final CallSource source;
    private final CallRunner calls;

    SharedTransaction(ProcessEngine engine, EngineRuntime runtime) {
        this.engine = engine;
        this.store = runtime.store();
        this.clock = runtime.clock();
        this.source = runtime.source();
        this.calls = runtime.calls();
    }

    /**
     * A step, and the instances of callees that are committed together with it.
     *
     * @param callees the processes that took part and go on, or left something to do
     */
    record SharedStep(Outcome outcome, List<InstanceStart> callees) {
        Transition transition() {
            return outcome.transition();
        }
    }

    /**
     * What a callee did within its caller's step.
     *
     * @param statistics of the callee
     * @param began by {@link System#nanoTime}
     */
    private record Callee(
            @Nullable InstanceStart beginning,
            List<AuditEvent> events,
            Outcome outcome,
            SharedStep shared,
            ComponentStatistics statistics,
            long began) {
        /** Counts a call that ends here: it comes by no delivery, which would count it. */
        void count(Call call, boolean faulted) {
            statistics.done(call.operation(), faulted ? RequestOutcome.FAULTED : RequestOutcome.DONE, began);
        }
    }

    SharedStep step(ProcessVersion process, ClaimedInstance work) {
        return step(process, work, 0);
    }

    private SharedStep step(ProcessVersion process, ClaimedInstance work, int depth) {
        ActivityWatch watch = process.statistics().activityWatch();
        Outcome outcome = engine.step(process.process(), work, watch);
        Transition sum = outcome.transition();
        List<Callee> callees = new ArrayList<>();
        List<Call> fresh = sum.calls();
        while (!fresh.isEmpty() && depth < DEEPEST) {
            List<Message> replies = new ArrayList<>();
            for (Call call : fresh) {
                Callee callee = call(call, depth);
                if (callee == null) {
                    continue;
                }
                BpelFault fault = callee.outcome().fault();
                if (fault != null && (call.oneWay() || fault.name().equals(ROLLBACK))) {
                    callee.count(call, true);
                    callees.add(callee);
                    return undone(engine.fail(process.process(), work, fault), callees);
                }
                callees.add(callee);
                ExchangeReply reply = reply(call, callee.outcome());
                if (reply != null) {
                    replies.add(Message.reply(call, store.newId(), call.span(), clock.instant())
                            .fault(reply.fault(), reply.reason())
                            .payload(reply.payload())
                            .build());
                }
                if (reply != null || call.oneWay()) {
                    callee.count(call, reply != null && reply.fault() != null);
                    sum = sum.without(call.key());
                }
            }
            if (replies.isEmpty() || sum.state().ended()) {
                break;
            }
            outcome = engine.step(process.process(), work.after(sum, replies), watch);
            fresh = outcome.transition().calls();
            sum = sum.then(outcome.transition());
        }
        if (callees.isEmpty()) {
            return new SharedStep(outcome, List.of());
        }
        Outcome all = new Outcome(sum, outcome.fault());
        return sum.state() == FlowState.FAULTED ? undone(all, callees) : done(all, callees);
    }

    /** Carries a call out within the step; null where it is to be carried out after the commit, as any other. */
    private @Nullable Callee call(Call call, int depth) {
        Destination destination;
        try {
            destination = source.destination(call);
        } catch (DeliveryException e) {
            return null;
        }
        if (!(destination instanceof ProcessDestination callee) || !callee.joins(call.operation(), call.oneWay())) {
            return null;
        }
        long began = System.nanoTime();
        long span = store.newId();
        DeliveryContext context = calls.context(call);
        context.record(
                Kind.CALL_SENT,
                span,
                call.span(),
                call.component(),
                call.operation(),
                "to " + callee.describe() + " in the same transaction");
        InboundMessage intake;
        try {
            intake = callee.validIntake(new Delivery(
                    context, "", span, call.operation(), call.oneWay(), MessageValue.fromBytes(call.payload())));
        } catch (BpelFault e) {
            return null;
        }
        SharedStep shared = step(callee.process(), callee.first(intake), depth + 1);
        if (isForPolicies(call, shared.outcome().fault())) {
            return null;
        }
        Transition first = shared.transition();
        ComponentStatistics statistics = callee.process().statistics();
        List<AuditEvent> events = new ArrayList<>(intake.audit());
        if (callee.policies().inMemory()) {
            if (!first.state().ended() || !first.calls().isEmpty()) {
                return null;
            }
            if (callee.policies().completion().keeps(first.state() == FlowState.FAULTED)) {
                events.addAll(first.audit());
            }
            return new Callee(null, events, shared.outcome(), shared, statistics, began);
        }
        InstanceStart beginning = new InstanceStart(intake, first);
        events.addAll(first.audit());
        return new Callee(beginning, events, shared.outcome(), shared, statistics, began);
    }

    /** True for a fault about which a policy decides: the callee then runs on its own, as any that a policy may repeat. */
    private boolean isForPolicies(Call call, @Nullable BpelFault fault) {
        if (fault == null || fault.name().equals(ROLLBACK)) {
            return false;
        }
        GuardedCall guard = source.guard(call);
        if (guard == null) {
            return true; // undeployed at this moment: the call waits for its composite, on its own
        }
        MessageValue data = fault.data();
        return guard.policies()
                .intervenes(
                        guard.site(),
                        new RaisedFault(
                                fault.name(),
                                data == null ? new MessageValue() : data,
                                String.valueOf(fault.getMessage())));
    }

    /** A callee's answer; null where there is none yet. A fault that nothing caught counts before an earlier reply. */
    private static @Nullable ExchangeReply reply(Call call, Outcome outcome) {
        if (call.oneWay()) {
            return null;
        }
        ExchangeId exchange = new ExchangeId.OfCall(call.key());
        BpelFault fault = outcome.fault();
        if (fault != null) {
            MessageValue data = fault.data();
            return new ExchangeReply(
                    exchange,
                    fault.name().toString(),
                    String.valueOf(fault.getMessage()),
                    (data == null ? new MessageValue() : data).toBytes());
        }
        for (ExchangeReply reply : outcome.transition().replies()) {
            if (reply.exchange().equals(exchange)) {
                return reply;
            }
        }
        return null;
    }

    private static SharedStep done(Outcome outcome, List<Callee> callees) {
        List<InstanceStart> beginnings = new ArrayList<>();
        List<AuditEvent> events = new ArrayList<>();
        for (Callee callee : callees) {
            if (callee.beginning() == null) {
                events.addAll(callee.events());
            } else {
                beginnings.add(callee.beginning());
            }
            beginnings.addAll(callee.shared().callees());
        }
        return new SharedStep(with(outcome, events), beginnings);
    }

    /** Keeps of callees only the history, of the step itself its end without calls and signals. */
    private static SharedStep undone(Outcome outcome, List<Callee> callees) {
        List<AuditEvent> events = new ArrayList<>();
        for (Callee callee : callees) {
            events.addAll(callee.events());
            callee.shared().callees().forEach(further -> {
                events.addAll(further.inbound().audit());
                events.addAll(further.firstStep().audit());
            });
        }
        return new SharedStep(with(withoutEffects(outcome), events), List.of());
    }

    /** An end by a fault as if nothing had been sent in its step. */
    static Outcome withoutEffects(Outcome outcome) {
        return new Outcome(outcome.transition().withoutEffects(), outcome.fault());
    }

    private static Outcome with(Outcome outcome, List<AuditEvent> events) {
        return new Outcome(outcome.transition().withAudit(events), outcome.fault());
    }
}
