package dev.weir.composite.runtime;

import dev.weir.soap.http.HttpServer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
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
 *     and wsa:ReplyTo. Null: its own host name and port in wsa:ReplyTo, and in WSDLs what a request asked for
 * @param java whether the Java of processes is compiled and run; default false
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
        boolean java) {
    public static final RuntimeSettings DEFAULT = new RuntimeSettings(
            Duration.ofSeconds(45),
            2 * Runtime.getRuntime().availableProcessors(),
            1_000,
            4,
            Duration.ofSeconds(30),
            4_096,
            DispatcherThreads.DEFAULT,
            null,
            false);

    public RuntimeSettings {
        publicUrl = publicUrl == null ? null : publicUrl.replaceFirst("/+$", "");
    }

    public RuntimeSettings withMaxReplyWait(Duration wait) {
        return new RuntimeSettings(
                wait, workerThreads, maxCalls, maxCallAttempts, callTimeout, maxCached, dispatcher, publicUrl, java);
    }

    public RuntimeSettings withDispatcher(DispatcherThreads threads) {
        return new RuntimeSettings(
                maxReplyWait,
                workerThreads,
                maxCalls,
                maxCallAttempts,
                callTimeout,
                maxCached,
                threads,
                publicUrl,
                java);
    }

    public RuntimeSettings withMaxCached(int messages) {
        return new RuntimeSettings(
                maxReplyWait,
                workerThreads,
                maxCalls,
                maxCallAttempts,
                callTimeout,
                messages,
                dispatcher,
                publicUrl,
                java);
    }

    public RuntimeSettings withPublicUrl(@Nullable String url) {
        return new RuntimeSettings(
                maxReplyWait, workerThreads, maxCalls, maxCallAttempts, callTimeout, maxCached, dispatcher, url, java);
    }

    /** With the Java of processes (bpelx:exec) compiled and run, which then has all rights of the server. */
    public RuntimeSettings withJava(boolean allowed) {
        return new RuntimeSettings(
                maxReplyWait,
                workerThreads,
                maxCalls,
                maxCallAttempts,
                callTimeout,
                maxCached,
                dispatcher,
                publicUrl,
                allowed);
    }

    /** Where partners reach a server, before the paths of services. */
    String publicUrl(HttpServer server) {
        if (publicUrl != null) {
            return publicUrl;
        }
        String host = server.host();
        return "http://" + (isWildcard(host) ? ownName() : host) + ":" + server.port();
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
