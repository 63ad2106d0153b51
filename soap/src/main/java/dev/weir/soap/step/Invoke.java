package dev.weir.soap.step;

import dev.weir.soap.SoapService;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.SoapService.SoapRequest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Hands the request to the service and waits, without a thread, for its reply. */
public final class Invoke implements Step {
    private final SoapService service;

    public Invoke(SoapService service) {
        this.service = service;
    }

    @Override
    public @Nullable CompletionStage<?> take(Exchange exchange) {
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
