package dev.weir.composite.runtime;

import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.Wire;
import dev.weir.composite.delivery.DuplicateElimination;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.event.Subscriber;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.sensor.CompositeSensors;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import java.util.List;
import java.util.Map;

/**
 * A composite with all that compiling makes of it, not wired yet. It is the same whether it is judged, deployed, or
 * compiled again for instances that began with it; only what has no problems is one. Immutable.
 *
 * @param components by name, those that an engine runs
 * @param faults what follows when messages along the wires fault
 * @param sensors what looks at its messages
 * @param services in the order of composite.xml
 * @param callbacks where references take callbacks by SOAP
 * @param subscribers of events, among its components
 * @param warnings what will fail when it is reached, and what else people should know
 */
record CompiledComposite(
        CompositeRevision name,
        Composite composite,
        Map<String, CompiledComponent> components,
        FaultPolicies faults,
        CompositeSensors sensors,
        List<OfferedService> services,
        List<OfferedCallback> callbacks,
        List<Subscriber> subscribers,
        List<Problem> warnings) {
    CompiledComposite {
        components = Map.copyOf(components);
        services = List.copyOf(services);
        callbacks = List.copyOf(callbacks);
        subscribers = List.copyOf(subscribers);
        warnings = List.copyOf(warnings);
    }

    /** @param duplicates which of its messages count once */
    record OfferedService(CompositeService service, ServiceDescription description, DuplicateElimination duplicates) {}

    /**
     * The callbacks that a component takes on one of its references.
     *
     * @param wire from the component to the reference
     * @param place below the composite's path
     */
    record OfferedCallback(Wire wire, String place, CompositeReference reference, ServiceDescription description) {}
}
