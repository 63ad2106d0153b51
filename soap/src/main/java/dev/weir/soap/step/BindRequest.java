package dev.weir.soap.step;

import dev.weir.soap.envelope.MessageBodyCodec;
import dev.weir.wsdl.Wsdl.Binding;
import dev.weir.wsdl.Wsdl.BindingOperation;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads the parts of the request's message straight from the open envelope, and the envelope to its end. */
final class BindRequest implements ExchangeStep {
    private final IdentityHashMap<BindingOperation, MessageBodyCodec> bodies = new IdentityHashMap<>();

    BindRequest(Collection<Binding> bindings) {
        for (Binding binding : bindings) {
            for (BindingOperation operation : binding.operations().values()) {
                MessageBodyCodec input = MessageBodyCodec.input(operation);
                if (input != null) {
                    bodies.put(operation, input);
                }
            }
        }
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange exchange) {
        MessageBodyCodec body = bodies.get(exchange.operation());
        if (body == null) {
            throw new IllegalStateException("no input is known for " + exchange.operation());
        }
        exchange.input(body.read(exchange.envelope()));
        return null;
    }
}
