package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.soap.http.ServerTls;
import dev.weir.soap.http.ServerTlsFiles;
import dev.weir.soap.http.TlsReload;
import dev.weir.soap.page.ServiceIndex;
import dev.weir.soap.page.ServiceIndex.Entry;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP servers of published endpoints: one for each host and port, opened for the first endpoint there and closed with
 * the last one. Those of https addresses look after the files of their keys. While there is one, a thread keeps the JVM from
 * ending, as programs expect that only publish. Thread-safe.
 */
final class EndpointHosts {
    /** For the methods of one-way operations, whose callers do not wait. */
    static final ExecutorService ONE_WAY = oneWay();

    private static final String ROOT = "/";
    private static final Duration DRAIN = Duration.ofSeconds(10);
    private static final List<Host> OPEN = new ArrayList<>();
    private static @Nullable HttpTransport transport;
    private static @Nullable CountDownLatch alive;

    private EndpointHosts() {}

    private static final class Host {
        final String name;
        final int asked;
        final HttpServer server;
        /** Null for http. */
        final @Nullable EndpointTls tls;
        /** Null where no files are to be looked at. */
        final @Nullable TlsReload reload;

        /** By path; the page at the root lists them where no endpoint is there. */
        private final Map<String, PublishedService> services = new ConcurrentSkipListMap<>();

        Host(String name, int asked, HttpServer server, @Nullable EndpointTls tls, @Nullable TlsReload reload) {
            this.name = name;
            this.asked = asked;
            this.server = server;
            this.tls = tls;
            this.reload = reload;
        }

        /** @throws IllegalStateException where there is an endpoint at the path */
        void mount(String path, PublishedService service) {
            if (path.equals(ROOT) && !services.containsKey(ROOT)) {
                server.unmount(ROOT);
            }
            server.mount(path, service);
            services.put(path, service);
            showIndex();
        }

        /** True where that was the last endpoint. */
        boolean unmount(String path) {
            server.unmount(path);
            services.remove(path);
            showIndex();
            return services.isEmpty();
        }

        private void showIndex() {
            if (!services.containsKey(ROOT)) {
                server.replace(ROOT, this::index);
            }
        }

        private CompletionStage<HttpReply> index(HttpRequest request) {
            List<Entry> listed = services.entrySet().stream()
                    .filter(each -> each.getValue().isListed())
                    .map(each -> new Entry(each.getValue().serviceName().getLocalPart(), each.getKey()))
                    .toList();
            return CompletableFuture.completedFuture(
                    listed.isEmpty()
                                    || !request.method().equals("GET")
                                            && !request.method().equals("HEAD")
                            ? HttpReply.text(404, "There is no service at this path.\n")
                            : ServiceIndex.page(request.path(), listed));
        }

        /** @throws WebServiceException where an endpoint that says something else of TLS cannot be here, too */
        void share(String address, @Nullable EndpointTls wanted) {
            if (!Objects.equals(tls, wanted)) {
                throw new WebServiceException("no endpoint can be published at " + address + " with " + spoken(wanted)
                        + ": those that are published at " + name + ":" + asked + " have " + spoken(tls)
                        + "; give all the same scheme and the same TLS properties, or this one another port");
            }
        }

        private static String spoken(@Nullable EndpointTls tls) {
            return tls == null ? "plain HTTP" : tls.toString();
        }
    }

    private static ExecutorService oneWay() {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(32, 32, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(4096), task -> {
                    Thread thread = new Thread(task, "weir-jaxws-one-way-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * What an address asks for.
     *
     * @param properties of the endpoint
     * @return null for http
     * @throws WebServiceException where the properties do not fit to it
     */
    static @Nullable EndpointTls tls(String address, Map<String, Object> properties) {
        if (uri(address).getScheme().equals("https")) {
            return EndpointTls.of(properties);
        }
        EndpointTls.refuse(properties, address);
        return null;
    }

    /**
     * Publishes.
     *
     * @param tls {@link #tls} of the address
     * @throws WebServiceException where the address is none that can be listened on, or is taken
     */
    static synchronized Place enter(String address, @Nullable EndpointTls tls, PublishedService service) {
        URI uri = uri(address);
        int port = uri.getPort() >= 0 ? uri.getPort() : tls == null ? 80 : 443;
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? ROOT : uri.getRawPath();
        Host host = find(uri.getHost(), port);
        boolean opened = host == null;
        if (host == null) {
            host = open(uri.getHost(), port, tls);
        } else {
            host.share(address, tls);
        }
        try {
            host.mount(path, service);
        } catch (IllegalStateException taken) {
            if (opened) {
                close(host);
            }
            throw new WebServiceException("an endpoint is published at " + address + " already", taken);
        }
        String shown = uri.getHost().equals("0.0.0.0") ? "localhost" : uri.getHost();
        Host entered = host;
        return new Place(
                URI.create(host.server.scheme() + "://" + shown + ":" + host.server.port() + path),
                path,
                () -> leave(entered, path));
    }

    private static URI uri(String address) {
        URI uri;
        try {
            uri = URI.create(address);
        } catch (IllegalArgumentException e) {
            throw new WebServiceException("the address is no URI: " + address, e);
        }
        if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new WebServiceException(
                    "the address must be like http://localhost:8080/path or https://localhost:8443/path (a path alone is"
                            + " supported inside a servlet container or Spring Boot with Weir's servlet): " + address);
        }
        return uri;
    }

    private static @Nullable Host find(String name, int port) {
        for (Host host : OPEN) {
            if (port != 0 && host.asked == port && host.name.equals(name)) {
                return host;
            }
        }
        return null;
    }

    private static Host open(String name, int port, @Nullable EndpointTls tls) {
        ServerTls secured = tls == null ? null : tls.open();
        HttpTransport running = transport;
        if (running == null) {
            running = HttpTransport.start();
            transport = running;
        }
        try {
            HttpServer server = running.listen(name, port, HttpServerLimits.DEFAULT, secured, null);
            ServerTlsFiles files = tls == null ? null : tls.files();
            TlsReload reload = null;
            if (files != null && secured != null) {
                reload = new TlsReload();
                reload.watch("connections to endpoints at " + name + ":" + server.port(), files, server, secured);
            }
            Host host = new Host(name, port, server, tls, reload);
            OPEN.add(host);
            keepAlive();
            return host;
        } catch (IOException e) {
            closeTransportIfUnused();
            throw new WebServiceException(e.getMessage() + (tls == null ? "" : " (" + tls + ")"), e);
        }
    }

    private static void keepAlive() {
        if (alive == null) {
            CountDownLatch latch = new CountDownLatch(1);
            alive = latch;
            Thread thread = new Thread(
                    () -> {
                        try {
                            latch.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "weir-jaxws-endpoints");
            thread.setDaemon(false);
            thread.start();
        }
    }

    /** Lets requests to the endpoint end; those of others at its port go on. */
    private static void leave(Host host, String path) {
        synchronized (EndpointHosts.class) {
            if (host.unmount(path)) {
                close(host);
                return;
            }
        }
        if (ServerCall.current() != null) {
            return; // a service that stops an endpoint, perhaps its own, would wait for itself
        }
        try {
            host.server.awaitIdle(path, DRAIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Host host) {
        OPEN.remove(host);
        TlsReload reload = host.reload;
        if (reload != null) {
            reload.close();
        }
        host.server.close(DRAIN);
        closeTransportIfUnused();
    }

    private static void closeTransportIfUnused() {
        HttpTransport running = transport;
        if (OPEN.isEmpty() && running != null) {
            running.close();
            transport = null;
            if (alive != null) {
                alive.countDown();
                alive = null;
            }
        }
    }
}
