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
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.dispatch.ProcessPolicies;
import dev.weir.composite.event.Subscriber;
import dev.weir.composite.fault.FaultBindings;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.functions.ComponentFunctions;
import dev.weir.composite.mediator.MediatorException;
import dev.weir.composite.mediator.MediatorPlan;
import dev.weir.composite.retention.RetentionConfig;
import dev.weir.composite.runtime.CompiledComposite.CompiledProcess;
import dev.weir.composite.runtime.CompiledComposite.OfferedCallback;
import dev.weir.composite.runtime.CompiledComposite.OfferedService;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.CompositeRevision;
import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlName;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a composite, whether it is then deployed or only judged: what a deployment refuses is found here and nowhere
 * else. One object for one composite.
 */
public final class CompositeCompiler {
    private static final Logger LOG = System.getLogger(CompositeCompiler.class.getName());

    /** What a composite is compiled for. */
    enum Purpose {
        /** Nothing is compiled later: stylesheets and schemas are now. */
        JUDGE(true, true),
        /** Its schemas are compiled once it is served, so that a start does not wait for them. */
        DEPLOY(true, false),
        /** It was deployed before: its instances find what is wrong with its stylesheets when they reach them. */
        RESUME(false, false);

        private final boolean stylesheets;
        private final boolean schemas;

        Purpose(boolean stylesheets, boolean schemas) {
            this.stylesheets = stylesheets;
            this.schemas = schemas;
        }
    }

    private final Composite composite;
    private final CompositeRevision name;
    private final Purpose purpose;
    private final boolean java;
    private final Findings findings;
    private final List<Problem> problems;
    private final Map<String, MediatorPlan> plans = new HashMap<>();
    private final Map<String, CompiledProcess> processes = new HashMap<>();
    /** Compiled beside the processes, since to compile a stylesheet takes as long as to compile a process. */
    private final List<CompletableFuture<List<Problem>>> stylesheets = new ArrayList<>();

    private CompositeCompiler(
            Composite composite, CompositeRevision name, Purpose purpose, boolean java, Findings findings) {
        this.composite = composite;
        this.name = name;
        this.purpose = purpose;
        this.java = java;
        this.findings = findings;
        this.problems = findings.problems();
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
        try {
            CompositeRevision name = revision(CompositeRuntime.PARTITION, composite);
            new CompositeCompiler(composite, name, Purpose.JUDGE, java, findings).compile();
        } catch (DeploymentException e) {
            findings.problems().addAll(e.problems());
        }
        return findings;
    }

    /**
     * Compiles a composite.
     *
     * @param java whether the Java of processes is compiled, to be run
     * @throws DeploymentException with all problems of all its parts
     */
    static CompiledComposite compile(String partition, Composite composite, Purpose purpose, boolean java) {
        CompositeRevision name = revision(partition, composite);
        Findings findings = new Findings();
        CompiledComposite compiled = new CompositeCompiler(composite, name, purpose, java, findings).compile();
        if (purpose == Purpose.DEPLOY) {
            findings.warnings().forEach(warning -> LOG.log(Level.WARNING, "{0}: {1}", name, warning));
        }
        if (!findings.problems().isEmpty()) {
            throw new DeploymentException(MissingDocument.merged(findings.problems()));
        }
        return compiled;
    }

    /** Compiles it; where that finds problems, the result lacks what has them. */
    private CompiledComposite compile() {
        FaultPolicies faults = FaultBindings.read(composite, problems, findings.warnings());
        if (java) {
            composite.resources().allowJava();
        }
        composite.components().values().forEach(component -> compile(component, faults));
        List<OfferedService> services = new ArrayList<>();
        for (CompositeService service : composite.services().values()) {
            DuplicateElimination duplicates = DuplicateElimination.of(name, service, problems);
            ServiceDescription description =
                    described(service.name(), service.line(), () -> SoapLinks.description(service));
            if (description != null) {
                services.add(new OfferedService(service, description, duplicates));
            }
        }
        List<OfferedCallback> callbacks = callbacks();
        findings.warnings().addAll(MissingWires.of(composite));
        Map<String, ProcessDefinition> definitions = new HashMap<>();
        processes.forEach((component, process) -> definitions.put(component, process.definition()));
        findings.warnings().addAll(DeafServices.of(composite, definitions));
        List<Subscriber> subscribers = Subscribers.of(name, composite, definitions, this::handles, problems);
        findings.warnings().addAll(composite.resources().warnings());
        String retention = RetentionConfig.problem(composite.properties());
        if (retention != null) {
            problems.add(Problem.ofFile("composite.xml", "composite-retention", retention, "correct the property"));
        }
        findings.stylesheets(
                stylesheets.stream()
                        .flatMap(each -> each.join().stream())
                        .distinct()
                        .toList(),
                composite.lenient());
        return new CompiledComposite(
                name, composite, plans, processes, faults, services, callbacks, subscribers, findings.warnings());
    }

    private void compile(Component component, FaultPolicies faults) {
        try {
            if (component.kind() == Component.Kind.MEDIATOR) {
                plan(component);
            } else if (component.kind() == Component.Kind.BPEL) {
                process(component, faults);
            }
        } catch (BpelException e) {
            problems.addAll(e.problems());
            findings.warnings().addAll(e.warnings());
        } catch (AssemblyException e) {
            problems.addAll(e.problems());
            findings.warnings().addAll(e.warnings());
        }
    }

    private void plan(Component mediator) {
        MediatorPlan plan = MediatorPlan.read(
                mediator, composite, ComponentFunctions.of(name.component(mediator.name()), composite, mediator));
        if (purpose.stylesheets) {
            stylesheets.add(CompletableFuture.supplyAsync(plan::wrongStylesheets));
        }
        if (purpose.schemas) {
            prepareSchemas(mediator, plan);
        }
        plans.put(mediator.name(), plan);
        findings.warnings().addAll(plan.warnings());
    }

    private static void prepareSchemas(Component mediator, MediatorPlan plan) {
        try {
            plan.prepareSchemas();
        } catch (MediatorException e) {
            throw new AssemblyException(
                    Problem.fileOf(mediator.source()),
                    "mediator-schemas",
                    String.valueOf(e.getMessage()),
                    "correct the schemas");
        }
    }

    private void process(Component component, FaultPolicies faults) {
        ProcessPolicies policies = ProcessPolicies.of(component, problems, findings.warnings());
        ProcessDefinition process = ProcessDefinition.compile(
                component.source(),
                composite.resources(),
                ComponentFunctions.of(name.component(component.name()), composite, component),
                new ProcessSurroundings(
                        wsdls(component, composite),
                        subProcesses(composite),
                        Subscribers.known(composite),
                        composite.lenient(),
                        java,
                        classes(composite)),
                ProcessDialect.of(component, problems));
        findings.warnings().addAll(CarriedProperties.check(composite, component.name(), process));
        findings.warnings().addAll(process.warnings());
        processes.put(component.name(), new CompiledProcess(process, possible(policies, process, component, faults)));
    }

    /** True if a mediator handles an event; of a plan that has problems of its own nothing more is said. */
    private boolean handles(String mediator, XmlName event) {
        MediatorPlan plan = plans.get(mediator);
        return plan == null || plan.events().contains(event);
    }

    /**
     * Where the callbacks of references come in, below the composite's path: under the reference's name, unless a service
     * has it; where several components take them, each but the first has a path of its own below.
     */
    private List<OfferedCallback> callbacks() {
        Set<String> used = new HashSet<>(composite.services().keySet());
        List<OfferedCallback> callbacks = new ArrayList<>();
        for (Wire wire : composite.wires()) {
            String component = wire.source().component();
            String target = wire.target().name();
            CompositeReference reference =
                    wire.target().component() == null ? composite.references().get(target) : null;
            PortType callback = reference == null ? null : reference.contract().callback();
            Component caller = component == null ? null : composite.components().get(component);
            if (reference == null
                    || callback == null
                    || caller == null
                    || caller.kind() != Component.Kind.BPEL && caller.kind() != Component.Kind.MEDIATOR) {
                continue;
            }
            String place = used.add(target)
                    ? target
                    : target + "/" + component + "/" + wire.source().name();
            ServiceDescription description =
                    described(target, reference.line(), () -> SoapLinks.description(reference, callback));
            if (description != null) {
                callbacks.add(new OfferedCallback(wire, place, reference, description));
            }
        }
        return callbacks;
    }

    /** What is served of a service, or of the callbacks of a reference; null where a problem keeps it from that. */
    private @Nullable ServiceDescription described(String service, int line, Supplier<ServiceDescription> description) {
        try {
            ServiceDescription described = description.get();
            findings.warnings().addAll(AlikeOperations.of(composite, service, line, described));
            return described;
        } catch (WsdlException e) {
            if (!e.problems().isEmpty()) {
                problems.addAll(e.problems());
            } else {
                problems.add(Problem.ofFile(
                        "composite.xml", "composite-binding", service + " cannot be served: " + e.getMessage(), ""));
            }
            return null;
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
    private ProcessPolicies possible(
            ProcessPolicies policies, ProcessDefinition process, Component component, FaultPolicies faults) {
        List<String> points = new ArrayList<>(process.dehydrationPoints());
        if (!faults.isEmpty()) {
            points.add("fault policies may keep its calls");
        }
        if (!policies.inMemory() || points.isEmpty()) {
            return policies;
        }
        LOG.log(
                purpose == Purpose.DEPLOY ? Level.WARNING : Level.DEBUG,
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
