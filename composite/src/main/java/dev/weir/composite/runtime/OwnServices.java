package dev.weir.composite.runtime;

import dev.weir.composite.runtime.CompiledComposite.OfferedService;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.LocalSender;
import dev.weir.soap.wsdl.ServiceDescription;
import dev.weir.store.CompositeRevision;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The services of deployed composites, as those who call them see them. Thread-safe. */
public final class OwnServices {
    private final Supplier<Deployed> deployed;
    private final LocalSender sender;

    OwnServices(Supplier<Deployed> deployed, LocalSender sender) {
        this.deployed = deployed;
        this.sender = sender;
    }

    /**
     * The descriptions of a composite's services by their names, in the order of composite.xml, whether it takes messages
     * now or not; null where the composite is not deployed, or cannot be served.
     */
    public @Nullable Map<String, ServiceDescription> of(CompositeRevision composite) {
        Served served = deployed.get().served(composite);
        if (served == null) {
            return null;
        }
        Map<String, ServiceDescription> services = new LinkedHashMap<>();
        for (OfferedService each : served.version().compiled().services()) {
            services.put(each.service().name(), each.description());
        }
        return services;
    }

    /** Where a service of this very revision is, as this machine reaches it. */
    public URI address(CompositeRevision composite, String service) {
        return sender.address(ServicePaths.path(composite.partition(), composite.id(), service));
    }

    /**
     * Sends a message to a service: its endpoint gets the same bytes as over the network, and answers the same, also for one
     * that takes no messages now. It comes by no connection, so that it needs no certificate, and is not in the access log.
     *
     * @param headers of the request, with its content type
     * @param body must not be changed afterwards
     * @param timeout after which nobody waits for the answer any more; the service goes on
     * @return as {@link LocalSender#post}: whoever gets the reply closes its source
     */
    public CompletionStage<HttpReply> post(
            CompositeRevision composite, String service, Map<String, String> headers, byte[] body, Duration timeout) {
        return sender.post(address(composite, service), headers, body, timeout);
    }
}
