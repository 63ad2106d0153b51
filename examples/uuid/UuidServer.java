import dev.weir.soap.http.BodySource;
import dev.weir.soap.http.HttpHandler;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpRequest;
import dev.weir.soap.http.HttpServer;
import dev.weir.soap.http.HttpServerLimits;
import dev.weir.soap.http.HttpTransport;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlName;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.reader.XmlReaders;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** A web service over plain XML, with nothing but Weir's HTTP server, reader and writer: it makes UUIDs (RFC 9562). */
public final class UuidServer implements AutoCloseable {
    private static final int MOST = 10_000;

    private final HttpTransport transport = HttpTransport.start();
    private final HttpServer server;

    /** @param port 0 for a free one */
    public UuidServer(int port) throws IOException {
        server = transport.listen("127.0.0.1", port, HttpServerLimits.DEFAULT);
        server.mount("/uuid", new Uuids());
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close(Duration.ofSeconds(5));
        transport.close();
    }

    /** Serves until the process is ended; the argument is the port. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (UuidServer running = new UuidServer(arguments.length == 0 ? 8080 : Integer.parseInt(arguments[0]))) {
            System.out.println("ready: http://127.0.0.1:" + running.port() + "/uuid");
            Thread.currentThread().join();
        }
    }

    /** What one element of a request, or one GET, asks for. */
    private record Wish(Method method, int count) {
        static Wish of(String method, String count, String name) {
            int wanted;
            try {
                wanted = count == null ? 1 : Integer.parseInt(count.strip());
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("count must be a number, but is '" + count + "'");
            }
            if (wanted < 1 || wanted > MOST) {
                throw new IllegalArgumentException("count must be from 1 to " + MOST + ", but is " + wanted);
            }
            return new Wish(
                    Method.of(method == null ? "random" : method.strip(), name == null ? "" : name.strip()), wanted);
        }
    }

    /** Reads wishes and writes answers. */
    private static final class Uuids implements HttpHandler {
        private static final XmlName REQUEST = XmlName.of("request");
        private static final XmlName GENERATE = XmlName.of("generate-uuid");
        private static final XmlName METHOD = XmlName.of("method");
        private static final XmlName COUNT = XmlName.of("count");
        private static final String TYPE = "text/xml; charset=utf-8";

        private static final int SHORT = 10_000;

        @Override
        public CompletionStage<HttpReply> handle(HttpRequest request) {
            return CompletableFuture.completedFuture(answer(request));
        }

        /** Nothing here waits, so that a short request need not go to a worker and back. */
        @Override
        public CompletionStage<HttpReply> handleOnLoop(HttpRequest request, Executor workers) {
            return request.body().length > SHORT ? null : handle(request);
        }

        private static HttpReply answer(HttpRequest request) {
            try {
                return switch (request.method()) {
                    case "GET" -> written(List.of(ofQuery(request.query())));
                    case "POST" -> written(ofBody(request.body()));
                    default -> HttpReply.text(405, "Send a GET or a POST.\n").with("Allow", "GET, POST");
                };
            } catch (IllegalArgumentException | XmlException e) {
                return HttpReply.text(400, e.getMessage() + "\n");
            }
        }

        private static Wish ofQuery(String query) {
            String method = null;
            String count = null;
            String name = null;
            for (String field : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
                String[] parts = field.split("=", 2);
                String value = parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
                switch (parts[0]) {
                    case "method" -> method = value;
                    case "count" -> count = value;
                    case "name" -> name = value;
                    default -> throw new IllegalArgumentException(
                            "'" + parts[0] + "' is not known; there are method, count and name");
                }
            }
            return Wish.of(method, count, name);
        }

        /** One cursor over the bytes of the request; no tree is made. */
        private static List<Wish> ofBody(byte[] body) {
            List<Wish> wishes = new ArrayList<>();
            int all = 0;
            try (XmlReader reader = XmlReaders.open(body)) {
                reader.nextTagOrText();
                require(reader, REQUEST);
                while (nextTag(reader) == XmlEvent.START_ELEMENT) {
                    require(reader, GENERATE);
                    String method = reader.attributeValue(METHOD);
                    String count = reader.attributeValue(COUNT);
                    Wish wish = Wish.of(method, count, reader.elementText());
                    all += wish.count();
                    if (all > MOST) {
                        throw new IllegalArgumentException("a request may ask for " + MOST + " in all");
                    }
                    wishes.add(wish);
                }
                while (reader.next() != XmlEvent.END_DOCUMENT) {
                    // What follows the request must be well-formed.
                }
            }
            return wishes;
        }

        private static XmlEvent nextTag(XmlReader reader) {
            XmlEvent event = reader.next();
            while (event != XmlEvent.START_ELEMENT && event != XmlEvent.END_ELEMENT) {
                if (event == XmlEvent.TEXT && !reader.isWhitespace()) {
                    throw new IllegalArgumentException(
                            "there must be no text in line " + reader.location().line());
                }
                event = reader.next();
            }
            return event;
        }

        private static void require(XmlReader reader, XmlName name) {
            if (!reader.name().equals(name)) {
                throw new IllegalArgumentException("<" + name + "> must be here, but there is <" + reader.name()
                        + "> in line " + reader.location().line());
            }
        }

        /** A short answer has its length; a long one is sent in pieces, each made when the client has taken the one before. */
        private static HttpReply written(List<Wish> wishes) {
            int count = wishes.stream().mapToInt(Wish::count).sum();
            Answer answer = new Answer(wishes, count);
            if (count > Answer.PIECE) {
                return HttpReply.of(200, TYPE, answer);
            }
            try (answer) {
                return HttpReply.of(200, TYPE, answer.nextElement().readAllBytes());
            }
        }
    }

    /** The answer to some wishes, as it is written: so many UUIDs at a time, in the memory of one piece. */
    private static final class Answer implements BodySource, Enumeration<ByteArrayInputStream> {
        static final int PIECE = 500;

        private static final int BYTES_OF_ONE = 49;

        private static final XmlName RESPONSE = XmlName.of("response");
        private static final XmlName UUID_ELEMENT = XmlName.of("uuid");

        private final Iterator<Wish> wishes;
        private final ByteArrayOutputStream out;
        private final XmlWriter writer;
        private Method method;
        private int left;
        private boolean ended;

        /** @param count how many UUIDs the wishes are for */
        Answer(List<Wish> wishes, int count) {
            this.wishes = wishes.iterator();
            out = new ByteArrayOutputStream(64 + BYTES_OF_ONE * Math.min(count, PIECE));
            writer = XmlWriters.open(out);
            writer.startDocument();
            writer.startElement("", RESPONSE);
        }

        @Override
        public long length() {
            return -1;
        }

        @Override
        public InputStream open() {
            return new SequenceInputStream(this);
        }

        @Override
        public boolean hasMoreElements() {
            return !ended;
        }

        /** The next piece. */
        @Override
        public ByteArrayInputStream nextElement() {
            int room = PIECE;
            while (room > 0 && (left > 0 || wishes.hasNext())) {
                if (left == 0) {
                    Wish wish = wishes.next();
                    method = wish.method();
                    left = wish.count();
                }
                for (; left > 0 && room > 0; left--, room--) {
                    writer.startElement("", UUID_ELEMENT);
                    writer.text(method.next().toString());
                    writer.endElement();
                }
            }
            if (left == 0 && !wishes.hasNext()) {
                writer.endElement();
                writer.endDocument();
                ended = true;
            }
            writer.flush();
            ByteArrayInputStream piece = new ByteArrayInputStream(out.toByteArray());
            out.reset();
            return piece;
        }

        @Override
        public void close() {
            writer.close();
        }
    }

    /** How a UUID is made. */
    private interface Method {
        UUID next();

        static Method of(String method, String name) {
            return switch (method) {
                case "random" -> UuidServer::random;
                case "time" -> TimeBased.HERE;
                case "name" -> {
                    UUID named = NameBased.of(name);
                    yield () -> named;
                }
                default -> throw new IllegalArgumentException(
                        "the method must be random, time or name, but is '" + method + "'");
            };
        }
    }

    /** A random UUID, version 4 (RFC 9562, section 5.4). Threads do not wait for one another, as they do with {@link UUID#randomUUID}. */
    public static UUID random() {
        return RandomBased.ON_THREAD.get().next();
    }

    /** One thread's random UUIDs. A generator as in NIST SP 800-90A costs a fifth for each where it makes many at once. */
    private static final class RandomBased implements Method {
        static final ThreadLocal<RandomBased> ON_THREAD = ThreadLocal.withInitial(RandomBased::new);

        private final SecureRandom random;
        private final ByteBuffer ahead = ByteBuffer.allocate(2048).limit(0);

        private RandomBased() {
            try {
                random = SecureRandom.getInstance("DRBG");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public UUID next() {
            if (!ahead.hasRemaining()) {
                random.nextBytes(ahead.array());
                ahead.clear();
            }
            return new UUID(
                    ahead.getLong() & ~0xF000L | 0x4000L,
                    ahead.getLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L);
        }
    }

    /** Version 1 (RFC 9562, section 5.1), with a random node in the place of a network address. */
    private static final class TimeBased implements Method {
        static final TimeBased HERE = new TimeBased();

        /** 100 ns steps from 15 October 1582 to 1970. */
        private static final long EPOCH = 0x01B21DD213814000L;

        private final long low;
        private final AtomicLong last = new AtomicLong();

        private TimeBased() {
            SecureRandom random = new SecureRandom();
            long node = random.nextLong() & 0xFFFF_FFFF_FFFFL | 0x0100_0000_0000L;
            long clock = random.nextInt(1 << 14);
            low = 0x8000_0000_0000_0000L | clock << 48 | node;
        }

        @Override
        public UUID next() {
            long now = System.currentTimeMillis() * 10_000 + EPOCH;
            long time = last.updateAndGet(before -> Math.max(before + 1, now));
            return new UUID(time << 32 | (time >>> 32 & 0xFFFF) << 16 | 0x1000 | time >>> 48 & 0x0FFF, low);
        }
    }

    /** Version 5 (RFC 9562, section 5.5), in the namespace of URLs. */
    private static final class NameBased {
        private static final UUID URLS = UUID.fromString("6ba7b811-9dad-11d1-80b4-00c04fd430c8");

        private NameBased() {}

        static UUID of(String name) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("the method name needs a name");
            }
            try {
                MessageDigest digest = MessageDigest.getInstance("SHA-1");
                digest.update(ByteBuffer.allocate(16)
                        .putLong(URLS.getMostSignificantBits())
                        .putLong(URLS.getLeastSignificantBits())
                        .array());
                ByteBuffer hash = ByteBuffer.wrap(digest.digest(name.getBytes(StandardCharsets.UTF_8)));
                return new UUID(
                        hash.getLong() & ~0xF000L | 0x5000L,
                        hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
