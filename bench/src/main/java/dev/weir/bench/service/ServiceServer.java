package dev.weir.bench.service;

import com.sun.management.OperatingSystemMXBean;
import dev.weir.bench.measure.CompilerTime;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.WebServiceFeature;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The process of one server. It answers with its address once it serves, and then each line on standard input with the CPU
 * time of the process in nanoseconds, the bytes that its threads have allocated, and the time of its JIT compilers in
 * nanoseconds. It ends when its input does.
 *
 * <p>It has the services of one suite only: Metro finds the classes that it makes for messages by package and operation, and
 * two services of a package with an operation {@code echoVoid} would share them, namespace and all.
 */
public final class ServiceServer {
    static final String BENCH = "/bench";
    static final String MTOM = "/mtom";
    static final String BASE64 = "/base64";

    private ServiceServer() {}

    /** @param arguments the stack's id, then the paths of its services */
    public static void main(String[] arguments) throws IOException {
        PrintStream answers = System.out;
        System.setOut(System.err); // keeps the output of libraries out of the answers
        ServiceStack stack = ServiceStack.of(arguments[0]);
        String address = serve(stack, List.of(arguments).subList(1, arguments.length));
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        answers.println(address);
        answers.flush();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (commands.readLine() != null) {
            answers.println(system.getProcessCpuTime() + " " + allocatedBytes() + " " + CompilerTime.nanos());
            answers.flush();
        }
        System.exit(0); // the servers' threads would go on
    }

    private static String serve(ServiceStack stack, List<String> paths) throws IOException {
        if (paths.contains(UuidServers.PATH)) {
            return UuidServers.start(stack);
        }
        return stack.isLimit() ? echo() : publish(stack, paths);
    }

    private static String publish(ServiceStack stack, List<String> paths) throws IOException {
        String address = "http://127.0.0.1:" + freePort();
        for (String path : paths) {
            Endpoint.publish(address + path, service(stack, path), features(stack));
        }
        return address;
    }

    private static Object service(ServiceStack stack, String path) {
        return switch (path) {
            case BENCH -> stack == ServiceStack.WEIR_NON_BLOCKING ? new NonBlockingBean() : new BenchServiceBean();
            case MTOM -> new MtomServiceBean();
            case BASE64 -> new AttachmentServiceBean();
            default -> example(path);
        };
    }

    /** Of examples/services, which is no Java module that this one could require, and so is found by name. */
    private static Object example(String path) {
        try {
            Map<?, ?> all = (Map<?, ?>) Objects.requireNonNull(
                    Class.forName("example.services.Services").getMethod("all").invoke(null));
            return Objects.requireNonNull(all.get(path.substring(1)), () -> "there is no example at " + path);
        } catch (ReflectiveOperationException absent) {
            throw new IllegalStateException(
                    "the example services could not be made: is example-services on the class path?", absent);
        }
    }

    /** Weir and Metro take fast infosets by themselves; CXF must be told to, by a class that is made by name as all peers are. */
    private static WebServiceFeature[] features(ServiceStack stack) {
        if (stack != ServiceStack.CXF_FAST_INFOSET) {
            return new WebServiceFeature[0];
        }
        try {
            Object feature = Class.forName("org.apache.cxf.feature.FastInfosetFeature")
                    .getConstructor()
                    .newInstance();
            return new WebServiceFeature[] {(WebServiceFeature) feature};
        } catch (ReflectiveOperationException absent) {
            throw new IllegalStateException(
                    "CXF's FastInfosetFeature could not be made: is cxf-core on the class path?", absent);
        }
    }

    /** Sends each request's body back, as it arrives. */
    private static String echo() {
        HttpServer server = Vertx.vertx().createHttpServer(new HttpServerOptions().setHost("127.0.0.1"));
        server.requestHandler(request -> {
            String length = request.getHeader("Content-Length");
            if (length == null) {
                request.response().setChunked(true);
            } else {
                request.response().putHeader("Content-Length", length);
            }
            request.response().putHeader("Content-Type", "text/xml; charset=utf-8");
            request.pipeTo(request.response());
        });
        return "http://127.0.0.1:" + server.listen(0).await().actualPort();
    }

    /** Of the threads that live: all stacks serve from pools, or from virtual threads, which count with the threads that carry them. */
    private static long allocatedBytes() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, bytes);
        }
        return sum;
    }

    /** None of the servers can be asked for the port that the system has given it. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
