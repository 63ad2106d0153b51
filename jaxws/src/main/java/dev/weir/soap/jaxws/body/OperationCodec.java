package dev.weir.soap.jaxws.body;

import dev.weir.soap.jaxws.model.Message;
import dev.weir.soap.jaxws.model.Operation;
import dev.weir.soap.jaxws.model.Style;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.xml.XmlName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The messages of one operation. Thread-safe. */
public final class OperationCodec {
    private final Operation operation;
    private final MessageCodec request;
    private final @Nullable MessageCodec response;
    private final List<FaultCodec> faults;
    private final BoundTypes types;
    private final @Nullable BindingOperation contract;
    private volatile @Nullable OperationCodec laxOne;

    /** @param contract as a WSDL has the operation; null for one that is the interface's only */
    OperationCodec(Operation operation, BoundTypes types, @Nullable BindingOperation contract) {
        this.operation = operation;
        this.types = types;
        this.contract = contract;
        String what = "operation " + operation.name();
        this.request = codec(operation.request(), what, types, true, contract);
        this.response = operation.response() == null
                ? null
                : codec(operation.response(), "the reply of " + what, types, false, contract);
        this.faults = operation.faults().stream()
                .map(fault -> new FaultCodec(fault, types, operation.style() == Style.ENCODED))
                .toList();
    }

    /**
     * The same operation, as it is read from peers that are not careful: elements by their local names, whatever namespace they
     * are in, without those that nothing is known of, and empty texts as values that are missing. What is written is the same.
     * Made when it is first asked for.
     */
    public OperationCodec lax() {
        OperationCodec known = types.isLax() ? this : laxOne;
        if (known == null) {
            known = new OperationCodec(operation, types.lax(), contract);
            laxOne = known; // racing threads may each use their own; they are equivalent
        }
        return known;
    }

    private MessageCodec codec(
            Message message, String what, BoundTypes types, boolean request, @Nullable BindingOperation contract) {
        int slots = operation.slots();
        return switch (operation.style()) {
            case WRAPPED -> new WrappedMessageCodec(message, what, slots, types);
            case BARE -> new BareMessageCodec(message, what, slots, types);
            case RPC -> new RpcMessageCodec(message, what, slots, types);
            case ENCODED -> new EncodedMessageCodec(message, what, operation, types, request, contract);
        };
    }

    public Operation operation() {
        return operation;
    }

    public MessageCodec request() {
        return request;
    }

    /** Null for a one-way operation. */
    public @Nullable MessageCodec response() {
        return response;
    }

    /** The fault whose element has a name; null for one that the operation does not declare. */
    public @Nullable FaultCodec fault(XmlName element) {
        for (FaultCodec fault : faults) {
            if (fault.element().equals(element)) {
                return fault;
            }
        }
        for (FaultCodec fault : faults) {
            if (types.means(element, fault.element())) {
                return fault;
            }
        }
        return null;
    }

    /** The fault that an exception is, of its own class or else of the nearest above; null where none is declared. */
    public @Nullable FaultCodec fault(Throwable thrown) {
        FaultCodec nearest = null;
        for (FaultCodec fault : faults) {
            Class<?> type = fault.fault().exception();
            if (type.isInstance(thrown)
                    && (nearest == null || nearest.fault().exception().isAssignableFrom(type))) {
                nearest = fault;
            }
        }
        return nearest;
    }
}
