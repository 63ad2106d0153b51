package dev.weir.composite.dispatch;

import dev.weir.bpel.StateException;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.delivery.BackgroundWrites;
import dev.weir.composite.delivery.ComponentDirectory;
import dev.weir.composite.delivery.ComponentStep;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Failures;
import dev.weir.composite.delivery.OutgoingCalls;
import dev.weir.composite.delivery.RemoteFault;
import dev.weir.composite.delivery.StepWatch;
import dev.weir.composite.dispatch.Quarantine.Suspect;
import dev.weir.composite.log.FlowContext;
import dev.weir.store.AuditEvent;
import dev.weir.store.AuditSpan;
import dev.weir.store.Call;
import dev.weir.store.CallShares;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.store.FlowState;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Store.CommitOutcome;
import dev.weir.store.StoreClosedException;
import dev.weir.store.Transition;
import dev.weir.xml.tree.TreeMemory;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Claims instances that have work, and leases calls, from the store, and sees them to their end. One thread claims when
 * the store reports work or a timer is due. Pools of threads advance instances: those that begin apart from those that go
 * on; in each of them composites take turns. Calls are asynchronous. The number of instances and calls in flight is bounded, the rest waits in the store; by
 * {@link CallShares} a receiver that does not answer takes no more than a share of them. So is the heap that their messages
 * and states will take.
 */
public final class Dispatcher implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Dispatcher.class.getName());
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(30);
    /** How long timers may be late while more is due than there is room for. */
    private static final Duration SATURATED = Duration.ofMillis(50);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** So long a suspect has the server for itself: a step that never ends must not keep all others. */
    private static final Duration EXCLUSIVE = Duration.ofSeconds(30);

    private final Store store;
    private final InstantSource clock;
    private final ComponentDirectory components;
    private final WaitingCallers callers;
    private final OutgoingCalls outgoing;
    private final CallShares calls;

    private final LimitedExecutor system;
    private final Lane invoke;
    private final Lane resume;
    private final Memory memory = new Memory();
    private final Memory callMemory = new Memory();
    private final Thread scout;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean dirty = true;
    private boolean closing;

    private final Quarantine quarantine;
    /** Begin the suspects that are claimed or leased and wait until nothing else is being computed; the scout's own. */
    private final Deque<Runnable> suspects = new ArrayDeque<>();
    /** Calls that were leased and whose destinations have not yet let go of their threads. */
    private final AtomicInteger beginning = new AtomicInteger();
    /** While suspects wait, or one of them is at work, nothing else is claimed. Changed by the scout. */
    private volatile boolean exclusive;
    /** The {@link System#nanoTime} at which it began; the scout's own. */
    private long exclusiveSince;

    /** What was due then has been offered to all that had room. */
    private Instant offered = Instant.MIN;
    /** The failures of instances in trouble, by instance. */
    private final ConcurrentHashMap<Long, FailedInstance> failures = new ConcurrentHashMap<>();

    /** A pool, and how many instances are claimed for it: as many again as a few commits take on their way. */
    private static final class Lane {
        private static final int CLAIMED_PER_THREAD = 4;

        final LimitedExecutor pool;
        final AtomicInteger inFlight = new AtomicInteger();

        Lane(LimitedExecutor pool) {
            this.pool = pool;
        }

        int room() {
            return Math.max(0, CLAIMED_PER_THREAD * pool.limit() - inFlight.get());
        }
    }

    /** How much of the heap the trees of what is claimed may take, by the estimate of {@link TreeMemory}. */
    private static final class Memory {
        private static final long MOST = Runtime.getRuntime().maxMemory() / 4;

        private final AtomicLong taken = new AtomicLong();

        /** The bytes of messages and state for which there is room; of more than that one instance at least is let in. */
        long room() {
            return (MOST - taken.get()) / TreeMemory.ofDocument(1);
        }

        void take(long bytes) {
            taken.addAndGet(TreeMemory.ofDocument(bytes));
        }

        void give(long bytes) {
            taken.addAndGet(-TreeMemory.ofDocument(bytes));
        }
    }

    /** What one claimed instance takes of its lane and of the memory, until its step is committed. */
    private static final class Place {
        final Lane lane;
        private final Memory memory;
        private final long bytes;

        Place(Lane lane, Memory memory, long bytes) {
            this.lane = lane;
            this.memory = memory;
            this.bytes = bytes;
            lane.inFlight.incrementAndGet();
            memory.take(bytes);
        }

        void leave() {
            lane.inFlight.decrementAndGet();
            memory.give(bytes);
        }
    }

    /**
     * @param components whose instances are advanced
     * @param callers who wait in memory for their replies
     * @param outgoing carries out calls
     * @param quarantine knows what is not to be computed, or only alone
     */
    public Dispatcher(
            Store store,
            InstantSource clock,
            DispatchPools pools,
            WaitingCallers callers,
            ComponentDirectory components,
            OutgoingCalls outgoing,
            int maxCalls,
            Quarantine quarantine) {
        this.quarantine = quarantine;
        this.store = store;
        this.clock = clock;
        this.components = components;
        this.callers = callers;
        this.outgoing = outgoing;
        this.calls = new CallShares(maxCalls);
        this.system = pools.system();
        this.invoke = new Lane(pools.invoke());
        this.resume = new Lane(pools.resume());
        this.scout = new Thread(this::scout, "weir-dispatcher");
        this.scout.setDaemon(true);
    }

    public void start() {
        store.onReady(this::wake);
        scout.start();
    }

    /** Says that there may be something to do, also because the clock was moved. */
    public void wake() {
        lock.lock();
        try {
            dirty = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void scout() {
        while (awaitSomething()) {
            try {
                offered = clock.instant();
                takeWork();
            } catch (StoreClosedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "the store cannot be asked for work; asking again in a second", e);
                pause();
                wake();
            }
        }
    }

    /** Waits until there may be something to do; false when the dispatcher is to end. */
    private boolean awaitSomething() {
        if (!takeDirty() && !isClosing()) {
            Instant due = store.nextDue().orElse(Instant.MAX);
            lock.lock();
            try {
                // What is due and was not taken waits for room, and whoever makes room wakes this thread.
                long nanos = due.isAfter(offered) ? untilNanos(due) : SATURATED.toNanos();
                while (!closing && !dirty && nanos > 0) {
                    nanos = changed.awaitNanos(nanos);
                }
                dirty = false;
            } catch (InterruptedException e) {
                LOG.log(Level.ERROR, "the dispatcher was interrupted: no more work is taken until the next start");
                return false;
            } finally {
                lock.unlock();
            }
        }
        return !isClosing();
    }

    private boolean takeDirty() {
        lock.lock();
        try {
            boolean was = dirty;
            dirty = false;
            return was;
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    private long untilNanos(Instant due) {
        Instant now = clock.instant();
        if (!due.isAfter(now)) {
            return 0;
        }
        Instant latest = now.plus(LONGEST_SLEEP);
        return Duration.between(now, due.isBefore(latest) ? due : latest).toNanos();
    }

    private void takeWork() {
        if (!exclusive) {
            claim();
            leaseCalls();
            exclusive = !suspects.isEmpty();
            exclusiveSince = System.nanoTime();
        }
        if (exclusive && (!isComputing() || System.nanoTime() - exclusiveSince > EXCLUSIVE.toNanos())) {
            Runnable suspect = suspects.poll();
            exclusiveSince = System.nanoTime();
            if (suspect != null) {
                suspect.run();
            } else {
                exclusive = false;
                wake();
            }
        }
    }

    private boolean isComputing() {
        return invoke.inFlight.get() + resume.inFlight.get() + beginning.get() > 0;
    }

    private void claim() {
        int begin = invoke.room();
        int goOn = resume.room();
        long bytes = memory.room();
        if (begin + goOn == 0 || bytes <= 0) {
            return;
        }
        for (ClaimedInstance work : store.claim(begin, goOn, bytes, clock.instant())) {
            Suspect suspect = quarantine.suspect(work.instance());
            if (suspect != null && !suspect.held()) {
                suspects.add(() -> dispatch(work));
            } else {
                dispatch(work);
            }
        }
    }

    private void dispatch(ClaimedInstance work) {
        Place place = new Place(work.isNew() ? invoke : resume, memory, work.bytes());
        place.lane.pool.execute(
                work.component().composite(),
                () -> FlowContext.run(work.flow(), work.component(), () -> advance(work, place)));
    }

    private void leaseCalls() {
        long bytes = callMemory.room();
        if (calls.free() == 0 || bytes <= 0) {
            return;
        }
        for (Call call : store.leaseCalls(calls, bytes, clock.instant())) {
            callMemory.take(call.payload().length);
            AtomicBoolean taken = new AtomicBoolean(true);
            Runnable slot = () -> {
                if (taken.compareAndSet(true, false)) {
                    calls.leave(call.line());
                    callMemory.give(call.payload().length);
                    wake();
                }
            };
            Suspect suspect = quarantine.suspect(call.key());
            Runnable begin = () -> dispatch(call, suspect, slot);
            if (suspect != null && !suspect.held()) {
                suspects.add(begin);
            } else {
                begin.run();
            }
        }
    }

    private void dispatch(Call call, @Nullable Suspect suspect, Runnable slot) {
        beginning.incrementAndGet();
        system.execute(call.component().composite(), () -> {
            try {
                FlowContext.run(call.flow(), call.component(), () -> begin(call, suspect, slot));
            } finally {
                beginning.decrementAndGet();
                if (exclusive) {
                    wake();
                }
            }
        });
    }

    private void begin(Call call, @Nullable Suspect suspect, Runnable slot) {
        StepWatch watch = quarantine.watch(call);
        try {
            CompletionStage<Void> end = suspect != null && suspect.held()
                    ? outgoing.hold(call, suspect.why())
                    : watch.run(() -> outgoing.run(call, watch, slot));
            BackgroundWrites.logFailure(
                    end.thenRun(() -> {
                        quarantine.clear(call.key());
                        slot.run();
                    }),
                    "call " + call.key());
        } catch (RuntimeException | StackOverflowError e) {
            putBack(call, slot, e);
        } catch (OutOfMemoryError e) {
            Quarantine.IF_IT_GOES_ON.execute(() -> putBack(call, slot, e));
        }
    }

    private void putBack(Call call, Runnable slot, Throwable failure) {
        LOG.log(Level.ERROR, "call " + call.key() + " of " + call.component() + " could not be started", failure);
        Instant later = clock.instant().plus(LONGEST_PAUSE);
        BackgroundWrites.logFailure(store.retryCall(call, later, List.of()), "putting back call " + call.key());
        quarantine.clear(call.key());
        slot.run();
    }

    private void advance(ClaimedInstance work, Place place) {
        Suspect held = held(work.instance());
        if (held != null) {
            cannotAdvance(work, place, held.why(), null);
            return;
        }
        Runnable next;
        try {
            next = quarantine.watch(work).run(() -> step(work, place));
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            next = () -> cannotAdvance(work, place, "internal error", e);
        }
        next.run();
    }

    /** Computes a step; returns what is to be done with it. */
    private Runnable step(ClaimedInstance work, Place place) {
        ComponentStep step;
        try {
            DeployedComponent component = components.of(work.component(), work.definition());
            if (component == null) {
                return () -> waitForDeployment(work, place);
            }
            step = component.advance(work);
        } catch (StateException | DeliveryException e) {
            return () -> cannotAdvance(work, place, String.valueOf(e.getMessage()), null);
        }
        return step.callees().isEmpty()
                ? () -> commit(step.transition(), place)
                : () -> commitWithCallees(step, work, place);
    }

    /** It may be deployed before the pause is known to whoever takes up what waits for it. */
    private void waitForDeployment(ClaimedInstance work, Place place) {
        cannotAdvance(work, place, "it is not deployed", null);
        if (isDeployed(work)) {
            recover(instance -> instance == work.instance());
        }
    }

    private boolean isDeployed(ClaimedInstance work) {
        try {
            return components.of(work.component(), work.definition()) != null;
        } catch (DeliveryException e) {
            return false; // the next step says it
        }
    }

    private void commitWithCallees(ComponentStep step, ClaimedInstance work, Place place) {
        Transition transition = step.transition();
        BackgroundWrites.logFailure(
                store.startInstances(step.callees(), transition).whenComplete((committed, failure) -> {
                    if (failure == null && committed == CommitOutcome.STALE) {
                        // Somebody else is a callee's instance already: the calls go their usual way.
                        place.lane.pool.execute(work.component().composite(), () -> alone(step, work, place));
                    } else {
                        committed(transition, place, committed, failure);
                    }
                }),
                "a transition of instance " + work.instance());
    }

    /** An instance that an operator wants to end ends, although its process cannot be asked: nothing rests for ever. */
    private void cannotAdvance(ClaimedInstance work, Place place, String why, @Nullable Throwable failure) {
        Message end = work.messages().stream()
                .filter(OperatorCommand::isEnd)
                .findFirst()
                .orElse(null);
        if (end == null) {
            stepFailed(work, place, why, failure);
            return;
        }
        OperatorCommand command = Objects.requireNonNull(OperatorCommand.of(end));
        LOG.log(
                Level.WARNING,
                "instance {0} of {1} is ended by force: {2}",
                Long.toString(work.instance()),
                work.component(),
                why);
        List<ExchangeReply> replies = new ArrayList<>();
        List<AuditEvent> history = new ArrayList<>(List.of(forcedEnd(
                work,
                AuditEvent.Kind.INSTANCE_TERMINATED,
                0,
                work.component().name(),
                command.by(end) + ", by force: " + why)));
        for (Message message : work.messages()) {
            ExchangeId caller = message.replyTo();
            if (caller != null) {
                replies.add(RemoteFault.reply(caller, "the instance was terminated"));
            }
            if (!message.isSignal() && !message.keys().isEmpty()) {
                history.add(forcedEnd(
                        work,
                        AuditEvent.Kind.MESSAGE_DECIDED,
                        message.span(),
                        message.operation(),
                        "ended with instance " + work.instance() + ", which was terminated " + command.by(end)));
            }
        }
        commit(
                Transition.of(work)
                        .state(FlowState.TERMINATED)
                        .messagesConsumed(
                                work.messages().stream().map(Message::id).toList())
                        .replies(replies)
                        .audit(history)
                        .build(),
                place);
    }

    /** @param above the span of what has ended by it; 0 for the instance itself */
    private AuditEvent forcedEnd(ClaimedInstance work, AuditEvent.Kind kind, long above, String name, String detail) {
        return new AuditEvent(
                new AuditSpan(work.flow(), work.instance(), 0, above),
                clock.instant(),
                kind,
                work.component(),
                name,
                detail);
    }

    /** The step without those of its callees. */
    private void alone(ComponentStep step, ClaimedInstance work, Place place) {
        Transition transition;
        try {
            transition = quarantine.watch(work).run(step.alone());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            stepFailed(work, place, "internal error", e);
            return;
        }
        commit(transition, place);
    }

    private void commit(Transition transition, Place place) {
        BackgroundWrites.logFailure(
                store.commit(transition)
                        .whenComplete((committed, failure) -> committed(transition, place, committed, failure)),
                "a transition of instance " + transition.claimed().instance());
    }

    private void committed(Transition transition, Place place, CommitOutcome committed, @Nullable Throwable failure) {
        ClaimedInstance work = transition.claimed();
        if (failure != null) {
            stepFailed(work, place, "its step could not be stored", failure);
            return;
        }
        failures.remove(work.instance());
        quarantine.clear(work.instance());
        if (committed == CommitOutcome.STALE) {
            logOvertaken(work);
        } else {
            deliverReplies(transition);
        }
        workEnded(place);
    }

    private void deliverReplies(Transition transition) {
        List<AuditEvent> undelivered = new ArrayList<>(0);
        for (ExchangeReply reply : transition.replies()) {
            if (!callers.deliver(reply) && !reply.durable()) {
                ClaimedInstance claimed = transition.claimed();
                undelivered.add(new AuditEvent(
                        new AuditSpan(claimed.flow(), claimed.instance(), 0, 0),
                        clock.instant(),
                        AuditEvent.Kind.REPLY_UNDELIVERED,
                        claimed.component(),
                        "reply",
                        "the caller has gone"));
            }
        }
        if (!undelivered.isEmpty()) {
            BackgroundWrites.logFailure(store.audit(undelivered), "recording an undelivered reply");
        }
    }

    /** @param failure null where the reason is not to be looked for in the code */
    private void stepFailed(ClaimedInstance work, Place place, String why, @Nullable Throwable failure) {
        if (failure != null && Failures.cause(failure) instanceof StoreClosedException) {
            // The server stops: the step is run again after the next start.
            workEnded(place);
            return;
        }
        Instant now = clock.instant();
        Suspect held = held(work.instance());
        FailedInstance failed = failures.compute(work.instance(), (instance, before) -> {
            if (held != null) {
                return new FailedInstance(work, held.ends(), why, Instant.MAX);
            }
            int times = before == null ? 1 : before.failures() + 1;
            Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(times - 1, 16));
            Instant next = now.plus(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
            return new FailedInstance(work, times, why, next);
        });
        Instant next = failed.nextTry();
        if (held == null) {
            quarantine.clear(work.instance());
        }
        if (!store.release(work, next)) {
            // The step may have failed because another owner's has removed what it was to read.
            failures.remove(work.instance(), failed);
            logOvertaken(work);
            workEnded(place);
            return;
        }
        // It may be the store's thread that is here.
        FlowContext.run(
                work.flow(),
                work.component(),
                () -> LOG.log(
                        Level.ERROR,
                        "instance " + work.instance() + " of " + work.component() + " cannot be advanced; "
                                + (held != null
                                        ? "it is in quarantine: "
                                        : "next try in "
                                                + Duration.between(now, next).toSeconds() + " s: ")
                                + why,
                        failure));
        workEnded(place);
    }

    /** The suspect that an instance in quarantine is; null for all others. */
    private @Nullable Suspect held(long instance) {
        Suspect suspect = quarantine.suspect(instance);
        return suspect != null && suspect.held() ? suspect : null;
    }

    private static void logOvertaken(ClaimedInstance work) {
        LOG.log(Level.WARNING, "instance {0} was advanced by another claim", Long.toString(work.instance()));
    }

    /** The instances whose last step failed. */
    public List<FailedInstance> failed() {
        return List.copyOf(failures.values());
    }

    /** Lets all of them be tried again now, those in quarantine excepted. */
    public int recover() {
        return recover(instance -> held(instance) == null).size();
    }

    /** Lets those of a composite that was deployed right now be tried again now, those in quarantine excepted. */
    public void recover(CompositeRevision deployed) {
        recoverFailed(failed -> failed.work().component().composite().equals(deployed)
                && held(failed.work().instance()) == null);
    }

    /** Lets those of them be tried again now; what is in quarantine may only be ended by that. Returns which these are. */
    public List<Long> recover(LongPredicate instances) {
        return recoverFailed(failed -> instances.test(failed.work().instance()));
    }

    private List<Long> recoverFailed(Predicate<FailedInstance> which) {
        List<Long> recovered = new ArrayList<>();
        for (FailedInstance failed : failed()) {
            long instance = failed.work().instance();
            if (which.test(failed)) {
                failures.computeIfPresent(instance, (key, now) -> now.retriedAt(clock.instant()));
                store.release(failed.work(), clock.instant());
                recovered.add(instance);
            }
        }
        return recovered;
    }

    private void workEnded(Place place) {
        place.leave();
        wake();
    }

    /** Waits a second, by the dispatcher's clock or by the machine's, whichever is over first; less when it closes. */
    private void pause() {
        Instant end = clock.instant().plus(FIRST_PAUSE);
        lock.lock();
        try {
            long nanos = FIRST_PAUSE.toNanos();
            while (!closing && nanos > 0 && clock.instant().isBefore(end)) {
                nanos = changed.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts no more steps, and waits a few seconds for running ones; remaining work continues after the next start.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            scout.join(PATIENCE.toMillis());
            for (long end = System.nanoTime() + PATIENCE.toNanos();
                    invoke.inFlight.get() + resume.inFlight.get() > invoke.pool.exiting() + resume.pool.exiting();
                    Thread.sleep(5)) {
                if (System.nanoTime() > end) {
                    LOG.log(Level.WARNING, "some steps did not end in time; they are run again after the next start");
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
