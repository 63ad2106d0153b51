package dev.weir.composite.process;

import dev.weir.bpel.BpelFault;
import dev.weir.composite.assembly.Component;
import dev.weir.composite.assembly.Contract;
import dev.weir.composite.delivery.Answer;
import dev.weir.composite.delivery.Delivery;
import dev.weir.composite.delivery.DeliveryException;
import dev.weir.composite.delivery.Destination;
import dev.weir.composite.message.MessageSchemas;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Resources;
import dev.weir.wsdl.Wsdl.MessageType;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.PortType;
import dev.weir.xpath.schema.SchemaException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks messages of a process against the schemas of its WSDLs: requests and callbacks that come in, its replies, what its invokes
 * send, and the replies to them. Not checked are events, faults, and messages on partner links that are no service and no reference
 * of the component. Thread-safe.
 */
final class PayloadValidation {
    /** By service and reference. */
    private final Map<String, Link> links;

    private record Link(Contract contract, boolean isService, MessageSchemas schemas) {
        /** The operation of a message that comes in, or of one that goes out; null where the contract has none of the name. */
        @Nullable Operation operation(String name, boolean incoming) {
            PortType portType = incoming == isService ? contract.portType() : contract.callback();
            return portType == null ? null : portType.operation(name);
        }
    }

    private PayloadValidation(Map<String, Link> links) {
        this.links = links;
    }

    static PayloadValidation of(Component component, Resources resources) {
        Map<URI, MessageSchemas> schemas = new HashMap<>();
        Map<String, Link> links = new HashMap<>();
        Stream.of(component.services(), component.references())
                .forEach(contracts -> contracts.forEach((name, contract) -> links.put(
                        name,
                        new Link(
                                contract,
                                contracts == component.services(),
                                schemas.computeIfAbsent(
                                        contract.wsdl().location(),
                                        location -> new MessageSchemas(contract.wsdl(), resources))))));
        return new PayloadValidation(Map.copyOf(links));
    }

    /** The fault invalidVariables for a message that does not follow its schema; null for any other. */
    @Nullable BpelFault request(String partnerLink, String operation, MessageValue message) {
        Link link = links.get(partnerLink);
        Operation declared = link == null ? null : link.operation(operation, true);
        return link == null || declared == null
                ? null
                : fault(link, "what the process receives", operation, declared.input(), message);
    }

    /** The answer of the process, or the fault invalidVariables in its place. */
    Answer replied(String partnerLink, String operation, Answer answer) {
        return checked(partnerLink, operation, true, "the reply of the process", answer);
    }

    /**
     * Where an invoke leads, with a look at what it sends and at what comes back: a message that does not follow its schema is not
     * sent, or not taken, and the process is given the fault invalidVariables.
     */
    Destination invoked(String partnerLink, Destination destination) {
        return new Destination() {
            @Override
            public CompletionStage<Answer> deliver(Delivery delivery) {
                Link link = links.get(partnerLink);
                Operation declared = link == null ? null : link.operation(delivery.operation(), false);
                if (link == null || declared == null) {
                    return destination.deliver(delivery);
                }
                BpelFault fault;
                try {
                    fault = fault(
                            link, "what the process sends", declared.name(), declared.input(), delivery.message());
                } catch (DeliveryException e) {
                    return CompletableFuture.failedFuture(e);
                }
                return fault != null
                        ? CompletableFuture.completedFuture(ProcessDestination.faulted(fault))
                        : destination
                                .deliver(delivery)
                                .thenApply(answer -> checked(
                                        partnerLink, delivery.operation(), false, "the reply to the process", answer));
            }

            @Override
            public String describe() {
                return destination.describe();
            }
        };
    }

    private Answer checked(String partnerLink, String operation, boolean incoming, String what, Answer answer) {
        Link link = links.get(partnerLink);
        Operation declared = link == null ? null : link.operation(operation, incoming);
        if (link == null || declared == null || !(answer instanceof Answer.Output output)) {
            return answer;
        }
        BpelFault fault = fault(link, what, operation, declared.output(), output.message());
        return fault == null ? answer : ProcessDestination.faulted(fault);
    }

    private static @Nullable BpelFault fault(
            Link link, String what, String operation, @Nullable MessageType type, MessageValue message) {
        if (type == null) {
            return null;
        }
        String errors;
        try {
            errors = link.schemas().errors(type, message);
        } catch (SchemaException e) {
            throw DeliveryException.lasting("messages cannot be validated: the schemas of "
                    + link.schemas().location() + " are wrong: " + e.getMessage());
        }
        return errors == null
                ? null
                : BpelFault.standard("invalidVariables", what + " for " + operation + " is not valid: " + errors);
    }
}
