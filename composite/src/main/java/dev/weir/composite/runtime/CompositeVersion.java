package dev.weir.composite.runtime;

import dev.weir.composite.delivery.DuplicateElimination;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.dispatch.ProcessVersion;
import dev.weir.composite.event.Subscriber;
import dev.weir.store.ComponentId;
import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import java.util.List;
import java.util.Map;

/**
 * One version of a composite, wired within itself: an instance's calls go to the components that were deployed with it.
 *
 * @param version empty where versions are not distinguished
 * @param processes by component
 * @param duplicates which messages of its services count once, by service
 * @param subscribers of events, among its components
 * @param warnings what will fail when it is reached, and what else people should know
 */
record CompositeVersion(
        CompositeRevision name,
        String version,
        Wiring wiring,
        Map<ComponentId, ProcessVersion> processes,
        Map<String, DuplicateElimination> duplicates,
        List<Subscriber> subscribers,
        List<Problem> warnings) {
    CompositeVersion {
        warnings = List.copyOf(warnings);
    }
}
