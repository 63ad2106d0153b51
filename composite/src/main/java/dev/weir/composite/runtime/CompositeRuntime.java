package dev.weir.composite.runtime;

import dev.weir.bpel.BpelException;
import dev.weir.bpel.EventType;
import dev.weir.bpel.HeaderUse.Read;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.bpel.ProcessEngine;
import dev.weir.bpel.ProcessSurroundings;
import dev.weir.bpel.command.OperatorCommand;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
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
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.dispatch.AcceptedMessageQuota;
import dev.weir.composite.dispatch.DispatchPools;
import dev.weir.composite.dispatch.Dispatcher;
import dev.weir.composite.dispatch.DurableEngine;
import dev.weir.composite.dispatch.LimitedExecutor;
import dev.weir.composite.dispatch.ProcessDestination;
import dev.weir.composite.dispatch.ProcessHost;
import dev.weir.composite.dispatch.ProcessPolicies;
import dev.weir.composite.dispatch.ProcessVersion;
import dev.weir.composite.dispatch.SharedTransaction;
import dev.weir.composite.dispatch.WaitingCallers;
import dev.weir.composite.fault.FaultBindings;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.fault.FaultSite;
import dev.weir.composite.event.EventCall;
import dev.weir.composite.event.EventNetwork;
import dev.weir.composite.event.Subscriber;
import dev.weir.composite.functions.ComponentFunctions;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpServer;
import dev.weir.store.Call;
import dev.weir.store.CallQueue;
import dev.weir.store.ClaimedInstance;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.ExchangeId;
import dev.weir.store.FlowState;
import dev.weir.store.InboundMessage;
import dev.weir.store.LiveInstance;
import dev.weir.store.Store;
import dev.weir.store.Transition;
import dev.weir.wsdl.MessageValue;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs composites: mounts their services, delivers along their wires, advances their processes. Deploy first, then
 * {@link #start}: what the store still holds from an earlier run finds its components then. Thread-safe.
 */
public final class CompositeRuntime implements AutoCloseable {
    private static final Logger LOG = System.getLogger(CompositeRuntime.class.getName());
    private static final String PARTITION = "default";
    private static final int MOST_GROUPS = 1_000;
    /** In whose name events from outside are published. */
    private static final ComponentId OUTSIDE = new CompositeRevision(PARTITION, "(events)", "1.0").component("publish");

    private static final String SERVICES = "/soa-infra/services/" + PARTITION + "/";

    private final Store store;
    private final HttpServer server;
    private final RuntimeSettings settings;
    private final InstantSource clock;
    private final ExecutorService workers;
    private final WaitingCallers callers = new WaitingCallers();
    private final SoapLinks links;
    private final CallRunner calls;
    private final RestingCalls resting;
    private final ProcessEngine engine;
    private final MediatorEngine mediators;
    private final DispatchPools pools;
    private final ProcessHost host;
    private final Dispatcher dispatcher;

    private final EventNetwork events;
    private final ProcessVersions versions;
    private final CopyOnWriteArrayList<Deployment> deployments = new CopyOnWriteArrayList<>();

    /** A runtime without versions from earlier runs. */
    public CompositeRuntime(
            Store store, HttpServer server, HttpClient client, RuntimeSettings settings, InstantSource clock) {
        this(store, server, client, settings, EarlierVersions.NONE, clock);
    }

    /** @param earlier what instances in the store may have begun with */
    public CompositeRuntime(
            Store store,
            HttpServer server,
            HttpClient client,
            RuntimeSettings settings,
            EarlierVersions earlier,
            InstantSource clock) {
        this.store = store;
        this.server = server;
        this.settings = settings;
        this.clock = clock;
        AtomicInteger number = new AtomicInteger();
        this.workers = Executors.newFixedThreadPool(settings.workerThreads(), task -> {
            Thread thread = new Thread(task, "weir-worker-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.versions = new ProcessVersions(earlier, (composite, version) -> compile(composite, () -> version));
        this.events = new EventNetwork(store);
        this.links = new SoapLinks(client, settings.callTimeout(), store.id());
        this.calls = new CallRunner(
                store, clock, this::destination, this::readInReplies, this::guard, settings.maxCallAttempts());
        this.resting = new RestingCalls(store, clock);
        this.engine = new ProcessEngine(store::newId, clock);
        this.mediators = new MediatorEngine(store::newId, clock);
        DispatcherThreads threads = settings.dispatcher();
        this.pools = new DispatchPools(
                workers,
                new LimitedExecutor("system", threads.system()),
                new LimitedExecutor("invoke", threads.invoke()),
                new LimitedExecutor("engine", threads.engine()),
                new AcceptedMessageQuota(settings.maxCached()));
        this.host = new ProcessHost(
                new DurableEngine(store, engine, clock),
                pools,
                callers,
                new SharedTransaction(store, engine, clock, this::destination, calls, this::guard),
                this::destination,
                versions);
        this.dispatcher = new Dispatcher(host, this::advanceMediator, this::run, settings.maxCalls());
    }

    /**
     * Deploys a composite: its processes and plans are compiled, its services are reachable when this returns, under
     * its revision and, until another revision is deployed, without. One that is retired or off gets no services, but
     * its instances go on. Stylesheets are compiled in the background, so that a start does not wait for them.
     *
     * @throws DeploymentException if processes or plans cannot be deployed, with all problems of all of them
     */
    public Deployment deploy(Composite composite) {
        return deploy(composite, () -> "");
    }

    /**
     * Deploys a version of a composite. New instances get it; those of the version deployed before go on with theirs.
     *
     * @param version asked for when all is compiled: the name that instances are stored with, by which
     *     {@link EarlierVersions} must find the same files for as long as there are such instances
     * @throws DeploymentException if processes or plans cannot be deployed, with all problems of all of them
     */
    public Deployment deploy(Composite composite, Supplier<String> version) {
        CompositeVersion compiled = compile(composite, version);
        CompositeRevision name = compiled.name();
        versions.deployed(compiled);
        boolean serves = composite.active() && composite.on();
        List<String> paths = serves ? mount(composite, compiled) : List.of();
        if (serves) {
            events.makeDefault(name, compiled.subscribers());
        } else {
            events.remove(name);
        }
        Deployment deployment =
                new Deployment(name, List.copyOf(composite.components().keySet()), paths);
        workers.execute(compiled.wiring()::preparePlans);
        deployments.removeIf(earlier -> earlier.name().equals(name));
        if (!paths.isEmpty()) {
            deployments.replaceAll(earlier -> withoutDefaultPaths(earlier, composite.name()));
        }
        deployments.add(deployment);
        return deployment;
    }

    private CompositeVersion compile(Composite composite, Supplier<String> version) {
        CompositeRevision name = revision(composite);
        Map<ComponentId, ProcessVersion> processes = new ConcurrentHashMap<>();
        List<Problem> problems = new ArrayList<>();
        FaultPolicies faults = FaultBindings.read(composite, problems);
        Wiring wiring = new Wiring(
                name,
                composite,
                links,
                (component, link) -> destination(component, processes.get(component), link),
                faults,
                store);
        wiring.events(events::publisher);
        List<ProcessVersion> compiled = new ArrayList<>();
        Checked checked = compile(
                composite,
                name,
                new Compiled() {
                    @Override
                    public void plan(Component mediator) {
                        wiring.compilePlan(mediator);
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
                                possible(policies, process, component, faults),
                                wiring));
                    }
                },
                problems);
        if (!problems.isEmpty()) {
            throw new DeploymentException(problems);
        }
        String known = version.get();
        compiled.forEach(each -> processes.put(each.component(), each.in(known)));
        wiring.version(known);
        return new CompositeVersion(name, known, wiring, processes, checked.duplicates(), checked.subscribers());
    }

    /** What is known of a composite when all of it is compiled. */
    private record Checked(Map<String, DuplicateElimination> duplicates, List<Subscriber> subscribers) {}

    /** Takes what is compiled of a composite. */
    private interface Compiled {
        /** Asked to compile a mediator's plan. */
        void plan(Component mediator);

        /** Whether a plan that was compiled handles an event. */
        boolean handles(String mediator, XmlName event);

        void process(Component component, ProcessDefinition process, ProcessPolicies policies);
    }

    /**
     * All that deploying a composite would find wrong with its processes and plans, their stylesheets and schemas
     * included. Nothing is deployed.
     *
     * @param composite may lack parts that could not be read
     */
    public static List<Problem> check(Composite composite) {
        List<Problem> problems = new ArrayList<>();
        FaultBindings.read(composite, problems);
        try {
            CompositeRevision name = revision(composite);
            compile(
                    composite,
                    name,
                    new Compiled() {
                        private final Map<String, Set<XmlName>> handled = new HashMap<>();

                        @Override
                        public void plan(Component mediator) {
                            handled.put(mediator.name(), Wiring.checkPlan(mediator, composite, name));
                        }

                        @Override
                        public boolean handles(String mediator, XmlName event) {
                            Set<XmlName> events = handled.get(mediator);
                            // Of a plan that has problems of its own nothing more is said.
                            return events == null || events.contains(event);
                        }

                        @Override
                        public void process(Component component, ProcessDefinition process, ProcessPolicies policies) {
                            // Nothing more to check.
                        }
                    },
                    problems);
        } catch (DeploymentException e) {
            problems.addAll(e.problems());
        }
        return problems;
    }

    /** Compiles processes and plans. */
    private static Checked compile(
            Composite composite, CompositeRevision name, Compiled compiled, List<Problem> problems) {
        Map<String, ProcessDefinition> processes = new HashMap<>();
        Map<String, URI> subProcesses = subProcesses(composite);
        for (Component component : composite.components().values()) {
            try {
                if (component.kind() == Component.Kind.MEDIATOR) {
                    compiled.plan(component);
                } else if (component.kind() == Component.Kind.BPEL) {
                    ProcessPolicies policies = ProcessPolicies.of(component, problems);
                    ProcessDefinition process = ProcessDefinition.compile(
                            component.source(),
                            composite.resources(),
                            ComponentFunctions.of(name.component(component.name()), composite, component),
                            new ProcessSurroundings(
                                    wsdls(component, composite), subProcesses, Subscribers.known(composite)),
                            ProcessDialect.of(component, problems));
                    problems.addAll(CarriedProperties.check(composite, component.name(), process));
                    processes.put(component.name(), process);
                    compiled.process(component, process, policies);
                }
            } catch (BpelException e) {
                problems.addAll(e.problems());
            } catch (AssemblyException e) {
                problems.addAll(e.problems());
            }
        }
        Map<String, DuplicateElimination> duplicates = new LinkedHashMap<>();
        for (CompositeService service : composite.services().values()) {
            duplicates.put(service.name(), DuplicateElimination.of(name, service, problems));
        }
        List<Subscriber> subscribers = Subscribers.of(name, composite, processes, compiled::handles, problems);
        return new Checked(duplicates, subscribers);
    }

    private static CompositeRevision revision(Composite composite) {
        try {
            return new CompositeRevision(PARTITION, composite.name(), composite.revision());
        } catch (IllegalArgumentException e) {
            throw new DeploymentException(List.of(Problem.ofFile(
                    "composite.xml",
                    "composite-name",
                    String.valueOf(e.getMessage()),
                    "give the composite another name or revision")));
        }
    }

    /** The documents of the composite's sub-processes, by component. */
    private static Map<String, URI> subProcesses(Composite composite) {
        Map<String, URI> documents = new LinkedHashMap<>();
        composite.components().values().stream()
                .filter(component -> component.kind() == Component.Kind.SUBPROCESS)
                .forEach(component -> documents.put(component.name(), component.source()));
        return documents;
    }

    /** A process that comes to rest cannot be kept in memory: it is durable whatever its composite says. */
    private static ProcessPolicies possible(
            ProcessPolicies policies, ProcessDefinition process, Component component, FaultPolicies faults) {
        List<String> points = new ArrayList<>(process.dehydrationPoints());
        if (!faults.isEmpty()) {
            points.add("fault policies may keep its calls");
        }
        if (!policies.inMemory() || points.isEmpty()) {
            return policies;
        }
        LOG.log(
                Level.WARNING,
                "the component {0} has bpel.config.inMemoryOptimization, but its instances come to rest ({1}): they are"
                        + " stored",
                component.name(),
                String.join("; ", points));
        return policies.durable();
    }

    /** The WSDLs that its component type names, then the others of the composite: a process need not import them. */
    private static List<URI> wsdls(Component component, Composite composite) {
        Stream<URI> own = Stream.concat(
                        component.services().values().stream(), component.references().values().stream())
                .map(contract -> contract.wsdl().location());
        return Stream.concat(own, composite.wsdls().stream()).distinct().toList();
    }

    /** An earlier revision of a composite is reached by its revision only. */
    private static Deployment withoutDefaultPaths(Deployment earlier, String composite) {
        String home = SERVICES + composite + "/";
        String id = earlier.name().id();
        return new Deployment(
                earlier.name(),
                earlier.components(),
                earlier.paths().stream()
                        .map(path -> path.startsWith(home) ? SERVICES + id + "/" + path.substring(home.length()) : path)
                        .toList());
    }

    private List<String> mount(Composite composite, CompositeVersion version) {
        List<String> paths = new ArrayList<>();
        for (CompositeService service : composite.services().values()) {
            ServiceEntry entry = new ServiceEntry(
                    store,
                    clock,
                    version.name().component(service.name()),
                    version.wiring().ofService(service.name()),
                    Objects.requireNonNull(version.duplicates().get(service.name())),
                    settings.maxReplyWait());
            String path = SERVICES + composite.name() + "/" + service.name();
            HttpHandler endpoint = links.endpoint(service, entry);
            server.replace(path, endpoint);
            server.replace(SERVICES + composite.id() + "/" + service.name(), endpoint);
            paths.add(path);
        }
        return paths;
    }

    /** How many threads dispatching may use. */
    public DispatcherThreads dispatcherThreads() {
        return new DispatcherThreads(
                pools.system().limit(), pools.invoke().limit(), pools.resume().limit());
    }

    /** Changes these limits at once; what runs is not stopped. */
    public void dispatcherThreads(DispatcherThreads threads) {
        pools.system().limit(threads.system());
        pools.invoke().limit(threads.invoke());
        pools.resume().limit(threads.engine());
        dispatcher.wake();
    }

    /** The instances whose last step failed. */
    public List<StuckInstance> stuck() {
        return dispatcher.failed().stream()
                .map(failed -> new StuckInstance(
                        failed.work().flow(),
                        failed.work().instance(),
                        failed.work().component(),
                        failed.failures(),
                        failed.why(),
                        failed.nextTry()))
                .toList();
    }

    /** Lets these be tried again now; returns how many. */
    public int recover() {
        return dispatcher.recover();
    }

    /**
     * Sends a command to all live instances of a flow; returns how many there are, when the command is stored. They carry
     * it out soon after.
     */
    public int command(long flow, OperatorCommand command) {
        List<CompletableFuture<?>> stored = new ArrayList<>();
        for (LiveInstance live : store.liveInstances(flow)) {
            stored.add(store.accept(InboundMessage.of(
                    command.message(store.newId(), live, clock.instant()),
                    live.component().composite(),
                    clock.instant(),
                    "",
                    List.of())));
        }
        stored.forEach(CompletableFuture::join);
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
        return List.copyOf(deployments);
    }

    /** Takes up the work that the store holds. */
    public void start() {
        dispatcher.start();
        workers.execute(versions::prepare);
    }

    private void run(Call call, Runnable slot) {
        BackgroundWrites.logFailure(calls.run(call, slot).thenRun(slot), "call " + call.key());
    }

    /** The calls that rest until an operator decides. */
    public RestingCalls restingCalls() {
        return resting;
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
                new Sender(ExchangeId.ofRequest(flow), null, null, Read.NOTHING, () -> {}),
                Conversation.NONE,
                RequestHeaders.NONE,
                store::newId,
                clock);
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
                    : links.reference(reference, address);
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

    /** Answers those who wait, takes up no more, lets steps that run end. The store and the server are the caller's. */
    @Override
    public void close() {
        callers.abandon();
        dispatcher.close();
        pools.close();
        workers.shutdown();
    }
}
