package dev.weir.bench.service;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.xml.ws.Endpoint;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;

/** The service of examples/uuid itself, and the same on other stacks, as far as the suite asks: random UUIDs. */
final class UuidServers {
    static final String PATH = "/uuid";

    private static final MethodHandle RANDOM = random(example());

    private static final int MOST = 10_000;
    private static final String HOST = "127.0.0.1";

    /** Answers begin with the declaration of XML, as those of all others do. */
    private static final String CXF_DECLARATION = "org.apache.cxf.stax.force-start-document";

    private UuidServers() {}

    /** Starts a server; returns its scheme, host and port. */
    static String start(ServiceStack stack) throws IOException {
        return switch (stack) {
            case WEIR -> weir();
            case CXF -> provider();
            case JETTY -> jetty();
            case RAW_ANSWER -> raw();
            default -> throw new IllegalArgumentException(stack.id + " has no server of UUIDs");
        };
    }

    /** A random UUID by the example's generator, as all stacks make them: what it costs is not the stack's. */
    static UUID nextRandom() {
        try {
            return (UUID) RANDOM.invokeExact();
        } catch (RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable undeclared) {
            throw new IllegalStateException(undeclared);
        }
    }

    /** How many UUIDs are wanted, as the example reads it; one where nothing is said. */
    static int count(@Nullable String text) {
        int count = text == null ? 1 : Integer.parseInt(text);
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("count must be from 1 to " + MOST + ", but is " + count);
        }
        return count;
    }

    private static String weir() {
        try {
            Object server = example().getConstructor(int.class).newInstance(0);
            return address((int) example().getMethod("port").invoke(server));
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("the server of UUIDs could not be made", changed);
        }
    }

    private static MethodHandle random(Class<?> example) {
        try {
            return MethodHandles.lookup().findStatic(example, "random", MethodType.methodType(UUID.class));
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("the example has no generator of random UUIDs", changed);
        }
    }

    /** The example is no Java module, and in no package, and so is found by name. */
    private static Class<?> example() {
        try {
            return Class.forName("UuidServer");
        } catch (ClassNotFoundException absent) {
            throw new IllegalStateException("example-uuid is not on the class path", absent);
        }
    }

    private static String provider() throws IOException {
        String address = address(ServiceServer.freePort());
        Endpoint endpoint = Endpoint.create(new UuidProvider());
        endpoint.setProperties(Map.of(CXF_DECLARATION, true));
        endpoint.publish(address + PATH);
        return address;
    }

    private static String jetty() throws IOException {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost(HOST);
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler(ServletContextHandler.NO_SESSIONS);
        context.addServlet(new ServletHolder(new UuidServlet()), PATH);
        server.setHandler(context);
        try {
            server.start();
        } catch (Exception failed) {
            throw new IOException("Jetty does not start", failed);
        }
        return address(connector.getLocalPort());
    }

    /** Nothing is made, and no XML: for each number of UUIDs there is one answer. */
    private static String raw() {
        Map<String, Buffer> answers = new ConcurrentHashMap<>();
        HttpServer server = Vertx.vertx().createHttpServer(new HttpServerOptions().setHost(HOST));
        server.requestHandler(request -> request.endHandler(read -> request.response()
                .putHeader("Content-Type", ServiceRequests.TEXT)
                .end(answers.computeIfAbsent(request.getParam("count"), UuidServers::answer))));
        return address(server.listen(0).await().actualPort());
    }

    private static Buffer answer(String count) {
        StringBuilder answer = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?><response>");
        for (int i = 0; i < count(count); i++) {
            answer.append("<uuid>").append(nextRandom()).append("</uuid>");
        }
        return Buffer.buffer(answer.append("</response>").toString());
    }

    private static String address(int port) {
        return "http://" + HOST + ":" + port;
    }
}
