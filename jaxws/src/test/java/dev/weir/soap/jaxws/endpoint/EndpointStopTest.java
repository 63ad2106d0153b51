package dev.weir.soap.jaxws.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.weir.soap.jaxws.Served;
import dev.weir.soap.jaxws.WeirProvider;
import jakarta.annotation.PreDestroy;
import jakarta.jws.WebService;
import jakarta.xml.ws.Endpoint;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The end of an endpoint whose port others use as well. */
class EndpointStopTest {
    @WebService(targetNamespace = "urn:test:ferry")
    public static class Ferry {
        final List<String> log = new CopyOnWriteArrayList<>();
        final CountDownLatch aboard = new CountDownLatch(1);
        final CountDownLatch landed = new CountDownLatch(1);

        public String cross() throws InterruptedException {
            aboard.countDown();
            assertTrue(landed.await(1, TimeUnit.MINUTES));
            log.add("crossed");
            return "crossed";
        }

        @PreDestroy
        public void close() {
            log.add("closed");
        }
    }

    private static Endpoint publish(Object service, int port, String path) {
        Endpoint endpoint = new WeirProvider().createEndpoint(null, service);
        endpoint.publish("http://127.0.0.1:" + port + path);
        return endpoint;
    }

    private static int status(URI address) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void aServiceIsClosedWhenItsCallsHaveEnded() throws Exception {
        int port;
        try (ServerSocket any = new ServerSocket(0)) {
            port = any.getLocalPort();
        }
        Ferry ferry = new Ferry();
        Endpoint neighbour = publish(new Ferry(), port, "/neighbour");
        Endpoint stopped = publish(ferry, port, "/ferry");
        try (Served served = new Served(stopped)) {
            CompletableFuture<HttpResponse<String>> call = CompletableFuture.supplyAsync(() -> {
                try {
                    return served.post("", "<f:cross xmlns:f='urn:test:ferry'/>");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            assertTrue(ferry.aboard.await(1, TimeUnit.MINUTES));
            URI wsdl = served.wsdl().toURI();
            CompletableFuture<Void> stop = CompletableFuture.runAsync(stopped::stop);
            while (status(wsdl) != 404) {
                Thread.onSpinWait(); // until nothing new is taken
            }
            assertEquals(List.of(), ferry.log);
            ferry.landed.countDown();
            assertEquals(200, call.get(1, TimeUnit.MINUTES).statusCode());
            stop.get(1, TimeUnit.MINUTES);
            assertEquals(List.of("crossed", "closed"), ferry.log);
            assertEquals(200, status(URI.create("http://127.0.0.1:" + port + "/neighbour?wsdl")));
        } finally {
            neighbour.stop();
        }
    }
}
