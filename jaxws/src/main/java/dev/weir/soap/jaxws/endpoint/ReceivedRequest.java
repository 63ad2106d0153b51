package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeLimits;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.PlainRoot;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.encoding.InfosetEncoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A request as handlers and providers look at it: its envelope in text, with base64 in the place of each xop:Include, and the message
 * that it came in, whose other parts are its attachments.
 *
 * @param parts null for an envelope alone; closed by whoever has the request
 */
record ReceivedRequest(HttpRequest request, @Nullable MimeMessage parts) {
    /** By how much text memory is taken at a time. */
    private static final long SHORT_BYTES = 64 * 1024;

    /**
     * Separates a request that has come as a whole.
     *
     * @param request without a content coding
     * @param memory an estimate of what a request takes of the heap, by the length of its envelope
     * @param fastInfoset null where that is not spoken
     * @throws BodyRefusedException where it cannot be read, or does not fit the memory for requests as text
     */
    static ReceivedRequest of(
            HttpRequest request, MimeLimits limits, LongUnaryOperator memory, @Nullable InfosetEncoding fastInfoset) {
        ContentType type = ContentType.parse(request.header("Content-Type"));
        if (!type.isMultipart() || !request.method().equals("POST")) {
            return new ReceivedRequest(request, null);
        }
        try {
            return of(request, MimeMessage.read(type, request.body(), limits), limits, memory, fastInfoset);
        } catch (MimeException e) {
            throw refused(e);
        }
    }

    static BodyRefusedException refused(MimeException failure) {
        return new BodyRefusedException(failure.tooLarge() ? 413 : 400, String.valueOf(failure.getMessage()));
    }

    /**
     * The same of a request that has been separated.
     *
     * @param message closed here where it is refused
     */
    static ReceivedRequest of(
            HttpRequest request,
            MimeMessage message,
            MimeLimits limits,
            LongUnaryOperator memory,
            @Nullable InfosetEncoding fastInfoset) {
        boolean taken = false;
        try {
            byte[] root = message.root();
            String charset = message.rootType().parameter("charset");
            InfosetEncoding encoding = FastInfosetType.begins(root) ? fastInfoset : null;
            Room room = new Room(request, limits.maxMessageBytes(), memory);
            byte[] text = PlainRoot.read(
                    EnvelopeReader.reader(root, charset, encoding, XmlLimits.DEFAULT), message, room::grow);
            String type = message.envelopeType();
            if (type.isEmpty()) {
                type = formatOf(text).mediaType; // a part need not say what its envelope is
            }
            ReceivedRequest received = new ReceivedRequest(
                    new HttpRequest(
                            request.method(),
                            request.target(),
                            new PackedRequest.Unpacked(request.headers(), type),
                            text,
                            request.peer(),
                            request.memory(),
                            request.client()),
                    message);
            taken = true;
            return received;
        } catch (MimeException e) {
            throw refused(e);
        } catch (XmlException e) {
            throw new BodyRefusedException(400, "The request cannot be read as XML: " + e.getMessage());
        } catch (SoapFaultException e) {
            throw new BodyRefusedException(400, e.fault().reason());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!taken) {
                message.close();
            }
        }
    }

    private static EnvelopeFormat formatOf(byte[] text) {
        try (EnvelopeReader reader = EnvelopeReader.open(text, null, XmlLimits.DEFAULT)) {
            return reader.format();
        }
    }

    /** What the text of one envelope may grow to: a limit, and what of the memory for requests is free. */
    private static final class Room {
        private final HttpRequest request;
        private final long maxBytes;
        private final LongUnaryOperator memory;
        private long counted;

        Room(HttpRequest request, long maxBytes, LongUnaryOperator memory) {
            this.request = request;
            this.maxBytes = maxBytes;
            this.memory = memory;
        }

        void grow(long bytes) {
            if (bytes > maxBytes) {
                throw new BodyRefusedException(
                        413,
                        "The envelope must not be longer than " + maxBytes
                                + " bytes with base64 in the place of its parts, as handlers and providers see it.");
            }
            if (bytes > counted) {
                long next = bytes + SHORT_BYTES;
                request.memory().take(memory.applyAsLong(next) - memory.applyAsLong(counted));
                counted = next;
            }
        }
    }
}
