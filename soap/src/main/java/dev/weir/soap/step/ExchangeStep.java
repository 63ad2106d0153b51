package dev.weir.soap.step;

import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One step of an exchange. Thread-safe: an endpoint has one of each.
 *
 * <p>A {@link dev.weir.soap.SoapFaultException} ends the exchange with that fault; an {@link
 * dev.weir.xml.XmlException} before the request is bound is a fault of the sender.
 */
@FunctionalInterface
interface ExchangeStep<V> {
    /** @return null when the step is done; else a stage to wait for before the next step */
    @Nullable CompletionStage<?> process(Exchange<V> exchange);
}
