package dev.weir.soap.step;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Invokes the operation. */
final class InvokeService<V> implements ExchangeStep<V> {
    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        return exchange.operation().invoke(exchange);
    }
}
