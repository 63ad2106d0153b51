package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapService.SoapReply;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.envelope.MessageBodyCodec;
import dev.weir.soap.http.HttpReply;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Writes the reply, the fault, or the empty answer to a one-way message, with the HTTP status that goes with it. */
final class WriteEnvelope implements ExchangeStep {
    private final BindReply bound;

    WriteEnvelope(BindReply bound) {
        this.bound = bound;
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange exchange) {
        SoapFault fault = exchange.fault();
        if (fault != null) {
            fault(exchange, fault);
            return null;
        }
        MessageBodyCodec body = bound.body(exchange.operation());
        if (body != null && exchange.reply() instanceof SoapReply.Output output) {
            exchange.httpReply(HttpReply.of(
                    200,
                    exchange.format().contentType(),
                    EnvelopeWriter.write(
                            exchange.format(),
                            exchange.replyHeaders(),
                            writer -> body.write(output.message(), writer))));
        } else {
            exchange.httpReply(HttpReply.of(202));
        }
        return null;
    }

    private static void fault(Exchange exchange, SoapFault fault) {
        EnvelopeFormat format = exchange.format();
        String namespace = exchange.addressing().namespace();
        if (namespace != null) {
            BindReply.addressReply(exchange, namespace + "/fault");
        }
        HttpReply reply = HttpReply.of(
                exchange.faultStatus() > 0 ? exchange.faultStatus() : format.status(fault.code()),
                format.contentType(),
                EnvelopeWriter.writeFault(format, exchange.replyHeaders(), fault));
        exchange.httpReply(reply.status() == 503 ? reply.with("Retry-After", "1") : reply);
    }
}
