package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.mtom.Attachment;
import dev.weir.soap.mtom.MimeMessage;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads the values of the request's message straight from the open envelope, and the envelope to its end. */
final class BindRequest<V> implements ExchangeStep<V> {
    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        V input = exchange.operation().input().read(exchange.envelope());
        if (!exchange.operation().takesOtherParts()) {
            requireReferences(exchange.attachments());
        }
        exchange.input(input);
        return null;
    }

    /** A message value has no place for parts that nothing in it refers to. */
    private static void requireReferences(@Nullable MimeMessage message) {
        List<Attachment> left = message == null ? List.of() : message.unreferred();
        if (!left.isEmpty()) {
            String id = left.get(0).contentId();
            throw new SoapFaultException(
                    SoapFault.sender("This service takes attachments to which an xop:Include in the"
                            + " envelope refers; no one refers to the part "
                            + (id == null ? "without Content-ID" : "with the Content-ID " + id) + "."));
        }
    }
}
