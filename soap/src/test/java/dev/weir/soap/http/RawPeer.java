package dev.weir.soap.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A peer that sends exactly what it is told to, however broken. */
public final class RawPeer implements AutoCloseable {
    private final Socket socket;

    public RawPeer(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(60_000);
        socket.setTcpNoDelay(true);
    }

    public RawPeer send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** The head of a reply, or what came of it before the connection's end. */
    public String head() throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    /** One reply with a Content-Length: head and body. */
    public String reply() throws IOException {
        String text = head();
        int length = 0;
        for (String line : text.split("\r\n")) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        return text + new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
    }

    /** True when the server closes without another byte. */
    public boolean closedByServer() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketException e) {
            return true;
        }
    }

    /** Reads until the server closes: how many bytes there were. */
    public long rest() throws IOException {
        return socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
