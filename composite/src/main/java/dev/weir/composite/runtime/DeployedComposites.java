package dev.weir.composite.runtime;

import dev.weir.composite.assembly.Composite;
import dev.weir.composite.audit.AuditConfig;
import dev.weir.composite.delivery.BackgroundWrites;
import dev.weir.composite.delivery.ServiceEntry.Intake;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.deployment.Landscape;
import dev.weir.composite.deployment.Landscape.Revision;
import dev.weir.composite.deployment.LandscapeStore;
import dev.weir.composite.deployment.RevisionState;
import dev.weir.composite.deployment.Source;
import dev.weir.composite.dispatch.MessagesWithoutRevision;
import dev.weir.composite.engine.Compilation.Purpose;
import dev.weir.composite.retention.RetentionConfig;
import dev.weir.soap.http.HttpHandler;
import dev.weir.store.CompositeRevision;
import dev.weir.store.Store;
import dev.weir.store.StoreException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Changes what is deployed, one change at a time. Each goes the same way: a rule of the {@link Landscape} says what it
 * comes to, what has to be compiled is compiled, the new landscape is written, one reference is replaced, and mounts and
 * the rest follow from that. Up to the writing a failure leaves everything as it was; after it nothing is refused any
 * more. Thread-safe.
 */
final class DeployedComposites {
    private static final Logger LOG = System.getLogger(DeployedComposites.class.getName());

    private final Store store;
    private final LandscapeStore kept;
    private final CompositeLinker linker;
    private final CompositeVersions versions;
    private final MessagesWithoutRevision withoutRevision;
    private final ServicePaths paths;
    private final Configs configs;
    private final boolean java;
    private final Executor workers;
    private final Consumer<CompositeRevision> takeUp;

    private volatile Deployed now = Deployed.NOTHING;

    /** What composites declare for themselves. */
    record Configs(AuditConfig audit, RetentionConfig retention) {}

    /**
     * How a revision is deployed.
     *
     * @param overwrite whether it may take the place of the same revision
     * @param makeDefault whether it becomes the default revision, if it takes messages; where there is none it does anyway
     * @param again true for what was deployed before this start, or is given at it: it is not written down
     */
    record Way(Source source, boolean overwrite, boolean makeDefault, boolean again) {}

    /**
     * @param versions what instances began with; it learns from here what it asks {@link #earlier} for
     * @param paths mounts services
     * @param java whether the Java of processes is run
     * @param workers does what no caller waits for
     * @param takeUp lets go on what waited for a revision that is deployed now
     */
    DeployedComposites(
            Store store,
            LandscapeStore kept,
            CompositeLinker linker,
            CompositeVersions versions,
            ServicePaths paths,
            Configs configs,
            boolean java,
            Executor workers,
            Consumer<CompositeRevision> takeUp) {
        this.store = store;
        this.kept = kept;
        this.linker = linker;
        this.versions = versions;
        this.withoutRevision = new MessagesWithoutRevision(store, versions);
        this.paths = paths;
        this.configs = configs;
        this.java = java;
        this.workers = workers;
        this.takeUp = takeUp;
    }

    Deployed now() {
        return now;
    }

    /** Makes a version of a composite that was deployed before, for the instances that began with it. */
    CompositeVersion earlier(String partition, Composite composite, String version) {
        return linker.link(CompositeCompiler.compile(partition, composite, Purpose.RESUME, java), version);
    }

    /**
     * Compiles and deploys a composite.
     *
     * @param version asked for when all is compiled: the name that instances are stored with
     */
    Deployment deploy(String partition, Composite composite, Supplier<String> version, Way way) {
        Revision revision = new Revision(
                CompositeCompiler.revision(partition, composite),
                new RevisionState(composite.on(), composite.active()),
                way.source(),
                false);
        // What is refused anyway need not be compiled.
        now.landscape().deploy(revision, way.overwrite(), way.makeDefault());
        CompiledComposite compiled = CompositeCompiler.compile(partition, composite, Purpose.DEPLOY, java);
        CompositeVersion linked = linker.link(compiled, version.get());
        Served served = linker.serve(linked, service -> intake(linked, service));
        Set<String> needed = store.definitionsInUse();
        Deployment deployment;
        synchronized (this) {
            Landscape next = now.landscape().deploy(revision, way.overwrite(), way.makeDefault());
            if (!way.again()) {
                kept.save(next);
            }
            Served before = now.served(revision.name());
            if (before != null) {
                versions.replaced(before.version());
            }
            now = now.with(next, served);
            versions.forget(revision.name(), needed);
            configs.audit().deployed(revision.name(), composite);
            configs.retention().deployed(revision.name(), composite.properties());
            show(revision.name());
            deployment = Objects.requireNonNull(now.deployment(revision.name()));
        }
        workers.execute(linked.wiring()::prepare);
        takeUp.accept(revision.name());
        offerWaitingMessages(revision.name());
        return deployment;
    }

    /** Lists one that was deployed before this start, and cannot be compiled at it. */
    synchronized void failed(Revision revision) {
        Revision failed = new Revision(revision.name(), revision.state(), revision.source(), true);
        now = now.with(now.landscape().deploy(failed, false, false));
    }

    /** Makes those the default revisions again that were when the landscape was kept, as far as they are served. */
    synchronized void restoreDefaults(Landscape before) {
        for (Revision revision : before.revisions()) {
            if (before.isDefault(revision.name())
                    && now.state(revision.name()) != null
                    && !now.landscape().isDefault(revision.name())) {
                now = now.with(now.landscape().change(revision.name(), Change.DEFAULT));
                show(revision.name());
            }
        }
    }

    /** Changes what is deployed already. */
    void change(CompositeRevision name, Change change) {
        synchronized (this) {
            Landscape next = now.landscape().change(name, change);
            kept.save(next);
            now = now.with(next);
            if (change == Change.UNDEPLOY) {
                versions.undeployed(name);
            }
            show(name);
        }
        offerWaitingMessages(name);
    }

    /** Lets messages in, for all composites at one moment. */
    synchronized void open() {
        paths.open();
        now.deployments().forEach(deployment -> show(deployment.name()));
    }

    /** The instances of a revision may wait for messages that came, without a revision, while it took none. */
    private void offerWaitingMessages(CompositeRevision name) {
        Deployment deployment = now.deployment(name);
        if (deployment != null && deployment.state().on()) {
            BackgroundWrites.logFailure(
                    CompletableFuture.runAsync(() -> withoutRevision.offer(name, deployment.components()), workers),
                    "offering messages that named no revision to the instances of " + name);
        }
    }

    /** Mounts what the revisions of a composite offer now. */
    private void show(CompositeRevision changed) {
        Map<String, HttpHandler> wanted = new LinkedHashMap<>();
        for (Revision revision : now.landscape().revisions()) {
            CompositeRevision name = revision.name();
            Served each = now.served(name);
            if (each == null || !name.composite().equals(changed.composite())) {
                continue;
            }
            RevisionState state = revision.state();
            boolean isDefault = now.landscape().isDefault(name);
            each.services().forEach((service, entrance) -> {
                HttpHandler closed = closed(name, state, entrance.endpoint());
                boolean open = opens(each.version(), state, service);
                wanted.put(
                        ServicePaths.path(name.partition(), name.id(), service), open ? entrance.endpoint() : closed);
                if (isDefault) {
                    wanted.put(
                            ServicePaths.path(name.partition(), name.name(), service),
                            open ? entrance.ofAnyRevision() : closed);
                }
            });
            // A retired revision takes them, since its instances go on. A callback names the call that it is for.
            each.callbacks().forEach((place, endpoint) -> {
                HttpHandler handler = state.on() ? endpoint : closed(name, state, endpoint);
                wanted.put(ServicePaths.path(name.partition(), name.id(), place), handler);
                if (isDefault) {
                    wanted.put(ServicePaths.path(name.partition(), name.name(), place), handler);
                }
            });
        }
        paths.show(changed.composite(), wanted);
    }

    /** True if a service takes messages: of a retired revision, where instances may wait for some of them. */
    private boolean opens(CompositeVersion version, RevisionState state, String service) {
        if (state.open() || !state.on()) {
            return state.open();
        }
        try {
            return version.wiring().operations(service).stream().anyMatch(awaited(version, service));
        } catch (StoreException e) {
            // What is deployed is on disk already: each message asks again.
            LOG.log(
                    Level.WARNING,
                    "the store cannot be asked which messages the instances of " + version.name() + " wait for",
                    e);
            return true;
        }
    }

    /** A retired revision takes messages that its instances may wait for. */
    private Intake intake(CompositeVersion version, String service) {
        return () -> {
            RevisionState state = now.state(version.name());
            return state == null || state.active() ? null : awaited(version, service);
        };
    }

    private static Predicate<String> awaited(CompositeVersion version, String service) {
        return operation -> version.wiring().comesToOneThatWaits(service, operation);
    }

    /** Stands in for a service that takes no messages: it answers as that would, by a fault of the request's SOAP version. */
    private static HttpHandler closed(CompositeRevision name, RevisionState state, HttpHandler service) {
        String reason = name + (state.on() ? " is retired" : " is stopped");
        return request -> CompletableFuture.completedFuture(
                service.refuse(request, 503, reason).with("Retry-After", "1"));
    }
}
