package dev.weir.bpel.data;

import dev.weir.bpel.dialect.RuntimeFaultData;
import dev.weir.bpel.instance.Fault;
import dev.weir.bpel.instance.VariableValue;
import dev.weir.store.ExchangeId;
import dev.weir.store.ExchangeReply;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Faults as messages: what goes out for one, and what one is that comes in. */
public final class Faults {
    private Faults() {}

    /** A fault's data as a message: its own, or one part, or none. */
    public static MessageValue payload(Fault fault) {
        VariableValue data = fault.data();
        if (data instanceof VariableValue.Message message) {
            return message.parts();
        }
        if (data instanceof VariableValue.Element element) {
            return MessageValue.of(element.element().name().local(), element.element());
        }
        return new MessageValue();
    }

    /** A fault as the answer to a request that is open. */
    public static ExchangeReply reply(ExchangeId exchange, Fault fault) {
        return new ExchangeReply(
                exchange,
                fault.name().toString(),
                fault.reason(),
                payload(fault).toBytes());
    }

    /** A fault that answered a call; its type is that of the operation's declared fault of the name, or of the data. */
    public static Fault received(String name, @Nullable String reason, MessageValue parts, Operation operation) {
        XmlName faultName = XmlName.parse(name);
        XmlName messageType = null;
        for (OperationFault declared : operation.faults()) {
            if (declared.name().equals(faultName.local())) {
                messageType = declared.message().name();
                break;
            }
            if (messageType == null && carries(declared, parts)) {
                messageType = declared.message().name();
            }
        }
        VariableValue data = parts.parts().isEmpty() ? null : VariableValue.message(parts);
        return new Fault(faultName, reason == null ? "" : reason, data, messageType);
    }

    /** What the engine says of a fault that it raised itself, as a message of a runtime fault; null for any other fault. */
    public static @Nullable VariableValue described(Fault fault) {
        if (fault.messageType() != null || !RuntimeFaultData.belongsTo(fault.name())) {
            return null;
        }
        VariableValue data = fault.data();
        if (data == null) {
            return VariableValue.message(RuntimeFaultData.of(fault.name().local(), fault.reason()));
        }
        return data instanceof VariableValue.Message message && RuntimeFaultData.isHeld(message.parts()) ? data : null;
    }

    private static boolean carries(OperationFault declared, MessageValue parts) {
        if (declared.message().parts().size() != 1 || parts.parts().size() != 1) {
            return false;
        }
        XmlElement element = soleElement(parts);
        return element != null
                && Objects.equals(
                        element.name(), declared.message().parts().get(0).element());
    }

    /** The only part's element, or null where there are several parts or none. */
    public static @Nullable XmlElement soleElement(MessageValue parts) {
        return parts.parts().size() == 1 ? parts.parts().values().iterator().next() : null;
    }
}
