package dev.weir.composite.runtime;

import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.DuplicateElimination;
import dev.weir.composite.delivery.MediatorCallback;
import dev.weir.composite.delivery.ServiceEntry;
import dev.weir.composite.delivery.ServiceEntry.Intake;
import dev.weir.composite.delivery.SoapLinks;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.dispatch.ProcessVersion;
import dev.weir.composite.runtime.CompiledComposite.OfferedCallback;
import dev.weir.composite.runtime.CompiledComposite.OfferedService;
import dev.weir.composite.runtime.Served.Entrance;
import dev.weir.soap.http.HttpHandler;
import dev.weir.store.ComponentId;
import dev.weir.store.Store;
import dev.weir.xml.XmlName;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Connects what a composite was compiled to with the rest of the server. Thread-safe. */
final class CompositeLinker {
    private final Store store;
    private final SoapLinks links;
    private final ServiceEntry.Shared entries;
    private final BiFunction<ComponentId, XmlName, Destination> publishers;
    private final Processes processes;
    private final String publicUrl;

    /** Where messages to a process go. */
    @FunctionalInterface
    interface Processes {
        /** @param process null for one that is not deployed: DeliveryException */
        Destination destination(ComponentId component, @Nullable ProcessVersion process, String partnerLink);
    }

    /**
     * @param publishers where a component publishes an event
     * @param publicUrl where partners reach the server
     */
    CompositeLinker(
            Store store,
            SoapLinks links,
            ServiceEntry.Shared entries,
            BiFunction<ComponentId, XmlName, Destination> publishers,
            Processes processes,
            String publicUrl) {
        this.store = store;
        this.links = links;
        this.entries = entries;
        this.publishers = publishers;
        this.processes = processes;
        this.publicUrl = publicUrl;
    }

    /** Wires a composite within itself, as one of its versions. */
    CompositeVersion link(CompiledComposite compiled, String version) {
        Map<String, String> callbacks = new HashMap<>();
        for (OfferedCallback callback : compiled.callbacks()) {
            callbacks.put(
                    callback.wire().source().component() + "/"
                            + callback.wire().source().name(),
                    publicUrl
                            + ServicePaths.path(
                                    compiled.name().partition(), compiled.name().id(), callback.place()));
        }
        // Filled before anybody knows the wiring.
        Map<ComponentId, ProcessVersion> wired = new HashMap<>();
        Wiring wiring = new Wiring(
                new Wiring.Parts(
                        compiled.name(), version, compiled.composite(), compiled.plans(), compiled.faults(), callbacks),
                new Wiring.Surroundings(
                        links,
                        (component, link) -> processes.destination(component, wired.get(component), link),
                        publishers,
                        store));
        compiled.processes().forEach((name, process) -> {
            ComponentId component = compiled.name().component(name);
            wired.put(
                    component,
                    new ProcessVersion(component, version, process.definition(), process.policies(), wiring));
        });
        return new CompositeVersion(compiled, version, wiring, wired);
    }

    /**
     * Makes the ends at which messages of a version come in.
     *
     * @param intake which messages a service takes, by its name
     */
    Served serve(CompositeVersion version, Function<String, Intake> intake) {
        Map<String, Entrance> services = new LinkedHashMap<>();
        for (OfferedService offered : version.compiled().services()) {
            String name = offered.service().name();
            ServiceEntry entry = new ServiceEntry(
                    entries,
                    version.name().component(name),
                    version.wiring().ofService(name),
                    offered.duplicates(),
                    intake.apply(name));
            services.put(
                    name,
                    new Entrance(
                            links.endpoint(offered.service(), offered.description(), entry),
                            links.endpoint(offered.service(), offered.description(), entry.ofAnyRevision())));
        }
        Map<String, HttpHandler> callbacks = new LinkedHashMap<>();
        for (OfferedCallback offered : version.compiled().callbacks()) {
            ServiceEntry entry = new ServiceEntry(
                    entries,
                    version.name().component(offered.reference().name()),
                    callback(version, offered),
                    DuplicateElimination.NONE,
                    Intake.OPEN);
            callbacks.put(offered.place(), links.callbacks(offered.description(), entry));
        }
        return new Served(version, services, callbacks);
    }

    private Destination callback(CompositeVersion version, OfferedCallback offered) {
        String link = offered.wire().source().name();
        ComponentId component = version.name()
                .component(Objects.requireNonNull(offered.wire().source().component()));
        return version.wiring().plan(component.name()) == null
                ? processes.destination(component, version.processes().get(component), link)
                : new MediatorCallback(store, component, link);
    }
}
