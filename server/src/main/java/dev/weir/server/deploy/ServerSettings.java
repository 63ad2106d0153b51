package dev.weir.server.deploy;

import dev.weir.composite.documents.DocumentSettings;
import dev.weir.composite.runtime.DispatcherThreads;
import dev.weir.server.access.AdminListener;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which a server starts.
 *
 * @param composites folders and SARs, or folders that hold several
 * @param host the address to listen on
 * @param port 0 for any free one
 * @param data the store's folder
 * @param tokens values for <code>${name}</code> in composites, beside those that the server knows itself
 * @param maxReplyWait how long a caller waits for a process's reply (Oracle's syncMaxWaitTime)
 * @param maxBodyBytes of one request
 * @param dispatcher how many threads dispatching starts with
 * @param strict whether one composite that cannot be deployed keeps the server from starting
 * @param documents where documents come from that are not in the composites
 * @param lenient true to deploy composites without the parts that Weir does not have
 * @param publicUrl where partners reach the server, for WSDLs and wsa:ReplyTo; null to go by its host name and requests
 * @param java true to compile and run the Java of processes, with all rights of the server
 * @param admin where the admin API is served; null for nowhere
 */
public record ServerSettings(
        List<Path> composites,
        String host,
        int port,
        Path data,
        Map<String, String> tokens,
        Duration maxReplyWait,
        int maxBodyBytes,
        DispatcherThreads dispatcher,
        boolean strict,
        DocumentSettings documents,
        boolean lenient,
        @Nullable String publicUrl,
        boolean java,
        @Nullable AdminListener admin) {
    /**
     * With as many threads as Oracle has, no places for documents, no parts left out, and an admin API on any free port of
     * this machine.
     */
    public ServerSettings(
            List<Path> composites,
            String host,
            int port,
            Path data,
            Map<String, String> tokens,
            Duration maxReplyWait,
            int maxBodyBytes) {
        this(
                composites,
                host,
                port,
                data,
                tokens,
                maxReplyWait,
                maxBodyBytes,
                DispatcherThreads.DEFAULT,
                false,
                DocumentSettings.NONE,
                false,
                null,
                false,
                AdminListener.ANY_PORT);
    }

    public ServerSettings {
        composites = List.copyOf(composites);
        tokens = Map.copyOf(tokens);
    }
}
