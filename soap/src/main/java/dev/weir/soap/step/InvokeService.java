package dev.weir.soap.step;

import dev.weir.soap.SoapService;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.SoapService.SoapRequest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Hands the request to the service and waits, without a thread, for its reply. */
final class InvokeService implements ExchangeStep {
    private final SoapService service;

    InvokeService(SoapService service) {
        this.service = service;
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange exchange) {
        return service.invoke(new SoapRequest(
                        exchange.operation().operation(),
                        exchange.input(),
                        exchange.addressing().properties(),
                        exchange.headers()))
                .thenAccept(reply -> {
                    exchange.reply(reply);
                    if (reply instanceof SoapReply.Faulted faulted) {
                        exchange.fault(faulted.fault());
                    }
                });
    }
}
