package dev.weir.soap.http;

import dev.weir.soap.tls.CertificateProblem;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;

/**
 * The TLS handshakes of a server that are under way: peers who begin them and do not go on take no more places than the server
 * has for connections, and one address a quarter of these, so that others find some. Says in the log who was refused and why, in
 * few lines, however many try. Thread-safe.
 */
final class ServerHandshakes {
    private static final Logger LOG = System.getLogger(ServerHandshakes.class.getName());

    private final int most;
    private final int mostOfClient;
    private final ClientPlaces places;

    private final PeerLines lines;

    ServerHandshakes(HttpServerLimits limits, LongSupplier nanoTime) {
        this.most = limits.maxConnections();
        this.mostOfClient = Math.min(limits.shares().connectionsPerClient(), Math.max(1, most / 4));
        this.places = new ClientPlaces(most, mostOfClient);
        this.lines = new PeerLines(LOG, nanoTime);
    }

    /** Takes a place, which {@link #end} gives back; false where there is none for this address. */
    boolean begin(String client) {
        String why = switch (places.take(client)) {
            case TAKEN -> null;
            case CLIENT_FULL -> "it has " + mostOfClient + " handshakes under way already";
            case FULL -> "the server has " + most + " handshakes under way already";
        };
        if (why != null) {
            report(client, why, Level.WARNING);
        }
        return why == null;
    }

    void end(String client) {
        places.give(client);
    }

    /** Those under way now. */
    int underWay() {
        return places.taken();
    }

    void failed(String client, Throwable failure) {
        CertificateProblem problem = CertificateProblem.of(failure);
        if (problem != null) {
            report(client, "its certificate " + problem.text(), Level.WARNING);
        } else if (isWithoutCertificate(failure)) {
            report(client, "it shows no certificate, which callers must have here", Level.WARNING);
        } else if (failure instanceof NotSslRecordException) {
            report(client, "it does not speak TLS; addresses of this server begin with https://", Level.INFO);
        } else if (failure instanceof SSLException && !(failure instanceof SslHandshakeTimeoutException)) {
            report(client, String.valueOf(failure.getMessage()), Level.INFO);
        } else {
            // Who goes away, or says nothing: an everyday matter.
            LOG.log(Level.DEBUG, () -> "no TLS connection of " + client, failure);
        }
    }

    /** Java has no exception of its own for it. */
    private static boolean isWithoutCertificate(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return failure instanceof SSLException
                && (message.contains("Empty client certificate chain") || message.contains("null cert chain"));
    }

    private void report(String client, String why, Level level) {
        lines.write(level, "no TLS connection of " + client + ": " + why);
    }
}
