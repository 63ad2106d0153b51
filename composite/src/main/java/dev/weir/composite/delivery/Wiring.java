package dev.weir.composite.delivery;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.assembly.UnavailablePart;
import dev.weir.composite.assembly.WireEnd;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.fault.FaultSite;
import dev.weir.composite.mediator.MediatorException;
import dev.weir.composite.mediator.MediatorPlan;
import dev.weir.store.Call;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.store.Store;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The wires of one composite, each resolved to the destination at its far end. Thread-safe. */
public final class Wiring {
    private static final Logger LOG = System.getLogger(Wiring.class.getName());

    private final CompositeRevision name;
    private final String version;
    private final Composite composite;
    private final Map<String, MediatorPlan> plans;
    private final FaultPolicies faults;
    private final Map<String, String> callbacks;
    private final Surroundings surroundings;
    private final SoapLinks links;

    /**
     * What a composite consists of that its wires connect.
     *
     * @param version of the composite; empty where versions are not distinguished
     * @param plans by mediator
     * @param faults what follows when messages along the wires fault
     * @param callbacks the URLs at which callbacks of references come in, by the {@code component/partnerLink} that takes them
     */
    public record Parts(
            CompositeRevision name,
            String version,
            Composite composite,
            Map<String, MediatorPlan> plans,
            FaultPolicies faults,
            Map<String, String> callbacks) {}

    /**
     * What is around a composite.
     *
     * @param processes the destination of a deployed component's partner link
     * @param events where a component publishes an event
     * @param store takes what mediators do later
     */
    public record Surroundings(
            SoapLinks links,
            BiFunction<ComponentId, String, Destination> processes,
            BiFunction<ComponentId, XmlName, Destination> events,
            Store store) {}

    public Wiring(Parts parts, Surroundings surroundings) {
        this.name = parts.name();
        this.version = parts.version();
        this.composite = parts.composite();
        this.plans = Map.copyOf(parts.plans());
        this.faults = parts.faults();
        this.callbacks = Map.copyOf(parts.callbacks());
        this.surroundings = surroundings;
        this.links = surroundings.links();
    }

    /** Compiles the schemas of the plans before the first message comes; their errors go to the log. */
    public void preparePlans() {
        for (Map.Entry<String, MediatorPlan> plan : plans.entrySet()) {
            try {
                plan.getValue().prepareSchemas();
            } catch (AssemblyException | MediatorException e) {
                LOG.log(
                        Level.ERROR,
                        "the mediator {0}/{1} will fail for some messages: {2}",
                        name,
                        plan.getKey(),
                        e.getMessage());
            }
        }
    }

    /** A mediator that is called directly, to handle an event; DeliveryException where there is none of that name. */
    public Destination ofMediator(String mediator) {
        MediatorPlan plan = plans.get(mediator);
        if (plan == null) {
            throw new DeliveryException("there is no mediator " + mediator + " in " + name, true);
        }
        return mediator(mediator, plan);
    }

    public Destination ofService(String service) {
        return end(composite.target(null, service), service);
    }

    /** Asked about a process to which a message may come. */
    @FunctionalInterface
    public interface Receiver {
        boolean receives(ComponentId component, String partnerLink, String operation);
    }

    private record Way(WireEnd end, String operation) {}

    /**
     * True if a message of a service may come, along wires and through mediators, to a process that receives it.
     *
     * @param process asked about each
     */
    public boolean comesTo(String service, String operation, Receiver process) {
        Deque<Way> open = new ArrayDeque<>();
        Set<Way> seen = new HashSet<>();
        follow(composite.target(null, service), operation, open, seen);
        for (Way way = open.poll(); way != null; way = open.poll()) {
            String component = way.end().component();
            MediatorPlan plan = component == null ? null : plans.get(component);
            if (component == null) {
                continue;
            }
            if (plan == null) {
                if (process.receives(name.component(component), way.end().name(), way.operation())) {
                    return true;
                }
            } else {
                plan.calls(way.operation())
                        .forEach((reference, called) -> called.forEach(
                                each -> follow(composite.target(component, reference), each, open, seen)));
            }
        }
        return false;
    }

    private static void follow(@Nullable WireEnd target, String operation, Deque<Way> open, Set<Way> seen) {
        if (target != null && seen.add(new Way(target, operation))) {
            open.add(new Way(target, operation));
        }
    }

    /** The operations of a service. */
    public List<String> operations(String service) {
        CompositeService found = composite.services().get(service);
        return found == null
                ? List.of()
                : found.contract().portType().operations().stream()
                        .map(Operation::name)
                        .toList();
    }

    /** Where a component's callbacks on one of its references come in; null where it takes none by SOAP. */
    public @Nullable String callback(String component, String reference) {
        return callbacks.get(component + "/" + reference);
    }

    /** What follows when a message along a wire faults. */
    public FaultPolicies faults() {
        return faults;
    }

    /** Where a component's reference stands, for its fault policies; a sub-process's link by the link's own name. */
    public FaultSite site(String component, String reference) {
        CompositeReference outside = reference(component, reference);
        String link = reference.substring(reference.lastIndexOf('/') + 1);
        Component caller = composite.components().get(component);
        Contract contract = caller == null ? null : caller.references().get(link);
        return new FaultSite(
                component,
                link,
                outside == null ? null : outside.name(),
                contract != null
                        ? contract.portType().name()
                        : outside == null ? null : outside.contract().portType().name());
    }

    /** True if a component's reference is wired. */
    public boolean leads(String component, String reference) {
        return composite.targetOfLink(component, reference) != null;
    }

    /** The reference out of the composite to which a component's own leads; null where it leads elsewhere, or nowhere. */
    public @Nullable CompositeReference reference(String component, String reference) {
        WireEnd target = composite.targetOfLink(component, reference);
        return target == null || target.component() != null
                ? null
                : composite.references().get(target.name());
    }

    /** Where a component's reference leads. */
    public Destination ofReference(String component, String reference) {
        return end(composite.targetOfLink(component, reference), component + "/" + reference);
    }

    private Destination end(@Nullable WireEnd target, String source) {
        if (target == null) {
            return nowhere("no wire leads from " + source + " of " + name);
        }
        UnavailablePart unavailable = composite.unavailable(target);
        if (unavailable != null) {
            return UnavailableDestination.of(unavailable);
        }
        String component = target.component();
        if (component == null) {
            CompositeReference reference = composite.references().get(target.name());
            if (reference == null) {
                throw new DeliveryException("there is no reference " + target.name() + " in " + name, true);
            }
            return links.reference(reference, callbacks.get(source));
        }
        MediatorPlan plan = plans.get(component);
        return plan == null
                ? surroundings.processes().apply(name.component(component), target.name())
                : mediator(component, plan);
    }

    /** Every message fails, and no repetition helps. */
    private static Destination nowhere(String why) {
        return new Destination() {
            @Override
            public CompletionStage<Answer> deliver(Delivery delivery) {
                return CompletableFuture.failedFuture(DeliveryException.hopeless(why));
            }

            @Override
            public String describe() {
                return "nowhere";
            }
        };
    }

    private MediatorDestination mediator(String component, MediatorPlan plan) {
        ComponentId id = name.component(component);
        return new MediatorDestination(
                id,
                plan,
                wanted -> ofReference(component, wanted),
                event -> surroundings.events().apply(id, event),
                surroundings.store(),
                version);
    }

    /** The plan of a component; null for one that is no mediator. */
    public @Nullable MediatorPlan plan(String component) {
        return plans.get(component);
    }

    /**
     * Where a call goes that a mediator left in the store.
     *
     * @param target of the call
     * @param called where callbacks to components of this server go
     */
    public Destination ofMediator(
            Call call, CallTarget target, Function<CallTarget.ComponentCallback, Destination> called) {
        String component = call.component().name();
        MediatorPlan plan = plans.get(component);
        if (plan == null) {
            throw new DeliveryException("the component " + call.component() + " is no mediator any more", true);
        }
        if (!(target instanceof CallTarget.Own own)) {
            return ofCaller(call, target, component, called);
        }
        MediatorCall what = MediatorCall.of(own);
        if (what.kind() == MediatorCall.Kind.FORWARD) {
            return new ForwardDestination(ofReference(component, call.partnerLink()), what.twoWay());
        }
        MediatorDestination mediator = mediator(component, plan);
        return new Destination() {
            @Override
            public CompletionStage<Answer> deliver(Delivery delivery) {
                return mediator.resume(what, delivery);
            }

            @Override
            public String describe() {
                return what.kind() == MediatorCall.Kind.MESSAGE ? mediator.describe() : call.partnerLink();
            }
        };
    }

    /** Where a mediator's caller takes callbacks. */
    private Destination ofCaller(
            Call call,
            CallTarget target,
            String component,
            Function<CallTarget.ComponentCallback, Destination> called) {
        if (target instanceof CallTarget.ComponentCallback callback) {
            return called.apply(callback);
        }
        if (!(target instanceof CallTarget.HttpCallback callback)) {
            throw DeliveryException.hopeless("a callback of a mediator needs the address of its caller");
        }
        Component mediator = composite.components().get(component);
        if (mediator != null) {
            for (Map.Entry<String, Contract> service : mediator.services().entrySet()) {
                PortType portType = service.getValue().callback();
                if (portType != null && portType.operation(call.operation()) != null) {
                    return links.callback(callback, service.getKey(), portType);
                }
            }
        }
        throw DeliveryException.hopeless(
                "the mediator " + call.component() + " has no callback operation " + call.operation());
    }

    /** A message that is sent on, and whose answer is dropped, unless it is a fault. */
    private record ForwardDestination(Destination target, boolean twoWay) implements Destination {
        @Override
        public CompletionStage<Answer> deliver(Delivery delivery) {
            return target.deliver(new Delivery(
                            delivery.context(),
                            delivery.path(),
                            delivery.span(),
                            delivery.operation(),
                            !twoWay,
                            delivery.message()))
                    .thenApply(answer -> answer instanceof Answer.Faulted ? answer : Answer.TAKEN);
        }

        @Override
        public String describe() {
            return target.describe();
        }
    }
}
