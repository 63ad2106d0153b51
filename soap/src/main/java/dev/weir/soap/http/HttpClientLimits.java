package dev.weir.soap.http;

import java.time.Duration;

/**
 * Limits of a client. Immutable; every limit is inclusive.
 *
 * @param maxConnectionsPerHost default 64
 * @param maxWaiting requests waiting for a connection, per host; default 1,024
 * @param maxReplyBytes of one body; default 64 MiB
 * @param connectTimeout default 5 s
 * @param keepAlive how long an idle connection is kept, in whole seconds, at least one: shorter than servers usually keep
 *     theirs, so that a request rarely meets a connection that is being closed; default 4 s. Zero gives each request a
 *     connection of its own, which the server is asked to close.
 * @param maxAge after which a connection gets no further request; zero, the default, for none
 * @param maxWait how long a request waits for a connection, be it a free one or a new one; zero, the default, for as long
 *     as its timeout lets it
 */
public record HttpClientLimits(
        int maxConnectionsPerHost,
        int maxWaiting,
        int maxReplyBytes,
        Duration connectTimeout,
        Duration keepAlive,
        Duration maxAge,
        Duration maxWait) {
    public static final HttpClientLimits DEFAULT = new HttpClientLimits(
            64, 1_024, 64 * 1024 * 1024, Duration.ofSeconds(5), Duration.ofSeconds(4), Duration.ZERO, Duration.ZERO);

    public HttpClientLimits withMaxReplyBytes(int bytes) {
        return new HttpClientLimits(
                maxConnectionsPerHost, maxWaiting, bytes, connectTimeout, keepAlive, maxAge, maxWait);
    }

    public HttpClientLimits withMaxConnectionsPerHost(int connections) {
        return new HttpClientLimits(connections, maxWaiting, maxReplyBytes, connectTimeout, keepAlive, maxAge, maxWait);
    }

    public HttpClientLimits withConnectTimeout(Duration timeout) {
        return new HttpClientLimits(
                maxConnectionsPerHost, maxWaiting, maxReplyBytes, timeout, keepAlive, maxAge, maxWait);
    }

    public HttpClientLimits withKeepAlive(Duration idle) {
        return new HttpClientLimits(
                maxConnectionsPerHost, maxWaiting, maxReplyBytes, connectTimeout, idle, maxAge, maxWait);
    }

    public HttpClientLimits withMaxAge(Duration age) {
        return new HttpClientLimits(
                maxConnectionsPerHost, maxWaiting, maxReplyBytes, connectTimeout, keepAlive, age, maxWait);
    }

    public HttpClientLimits withMaxWait(Duration wait) {
        return new HttpClientLimits(
                maxConnectionsPerHost, maxWaiting, maxReplyBytes, connectTimeout, keepAlive, maxAge, wait);
    }
}
