package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import dev.weir.testing.FreePort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real nginx with the shortest configuration that people write gives the world the services, and nothing of the admin
 * API. Without nginx this is skipped, unless the environment says WEIR_REQUIRE_CLIENTS=1.
 */
class BehindNginxTest {
    @TempDir
    Path folder;

    @Test
    void theWorldGetsTheServicesAndNothingOfTheAdminApi() throws Exception {
        Path nginx = nginx();
        try (WeirServer server = WeirServer.start(new ServerSettings(
                List.of(RunningWeir.repository().resolve("examples/orders")),
                "127.0.0.1",
                0,
                folder.resolve("data"),
                Map.of(),
                Duration.ofSeconds(20),
                1 << 20))) {
            int port = FreePort.next();
            Path configuration = Files.writeString(folder.resolve("nginx.conf"), """
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
                        server {
                            listen 127.0.0.1:%2$d;
                            location / { proxy_pass http://localhost:%3$d; }
                        }
                    }
                    """.formatted(
                            folder, port, server.url().getPort()));
            Process proxy = new ProcessBuilder(
                            nginx.toString(), "-p", folder.toString(), "-c", configuration.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("nginx.log").toFile())
                    .start();
            try {
                URI world = URI.create("http://127.0.0.1:" + port);
                String wsdl = get(proxy, world.resolve("/soa-infra/services/default/Orders/OrderService?wsdl"))
                        .body();
                assertTrue(wsdl.contains("definitions"), wsdl);
                for (String path : List.of("/admin/instances", "/admin/composites", "/admin/", "//admin/instances")) {
                    assertEquals(404, get(proxy, URI.create(world + path)).statusCode(), path);
                }
            } finally {
                proxy.destroy();
                proxy.waitFor();
            }
        }
    }

    private HttpResponse<String> get(Process proxy, URI address) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        while (true) {
            try {
                return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
            } catch (ConnectException e) {
                if (!proxy.isAlive()) {
                    throw new IOException("nginx ended: " + Files.readString(folder.resolve("nginx.log")), e);
                }
                Thread.sleep(20);
            }
        }
    }

    private static Path nginx() {
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
