package dev.weir.soap.jaxws.endpoint;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where an endpoint is published.
 *
 * @param address with the port that is listened on, also where any was asked for; null inside a container, which only
 *     requests know the address of
 * @param path what of requests' paths is the endpoint's own
 * @param leave takes the endpoint away from there
 */
record Place(@Nullable URI address, String path, Runnable leave) {}
