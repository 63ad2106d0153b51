package dev.weir.soap.client;

import dev.weir.soap.http.ContentCoding;
import dev.weir.soap.mtom.AttachmentOptions;
import org.jspecify.annotations.Nullable;

/**
 * How a client encodes its requests, and what it offers to understand. Replies with parts it understands in any case.
 *
 * @param mtom true to send binary content above the threshold in parts
 * @param fastInfoset when requests are in Fast Infoset; those with parts never are
 * @param packing by which requests in text are packed from 1,024 bytes on, and what packed replies are asked for then; null for
 *     none
 * @param attachments of requests and replies; their use does not count here
 */
public record ClientEncodings(
        boolean mtom, FastInfoset fastInfoset, @Nullable ContentCoding packing, AttachmentOptions attachments) {
    /** Text, without parts. */
    public static final ClientEncodings DEFAULT =
            new ClientEncodings(false, FastInfoset.NONE, null, AttachmentOptions.DEFAULT);

    /** Whether a client speaks Fast Infoset, in Metro's words. */
    public enum FastInfoset {
        NONE,
        /** The first request is text and offers it; where the reply is in it, so are the next requests to the same address. */
        PESSIMISTIC,
        /** Requests are in it. */
        OPTIMISTIC
    }

    public ClientEncodings withMtom(boolean parts) {
        return new ClientEncodings(parts, fastInfoset, packing, attachments);
    }

    public ClientEncodings withFastInfoset(FastInfoset mode) {
        return new ClientEncodings(mtom, mode, packing, attachments);
    }

    public ClientEncodings withPacking(@Nullable ContentCoding coding) {
        return new ClientEncodings(mtom, fastInfoset, coding, attachments);
    }

    public ClientEncodings withAttachments(AttachmentOptions others) {
        return new ClientEncodings(mtom, fastInfoset, packing, others);
    }
}
