package dev.weir.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The bytes of one connection, in the clear or under TLS. No method blocks. For the driver's thread. */
interface Transport extends Closeable {
    /** Puts a transport on a connected channel. */
    interface Factory {
        Transport over(SocketChannel channel) throws IOException;
    }

    /**
     * Writes as much as can be written now.
     *
     * @return whether to call it again as soon as the channel takes more. A handshake that waits for the server does not
     *     need that: it goes on where the server's bytes are read, and so does the write after that.
     */
    boolean write(ByteBuffer from) throws IOException;

    /**
     * Reads what is there, as far as there is room.
     *
     * @return how many bytes; 0 if none for now; -1 when the server has ended the connection
     */
    int read(ByteBuffer into) throws IOException;

    /** Whether to read again now, because no selector reports what is left: this transport holds it. */
    boolean holdsMore();

    /** Whether requests can be sent: at once in the clear, after the handshake under TLS. */
    boolean established();

    /** Whether anything has come from the server. */
    boolean heard();

    /** All bytes that were sent and received on the channel. */
    long transferred();
}
