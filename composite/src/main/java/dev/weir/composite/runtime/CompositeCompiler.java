package dev.weir.composite.runtime;

import dev.weir.bpel.BpelException;
import dev.weir.bpel.ProcessDefinition;
import dev.weir.bpel.ProcessSurroundings;
import dev.weir.bpel.exec.ProcessClasses;
import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.MissingWires;
import dev.weir.composite.assembly.Wire;
import dev.weir.composite.delivery.CarriedProperties;
import dev.weir.composite.delivery.DuplicateElimination;
import dev.weir.composite.delivery.SoapLinks;
import dev.weir.composite.delivery.Wiring;
import dev.weir.composite.dispatch.ProcessPolicies;
import dev.weir.composite.event.Subscriber;
import dev.weir.composite.fault.FaultBindings;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.functions.ComponentFunctions;
import dev.weir.composite.mediator.MediatorPlan;
import dev.weir.composite.retention.RetentionConfig;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.CompositeRevision;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Compiles the components of a composite, whether it is then deployed or only looked at: what a deployment refuses is
 * found here and nowhere else.
 */
public final class CompositeCompiler {
    private static final Logger LOG = System.getLogger(CompositeCompiler.class.getName());

    private CompositeCompiler() {}

    /**
     * What is known of a composite when all of it is compiled.
     *
     * @param duplicates how messages that come twice are found, by service
     * @param subscribers who takes which event
     */
    record Compiled(Map<String, DuplicateElimination> duplicates, List<Subscriber> subscribers) {}

    /** Takes the parts of a composite as they are compiled. */
    interface Parts {
        /** Asked to compile a mediator's plan. */
        void plan(Component mediator);

        /** Whether a plan that was compiled handles an event. */
        boolean handles(String mediator, XmlName event);

        void process(Component component, ProcessDefinition process, ProcessPolicies policies);

        /** Whether the Java of processes is compiled and run. */
        default boolean java() {
            return false;
        }
    }

    /**
     * All that deploying a composite would find wrong with its processes and plans, their stylesheets and schemas
     * included. Nothing is deployed.
     *
     * @param composite may lack parts that could not be read
     * @param java whether the Java of processes is compiled, which runs none of it
     */
    public static Findings check(Composite composite, boolean java) {
        Findings findings = new Findings();
        List<Problem> problems = findings.problems();
        FaultBindings.read(composite, problems, findings.warnings());
        try {
            CompositeRevision name = revision(CompositeRuntime.PARTITION, composite);
            compile(
                    composite,
                    name,
                    new Parts() {
                        private final Map<String, Set<XmlName>> handled = new HashMap<>();

                        @Override
                        public void plan(Component mediator) {
                            List<Problem> stylesheets = new ArrayList<>();
                            try {
                                MediatorPlan plan = Wiring.checkPlan(mediator, composite, name, stylesheets);
                                handled.put(mediator.name(), plan.events());
                                findings.warnings().addAll(plan.warnings());
                            } finally {
                                findings.stylesheets(stylesheets, composite.lenient());
                            }
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

                        @Override
                        public boolean java() {
                            return java;
                        }
                    },
                    findings);
        } catch (DeploymentException e) {
            problems.addAll(e.problems());
        }
        return findings;
    }

    /**
     * Compiles processes and plans.
     *
     * @param findings takes all that is wrong; where that are problems the result is of no use
     */
    static Compiled compile(Composite composite, CompositeRevision name, Parts parts, Findings findings) {
        if (parts.java()) {
            composite.resources().allowJava();
        }
        List<Problem> problems = findings.problems();
        Map<String, ProcessDefinition> processes = new HashMap<>();
        Map<String, URI> subProcesses = subProcesses(composite);
        for (Component component : composite.components().values()) {
            try {
                if (component.kind() == Component.Kind.MEDIATOR) {
                    parts.plan(component);
                } else if (component.kind() == Component.Kind.BPEL) {
                    ProcessPolicies policies = ProcessPolicies.of(component, problems, findings.warnings());
                    ProcessDefinition process = ProcessDefinition.compile(
                            component.source(),
                            composite.resources(),
                            ComponentFunctions.of(name.component(component.name()), composite, component),
                            new ProcessSurroundings(
                                    wsdls(component, composite),
                                    subProcesses,
                                    Subscribers.known(composite),
                                    composite.lenient(),
                                    parts.java(),
                                    classes(composite)),
                            ProcessDialect.of(component, problems));
                    findings.warnings().addAll(CarriedProperties.check(composite, component.name(), process));
                    findings.warnings().addAll(process.warnings());
                    processes.put(component.name(), process);
                    parts.process(component, process, policies);
                }
            } catch (BpelException e) {
                problems.addAll(e.problems());
                findings.warnings().addAll(e.warnings());
            } catch (AssemblyException e) {
                problems.addAll(e.problems());
                findings.warnings().addAll(e.warnings());
            }
        }
        Map<String, DuplicateElimination> duplicates = new LinkedHashMap<>();
        for (CompositeService service : composite.services().values()) {
            duplicates.put(service.name(), DuplicateElimination.of(name, service, problems));
            served(composite, service.name(), service.line(), () -> SoapLinks.description(service), findings);
        }
        for (Wire wire : CompositeRuntime.callbackPlaces(composite).keySet()) {
            CompositeReference reference = Objects.requireNonNull(
                    composite.references().get(wire.target().name()));
            PortType callback = Objects.requireNonNull(reference.contract().callback());
            served(
                    composite,
                    reference.name(),
                    reference.line(),
                    () -> SoapLinks.description(reference, callback),
                    findings);
        }
        findings.warnings().addAll(MissingWires.of(composite));
        findings.warnings().addAll(DeafServices.of(composite, processes));
        List<Subscriber> subscribers = Subscribers.of(name, composite, processes, parts::handles, problems);
        findings.warnings().addAll(composite.resources().warnings());
        String retention = RetentionConfig.problem(composite.properties());
        if (retention != null) {
            problems.add(Problem.ofFile("composite.xml", "composite-retention", retention, "correct the property"));
        }
        return new Compiled(duplicates, subscribers);
    }

    /** Finds what keeps a service, or the callbacks of a reference, from being served as a whole or in part. */
    private static void served(
            Composite composite, String name, int line, Supplier<ServiceDescription> description, Findings findings) {
        List<Problem> problems = findings.problems();
        try {
            findings.warnings().addAll(AlikeOperations.of(composite, name, line, description.get()));
        } catch (WsdlException e) {
            if (!e.problems().isEmpty()) {
                problems.addAll(e.problems());
            } else {
                problems.add(Problem.ofFile(
                        "composite.xml", "composite-binding", name + " cannot be served: " + e.getMessage(), ""));
            }
        }
    }

    private static ProcessClasses classes(Composite composite) {
        ProcessClasses classes = composite.resources().classes();
        return classes == null ? ProcessClasses.NONE : classes;
    }

    static CompositeRevision revision(String partition, Composite composite) {
        try {
            return new CompositeRevision(partition, composite.name(), composite.revision());
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
    static ProcessPolicies possible(
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
}
