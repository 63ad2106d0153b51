package dev.weir.soap.jaxws.endpoint;

import jakarta.xml.ws.WebServiceException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints of one application inside a server that is not Weir's, such as a servlet container, by their paths.
 * While one is open, {@code Endpoint.publish("/path", …)} of the application publishes in it: which application that is
 * is known by the context class loader. Thread-safe.
 */
public final class EndpointContainer implements AutoCloseable {
    /** The last one opened comes last. */
    private static final List<EndpointContainer> OPEN = new ArrayList<>();

    private final ClassLoader application;
    private final Function<String, @Nullable URL> resources;
    private final Map<String, ContainerEndpoint> endpoints = new ConcurrentSkipListMap<>();

    private EndpointContainer(ClassLoader application, Function<String, @Nullable URL> resources) {
        this.application = application;
        this.resources = resources;
    }

    /**
     * Opens a container.
     *
     * @param resources the application's files, such as /WEB-INF/wsdl/service.wsdl
     */
    public static EndpointContainer open(ClassLoader application, Function<String, @Nullable URL> resources) {
        EndpointContainer container = new EndpointContainer(application, resources);
        synchronized (OPEN) {
            OPEN.add(container);
        }
        return container;
    }

    /** The container that was opened last for the application of this thread; null for none. */
    static @Nullable EndpointContainer current() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        synchronized (OPEN) {
            for (int i = OPEN.size() - 1; i >= 0; i--) {
                if (OPEN.get(i).application == loader) {
                    return OPEN.get(i);
                }
            }
        }
        return null;
    }

    /** The path of an address that is one of a container's: a slash in front, none at the end. */
    private static String normal(String address) {
        String path = address.startsWith("/") ? address : "/" + address;
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    Function<String, @Nullable URL> resources() {
        return resources;
    }

    /** @throws WebServiceException where the path is taken */
    ContainerEndpoint enter(String address, PublishedService service) {
        ContainerEndpoint endpoint = new ContainerEndpoint(normal(address), service);
        if (endpoints.putIfAbsent(endpoint.path(), endpoint) != null) {
            throw new WebServiceException("an endpoint is published at " + endpoint.path() + " already");
        }
        return endpoint;
    }

    void leave(ContainerEndpoint endpoint) {
        endpoints.remove(endpoint.path(), endpoint);
    }

    /** The endpoint at this path, or at the longest one above it; null for none. */
    public @Nullable ContainerEndpoint find(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            ContainerEndpoint found = endpoints.get(path.substring(0, end));
            if (found != null) {
                return found;
            }
        }
        return endpoints.get("/");
    }

    /** All endpoints, in the order of their paths. */
    public Collection<ContainerEndpoint> all() {
        return List.copyOf(endpoints.values());
    }

    /** Stops all endpoints; nothing can be published here any more by its path alone. */
    @Override
    public void close() {
        synchronized (OPEN) {
            OPEN.remove(this);
        }
        for (ContainerEndpoint endpoint : all()) {
            endpoint.stop();
        }
    }
}
