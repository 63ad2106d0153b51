package dev.weir.composite.delivery;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.assembly.UnavailablePart;
import dev.weir.composite.assembly.WireEnd;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.fault.FaultSite;
import dev.weir.composite.sensor.CompositeSensors;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The wires of one composite, each resolved to the destination at its far end. Thread-safe. */
public final class Wiring {
    private static final Logger LOG = System.getLogger(Wiring.class.getName());

    private final CompositeRevision name;
    private final String version;
    private final Composite composite;
    private final FaultPolicies faults;
    private final CompositeSensors sensors;
    private final Map<String, String> callbacks;
    private final Surroundings surroundings;
    private final SoapLinks links;
    private final Map<String, DeployedComponent> components;

    /**
     * What a composite consists of that its wires connect.
     *
     * @param version of the composite; empty where versions are not distinguished
     * @param faults what follows when messages along the wires fault
     * @param sensors what looks at messages
     * @param callbacks the URLs at which callbacks of references come in, by the {@code component/partnerLink} that takes them
     */
    public record Parts(
            CompositeRevision name,
            String version,
            Composite composite,
            FaultPolicies faults,
            CompositeSensors sensors,
            Map<String, String> callbacks) {}

    /**
     * What is around a composite.
     *
     * @param events where a component publishes an event
     * @param callbacks where the callbacks to a component of the server come in
     */
    public record Surroundings(
            SoapLinks links,
            BiFunction<ComponentId, XmlName, Destination> events,
            Function<CallTarget.ComponentCallback, Destination> callbacks) {}

    /** @param components makes the components, by name, that the wires are between; they use the wires later only */
    public Wiring(Parts parts, Surroundings surroundings, Function<Wiring, Map<String, DeployedComponent>> components) {
        this.name = parts.name();
        this.version = parts.version();
        this.composite = parts.composite();
        this.faults = parts.faults();
        this.sensors = parts.sensors();
        this.callbacks = Map.copyOf(parts.callbacks());
        this.surroundings = surroundings;
        this.links = surroundings.links();
        this.components = Map.copyOf(components.apply(this));
    }

    /** The version of the composite; empty where versions are not distinguished. */
    public String version() {
        return version;
    }

    public SoapLinks links() {
        return links;
    }

    /** A component by its name; null where there is none of that name that an engine runs. */
    public @Nullable DeployedComponent component(String component) {
        return components.get(component);
    }

    /** Makes ready what the first message would have to wait for. */
    public void prepare() {
        components.values().forEach(DeployedComponent::prepare);
    }

    /** Where a component publishes an event. */
    public Destination publisher(String component, XmlName event) {
        return surroundings.events().apply(name.component(component), event);
    }

    /** Where a component of this server takes callbacks. */
    public Destination caller(CallTarget.ComponentCallback callback) {
        return surroundings.callbacks().apply(callback);
    }

    /** Where the caller of a component takes callbacks: by SOAP, by the callback interface that has the operation. */
    public Destination caller(String component, CallTarget.Callback callback, String operation) {
        if (callback instanceof CallTarget.ComponentCallback local) {
            return caller(local);
        }
        Component called = composite.components().get(component);
        if (called != null && callback instanceof CallTarget.HttpCallback remote) {
            for (Map.Entry<String, Contract> service : called.services().entrySet()) {
                PortType portType = service.getValue().callback();
                if (portType != null && portType.operation(operation) != null) {
                    return links.callback(remote, service.getKey(), portType);
                }
            }
        }
        throw DeliveryException.hopeless(
                "the component " + name.component(component) + " has no callback operation " + operation);
    }

    public Destination ofService(String service) {
        return SensedDestination.ofService(
                name.component(service), sensors.ofService(service), end(composite.target(null, service), service));
    }

    /**
     * Where an event comes to a component.
     *
     * @throws DeliveryException if the component is not deployed
     */
    public Destination subscriber(String component, XmlName event) {
        return SensedDestination.ofEvent(
                name.component(component),
                sensors.ofEvent(component, event),
                deployed(component).subscriber(event));
    }

    private record Way(WireEnd end, String operation) {}

    /** True if a message of a service may come, along wires and through mediators, to an instance that waits for it. */
    public boolean comesToOneThatWaits(String service, String operation) {
        Deque<Way> open = new ArrayDeque<>();
        Set<Way> seen = new HashSet<>();
        follow(composite.target(null, service), operation, open, seen);
        for (Way way = open.poll(); way != null; way = open.poll()) {
            String called = way.end().component();
            DeployedComponent component = called == null ? null : components.get(called);
            if (component == null) {
                continue;
            }
            if (component.awaits(way.end().name(), way.operation())) {
                return true;
            }
            component
                    .passesOn(way.operation())
                    .forEach((reference, operations) ->
                            operations.forEach(each -> follow(composite.target(called, reference), each, open, seen)));
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
        CompositeService offered = composite.services().get(service);
        return offered == null
                ? List.of()
                : offered.contract().portType().operations().stream()
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

    /** Where a reference out of the composite leads when a process has given it an address. */
    public Destination ofReference(String component, CompositeReference reference, String address, String link) {
        return sensed(reference, links.reference(reference, address, callback(component, link)));
    }

    private Destination sensed(CompositeReference reference, Destination destination) {
        return SensedDestination.ofReference(
                name.component(reference.name()), sensors.ofReference(reference.name()), destination);
    }

    private DeployedComponent deployed(String component) {
        DeployedComponent deployed = components.get(component);
        if (deployed == null) {
            throw new DeliveryException("the component " + name.component(component) + " is not deployed", true);
        }
        return deployed;
    }

    private Destination end(@Nullable WireEnd target, String source) {
        if (target == null) {
            return Destination.nowhere("no wire leads from " + source + " of " + name);
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
            return sensed(reference, links.reference(reference, callbacks.get(source)));
        }
        return deployed(component).receiver(target.name());
    }
}
