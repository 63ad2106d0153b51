package dev.weir.soap.jaxws;

import com.sun.net.httpserver.HttpServer;
import com.sun.xml.ws.spi.ProviderImpl;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceFeature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Services by Metro, as a peer: on the JDK's HTTP server, with threads enough. */
public final class MetroServer implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final HttpServer http;

    private MetroServer(HttpServer http) {
        this.http = http;
    }

    /** Starts one on a port of the system's choice. */
    public static MetroServer start() throws IOException, ClassNotFoundException {
        bindFaultsByTheReference();
        MetroServer server =
                new MetroServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        server.http.setExecutor(server.threads);
        server.http.start();
        return server;
    }

    /** Metro makes the context of its faults once, and knows no provider of JAXB but the reference implementation. */
    private static void bindFaultsByTheReference() throws ClassNotFoundException {
        String property = "jakarta.xml.bind.JAXBContextFactory";
        String before = System.setProperty(property, "org.glassfish.jaxb.runtime.v2.JAXBContextFactory");
        try {
            Class.forName("com.sun.xml.ws.fault.SOAPFaultBuilder");
        } finally {
            if (before == null) {
                System.clearProperty(property);
            } else {
                System.setProperty(property, before);
            }
        }
    }

    /**
     * Publishes a service.
     *
     * @param binding null for the one that the bean says
     * @return its address
     */
    public String publish(String path, @Nullable String binding, Object bean, WebServiceFeature... features) {
        Endpoint endpoint = new ProviderImpl().createEndpoint(binding, bean, features);
        endpoint.publish(http.createContext("/" + path));
        endpoints.add(endpoint);
        return url() + path;
    }

    /** Ends with a slash. */
    public String url() {
        return "http://localhost:" + http.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        endpoints.forEach(Endpoint::stop);
        http.stop(0);
        threads.shutdownNow();
    }
}
