package dev.weir.bpel.step;

import dev.weir.bpel.activity.Behaviour;
import dev.weir.bpel.activity.Behaviours;
import dev.weir.bpel.activity.ReceivedMessages;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.bpel.data.Faults;
import dev.weir.bpel.event.InstanceEvent;
import dev.weir.bpel.event.InstanceEvent.ActivityActivated;
import dev.weir.bpel.event.InstanceEvent.InstanceCreated;
import dev.weir.bpel.event.InstanceEvent.MasterKnown;
import dev.weir.bpel.event.InstanceEvent.SuspensionChanged;
import dev.weir.bpel.graph.Node;
import dev.weir.bpel.graph.ProcessGraph;
import dev.weir.bpel.instance.ActivityInstance;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.FaultException;
import dev.weir.bpel.instance.Instance;
import dev.weir.bpel.instance.Phase;
import dev.weir.bpel.step.LinkStatus.Join;
import dev.weir.store.AuditEvent.Kind;
import dev.weir.store.AuditLevels;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.Message;
import dev.weir.store.Subscription;
import dev.weir.store.Timer;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One step of one instance, from one wait to the next. It is a loop: tasks are performed until there are none left; then
 * the first message or alarm that some activity waits for goes to that activity, which leads to new tasks. The step is over
 * when nothing has come that anyone waits for, or when the instance has ended.
 *
 * <p>A step is used by one thread, and once.
 */
public final class InstanceStep {
    /** The timer, due at once, by which the next step goes on where one has spent its {@link StepBudget}. */
    private static final String CONTINUE = "continue";

    private final ProcessGraph graph;
    private final ClaimedInstance claimed;
    private final LongSupplier ids;
    private final Instance instance;
    private final StepInstance step;
    private final Effects effects;
    private final Inbox inbox;
    private final StepAudit audit;
    private final TaskQueue tasks = new TaskQueue();
    private final StepActivities activities;
    private final StepBudget budget = new StepBudget();
    /** Null where nobody wants to know. */
    private final @Nullable StepTimes times;

    /** What the store holds of these when the step begins, but for those by which a message has come. */
    private Map<String, Subscription> early = Map.of();

    private InstanceStep(
            ProcessGraph graph,
            ClaimedInstance claimed,
            InstantSource clock,
            LongSupplier ids,
            AuditLevels levels,
            @Nullable StepTimes times,
            Consumer<InstanceEvent> witness) {
        this.graph = graph;
        this.claimed = claimed;
        this.ids = ids;
        this.times = times;
        // The step decides by one time; only the audit reads the clock again.
        var now = clock.instant();
        this.instance = claimed.isNew() ? Instance.fresh(graph) : Instance.stored(graph, claimed.state());
        this.effects = new Effects(claimed, now, ids);
        this.inbox = new Inbox(claimed, instance, effects);
        this.audit = new StepAudit(
                graph, claimed, instance, clock, ids, levels.of(claimed.component()), levels.mostActivities());
        this.step = new StepInstance(claimed, instance, now, audit, ids, witness);
        this.activities = new StepActivities(step, inbox, effects, audit, tasks);
    }

    /**
     * The result of a step.
     *
     * @param fault by which the instance ended; null where it did not end by one
     */
    public record Result(Transition transition, @Nullable Fault fault) {
        /** The fault's data as a message; null where there is no fault. */
        public @Nullable MessageValue data() {
            return fault == null ? null : Faults.payload(fault);
        }
    }

    /** Takes the instance as far as it goes, before a witness, and records all but payloads. */
    public static Result run(
            ProcessGraph graph,
            ClaimedInstance claimed,
            InstantSource clock,
            LongSupplier ids,
            Consumer<InstanceEvent> witness) {
        return run(graph, claimed, clock, ids, AuditLevels.PRODUCTION, null, witness);
    }

    /**
     * Takes the instance as far as it goes.
     *
     * @param levels what is recorded; asked once
     * @param times takes how long the step spends in each activity; null where nobody wants to know
     * @param witness sees every event, in order: applied to the instance as it was before the step, they make it what it
     *     is after the step
     */
    public static Result run(
            ProcessGraph graph,
            ClaimedInstance claimed,
            InstantSource clock,
            LongSupplier ids,
            AuditLevels levels,
            @Nullable StepTimes times,
            Consumer<InstanceEvent> witness) {
        InstanceStep step = new InstanceStep(graph, claimed, clock, ids, levels, times, witness);
        step.begin();
        if (!step.instance.suspended()) {
            do {
                step.performTasks();
            } while (step.isRunning() && !step.budget.isSpent() && step.deliverNext());
            if (step.isRunning() && step.budget.isSpent()) {
                // What has come may be for an activity that has not had it yet.
                step.effects.setTimer(new Timer(CONTINUE, step.step.now()));
            }
        }
        return step.result();
    }

    /** Ends the instance where it is, by a fault that nothing in it can catch. */
    public static Result fail(
            ProcessGraph graph,
            ClaimedInstance claimed,
            Fault fault,
            InstantSource clock,
            LongSupplier ids,
            AuditLevels levels) {
        InstanceStep step = new InstanceStep(graph, claimed, clock, ids, levels, null, event -> {});
        step.begin();
        Message creator = step.inbox.creator();
        if (creator != null && step.inbox.holdsCreator()) {
            step.inbox.take(creator);
            ExchangeId exchange = creator.replyTo();
            if (exchange != null) {
                step.effects.reply(Faults.reply(exchange, fault));
            }
        }
        step.activities.endInstance(FlowState.FAULTED, fault);
        return step.result();
    }

    private boolean isRunning() {
        return activities.state() == FlowState.RUNNING;
    }

    private Result result() {
        if (isRunning()) {
            effects.exchangeEarly(early, EarlyMessages.of(claimed.component(), instance), inbox);
        }
        Transition transition = isRunning()
                ? effects.transition(instance, audit.events())
                : effects.end(activities.state(), audit.eventsOfTheEnd());
        return new Result(transition, activities.end());
    }

    private void begin() {
        early = claimed.isNew() ? EarlyMessages.atTheStart(graph) : EarlyMessages.of(claimed.component(), instance);
        if (claimed.isNew()) {
            create();
            applyOperatorCommands();
        } else {
            applyOperatorCommands();
            for (ActivityInstance activity : instance.active()) {
                if (activity.phase() == Phase.READY) {
                    tasks.append(new Task.Start(activity.id()));
                }
            }
            inbox.discardStrayReplies();
        }
        for (Timer timer : claimed.timers()) {
            if (timer.name().equals(CONTINUE)) {
                effects.endTimer(CONTINUE);
            }
        }
    }

    /** The operation, and the dialect where it is not the standard. */
    private @Nullable String created(@Nullable Message creator) {
        String dialect = graph.trees().dialect().toString();
        if (creator == null || dialect.isEmpty()) {
            return creator == null ? null : creator.operation();
        }
        return creator.operation() + " (dialect " + dialect + ")";
    }

    private void create() {
        Message creator = inbox.creator();
        long span = ids.getAsLong();
        step.apply(new InstanceCreated(span, creator == null ? 0 : creator.span()));
        audit.instance(Kind.INSTANCE_CREATED, created(creator));
        String call = creator == null ? null : creator.conversation();
        if (call != null && graph.knowsMaster()) {
            step.apply(new MasterKnown(call));
        }
        int root = instance.nextActivity();
        step.apply(new ActivityActivated(root, 0, 0, 0, span));
        tasks.append(new Task.Start(root));
    }

    /** Carries out what operators have asked for, in their order, before anything else. */
    private void applyOperatorCommands() {
        for (Message message : inbox.commands()) {
            if (!isRunning()) {
                return;
            }
            inbox.take(message);
            OperatorCommand command = OperatorCommand.of(message);
            boolean suspend = command == OperatorCommand.SUSPEND;
            if (command == OperatorCommand.TERMINATE || command == OperatorCommand.ABORT) {
                activities.terminateInstance(command, message);
            } else if (command != null && instance.suspended() != suspend) {
                step.apply(new SuspensionChanged(suspend));
                audit.instance(suspend ? Kind.INSTANCE_SUSPENDED : Kind.INSTANCE_RESUMED, command.by(message));
            }
        }
    }

    // Tasks

    private void performTasks() {
        for (Task task = tasks.next(); task != null && isRunning(); task = tasks.next()) {
            // An activity that is not started stays READY, so that the next step starts it.
            if (!(task instanceof Task.Start) || !budget.isSpent()) {
                perform(task);
            }
        }
    }

    private void perform(Task task) {
        if (task instanceof Task.Start start) {
            ActivityInstance self = instance.find(start.activity());
            if (self != null && self.phase() == Phase.READY) {
                start(self);
            }
        } else if (task instanceof Task.ChildCompleted completed) {
            ActivityInstance self = instance.find(completed.parent());
            if (self != null && self.phase() == Phase.STOPPING) {
                activities.stoppingChildEnded(self);
            } else if (self != null) {
                boolean successful = completed.successful();
                call(self, (behaviour, node) -> behaviour.childCompleted(activities, self, node, successful));
            }
        } else if (task instanceof Task.Raise raise) {
            ActivityInstance self = instance.find(raise.activity());
            if (self != null) {
                activities.fault(self, raise.fault());
            }
        }
    }

    private void start(ActivityInstance self) {
        Join join;
        try {
            join = activities.mayStart(self);
        } catch (FaultException e) {
            activities.fault(self, e.fault());
            return;
        }
        if (join == Join.WAITS) {
            return;
        }
        budget.start();
        if (join == Join.HOLDS) {
            call(self, (behaviour, node) -> behaviour.start(activities, self, node));
        } else if (instance.node(self).head().links().suppressJoinFailure()) {
            activities.skipped(self);
        } else {
            activities.fault(self, Fault.standard("joinFailure", "the join condition does not hold"));
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
        activities.withdraw(self);
        call(self, (behaviour, node) -> {
            if (message == null) {
                behaviour.timerFired(activities, self, node, branch);
            } else if (delivery.ambiguous()) {
                ReceivedMessages.refuse(step, self, node, branch, message);
            } else {
                behaviour.messageArrived(activities, self, node, branch, message);
            }
        });
        return true;
    }

    /** Calls a method of an activity's behaviour; a fault that it throws ends the activity. */
    private void call(ActivityInstance self, BehaviourCall call) {
        Node node = instance.node(self);
        long began = times == null ? 0 : System.nanoTime();
        try {
            call.on(Behaviours.of(node), node);
        } catch (FaultException e) {
            activities.fault(self, e.fault());
        } finally {
            if (times != null) {
                times.add(self, node.head(), System.nanoTime() - began);
            }
        }
    }

    private interface BehaviourCall {
        void on(Behaviour<Node> behaviour, Node node);
    }
}
