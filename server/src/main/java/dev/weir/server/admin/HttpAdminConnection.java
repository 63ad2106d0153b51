package dev.weir.server.admin;

import dev.weir.server.access.AdminListener;
import dev.weir.server.access.ServerTrust;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Reaches a server by HTTP.
 *
 * @param trust by which a server at an https address is judged
 * @param authorization the field of that name of each request
 */
record HttpAdminConnection(URI server, ServerTrust trust, String authorization) implements AdminConnection {
    private static final int CONNECT_TIMEOUT_MS = 5_000;

    @Override
    public Answer send(String method, String path, @Nullable Content body) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) server.resolve(path).toURL().openConnection();
            trust.applyTo(connection);
            connection.setConnectTimeout(CONNECT_TIMEOUT_MS);
            connection.setRequestMethod(method);
            connection.setInstanceFollowRedirects(false); // the token is for this server alone
            connection.setRequestProperty("Accept", AdminRoute.JSON);
            connection.setRequestProperty("Authorization", authorization);
            if (body != null) {
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", body.mediaType());
                connection.setFixedLengthStreamingMode(body.bytes().length);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body.bytes());
                }
            }
            int status = connection.getResponseCode();
            String mediaType = connection.getContentType();
            if (connection.getHeaderField(AdminApi.MARK) == null && isOfAnother(status, mediaType)) {
                connection.disconnect();
                throw new AdminException(
                        "what answers at " + server + " is not the admin API of a Weir server: name the"
                                + " address that `weir run` prints by --url, or the data folder of the server by --data");
            }
            InputStream content = status < HttpURLConnection.HTTP_BAD_REQUEST
                    ? connection.getInputStream()
                    : connection.getErrorStream();
            return new Answer(
                    status,
                    mediaType,
                    connection.getHeaderField(AdminRoute.Part.NEXT),
                    content == null ? InputStream.nullInputStream() : content);
        } catch (HttpRetryException e) {
            // So the JDK reports a 401 to a request with a body.
            throw new AdminException("the server at " + server + " answered " + e.responseCode()
                    + ": the token is not that of its data folder, or the password is wrong");
        } catch (SSLException e) {
            throw new AdminException("no secure connection to " + server + " (" + e.getMessage()
                    + "); name a file with its certificate's authority by --trust");
        } catch (IOException e) {
            throw new AdminException("no answer from " + server + " (" + e.getMessage() + "): " + causeAndRemedy(e));
        }
    }

    /**
     * True for what no Weir answers without saying that it is one. It says nothing where its listener turns a request away before
     * the API has it, as when all places are taken, and neither does a proxy that does not reach it.
     */
    private static boolean isOfAnother(int status, @Nullable String mediaType) {
        return status < HttpURLConnection.HTTP_BAD_REQUEST
                || status >= HttpURLConnection.HTTP_UNAUTHORIZED && status <= HttpURLConnection.HTTP_BAD_METHOD
                || mediaType != null && mediaType.startsWith(AdminRoute.JSON);
    }

    /** Whether nothing listens there, nobody can be reached, or somebody listens who has not answered. */
    private static String causeAndRemedy(IOException failure) {
        boolean isTimeOut = failure instanceof SocketTimeoutException
                || failure instanceof ConnectException
                        && String.valueOf(failure.getMessage()).contains("timed out");
        if (isTimeOut) {
            return "no connection came about within " + CONNECT_TIMEOUT_MS / 1000
                    + " s; the machine cannot be reached, or the server is there and takes no connections at the moment:"
                    + " look at its log, and whether its process still runs";
        }
        if (failure instanceof UnknownHostException || failure instanceof NoRouteToHostException) {
            return "that machine cannot be reached from here; name another address by --url, or a data folder by --data";
        }
        if (failure instanceof ConnectException) {
            return "nothing listens there; is the server running? Start it by `weir run`, or name its data folder by --data";
        }
        return "something listens there, and has closed the connection without an answer. Where it is the server, it has"
                + " just stopped, or all " + AdminListener.MOST_CONNECTIONS
                + " connections that its admin API takes serve requests: its log says so. Try again when some have"
                + " ended; see \"Places for connections\" in docs/operating.md. Where it is another program, name the server's"
                + " data folder by --data";
    }
}
