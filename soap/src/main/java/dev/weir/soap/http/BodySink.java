package dev.weir.soap.http;

import java.io.IOException;

/**
 * Takes a body as it arrives, where it is longer than one that is collected in memory. Called on worker threads, one call at a
 * time; the connection is not read further before a call has returned, so whoever takes slowly is sent slowly.
 */
public interface BodySink {
    /**
     * Takes the next bytes, which the sink must not keep.
     *
     * @throws BodyRefusedException where the rest is not wanted
     * @throws IOException where the bytes cannot be kept, as on a full disk
     */
    void accept(byte[] bytes, int offset, int length) throws IOException;

    /** The body will not be complete, or not be handled: releases what has been kept. */
    void abandon();

    /** An estimate of what handling the body takes of the heap, in bytes, once it is complete. Must not block. */
    long memory();
}
