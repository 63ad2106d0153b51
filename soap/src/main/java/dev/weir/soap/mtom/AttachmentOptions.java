package dev.weir.soap.mtom;

import java.nio.file.Path;

/**
 * How messages with attachments are taken and sent. Immutable.
 *
 * @param limits of messages that come in
 * @param directory where long messages are kept; made if it is missing; default {@code java.io.tmpdir}
 * @param threshold binary values of more bytes than this are sent as parts; default 1,024
 * @param use when messages are sent with parts; default {@link Use#AS_ASKED}
 */
public record AttachmentOptions(MimeLimits limits, Path directory, int threshold, Use use) {
    public static final AttachmentOptions DEFAULT = new AttachmentOptions(
            MimeLimits.DEFAULT, Path.of(System.getProperty("java.io.tmpdir", ".")), 1_024, Use.AS_ASKED);

    /** When messages are sent with parts. */
    public enum Use {
        /** Where the peer's message has parts, or the WSDL's policy asks for it. */
        AS_ASKED,
        /** Always, also where no value is long enough for a part. */
        ALWAYS,
        /** Never: binary values are sent as base64. */
        NEVER
    }

    public AttachmentOptions withLimits(MimeLimits other) {
        return new AttachmentOptions(other, directory, threshold, use);
    }

    public AttachmentOptions withDirectory(Path other) {
        return new AttachmentOptions(limits, other, threshold, use);
    }

    public AttachmentOptions withThreshold(int bytes) {
        return new AttachmentOptions(limits, directory, bytes, use);
    }

    public AttachmentOptions withUse(Use other) {
        return new AttachmentOptions(limits, directory, threshold, other);
    }
}
