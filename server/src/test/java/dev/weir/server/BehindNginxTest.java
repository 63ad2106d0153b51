package dev.weir.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.server.deploy.ServerSettings;
import dev.weir.server.deploy.WeirServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real nginx with the shortest configuration that people write gives the world the services, and nothing of the admin
 * API.
 */
class BehindNginxTest {
    @TempDir
    Path folder;

    @Test
    void theWorldGetsTheServicesAndNothingOfTheAdminApi() throws Exception {
        try (WeirServer server = WeirServer.start(new ServerSettings(
                        List.of(RunningWeir.repository().resolve("examples/orders")),
                        "127.0.0.1",
                        0,
                        folder.resolve("data"),
                        Map.of(),
                        Duration.ofSeconds(20),
                        1 << 20));
                Nginx proxy = new Nginx(
                        folder,
                        "",
                        "proxy_pass http://localhost:" + server.url().getPort() + ";")) {
            String wsdl = get(proxy.url().resolve("/soa-infra/services/default/Orders/OrderService?wsdl"))
                    .body();
            assertTrue(wsdl.contains("definitions"), wsdl);
            for (String path : List.of("/admin/instances", "/admin/composites", "/admin/", "//admin/instances")) {
                assertEquals(404, get(URI.create(proxy.url() + path)).statusCode(), path);
            }
        }
    }

    private static HttpResponse<String> get(URI address) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }
}
