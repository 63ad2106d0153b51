package dev.weir.composite.mediator;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.engine.Compilation;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.engine.ComponentEngine;
import dev.weir.xml.Problem;
import dev.weir.xml.tree.XmlElement;
import java.util.Map;
import java.util.function.Consumer;

/** The engine of mediators. Thread-safe. */
public final class MediatorEngine implements ComponentEngine {
    private static final Map<String, String> FEATURES = Map.of(
            "onCallback", "mediator callback",
            "echo", "mediator echo",
            "raise", "events",
            "eventHandler", "events",
            "schematron", "Schematron",
            "resequencer", "resequencer",
            "translate", "native format (nXSD)");

    @Override
    public String implementation() {
        return "implementation.mediator";
    }

    @Override
    public String title() {
        return "mediator";
    }

    @Override
    public String engine() {
        return "Mediator";
    }

    @Override
    public String files() {
        return "plans";
    }

    @Override
    public void survey(XmlElement element, Consumer<String> features) {
        String feature = FEATURES.get(element.name().local());
        if (feature != null) {
            features.accept(feature);
        }
        if (element.name().local().equals("case")) {
            String execution = String.valueOf(element.attributeValue("executionType"));
            if (execution.equals("queued")) {
                features.accept("mediator parallel rules");
            } else if (execution.equals("resequence")) {
                features.accept("resequencer");
            }
        } else if (element.attributeValue("externalServiceRef") != null) {
            features.accept("mediator dynamic routing");
        }
    }

    @Override
    public String remedyForUnhandledEvent() {
        return "add an <eventHandler> to its plan, or remove the subscription";
    }

    @Override
    public CompiledComponent compile(Component component, Compilation compilation) {
        MediatorPlan plan = MediatorPlan.read(component, compilation.composite(), compilation.functions(component));
        compilation.stylesheets(plan::wrongStylesheets);
        if (compilation.purpose().schemas()) {
            prepareSchemas(component, plan);
        }
        compilation.warnings().addAll(plan.warnings());
        return new CompiledMediator(plan);
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
}
