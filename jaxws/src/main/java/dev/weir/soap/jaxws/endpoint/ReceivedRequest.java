package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.SoapFaultException;
import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.envelope.EnvelopeFormat;
import dev.weir.soap.envelope.EnvelopeReader;
import dev.weir.soap.envelope.FastInfosetType;
import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.http.AdvanceMemory;
import dev.weir.soap.http.BodyRefusedException;
import dev.weir.soap.http.CountedOutput;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.RequestMemory;
import dev.weir.soap.mtom.MimeException;
import dev.weir.soap.mtom.MimeLimits;
import dev.weir.soap.mtom.MimeMessage;
import dev.weir.soap.mtom.PlainRoot;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.encoding.InfosetEncoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A request as handlers and providers look at it: its envelope in text, with base64 in the place of each xop:Include, and the message
 * that it came in, whose other parts are its attachments.
 *
 * <p>The memory of the request counts what is made here: text that was Fast Infoset or has parts in it, and what objects take that
 * are read from such a text; its length says nothing of either.
 *
 * @param parts null for an envelope alone; closed by whoever has the request
 */
record ReceivedRequest(HttpRequest request, @Nullable MimeMessage parts) {

    /**
     * How requests become text.
     *
     * @param objects what is made of a text beside itself, in bytes of heap
     * @param fastInfoset null where that is not spoken
     */
    record Reading(
            MimeLimits limits,
            ToLongFunction<byte[]> objects,
            @Nullable InfosetEncoding fastInfoset) {
        /** The version of a request in Fast Infoset, where that is spoken; null for text. */
        private @Nullable EnvelopeFormat format(HttpRequest request) {
            return fastInfoset == null
                    ? null
                    : FastInfosetType.format(
                            ContentType.parse(request.header("Content-Type")).mediaType());
        }

        /** True for a request in Fast Infoset, whose length says little of what becomes of it. */
        boolean isEncoded(HttpRequest request) {
            return format(request) != null;
        }

        /** With the type of what one in Fast Infoset would have become, by which its answer is a fault of the same version. */
        HttpRequest typed(HttpRequest request) {
            EnvelopeFormat format = format(request);
            return format == null ? request : asText(request, format, request.body());
        }

        private String tooLong() {
            return "The envelope must not be longer than " + limits.maxMessageBytes()
                    + " bytes in text, with base64 in the place of its parts, as handlers and providers see it.";
        }

        private CountedOutput text(RequestMemory memory, long expectedBytes) {
            return new CountedOutput(memory, expectedBytes, limits.maxMessageBytes(), tooLong());
        }

        private byte[] counted(CountedOutput text, RequestMemory memory) {
            byte[] bytes = text.bytes();
            memory.take(objects.applyAsLong(bytes));
            return bytes;
        }
    }

    /**
     * Separates a request that has come as a whole.
     *
     * @param request without a content coding
     * @throws BodyRefusedException where it cannot be read, or does not fit the memory for requests as text
     */
    static ReceivedRequest of(HttpRequest request, Reading reading) {
        if (!request.method().equals("POST")) {
            return new ReceivedRequest(request, null);
        }
        ContentType type = ContentType.parse(request.header("Content-Type"));
        if (type.isMultipart()) {
            try {
                return of(request, MimeMessage.read(type, request.body(), reading.limits), reading);
            } catch (MimeException e) {
                throw refused(e);
            }
        }
        return new ReceivedRequest(inText(request, reading), null);
    }

    static BodyRefusedException refused(MimeException failure) {
        return new BodyRefusedException(failure.tooLarge() ? 413 : 400, String.valueOf(failure.getMessage()));
    }

    private static HttpRequest asText(HttpRequest request, EnvelopeFormat format, byte[] body) {
        return request.with(new PackedRequest.Unpacked(request.headers(), format.contentType()), body);
    }

    /** A request that is an envelope alone; the same one where it is text already. */
    private static HttpRequest inText(HttpRequest request, Reading reading) {
        InfosetEncoding encoding = reading.fastInfoset;
        EnvelopeFormat format = reading.format(request);
        if (encoding == null || format == null) {
            return request;
        }
        byte[] body = request.body();
        if (encoding.refersToVocabulary(body)) {
            throw new BodyRefusedException(MessageVocabulary.UNKNOWN_STATUS, FastInfosetType.UNKNOWN_VOCABULARY);
        }
        try {
            CountedOutput text = reading.text(request.memory(), body.length);
            PlainRoot.copy(EnvelopeReader.reader(body, null, encoding, XmlLimits.DEFAULT), null, text);
            return asText(request, format, reading.counted(text, request.memory()));
        } catch (XmlException e) {
            throw new BodyRefusedException(400, "The request cannot be read as Fast Infoset: " + e.getMessage());
        }
    }

    /**
     * The same of a request that has been separated.
     *
     * @param message closed here where it is refused
     */
    static ReceivedRequest of(HttpRequest request, MimeMessage message, Reading reading) {
        boolean taken = false;
        try {
            byte[] root = message.root();
            long base64 = PlainRoot.base64Bytes(reader(root, message, reading), message);
            long expected = root.length + base64;
            if (expected > reading.limits.maxMessageBytes()) {
                throw new BodyRefusedException(413, reading.tooLong());
            }
            // Twice, as text and as what is made of it.
            RequestMemory memory = AdvanceMemory.takeInTurn(request.memory(), 2 * expected);
            CountedOutput out = reading.text(memory, expected);
            PlainRoot.copy(reader(root, message, reading), message, out);
            byte[] text = reading.counted(out, memory);
            String type = message.envelopeType();
            if (type.isEmpty()) {
                type = formatOf(text).mediaType; // a part need not say what its envelope is
            }
            ReceivedRequest received = new ReceivedRequest(
                    request.with(new PackedRequest.Unpacked(request.headers(), type), text)
                            .with(memory),
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

    private static XmlReader reader(byte[] root, MimeMessage message, Reading reading) {
        return EnvelopeReader.reader(
                root,
                message.rootType().parameter("charset"),
                FastInfosetType.begins(root) ? reading.fastInfoset : null,
                XmlLimits.DEFAULT);
    }

    private static EnvelopeFormat formatOf(byte[] text) {
        try (EnvelopeReader reader = EnvelopeReader.open(text, null, XmlLimits.DEFAULT)) {
            return reader.format();
        }
    }
}
