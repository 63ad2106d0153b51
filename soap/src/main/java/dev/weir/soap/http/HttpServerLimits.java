package dev.weir.soap.http;

import java.time.Duration;

/**
 * Limits of a server. Immutable; every limit is inclusive.
 *
 * @param maxBodyBytes of one request; beyond it the answer is 413; default 64 MiB
 * @param maxBufferedBytes of the heap, for all requests that are being handled, as their handlers estimate it and take it; and half
 *     as much, beside that, for all bodies that are being received, of which one may have as much as fits alone. One request may
 *     have a quarter more where several grow at a time, and small ones, of a 64th and 512 KiB at most, have an eighth more. Beyond
 *     it large requests wait for 20 seconds at most: bodies of more than 16 KiB, which are not read meanwhile, requests that are
 *     not small, and whoever reads a part in a file ({@link RequestMemory#takeInTurn}). The answer is 503 then, and for others at
 *     once; for a request that exceeds it alone 413. Of bodies that are being received the slowest are given up for those that come
 *     faster. Default a quarter of the heap
 * @param maxInFlight requests that are being handled or answered; beyond it the answer is 503; default 4,096
 * @param maxConnections beyond it the connection that has served nothing for longest gives way to a new one: it is idle, or has sent
 *     a part of a head, or the body of a request whose head is refused or has not been looked at yet ({@link
 *     HttpHandler#refuseHead}). Where all serve requests the new one is closed; default 10,000. Of HTTP/2 there may also be so many requests at a
 *     time, on all connections; beyond it new ones are refused by their stream's reset (REFUSED_STREAM)
 * @param maxStreams requests at a time on one connection of HTTP/2, beyond it new ones are refused by reset; 0 where HTTP/2 is
 *     not offered; default 128
 * @param maxPushed replies that are open to be pushed ({@link PushedBody}), which take no place of the above but those of their
 *     connections and streams; beyond it the answer is 503; default 256
 * @param shares what one service or one client may take of these
 */
public record HttpServerLimits(
        int maxBodyBytes,
        long maxBufferedBytes,
        int maxInFlight,
        int maxConnections,
        int maxStreams,
        int maxPushed,
        Shares shares,
        Head head,
        Timeouts timeouts) {
    public static final HttpServerLimits DEFAULT = new HttpServerLimits(
            64 * 1024 * 1024,
            Runtime.getRuntime().maxMemory() / 4,
            4_096,
            10_000,
            128,
            256,
            new Shares(3_072, 10_000),
            new Head(16 * 1024, 8 * 1024),
            new Timeouts(Duration.ofSeconds(60), Duration.ofSeconds(120), Duration.ofSeconds(60)));

    /**
     * What may be taken by one of many.
     *
     * @param requestsPerPath that are being handled or answered, of those below one mounted path; beyond it the answer is
     *     503: callers of one service that hangs do not take the places of all others; default 3,072
     * @param connectionsPerClient of one IP address, beyond it its own that has served nothing for longest gives way to a new one,
     *     which is closed where there is none; of HTTP/2 also requests at a time, beyond it
     *     new ones are refused by reset; default 10,000, since a proxy has one address for all its clients
     */
    public record Shares(int requestsPerPath, int connectionsPerClient) {}

    /**
     * What precedes the body of a request.
     *
     * @param maxHeaderBytes of all header fields; beyond it the answer is 431, and the end of the connection where it is
     *     a quarter more in HTTP/2, which counts 32 bytes more for each field, and the request line too; default 16 KiB
     * @param maxRequestLineBytes of the target; beyond it the answer is 414, worded by the handler of its path, and without a
     *     word where the request line is longer than all header fields may be; default 8 KiB
     */
    public record Head(int maxHeaderBytes, int maxRequestLineBytes) {}

    /**
     * How long a peer may take for each part of an exchange.
     *
     * @param head to send a request's head, counted from the opening of the connection or from the last answer (so this
     *     is also how long an idle connection is kept; of HTTP/2 one without requests); default 60 s
     * @param body to send a body; beyond it the answer is 408; default 120 s
     * @param write to read an answer, or what has been pushed of one; default 60 s
     */
    public record Timeouts(Duration head, Duration body, Duration write) {}

    public HttpServerLimits withMaxBodyBytes(int bytes) {
        return new HttpServerLimits(
                bytes, maxBufferedBytes, maxInFlight, maxConnections, maxStreams, maxPushed, shares, head, timeouts);
    }

    public HttpServerLimits withMaxBufferedBytes(long bytes) {
        return new HttpServerLimits(
                maxBodyBytes, bytes, maxInFlight, maxConnections, maxStreams, maxPushed, shares, head, timeouts);
    }

    public HttpServerLimits withMaxInFlight(int requests) {
        return new HttpServerLimits(
                maxBodyBytes,
                maxBufferedBytes,
                requests,
                maxConnections,
                maxStreams,
                maxPushed,
                shares,
                head,
                timeouts);
    }

    public HttpServerLimits withMaxConnections(int connections) {
        return new HttpServerLimits(
                maxBodyBytes,
                maxBufferedBytes,
                maxInFlight,
                connections,
                maxStreams,
                maxPushed,
                shares,
                head,
                timeouts);
    }

    public HttpServerLimits withMaxStreams(int streams) {
        return new HttpServerLimits(
                maxBodyBytes,
                maxBufferedBytes,
                maxInFlight,
                maxConnections,
                streams,
                maxPushed,
                shares,
                head,
                timeouts);
    }

    public HttpServerLimits withMaxPushed(int replies) {
        return new HttpServerLimits(
                maxBodyBytes,
                maxBufferedBytes,
                maxInFlight,
                maxConnections,
                maxStreams,
                replies,
                shares,
                head,
                timeouts);
    }

    public HttpServerLimits withShares(Shares others) {
        return new HttpServerLimits(
                maxBodyBytes,
                maxBufferedBytes,
                maxInFlight,
                maxConnections,
                maxStreams,
                maxPushed,
                others,
                head,
                timeouts);
    }

    public HttpServerLimits withHead(Head other) {
        return new HttpServerLimits(
                maxBodyBytes,
                maxBufferedBytes,
                maxInFlight,
                maxConnections,
                maxStreams,
                maxPushed,
                shares,
                other,
                timeouts);
    }

    public HttpServerLimits withTimeouts(Timeouts others) {
        return new HttpServerLimits(
                maxBodyBytes,
                maxBufferedBytes,
                maxInFlight,
                maxConnections,
                maxStreams,
                maxPushed,
                shares,
                head,
                others);
    }
}
