package dev.weir.composite.runtime;

import dev.weir.bpel.BpelFault;
import dev.weir.bpel.EventType;
import dev.weir.bpel.HeaderUse.Read;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.bpel.ProcessEngine;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.UnavailablePart;
import dev.weir.composite.assembly.Wire;
import dev.weir.composite.audit.AuditConfig;
import dev.weir.composite.delivery.BackgroundWrites;
import dev.weir.composite.delivery.CallRunner;
import dev.weir.composite.delivery.CallbackAddress;
import dev.weir.composite.delivery.CarriedProperties;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryContext.FlowOrigin;
import dev.weir.composite.delivery.DeliveryContext.RequestHeaders;
import dev.weir.composite.delivery.DeliveryContext.Sender;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.DuplicateElimination;
import dev.weir.composite.delivery.GuardedCall;
import dev.weir.composite.delivery.MediatorCallback;
import dev.weir.composite.delivery.MediatorEngine;
import dev.weir.composite.delivery.ServiceEntry;
import dev.weir.composite.delivery.SoapLinks;
import dev.weir.composite.delivery.StepWatch;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.dispatch.AcceptedMessageQuota;
import dev.weir.composite.dispatch.DispatchPools;
import dev.weir.composite.dispatch.Dispatcher;
import dev.weir.composite.dispatch.DurableEngine;
import dev.weir.composite.dispatch.ExitCall;
import dev.weir.composite.dispatch.FailedInstance;
import dev.weir.composite.dispatch.LimitedExecutor;
import dev.weir.composite.dispatch.MessagesWithoutRevision;
import dev.weir.composite.dispatch.ProcessDestination;
import dev.weir.composite.dispatch.ProcessHost;
import dev.weir.composite.dispatch.ProcessPolicies;
import dev.weir.composite.dispatch.ProcessVersion;
import dev.weir.composite.dispatch.Quarantine;
import dev.weir.composite.dispatch.Quarantine.Suspect;
import dev.weir.composite.dispatch.SharedTransaction;
import dev.weir.composite.dispatch.UndeliveredMessage;
import dev.weir.composite.dispatch.WaitingCallers;
import dev.weir.composite.event.EventCall;
import dev.weir.composite.event.EventNetwork;
import dev.weir.composite.fault.FaultBindings;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.fault.FaultSite;
import dev.weir.composite.retention.Retention;
import dev.weir.composite.retention.RetentionConfig;
import dev.weir.soap.endpoint.EndpointOptions;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpSender;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.LocalSender;
import dev.weir.soap.http.PeerPolicy;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.AuditLevels;
import dev.weir.store.Call;
import dev.weir.store.CallQueue;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.LiveInstance;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.store.StoreException;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.MissingDocument;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs composites: mounts their services, delivers along their wires, advances their processes. Deploy first, then
 * {@link #start}: what the store still holds from an earlier run finds its components then, and whoever has subscribed to
 * an event is known before the first message comes that may raise it. Thread-safe.
 */
public final class CompositeRuntime implements AutoCloseable {
    private static final Logger LOG = System.getLogger(CompositeRuntime.class.getName());
    static final String PARTITION = "default";
    private static final int MOST_GROUPS = 1_000;
    private static final int COMMANDED_AT_ONCE = 1_000;
    /** In whose name events from outside are published. */
    private static final ComponentId OUTSIDE = new CompositeRevision(PARTITION, "(events)", "1.0").component("publish");

    private final Store store;
    private final RuntimeSettings settings;
    private final AuditConfig auditConfig;
    private final AuditLevels levels;
    /** Where partners reach the server. */
    private final String publicUrl;

    private final InstantSource clock;
    private final ExecutorService workers;
    private final WaitingCallers callers = new WaitingCallers();
    private final SoapLinks links;
    private final CallRunner calls;
    private final RestingCalls resting;
    private final UndeliveredMessages undelivered;
    private final ProcessEngine engine;
    private final MediatorEngine mediators;
    private final DispatchPools pools;
    private final ProcessHost host;
    private final Quarantine quarantine;
    private final Dispatcher dispatcher;
    private final ServiceEntry.Shared entries;
    private final RetentionConfig retentionConfig = new RetentionConfig();
    private final Retention retention;
    private final Tuning tuning;

    private final EventNetwork events;
    private final ProcessVersions versions;
    private final MessagesWithoutRevision withoutRevision;
    /** In the order of their deployment. It guards itself, the default revisions, and the paths. */
    private final Map<CompositeRevision, Served> served = new LinkedHashMap<>();

    /** By partition and name. */
    private final Map<String, CompositeRevision> defaults = new HashMap<>();

    private final ServicePaths paths;
    private volatile List<Deployment> deployments = List.of();

    /** A runtime without versions from earlier runs. */
    public CompositeRuntime(
            Store store, HttpServer server, HttpClient client, RuntimeSettings settings, InstantSource clock) {
        this(store, server, client, settings, EarlierRuns.NONE, clock);
    }

    /** @param earlier what earlier runs over the store have left */
    public CompositeRuntime(
            Store store,
            HttpServer server,
            HttpClient client,
            RuntimeSettings settings,
            EarlierRuns earlier,
            InstantSource clock) {
        this.store = store;
        this.auditConfig = new AuditConfig(store);
        this.levels = auditConfig.levels();
        this.paths = new ServicePaths(server);
        this.settings = settings;
        this.publicUrl = settings.publicUrl(server);
        this.clock = clock;
        AtomicInteger number = new AtomicInteger();
        this.workers = Executors.newFixedThreadPool(settings.workerThreads(), task -> {
            Thread thread = new Thread(task, "weir-worker-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.versions = new ProcessVersions(
                earlier.versions(),
                (partition, composite, version) -> compile(partition, composite, () -> version, false));
        this.withoutRevision = new MessagesWithoutRevision(store, versions);
        this.events = new EventNetwork(store);
        LocalSender local = new LocalSender(server, RuntimeSettings.ownName(), client);
        PeerPolicy peers = settings.callbacks().with(List.of(ownAuthority()));
        HttpSender guarded = client.within(peers);
        this.links = new SoapLinks(
                new SoapLinks.Senders(local, client),
                new SoapLinks.Guard(
                        new SoapLinks.Senders(new LocalSender(server, RuntimeSettings.ownName(), guarded), guarded),
                        address -> local.isOwn(address) ? null : peers.refusal(address)),
                settings.callTimeout(),
                store,
                EndpointOptions.DEFAULT.withPublicUrl(settings.publicUrl()).withTestPage(settings.testPages()),
                clock);
        this.calls = new CallRunner(
                store, clock, this::destination, this::readInReplies, this::guard, settings.maxCallAttempts(), levels);
        this.resting = new RestingCalls(store, clock, levels);
        this.undelivered = new UndeliveredMessages(store, clock, this::again, callers::deliver);
        this.engine = new ProcessEngine(store::newId, clock, levels);
        this.mediators = new MediatorEngine(store::newId, clock, levels);
        DispatcherThreads threads = Tuning.kept(store, settings.dispatcher());
        this.pools = new DispatchPools(
                workers,
                new LimitedExecutor("system", threads.system()),
                new LimitedExecutor("invoke", threads.invoke()),
                new LimitedExecutor("engine", threads.engine()),
                new AcceptedMessageQuota(settings.maxCached()));
        this.host = new ProcessHost(
                new DurableEngine(store, engine, clock, levels),
                pools,
                callers,
                new SharedTransaction(store, engine, clock, this::destination, calls, this::guard),
                this::destination,
                versions);
        this.quarantine = earlier.quarantine();
        this.dispatcher = new Dispatcher(host, this::advanceMediator, calls, settings.maxCalls(), quarantine);
        this.entries =
                new ServiceEntry.Shared(store, links, clock, settings.maxReplyWait(), levels, quarantine.requests());
        this.retention = new Retention(store, retentionConfig, clock);
        this.tuning = new Tuning(
                store,
                auditConfig,
                settings.dispatcher(),
                this::limitDispatching,
                List.of(new AcceptedKnobs(), retentionConfig));
    }

    /** How partners name this server, which its composites may call whoever names it. */
    private String ownAuthority() {
        URI own = URI.create(publicUrl);
        int port = own.getPort() >= 0 ? own.getPort() : "https".equalsIgnoreCase(own.getScheme()) ? 443 : 80;
        return own.getHost() + ":" + port;
    }

    /**
     * Deploys a composite: its processes and plans are compiled, its services are reachable when this returns, or when the
     * runtime is {@linkplain #open opened}, under its revision and, until another revision is deployed, without. One that
     * is retired or off gets no services, but its instances go on. Schemas are compiled in the background, so that a start does not wait for them.
     *
     * @throws DeploymentException if processes or plans cannot be deployed, with all problems of all of them
     */
    public Deployment deploy(Composite composite) {
        return deploy(composite, () -> "");
    }

    /** As {@link #deploy(String, Composite, Supplier, boolean)}, in the partition {@code default}, as its default revision. */
    public Deployment deploy(Composite composite, Supplier<String> version) {
        return deploy(PARTITION, composite, version, true);
    }

    /**
     * Deploys a version of a composite. New instances get it; those of the version deployed before go on with theirs.
     *
     * @param version asked for when all is compiled: the name that instances are stored with, by which
     *     {@link EarlierVersions} must find the same files for as long as there are such instances
     * @param makeDefault whether the paths without a revision shall lead to it, if it takes messages; where they lead
     *     nowhere they do anyway
     * @throws DeploymentException if processes or plans cannot be deployed, with all problems of all of them
     */
    public Deployment deploy(String partition, Composite composite, Supplier<String> version, boolean makeDefault) {
        return deploy(partition, composite, version, () -> {}, makeDefault);
    }

    /**
     * The same, for whoever keeps what is deployed.
     *
     * @param commit run once nothing about the composite can be refused any more, before anything of it is served: the
     *     place to write down that it is deployed. What it throws comes to the caller, and all is as it was before
     */
    public Deployment deploy(
            String partition, Composite composite, Supplier<String> version, Runnable commit, boolean makeDefault) {
        CompositeVersion compiled = compile(partition, composite, version, true);
        CompositeRevision name = compiled.name();
        RevisionState state = new RevisionState(composite.on(), composite.active());
        Map<String, Entrance> callbacks = callbacks(composite, compiled);
        Map<String, Entrance> endpoints = endpoints(composite, compiled);
        Set<String> needed = store.definitionsInUse();
        commit.run();
        Deployment deployment;
        synchronized (served) {
            versions.takesMessages(name, state.on());
            versions.deployed(compiled);
            auditConfig.deployed(name, composite);
            retentionConfig.deployed(name, composite.properties());
            versions.forget(name, needed);
            served.remove(name);
            served.put(
                    name,
                    new Served(
                            List.copyOf(composite.components().keySet()),
                            endpoints,
                            callbacks,
                            composite.unavailable().stream()
                                    .map(UnavailablePart::describe)
                                    .toList(),
                            compiled.warnings(),
                            state));
            if (state.open() && (makeDefault || !defaults.containsKey(name.composite()))) {
                defaults.put(name.composite(), name);
            }
            show(name);
            deployment = deployment(name);
        }
        workers.execute(compiled.wiring()::preparePlans);
        offerWaitingMessages(name, deployment.components(), state);
        return deployment;
    }

    /**
     * What is served of a revision.
     *
     * @param endpoints by service
     * @param callbacks by place; a retired revision takes them, since its instances go on
     */
    private record Served(
            List<String> components,
            Map<String, Entrance> endpoints,
            Map<String, Entrance> callbacks,
            List<String> unavailable,
            List<Problem> warnings,
            RevisionState state) {
        Served in(RevisionState other) {
            return new Served(components, endpoints, callbacks, unavailable, warnings, other);
        }
    }

    /**
     * Where messages come in: the HTTP end, and what is behind it.
     *
     * @param ofAnyRevision the same for messages that name no revision
     */
    private record Entrance(HttpHandler endpoint, HttpHandler ofAnyRevision, ServiceEntry entry) {}

    /**
     * Lets a revision take messages or not. One that takes them becomes the default revision where there is none.
     *
     * @throws IllegalArgumentException if it is not deployed
     */
    public void state(CompositeRevision name, RevisionState state) {
        List<String> components;
        synchronized (served) {
            Served now = deployed(name);
            components = now.components();
            served.replace(name, now.in(state));
            versions.takesMessages(name, state.on());
            if (state.open()) {
                defaults.putIfAbsent(name.composite(), name);
            }
            show(name);
        }
        offerWaitingMessages(name, components, state);
    }

    /** Its instances may wait for messages that came, without a revision, while it took none. */
    private void offerWaitingMessages(CompositeRevision name, List<String> components, RevisionState state) {
        if (state.on()) {
            BackgroundWrites.logFailure(
                    CompletableFuture.runAsync(() -> withoutRevision.offer(name, components), workers),
                    "offering messages that named no revision to the instances of " + name);
        }
    }

    /**
     * Lets the paths without a revision lead to this one.
     *
     * @throws IllegalArgumentException if it is not deployed
     */
    public void makeDefault(CompositeRevision name) {
        synchronized (served) {
            deployed(name);
            defaults.put(name.composite(), name);
            show(name);
        }
    }

    /**
     * Takes a revision back. Its instances rest until it is deployed again. If it was the default revision, the one of
     * those that take messages that was deployed last becomes it.
     *
     * @throws IllegalArgumentException if it is not deployed
     */
    public void undeploy(CompositeRevision name) {
        synchronized (served) {
            deployed(name);
            served.remove(name);
            versions.undeployed(name);
            if (name.equals(defaults.get(name.composite()))) {
                defaults.remove(name.composite());
                served.forEach((other, each) -> {
                    if (other.composite().equals(name.composite())
                            && each.state().open()) {
                        defaults.put(name.composite(), other);
                    }
                });
            }
            show(name);
        }
    }

    private Served deployed(CompositeRevision name) {
        Served now = served.get(name);
        if (now == null) {
            throw new IllegalArgumentException(name + " is not deployed");
        }
        return now;
    }

    /** Mounts what the revisions of a composite offer now. */
    private void show(CompositeRevision changed) {
        Map<String, HttpHandler> wanted = new LinkedHashMap<>();
        served.forEach((name, each) -> {
            if (name.composite().equals(changed.composite())) {
                each.endpoints().forEach((service, entrance) -> {
                    boolean open = opens(name, each.state(), service, entrance);
                    HttpHandler closed = closed(name, each.state(), entrance.endpoint());
                    wanted.put(
                            ServicePaths.path(name.partition(), name.id(), service),
                            open ? entrance.endpoint() : closed);
                    if (name.equals(defaults.get(name.composite()))) {
                        wanted.put(
                                ServicePaths.path(name.partition(), name.name(), service),
                                open ? entrance.ofAnyRevision() : closed);
                    }
                });
                each.callbacks().forEach((place, entrance) -> {
                    HttpHandler handler =
                            each.state().on() ? entrance.endpoint() : closed(name, each.state(), entrance.endpoint());
                    wanted.put(ServicePaths.path(name.partition(), name.id(), place), handler);
                    if (name.equals(defaults.get(name.composite()))) {
                        wanted.put(ServicePaths.path(name.partition(), name.name(), place), handler);
                    }
                });
            }
        });
        paths.show(changed.composite(), wanted);
        showEvents(changed);
        deployments = served.keySet().stream().map(this::deployment).toList();
    }

    /** True if a service takes messages: of a retired revision, where instances may wait for some of them. */
    private boolean opens(CompositeRevision name, RevisionState state, String service, Entrance entrance) {
        if (state.open()) {
            entrance.entry().open();
            return true;
        }
        CompositeVersion version = versions.now(name);
        if (!state.on() || version == null) {
            return false;
        }
        Wiring wiring = version.wiring();
        Predicate<String> awaited = operation -> wiring.comesTo(
                service,
                operation,
                (component, link, wanted) -> Stream.concat(
                                versions.all(component).stream(), versions.inOtherRevisions(component).stream())
                        .anyMatch(process -> process.process().awaits(link, wanted)));
        entrance.entry().retire(awaited);
        try {
            return wiring.operations(service).stream().anyMatch(awaited);
        } catch (StoreException e) {
            // What is deployed is on disk already: each message asks again.
            LOG.log(
                    Level.WARNING,
                    "the store cannot be asked which messages the instances of " + name + " wait for",
                    e);
            return true;
        }
    }

    /** Lets the default revision of a composite get events while it takes messages, and no other. */
    private void showEvents(CompositeRevision changed) {
        CompositeRevision now = defaults.get(changed.composite());
        CompositeVersion version = now == null ? null : versions.now(now);
        if (now == null || version == null) {
            events.remove(changed);
        } else {
            events.makeDefault(now, deployed(now).state().open() ? version.subscribers() : List.of());
        }
    }

    /** In the place of a service that takes no messages: it answers as that would, by a fault of the request's SOAP version. */
    private static HttpHandler closed(CompositeRevision name, RevisionState state, HttpHandler service) {
        String reason = name + (state.on() ? " is retired" : " is stopped");
        return request -> CompletableFuture.completedFuture(
                service.refuse(request, 503, reason).with("Retry-After", "1"));
    }

    private Deployment deployment(CompositeRevision name) {
        Served now = deployed(name);
        boolean isDefault = name.equals(defaults.get(name.composite()));
        List<String> reached = now.state().open()
                ? now.endpoints().keySet().stream()
                        .map(service ->
                                ServicePaths.path(name.partition(), isDefault ? name.name() : name.id(), service))
                        .toList()
                : List.of();
        return new Deployment(
                name, now.components(), reached, now.unavailable(), now.warnings(), now.state(), isDefault);
    }

    /** @param deployed true to find what is wrong with the stylesheets of plans, too; they were deployed before if not */
    private CompositeVersion compile(
            String partition, Composite composite, Supplier<String> version, boolean deployed) {
        CompositeRevision name = CompositeCompiler.revision(partition, composite);
        Map<ComponentId, ProcessVersion> processes = new ConcurrentHashMap<>();
        Findings findings = new Findings();
        List<Problem> problems = findings.problems();
        FaultPolicies faults = FaultBindings.read(composite, problems, findings.warnings());
        Wiring wiring = new Wiring(
                name,
                composite,
                links,
                (component, link) -> destination(component, processes.get(component), link),
                faults,
                store);
        wiring.events(events::publisher);
        List<ProcessVersion> compiled = new ArrayList<>();
        // Compiled beside the processes, since to compile a stylesheet takes as long as to compile a process.
        List<CompletableFuture<List<Problem>>> stylesheets = new ArrayList<>();
        CompositeCompiler.Compiled checked = CompositeCompiler.compile(
                composite,
                name,
                new CompositeCompiler.Parts() {
                    @Override
                    public boolean java() {
                        return settings.java();
                    }

                    @Override
                    public void plan(Component mediator) {
                        findings.warnings().addAll(wiring.compilePlan(mediator));
                        if (deployed) {
                            stylesheets.add(
                                    CompletableFuture.supplyAsync(() -> wiring.wrongStylesheets(mediator.name())));
                        }
                    }

                    @Override
                    public boolean handles(String mediator, XmlName event) {
                        return wiring.handles(mediator, event);
                    }

                    @Override
                    public void process(Component component, ProcessDefinition process, ProcessPolicies policies) {
                        compiled.add(new ProcessVersion(
                                name.component(component.name()),
                                "",
                                process,
                                CompositeCompiler.possible(policies, process, component, faults),
                                wiring));
                    }
                },
                findings);
        findings.stylesheets(
                stylesheets.stream()
                        .flatMap(wrong -> wrong.join().stream())
                        .distinct()
                        .toList(),
                composite.lenient());
        if (deployed) {
            findings.warnings().forEach(warning -> LOG.log(Level.WARNING, "{0}: {1}", name, warning));
        }
        if (!problems.isEmpty()) {
            throw new DeploymentException(MissingDocument.merged(problems));
        }
        callbackPlaces(composite)
                .forEach((wire, place) -> wiring.callback(
                        Objects.requireNonNull(wire.source().component()),
                        wire.source().name(),
                        publicUrl + ServicePaths.path(name.partition(), name.id(), place)));
        String known = version.get();
        compiled.forEach(each -> processes.put(each.component(), each.in(known)));
        wiring.version(known);
        return new CompositeVersion(
                name, known, wiring, processes, checked.duplicates(), checked.subscribers(), findings.warnings());
    }

    private Map<String, Entrance> endpoints(Composite composite, CompositeVersion version) {
        Map<String, Entrance> endpoints = new LinkedHashMap<>();
        for (CompositeService service : composite.services().values()) {
            ServiceEntry entry = new ServiceEntry(
                    entries,
                    version.name().component(service.name()),
                    version.wiring().ofService(service.name()),
                    Objects.requireNonNull(version.duplicates().get(service.name())));
            ServiceDescription description = SoapLinks.description(service);
            endpoints.put(
                    service.name(),
                    new Entrance(
                            links.endpoint(service, description, entry),
                            links.endpoint(service, description, entry.ofAnyRevision()),
                            entry));
        }
        return endpoints;
    }

    /**
     * Where the callbacks of references come in, below the composite's path: under the reference's name, unless a service
     * has it; where several components take them, each but the first has a path of its own below.
     */
    static Map<Wire, String> callbackPlaces(Composite composite) {
        Set<String> used = new HashSet<>(composite.services().keySet());
        Map<Wire, String> places = new LinkedHashMap<>();
        for (Wire wire : composite.wires()) {
            String component = wire.source().component();
            String name = wire.target().name();
            CompositeReference reference =
                    wire.target().component() == null ? composite.references().get(name) : null;
            Component caller = component == null ? null : composite.components().get(component);
            if (reference != null
                    && reference.contract().callback() != null
                    && caller != null
                    && (caller.kind() == Component.Kind.BPEL || caller.kind() == Component.Kind.MEDIATOR)) {
                places.put(
                        wire,
                        used.add(name)
                                ? name
                                : name + "/" + component + "/" + wire.source().name());
            }
        }
        return places;
    }

    private Map<String, Entrance> callbacks(Composite composite, CompositeVersion version) {
        Map<String, Entrance> callbacks = new LinkedHashMap<>();
        callbackPlaces(composite).forEach((wire, place) -> {
            CompositeReference reference = Objects.requireNonNull(
                    composite.references().get(wire.target().name()));
            ComponentId component = version.name()
                    .component(Objects.requireNonNull(wire.source().component()));
            String link = wire.source().name();
            ServiceEntry entry = new ServiceEntry(
                    entries,
                    version.name().component(reference.name()),
                    version.wiring().plan(component.name()) == null
                            ? destination(component, version.processes().get(component), link)
                            : new MediatorCallback(store, component, link),
                    DuplicateElimination.NONE);
            HttpHandler endpoint = links.callbacks(
                    reference, Objects.requireNonNull(reference.contract().callback()), entry);
            // A callback names the call that it is for.
            callbacks.put(place, new Entrance(endpoint, endpoint, entry));
        });
        return callbacks;
    }

    /** What is recorded in the history of flows, and how. */
    public AuditConfig auditConfig() {
        return auditConfig;
    }

    /** Runs what is computed for a request that is no message: no instance is blamed if the process ends meanwhile. */
    public <T> T compute(Supplier<T> work) {
        return entries.watch().run(work);
    }

    /** How many threads dispatching may use. */
    public DispatcherThreads dispatcherThreads() {
        return new DispatcherThreads(
                pools.system().limit(), pools.invoke().limit(), pools.resume().limit());
    }

    /** What operators may change while the server runs; it is kept with the store. */
    public Tuning tuning() {
        return tuning;
    }

    /** The removal of ended instances whose time is over; it follows its schedule once the runtime is started. */
    public Retention retention() {
        return retention;
    }

    /** Changes these limits at once; what runs is not stopped. */
    private void limitDispatching(DispatcherThreads threads) {
        pools.system().limit(threads.system());
        pools.invoke().limit(threads.invoke());
        pools.resume().limit(threads.engine());
        dispatcher.wake();
    }

    /** The instances whose last step failed, and those in quarantine. */
    public List<StuckInstance> stuck() {
        List<StuckInstance> stuck = new ArrayList<>();
        Set<Long> listed = new HashSet<>();
        for (FailedInstance failed : dispatcher.failed()) {
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
        for (Suspect held : quarantine.held()) {
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
        Set<Long> instances = new HashSet<>();
        store.liveInstances(flow).forEach(live -> instances.add(live.instance()));
        Set<Long> recovered = new HashSet<>();
        for (long instance : instances) {
            if (quarantine.release(instance)) {
                recovered.add(instance);
            }
        }
        recovered.addAll(dispatcher.recover(instances::contains));
        return recovered.size();
    }

    /**
     * Sends a command to all live instances of a flow; returns how many there are, when the command is stored. They carry
     * it out soon after.
     */
    public int command(long flow, OperatorCommand command) {
        return command(store.liveInstances(flow), command);
    }

    private int command(List<LiveInstance> instances, OperatorCommand command) {
        List<CompletableFuture<?>> stored = new ArrayList<>();
        Set<Long> commanded = new HashSet<>();
        for (LiveInstance live : instances) {
            commanded.add(live.instance());
            stored.add(store.accept(InboundMessage.of(
                    command.message(store.newId(), live, clock.instant()),
                    live.component().composite(),
                    clock.instant(),
                    "",
                    List.of())));
        }
        stored.forEach(CompletableFuture::join);
        // One whose steps fail would obey only when its pause is over.
        dispatcher.recover(commanded::contains);
        return stored.size();
    }

    /** The groups of resequenced messages that wait for a missing number, by name: at most a thousand. */
    public List<CallQueue> heldGroups() {
        return store.heldQueues(MOST_GROUPS);
    }

    /** Lets a group go on with the next message that is there; false where it does not wait for a missing one. */
    public boolean skip(String group) {
        return store.skip(group).join();
    }

    public List<Deployment> deployments() {
        return deployments;
    }

    /**
     * Takes messages from now on, for all composites at one moment. Before that they are linked and have their
     * subscriptions, but their services answer 503.
     */
    public void open() {
        synchronized (served) {
            paths.open();
            List.copyOf(served.keySet()).forEach(this::show);
        }
    }

    /** Takes messages, and takes up the work that the store holds. */
    public void start() {
        open();
        dispatcher.start();
        workers.execute(versions::prepare);
        workers.execute(this::reportAbandoned);
        retention.start();
    }

    /**
     * Takes up at once what is due by the clock that the runtime was given. A runtime sleeps in the machine's time until
     * something is due; whoever moves its clock by hand calls this after each move.
     */
    void clockMoved() {
        dispatcher.wake();
    }

    /** The calls that rest until an operator decides. */
    public RestingCalls restingCalls() {
        return resting;
    }

    /** The messages that no instance has taken. */
    public UndeliveredMessages undelivered() {
        return undelivered;
    }

    /** A message that no instance has taken, as it would come in now; null where its component is not deployed. */
    private @Nullable UndeliveredMessage again(Message message) {
        ProcessVersion now = versions.now(message.component());
        if (now == null) {
            return null;
        }
        boolean begins;
        synchronized (served) {
            Served composite = served.get(message.component().composite());
            begins = composite != null && composite.state().open();
        }
        try {
            return new ProcessDestination(host, now, message.partnerLink()).again(message, begins);
        } catch (BpelFault fault) {
            throw new IllegalArgumentException(
                    message.component() + " can never take message " + message.id() + ": " + fault.getMessage(), fault);
        }
    }

    /**
     * The live instances of composites that are not deployed, counted by composite. They rest until it is deployed again, or
     * an operator terminates them. Reads all live instances.
     */
    public Map<CompositeRevision, Long> abandoned() {
        Map<CompositeRevision, Long> abandoned = new TreeMap<>(Comparator.comparing(CompositeRevision::toString));
        store.liveComponents().forEach((component, instances) -> {
            if (versions.now(component.composite()) == null) {
                abandoned.merge(component.composite(), instances, Long::sum);
            }
        });
        return abandoned;
    }

    /**
     * Terminates all live instances of a composite that is not deployed; returns how many, when the commands are stored.
     *
     * @throws IllegalArgumentException if it is deployed
     */
    public long terminateAbandoned(CompositeRevision composite) {
        if (versions.now(composite) != null) {
            throw new IllegalArgumentException(composite + " is deployed: terminate its instances one by one");
        }
        long count = 0;
        for (ComponentId component : store.liveComponents().keySet()) {
            if (!component.composite().equals(composite)) {
                continue;
            }
            List<LiveInstance> some = store.liveInstances(component, 0, COMMANDED_AT_ONCE);
            while (!some.isEmpty()) {
                count += command(some, OperatorCommand.TERMINATE);
                some = store.liveInstances(component, some.get(some.size() - 1).instance(), COMMANDED_AT_ONCE);
            }
        }
        return count;
    }

    private void reportAbandoned() {
        abandoned()
                .forEach((composite, instances) -> LOG.log(
                        Level.WARNING,
                        "{0} instances of {1} rest, which is not deployed: deploy it again, or end them by"
                                + " `weir control terminate --composite {1}`",
                        instances.toString(),
                        composite));
    }

    private GuardedCall guard(Call call) {
        ProcessVersion caller = versions.of(call.component(), call.definition());
        String name = call.component().name();
        return caller == null
                ? new GuardedCall(FaultPolicies.NONE, new FaultSite(name, call.partnerLink(), null, null))
                : new GuardedCall(caller.wiring().faults(), caller.wiring().site(name, call.partnerLink()));
    }

    private Read readInReplies(Call call) {
        ProcessVersion caller = versions.of(call.component(), call.definition());
        return caller == null ? Read.NOTHING : caller.process().headers().inReplies(call.operation());
    }

    private Destination destination(ComponentId component, @Nullable ProcessVersion process, String partnerLink) {
        if (process == null) {
            throw new DeliveryException("the component " + component + " is not deployed", true);
        }
        return new ProcessDestination(host, process, partnerLink);
    }

    /** The wires of a mediator's version; null for any other component. */
    private @Nullable Wiring mediator(ComponentId component, String version) {
        CompositeVersion composite = versions.composite(component, version);
        return composite == null || composite.wiring().plan(component.name()) == null ? null : composite.wiring();
    }

    private @Nullable Transition advanceMediator(ClaimedInstance work) {
        Wiring wiring = mediator(work.component(), work.definition());
        return wiring == null
                ? null
                : mediators.advance(
                        Objects.requireNonNull(wiring.plan(work.component().name())), work);
    }

    /** Where a callback to a component of this server goes: an instance of any version may wait for it. */
    private Destination called(CallbackAddress back) {
        if (mediator(back.component(), "") != null) {
            return new MediatorCallback(store, back.component(), back.partnerLink());
        }
        List<ProcessVersion> all = versions.all(back.component());
        return destination(back.component(), all.isEmpty() ? null : all.get(0), back.partnerLink());
    }

    /** Where an event goes that a component has subscribed to: as it is deployed now, whatever it was then. */
    private Destination subscriber(ComponentId component, XmlName event) {
        ProcessVersion process = versions.now(component);
        if (process != null) {
            return destination(component, process, EventType.link(event));
        }
        CompositeVersion composite = versions.now(component.composite());
        if (composite == null) {
            throw new DeliveryException("the component " + component + " is not deployed", true);
        }
        return composite.wiring().ofMediator(component.name());
    }

    /**
     * Publishes an event from outside; completes, with the id of its flow, when it is stored for all that have subscribed
     * to it.
     *
     * @param content the event's; the caller's no longer
     */
    public CompletionStage<Long> publish(XmlName event, XmlElement content) {
        long flow = store.newId();
        DeliveryContext context = new DeliveryContext(
                new FlowOrigin(flow, OUTSIDE.composite(), false),
                new Sender(ExchangeId.ofRequest(flow), null, null, Read.NOTHING, StepWatch.NONE, () -> {}),
                Conversation.NONE,
                RequestHeaders.NONE,
                store::newId,
                clock,
                levels);
        return events.publisher(OUTSIDE, event)
                .deliver(new Delivery(context, "", 0, event.local(), true, MessageValue.of(EventType.PART, content)))
                .thenCompose(taken -> store.accept(InboundMessage.ofFlow(
                        flow, OUTSIDE.composite(), context.created(), FlowState.COMPLETED, context.takeEvents())))
                .thenApply(stored -> flow);
    }

    private Destination destination(Call call) {
        XmlName event = EventCall.of(call);
        if (event != null) {
            return subscriber(call.component(), event);
        }
        Wiring mediator = mediator(call.component(), call.definition());
        if (mediator != null) {
            return mediator.ofMediator(call, this::called);
        }
        ProcessVersion caller = versions.of(call.component(), call.definition());
        if (caller == null) {
            throw new DeliveryException("the component " + call.component() + " is not deployed", true);
        }
        String name = call.component().name();
        String address = call.address();
        EventType published = caller.process().event(call.partnerLink());
        if (published != null) {
            return events.publisher(call.component(), published.name());
        }
        if (address == null) {
            if (!caller.wiring().leads(name, call.partnerLink())
                    && partner(caller, call).myPortType() != null) {
                String own = CarriedProperties.endpoint(MessageValue.fromBytes(call.payload()));
                if (own != null) {
                    return links.assigned(own, partner(caller, call));
                }
                throw DeliveryException.hopeless(
                        "there is no address to call back: the request came without wsa:ReplyTo; given up");
            }
            return caller.wiring().ofReference(name, call.partnerLink());
        }
        CallbackAddress callback = CallbackAddress.decode(address);
        if (callback == null) {
            CompositeReference reference = caller.wiring().reference(name, call.partnerLink());
            return reference == null
                    ? links.assigned(address, partner(caller, call))
                    : links.reference(reference, address, caller.wiring().callback(name, call.partnerLink()));
        }
        return switch (callback.kind()) {
            case COMPONENT -> called(callback);
            case HTTP -> links.callback(callback, partner(caller, call));
        };
    }

    private static ProcessDefinition.PartnerLink partner(ProcessVersion caller, Call call) {
        for (ProcessDefinition.PartnerLink link : caller.process().partnerLinks()) {
            if (link.name().equals(call.partnerLink())) {
                return link;
            }
        }
        throw new DeliveryException(
                "the process has no partner link " + call.partnerLink() + " at its own level", true);
    }

    /**
     * Takes up no more work and lets steps that run end, with their replies; then answers those who still wait. What
     * answers need stays until {@link #close}.
     */
    public void stop() {
        dispatcher.close();
        retention.close();
        callers.abandon();
    }

    /**
     * The call of System.exit by which the JVM is being ended: the step that makes it does not end any more.
     *
     * @return for people: the thread, and where it calls; null if nobody has called it
     */
    public @Nullable String exitCall() {
        return ExitCall.find(pools.busy());
    }

    /** Stops, and ends the threads. The store and the server are the caller's. */
    @Override
    public void close() {
        stop();
        pools.close();
        workers.shutdown();
    }
}
