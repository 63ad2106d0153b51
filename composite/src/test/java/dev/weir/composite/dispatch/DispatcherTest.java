package dev.weir.composite.dispatch;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.Partner;
import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.CallRunner;
import dev.weir.composite.delivery.CallTarget;
import dev.weir.composite.delivery.ComponentStep;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.statistics.ComponentStatistics;
import dev.weir.store.AuditLevels;
import dev.weir.store.Call;
import dev.weir.store.CallKey;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceRef;
import dev.weir.store.InstanceStart;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.RestingCall;
import dev.weir.store.StateRows;
import dev.weir.store.Store;
import dev.weir.store.Transition;
import dev.weir.store.sqlite.SqliteStore;
import dev.weir.testing.ManualTime;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the dispatcher tries again what failed, by a clock that the test moves. */
class DispatcherTest {
    private static final ComponentId COMPONENT = ComponentId.parse("default/Shop!1.0/M");

    @TempDir
    Path folder;

    private final ManualTime time = new ManualTime();
    /** When an instance was to be advanced. */
    private final List<Instant> tries = new CopyOnWriteArrayList<>();

    /** What another owner of an instance does while its step fails. */
    private Consumer<ClaimedInstance> rival = work -> {};

    /** What happens when a call's operation reaches its partner. */
    private Consumer<String> partner = operation -> {};

    private final Partner to = new Partner("the partner", delivery -> {
        partner.accept(delivery.operation());
        return CompletableFuture.completedFuture(Answer.TAKEN);
    });

    /** So often the component is asked for before it is deployed. */
    private final AtomicInteger undeployedFor = new AtomicInteger();

    private final AtomicInteger claims = new AtomicInteger();
    private final AtomicInteger claimsToFail = new AtomicInteger();
    private SqliteStore kept;
    private Store store;
    private Quarantine quarantine = Quarantine.inMemory();
    private DispatchPools pools;
    private Dispatcher dispatcher;

    @BeforeEach
    void open() {
        kept = SqliteStore.open(folder, time);
        store = (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("claim")
                            && claims.incrementAndGet() > 0
                            && claimsToFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        throw new IllegalStateException("no disk");
                    }
                    try {
                        return method.invoke(kept, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        pools = new DispatchPools(
                Runnable::run,
                new LimitedExecutor("system", 1),
                new LimitedExecutor("invoke", 4),
                new LimitedExecutor("engine", 1),
                new AcceptedMessageQuota(1));
        dispatcher = dispatcher();
        time.onAdvance(() -> dispatcher.wake());
    }

    private Dispatcher dispatcher() {
        DeployedComponent component = new FailingComponent();
        CallRunner calls = new CallRunner(store, time, to, 1, AuditLevels.PRODUCTION);
        return new Dispatcher(
                store,
                time,
                pools,
                new WaitingCallers(),
                (id, version) -> undeployedFor.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? null : component,
                calls,
                8,
                quarantine);
    }

    /** Its steps fail, and messages go to a partner. */
    private final class FailingComponent implements DeployedComponent {
        @Override
        public ComponentStep advance(ClaimedInstance work) {
            tries.add(time.instant());
            rival.accept(work);
            throw new DeliveryException("its version is gone", true);
        }

        @Override
        public Destination receiver(String service) {
            return to;
        }

        @Override
        public Destination callbacks(String reference) {
            return to;
        }

        @Override
        public Destination subscriber(XmlName event) {
            return to;
        }

        @Override
        public Destination destination(Call call, CallTarget target) {
            return to;
        }

        @Override
        public boolean awaits(String service, String operation) {
            return false;
        }

        @Override
        public ComponentStatistics statistics() {
            return ComponentStatistics.ofCounts(time);
        }
    }

    @AfterEach
    void close() {
        dispatcher.close();
        pools.close();
        kept.close();
    }

    private long accept() {
        return accept("m");
    }

    /** Returns the instance that the message creates. */
    private long accept(String key) {
        Message message = Message.to(COMPONENT, "client", "tell")
                .id(store.newId())
                .key(key)
                .flow(store.newId())
                .creates(store.newId())
                .payload(new byte[0])
                .received(time.instant())
                .build();
        store.accept(InboundMessage.of(message, COMPONENT.composite(), time.instant(), "", List.of()))
                .join();
        return message.creates();
    }

    @Test
    void aStepThatFailsIsTriedAgainAfterPausesThatDoubleUpToFiveMinutes() {
        accept();
        dispatcher.start();
        List<Instant> expected = new ArrayList<>();
        for (long pause : new long[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300}) {
            expected.add(time.instant());
            Instant next = time.instant().plusSeconds(pause);
            eventually(
                    "the next try is in " + pause + " s", () -> kept.nextDue().equals(Optional.of(next)));
            assertEquals(
                    pause,
                    Duration.between(time.instant(), dispatcher.failed().get(0).nextTry())
                            .toSeconds());
            time.advance(Duration.ofSeconds(pause));
        }
        eventually("the last try", () -> tries.size() > expected.size());
        assertEquals(expected, tries.subList(0, expected.size()));
    }

    @Test
    void aStepThatFailsWhileAnotherOwnerEndsTheInstanceLeavesNothingToRecover() {
        rival = work -> store.commit(Transition.of(work)
                        .state(FlowState.COMPLETED)
                        .messagesConsumed(
                                work.messages().stream().map(Message::id).toList())
                        .build())
                .join();
        accept();
        dispatcher.start();
        eventually("the step fails", () -> !tries.isEmpty());
        dispatcher.close();
        assertEquals(List.of(), dispatcher.failed());
    }

    @Test
    void anInstanceWhoseCompositeIsDeployedAgainGoesOnAtOnce() {
        undeployedFor.set(Integer.MAX_VALUE);
        accept();
        dispatcher.start();
        eventually("it waits", () -> dispatcher.failed().size() == 1);
        Instant next = dispatcher.failed().get(0).nextTry();
        assertEquals("it is not deployed", dispatcher.failed().get(0).why());

        undeployedFor.set(0);
        dispatcher.recover(new CompositeRevision("default", "Shop", "2.0"));
        assertEquals(next, dispatcher.failed().get(0).nextTry());
        dispatcher.recover(COMPONENT.composite());
        eventually("its step begins", () -> !tries.isEmpty());
    }

    @Test
    void anInstanceWhoseCompositeIsDeployedWhileItsStepFailsGoesOnAtOnce() {
        undeployedFor.set(1);
        accept();
        dispatcher.start();
        eventually("its step begins", () -> !tries.isEmpty());
    }

    /** So many processes in a row have ended while the instance was being advanced. */
    private void ended(long instance, int ends) {
        Path data = folder.resolve("steps");
        quarantine = Quarantine.open(data);
        for (int i = 0; i < ends; i++) {
            quarantine
                    .watch(new ClaimedInstance(
                            new InstanceRef(instance, 1, COMPONENT, ""), 0, StateRows.NONE, List.of(), List.of()))
                    .begin();
            quarantine = Quarantine.open(data);
        }
        dispatcher = dispatcher();
    }

    @Test
    void aSuspectIsAdvancedWithNoOtherBesideIt() {
        List<String> order = new CopyOnWriteArrayList<>();
        accept("first");
        long suspect = accept("suspect");
        accept("last");
        ended(suspect, 1);
        rival = work -> {
            String name = work.instance() == suspect ? "suspect" : "other";
            order.add(name + " begins");
            for (int i = 0; i < 20; i++) {
                dispatcher.wake();
                LockSupport.parkNanos(1_000_000);
            }
            order.add(name + " ends");
        };
        dispatcher.start();
        eventually("all have had a step", () -> order.size() == 6);
        int begins = order.indexOf("suspect begins");
        assertEquals("suspect ends", order.get(begins + 1));
        assertTrue(begins == 0 || begins == 4, "" + order);
        eventually(
                "it is none any more: its step has failed, but the process lives",
                () -> quarantine.suspect(suspect) == null);
    }

    @Test
    void oneInQuarantineIsNotAdvancedAndIsEndedByForce() {
        long instance = accept();
        ended(instance, 3);
        dispatcher.start();
        eventually("it is listed", () -> dispatcher.failed().size() == 1);
        FailedInstance held = dispatcher.failed().get(0);
        assertEquals(Instant.MAX, held.nextTry());
        time.advance(Duration.ofDays(300));
        assertEquals(0, dispatcher.recover());

        LiveInstance live = new LiveInstance(instance, held.work().flow(), COMPONENT);
        Message end = OperatorCommand.TERMINATE.message(store.newId(), live, time.instant(), "otto");
        store.accept(InboundMessage.of(end, COMPONENT.composite(), time.instant(), "", List.of()))
                .join();
        assertEquals(List.of(instance), dispatcher.recover(id -> id == instance));
        eventually(
                "it has ended",
                () -> store.flow(live.flow()),
                flow -> flow.orElseThrow().state() == FlowState.TERMINATED);
        eventually("it is forgotten", () -> quarantine.held().isEmpty());
        assertEquals(List.of(), tries);
    }

    /** Makes an instance that has ended, and left one-way calls of these operations. */
    private long leave(String... operations) {
        Message message = Message.to(COMPONENT, "client", "tell")
                .id(store.newId())
                .key(String.join(" ", operations))
                .flow(store.newId())
                .creates(store.newId())
                .received(time.instant())
                .build();
        ClaimedInstance work = ClaimedInstance.created(message, "");
        List<Call> calls = new ArrayList<>();
        for (String operation : operations) {
            calls.add(Call.of(new CallKey(work.instance(), calls.size()), work.ref(), "Out", operation)
                    .oneWay(true)
                    .payload(new MessageValue().toBytes())
                    .due(time.instant())
                    .build());
        }
        Transition end = Transition.of(work)
                .state(FlowState.COMPLETED)
                .messagesConsumed(List.of(message.id()))
                .calls(calls)
                .build();
        store.startInstances(
                        List.of(new InstanceStart(
                                InboundMessage.of(message, COMPONENT.composite(), time.instant(), "", List.of()), end)),
                        null)
                .join();
        return work.instance();
    }

    /** A process has ended while calls were carried out. */
    private void endedDuring(CallKey... calls) {
        Path data = folder.resolve("steps");
        quarantine = Quarantine.open(data);
        for (CallKey key : calls) {
            quarantine
                    .watch(Call.of(key, new InstanceRef(key.instance(), 1, COMPONENT, ""), "Out", "ask")
                            .build())
                    .begin();
        }
        quarantine = Quarantine.open(data);
        dispatcher = dispatcher();
    }

    @Test
    void suspectedCallsBeginOneAfterTheOtherAndBesideNoInstance() {
        List<String> order = new CopyOnWriteArrayList<>();
        long caller = leave("first", "second", "other");
        accept();
        Consumer<String> work = name -> {
            order.add(name + " begins");
            for (int i = 0; i < 20; i++) {
                dispatcher.wake();
                LockSupport.parkNanos(1_000_000);
            }
            order.add(name + " ends");
        };
        partner = work;
        rival = claimed -> work.accept("instance");
        endedDuring(new CallKey(caller, 0), new CallKey(caller, 1));
        pools.system().limit(4);
        dispatcher.start();
        eventually("all have had their turn", () -> order.size() == 8);
        for (String suspect : List.of("first", "second")) {
            assertEquals(suspect + " ends", order.get(order.indexOf(suspect + " begins") + 1), "" + order);
        }
        eventually(
                "they are none any more",
                () -> quarantine.suspect(new CallKey(caller, 0)) == null
                        && quarantine.suspect(new CallKey(caller, 1)) == null);
    }

    @Test
    void aCallInQuarantineComesToRestAndIsTriedWhenAnOperatorSaysSo() {
        CallKey call = new CallKey(leave("ask"), 0);
        for (int end = 0; end < 3; end++) {
            endedDuring(call);
        }
        List<String> reached = new CopyOnWriteArrayList<>();
        partner = reached::add;
        dispatcher.start();
        RestingCall resting = eventually("it rests", () -> store.restingCall(call), Optional::isPresent)
                .orElseThrow();
        assertEquals(
                "3 runs of the server in a row have ended during it",
                resting.fault().reason());
        assertEquals(List.of(), reached);
        eventually("it has left the quarantine", () -> quarantine.suspect(call) == null);

        assertTrue(store.wakeCall(resting.call(), null, List.of()).join());
        eventually("it is carried out", () -> reached.equals(List.of("ask")));
    }

    @Test
    void aStoreThatCannotBeAskedIsAskedAgain() {
        claimsToFail.set(3);
        accept();
        dispatcher.start();
        for (int i = 1; i <= 3; i++) {
            int asked = i;
            eventually("the store is asked", () -> claims.get() >= asked);
            time.advance(Duration.ofSeconds(1));
        }
        eventually("the work is taken", () -> !tries.isEmpty());
    }
}
