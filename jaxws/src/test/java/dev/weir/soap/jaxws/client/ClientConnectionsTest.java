package dev.weir.soap.jaxws.client;

import static dev.weir.testing.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.soap.jaxws.WeirProvider;
import dev.weir.testing.RecordedLog;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.spi.ServiceDelegate;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringReader;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many connections clients open, and for how long, as a server of the JDK sees it, which distinguishes them by the clients' ports. */
class ClientConnectionsTest {
    private static final String CXF = "org.apache.cxf.transport.http.async.";
    private static final String PER_HOST = CXF + "MAX_PER_HOST_CONNECTIONS";
    private static final String WAIT = "dev.weir.jaxws.connection-wait";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Set<Integer> held = ConcurrentHashMap.newKeySet();
    private final CountDownLatch enough = new CountDownLatch(1);
    private HttpServer server;

    /** Answers with the client's port, at once or when the test has seen enough. */
    @WebService(name = "Counter", targetNamespace = "urn:test:pools")
    public interface Counter {
        int port();

        int held();
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        enough.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        int port = exchange.getRemoteAddress().getPort();
        String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String operation = request.contains(":held") || request.contains("<held") ? "held" : "port";
        if (operation.equals("held")) {
            held.add(port);
            try {
                enough.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        byte[] bytes = ("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><c:" + operation
                        + "Response xmlns:c=\"urn:test:pools\"><return>" + port + "</return></c:" + operation
                        + "Response></s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** An interface whose service can be closed. */
    @WebService(name = "Gate", targetNamespace = "urn:test:pools")
    public interface Gate {
        String close();
    }

    private Counter client(Map<String, Object> properties) {
        Counter client = new WeirProvider()
                .createServiceDelegate(null, new QName("urn:test:pools", "CounterService"), Service.class)
                .getPort(Counter.class);
        Map<String, Object> context = ((BindingProvider) client).getRequestContext();
        context.put(
                BindingProvider.ENDPOINT_ADDRESS_PROPERTY,
                "http://127.0.0.1:" + server.getAddress().getPort() + "/");
        context.putAll(properties);
        return client;
    }

    @ParameterizedTest
    @CsvSource({"2,-1,2", "-1,3,3", "4,3,3", "2,300,2", "1,,1"})
    void noMoreConnectionsAreOpenedThanTheSmallerNumber(String perHost, @Nullable String all, int most)
            throws Exception {
        Counter client = client(
                all == null ? Map.of(PER_HOST, perHost) : Map.of(PER_HOST, perHost, CXF + "MAX_CONNECTIONS", all));
        List<Future<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            calls.add(threads.submit(client::held));
        }
        eventually("all connections are in use", () -> held.size() == most);
        enough.countDown();
        for (Future<Integer> call : calls) {
            assertTrue(held.contains(call.get()));
        }
        assertEquals(most, held.size());
    }

    @Test
    void aCallWaitsForAConnectionAsLongAsItIsTold() throws Exception {
        Map<String, Object> one = Map.of(PER_HOST, 1, WAIT, "300");
        Counter client = client(one);
        Future<Integer> first = threads.submit(client::held);
        eventually("the connection is in use", () -> held.size() == 1);
        WebServiceException late = assertThrows(WebServiceException.class, client::port);
        assertInstanceOf(ConnectException.class, late.getCause());
        assertTrue(late.getMessage().contains("was free within 300 ms"), late.getMessage());
        // Another proxy has connections of its own.
        assertTrue(client(one).port() != 0);
        enough.countDown();
        assertEquals(first.get(), client.port());
    }

    @Test
    void aConnectionThatIsOldGetsNoFurtherCall() {
        Counter ageless = client(Map.of(PER_HOST, 1));
        Counter client = client(Map.of(PER_HOST, 1, CXF + "CONNECTION_TTL", 1));
        int usual = ageless.port();
        int first = client.port();
        eventually("there is a new connection", () -> {
            assertEquals(usual, ageless.port());
            return client.port() != first;
        });
    }

    @Test
    void whatTheContextSaysLaterCountsFromThenOn() {
        Counter client = client(Map.of());
        int shared = client(Map.of()).port();
        assertEquals(shared, client.port());
        ((BindingProvider) client).getRequestContext().put(PER_HOST, 5);
        int own = client.port();
        assertTrue(own != shared);
        assertEquals(own, client.port());
        ((BindingProvider) client).getRequestContext().remove(PER_HOST);
        assertEquals(shared, client.port());
    }

    @Test
    void closingAProxyEndsItsOwnConnectionsOnly() throws IOException {
        Counter other = client(Map.of());
        int shared = other.port();
        Counter client = client(Map.of());
        try (Closeable closing = (Closeable) client) {
            assertEquals(shared, client.port());
            assertTrue(closing == client);
        }
        assertEquals(shared, other.port());
        assertEquals(shared, client.port());

        Counter pooled = client(Map.of(PER_HOST, 1));
        int own = pooled.port();
        assertEquals(own, pooled.port());
        ((Closeable) pooled).close();
        assertNotEquals(own, pooled.port());
    }

    @Test
    void aDispatchIsClosedAsAProxyIs() throws IOException {
        QName port = new QName("urn:test:pools", "CounterPort");
        ServiceDelegate service = new WeirProvider()
                .createServiceDelegate(null, new QName("urn:test:pools", "CounterService"), Service.class);
        service.addPort(port, null, "http://127.0.0.1:" + server.getAddress().getPort() + "/");
        Dispatch<Source> dispatch = service.createDispatch(port, Source.class, Service.Mode.PAYLOAD);
        ((Closeable) dispatch).close();
        assertNotNull(dispatch.invoke(new StreamSource(new StringReader("<c:port xmlns:c='urn:test:pools'/>"))));
    }

    @Test
    void anOperationCloseIsTheServices() {
        Gate gate = new WeirProvider()
                .createServiceDelegate(null, new QName("urn:test:pools", "GateService"), Service.class)
                .getPort(Gate.class);
        assertFalse(gate instanceof Closeable);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-2", "many", "1.5"})
    void aNumberThatIsNoneIsRefusedByThePropertysName(String value) {
        Counter client = client(Map.of(PER_HOST, value));
        String said = assertThrows(WebServiceException.class, client::port).getMessage();
        assertTrue(said.contains(PER_HOST) && said.contains(value), said);
    }

    @Test
    void whatDoesNothingIsNamedInTheLogOnce() {
        String name = CXF + "SO_LINGER";
        try (RecordedLog log = RecordedLog.of(ConnectionProperties.class.getName())) {
            Counter client = client(Map.of(name, 5, "an.application's", "own"));
            client.port();
            client.port();
            List<String> logged = log.messages();
            assertEquals(1, logged.size(), logged.toString());
            assertTrue(logged.get(0).contains(name) && logged.get(0).contains(PER_HOST), logged.get(0));
        }
    }
}
