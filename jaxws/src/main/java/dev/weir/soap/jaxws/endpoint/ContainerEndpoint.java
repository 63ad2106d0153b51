package dev.weir.soap.jaxws.endpoint;

import dev.weir.soap.http.BodySink;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import java.util.concurrent.CompletionStage;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** An endpoint that a container passes requests to. Its methods are those of {@link dev.weir.soap.http.HttpHandler}. Thread-safe. */
public final class ContainerEndpoint {
    private final String path;
    private final PublishedService service;

    ContainerEndpoint(String path, PublishedService service) {
        this.path = path;
        this.service = service;
    }

    /** Where it is, below the container's own path: begins with a slash. */
    public String path() {
        return path;
    }

    /** What is called for its operations. */
    public Object implementor() {
        return service.endpoint().getImplementor();
    }

    public QName serviceName() {
        return service.serviceName();
    }

    public QName portName() {
        return service.portName();
    }

    /** True where the container's list of services names this one. */
    public boolean isListed() {
        return service.isListed();
    }

    /** Answers a request. */
    public CompletionStage<HttpReply> handle(HttpRequest request, ContainerCall call) {
        return service.handle(request, call);
    }

    /** Answers a request whose body went to a sink. */
    public CompletionStage<HttpReply> handle(HttpRequest request, BodySink body, ContainerCall call) {
        return service.handle(request, body, call);
    }

    /** Offers to take a body as it arrives; null to have it collected. */
    public @Nullable BodySink sink(HttpRequest head, long length) {
        return service.sink(head, length);
    }

    /** An estimate of what handling a request takes of the heap, by the length of its body. */
    public long memory(long bodyBytes) {
        return service.memory(bodyBytes);
    }

    /** An estimate of what handling a request takes of the heap. */
    public long memory(HttpRequest request) {
        return service.memory(request);
    }

    /** Words the answer to a request that the container turns away. */
    public HttpReply refuse(HttpRequest request, int status, String reason) {
        return service.refuse(request, status, reason);
    }

    /** The answer to a request whose handling has failed: a fault without internals, with a reference to the log. */
    public HttpReply failed(HttpRequest request, Throwable cause) {
        return service.failed(request, cause);
    }

    void stop() {
        service.endpoint().stop();
    }
}
