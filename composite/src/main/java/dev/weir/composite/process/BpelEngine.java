package dev.weir.composite.process;

import dev.weir.bpel.BpelException;
import dev.weir.bpel.EventType;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.bpel.ProcessSurroundings;
import dev.weir.bpel.exec.ProcessClasses;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.Wire;
import dev.weir.composite.delivery.CarriedProperties;
import dev.weir.composite.engine.Compilation;
import dev.weir.composite.engine.Compilation.Purpose;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.engine.ComponentEngine;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The engine of processes in WS-BPEL 2.0 and BPEL4WS 1.1. Thread-safe. */
public final class BpelEngine implements ComponentEngine {
    private static final Logger LOG = System.getLogger(BpelEngine.class.getName());
    private static final String VERSION_1_1 = "http://schemas.xmlsoap.org/ws/2003/03/business-process/";

    private static final Map<String, String> FEATURES = Map.of(
            "exec", "Java in a process (exec)",
            "signal", "signals",
            "receiveSignal", "signals",
            "flowN", "flowN",
            "call", "sub-process call",
            "eventHandlers", "event handlers",
            "compensationHandler", "compensation",
            "correlationSets", "correlation sets");

    @Override
    public String implementation() {
        return "implementation.bpel";
    }

    @Override
    public String title() {
        return "BPEL process";
    }

    @Override
    public String engine() {
        return "BPEL";
    }

    @Override
    public String files() {
        return "processes";
    }

    @Override
    public void survey(XmlElement element, Consumer<String> features) {
        String local = element.name().local();
        String feature = FEATURES.get(local);
        if (feature != null && !(local.equals("correlationSets") && element.firstElement() == null)) {
            features.accept(feature);
        }
        if (element.parent() == null) {
            if (element.name().namespace().equals(VERSION_1_1)) {
                features.accept("BPEL 1.1");
            }
        } else if (element.attributeValue("eventName") != null) {
            features.accept("events");
        }
    }

    @Override
    public String remedyForUnhandledEvent() {
        return "receive the event by bpelx:eventName, or remove the subscription";
    }

    @Override
    public @Nullable CompiledComponent compile(Component component, Compilation compilation) {
        if (component.isSubProcess()) {
            return null;
        }
        try {
            return process(component, compilation);
        } catch (BpelException e) {
            throw new AssemblyException(e.problems(), e.warnings());
        }
    }

    private static CompiledProcess process(Component component, Compilation compilation) {
        Composite composite = compilation.composite();
        ProcessPolicies policies = ProcessPolicies.of(component, compilation.problems(), compilation.warnings());
        ProcessClasses classes = composite.resources().classes();
        ProcessDefinition process = ProcessDefinition.compile(
                component.source(),
                composite.resources(),
                compilation.functions(component),
                new ProcessSurroundings(
                        wsdls(component, composite),
                        linkWsdls(component),
                        linkAddresses(component, composite),
                        subProcesses(composite),
                        events(composite),
                        composite.lenient(),
                        compilation.java(),
                        classes == null ? ProcessClasses.NONE : classes),
                ProcessDialect.of(component, compilation.problems()));
        compilation.warnings().addAll(CarriedProperties.check(composite, component.name(), process));
        warn(process.warnings(), compilation);
        compilation.warnings().addAll(DeafServices.of(composite, component, process));
        warn(UnofferedCalls.of(composite, component, process), compilation);
        return new CompiledProcess(
                process,
                possible(policies, process, component, compilation),
                PayloadValidation.of(component, composite.resources()));
    }

    /** What is said already, of the composite's WSDLs or of another process, is not said again. */
    private static void warn(List<Problem> ofProcess, Compilation compilation) {
        List<Problem> said = compilation.composite().resources().warnings();
        for (Problem warning : ofProcess) {
            boolean isKnown = warning.rule().equals("SA00014")
                    && said.stream()
                            .anyMatch(other -> other.rule().equals("wsdl-duplicate")
                                    && other.place().equals(warning.place()));
            if (!isKnown && !compilation.warnings().contains(warning)) {
                compilation.warnings().add(warning);
            }
        }
    }

    /** The events that the composite's processes may publish and wait for. */
    private static List<EventType> events(Composite composite) {
        return composite.events().definitions().values().stream()
                .map(event -> new EventType(event.name(), event.content(), event.schema()))
                .toList();
    }

    /** The documents of the composite's sub-processes, by component. */
    private static Map<String, URI> subProcesses(Composite composite) {
        Map<String, URI> documents = new LinkedHashMap<>();
        composite.components().values().stream()
                .filter(Component::isSubProcess)
                .forEach(component -> documents.put(component.name(), component.source()));
        return documents;
    }

    /** A process that comes to rest cannot be kept in memory: it is durable whatever its composite says. */
    private static ProcessPolicies possible(
            ProcessPolicies policies, ProcessDefinition process, Component component, Compilation compilation) {
        List<String> points = new ArrayList<>(process.dehydrationPoints());
        if (!compilation.faults().isEmpty()) {
            points.add("fault policies may keep its calls");
        }
        if (!policies.inMemory() || points.isEmpty()) {
            return policies;
        }
        LOG.log(
                compilation.purpose() == Purpose.DEPLOY ? Level.WARNING : Level.DEBUG,
                "the component {0} has bpel.config.inMemoryOptimization, but its instances come to rest ({1}): they are"
                        + " stored",
                component.name(),
                String.join("; ", points));
        return policies.durable();
    }

    /** The WSDLs of its partner links, which its component type names. */
    private static Map<String, URI> linkWsdls(Component component) {
        Map<String, URI> wsdls = new LinkedHashMap<>();
        component
                .services()
                .forEach((link, contract) -> wsdls.put(link, contract.wsdl().location()));
        component
                .references()
                .forEach((link, contract) ->
                        wsdls.putIfAbsent(link, contract.wsdl().location()));
        return wsdls;
    }

    /** The addresses of the references that its partner links, and those of sub-processes, are wired to. */
    private static Map<String, String> linkAddresses(Component component, Composite composite) {
        Map<String, String> addresses = new LinkedHashMap<>();
        for (Wire wire : composite.wires()) {
            String caller = wire.source().component();
            Component of = caller == null ? null : composite.components().get(caller);
            CompositeReference reference = wire.target().component() == null
                    ? composite.references().get(wire.target().name())
                    : null;
            boolean own = component.name().equals(caller);
            if (of == null || reference == null || reference.bindings().isEmpty() || !own && !of.isSubProcess()) {
                continue;
            }
            String address = reference.bindings().get(0).address();
            if (!address.isEmpty()) {
                addresses.put(own ? wire.source().name() : wire.source().toString(), address);
            }
        }
        return addresses;
    }

    /** The WSDLs that its component type names, then the others of the composite: a process need not import them. */
    private static List<URI> wsdls(Component component, Composite composite) {
        Stream<URI> own = Stream.concat(
                        component.services().values().stream(), component.references().values().stream())
                .map(contract -> contract.wsdl().location());
        return Stream.concat(own, composite.wsdls().stream()).distinct().toList();
    }
}
