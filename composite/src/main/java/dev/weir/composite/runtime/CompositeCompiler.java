package dev.weir.composite.runtime;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.assembly.CompositeReference;
import dev.weir.composite.assembly.CompositeService;
import dev.weir.composite.assembly.MissingWires;
import dev.weir.composite.assembly.Wire;
import dev.weir.composite.assembly.WireEnd;
import dev.weir.composite.assembly.WireVersions;
import dev.weir.composite.audit.AuditConfig;
import dev.weir.composite.delivery.DuplicateElimination;
import dev.weir.composite.delivery.SoapLinks;
import dev.weir.composite.deployment.DeploymentException;
import dev.weir.composite.engine.Compilation;
import dev.weir.composite.engine.Compilation.Purpose;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.engine.ComponentEngine;
import dev.weir.composite.event.Subscriber;
import dev.weir.composite.fault.FaultBindings;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.retention.RetentionConfig;
import dev.weir.composite.runtime.CompiledComposite.OfferedCallback;
import dev.weir.composite.runtime.CompiledComposite.OfferedService;
import dev.weir.composite.sensor.CompositeSensors;
import dev.weir.composite.sensor.SensorReader;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.CompositeRevision;
import dev.weir.wsdl.MissingDocument;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a composite, whether it is then deployed or only judged: what a deployment refuses is found here and nowhere
 * else. One object for one composite.
 */
public final class CompositeCompiler {
    private static final Logger LOG = System.getLogger(CompositeCompiler.class.getName());

    private final Composite composite;
    private final CompositeRevision name;
    private final Purpose purpose;
    private final boolean java;
    private final CompilerFindings findings;
    private final List<Problem> problems;
    private final Map<String, CompiledComponent> components = new HashMap<>();

    private CompositeCompiler(
            Composite composite, CompositeRevision name, Purpose purpose, boolean java, CompilerFindings findings) {
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
    public static CompilerFindings check(Composite composite, boolean java) {
        CompilerFindings findings = new CompilerFindings();
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
        CompilerFindings findings = new CompilerFindings();
        CompiledComposite compiled = new CompositeCompiler(composite, name, purpose, java, findings).compile();
        if (purpose == Purpose.DEPLOY) {
            findings.warnings().forEach(warning -> LOG.log(Level.WARNING, "{0}: {1}", name, warning));
        }
        if (!findings.problems().isEmpty()) {
            throw new DeploymentException(MissingDocument.merged(findings.problems()));
        }
        return compiled;
    }

    /** Whether messages for an operation go from an end of a wire, as far as is known. */
    private boolean calls(WireEnd end, String operation) {
        CompiledComponent caller = end.component() == null ? null : components.get(end.component());
        return caller == null || caller.calls(end.name(), operation);
    }

    /** Compiles it; where that finds problems, the result lacks what has them. */
    private CompiledComposite compile() {
        FaultPolicies faults = FaultBindings.read(composite, problems, findings.warnings());
        if (java) {
            composite.resources().allowJava();
        }
        Compilation compilation =
                new Compilation(name, composite, faults, purpose, java, problems, findings.warnings());
        composite.components().values().forEach(component -> compile(component, compilation));
        CompositeSensors sensors = SensorReader.read(composite, name, problems, findings.warnings());
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
        findings.warnings().addAll(UncallableOperations.of(composite));
        findings.warnings().addAll(WireVersions.of(composite, this::calls));
        List<Subscriber> subscribers = Subscribers.of(name, composite, components, problems, findings.warnings());
        findings.warnings().addAll(composite.resources().warnings());
        String retention = RetentionConfig.problem(composite.properties());
        if (retention != null) {
            problems.add(Problem.ofFile("composite.xml", "composite-retention", retention, "correct the property"));
        }
        auditLevels();
        findings.stylesheets(compilation.wrongStylesheets(), composite.lenient());
        return new CompiledComposite(
                name, composite, components, faults, sensors, services, callbacks, subscribers, findings.warnings());
    }

    /** One that there is none of counts as Inherit: that is no reason to refuse what runs. */
    private void auditLevels() {
        String ofComposite = AuditConfig.problem(composite.properties());
        if (ofComposite != null) {
            findings.warnings()
                    .add(Problem.ofFile("composite.xml", "composite-audit-level", ofComposite, "correct the property"));
        }
        for (Component component : composite.components().values()) {
            String level = AuditConfig.problem(component.properties());
            if (level != null) {
                findings.warnings()
                        .add(new Problem(
                                "composite.xml",
                                component.line(),
                                0,
                                "composite-audit-level",
                                "component '" + component.name() + "': " + level,
                                "correct the property"));
            }
        }
    }

    private void compile(Component component, Compilation compilation) {
        try {
            CompiledComponent compiled = ComponentEngine.of(component).compile(component, compilation);
            if (compiled != null) {
                components.put(component.name(), compiled);
            }
        } catch (AssemblyException e) {
            problems.addAll(e.problems());
            findings.warnings().addAll(e.warnings());
        }
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
            if (reference == null || callback == null || caller == null || caller.isSubProcess()) {
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
}
