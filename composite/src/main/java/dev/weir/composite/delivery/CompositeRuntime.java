package dev.weir.composite.delivery;

import dev.weir.bpel.BpelException;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.bpel.ProcessEngine;
import dev.weir.bpel.expression.OracleFunctions;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.Reference;
import dev.weir.composite.assembly.Service;
import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpServer;
import dev.weir.store.Call;
import dev.weir.store.Store;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs composites: mounts their services, delivers along their wires, advances their processes. Deploy first, then
 * {@link #start}: what the store still holds from an earlier run finds its components then. Thread-safe.
 */
public final class CompositeRuntime implements AutoCloseable {
    private static final String PARTITION = "default";
    private static final String SERVICES = "/soa-infra/services/" + PARTITION + "/";

    private final Store store;
    private final HttpServer server;
    private final RuntimeSettings settings;
    private final InstantSource clock;
    private final ExecutorService workers;
    private final Exchanges exchanges = new Exchanges();
    private final SoapLinks links;
    private final CallRunner calls;
    private final Dispatcher dispatcher;

    private final ConcurrentHashMap<String, ProcessComponent> processes = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<Deployment> deployments = new CopyOnWriteArrayList<>();

    /** A process as deployed: what runs it, and where its partner links lead. */
    private record ProcessComponent(String name, ProcessDefinition process, Wiring wiring) {}

    public CompositeRuntime(
            Store store, HttpServer server, HttpClient client, RuntimeSettings settings, InstantSource clock) {
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
        this.links = new SoapLinks(client, settings.callTimeout(), store.id());
        this.calls = new CallRunner(store, clock, this::destination, settings.maxCallAttempts());
        this.dispatcher = new Dispatcher(
                store,
                new ProcessEngine(store::newId, clock),
                clock,
                this::process,
                exchanges,
                this::run,
                workers,
                4 * settings.workerThreads(),
                settings.maxCalls());
    }

    /**
     * Deploys a composite: its processes and plans are compiled, its services are reachable when this returns, under
     * its revision and, until another revision is deployed, without. One that is retired or off gets no services, but
     * its instances go on. Stylesheets are compiled in the background, so that a start does not wait for them.
     *
     * @throws DeploymentException if processes or plans cannot be deployed, with all problems of all of them
     */
    public Deployment deploy(Composite composite) {
        String name = PARTITION + "/" + composite.id();
        Wiring wiring = new Wiring(name, composite, links, this::processDestination);
        List<ProcessComponent> compiled = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Component component : composite.components().values()) {
            try {
                if (component.kind() == Component.Kind.BPEL) {
                    compiled.add(new ProcessComponent(
                            name + "/" + component.name(),
                            ProcessDefinition.compile(
                                    component.source(),
                                    composite.resources(),
                                    new Preferences(component.properties()).or(OracleFunctions.SYSTEM),
                                    wsdls(component)),
                            wiring));
                } else {
                    wiring.compilePlan(component);
                }
            } catch (BpelException e) {
                problems.addAll(e.problems());
            } catch (AssemblyException e) {
                e.problems().forEach(problem -> problems.add(problem.toString()));
            }
        }
        if (!problems.isEmpty()) {
            throw new DeploymentException(problems);
        }
        compiled.forEach(component -> processes.put(component.name(), component));
        List<String> paths = composite.active() && composite.on() ? mount(name, composite, wiring) : List.of();
        Deployment deployment =
                new Deployment(name, List.copyOf(composite.components().keySet()), paths);
        workers.execute(wiring::preparePlans);
        deployments.removeIf(earlier -> earlier.name().equals(name));
        if (!paths.isEmpty()) {
            deployments.replaceAll(earlier -> withoutDefaultPaths(earlier, composite.name()));
        }
        deployments.add(deployment);
        return deployment;
    }

    /** The WSDLs that a component type names: a process of BPEL4WS 1.1 finds its definitions there. */
    private static List<URI> wsdls(Component component) {
        return Stream.concat(component.services().values().stream(), component.references().values().stream())
                .map(contract -> contract.wsdl().location())
                .distinct()
                .toList();
    }

    /** An earlier revision of a composite is reached by its revision only. */
    private static Deployment withoutDefaultPaths(Deployment earlier, String composite) {
        String home = SERVICES + composite + "/";
        String id = earlier.name().substring(PARTITION.length() + 1);
        return new Deployment(
                earlier.name(),
                earlier.components(),
                earlier.paths().stream()
                        .map(path -> path.startsWith(home) ? SERVICES + id + "/" + path.substring(home.length()) : path)
                        .toList());
    }

    private List<String> mount(String name, Composite composite, Wiring wiring) {
        List<String> paths = new ArrayList<>();
        for (Service service : composite.services().values()) {
            ServiceEntry entry = new ServiceEntry(
                    store, clock, name, service.name(), wiring.ofService(service.name()), settings.maxReplyWait());
            String path = SERVICES + composite.name() + "/" + service.name();
            HttpHandler endpoint = links.endpoint(service, entry);
            server.replace(path, endpoint);
            server.replace(SERVICES + composite.id() + "/" + service.name(), endpoint);
            paths.add(path);
        }
        return paths;
    }

    public List<Deployment> deployments() {
        return List.copyOf(deployments);
    }

    /** Takes up the work that the store holds. */
    public void start() {
        dispatcher.start();
    }

    private void run(Call call, Runnable slot) {
        Unattended.watch(calls.run(call, slot).thenRun(slot), "call " + call.key());
    }

    private @Nullable ProcessDefinition process(String component) {
        ProcessComponent deployed = processes.get(component);
        return deployed == null ? null : deployed.process();
    }

    private Destination processDestination(String component, String partnerLink) {
        ProcessComponent deployed = processes.get(component);
        if (deployed == null) {
            throw new DeliveryException("the component " + component + " is not deployed", true);
        }
        return new ProcessDestination(store, exchanges, workers, component, deployed.process(), partnerLink);
    }

    private Destination destination(Call call) {
        ProcessComponent caller = processes.get(call.component());
        if (caller == null) {
            throw new DeliveryException("the component " + call.component() + " is not deployed", true);
        }
        String component = call.component();
        String name = component.substring(component.lastIndexOf('/') + 1);
        String address = call.address();
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
            Reference reference = caller.wiring().reference(name, call.partnerLink());
            return reference == null
                    ? links.assigned(address, partner(caller, call))
                    : links.reference(reference, address);
        }
        return switch (callback.kind()) {
            case COMPONENT -> processDestination(callback.target(), callback.partnerLink());
            case HTTP -> links.callback(callback, partner(caller, call));
        };
    }

    private static ProcessDefinition.PartnerLink partner(ProcessComponent caller, Call call) {
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
        exchanges.abandon();
        dispatcher.close();
        workers.shutdown();
    }
}
