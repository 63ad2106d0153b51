package dev.weir.bpel;

import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xml.XmlName;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process as deployed: parsed, checked, and compiled into its executable graph. Immutable and thread-safe. */
public final class ProcessDefinition {
    private ProcessDefinition() {}

    /**
     * Reads a WS-BPEL 2.0 process and all that it imports.
     *
     * @throws BpelException with every problem found, not only the first
     */
    public static ProcessDefinition compile(URI location, Resources resources) {
        throw new UnsupportedOperationException("not built yet");
    }

    public XmlName name() {
        throw new UnsupportedOperationException("not built yet");
    }

    public List<PartnerLink> partnerLinks() {
        throw new UnsupportedOperationException("not built yet");
    }

    /** True if a message for this operation may start an instance (createInstance="yes"). */
    public boolean creates(String partnerLink, String operation) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * The correlation keys under which instances of this process may wait for a message: one for each combination of
     * correlation sets that a receive of this operation uses, and one for the conversation where there is one. Each
     * key holds component, partner link and operation, so that keys of different components never meet.
     *
     * @param component the deployed component, as in {@link dev.weir.store.Message#component}
     * @param conversation the id of the message that this one relates to; null for none
     * @throws BpelFault {@code correlationViolation} or {@code selectionFailure} when a property cannot be read
     */
    public List<String> keys(
            String component,
            String partnerLink,
            String operation,
            MessageValue message,
            @Nullable String conversation) {
        throw new UnsupportedOperationException("not built yet");
    }

    /**
     * A process-level partner link.
     *
     * @param myPortType what the process offers on it; null where it has no myRole
     * @param partnerPortType what the process calls on it; null where it has no partnerRole
     */
    public record PartnerLink(
            String name,
            @Nullable PortType myPortType,
            @Nullable PortType partnerPortType) {}
}
