package dev.weir.bench.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that reads heads of requests and sends whatever bytes a test wants, so that it can do all that no server should. */
final class RawServer implements AutoCloseable {
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger requests = new AtomicInteger();
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Script script;

    /** What a request is answered by. */
    interface Script {
        /**
         * @param number of the request, from 1, over all connections
         * @return false to close the connection
         */
        boolean answer(int number, Socket connection) throws IOException;
    }

    RawServer(Script script) throws IOException {
        this.script = script;
        threads.execute(() -> {
            try {
                while (true) {
                    Socket connection = server.accept();
                    connections.incrementAndGet();
                    threads.execute(() -> serve(connection));
                }
            } catch (IOException closed) {
                return;
            }
        });
    }

    /** One that gives every request this answer, and keeps the connection. */
    static RawServer answering(String answer) throws IOException {
        return new RawServer((number, connection) -> send(connection, answer));
    }

    /** One that gives every request this answer, and closes the connection. */
    static RawServer closingAfter(String answer) throws IOException {
        return new RawServer((number, connection) -> !send(connection, answer));
    }

    static boolean send(Socket connection, String text) throws IOException {
        connection.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return true;
    }

    private void serve(Socket connection) {
        try (connection) {
            InputStream in = connection.getInputStream();
            int ended = 0; // how much of the empty line that ends a head has come
            for (int b = in.read(); b >= 0; b = in.read()) {
                ended = b == "\r\n\r\n".charAt(ended) ? ended + 1 : b == '\r' ? 1 : 0;
                if (ended == 4) {
                    ended = 0;
                    if (!script.answer(requests.incrementAndGet(), connection)) {
                        return;
                    }
                }
            }
        } catch (IOException gone) {
            return;
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
