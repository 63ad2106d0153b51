package dev.weir.composite.echo;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.engine.Compilation;
import dev.weir.composite.engine.CompiledComponent;
import dev.weir.composite.engine.ComponentEngine;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.Problem;
import dev.weir.xml.XmlException;
import dev.weir.xml.tree.XmlElement;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine of echoes, whose files say how long they wait: {@code <echo seconds="1"/>}. Thread-safe. */
public final class EchoEngine implements ComponentEngine {
    private static final String SECONDS = "seconds";
    private static final int MOST_SECONDS = 86_400;

    @Override
    public String implementation() {
        return "implementation.echo";
    }

    @Override
    public String title() {
        return "echo";
    }

    @Override
    public String engine() {
        return "Echo";
    }

    @Override
    public String files() {
        return "echoes";
    }

    @Override
    public String remedyForUnhandledEvent() {
        return "remove the subscription: an echo takes no events";
    }

    @Override
    public CompiledComponent compile(Component component, Compilation compilation) {
        String composite = Problem.fileOf(compilation.composite().location());
        component
                .references()
                .keySet()
                .forEach(reference -> compilation
                        .problems()
                        .add(problem(
                                composite,
                                component,
                                "echo-reference",
                                "has the reference '" + reference + "', and calls nobody",
                                "remove the reference from its component type")));
        component
                .services()
                .forEach((service, contract) -> checkContract(composite, component, service, contract, compilation));
        return new CompiledEcho(component.services(), pause(component, compilation));
    }

    private static void checkContract(
            String composite, Component component, String service, Contract contract, Compilation compilation) {
        for (Operation operation : contract.portType().operations()) {
            if (!operation.oneWay() && !(hasOnePart(operation.input()) && hasOnePart(operation.output()))) {
                compilation
                        .problems()
                        .add(problem(
                                composite,
                                component,
                                "echo-parts",
                                "cannot answer the operation " + operation.name() + " of its service '" + service
                                        + "': request and reply must have one part each",
                                "give the component another interface"));
            }
        }
    }

    private static boolean hasOnePart(@Nullable MessageType message) {
        return message != null && message.parts().size() == 1;
    }

    private static Problem problem(String composite, Component component, String rule, String what, String remedy) {
        return new Problem(
                composite, component.line(), 0, rule, "component '" + component.name() + "' " + what, remedy);
    }

    private static Duration pause(Component component, Compilation compilation) {
        String file = Problem.fileOf(component.source());
        XmlElement root;
        try {
            root = XmlElement.parse(compilation.composite().resources().read(component.source()));
        } catch (XmlException e) {
            throw new AssemblyException(List.of(Problem.unreadable(file, e)));
        } catch (WsdlException e) {
            throw new AssemblyException(file, "echo-unreadable", String.valueOf(e.getMessage()), "correct the file");
        }
        String seconds = root.attributeValue(SECONDS);
        if (seconds == null) {
            return Duration.ofSeconds(1);
        }
        try {
            int number = Integer.parseInt(seconds);
            if (number >= 1 && number <= MOST_SECONDS) {
                return Duration.ofSeconds(number);
            }
        } catch (NumberFormatException noNumber) {
            // Refused below, as other numbers are.
        }
        throw new AssemblyException(List.of(new Problem(
                file,
                root.line(),
                root.column(),
                "echo-seconds",
                "seconds is '" + seconds + "'",
                "write a whole number from 1 to " + MOST_SECONDS)));
    }
}
