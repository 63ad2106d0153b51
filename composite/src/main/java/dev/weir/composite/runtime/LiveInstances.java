package dev.weir.composite.runtime;

import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.dispatch.Dispatcher;
import dev.weir.composite.dispatch.FailedInstance;
import dev.weir.composite.dispatch.Quarantine;
import dev.weir.composite.dispatch.Quarantine.Suspect;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.InboundMessage;
import dev.weir.store.LiveInstance;
import dev.weir.store.Store;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The instances that have not ended, as operators see them and give them commands. Thread-safe. */
public final class LiveInstances {
    private static final Logger LOG = System.getLogger(LiveInstances.class.getName());
    private static final int COMMANDED_AT_ONCE = 1_000;

    private final Store store;
    private final Dispatcher dispatcher;
    private final Quarantine quarantine;
    private final Supplier<Deployed> deployed;
    private final InstantSource clock;

    LiveInstances(
            Store store,
            Dispatcher dispatcher,
            Quarantine quarantine,
            Supplier<Deployed> deployed,
            InstantSource clock) {
        this.store = store;
        this.dispatcher = dispatcher;
        this.quarantine = quarantine;
        this.deployed = deployed;
        this.clock = clock;
    }

    /** The instances whose last step failed, and those in quarantine. */
    public List<StuckInstance> stuck() {
        return stuck(dispatcher.failed(), quarantine.held());
    }

    /** Those of a flow and of those that joined it. */
    public List<StuckInstance> stuck(long flow) {
        List<FailedInstance> failed = dispatcher.failed();
        List<Suspect> held = quarantine.held();
        if (failed.isEmpty() && held.isEmpty()) {
            return List.of(); // as nearly always: the store is not asked
        }
        Set<Long> instances = instances(flow);
        return stuck(
                failed.stream()
                        .filter(each -> instances.contains(each.work().instance()))
                        .toList(),
                held.stream()
                        .filter(each -> instances.contains(each.instance()))
                        .toList());
    }

    private List<StuckInstance> stuck(List<FailedInstance> allFailed, List<Suspect> allHeld) {
        List<StuckInstance> stuck = new ArrayList<>();
        Set<Long> listed = new HashSet<>();
        for (FailedInstance failed : allFailed) {
            ClaimedInstance work = failed.work();
            listed.add(work.instance());
            boolean held = failed.nextTry().equals(Instant.MAX);
            stuck.add(new StuckInstance(
                    work.flow(),
                    work.instance(),
                    work.component(),
                    failed.failures(),
                    failed.why(),
                    held ? null : failed.nextTry()));
        }
        for (Suspect held : allHeld) {
            if (listed.contains(held.instance())) {
                continue;
            }
            for (LiveInstance live : store.liveInstances(held.flow())) {
                if (live.instance() == held.instance()) {
                    stuck.add(new StuckInstance(
                            live.flow(), live.instance(), live.component(), held.ends(), held.why(), null));
                }
            }
        }
        return stuck;
    }

    /** Lets those that are not in quarantine be tried again now; returns how many. */
    public int recover() {
        return dispatcher.recover();
    }

    /** Lets those of a flow be tried again now, also from quarantine; returns how many. */
    public int recover(long flow) {
        Set<Long> instances = instances(flow);
        Set<Long> recovered = new HashSet<>();
        for (long instance : instances) {
            if (quarantine.release(instance)) {
                recovered.add(instance);
            }
        }
        recovered.addAll(dispatcher.recover(instances::contains));
        return recovered.size();
    }

    private Set<Long> instances(long flow) {
        Set<Long> instances = new HashSet<>();
        store.liveInstances(flow).forEach(live -> instances.add(live.instance()));
        return instances;
    }

    /**
     * What became of a command.
     *
     * @param instances that got it
     * @param needless that were as it wants them already
     * @param undeployed that rest, by their composites, which are not deployed: nobody would carry it out, except an end
     */
    public record Commanded(int instances, int needless, Map<CompositeRevision, Integer> undeployed) {}

    /**
     * Sends a command to those live instances of a flow that it can change; returns when the command is stored. They carry
     * it out soon after.
     *
     * @param who gives it, for the history
     */
    public Commanded command(long flow, OperatorCommand command, String who) {
        return command(store.liveInstances(flow), command, who);
    }

    /** The same for those of several flows, stored together. */
    public Commanded command(Collection<Long> flows, OperatorCommand command, String who) {
        List<LiveInstance> instances = new ArrayList<>();
        flows.forEach(flow -> instances.addAll(store.liveInstances(flow)));
        return command(instances, command, who);
    }

    private Commanded command(List<LiveInstance> instances, OperatorCommand command, String who) {
        List<CompletableFuture<?>> stored = new ArrayList<>();
        Set<Long> commanded = new HashSet<>();
        Map<CompositeRevision, Integer> undeployed = byName();
        int needless = 0;
        for (LiveInstance live : instances) {
            CompositeRevision composite = live.component().composite();
            if (command != OperatorCommand.TERMINATE && deployed.get().served(composite) == null) {
                undeployed.merge(composite, 1, Integer::sum);
                continue;
            }
            if (!command.changes(live)) {
                needless++;
                continue;
            }
            commanded.add(live.instance());
            stored.add(store.accept(InboundMessage.of(
                    command.message(store.newId(), live, clock.instant(), who),
                    live.component().composite(),
                    clock.instant(),
                    "",
                    List.of())));
        }
        stored.forEach(CompletableFuture::join);
        // One whose steps fail would obey only when its pause is over.
        dispatcher.recover(commanded::contains);
        return new Commanded(stored.size(), needless, undeployed);
    }

    private static <T> Map<CompositeRevision, T> byName() {
        return new TreeMap<>(Comparator.comparing(CompositeRevision::toString));
    }

    /**
     * The live instances of composites that are not deployed, counted by composite. They rest until it is deployed again, or
     * an operator terminates them. Reads all live instances.
     */
    public Map<CompositeRevision, Long> abandoned() {
        Map<CompositeRevision, Long> abandoned = byName();
        store.liveComponents().forEach((component, instances) -> {
            if (deployed.get().served(component.composite()) == null) {
                abandoned.merge(component.composite(), instances, Long::sum);
            }
        });
        return abandoned;
    }

    /**
     * Terminates all live instances of a composite that is not deployed; returns how many, when the commands are stored.
     *
     * @param who does that, for the history
     * @throws IllegalArgumentException if it is deployed
     */
    public long terminateAbandoned(CompositeRevision composite, String who) {
        if (deployed.get().served(composite) != null) {
            throw new IllegalArgumentException(
                    composite + " is deployed: terminate its instances by their filter, or one by one");
        }
        long count = 0;
        for (ComponentId component : store.liveComponents().keySet()) {
            if (!component.composite().equals(composite)) {
                continue;
            }
            List<LiveInstance> some = store.liveInstances(component, 0, COMMANDED_AT_ONCE);
            while (!some.isEmpty()) {
                count += command(some, OperatorCommand.TERMINATE, who).instances();
                some = store.liveInstances(component, some.get(some.size() - 1).instance(), COMMANDED_AT_ONCE);
            }
        }
        return count;
    }

    /** Says in the log which rest, and which calls wait for their composites. */
    void reportAbandoned() {
        Map<CompositeRevision, Long> calls = byName();
        store.openCallLines(clock.instant()).forEach(each -> {
            CompositeRevision composite = each.line().component().composite();
            if (deployed.get().served(composite) == null) {
                calls.merge(composite, each.calls(), Long::sum);
            }
        });
        calls.forEach((composite, count) -> LOG.log(
                Level.WARNING,
                "calls of {0} wait for it, which is not deployed, {1} in all: deploy it again, or end them, see"
                        + " `weir calls --open --of {0}`",
                composite,
                count.toString()));
        abandoned()
                .forEach((composite, instances) -> LOG.log(
                        Level.WARNING,
                        "{0} instances of {1} rest, which is not deployed: deploy it again, or end them by"
                                + " `weir control terminate --composite {1}`",
                        instances.toString(),
                        composite));
    }
}
