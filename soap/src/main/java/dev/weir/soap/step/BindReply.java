package dev.weir.soap.step;

import dev.weir.soap.SoapService.Addressing;
import dev.weir.soap.envelope.BodyCodec;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.envelope.WsAddressing.Destination;
import dev.weir.wsdl.Wsdl.Actions;
import dev.weir.xml.tree.XmlElement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Checks that the reply is one of the operation's, and gives it its headers: WS-Addressing's, and those of the message. */
final class BindReply<V> implements ExchangeStep<V> {
    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        ServedOperation<V> operation = exchange.operation();
        BodyCodec<V> codec = operation.output();
        V output = exchange.output();
        if (codec != null && output != null) {
            codec.check(output);
            Actions known = operation.actions();
            addressReply(exchange, known == null ? null : known.output());
            List<XmlElement> blocks = codec.headerBlocks(output);
            if (!blocks.isEmpty()) {
                // Header blocks of the message replace those made for it.
                exchange.replyHeaders()
                        .removeIf(made ->
                                blocks.stream().anyMatch(block -> block.name().equals(made.name())));
                exchange.replyHeaders().addAll(blocks);
            }
        }
        return null;
    }

    /**
     * Replies and faults relate to the request's message id, and carry the reference parameters of where they go
     * (WS-Addressing 1.0 Core, section 3.4).
     */
    static void addressReply(Exchange<?> exchange, @Nullable String action) {
        String namespace = exchange.addressing().namespace();
        if (namespace != null) {
            Addressing request = exchange.addressing().properties();
            Destination to = exchange.destination();
            List<XmlElement> blocks = WsAddressing.blocks(
                    namespace,
                    new Addressing(
                            "urn:uuid:" + UUID.randomUUID(),
                            request.messageId(),
                            to == null || to.isAnonymous() ? null : to.address(),
                            action,
                            null));
            if (to != null) {
                blocks.addAll(to.parameters());
            }
            exchange.address(blocks);
        }
    }
}
