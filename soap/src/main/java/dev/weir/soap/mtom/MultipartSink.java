package dev.weir.soap.mtom;

import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.BodySink;
import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.http.GzipDecoder;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.mtom.MimeMessage.Receiver;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes a request with parts as it comes, packed by gzip or not, into a file where it is long. One thread at a time. */
public final class MultipartSink implements BodySink {
    private final Receiver receiver;

    /** What the bytes go through: the receiver itself, or its decoder. */
    private final BodySink first;

    private MultipartSink(Receiver receiver, BodySink first) {
        this.receiver = receiver;
        this.first = first;
    }

    /**
     * What {@link dev.weir.soap.http.HttpHandler#sink} of an endpoint gives.
     *
     * @return null for a request without parts, and for one in a coding that is unpacked as a whole
     * @throws BodyRefusedException for one that is too long, or has no boundary
     */
    public static @Nullable MultipartSink of(HttpRequest head, long length, AttachmentOptions options) {
        ContentType type = ContentType.parse(head.header("Content-Type"));
        if (!head.method().equals("POST") || !type.isMultipart()) {
            return null;
        }
        long most = options.limits().maxMessageBytes();
        if (length > most) {
            throw new BodyRefusedException(413, "The request's body must not be longer than " + most + " bytes.");
        }
        String coding = head.list("Content-Encoding");
        boolean zipped = ContentCoding.of(coding) == ContentCoding.GZIP;
        if (!zipped && !ContentCoding.isIdentity(coding)) {
            return null;
        }
        try {
            Receiver receiver = new Receiver(type, options.limits(), zipped ? -1 : length, options.directory());
            return new MultipartSink(receiver, zipped ? new GzipDecoder(receiver, most) : receiver);
        } catch (MimeException e) {
            throw new BodyRefusedException(400, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) throws IOException {
        first.accept(bytes, offset, length);
    }

    @Override
    public void abandon() {
        first.abandon();
    }

    @Override
    public long memory() {
        return receiver.memory();
    }

    /**
     * The message, which the caller closes; the sink has done its work.
     *
     * @throws MimeException where the message is broken or exceeds a limit
     * @throws BodyRefusedException where it cannot be unpacked
     */
    public MimeMessage complete() {
        if (first instanceof GzipDecoder decoder) {
            try {
                decoder.finish();
            } catch (BodyRefusedException e) {
                receiver.abandon();
                throw e;
            }
        }
        return receiver.complete();
    }
}
