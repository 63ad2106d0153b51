package dev.weir.soap.http;

import java.io.IOException;
import java.io.InputStream;

/**
 * A body that is sent piece by piece, as fast as the peer reads; a {@link PushedBody} as fast as there is something to say. Closed by
 * whoever sends it, sent or not.
 */
public interface BodySource extends AutoCloseable {
    /** The length in bytes; -1 where it is not known beforehand. */
    long length();

    /** The bytes, on a worker thread, once; the caller closes the stream. */
    InputStream open() throws IOException;

    /**
     * The same body, which releases something more when it is closed.
     *
     * @param further called once it is closed
     */
    default BodySource releasing(Runnable further) {
        return new ReleasingSource(this, further);
    }

    /** Releases what the body is read from. Called once, on any thread; must not block for long. */
    @Override
    void close();
}
