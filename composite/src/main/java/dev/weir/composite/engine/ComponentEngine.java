package dev.weir.composite.engine;

import dev.weir.composite.assembly.AssemblyException;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.ComponentKind;
import org.jspecify.annotations.Nullable;

/**
 * Compiles one kind of components. One object is for all composites of the JVM, and has no state: what a component runs on comes
 * with its {@linkplain CompiledComponent#deploy deployment}. Thread-safe.
 */
public interface ComponentEngine extends ComponentKind {
    /** The engine of a component. */
    static ComponentEngine of(Component component) {
        if (component.kind() instanceof ComponentEngine engine) {
            return engine;
        }
        throw new IllegalStateException(component.kind().getClass().getName() + " must be a ComponentEngine");
    }

    /**
     * Compiles a component, and says all that is wrong with it: what is found later fails a message.
     *
     * @param compilation takes warnings, and problems with which the rest of the composite is judged all the same
     * @return null where there is nothing to be run by itself, as of a sub-process
     * @throws AssemblyException if there is nothing to be run because of its problems
     */
    @Nullable CompiledComponent compile(Component component, Compilation compilation);

    /** What a developer does about a subscription to an event with which a component does nothing. */
    String remedyForUnhandledEvent();
}
