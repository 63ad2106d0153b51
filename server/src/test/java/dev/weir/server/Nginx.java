package dev.weir.server;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weir.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A real nginx in front of servers. Where there is none, tests are skipped, unless the environment says
 * WEIR_REQUIRE_CLIENTS=1.
 */
final class Nginx implements AutoCloseable {
    private final Path folder;
    private final int port;
    private final Process process;

    /**
     * Starts it, and returns when it takes connections.
     *
     * @param folder for its files
     * @param http what its block {@code http} has beside the server
     * @param location what the server's {@code location /} has
     */
    Nginx(Path folder, String http, String location) throws IOException, InterruptedException {
        this.folder = folder;
        this.port = FreePort.next();
        Path program = program();
        Path configuration =
                Files.writeString(folder.resolve("nginx.conf"), """
                daemon off;
                pid %1$s/pid;
                error_log stderr;
                events {}
                http {
                    access_log off;
                    client_body_temp_path %1$s/body;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    %3$s
                    server {
                        listen 127.0.0.1:%2$d;
                        location / { %4$s }
                    }
                }
                """.formatted(folder, port, http, location));
        this.process = new ProcessBuilder(program.toString(), "-p", folder.toString(), "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.log").toFile())
                .start();
        eventually(() -> "nginx takes connections: " + log(), () -> {
            if (!process.isAlive()) {
                throw new IOException("nginx ended: " + log());
            }
            return takesConnections();
        });
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    String log() {
        try {
            return Files.readString(folder.resolve("nginx.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean takesConnections() {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static Path program() {
        return Stream.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> {
                    if ("1".equals(System.getenv("WEIR_REQUIRE_CLIENTS"))) {
                        return fail("there is no nginx");
                    }
                    Assumptions.abort("there is no nginx");
                    throw new AssertionError();
                });
    }
}
