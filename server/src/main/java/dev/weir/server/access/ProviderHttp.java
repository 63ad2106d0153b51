package dev.weir.server.access;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks an OpenID provider by HTTP. An answer takes a bounded time and {@link #MOST_BYTES} at most, however it comes;
 * redirects are not followed, so that codes and secrets go nowhere else. By the JVM's certificates and proxy. Thread-safe;
 * each method blocks.
 */
final class ProviderHttp implements ResourceRetriever {
    static final Duration LONGEST = Duration.ofSeconds(10);
    static final int MOST_BYTES = 1 << 20;
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(5);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LONGEST_CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final Duration longest;

    /** @param longest how long an answer may take, to its last byte */
    ProviderHttp(Duration longest) {
        this.longest = longest;
    }

    /** What a provider answered. */
    record Answer(int status, String body) {}

    /** Keeps what comes, and drops what is beyond the limit. */
    private static final class Content implements Consumer<Optional<byte[]>> {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean tooLong;

        @Override
        public void accept(Optional<byte[]> piece) {
            piece.ifPresent(each -> {
                tooLong |= bytes.size() + each.length > MOST_BYTES;
                if (!tooLong) {
                    bytes.writeBytes(each);
                }
            });
        }
    }

    /** @throws IOException if there is no answer, or not status 200; the message names the address */
    Answer get(URI address) throws IOException {
        Answer answer = send(HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .build());
        if (answer.status != 200) {
            throw new IOException(address + " answered with status " + answer.status);
        }
        return answer;
    }

    @Override
    public Resource retrieveResource(URL address) throws IOException {
        try {
            return new Resource(get(address.toURI()).body, "application/json");
        } catch (URISyntaxException e) {
            throw new IOException(address + " is no address: " + e.getMessage(), e);
        }
    }

    /**
     * Sends a form.
     *
     * @param authorization the field of that name; null for none
     * @throws IOException if there is no answer; the message names the address
     */
    Answer post(URI address, @Nullable String authorization, String form) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form));
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return send(request.build());
    }

    private Answer send(HttpRequest request) throws IOException {
        Content content = new Content();
        CompletableFuture<HttpResponse<Void>> asked =
                client.sendAsync(request, head -> BodySubscribers.ofByteArrayConsumer(content));
        int status;
        try {
            status = asked.get(longest.toMillis(), TimeUnit.MILLISECONDS).statusCode();
        } catch (TimeoutException e) {
            asked.cancel(true);
            throw new IOException("no whole answer from " + request.uri() + " in " + longest.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            asked.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("the server is stopping", e);
        } catch (ExecutionException e) {
            throw new IOException(reason(request.uri(), e.getCause()), e);
        }
        if (content.tooLong) {
            throw new IOException(request.uri() + " answered with more than " + MOST_BYTES + " bytes");
        }
        return new Answer(status, content.bytes.toString(StandardCharsets.UTF_8));
    }

    private static String reason(URI address, @Nullable Throwable cause) {
        String said = cause == null ? null : cause.getMessage();
        return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
                ? "no connection to " + address
                : "no answer from " + address + ": " + (said == null ? cause : said);
    }
}
