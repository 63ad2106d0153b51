package dev.weir.bpel.step;

import dev.weir.bpel.activity.Behaviours;
import dev.weir.bpel.activity.StepContext;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.bpel.data.ActivityData;
import dev.weir.bpel.data.Faults;
import dev.weir.bpel.event.InstanceEvent;
import dev.weir.bpel.event.InstanceEvent.ActivityActivated;
import dev.weir.bpel.event.InstanceEvent.ActivityEnded;
import dev.weir.bpel.event.InstanceEvent.CallMade;
import dev.weir.bpel.event.InstanceEvent.PhaseEntered;
import dev.weir.bpel.event.InstanceEvent.ProgressNoted;
import dev.weir.bpel.event.InstanceEvent.RequestClosed;
import dev.weir.bpel.event.InstanceEvent.ScopeCompleted;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.step.LinkStatus.Join;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The activities of an instance during a step: how they start children, wait, send and end. Each change is an event of the
 * {@link StepInstance}; what has to happen in other activities is queued in the {@link TaskQueue}, or leaves by {@link
 * Effects}.
 */
final class StepActivities implements StepContext {
    private final StepInstance step;
    private final Instance instance;
    private final Inbox inbox;
    private final Effects effects;
    private final StepAudit audit;
    private final TaskQueue tasks;
    private final Waits waits;
    private final LinkStatus links;
    private final IsolatedScopes isolated;
    private final Termination termination;

    private FlowState state = FlowState.RUNNING;
    private @Nullable Fault end;

    StepActivities(StepInstance step, Inbox inbox, Effects effects, StepAudit audit, TaskQueue tasks) {
        this.step = step;
        this.instance = step.instance();
        this.inbox = inbox;
        this.effects = effects;
        this.audit = audit;
        this.tasks = tasks;
        this.waits = new Waits(step, effects, audit);
        this.links = new LinkStatus(step, tasks);
        this.isolated = new IsolatedScopes(instance, tasks);
        this.termination = new Termination(this, waits, links, isolated);
    }

    // The step

    /** Whether the instance goes on; if not, how it has ended. */
    FlowState state() {
        return state;
    }

    /** The fault by which the instance has ended; null for none. */
    @Nullable Fault end() {
        return end;
    }

    /** Whether an activity that is READY may start: its links have a status, and no other isolated scope runs. */
    Join mayStart(ActivityInstance self) {
        Join join = links.evaluateJoin(self, instance.node(self));
        return join == Join.HOLDS && isolated.mustWait(self) ? Join.WAITS : join;
    }

    /** Ends an activity that does not start, because its join condition does not hold: for its parent it has completed. */
    void skipped(ActivityInstance self) {
        audit(Kind.ACTIVITY_SKIPPED, self, "join condition does not hold");
        termination.leave(self);
        tasks.follow(new Task.ChildCompleted(self.parent(), true));
    }

    /** A child of an activity that is STOPPING has ended. */
    void stoppingChildEnded(ActivityInstance self) {
        if (self.children() == 0 && termination.stopped(self)) {
            tasks.follow(new Task.ChildCompleted(self.parent(), false));
        }
    }

    /** Answers everyone who waits for the instance by a fault, and abandons the calls that it waits for. */
    void answerAll(Fault answer) {
        for (OpenRequest request : List.copyOf(instance.requests())) {
            reply(
                    request,
                    answer.name().toString(),
                    answer.reason(),
                    Faults.payload(answer).toBytes());
        }
        instance.active().forEach(waits::abandonCall);
    }

    /** The instance is ended from outside, and what has come for it and was not received ends with it. */
    void terminateInstance(OperatorCommand command, Message message) {
        audit.instance(Kind.INSTANCE_TERMINATED, command.by(message));
        Fault answer = Fault.standard("missingReply", "the process was terminated " + command.by());
        answerAll(answer);
        for (Message left : inbox.takeReceived()) {
            audit.ended(left, command.by(message));
            ExchangeId caller = left.replyTo();
            if (caller != null) {
                effects.reply(Faults.reply(caller, answer));
            }
        }
        state = FlowState.TERMINATED;
    }

    // The instance

    @Override
    public Instance instance() {
        return instance;
    }

    @Override
    public void apply(InstanceEvent event) {
        step.apply(event);
    }

    @Override
    public ActivityData data(ActivityInstance self) {
        return step.data(self);
    }

    @Override
    public ComponentId component() {
        return step.component();
    }

    @Override
    public Instant now() {
        return step.now();
    }

    // Lifecycle

    @Override
    public void started(ActivityInstance self, @Nullable String detail) {
        apply(new PhaseEntered(self.id(), Phase.RUNNING));
        audit(Kind.ACTIVITY_STARTED, self, detail);
    }

    @Override
    public ActivityInstance startChild(ActivityInstance self, Node child) {
        return startChild(self, child, instance.node(self) instanceof Node.Scope ? self.id() : self.scope());
    }

    @Override
    public ActivityInstance startChild(ActivityInstance self, Node child, int scope) {
        int id = instance.nextActivity();
        apply(new ActivityActivated(id, child.id(), self.id(), scope, step.newId()));
        audit.created(id);
        tasks.follow(new Task.Start(id));
        return instance.get(id);
    }

    @Override
    public void skip(ActivityInstance self, Node child) {
        links.eliminateDeadPath(self, child.id());
        audit.skipped(self, child, now());
    }

    @Override
    public void setRegisters(ActivityInstance self, long... registers) {
        apply(new ProgressNoted(self.id(), registers));
    }

    @Override
    public void complete(ActivityInstance self, @Nullable String detail) {
        links.fire(self, instance.node(self));
        links.eliminateDeadPath(self, self.node());
        audit(Kind.ACTIVITY_COMPLETED, self, detail);
        withdraw(self);
        apply(mayBeCompensated(self) ? new ScopeCompleted(self.id()) : new ActivityEnded(self.id()));
        // The parent first: a forEach counts this branch before others that have waited for it run and end.
        tasks.follow(new Task.ChildCompleted(self.parent(), self.phase() != Phase.HANDLING));
        isolated.ended(self);
    }

    /** True for a scope that completes without a fault, inside of one that does its own activity. */
    private boolean mayBeCompensated(ActivityInstance self) {
        ActivityInstance around = instance.find(self.scope());
        return instance.node(self) instanceof Node.Scope scope
                && scope.compensable()
                && self.phase() == Phase.RUNNING
                && around != null
                && around.phase() == Phase.RUNNING;
    }

    @Override
    public void endSilently(ActivityInstance self) {
        audit(Kind.ACTIVITY_COMPLETED, self, null);
        apply(new ActivityEnded(self.id()));
    }

    @Override
    public void restart(ActivityInstance self) {
        Node node = instance.node(self);
        ActivityInstance parent = instance.get(self.parent());
        GivenByParent given = GivenByParent.of(instance, self, instance.node(parent));
        audit(Kind.ACTIVITY_FAULTED, self, "begins again");
        apply(new ActivityEnded(self.id()));
        isolated.ended(self);
        given.passTo(startChild(parent, node, self.scope()).id(), this);
    }

    @Override
    public void endTerminated(ActivityInstance self) {
        termination.leave(self);
        tasks.follow(new Task.ChildCompleted(self.parent(), false));
    }

    @Override
    public void fault(ActivityInstance self, Fault fault) {
        terminateInside(self, Set.of());
        waits.abandonCall(self);
        withdraw(self);
        audit(Kind.ACTIVITY_FAULTED, self, describe(fault));
        if (self.parent() == 0) {
            endInstance(FlowState.FAULTED, fault);
            return;
        }
        boolean ignored = instance.get(self.parent()).phase().isUnwinding();
        boolean ended = self.children() == 0;
        if (ended) {
            termination.leave(self);
        } else {
            apply(new PhaseEntered(self.id(), Phase.STOPPING));
        }
        ActivityInstance scope = instance.find(self.scope());
        if (ignored) {
            // The parent is being terminated, or has a fault already: it gets no other (section 12.6).
            if (ended) {
                tasks.follow(new Task.ChildCompleted(self.parent(), false));
            }
        } else if (scope == null) {
            faultLater(termination.callerOfCompensation(self), fault);
        } else if (instance.node(scope) instanceof Node.Scope node) {
            Behaviours.of(node).childFaulted(this, scope, node, self, fault);
        }
    }

    @Override
    public void faultLater(ActivityInstance self, Fault fault) {
        tasks.follow(new Task.Raise(self.id(), fault));
    }

    @Override
    public void terminateInside(ActivityInstance self, Set<Integer> faulted) {
        termination.terminateInside(self, faulted);
    }

    @Override
    public void endInstance(FlowState how, @Nullable Fault fault) {
        answerAll(fault != null ? fault : Fault.standard("missingReply", "the process has ended without a reply"));
        if (how == FlowState.FAULTED) {
            audit.failed(fault == null ? "" : describe(fault));
        } else {
            audit.instance(
                    how == FlowState.COMPLETED ? Kind.INSTANCE_COMPLETED : Kind.INSTANCE_TERMINATED,
                    fault == null ? null : describe(fault));
        }
        state = how;
        end = fault;
    }

    // Waiting

    @Override
    public void await(ActivityInstance self, Awaited awaited, List<Timer> timers, String detail) {
        waits.await(self, awaited, timers, detail);
    }

    @Override
    public void resubscribe(ActivityInstance self, List<Subscription> messages) {
        waits.resubscribe(self, messages);
    }

    @Override
    public void withdraw(ActivityInstance self) {
        waits.withdraw(self);
    }

    @Override
    public boolean awaitsCreator() {
        return inbox.holdsCreator();
    }

    @Override
    public boolean awaitsCreator(PartnerLink link, String operation) {
        return inbox.holdsCreator(link, operation);
    }

    @Override
    public boolean isCreator(Message message) {
        return message == inbox.creator();
    }

    // Messages

    @Override
    public CallKey call(
            ActivityInstance self,
            String partnerLink,
            String operation,
            boolean oneWay,
            @Nullable String address,
            byte[] payload) {
        int number = instance.nextCall();
        apply(new CallMade(number));
        CallKey key = new CallKey(step.claimed().instance(), number);
        effects.call(Call.of(key, step.claimed().ref(), partnerLink, operation)
                .span(self.span())
                .oneWay(oneWay)
                .address(address)
                .payload(payload)
                .due(now())
                .build());
        return key;
    }

    @Override
    public void reply(OpenRequest request, @Nullable String fault, @Nullable String reason, byte[] payload) {
        apply(new RequestClosed(request));
        ExchangeId exchange = request.replyTo();
        if (exchange != null) {
            effects.reply(new ExchangeReply(exchange, fault, reason, payload));
        }
    }

    @Override
    public void signal(ActivityInstance self, String label, String key) {
        effects.signal(self.span(), label, key);
    }

    // Audit

    @Override
    public void audit(Kind kind, ActivityInstance self, @Nullable String detail) {
        audit.activity(kind, self, detail);
    }

    @Override
    public void auditPayload(ActivityInstance self, Supplier<byte[]> bytes) {
        audit.payload(self, bytes);
    }

    @Override
    public void auditCaught(ActivityInstance scope, Fault fault) {
        audit.caught(scope, describe(fault));
    }

    private static String describe(Fault fault) {
        return fault.reason().isEmpty() ? fault.name().toString() : fault.name() + ": " + fault.reason();
    }
}
