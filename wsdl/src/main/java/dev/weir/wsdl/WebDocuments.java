package dev.weir.wsdl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Documents of the web, of the hosts that are allowed and no others, also where an answer leads on to another place; https
 * never leads on to http. Each has a bounded number of bytes and a bounded time from the first packet to the last byte,
 * redirects included; a server that has exceeded it is not asked again for a while, so that a document that imports many of
 * it waits once. By the JVM's certificates and proxy. Thread-safe; reading blocks.
 */
public final class WebDocuments implements Resources {
    private static final int MAX_REDIRECTS = 5;
    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** How long a server that was too slow is not asked. */
    private static final long REST_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** Of slow servers: names of hosts come from documents. */
    private static final int MAX_REMEMBERED = 1_000;

    private static final class Client {
        static final HttpClient SHARED = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .connectTimeout(CONNECT)
                .followRedirects(Redirect.NEVER)
                .build();
    }

    private final @Nullable Set<String> hosts;
    private final String remedy;
    private final int mostBytes;
    private final Duration within;
    /** When a server may be asked again, by host and port. */
    private final Map<String, Long> slow = new ConcurrentHashMap<>();

    /**
     * @param hosts names, or {@code name:port}; null for all
     * @param remedy what allows a host that is refused, to which its name is added
     * @param mostBytes of one document
     * @param within how long one may take
     */
    public WebDocuments(@Nullable Set<String> hosts, String remedy, int mostBytes, Duration within) {
        if (hosts == null) {
            this.hosts = null;
        } else {
            Set<String> lower = new HashSet<>();
            hosts.forEach(host -> lower.add(host.toLowerCase(Locale.ROOT)));
            this.hosts = lower;
        }
        this.remedy = remedy;
        this.mostBytes = mostBytes;
        this.within = within;
    }

    /** True for an address of http or https. */
    public static boolean isWeb(URI uri) {
        return "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
    }

    /** The server of an address with a host, as {@code name:port}; the port is there where the address has none, too. */
    public static String server(URI uri) {
        return host(uri) + ":" + port(uri);
    }

    private static String host(URI uri) {
        return uri.getHost().toLowerCase(Locale.ROOT);
    }

    private static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    }

    /**
     * Refuses an address whose host is not allowed.
     *
     * @throws WsdlException that names the host and what allows it
     */
    public void check(URI uri) {
        if (!isWeb(uri) || uri.getHost() == null) {
            throw new WsdlException(uri + " is not read: it names no host of the web");
        }
        Set<String> allowed = hosts;
        if (allowed != null && !allowed.contains(host(uri)) && !allowed.contains(server(uri))) {
            throw new WsdlException(
                    uri + " is not fetched: its host is not allowed; allow it by " + remedy + host(uri));
        }
    }

    @Override
    public byte[] read(URI uri) {
        try {
            long end = System.nanoTime() + within.toNanos();
            URI at = uri;
            for (int redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
                check(at);
                Answer answer = ask(at, end);
                URI next = answer.next(at);
                if (next == null) {
                    return answer.content();
                }
                at = next;
            }
            throw new IOException("it leads on more than " + MAX_REDIRECTS + " times");
        } catch (IOException e) {
            throw new WsdlException(uri + " cannot be fetched: " + e.getMessage(), e);
        }
    }

    private Answer ask(URI at, long end) throws IOException {
        String server = server(at);
        Long again = slow.get(server);
        if (again != null) {
            if (again - System.nanoTime() > 0) {
                throw new IOException(server + " was too slow a moment ago");
            }
            slow.remove(server);
        }
        Content content = new Content(mostBytes);
        BodyHandler<Void> body = head -> head.statusCode() == 200
                ? BodySubscribers.ofByteArrayConsumer(content)
                : BodySubscribers.replacing(null);
        CompletableFuture<HttpResponse<Void>> asked =
                Client.SHARED.sendAsync(HttpRequest.newBuilder(at).build(), body);
        try {
            return new Answer(asked.get(end - System.nanoTime(), TimeUnit.NANOSECONDS), content);
        } catch (TimeoutException e) {
            if (slow.size() < MAX_REMEMBERED) {
                slow.put(server, System.nanoTime() + REST_NANOS);
            }
            throw new IOException("no whole answer from " + server + " in " + within.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException(
                    content.tooLarge ? "it is larger than " + (mostBytes >> 20) + " MiB" : reason(server, e.getCause()),
                    e);
        } finally {
            asked.cancel(true);
        }
    }

    private static String reason(String server, @Nullable Throwable cause) {
        String said = cause == null ? null : cause.getMessage();
        return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
                ? "no connection to " + server
                : "no answer from " + server + ": " + (said == null ? cause : said);
    }

    /** What comes, up to the limit: one byte more ends the connection. */
    private static final class Content implements Consumer<Optional<byte[]>> {
        private final int most;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private volatile boolean tooLarge;

        Content(int most) {
            this.most = most;
        }

        @Override
        public void accept(Optional<byte[]> piece) {
            piece.ifPresent(each -> {
                if (each.length > most - bytes.size()) {
                    tooLarge = true;
                    throw new IllegalStateException("too large");
                }
                bytes.writeBytes(each);
            });
        }
    }

    private record Answer(HttpResponse<Void> response, Content body) {
        /** Where it leads on to; null for nowhere. */
        @Nullable URI next(URI from) throws IOException {
            String location = response.headers().firstValue("Location").orElse(null);
            if (response.statusCode() / 100 != 3 || location == null) {
                return null;
            }
            URI to;
            try {
                to = from.resolve(location);
            } catch (IllegalArgumentException e) {
                throw new IOException(from + " leads on to what is no address: " + e.getMessage(), e);
            }
            if (!isWeb(to) || "https".equalsIgnoreCase(from.getScheme()) && !"https".equalsIgnoreCase(to.getScheme())) {
                throw new IOException(from + " leads on to " + to
                        + ", which is not followed: only http and https are, and https not to http");
            }
            return to;
        }

        byte[] content() throws IOException {
            if (response.statusCode() != 200) {
                throw new IOException(response.uri() + " answers with status " + response.statusCode());
            }
            return body.bytes.toByteArray();
        }
    }
}
