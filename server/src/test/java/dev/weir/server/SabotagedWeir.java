package dev.weir.server;

import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.soap.http.PeerPolicy;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.InstanceStart;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.Store.AcceptOutcome;
import dev.weir.store.Store.CommitOutcome;
import dev.weir.store.Transition;
import dev.weir.store.sqlite.SqliteStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The server over a store with rivals: now and then two owners get the same work, as when one is taken for dead and is
 * not. This must do no harm. On top of it the store may do one thing wrong, which {@link WalksUnderKillsTest} must find.
 */
public final class SabotagedWeir {
    /** What is wrong with the store. */
    enum Sabotage {
        /** Nothing: there are only the rivals. */
        NONE,
        /** A step's rows are committed before its calls, alarms, subscriptions and signals. */
        EARLY_COMMIT,
        /** A message is acknowledged before it is committed. */
        EARLY_ACKNOWLEDGEMENT,
        /** What a mediator hands over, or an event's publication, is acknowledged before it is committed. */
        EARLY_HANDOVER,
        /** A step is committed although another owner has moved the instance on. */
        NO_VERSION_CHECK,
        /** A message that comes again is taken in again. */
        NO_DEDUPLICATION
    }

    /** Every one in so many is given to two owners. */
    private static final int RIVALS = 6;

    private static final Duration GAP = Duration.ofMillis(200);
    private static final Executor LATER = CompletableFuture.delayedExecutor(GAP.toMillis(), TimeUnit.MILLISECONDS);

    private final Store store;
    private final Sabotage sabotage;
    private final Random random;

    private SabotagedWeir(Store store, Sabotage sabotage, long seed) {
        this.store = store;
        this.sabotage = sabotage;
        this.random = new Random(seed);
    }

    /** Arguments: what is wrong, a seed, a composite; then {@code --NAME VALUE} as those of {@code weir run}. */
    public static void main(String[] arguments) throws InterruptedException {
        Sabotage sabotage = Sabotage.valueOf(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        Map<String, String> options = new HashMap<>();
        for (int i = 3; i < arguments.length; i += 2) {
            options.put(arguments[i], arguments[i + 1]);
        }
        String[] token = options.get("--token").split("=", 2);
        ServerSettings settings = new ServerSettings(
                List.of(Path.of(arguments[2])),
                "localhost",
                Integer.parseInt(options.get("--port")),
                Path.of(options.get("--data")),
                Map.of(token[0], token[1]),
                Duration.ofSeconds(45),
                1 << 20);
        String listed = options.get("--allow-callback");
        PeerPolicy callbacks = listed == null ? PeerPolicy.PUBLIC : PeerPolicy.PUBLIC.with(List.of(listed));
        WeirServer.start(
                settings.withRuntime(settings.runtime().withCallbacks(callbacks)),
                folder -> over(new SabotagedWeir(SqliteStore.open(folder), sabotage, seed)));
        System.out.println("ready     with " + sabotage);
        new CountDownLatch(1).await();
    }

    private static Store over(SabotagedWeir weir) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> weir.invoke(method, arguments));
    }

    private Object invoke(Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("accept")) {
            return accept((InboundMessage) arguments[0]);
        }
        if (method.getName().equals("startInstances") && sabotage != Sabotage.NONE) {
            return startInstances((List<?>) arguments[0], (Transition) arguments[1]);
        }
        if (method.getName().equals("commit")) {
            return commit((Transition) arguments[0]);
        }
        Object result;
        try {
            result = method.invoke(store, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        return method.getName().equals("claim") ? rivals((List<?>) result) : result;
    }

    private List<?> rivals(List<?> works) {
        List<Object> all = new ArrayList<>();
        for (Object work : works) {
            all.add(work);
            if (random.nextInt(RIVALS) == 0) {
                all.add(work);
            }
        }
        return all;
    }

    private CompletableFuture<AcceptOutcome> accept(InboundMessage intake) {
        return switch (sabotage) {
            case EARLY_ACKNOWLEDGEMENT -> {
                LATER.execute(() -> store.accept(intake));
                yield CompletableFuture.completedFuture(AcceptOutcome.NEW);
            }
            case NO_DEDUPLICATION -> store.accept(withoutKey(intake));
            default -> store.accept(intake);
        };
    }

    private CompletableFuture<CommitOutcome> startInstances(List<?> starts, Transition caller) {
        List<InstanceStart> all = starts.stream().map(InstanceStart.class::cast).toList();
        return switch (sabotage) {
            case EARLY_HANDOVER -> {
                LATER.execute(() -> store.startInstances(all, caller));
                yield CompletableFuture.completedFuture(CommitOutcome.DONE);
            }
            case NO_DEDUPLICATION -> {
                yield store.startInstances(
                        all.stream()
                                .map(start -> new InstanceStart(withoutKey(start.inbound()), start.firstStep()))
                                .toList(),
                        caller);
            }
            default -> store.startInstances(all, caller);
        };
    }

    private static InboundMessage withoutKey(InboundMessage intake) {
        Message message = intake.message();
        return message == null
                ? intake
                : intake.withMessage(message.toBuilder().key(null).build());
    }

    private CompletableFuture<CommitOutcome> commit(Transition step) {
        return switch (sabotage) {
            case EARLY_COMMIT -> step.state() == FlowState.RUNNING ? commitInTwo(step) : store.commit(step);
            case NO_VERSION_CHECK -> commitAnyhow(step, step.claimed().version());
            default -> store.commit(step);
        };
    }

    private CompletableFuture<CommitOutcome> commitInTwo(Transition step) {
        Transition rows = step.toBuilder()
                .timersSet(List.of())
                .subscriptionsAdded(List.of())
                .calls(List.of())
                .replies(List.of())
                .signals(List.of())
                .build();
        Transition rest = Transition.of(step.claimed())
                .state(step.state())
                .timersSet(step.timersSet())
                .subscriptionsAdded(step.subscriptionsAdded())
                .calls(step.calls())
                .replies(step.replies())
                .signals(step.signals())
                .build();
        return store.commit(rows)
                .thenComposeAsync(
                        committed -> committed == CommitOutcome.STALE
                                ? CompletableFuture.completedFuture(committed)
                                : commitAnyhow(rest, step.claimed().version() + 1),
                        LATER);
    }

    /** Commits a step whatever version its instance has by now. */
    private CompletableFuture<CommitOutcome> commitAnyhow(Transition step, long version) {
        return store.commit(at(step, version))
                .thenCompose(committed -> committed == CommitOutcome.STALE
                                && version < step.claimed().version() + 5
                        ? commitAnyhow(step, version + 1)
                        : CompletableFuture.completedFuture(committed));
    }

    private static Transition at(Transition step, long version) {
        return step.toBuilder(step.claimed().atVersion(version)).build();
    }
}
