package dev.weir.soap.jaxws.client;

import dev.weir.soap.http.HttpClient;
import dev.weir.soap.http.HttpSender;
import org.jspecify.annotations.Nullable;

/** The connections of a proxy or dispatch: those that all share, unless its context says something of them. Thread-safe. */
final class ClientConnections {
    /** By the settings of the last call that had any. */
    private record Own(ConnectionSettings settings, HttpClient client) {}

    private volatile @Nullable Own own;

    HttpSender sender(CallSettings call) {
        ConnectionSettings settings = call.connections();
        if (settings == null) {
            return ClientTransport.sender(call.connectTimeout());
        }
        Own known = own;
        if (known != null && known.settings.equals(settings)) {
            return known.client;
        }
        return change(settings);
    }

    /** Lets go of those of its own, which end with their last call; a call that follows opens others. */
    synchronized void release() {
        own = null;
    }

    private synchronized HttpSender change(ConnectionSettings settings) {
        Own known = own;
        if (known != null && known.settings.equals(settings)) {
            return known.client;
        }
        HttpClient client = ClientTransport.client(settings);
        own = new Own(settings, client);
        return client;
    }
}
