package dev.weir.bpel.activity;

import dev.weir.bpel.activity.LinkStatus.Join;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.bpel.event.InstanceEvent;
import dev.weir.bpel.event.InstanceEvent.ActivityActivated;
import dev.weir.bpel.event.InstanceEvent.ActivityEnded;
import dev.weir.bpel.event.InstanceEvent.CallMade;
import dev.weir.bpel.event.InstanceEvent.InstanceCreated;
import dev.weir.bpel.event.InstanceEvent.MasterKnown;
import dev.weir.bpel.event.InstanceEvent.PhaseEntered;
import dev.weir.bpel.event.InstanceEvent.ProgressNoted;
import dev.weir.bpel.event.InstanceEvent.RequestClosed;
import dev.weir.bpel.event.InstanceEvent.ScopeCompleted;
import dev.weir.bpel.event.InstanceEvent.SuspensionChanged;
import dev.weir.bpel.event.InstanceEvent.WaitChanged;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.PartnerLink;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.ActivityInstance.Awaited;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.OpenRequest;
import dev.weir.bpel.instance.Phase;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One step of one instance, from one wait to the next. It is a loop over a queue, whatever the nesting of the process:
 * the queue holds activities to start, and news for activities whose children have ended. When it is empty, the next
 * message or alarm that some activity waits for goes in; when there is none, the step is over.
 *
 * <p>Activities act on the instance through this class only: it turns what they do into events, applies them, and
 * collects what the outside world is to see after the commit.
 */
public final class InstanceStep {
    /** Activities started in one step; a loop that goes on is continued in the next, so that none takes too long. */
    static final int MAX_STARTS = 10_000;

    private static final String CONTINUE = "continue";

    /** What is to be done next in the instance. */
    private sealed interface Task {}

    private record Start(int activity) implements Task {}

    private record ChildCompleted(int parent, boolean successful) implements Task {}

    private record Raise(int activity, Fault fault) implements Task {}

    private final ProcessGraph graph;
    private final ClaimedInstance work;
    /** The time by which this step decides; the audit alone asks the clock again. */
    private final Instant now;

    private final InstantSource clock;
    private final LongSupplier ids;
    private final Instance instance;
    private final Inbox inbox;
    private final Deque<Task> queue = new ArrayDeque<>();
    private final List<Task> following = new ArrayList<>();
    private int starts;
    private FlowState state = FlowState.RUNNING;
    private @Nullable Fault end;

    private final Effects effects;
    private final StepAudit history;
    private final Termination stopping = new Termination(this);

    /** Hears of every event, in order. */
    private final Consumer<InstanceEvent> witness;

    private InstanceStep(
            ProcessGraph graph,
            ClaimedInstance work,
            InstantSource clock,
            LongSupplier ids,
            Consumer<InstanceEvent> witness) {
        this.graph = graph;
        this.work = work;
        this.witness = witness;
        this.clock = clock;
        this.now = clock.instant();
        this.ids = ids;
        this.instance = work.isNew() ? Instance.fresh(graph) : Instance.stored(graph, work.state());
        this.effects = new Effects(work, now, ids);
        this.inbox = new Inbox(work, instance, effects);
        this.history = new StepAudit(graph, work, instance, clock, ids);
    }

    /**
     * What a step came to.
     *
     * @param fault by which the instance ended; null where it did not end by one
     */
    public record Result(Transition transition, @Nullable Fault fault) {
        /** What the fault carries, as a message. */
        public @Nullable MessageValue data() {
            return fault == null ? null : Faults.payload(fault);
        }
    }

    /** Takes the instance as far as it goes. */
    public static Result run(ProcessGraph graph, ClaimedInstance work, InstantSource clock, LongSupplier ids) {
        return run(graph, work, clock, ids, event -> {});
    }

    /**
     * The same before a witness.
     *
     * @param witness hears of every event, in order: applied to the instance as it was, they make of it what it is after
     *     the step
     */
    public static Result run(
            ProcessGraph graph,
            ClaimedInstance work,
            InstantSource clock,
            LongSupplier ids,
            Consumer<InstanceEvent> witness) {
        InstanceStep step = new InstanceStep(graph, work, clock, ids, witness);
        step.begin();
        if (!step.instance.suspended()) {
            do {
                step.drain();
            } while (step.state == FlowState.RUNNING && step.starts <= MAX_STARTS && step.deliverNext());
        }
        return new Result(step.transition(), step.end);
    }

    /** Ends the instance where it stands by a fault that nothing in it can catch. */
    public static Result fail(
            ProcessGraph graph, ClaimedInstance work, Fault fault, InstantSource clock, LongSupplier ids) {
        InstanceStep step = new InstanceStep(graph, work, clock, ids, event -> {});
        step.begin();
        Message creator = step.inbox.creator();
        if (creator != null && step.inbox.holdsCreator()) {
            step.inbox.take(creator);
            ExchangeId exchange = creator.replyTo();
            if (exchange != null) {
                step.effects.reply(
                        exchange, fault.name().toString(), Faults.payload(fault).toBytes());
            }
        }
        step.end(FlowState.FAULTED, fault);
        return new Result(step.transition(), fault);
    }

    private void begin() {
        if (work.isNew()) {
            Message creator = inbox.creator();
            long span = ids.getAsLong();
            apply(new InstanceCreated(span, creator == null ? 0 : creator.span()));
            history.instance(Kind.INSTANCE_CREATED, creator == null ? null : creator.operation());
            String call = creator == null ? null : creator.conversation();
            if (call != null && graph.knowsMaster()) {
                apply(new MasterKnown(call));
            }
            apply(new ActivityActivated(instance.nextActivity(), 0, 0, 0, span));
            queue.add(new Start(1));
            applyOperatorCommands();
        } else {
            applyOperatorCommands();
            for (ActivityInstance activity : instance.active()) {
                if (activity.phase() == Phase.READY) {
                    queue.add(new Start(activity.id()));
                }
            }
            inbox.discardStrayReplies();
        }
        for (Timer timer : work.timers()) {
            if (timer.name().equals(CONTINUE)) {
                effects.endTimer(CONTINUE);
            }
        }
    }

    /** Carries out what operators have asked for, in their order, before anything else. */
    private void applyOperatorCommands() {
        for (Message message : inbox.commands()) {
            if (state != FlowState.RUNNING) {
                return;
            }
            inbox.take(message);
            OperatorCommand command = OperatorCommand.of(message);
            boolean suspend = command == OperatorCommand.SUSPEND;
            if (command == OperatorCommand.TERMINATE) {
                history.instance(Kind.INSTANCE_TERMINATED, "by an operator");
                answerAll(Fault.standard("missingReply", "the process was terminated by an operator"));
                state = FlowState.TERMINATED;
            } else if (instance.suspended() != suspend) {
                apply(new SuspensionChanged(suspend));
                history.instance(suspend ? Kind.INSTANCE_SUSPENDED : Kind.INSTANCE_RESUMED, null);
            }
        }
    }

    // The loop

    private void enqueueFollowing() {
        for (int i = following.size() - 1; i >= 0; i--) {
            queue.addFirst(following.get(i));
        }
        following.clear();
    }

    private void drain() {
        enqueueFollowing();
        List<Task> postponed = new ArrayList<>();
        for (Task task = queue.poll(); task != null && state == FlowState.RUNNING; task = queue.poll()) {
            if (task instanceof Start && starts > MAX_STARTS) {
                postponed.add(task);
            } else {
                perform(task);
                enqueueFollowing();
            }
        }
        if (!postponed.isEmpty() && state == FlowState.RUNNING) {
            effects.setTimer(new Timer(CONTINUE, now));
        }
    }

    /** What follows from a task comes before what was there already: one branch goes as far as it can, then the next. */
    private void then(Task task) {
        following.add(task);
    }

    private void perform(Task task) {
        if (task instanceof Start start) {
            ActivityInstance self = instance.find(start.activity());
            if (self != null && self.phase() == Phase.READY) {
                begin(self);
            }
        } else if (task instanceof ChildCompleted completed) {
            ActivityInstance self = instance.find(completed.parent());
            if (self != null && self.phase() == Phase.STOPPING) {
                if (self.children() == 0 && stopping.stopped(self)) {
                    then(new ChildCompleted(self.parent(), false));
                }
            } else if (self != null) {
                boolean successful = completed.successful();
                act(self, (behaviour, node) -> behaviour.childCompleted(this, self, node, successful));
            }
        } else if (task instanceof Raise raise) {
            ActivityInstance self = instance.find(raise.activity());
            if (self != null) {
                fault(self, raise.fault());
            }
        }
    }

    /** Starts an activity, unless links that enter it have no status yet, or its join condition does not hold. */
    private void begin(ActivityInstance self) {
        Node node = instance.node(self);
        Join join;
        try {
            join = LinkStatus.evaluateJoin(this, self, node);
        } catch (FaultException e) {
            fault(self, e.fault());
            return;
        }
        if (join == Join.WAITS) {
            return;
        }
        if (join == Join.HOLDS && isIsolated(self) && isolatedScopeIsActive()) {
            return;
        }
        starts++;
        if (join == Join.HOLDS) {
            act(self, (behaviour, same) -> behaviour.start(this, self, same));
        } else if (node.head().links().suppressJoinFailure()) {
            audit(Kind.ACTIVITY_SKIPPED, self, "join condition does not hold");
            leave(self);
            then(new ChildCompleted(self.parent(), true));
        } else {
            fault(self, Fault.standard("joinFailure", "the join condition does not hold"));
        }
    }

    /** Looks again whether an activity that has not started may start. */
    void startReady(ActivityInstance activity) {
        if (activity.phase() == Phase.READY) {
            then(new Start(activity.id()));
        }
    }

    // Isolated scopes of an instance run one at a time, which is one way to have them as if one after the other (12.8).

    private boolean isIsolated(ActivityInstance self) {
        return instance.node(self) instanceof Node.Scope scope && scope.isolated();
    }

    private boolean isolatedScopeIsActive() {
        return instance.active().stream().anyMatch(other -> other.phase() != Phase.READY && isIsolated(other));
    }

    private void wakeIsolatedScopes(ActivityInstance ended) {
        if (isIsolated(ended)) {
            instance.active().stream().filter(this::isIsolated).forEach(this::startReady);
        }
    }

    private interface Deed {
        void on(Behaviour<Node> behaviour, Node node);
    }

    private void act(ActivityInstance self, Deed deed) {
        try {
            Node node = instance.node(self);
            deed.on(Behaviours.of(node), node);
        } catch (FaultException e) {
            fault(self, e.fault());
        }
    }

    /** Gives the first message or alarm that some activity waits for to it; false where there is none. */
    private boolean deliverNext() {
        Inbox.Delivery delivery = inbox.next();
        if (delivery == null) {
            return false;
        }
        ActivityInstance self = delivery.activity();
        int branch = delivery.branch();
        Message message = delivery.message();
        withdraw(self);
        act(self, (behaviour, node) -> {
            if (message == null) {
                behaviour.timerFired(this, self, node, branch);
            } else if (delivery.ambiguous()) {
                ReceiveActivities.refuse(this, self, node, branch, message);
            } else {
                behaviour.messageArrived(this, self, node, branch, message);
            }
        });
        return true;
    }

    // What activities ask

    Instance instance() {
        return instance;
    }

    Instant now() {
        return now;
    }

    ComponentId component() {
        return work.component();
    }

    long instanceId() {
        return work.instance();
    }

    /** True as long as the message that starts the instance has not been received. */
    boolean awaitsCreator() {
        return inbox.holdsCreator();
    }

    boolean isCreator(Message message) {
        return message == inbox.creator();
    }

    /** True if that message fits. */
    boolean awaitsCreator(PartnerLink link, String operation) {
        return inbox.holdsCreator(link, operation);
    }

    // What activities do

    void apply(InstanceEvent event) {
        witness.accept(event);
        event.apply(instance);
    }

    /** The activity goes on through its children. */
    void run(ActivityInstance self, @Nullable String detail) {
        apply(new PhaseEntered(self.id(), Phase.RUNNING));
        audit(Kind.ACTIVITY_STARTED, self, detail);
    }

    /** Makes a child active; it starts when the queue comes to it. */
    ActivityInstance startChild(ActivityInstance self, Node child) {
        return startChild(self, child, instance.node(self) instanceof Node.Scope ? self.id() : self.scope());
    }

    /** The same in another scope than the activity's own: one that has completed and is compensated. */
    ActivityInstance startChild(ActivityInstance self, Node child, int scope) {
        int id = instance.nextActivity();
        apply(new ActivityActivated(id, child.id(), self.id(), scope, ids.getAsLong()));
        then(new Start(id));
        return instance.get(id);
    }

    /** A child that will not be run. */
    void skip(ActivityInstance self, Node child) {
        LinkStatus.eliminateDeadPath(this, self, child.id());
        history.skipped(self, child, now);
    }

    void note(ActivityInstance self, long... registers) {
        apply(new ProgressNoted(self.id(), registers));
    }

    void complete(ActivityInstance self, @Nullable String detail) {
        LinkStatus.fire(this, self, instance.node(self));
        LinkStatus.eliminateDeadPath(this, self, self.node());
        audit(Kind.ACTIVITY_COMPLETED, self, detail);
        withdraw(self);
        apply(mayBeCompensated(self) ? new ScopeCompleted(self.id()) : new ActivityEnded(self.id()));
        wakeIsolatedScopes(self);
        then(new ChildCompleted(self.parent(), self.phase() != Phase.HANDLING));
    }

    /** True for a scope that completes without a fault, in another one that does its own activity. */
    private boolean mayBeCompensated(ActivityInstance self) {
        ActivityInstance around = instance.find(self.scope());
        return instance.node(self) instanceof Node.Scope scope
                && scope.compensable()
                && self.phase() == Phase.RUNNING
                && around != null
                && around.phase() == Phase.RUNNING;
    }

    /** Ends an activity that did not complete. */
    void leave(ActivityInstance self) {
        LinkStatus.eliminateDeadPath(this, self, self.node());
        apply(new ActivityEnded(self.id()));
        wakeIsolatedScopes(self);
    }

    /** A terminated activity has ended, after those around it have begun to wait for that. */
    void terminated(ActivityInstance self) {
        leave(self);
        then(new ChildCompleted(self.parent(), false));
    }

    /** Ends an activity by the will of the one around it, which needs no news of it. */
    void endSilently(ActivityInstance self) {
        audit(Kind.ACTIVITY_COMPLETED, self, null);
        apply(new ActivityEnded(self.id()));
    }

    /**
     * The activity waits.
     *
     * @param timers those of the awaited names
     */
    void await(ActivityInstance self, Awaited awaited, List<Timer> timers, String detail) {
        if (self.phase() != Phase.WAITING) {
            apply(new PhaseEntered(self.id(), Phase.WAITING));
        }
        withdraw(self);
        apply(new WaitChanged(self.id(), awaited));
        effects.await(awaited, timers);
        history.waits(self, detail);
    }

    /** The activity waits for the same messages under other keys. */
    void resubscribe(ActivityInstance self, List<Subscription> messages) {
        effects.exchange(self.awaited().messages(), messages);
        apply(new WaitChanged(
                self.id(),
                new Awaited(messages, self.awaited().timers(), self.awaited().call())));
    }

    /** Ends all waiting of an activity. */
    void withdraw(ActivityInstance self) {
        Awaited awaited = self.awaited();
        if (awaited == ActivityInstance.NOTHING) {
            return;
        }
        effects.withdraw(awaited);
        history.waitsNoLonger(self);
        apply(new WaitChanged(self.id(), ActivityInstance.NOTHING));
    }

    /** Sends a message to a partner; returns the call's key. */
    CallKey call(
            ActivityInstance self,
            String partnerLink,
            String operation,
            boolean oneWay,
            @Nullable String address,
            byte[] payload) {
        int number = instance.nextCall();
        apply(new CallMade(number));
        CallKey key = new CallKey(work.instance(), number);
        effects.call(Call.of(key, work.ref(), partnerLink, operation)
                .span(self.span())
                .oneWay(oneWay)
                .address(address)
                .payload(payload)
                .due(now)
                .build());
        return key;
    }

    /** Sends a signal to whoever waits under its key. */
    void signal(ActivityInstance self, String label, String key) {
        effects.signal(self.span(), label, key);
    }

    /** Answers a request, which is then no longer open. */
    void reply(OpenRequest request, @Nullable String fault, byte[] payload) {
        apply(new RequestClosed(request));
        ExchangeId exchange = request.replyTo();
        if (exchange != null) {
            effects.reply(exchange, fault, payload);
        }
    }

    /** Ends an activity by a fault, which goes to the scope around it. */
    void fault(ActivityInstance self, Fault fault) {
        stopping.stopInside(self, Set.of());
        abandonCall(self);
        withdraw(self);
        audit(Kind.ACTIVITY_FAULTED, self, describe(fault));
        if (self.parent() == 0) {
            end(FlowState.FAULTED, fault);
            return;
        }
        boolean unheard = instance.get(self.parent()).phase().isUnwinding();
        boolean left = self.children() == 0;
        if (left) {
            leave(self);
        } else {
            apply(new PhaseEntered(self.id(), Phase.STOPPING));
        }
        ActivityInstance scope = instance.find(self.scope());
        if (unheard) {
            // What is around is being terminated, or has a fault already (section 12.6).
            if (left) {
                then(new ChildCompleted(self.parent(), false));
            }
        } else if (scope == null) {
            raise(stopping.callerOfCompensation(self), fault);
        } else if (instance.node(scope) instanceof Node.Scope node) {
            Behaviours.of(node).childFaulted(this, scope, node, self, fault);
        }
    }

    /** Like {@link #fault}, once the caller has returned, but before anything else. */
    void raise(ActivityInstance self, Fault fault) {
        then(new Raise(self.id(), fault));
    }

    void stopInside(ActivityInstance self, Set<Integer> faulted) {
        stopping.stopInside(self, faulted);
    }

    /** Nobody waits for the reply to an activity's call any more. */
    void abandonCall(ActivityInstance activity) {
        CallKey call = activity.awaited().call();
        if (call != null) {
            effects.dropCall(call);
        }
    }

    /** Ends the instance; who waits for a reply gets the fault, or is told that there is none. */
    void end(FlowState how, @Nullable Fault fault) {
        answerAll(fault != null ? fault : Fault.standard("missingReply", "the process has ended without a reply"));
        history.instance(
                switch (how) {
                    case COMPLETED -> Kind.INSTANCE_COMPLETED;
                    case FAULTED -> Kind.INSTANCE_FAULTED;
                    default -> Kind.INSTANCE_TERMINATED;
                },
                fault == null ? null : describe(fault));
        state = how;
        end = fault;
    }

    /** Whoever waits for the instance is given a fault, and it waits for nobody. */
    private void answerAll(Fault answer) {
        for (OpenRequest request : List.copyOf(instance.requests())) {
            reply(request, answer.name().toString(), Faults.payload(answer).toBytes());
        }
        for (ActivityInstance activity : instance.active()) {
            abandonCall(activity);
        }
    }

    private static String describe(Fault fault) {
        return fault.reason().isEmpty() ? fault.name().toString() : fault.name() + ": " + fault.reason();
    }

    // History

    /** @param detail what matters beside the kind of the activity; null for nothing */
    void audit(Kind kind, ActivityInstance self, @Nullable String detail) {
        history.activity(kind, self, detail);
    }

    /** What a scope's audit line says about a fault that it caught. */
    void auditCaught(ActivityInstance scope, Fault fault) {
        history.caught(scope, describe(fault));
    }

    void title(String title) {
        history.instance(Kind.INSTANCE_TITLED, title);
    }

    private Transition transition() {
        return state == FlowState.RUNNING
                ? effects.transition(instance, history.events())
                : effects.end(state, history.eventsOfTheEnd());
    }
}
