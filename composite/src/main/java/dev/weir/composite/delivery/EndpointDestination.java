package dev.weir.composite.delivery;

import dev.weir.composite.statistics.CalledServers;
import dev.weir.composite.statistics.CalledServers.Calls;
import dev.weir.composite.statistics.RequestOutcome;
import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.client.ClientEncodings;
import dev.weir.soap.client.SoapClient;
import dev.weir.soap.client.SoapTransportException;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.http.HttpException;
import dev.weir.store.ExchangeId;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.Operation;
import dev.weir.wsdl.Wsdl.OperationFault;
import dev.weir.wsdl.Wsdl.Part;
import dev.weir.xml.XmlName;
import dev.weir.xml.tree.XmlElement;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A SOAP service somewhere: a composite's reference, or the address of a callback. */
final class EndpointDestination implements Destination {
    /**
     * How this server calls others.
     *
     * @param client calls the addresses that composites name
     * @param guarded calls those that messages name, where it may
     * @param ids of the messages
     * @param timeout how long a call waits for its reply
     * @param breaker keeps calls from receivers that do not answer
     * @param called counts the calls
     */
    record Caller(
            SoapClient client,
            SoapClient guarded,
            CallMessageIds ids,
            Duration timeout,
            CircuitBreaker breaker,
            CalledServers called) {
        Caller with(ClientEncodings encodings) {
            return new Caller(client.with(encodings), guarded.with(encodings), ids, timeout, breaker, called);
        }

        Caller withTimeout(Duration time) {
            return new Caller(client, guarded, ids, time, breaker, called);
        }

        /** For addresses that came with messages only. */
        Caller cautious() {
            return new Caller(guarded, guarded, ids, timeout, breaker, called);
        }
    }

    private final Caller caller;
    private final String name;
    private final Binding binding;
    private final Function<Operation, String> actions;
    private final @Nullable URI address;
    private final @Nullable String relatesTo;
    private final @Nullable String replyTo;
    private final ReferenceTerms terms;

    /**
     * @param actions the WS-Addressing action of an operation's input
     * @param address null where each message must say where it goes
     * @param addressing {@code relatesTo}: the message id that messages sent here answer as callbacks; {@code replyTo}:
     *     where the caller takes callbacks
     * @param terms of the reference that led here
     */
    EndpointDestination(
            Caller caller,
            String name,
            Binding binding,
            Function<Operation, String> actions,
            @Nullable URI address,
            Addressing addressing,
            ReferenceTerms terms) {
        this.caller = caller;
        this.name = name;
        this.binding = binding;
        this.actions = actions;
        this.address = address;
        this.relatesTo = addressing.relatesTo();
        this.replyTo = addressing.replyTo();
        this.terms = terms;
    }

    @Override
    public String describe() {
        return address == null ? name : name + " at " + address;
    }

    @Override
    public CompletionStage<Answer> deliver(Delivery delivery) {
        BindingOperation operation = binding.operations().get(delivery.operation());
        if (operation == null) {
            return CompletableFuture.failedFuture(new DeliveryException(
                    "the binding " + binding.name() + " has no operation " + delivery.operation(), true));
        }
        URI to = address(delivery.message());
        Calls calls = caller.called().of(to);
        String refusal = caller.breaker().refusal(to);
        if (refusal != null) {
            calls.notSent();
            return CompletableFuture.failedFuture(DeliveryException.heldBack(refusal));
        }
        calls.begun();
        long begun = System.nanoTime();
        return send(delivery, operation, to).handle((reply, failure) -> {
            calls.ended(outcome(failure), System.nanoTime() - begun);
            if (failure == null) {
                caller.breaker().answered(to);
                return answer(delivery, reply);
            }
            Throwable cause = Failures.cause(failure);
            report(to, cause);
            return failed(operation, cause);
        });
    }

    private CompletionStage<MessageValue> send(Delivery delivery, BindingOperation operation, URI to) {
        MessageValue message = delivery.message();
        Addressing addressing = addressing(delivery, operation, to);
        List<XmlElement> blocks = terms.parameters();
        String version = version(message);
        if (!version.equals(WsAddressing.VERSION_10)) {
            // What the client makes of properties is of version 1.0.
            blocks = new ArrayList<>(WsAddressing.blocks(version, addressing));
            blocks.removeIf(made -> has(message, made.name()));
            blocks.addAll(terms.parameters());
            addressing = Addressing.NONE;
        }
        return client(to)
                .call(
                        binding,
                        delivery.operation(),
                        to,
                        MessageHeaders.with(message, blocks),
                        addressing,
                        caller.timeout());
    }

    /** The version of WS-Addressing of the header blocks that a message has already, else that of the reference. */
    private String version(MessageValue message) {
        for (XmlElement block : message.headers()) {
            if (WsAddressing.isAddressing(block)) {
                return block.name().namespace();
            }
        }
        return terms.version();
    }

    private static boolean has(MessageValue message, XmlName block) {
        return message.headers().stream().anyMatch(own -> own.name().equals(block));
    }

    private static RequestOutcome outcome(@Nullable Throwable failure) {
        return failure == null
                ? RequestOutcome.DONE
                : Failures.cause(failure) instanceof SoapFaultException
                        ? RequestOutcome.FAULTED
                        : RequestOutcome.FAILED;
    }

    /** A receiver that answers anything is there; one whose connections are all in use here may be. */
    private void report(URI to, Throwable failure) {
        if (!(failure.getCause() instanceof HttpException http)) {
            caller.breaker().answered(to);
            return;
        }
        switch (http.kind()) {
            case UNKNOWN_HOST, NOT_CONNECTED, TLS, TIMEOUT, BROKEN ->
                caller.breaker().failed(to);
            case BAD_ADDRESS, FORBIDDEN, BUSY, TOO_LARGE -> {}
        }
    }

    /** The machine that a composite names it may call at any path; another is somebody else's choice. */
    private SoapClient client(URI to) {
        return address != null && isSameServer(address, to) ? caller.client() : caller.guarded();
    }

    static boolean isSameServer(URI one, URI other) {
        return one.getScheme() != null
                && one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getHost() != null
                && one.getHost().equalsIgnoreCase(other.getHost())
                && one.getPort() == other.getPort();
    }

    /** A message may say itself where it goes. */
    private URI address(MessageValue message) {
        String wanted = message.properties().get(CarriedProperties.ENDPOINT);
        try {
            if (wanted != null && !wanted.isBlank()) {
                return new URI(wanted.strip());
            }
            if (address == null) {
                throw DeliveryException.hopeless("the address of " + name
                        + " is not known: assign one to the partner link, send the property "
                        + CarriedProperties.ENDPOINT + ", or give the binding one");
            }
            return address;
        } catch (URISyntaxException e) {
            throw DeliveryException.hopeless(
                    "the property " + CarriedProperties.ENDPOINT + " is not an address: " + e.getMessage());
        }
    }

    /**
     * The calls of processes carry a message id that is the same on every repetition, and so does a message that a mediator
     * sends on where it counts once.
     */
    private Addressing addressing(Delivery delivery, BindingOperation operation, URI to) {
        String id;
        if (delivery.context().exchange(delivery.path()) instanceof ExchangeId.OfCall call) {
            id = caller.ids().ofCall(call);
        } else {
            String key = delivery.context().key(delivery.path());
            if (key == null) {
                return Addressing.NONE;
            }
            id = caller.ids().ofKey(key);
        }
        boolean answeredLater = operation.operation().oneWay();
        return new Addressing(id, relatesTo, to.toString(), action(operation), answeredLater ? replyTo : null);
    }

    /** A binding's SOAPAction is the action (WS-Addressing 1.0 Metadata, section 4.4.1), if it is the IRI that one is. */
    private String action(BindingOperation operation) {
        return operation.soapAction().indexOf(':') > 0 ? operation.soapAction() : actions.apply(operation.operation());
    }

    private static Answer answer(Delivery delivery, MessageValue reply) {
        return delivery.oneWay() ? Answer.TAKEN : new Answer.Output(MessageHeaders.readOfReply(delivery, reply));
    }

    private Answer failed(BindingOperation operation, Throwable failure) {
        if (failure instanceof SoapFaultException fault) {
            return fault(operation, fault.fault());
        }
        if (failure instanceof SoapTransportException transport) {
            if (transport.getCause() instanceof HttpException http && http.kind() == HttpException.Kind.FORBIDDEN) {
                throw DeliveryException.lasting(
                        transport.getMessage() + ": --allow-callback lists the addresses that messages may name");
            }
            throw new DeliveryException(
                    String.valueOf(transport.getMessage()), transport.retryable() && !transport.mayHaveReachedPeer());
        }
        throw new DeliveryException("the message cannot be sent: " + failure.getMessage(), false);
    }

    /**
     * A declared fault is known by the element in its detail, of several with that element by the name in the fault's code;
     * one without such an element by this name alone. Any other is a remote fault.
     */
    private Answer fault(BindingOperation operation, SoapFault fault) {
        OperationFault named = null;
        OperationFault carried = null;
        MessageValue data = new MessageValue();
        for (OperationFault declared : operation.operation().faults()) {
            boolean isNamed = declared.name().equals(fault.subcode().local());
            MessageValue carries = data(declared, fault);
            if (carries != null && (carried == null || isNamed)) {
                carried = declared;
                data = carries;
            }
            named = isNamed ? declared : named;
        }
        OperationFault known = carried != null ? carried : named;
        return known == null ? RemoteFault.of(fault) : new Answer.Faulted(faultName(known), data, fault.reason());
    }

    /** What a fault carries of a declared one's message; null for nothing. */
    private static @Nullable MessageValue data(OperationFault declared, SoapFault fault) {
        for (Part part : declared.message().parts()) {
            XmlName element = part.element();
            for (XmlElement detail : fault.detail()) {
                if (element != null && detail.name().equals(element)) {
                    return MessageValue.of(part.name(), detail.copy());
                }
            }
        }
        return null;
    }

    private XmlName faultName(OperationFault fault) {
        return XmlName.of(binding.portType().name().namespace(), fault.name());
    }
}
