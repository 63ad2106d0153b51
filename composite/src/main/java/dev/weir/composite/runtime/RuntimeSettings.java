package dev.weir.composite.runtime;

import dev.weir.soap.endpoint.OwnNames;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.PeerPolicy;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How much a runtime does at once, and how long it waits.
 *
 * @param maxReplyWait how long a caller waits for a process's reply before it is given a fault; default 45 s, as Oracle's
 *     syncMaxWaitTime
 * @param workerThreads that route, and read replies; default two for each processor
 * @param maxCalls of processes on their way at once, those that wait for another process not counted; default 1,000
 * @param maxCallAttempts of a call that asks for a reply and whose receiver cannot have seen it; default 4
 * @param callTimeout how long a reference may take to answer; default 30 s, so that a caller who waits is given the
 *     fault of the call, and not only that nothing came
 * @param maxCached one-way messages that are in memory only (async.cache) at once, of 64 MiB together; others are stored
 *     first. Default 4,096
 * @param dispatcher how many threads dispatching starts with; it may be given others while it runs
 * @param publicUrl where partners reach this server, before the paths of services, no slash at its end: WSDLs name it,
 *     and wsa:ReplyTo. Null: its own host name and port in wsa:ReplyTo, and in WSDLs what a request asked for by one of
 *     the server's names
 * @param names host names of the server beside its own, localhost and the addresses of the machine, for WSDLs
 * @param java whether the Java of processes is compiled and run; default false
 * @param callbacks where messages may be sent whose address came with another message: wsa:ReplyTo, addresses that
 *     processes assign to partner links, and the property endpointURI. What a composite's own bindings name, and this
 *     server, are not asked about; default: the public internet
 * @param testPages whether services answer GET by a page on which people try them; default true
 */
public record RuntimeSettings(
        Duration maxReplyWait,
        int workerThreads,
        int maxCalls,
        int maxCallAttempts,
        Duration callTimeout,
        int maxCached,
        DispatcherThreads dispatcher,
        @Nullable String publicUrl,
        Set<String> names,
        boolean java,
        PeerPolicy callbacks,
        boolean testPages) {
    public static final RuntimeSettings DEFAULT = new RuntimeSettings(
            Duration.ofSeconds(45),
            2 * Runtime.getRuntime().availableProcessors(),
            1_000,
            4,
            Duration.ofSeconds(30),
            4_096,
            DispatcherThreads.DEFAULT,
            null,
            Set.of(),
            false,
            PeerPolicy.PUBLIC,
            true);

    public RuntimeSettings {
        publicUrl = publicUrl == null ? null : publicUrl.replaceFirst("/+$", "");
        names = Set.copyOf(names);
    }

    public RuntimeSettings withMaxReplyWait(Duration wait) {
        return changed(draft -> draft.maxReplyWait = wait);
    }

    public RuntimeSettings withDispatcher(DispatcherThreads threads) {
        return changed(draft -> draft.dispatcher = threads);
    }

    public RuntimeSettings withMaxCached(int messages) {
        return changed(draft -> draft.maxCached = messages);
    }

    public RuntimeSettings withPublicUrl(@Nullable String url) {
        return changed(draft -> draft.publicUrl = url);
    }

    public RuntimeSettings withNames(Collection<String> hosts) {
        return changed(draft -> draft.names = Set.copyOf(hosts));
    }

    /** With the Java of processes (bpelx:exec) compiled and run, which then has all rights of the server. */
    public RuntimeSettings withJava(boolean allowed) {
        return changed(draft -> draft.java = allowed);
    }

    public RuntimeSettings withCallbacks(PeerPolicy policy) {
        return changed(draft -> draft.callbacks = policy);
    }

    public RuntimeSettings withTestPages(boolean shown) {
        return changed(draft -> draft.testPages = shown);
    }

    private RuntimeSettings changed(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return new RuntimeSettings(
                draft.maxReplyWait,
                workerThreads,
                maxCalls,
                maxCallAttempts,
                callTimeout,
                draft.maxCached,
                draft.dispatcher,
                draft.publicUrl,
                draft.names,
                draft.java,
                draft.callbacks,
                draft.testPages);
    }

    /** What a method of these settings changes. */
    private final class Draft {
        Duration maxReplyWait = RuntimeSettings.this.maxReplyWait;
        int maxCached = RuntimeSettings.this.maxCached;
        DispatcherThreads dispatcher = RuntimeSettings.this.dispatcher;

        @Nullable String publicUrl = RuntimeSettings.this.publicUrl;

        Set<String> names = RuntimeSettings.this.names;
        boolean java = RuntimeSettings.this.java;
        PeerPolicy callbacks = RuntimeSettings.this.callbacks;
        boolean testPages = RuntimeSettings.this.testPages;
    }

    /** Where partners reach a server, before the paths of services. */
    String publicUrl(HttpServer server) {
        if (publicUrl != null) {
            return publicUrl;
        }
        String host = server.host();
        return server.scheme() + "://" + (isWildcard(host) ? ownName() : host) + ":" + server.port();
    }

    /** Names by which requests may ask a server for its WSDLs. */
    OwnNames names(HttpServer server) {
        List<String> all = new ArrayList<>(names);
        all.add(server.host());
        all.add(ownName());
        return new OwnNames(publicUrl(server), all);
    }

    private static boolean isWildcard(String host) {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("::") || host.equals("[::]");
    }

    /** What this machine calls itself. */
    static String ownName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
