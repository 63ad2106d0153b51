package dev.weir.soap.http;

import java.time.Duration;

/**
 * Limits of a client. Immutable; every limit is inclusive.
 *
 * @param maxConnectionsPerHost default 64
 * @param maxWaiting requests waiting for a connection, per host; default 1,024
 * @param maxReplyBytes of one body; default 64 MiB
 * @param connectTimeout default 5 s
 * @param keepAlive how long an idle connection is kept: shorter than servers usually keep theirs, so that a request
 *     rarely meets a connection that is being closed; default 4 s
 */
public record HttpClientLimits(
        int maxConnectionsPerHost, int maxWaiting, int maxReplyBytes, Duration connectTimeout, Duration keepAlive) {
    public static final HttpClientLimits DEFAULT =
            new HttpClientLimits(64, 1_024, 64 * 1024 * 1024, Duration.ofSeconds(5), Duration.ofSeconds(4));

    public HttpClientLimits withMaxReplyBytes(int bytes) {
        return new HttpClientLimits(maxConnectionsPerHost, maxWaiting, bytes, connectTimeout, keepAlive);
    }

    public HttpClientLimits withMaxConnectionsPerHost(int connections) {
        return new HttpClientLimits(connections, maxWaiting, maxReplyBytes, connectTimeout, keepAlive);
    }

    public HttpClientLimits withConnectTimeout(Duration timeout) {
        return new HttpClientLimits(maxConnectionsPerHost, maxWaiting, maxReplyBytes, timeout, keepAlive);
    }
}
