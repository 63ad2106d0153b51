package dev.weir.soap.jaxws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The timeouts of a client by all names that programs know. Each is set much shorter than the default of the other one, and
 * the test's own bound is shorter than the default of the one that is set.
 */
@Timeout(20)
class ClientTimeoutsTest {
    @WebService(targetNamespace = "urn:test:timeouts")
    public interface Slow {
        String wait(String text);
    }

    @WebService(
            endpointInterface = "dev.weir.soap.jaxws.ClientTimeoutsTest$Slow",
            targetNamespace = "urn:test:timeouts")
    public static class SlowBean implements Slow {
        private final CountDownLatch enough = new CountDownLatch(1);

        @Override
        public String wait(String text) {
            try {
                if (text.equals("long") && !enough.await(60, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("nobody ended the test");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return text;
        }
    }

    private static Slow client(String address, Map<String, Object> properties) {
        Slow port = new WeirProvider()
                .createServiceDelegate(null, new QName("urn:test:timeouts", "SlowBeanService"), Service.class)
                .getPort(Slow.class);
        Map<String, Object> context = ((BindingProvider) port).getRequestContext();
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, address);
        context.putAll(properties);
        return port;
    }

    /** A port whose queue of connections is full, so that nobody else gets one. */
    private static final class Full implements AutoCloseable {
        private final ServerSocket server;
        private final List<Socket> waiting = new ArrayList<>();

        Full() throws IOException {
            server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            try {
                for (int i = 0; i < 100; i++) {
                    Socket socket = new Socket();
                    waiting.add(socket);
                    socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 300);
                }
                throw new IllegalStateException("the queue takes more than 100 connections");
            } catch (SocketTimeoutException full) {
                // as wanted
            }
        }

        String address() {
            return "http://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort() + "/";
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : waiting) {
                socket.close();
            }
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jakarta.xml.ws.client.connectionTimeout",
                "javax.xml.ws.client.connectionTimeout",
                "com.sun.xml.ws.connect.timeout",
                "com.sun.xml.internal.ws.connect.timeout"
            })
    void aConnectionThatDoesNotComeAboutEndsByEachName(String property) throws Exception {
        try (Full full = new Full()) {
            Slow slow = client(full.address(), Map.of(property, 301));
            WebServiceException late = assertThrows(WebServiceException.class, () -> slow.wait("short"));
            assertTrue(
                    late.getCause() instanceof SocketTimeoutException
                            || late.getCause() instanceof java.net.ConnectException,
                    String.valueOf(late.getCause()));
            assertTrue(late.getMessage().contains("connect"), late.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jakarta.xml.ws.client.receiveTimeout",
                "javax.xml.ws.client.receiveTimeout",
                "com.sun.xml.ws.request.timeout",
                "com.sun.xml.internal.ws.request.timeout"
            })
    void anAnswerThatDoesNotComeEndsByEachName(String property) {
        SlowBean bean = new SlowBean();
        try (Served served = Served.by(bean)) {
            // As text, as number, for one call and the next.
            Slow slow = client(served.address(), Map.of(property, "301"));
            WebServiceException late = assertThrows(WebServiceException.class, () -> slow.wait("long"));
            assertInstanceOf(SocketTimeoutException.class, late.getCause());
            assertEquals("short", client(served.address(), Map.of(property, 0)).wait("short"));
            assertEquals(
                    "short", client(served.address(), Map.of(property, 15_000L)).wait("short"));
            bean.enough.countDown();
        }
    }

    @Test
    void theStandardsNameCountsBeforeTheOthers() {
        Slow slow = client(
                "http://127.0.0.1:1/",
                Map.of("com.sun.xml.ws.request.timeout", "never", "jakarta.xml.ws.client.receiveTimeout", 15_000));
        String said = assertThrows(WebServiceException.class, () -> slow.wait("short"))
                .getMessage();
        assertTrue(!said.contains("never"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax.xml.ws.client.connectionTimeout", "com.sun.xml.ws.connect.timeout"})
    void whatIsNoNumberIsRefusedByThePropertysName(String property) {
        Slow slow = client("http://127.0.0.1:1/", Map.of(property, "soon"));
        String said = assertThrows(WebServiceException.class, () -> slow.wait("short"))
                .getMessage();
        assertTrue(said.contains(property) && said.contains("soon"), said);
    }
}
