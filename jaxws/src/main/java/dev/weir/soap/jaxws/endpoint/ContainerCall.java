package dev.weir.soap.jaxws.endpoint;

import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a container knows of a request that it passes to an endpoint. Asked on the thread that handles the request. */
public interface ContainerCall {
    /** Properties that the service's and the handlers' contexts show in addition, such as the container's own request. */
    Map<String, Object> properties();

    /** Who has authenticated to the container; null for nobody. */
    @Nullable Principal user();

    /** True if the user has a role. */
    boolean isUserInRole(String role);

    /** The request is one of this operation. */
    default void dispatched(String operation) {}
}
