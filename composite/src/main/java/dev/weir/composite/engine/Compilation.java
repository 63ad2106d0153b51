package dev.weir.composite.engine;

import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Composite;
import dev.weir.composite.fault.FaultPolicies;
import dev.weir.composite.functions.ComponentFunctions;
import dev.weir.store.CompositeRevision;
import dev.weir.xml.Problem;
import dev.weir.xpath.XPathFunctions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The compilation of a composite, as its components know it: what is around them, and who takes what they find. Used by one thread. */
public final class Compilation {
    /** What a composite is compiled for. */
    public enum Purpose {
        /** Judging it: nothing is compiled later, stylesheets and schemas are now. */
        JUDGE(true, true),
        /** Serving it: its schemas are compiled once it is, so that a start does not wait for them. */
        DEPLOY(true, false),
        /** Going on with its instances, as it was deployed before: they find what is wrong with its stylesheets when they reach them. */
        RESUME(false, false);

        private final boolean stylesheets;
        private final boolean schemas;

        Purpose(boolean stylesheets, boolean schemas) {
            this.stylesheets = stylesheets;
            this.schemas = schemas;
        }

        /** Whether schemas are compiled now. */
        public boolean schemas() {
            return schemas;
        }
    }

    private final CompositeRevision name;
    private final Composite composite;
    private final FaultPolicies faults;
    private final Purpose purpose;
    private final boolean java;
    private final List<Problem> problems;
    private final List<Problem> warnings;
    /** Compiled beside the components, since to compile a stylesheet takes as long as to compile a process. */
    private final List<CompletableFuture<List<Problem>>> stylesheets = new ArrayList<>();

    /**
     * @param java whether the Java of a composite is compiled
     * @param problems takes what refuses it
     * @param warnings takes what will fail when it is reached, and what else people should know
     */
    public Compilation(
            CompositeRevision name,
            Composite composite,
            FaultPolicies faults,
            Purpose purpose,
            boolean java,
            List<Problem> problems,
            List<Problem> warnings) {
        this.name = name;
        this.composite = composite;
        this.faults = faults;
        this.purpose = purpose;
        this.java = java;
        this.problems = problems;
        this.warnings = warnings;
    }

    public CompositeRevision name() {
        return name;
    }

    public Composite composite() {
        return composite;
    }

    /** What follows when messages along the wires fault. */
    public FaultPolicies faults() {
        return faults;
    }

    public Purpose purpose() {
        return purpose;
    }

    /** Whether the Java of a composite is compiled. */
    public boolean java() {
        return java;
    }

    /** Takes what refuses the composite. */
    public List<Problem> problems() {
        return problems;
    }

    /** Takes what will fail when it is reached, and what else people should know. */
    public List<Problem> warnings() {
        return warnings;
    }

    /** The functions that expressions and stylesheets of a component may call beside those of its own language. */
    public XPathFunctions functions(Component component) {
        return ComponentFunctions.of(name.component(component.name()), composite, component);
    }

    /**
     * Compiles stylesheets on another thread, where the purpose is that they are compiled.
     *
     * @param compiling gives what is wrong with them
     */
    public void stylesheets(Supplier<List<Problem>> compiling) {
        if (purpose.stylesheets) {
            stylesheets.add(CompletableFuture.supplyAsync(compiling));
        }
    }

    /** What is wrong with them, once all are compiled. */
    public List<Problem> wrongStylesheets() {
        return stylesheets.stream()
                .flatMap(each -> each.join().stream())
                .distinct()
                .toList();
    }
}
