package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.envelope.BodyCodec;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeWriter;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.envelope.WsAddressing;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.AttachmentOptions.Use;
import dev.weir.soap.mtom.MimeBody;
import dev.weir.soap.mtom.XopPackage;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.writer.XmlWriters;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes the reply, the fault, or the empty answer to a one-way message, with the HTTP status that goes with it. */
final class WriteEnvelope<V> implements ExchangeStep<V> {
    private final AttachmentOptions options;
    private final int gzipFromBytes;
    private final boolean separate;

    /**
     * @param gzipFromBytes replies of this length or longer are packed for those who accept it; 0 for none
     * @param separate true where somebody else puts messages with parts together, and counts what is sent
     */
    WriteEnvelope(AttachmentOptions options, int gzipFromBytes, boolean separate) {
        this.options = options;
        this.gzipFromBytes = gzipFromBytes;
        this.separate = separate;
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        SoapFault fault = exchange.fault();
        if (fault != null) {
            fault(exchange, fault);
            return null;
        }
        BodyCodec<V> body = exchange.operation().output();
        V output = exchange.output();
        if (body != null && output != null) {
            exchange.httpReply(written(exchange, 200, writer -> body.write(output, writer), exchange.packing()));
        } else {
            exchange.httpReply(HttpReply.of(202));
        }
        return null;
    }

    private void fault(Exchange<?> exchange, SoapFault fault) {
        EnvelopeFormat format = exchange.format();
        String namespace = exchange.addressing().namespace();
        if (namespace != null) {
            String declared = exchange.faultAction();
            BindReply.addressReply(exchange, declared == null ? namespace + "/fault" : declared);
        }
        HttpReply reply = written(
                exchange, status(exchange, fault), EnvelopeWriter.faultBody(format, ofHeaders(exchange, fault)), null);
        exchange.httpReply(toBeRepeated(reply));
    }

    /** The HTTP status that goes with a fault. */
    static int status(Exchange<?> exchange, SoapFault fault) {
        return exchange.faultStatus() > 0
                ? exchange.faultStatus()
                : exchange.format().status(fault.code());
    }

    /** A reply that says when to ask again, where the server has had no room. */
    static HttpReply toBeRepeated(HttpReply reply) {
        return reply.status() == 503 ? reply.with("Retry-After", "1") : reply;
    }

    /** In SOAP 1.1 a fault about header blocks has its details in a header block, and no detail element (section 4.4). */
    private static SoapFault ofHeaders(Exchange<?> exchange, SoapFault fault) {
        if (exchange.bound()
                || exchange.format() != EnvelopeFormat.SOAP_11
                || fault.detail().isEmpty()
                || !fault.subcode().namespace().equals(WsAddressing.VERSION_10)) {
            return fault;
        }
        exchange.replyHeaders().add(WsAddressing.faultDetail(fault.detail()));
        return new SoapFault(
                fault.code(), fault.subcode(), fault.subsubcode(), fault.reason(), List.of(), fault.origin());
    }

    private HttpReply written(
            Exchange<?> exchange, int status, Consumer<XmlWriter> body, @Nullable XopPackage packing) {
        EnvelopeFormat format = exchange.format();
        InfosetEncoding encoding = exchange.replyEncoding();
        if (encoding != null) {
            byte[] envelope =
                    EnvelopeWriter.write(format, exchange.replyHeaders(), body, encoding.defaultEncoding()::openWriter);
            count(Encoding.FAST_INFOSET, envelope.length);
            return HttpReply.of(status, FastInfosetType.of(format), envelope);
        }
        if (packing != null) {
            byte[] envelope = EnvelopeWriter.write(
                    format, exchange.replyHeaders(), body, out -> packing.writer(XmlWriters.open(out)));
            exchange.attached().forEach(packing::attach);
            if (options.use() == Use.ALWAYS || !packing.isEmpty()) {
                MimeBody whole = packing.body(envelope, format.mediaType, "");
                return separate ? HttpReply.of(status, whole.contentType(), whole) : whole.reply(status);
            }
            count(Encoding.TEXT, envelope.length);
            return HttpReply.of(status, format.contentType(), envelope);
        }
        HttpReply plain =
                HttpReply.of(status, format.contentType(), EnvelopeWriter.write(format, exchange.replyHeaders(), body));
        HttpReply reply = zipped(exchange, plain);
        Encoding text =
                reply == plain ? Encoding.TEXT : SoapTraffic.ofText(ContentCoding.of(reply.header("Content-Encoding")));
        count(text, reply.body().length);
        return reply;
    }

    private void count(Encoding encoding, int bytes) {
        if (!separate) {
            SoapTraffic.countSent(encoding, bytes);
        }
    }

    private HttpReply zipped(Exchange<?> exchange, HttpReply reply) {
        if (gzipFromBytes <= 0 || reply.body().length < gzipFromBytes) {
            return reply;
        }
        HttpReply varying = reply.with("Vary", "Accept-Encoding");
        ContentCoding coding = ContentCoding.accepted(exchange.request().list("Accept-Encoding"));
        return coding == null
                ? varying
                : new HttpReply(varying.status(), varying.headers(), coding.pack(reply.body()))
                        .with("Content-Encoding", coding.fieldName());
    }
}
