package dev.weir.soap.step;

import dev.weir.soap.SoapService;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.SoapService.SoapRequest;
import dev.weir.soap.envelope.BodyCodec;
import dev.weir.soap.envelope.MessageBodyCodec;
import dev.weir.wsdl.MessageValue;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.wsdl.Wsdl.HeaderPart;
import dev.weir.xml.XmlName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An operation of a WSDL binding, whose messages are trees and which a {@link SoapService} serves. */
final class WsdlOperation implements ServedOperation<MessageValue> {
    private final BindingOperation operation;
    private final @Nullable Actions actions;
    private final Set<XmlName> headers = new HashSet<>();
    private final MessageBodyCodec input;
    private final @Nullable MessageBodyCodec output;
    private final SoapService service;

    private WsdlOperation(
            BindingOperation operation, MessageBodyCodec input, @Nullable Actions actions, SoapService service) {
        this.operation = operation;
        this.actions = actions;
        this.input = input;
        this.output = MessageBodyCodec.output(operation);
        this.service = service;
        for (HeaderPart header : operation.input().headers()) {
            XmlName element = header.part().element();
            if (element != null) {
                headers.add(element);
            }
        }
    }

    /**
     * The operations of a binding that have an input.
     *
     * @param actions WS-Addressing actions, by operation name
     */
    static List<ServedOperation<MessageValue>> of(Binding binding, Map<String, Actions> actions, SoapService service) {
        List<ServedOperation<MessageValue>> operations = new ArrayList<>();
        for (BindingOperation operation : binding.operations().values()) {
            MessageBodyCodec input = MessageBodyCodec.input(operation);
            if (input != null) {
                operations.add(new WsdlOperation(
                        operation, input, actions.get(operation.operation().name()), service));
            }
        }
        return operations;
    }

    @Override
    public String name() {
        return operation.operation().name();
    }

    @Override
    public String soapAction() {
        return operation.soapAction();
    }

    @Override
    public @Nullable Actions actions() {
        return actions;
    }

    @Override
    public Set<XmlName> headers() {
        return headers;
    }

    @Override
    public BodyCodec<MessageValue> input() {
        return input;
    }

    @Override
    public @Nullable BodyCodec<MessageValue> output() {
        return output;
    }

    /** Hands the request to the service and waits, without a thread, for its reply. */
    @Override
    public CompletionStage<?> invoke(Invocation<MessageValue> invocation) {
        return service.invoke(new SoapRequest(
                        operation.operation(),
                        invocation.input(),
                        invocation.addressingProperties(),
                        invocation.headers(),
                        invocation.version()))
                .thenAccept(reply -> {
                    if (reply instanceof SoapReply.Output answer) {
                        invocation.reply(answer.message());
                    } else if (reply instanceof SoapReply.Faulted faulted) {
                        invocation.fault(faulted.fault());
                    }
                });
    }

    @Override
    public String toString() {
        return "operation " + name();
    }
}
