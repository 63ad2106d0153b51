package dev.weir.server.deploy;

import dev.weir.composite.assembly.CompositeValues;
import dev.weir.composite.documents.DocumentSettings;
import dev.weir.composite.runtime.RuntimeSettings;
import dev.weir.server.access.AdminListener;
import dev.weir.server.log.AccessLogSettings;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.ServerTlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which a server starts.
 *
 * @param composites folders and SARs, or folders that hold several
 * @param services where services are served
 * @param data the store's folder
 * @param reading how composites are read
 * @param strict whether one composite that cannot be deployed keeps the server from starting
 * @param paused true to serve only the admin API: nothing that the store holds is taken up, and no message is taken
 * @param runtime how composites are run
 * @param admin where the admin API is served; null for nowhere
 * @param partners the file that says how partners are called; null for none
 * @param accessLog where requests are logged; null for nowhere
 */
public record ServerSettings(
        List<Path> composites,
        ServiceListener services,
        Path data,
        Reading reading,
        boolean strict,
        boolean paused,
        RuntimeSettings runtime,
        @Nullable AdminListener admin,
        @Nullable Path partners,
        @Nullable AccessLogSettings accessLog) {
    /**
     * Where services are served.
     *
     * @param host the address to listen on
     * @param port 0 for any free one
     * @param limits of its requests; those of one body, and of streams, are the admin API's, too
     * @param tls null for none
     */
    public record ServiceListener(
            String host,
            int port,
            HttpServerLimits limits,
            @Nullable ServerTlsFiles tls) {}

    /**
     * How composites are read.
     *
     * @param values of composites; the server itself knows further tokens
     * @param documents where documents come from that are not in the composites
     * @param lenient true to deploy composites without the parts that Weir does not have
     */
    public record Reading(CompositeValues values, DocumentSettings documents, boolean lenient) {}

    /**
     * With the runtime's defaults, no places for documents, no parts left out, and an admin API on any free port of this
     * machine.
     *
     * @param maxReplyWait how long a caller waits for a process's reply (Oracle's syncMaxWaitTime)
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
                new ServiceListener(host, port, HttpServerLimits.DEFAULT.withMaxBodyBytes(maxBodyBytes), null),
                data,
                new Reading(CompositeValues.ofTokens(tokens), DocumentSettings.NONE, false),
                false,
                false,
                RuntimeSettings.DEFAULT.withMaxReplyWait(maxReplyWait),
                AdminListener.ANY_PORT,
                null,
                null);
    }

    public ServerSettings {
        composites = List.copyOf(composites);
    }

    /** With services by TLS. */
    public ServerSettings withTls(ServerTlsFiles tls) {
        return new ServerSettings(
                composites,
                new ServiceListener(services.host, services.port, services.limits, tls),
                data,
                reading,
                strict,
                paused,
                runtime,
                admin,
                partners,
                accessLog);
    }

    /** With a file that says how partners are called. */
    public ServerSettings withPartners(@Nullable Path file) {
        return new ServerSettings(composites, services, data, reading, strict, paused, runtime, admin, file, accessLog);
    }

    /** With a log of requests. */
    public ServerSettings withAccessLog(@Nullable AccessLogSettings other) {
        return new ServerSettings(composites, services, data, reading, strict, paused, runtime, admin, partners, other);
    }

    public ServerSettings withReading(Reading other) {
        return new ServerSettings(
                composites, services, data, other, strict, paused, runtime, admin, partners, accessLog);
    }

    public ServerSettings withRuntime(RuntimeSettings other) {
        return new ServerSettings(
                composites, services, data, reading, strict, paused, other, admin, partners, accessLog);
    }

    public ServerSettings withAdmin(@Nullable AdminListener other) {
        return new ServerSettings(
                composites, services, data, reading, strict, paused, runtime, other, partners, accessLog);
    }
}
