package dev.weir.composite.engine;

import dev.weir.composite.delivery.DeployedComponent;
import dev.weir.composite.delivery.Wiring;
import dev.weir.store.ComponentId;
import dev.weir.xml.XmlName;

/** What compiling made of a component, whether it is deployed or only judged. Immutable. */
public interface CompiledComponent {
    /** The operation by which an event comes that it has subscribed to; empty where it does nothing with the event. */
    String operation(XmlName event);

    /** Whether it calls an operation by one of its references; true also where that is not known. */
    default boolean calls(String reference, String operation) {
        return true;
    }

    /**
     * Makes it a part of a version of its composite.
     *
     * @param wiring where its references lead, which are not there yet: messages come later
     */
    DeployedComponent deploy(ComponentId id, Wiring wiring, EngineRuntime runtime);
}
