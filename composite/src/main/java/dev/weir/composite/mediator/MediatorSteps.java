package dev.weir.composite.mediator;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.MessageHeaders;
import dev.weir.composite.message.Incoming;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevels;
import dev.weir.store.AuditSpan;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.FlowState;
import dev.weir.store.Message;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Advances mediator instances, which await callbacks: a step is a function of plan, claimed instance, clock and ids. An
 * instance ends when each of its rules has had its callback, or has waited long enough. Thread-safe.
 */
final class MediatorSteps {
    private final LongSupplier ids;
    private final InstantSource clock;
    private final AuditLevels levels;

    /**
     * @param ids fresh ids
     * @param levels what is recorded
     */
    MediatorSteps(LongSupplier ids, InstantSource clock, AuditLevels levels) {
        this.ids = ids;
        this.clock = clock;
        this.levels = levels;
    }

    /** Takes the callbacks that have come, gives up those that are due. */
    Transition advance(MediatorPlan plan, ClaimedInstance work) {
        return new Step(plan, work).run();
    }

    private final class Step {
        private final MediatorPlan plan;
        private final ClaimedInstance work;
        private final List<Long> consumed = new ArrayList<>();
        private final List<Call> calls = new ArrayList<>();
        private final List<AuditEvent> audit = new ArrayList<>();
        private final Set<String> timersEnded = new TreeSet<>();
        private AwaitedCallbacks state;
        private FlowState end = FlowState.RUNNING;
        private @Nullable MessageValue request;

        Step(MediatorPlan plan, ClaimedInstance work) {
            this.plan = plan;
            this.work = work;
            this.state = AwaitedCallbacks.read(work.state());
        }

        Transition run() {
            for (Message message : work.messages()) {
                OperatorCommand command = OperatorCommand.of(message);
                if (command != null) {
                    consumed.add(message.id());
                    obey(command, command.by(message));
                }
            }
            if (end == FlowState.RUNNING && !state.suspended()) {
                work.messages().stream()
                        .filter(message -> !consumed.contains(message.id()))
                        .forEach(this::take);
                work.timers().forEach(this::due);
                if (end == FlowState.RUNNING && state.rules().isEmpty()) {
                    end = FlowState.COMPLETED;
                }
            }
            return Transition.of(work)
                    .state(end)
                    .suspended(state.suspended())
                    .messagesConsumed(consumed)
                    .rowsPut(state.row())
                    .timersEnded(timersEnded)
                    .calls(calls)
                    .audit(audit)
                    .build();
        }

        private void obey(OperatorCommand command, String by) {
            switch (command) {
                case SUSPEND -> {
                    state = state.suspended(true);
                    record(Kind.INSTANCE_SUSPENDED, ids.getAsLong(), 0, "suspend", by);
                }
                case RESUME -> {
                    state = state.suspended(false);
                    record(Kind.INSTANCE_RESUMED, ids.getAsLong(), 0, "resume", by);
                }
                default -> {
                    end = FlowState.TERMINATED;
                    for (Message left : work.messages()) {
                        if (OperatorCommand.of(left) == null) {
                            consumed.add(left.id());
                            record(
                                    Kind.MESSAGE_DECIDED,
                                    ids.getAsLong(),
                                    left.span(),
                                    left.operation(),
                                    "ended with instance " + work.instance() + ", which was terminated " + by);
                        }
                    }
                    for (AwaitedCallbacks.Rule rule : state.rules()) {
                        record(
                                Kind.MEDIATOR_FAULTED,
                                ids.getAsLong(),
                                rule.span(),
                                state.operation(),
                                "terminated " + by);
                    }
                }
            }
        }

        private void take(Message message) {
            if (end != FlowState.RUNNING) {
                return;
            }
            consumed.add(message.id());
            AwaitedCallbacks.Rule rule = awaited(message);
            if (rule == null) {
                record(
                        Kind.REPLY_UNDELIVERED,
                        ids.getAsLong(),
                        message.span(),
                        message.operation(),
                        "no rule awaits it any more");
                return;
            }
            state = state.without(rule);
            timersEnded.add(rule.timer());
            MessageValue payload = MessageValue.fromBytes(message.payload());
            String fault = message.fault();
            if (fault != null) {
                String reason = message.reason();
                fail(
                        rule,
                        message.operation(),
                        "fault " + fault + (reason == null || reason.isEmpty() ? "" : ": " + reason));
                return;
            }
            long span = ids.getAsLong();
            try {
                Effect effect = rule(rule).calledBack(message.operation(), Incoming.of(payload));
                record(Kind.RULE_CHOSEN, span, rule.span(), "callback " + message.operation(), describe(effect));
                carryOut(effect, payload, span);
            } catch (MediatorException e) {
                fail(rule, message.operation(), String.valueOf(e.getMessage()));
            }
        }

        private AwaitedCallbacks.@Nullable Rule awaited(Message message) {
            for (AwaitedCallbacks.Rule rule : state.rules()) {
                if (new CallKey(work.instance(), rule.call()).toString().equals(message.conversation())) {
                    return rule;
                }
            }
            return null;
        }

        private void due(Timer timer) {
            timersEnded.add(timer.name());
            for (AwaitedCallbacks.Rule rule : state.rules()) {
                if (end == FlowState.RUNNING && rule.timer().equals(timer.name())) {
                    state = state.without(rule);
                    long span = ids.getAsLong();
                    try {
                        AppliedRule applied = rule(rule);
                        Effect effect = applied.timedOut();
                        record(Kind.RULE_CHOSEN, span, rule.span(), "no callback in time", describe(effect));
                        carryOut(effect, applied.initial(), span);
                    } catch (MediatorException e) {
                        fail(rule, "no callback in time", String.valueOf(e.getMessage()));
                    }
                }
            }
        }

        private AppliedRule rule(AwaitedCallbacks.Rule rule) {
            MessageValue made = request;
            if (made == null) {
                made = AwaitedCallbacks.request(work.state());
                request = made;
            }
            return plan.chosen(state.operation(), rule.index(), Incoming.of(made));
        }

        private void fail(AwaitedCallbacks.Rule rule, String name, String why) {
            end = FlowState.FAULTED;
            add(Kind.FLOW_FAULT, 0, 0, "", why);
            record(Kind.MEDIATOR_FAULTED, ids.getAsLong(), rule.span(), name, why);
        }

        private static String describe(Effect effect) {
            return effect instanceof Effect.Send send
                    ? "to " + send.reference()
                    : effect instanceof Effect.Callback callback ? "to the caller by " + callback.operation() : "taken";
        }

        private void carryOut(Effect effect, MessageValue from, long span) {
            if (effect instanceof Effect.Send send) {
                call(
                        send.reference(),
                        send.operation(),
                        MediatorCall.forward(!send.oneWay()).target(),
                        MessageHeaders.carried(from, send.message()),
                        span);
            } else if (effect instanceof Effect.Callback callback) {
                call(
                        MediatorHandover.SELF,
                        callback.operation(),
                        MediatorHandover.callerOf(state.callback()),
                        MessageHeaders.carried(from, callback.message()),
                        span);
            } else if (!(effect instanceof Effect.Nothing)) {
                throw new MediatorException("a callback leads to a reference, to the caller, or nowhere");
            }
        }

        private void call(String link, String operation, CallTarget target, MessageValue message, long span) {
            calls.add(Call.of(new CallKey(work.instance(), state.nextCall()), work.ref(), link, operation)
                    .span(span)
                    .oneWay(true)
                    .address(target.encode())
                    .payload(message.toBytes())
                    .due(clock.instant())
                    .build());
            state = state.afterCall();
        }

        private void record(Kind kind, long span, long parent, String name, @Nullable String detail) {
            if (levels.of(work.component()).keeps(kind)) {
                add(kind, span, parent, name, detail);
            }
        }

        private void add(Kind kind, long span, long parent, String name, @Nullable String detail) {
            audit.add(new AuditEvent(
                    new AuditSpan(work.flow(), work.instance(), span, parent),
                    clock.instant(),
                    kind,
                    work.component(),
                    name,
                    detail));
        }
    }
}
