package dev.weir.soap.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A peer that writes the frames of HTTP/2 (RFC 9113) that it is told to, however hostile, and reads what comes of it. */
final class RawHttp2Peer implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int ACK = 1;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    static final int PRIORITY = 0x20;

    static final int INITIAL_WINDOW_SIZE = 4;

    private final SSLSocket socket;
    private final DataInputStream in;
    /** The server's GOAWAY, once it has been read. */
    @Nullable Frame farewell;

    record Frame(int type, int flags, int stream, byte[] payload) {
        /** The status of a reply's HEADERS, the first of its connection that is not in the static table. */
        int status() {
            int at = (flags & PRIORITY) == 0 ? 0 : 5;
            int first = payload[at] & 0xFF;
            if (first >= 0x88 && first <= 0x8E) {
                return new int[] {200, 204, 206, 304, 400, 404, 500}[first - 0x88];
            }
            boolean packed = (payload[at + 1] & 0x80) != 0;
            return Integer.parseInt(
                    packed ? unpacked(payload, at + 2) : new String(payload, at + 2, 3, StandardCharsets.US_ASCII));
        }

        /** Three digits in the code of RFC 7541, appendix B: 0 to 2 have five bits, the others six. */
        private static String unpacked(byte[] bytes, int from) {
            int bits = (bytes[from] & 0xFF) << 16 | (bytes[from + 1] & 0xFF) << 8 | bytes[from + 2] & 0xFF;
            StringBuilder digits = new StringBuilder();
            for (int at = 24; digits.length() < 3; ) {
                int five = bits >> at - 5 & 0x1F;
                if (five <= 2) {
                    digits.append(five);
                    at -= 5;
                } else {
                    digits.append((bits >> at - 6 & 0x3F) - 0x19 + 3);
                    at -= 6;
                }
            }
            return digits.toString();
        }

        /** The code of RST_STREAM, or of GOAWAY. */
        int code() {
            return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
        }

        boolean ends() {
            return (flags & END_STREAM) != 0;
        }

        @Override
        public String toString() {
            return "frame of type " + type + ", flags " + flags + ", stream " + stream + ": "
                    + HexFormat.of().formatHex(payload);
        }
    }

    private RawHttp2Peer(SSLSocket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** Has agreed to HTTP/2 and says nothing. */
    static RawHttp2Peer silent(int port, SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("localhost", port);
        socket.setSoTimeout(60_000);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        if (!"h2".equals(socket.getApplicationProtocol())) {
            throw new IOException("agreed: " + socket.getApplicationProtocol());
        }
        return new RawHttp2Peer(socket);
    }

    /** Has begun. */
    static RawHttp2Peer open(int port, SSLContext context) throws IOException {
        return silent(port, context).begin();
    }

    /** @param settings identifiers, each with its value */
    RawHttp2Peer begin(int... settings) throws IOException {
        socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        ByteBuffer payload = ByteBuffer.allocate(settings.length * 3);
        for (int i = 0; i < settings.length; i += 2) {
            payload.putShort((short) settings[i]).putInt(settings[i + 1]);
        }
        return send(SETTINGS, 0, 0, payload.array());
    }

    RawHttp2Peer send(int type, int flags, int stream, byte[] payload) throws IOException {
        // One write, and so one TLS record.
        socket.getOutputStream()
                .write(ByteBuffer.allocate(9 + payload.length)
                        .putInt(payload.length << 8 | type)
                        .put((byte) flags)
                        .putInt(stream)
                        .put(payload)
                        .array());
        return this;
    }

    /** Sends the same frame of the connection many times; false where the connection has ended. */
    boolean sendMany(int times, int type, byte[] payload) throws IOException {
        ByteBuffer frames = ByteBuffer.allocate(times * (9 + payload.length));
        for (int i = 0; i < times; i++) {
            frames.putInt(payload.length << 8 | type).put((byte) 0).putInt(0).put(payload);
        }
        try {
            socket.getOutputStream().write(frames.array());
            return true;
        } catch (SocketException | SSLException ended) {
            return false;
        }
    }

    /**
     * A request's head, whole.
     *
     * @param fields names, in lower case, each with its value
     */
    RawHttp2Peer head(int stream, boolean end, String method, String path, String... fields) throws IOException {
        return send(HEADERS, END_HEADERS | (end ? END_STREAM : 0), stream, fields(method, path, fields));
    }

    RawHttp2Peer get(int stream, String path) throws IOException {
        return head(stream, true, "GET", path);
    }

    RawHttp2Peer data(int stream, boolean end, byte[] bytes) throws IOException {
        return send(DATA, end ? END_STREAM : 0, stream, bytes);
    }

    RawHttp2Peer reset(int stream) throws IOException {
        return send(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
    }

    /** True where the server has come so far, and the connection goes on. */
    boolean isServed() throws IOException {
        try {
            send(PING, 0, 0, new byte[8]);
        } catch (SocketException | SSLException ended) {
            // What the server said before it ended the connection can still be read.
        }
        return next(PING, 0) != null;
    }

    RawHttp2Peer openWindow(int stream, int by) throws IOException {
        return send(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(by).array());
    }

    /** The fields of a request, without compression (RFC 7541, section 6.2.2). */
    static byte[] fields(String method, String path, String... more) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":method", method);
        field(block, ":scheme", "https");
        field(block, ":path", path);
        field(block, ":authority", "localhost");
        for (int i = 0; i < more.length; i += 2) {
            field(block, more[i], more[i + 1]);
        }
        return block.toByteArray();
    }

    private static void field(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        text(block, name);
        text(block, value);
    }

    private static void text(ByteArrayOutputStream block, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length < 127) {
            block.write(bytes.length);
        } else {
            block.write(127);
            int rest = bytes.length - 127;
            for (; rest >= 128; rest >>= 7) {
                block.write(rest & 127 | 128);
            }
            block.write(rest);
        }
        block.writeBytes(bytes);
    }

    /** Reads up to the next frame of this type, on this stream; null where the connection ends before. */
    @Nullable Frame next(int type, int stream) throws IOException {
        try {
            while (true) {
                Frame frame = read();
                if (frame.type == SETTINGS && (frame.flags & ACK) == 0) {
                    send(SETTINGS, ACK, 0, new byte[0]);
                }
                if (frame.type == GOAWAY) {
                    farewell = frame;
                }
                if (frame.type == type && frame.stream == stream) {
                    return frame;
                }
            }
        } catch (EOFException | SocketException | SSLException ended) {
            return null;
        }
    }

    private Frame read() throws IOException {
        int head = in.readInt();
        int flags = in.readUnsignedByte();
        int stream = in.readInt() & Integer.MAX_VALUE;
        byte[] payload = new byte[head >>> 8];
        in.readFully(payload);
        return new Frame(head & 0xFF, flags, stream, payload);
    }

    /** Such a frame, which must come. */
    Frame expect(int type, int stream) throws IOException {
        Frame frame = next(type, stream);
        if (frame == null) {
            throw new AssertionError("the connection has ended");
        }
        return frame;
    }

    int status(int stream) throws IOException {
        return expect(HEADERS, stream).status();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
