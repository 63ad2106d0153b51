package dev.weir.soap.step;

import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.envelope.MessageBodyCodec;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import dev.weir.xml.tree.XmlElement;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Checks that the reply is one of the operation's, and gives it its headers: those bound, WS-Addressing's, its own. */
final class BindReply implements ExchangeStep {
    private final IdentityHashMap<BindingOperation, MessageBodyCodec> bodies = new IdentityHashMap<>();
    private final Map<String, Actions> actions;

    /** @param actions WS-Addressing actions, by operation name */
    BindReply(Collection<Binding> bindings, Map<String, Actions> actions) {
        this.actions = actions;
        for (Binding binding : bindings) {
            for (BindingOperation operation : binding.operations().values()) {
                MessageBodyCodec output = MessageBodyCodec.output(operation);
                if (output != null) {
                    bodies.put(operation, output);
                }
            }
        }
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange exchange) {
        MessageBodyCodec body = bodies.get(exchange.operation());
        if (body != null && exchange.reply() instanceof SoapReply.Output output) {
            body.check(output.message());
            Actions known = actions.get(exchange.operation().operation().name());
            addressReply(exchange, known == null ? null : known.output());
            exchange.replyHeaders().addAll(body.headerBlocks(output.message()));
            for (XmlElement own : output.message().headers()) {
                // Header blocks of the message itself replace those made for it.
                exchange.replyHeaders().removeIf(block -> block.name().equals(own.name()));
            }
            exchange.replyHeaders().addAll(output.message().headers());
        }
        return null;
    }

    /** Replies and faults relate to the request's message id (WS-Addressing 1.0 Core, section 3.4). */
    static void addressReply(Exchange exchange, @Nullable String action) {
        String namespace = exchange.addressing().namespace();
        if (namespace != null) {
            Addressing request = exchange.addressing().properties();
            exchange.replyHeaders()
                    .addAll(WsAddressing.blocks(
                            namespace,
                            new Addressing("urn:uuid:" + UUID.randomUUID(), request.messageId(), null, action, null)));
        }
    }

    @Nullable MessageBodyCodec body(BindingOperation operation) {
        return bodies.get(operation);
    }
}
