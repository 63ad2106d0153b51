package dev.weir.composite.runtime;

import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.delivery.DuplicateElimination;
import dev.weir.composite.delivery.ServiceEntry;
import dev.weir.composite.delivery.ServiceEntry.Intake;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.engine.EngineRuntime;
import dev.weir.composite.runtime.CompiledComposite.OfferedCallback;
import dev.weir.composite.runtime.CompiledComposite.OfferedService;
import dev.weir.composite.runtime.Served.Entrance;
import dev.weir.soap.http.HttpHandler;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Connects what a composite was compiled to with the rest of the server. Thread-safe. */
final class CompositeLinker {
    private final Wiring.Surroundings surroundings;
    private final ServiceEntry.Shared entries;
    private final EngineRuntime engines;
    private final String publicUrl;

    /**
     * @param surroundings what is around composites
     * @param entries what their services have in common
     * @param engines what their components run on
     * @param publicUrl where partners reach the server
     */
    CompositeLinker(
            Wiring.Surroundings surroundings, ServiceEntry.Shared entries, EngineRuntime engines, String publicUrl) {
        this.surroundings = surroundings;
        this.entries = entries;
        this.engines = engines;
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
        Wiring wiring = new Wiring(
                new Wiring.Parts(
                        compiled.name(),
                        version,
                        compiled.composite(),
                        compiled.faults(),
                        compiled.sensors(),
                        callbacks),
                surroundings,
                made -> components(compiled, made));
        return new CompositeVersion(compiled, version, wiring);
    }

    private Map<String, DeployedComponent> components(CompiledComposite compiled, Wiring wiring) {
        Map<String, DeployedComponent> components = new HashMap<>();
        compiled.components()
                .forEach((name, component) ->
                        components.put(name, component.deploy(compiled.name().component(name), wiring, engines)));
        return components;
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
                            surroundings.links().endpoint(offered.service(), offered.description(), entry),
                            surroundings
                                    .links()
                                    .endpoint(offered.service(), offered.description(), entry.ofAnyRevision())));
        }
        Map<String, HttpHandler> callbacks = new LinkedHashMap<>();
        for (OfferedCallback offered : version.compiled().callbacks()) {
            ServiceEntry entry = new ServiceEntry(
                    entries,
                    version.name().component(offered.reference().name()),
                    callback(version, offered),
                    DuplicateElimination.NONE,
                    Intake.OPEN);
            callbacks.put(offered.place(), surroundings.links().callbacks(offered.description(), entry));
        }
        return new Served(version, services, callbacks);
    }

    private static Destination callback(CompositeVersion version, OfferedCallback offered) {
        String component = Objects.requireNonNull(offered.wire().source().component());
        return Objects.requireNonNull(version.wiring().component(component))
                .callbacks(offered.wire().source().name());
    }
}
