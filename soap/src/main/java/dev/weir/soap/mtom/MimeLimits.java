package dev.weir.soap.mtom;

/**
 * Limits of MIME messages. Immutable; every limit is inclusive.
 *
 * @param maxMessageBytes of a whole message, unpacked, and of all that its root refers to, however often; default 64 MiB
 * @param memoryBytes a message up to this length is kept in memory always; default 256 KiB
 * @param spareBytes so much more of a longer one is kept in memory as long as {@link SpareMemory} has room, and otherwise all of it
 *     in a file; default 8 MiB
 * @param maxRootBytes of the part with the envelope, which is read into memory; default 16 MiB
 * @param maxParts default 1,000
 * @param maxHeaderBytes of one part's header; default 16 KiB
 */
public record MimeLimits(
        long maxMessageBytes, int memoryBytes, int spareBytes, int maxRootBytes, int maxParts, int maxHeaderBytes) {
    public static final MimeLimits DEFAULT =
            new MimeLimits(64L * 1024 * 1024, 256 * 1024, 8 * 1024 * 1024, 16 * 1024 * 1024, 1_000, 16 * 1024);

    public MimeLimits withMaxMessageBytes(long bytes) {
        return new MimeLimits(bytes, memoryBytes, spareBytes, maxRootBytes, maxParts, maxHeaderBytes);
    }

    /** With what is longer in a file always. */
    public MimeLimits withMemoryBytes(int bytes) {
        return new MimeLimits(maxMessageBytes, bytes, 0, maxRootBytes, maxParts, maxHeaderBytes);
    }

    public MimeLimits withMaxRootBytes(int bytes) {
        return new MimeLimits(maxMessageBytes, memoryBytes, spareBytes, bytes, maxParts, maxHeaderBytes);
    }

    public MimeLimits withMaxParts(int parts) {
        return new MimeLimits(maxMessageBytes, memoryBytes, spareBytes, maxRootBytes, parts, maxHeaderBytes);
    }
}
