package dev.weir.soap.step;

import dev.weir.soap.SoapFault;
import dev.weir.soap.SoapFaultException;
import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeLimits;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.xml.encoding.InfosetEncoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * From the request's body to the envelope's bytes: unpacks content codings, separates the envelope from its attachments, and settles whether
 * Fast Infoset is spoken.
 */
final class UnpackMtom<V> implements ExchangeStep<V> {
    private final MimeLimits limits;
    private final @Nullable InfosetEncoding fastInfoset;
    private final MessageVocabulary vocabulary;

    /**
     * @param fastInfoset null where it is not spoken
     * @param vocabulary that clients may have, too
     */
    UnpackMtom(MimeLimits limits, @Nullable InfosetEncoding fastInfoset, MessageVocabulary vocabulary) {
        this.limits = limits;
        this.fastInfoset = fastInfoset;
        this.vocabulary = vocabulary;
    }

    @Override
    public @Nullable CompletionStage<?> process(Exchange<V> exchange) {
        ContentType type = ContentType.parse(exchange.request().header("Content-Type"));
        MimeMessage message = exchange.attachments();
        try {
            if (message == null) {
                byte[] body = unpacked(exchange);
                if (!type.isMultipart()) {
                    plain(exchange, type, body);
                    return null;
                }
                message = MimeMessage.read(type, body, limits);
                exchange.attachments(message);
            }
            String charset = message.rootType().parameter("charset");
            exchange.document(new EnvelopeDocument(message.root(), message.envelopeType(), charset, null));
            SoapTraffic.countReceived(message.traffic(), message.length());
        } catch (MimeException e) {
            exchange.faultStatus(e.tooLarge() ? 413 : 0);
            throw new SoapFaultException(SoapFault.sender(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return null;
    }

    private void plain(Exchange<?> exchange, ContentType type, byte[] body) {
        EnvelopeFormat binary = FastInfosetType.format(type.mediaType());
        InfosetEncoding encoding = fastInfoset;
        if (encoding != null
                && (binary != null
                        || FastInfosetType.isAccepted(exchange.request().list("Accept")))) {
            InfosetEncoding plain = encoding;
            exchange.replyEncoding(plain); // of a refusal, too
            encoding = binary == null ? plain : ofRequest(exchange, body, plain);
            exchange.replyEncoding(
                    encoding == plain
                            ? vocabulary.ofAnswer(exchange.request().header(MessageVocabulary.FIELD), plain)
                            : encoding);
        }
        boolean decodes = binary != null && encoding != null;
        byte[] sent = exchange.request().body();
        Encoding text = sent == body
                ? Encoding.TEXT
                : SoapTraffic.ofText(ContentCoding.of(exchange.request().list("Content-Encoding")));
        SoapTraffic.countReceived(decodes ? Encoding.FAST_INFOSET : text, sent.length);
        exchange.document(new EnvelopeDocument(
                body,
                binary == null ? type.mediaType() : binary.mediaType,
                type.parameter("charset"),
                decodes ? encoding : null));
    }

    private InfosetEncoding ofRequest(Exchange<?> exchange, byte[] body, InfosetEncoding plain) {
        InfosetEncoding encoding = vocabulary.ofDocument(body, plain);
        if (encoding == null) {
            exchange.faultStatus(MessageVocabulary.UNKNOWN_STATUS);
            throw new SoapFaultException(SoapFault.sender(FastInfosetType.UNKNOWN_VOCABULARY));
        }
        return encoding;
    }

    private byte[] unpacked(Exchange<?> exchange) throws IOException {
        try {
            return ContentCoding.unpacked(exchange.request(), limits.maxMessageBytes());
        } catch (BodyRefusedException e) {
            exchange.faultStatus(exchange.format().statusOfRefused(e.status()));
            throw new SoapFaultException(SoapFault.sender(String.valueOf(e.getMessage())));
        }
    }
}
