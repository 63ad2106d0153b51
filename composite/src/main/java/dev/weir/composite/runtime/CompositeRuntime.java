package dev.weir.composite.runtime;

import dev.weir.bpel.EventType;
import dev.weir.bpel.HeaderUse.Read;
import dev.weir.bpel.ProcessActivity;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.audit.AuditConfig;
import dev.weir.composite.delivery.CallRunner;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryContext;
import dev.weir.composite.delivery.DeliveryContext.Conversation;
import dev.weir.composite.delivery.DeliveryContext.FlowOrigin;
import dev.weir.composite.delivery.DeliveryContext.RequestHeaders;
import dev.weir.composite.delivery.DeliveryContext.Sender;
import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.ServiceEntry;
import dev.weir.composite.delivery.SoapLinks;
import dev.weir.composite.delivery.StepWatch;
import dev.weir.composite.delivery.UndeliveredMessage;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.deployment.Change;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.deployment.Landscape;
import dev.weir.composite.deployment.LandscapeStore;
import dev.weir.composite.deployment.RevisionState;
import dev.weir.composite.deployment.Source;
import dev.weir.composite.dispatch.AcceptedMessageQuota;
import dev.weir.composite.dispatch.DispatchPools;
import dev.weir.composite.dispatch.Dispatcher;
import dev.weir.composite.dispatch.ExitCall;
import dev.weir.composite.dispatch.InstanceMessages;
import dev.weir.composite.dispatch.LimitedExecutor;
import dev.weir.composite.dispatch.Quarantine;
import dev.weir.composite.dispatch.WaitingCallers;
import dev.weir.composite.engine.EngineRuntime;
import dev.weir.composite.event.EventNetwork;
import dev.weir.composite.retention.Retention;
import dev.weir.composite.retention.RetentionConfig;
import dev.weir.composite.runtime.DeployedComposites.Way;
import dev.weir.composite.statistics.RequestTotals;
import dev.weir.composite.statistics.Statistics;
import dev.weir.composite.statistics.Statistics.CalledServer;
import dev.weir.composite.statistics.Statistics.Pool;
import dev.weir.composite.statistics.StatsLastN;
import dev.weir.composite.tuning.BpelProperties;
import dev.weir.soap.endpoint.EndpointOptions;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpSender;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.LocalSender;
import dev.weir.soap.http.PeerPolicy;
import dev.weir.store.AuditLevels;
import dev.weir.store.CallQueue;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.Message;
import dev.weir.store.Store;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.lang.System.Logger;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs composites: mounts their services, delivers along their wires, advances their processes. Deploy first, then
 * {@link #start}: what the store still holds from an earlier run finds its components then, and whoever has subscribed to
 * an event is known before the first message comes that may raise it. Thread-safe.
 */
public final class CompositeRuntime implements AutoCloseable {
    private static final Logger LOG = System.getLogger(CompositeRuntime.class.getName());
    /** The path below which the services of composites are mounted. */
    public static final String SERVICES = "/soa-infra/services/";

    static final String PARTITION = "default";
    private static final int MOST_GROUPS = 1_000;
    /** The component in whose name events from outside are published. */
    private static final ComponentId OUTSIDE = new CompositeRevision(PARTITION, "(events)", "1.0").component("publish");

    private final Store store;
    private final AuditConfig auditConfig;
    private final AuditLevels levels;
    private final InstantSource clock;
    private final ExecutorService workers;
    private final WaitingCallers callers = new WaitingCallers();
    private final CallRunner calls;
    private final LiveInstances instances;
    private final RestingCalls resting;
    private final UndeliveredMessages undelivered;
    private final OwnServices services;
    private final DispatchPools pools;
    private final Quarantine quarantine;
    private final Dispatcher dispatcher;
    private final ServiceEntry.Shared entries;
    private final RetentionConfig retentionConfig = new RetentionConfig();
    private final Retention retention;
    private final StatsLastN statsLastN = new StatsLastN();
    private final EngineStatistics statistics;
    private final Tuning tuning;

    private final SoapLinks links;
    private final EventNetwork events;
    private final DeployedComposites deployed;
    private final CompositeVersions versions;

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
        String publicUrl = settings.publicUrl(server);
        this.clock = clock;
        AtomicInteger number = new AtomicInteger();
        this.workers = Executors.newFixedThreadPool(settings.workerThreads(), task -> {
            Thread thread = new Thread(task, "weir-worker-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.versions = new CompositeVersions(this::deployed, earlier.versions(), this::earlierVersion);
        CallDestinations destinations = new CallDestinations(versions);
        this.calls = new CallRunner(store, clock, destinations, settings.maxCallAttempts(), levels);
        DispatcherThreads threads = Tuning.kept(store, settings.dispatcher());
        this.pools = new DispatchPools(
                workers,
                new LimitedExecutor("system", threads.system()),
                new LimitedExecutor("invoke", threads.invoke()),
                new LimitedExecutor("engine", threads.engine()),
                new AcceptedMessageQuota(settings.maxCached()));
        this.events = new EventNetwork(store, () -> deployed().subscribers());
        LocalSender local = new LocalSender(server, RuntimeSettings.ownName(), client);
        PeerPolicy peers = settings.callbacks().with(List.of(authority(publicUrl)));
        HttpSender guarded = client.within(peers);
        this.links = new SoapLinks(
                new SoapLinks.Senders(local, client),
                new SoapLinks.Guard(
                        new SoapLinks.Senders(new LocalSender(server, RuntimeSettings.ownName(), guarded), guarded),
                        address -> local.isOwn(address) ? null : peers.refusal(address)),
                settings.callTimeout(),
                store,
                EndpointOptions.DEFAULT
                        .withPublicUrl(settings.publicUrl())
                        .withNames(settings.names(server))
                        .withTestPage(settings.testPages())
                        .withOnlyComputes(true),
                clock);
        this.quarantine = earlier.quarantine();
        BpelProperties properties = new BpelProperties(settings.maxReplyWait());
        this.entries =
                new ServiceEntry.Shared(store, links, clock, properties::maxReplyWait, levels, quarantine.requests());
        this.deployed = new DeployedComposites(
                store,
                earlier.landscape(),
                new CompositeLinker(
                        new Wiring.Surroundings(links, events::publisher, destinations::callbacks),
                        entries,
                        new EngineRuntime(
                                store,
                                clock,
                                levels,
                                pools,
                                new InstanceMessages(store, callers, workers),
                                destinations,
                                calls,
                                versions,
                                properties,
                                statsLastN),
                        publicUrl),
                versions,
                new ServicePaths(server),
                new DeployedComposites.Configs(auditConfig, retentionConfig),
                settings.java(),
                workers,
                this::takeUp);
        this.resting = new RestingCalls(store, clock, levels, name -> deployed().served(name) != null);
        this.services = new OwnServices(this::deployed, local);
        this.undelivered = new UndeliveredMessages(
                store, clock, this::again, of -> deployed().state(of), callers::deliver);
        this.dispatcher =
                new Dispatcher(store, clock, pools, callers, versions, calls, settings.maxCalls(), quarantine);
        this.instances = new LiveInstances(store, dispatcher, quarantine, this::deployed, clock);
        this.retention = new Retention(store, retentionConfig, clock);
        this.statistics = new EngineStatistics(this::deployed, pools);
        this.tuning = new Tuning(
                store,
                auditConfig,
                settings.dispatcher(),
                this::limitDispatching,
                new SettingNotes(this::deployed),
                List.of(new AcceptedKnobs(), properties, statsLastN, retentionConfig));
    }

    private Deployed deployed() {
        return deployed.now();
    }

    private CompositeVersion earlierVersion(String partition, Composite composite, String version) {
        return deployed.earlier(partition, composite, version);
    }

    /** How partners name this server, which its composites may call whoever names it. */
    private static String authority(String publicUrl) {
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

    /** Deploys a version of a composite in the partition {@code default}, as its default revision. */
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
        return deployed.deploy(partition, composite, version, new Way(new Source.Embedded(), true, makeDefault, false));
    }

    /**
     * Deploys a composite from a file that is kept, by a command; it is written down before anything of it is served.
     *
     * @param version as above
     * @param file the name of its archive, by which the {@linkplain LandscapeStore kept landscape} names it
     * @param overwrite whether it may take the place of the same revision
     * @throws DeploymentException if it is refused, with all problems; all is as it was before then, as it is after any
     *     other failure
     */
    public Deployment deploy(
            String partition,
            Composite composite,
            Supplier<String> version,
            String file,
            boolean overwrite,
            boolean makeDefault) {
        return deployed.deploy(
                partition, composite, version, new Way(new Source.Kept(file), overwrite, makeDefault, false));
    }

    /**
     * Deploys at a start what was deployed before, or what is given at each start. Nothing is written down. It becomes the
     * default revision until {@link #restoreDefaults}.
     *
     * @param composite in the state that it was left in
     * @param version as above
     * @throws DeploymentException if it cannot be deployed, with all problems
     */
    public Deployment restore(String partition, Composite composite, Supplier<String> version, Source source) {
        return deployed.deploy(partition, composite, version, new Way(source, false, true, true));
    }

    /** Keeps in the landscape what was deployed before, and cannot be restored at this start. */
    public void restoreFailed(Landscape.Revision revision) {
        deployed.failed(revision);
    }

    /** Lets go on what waited for a composite that is deployed now: its calls, and its instances whose steps failed. */
    private void takeUp(CompositeRevision name) {
        calls.unpark(name);
        dispatcher.recover(name);
    }

    /** Makes those the default revisions that were when the landscape was kept, as far as they have been restored. */
    public void restoreDefaults(Landscape before) {
        deployed.restoreDefaults(before);
    }

    /**
     * Changes a revision that is deployed. Its instances go on in any state; when it is undeployed they rest until it is
     * deployed again.
     *
     * @throws DeploymentException if it is refused; nothing has changed then, nor after any other failure
     */
    public void change(CompositeRevision name, Change change) {
        deployed.change(name, change);
    }

    /** What is deployed, and in which state. */
    public Landscape landscape() {
        return deployed.now().landscape();
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

    /** How busy the engines are: the pools of dispatching, and the requests of what is deployed since it was. */
    public Statistics statistics() {
        return statistics.now();
    }

    /** The servers that composites have called over HTTP since this one was started. */
    public List<CalledServer> called() {
        return links.called();
    }

    /** The pools of dispatching, as in {@link #statistics}, for who looks often. */
    public List<Pool> pools() {
        return statistics.pools();
    }

    /** The requests of all components of each composite together, as in {@link #statistics}, for who looks often. */
    public Map<CompositeRevision, RequestTotals> requests() {
        return statistics.requests();
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

    /** The groups of resequenced messages that wait for a missing number, by name: at most a thousand. */
    public List<CallQueue> heldGroups() {
        return store.heldQueues(MOST_GROUPS);
    }

    /** Lets a group go on with the next message that is there; false where it does not wait for a missing one. */
    public boolean skip(String group) {
        return store.skip(group).join();
    }

    public List<Deployment> deployments() {
        return deployed.now().deployments();
    }

    /** A composite as it is served; null where it is not. */
    public @Nullable Composite composite(CompositeRevision name) {
        Served serving = deployed.now().served(name);
        return serving == null ? null : serving.version().compiled().composite();
    }

    /**
     * The activities of a component as it is deployed now, by their ids; none for one that is no process, empty where it is
     * not deployed.
     */
    public Optional<List<ProcessActivity>> activities(ComponentId component) {
        return Optional.ofNullable(versions.of(component, "")).map(DeployedComponent::activities);
    }

    /**
     * True if a call of a component may be in a scope that can begin again, as the component is deployed now; also where it is
     * not deployed.
     */
    public boolean replays(ComponentId component, String partnerLink, String operation) {
        DeployedComponent deployed = versions.of(component, "");
        return deployed == null || deployed.replays(partnerLink, operation);
    }

    /**
     * Takes messages from now on, for all composites at one moment. Before that they are linked and have their
     * subscriptions, but their services answer 503.
     */
    public void open() {
        deployed.open();
    }

    /** Takes messages, and takes up the work that the store holds. */
    public void start() {
        open();
        dispatcher.start();
        workers.execute(versions::prepare);
        workers.execute(instances::reportAbandoned);
        retention.start();
    }

    /**
     * Takes up at once what is due by the clock that the runtime was given. A runtime sleeps in the machine's time until
     * something is due; whoever moves its clock by hand calls this after each move.
     */
    public void clockMoved() {
        dispatcher.wake();
    }

    /** The instances that have not ended. */
    public LiveInstances instances() {
        return instances;
    }

    /** The calls that rest until an operator decides. */
    public RestingCalls restingCalls() {
        return resting;
    }

    /** The messages that no instance has taken. */
    public UndeliveredMessages undelivered() {
        return undelivered;
    }

    /** The services of what is deployed. */
    public OwnServices services() {
        return services;
    }

    /** A message that no instance has taken, as it would come in now; null where its component is not deployed. */
    private @Nullable UndeliveredMessage again(Message message) {
        DeployedComponent now = versions.of(message.component(), "");
        RevisionState state = deployed().state(message.component().composite());
        return now == null ? null : now.again(message, state != null && state.open());
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
