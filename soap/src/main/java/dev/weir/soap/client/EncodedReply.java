package dev.weir.soap.client;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySink;
import dev.weir.soap.http.BodySource;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.HttpCall;
import dev.weir.soap.http.HttpHeaders;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.mtom.AttachmentOptions;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.MimeMessage.Receiver;
import dev.weir.soap.mtom.XopReader;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.encoding.InfosetEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reply to one call, as it comes: text, packed text, Fast Infoset, or a message with parts, which goes to a file if it is long. */
final class EncodedReply implements HttpCall.ReplySinks {
    private static final int PIECE_BYTES = 64 * 1024;

    private final AttachmentOptions options;
    private final @Nullable InfosetEncoding offered;
    private volatile @Nullable Receiver receiver;

    /** @param offered the encoding that the request offers beside text; null for none */
    EncodedReply(AttachmentOptions options, @Nullable InfosetEncoding offered) {
        this.options = options;
        this.offered = offered;
    }

    @Override
    public @Nullable BodySink sink(int status, HttpHeaders head, long length) {
        ContentType type = ContentType.parse(head.value("content-type"));
        if (!type.isMultipart() || head.value("content-encoding") != null) {
            return null;
        }
        try {
            Receiver begun = new Receiver(type, options.limits(), length, options.directory());
            receiver = begun;
            return begun;
        } catch (MimeException e) {
            throw new BodyRefusedException(400, String.valueOf(e.getMessage()));
        }
    }

    /**
     * The reply with its body here: one from within the JVM, which is read piece by piece, goes where one goes that comes over a
     * connection.
     */
    HttpReply received(HttpReply reply) throws IOException {
        BodySource source = reply.source();
        if (source == null) {
            return reply;
        }
        byte[] body = new byte[0];
        try (source;
                InputStream in = source.open()) {
            BodySink sink = sink(reply.status(), reply::header, source.length());
            if (sink == null) {
                int most = (int) Math.min(options.limits().maxMessageBytes(), Integer.MAX_VALUE - 16);
                body = in.readNBytes(most);
                if (in.read() >= 0) {
                    throw new BodyRefusedException(413, "the body is longer than " + most + " bytes");
                }
            } else {
                copy(in, sink);
            }
        }
        return new HttpReply(reply.status(), reply.headers(), body);
    }

    private static void copy(InputStream in, BodySink sink) throws IOException {
        byte[] piece = new byte[PIECE_BYTES];
        try {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                sink.accept(piece, 0, count);
            }
        } catch (IOException | RuntimeException e) {
            sink.abandon();
            throw e;
        }
    }

    /** Releases a reply that nobody reads. */
    void abandon(HttpReply reply) {
        reply.discard();
        Receiver begun = receiver;
        if (begun != null) {
            begun.abandon();
        }
    }

    /**
     * What has come.
     *
     * @param document the envelope
     * @param mediaType that the envelope would have alone, in text
     * @param encoding that it is in; null for text
     * @param parts the message that it is the root of; null for none
     */
    record Envelope(
            byte[] document,
            String mediaType,
            @Nullable String charset,
            @Nullable InfosetEncoding encoding,
            @Nullable MimeMessage parts) {
        boolean isSoap() {
            return EnvelopeFormat.ofMediaType(mediaType) != null;
        }

        EnvelopeReader open(XmlLimits limits) {
            XmlReader reader = EnvelopeReader.reader(document, charset, encoding, limits);
            return EnvelopeReader.over(parts == null ? reader : new XopReader(reader, parts));
        }

        /** Releases the parts; without, they are released when nothing refers to them any more. */
        void close() {
            if (parts != null) {
                parts.close();
            }
        }
    }

    /**
     * The envelope of the reply.
     *
     * @throws MimeException where its parts cannot be separated
     * @throws BodyRefusedException where it cannot be unpacked
     */
    Envelope envelope(HttpReply reply) throws IOException {
        ContentType type = ContentType.parse(reply.header("content-type"));
        Receiver begun = receiver;
        byte[] body =
                begun == null ? ContentCoding.unpacked(reply, options.limits().maxMessageBytes()) : reply.body();
        if (type.isMultipart()) {
            MimeMessage parts = begun != null ? begun.complete() : MimeMessage.read(type, body, options.limits());
            try {
                String named = parts.envelopeType();
                byte[] root = parts.root();
                return counted(
                        new Envelope(
                                root,
                                named,
                                parts.rootType().parameter("charset"),
                                FastInfosetType.begins(root) ? offered : null,
                                parts),
                        reply);
            } catch (IOException | RuntimeException e) {
                parts.close();
                throw e;
            }
        }
        EnvelopeFormat binary = offered == null ? null : FastInfosetType.ofReply(type.mediaType(), body);
        return counted(
                binary == null
                        ? new Envelope(body, type.mediaType(), type.parameter("charset"), null, null)
                        : new Envelope(body, binary.mediaType, null, offered, null),
                reply);
    }

    private static Envelope counted(Envelope envelope, HttpReply reply) {
        MimeMessage parts = envelope.parts();
        if (parts != null) {
            SoapTraffic.countReceived(parts.isXop() ? Encoding.MTOM : Encoding.TEXT, parts.length());
        } else {
            Encoding text = SoapTraffic.ofText(ContentCoding.of(reply.header("content-encoding")));
            SoapTraffic.countReceived(envelope.encoding() == null ? text : Encoding.FAST_INFOSET, reply.body().length);
        }
        return envelope;
    }

    /** How many parts nothing has referred to. */
    static int left(Envelope envelope) {
        MimeMessage parts = envelope.parts();
        return parts == null ? 0 : List.copyOf(parts.unreferred()).size();
    }
}
