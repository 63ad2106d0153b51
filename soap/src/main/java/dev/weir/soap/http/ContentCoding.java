package dev.weir.soap.http;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The content codings of HTTP bodies (RFC 9110, section 8.4.1) that Weir understands, the one that it prefers first. They pack and
 * unpack whole bodies; {@link GzipDecoder} unpacks one as it arrives. Thread-safe.
 */
public enum ContentCoding {
    /** RFC 8878. Understood where {@code com.github.luben:zstd-jni} is on the class path and has code for the machine. */
    ZSTD("zstd") {
        @Override
        public boolean isAvailable() {
            return ZstdLibrary.AVAILABLE;
        }

        @Override
        public byte[] pack(byte[] body) {
            return Zstandard.pack(body);
        }

        @Override
        byte[] unpack(byte[] packed, int maxBytes) {
            return Zstandard.unpack(packed, maxBytes);
        }

        @Override
        long declaredBytes(byte[] packed) {
            return Zstandard.declaredBytes(packed);
        }
    },

    /** RFC 1952. */
    GZIP("gzip") {
        @Override
        public boolean isAvailable() {
            return true;
        }

        @Override
        public byte[] pack(byte[] body) {
            return GzipDecoder.pack(body);
        }

        @Override
        byte[] unpack(byte[] packed, int maxBytes) throws IOException {
            return GzipDecoder.unpackAsDeclared(packed, maxBytes);
        }

        @Override
        byte[] unpackReply(byte[] packed, int maxBytes) throws IOException {
            return GzipDecoder.unpack(packed, maxBytes);
        }

        @Override
        long declaredBytes(byte[] packed) {
            return GzipDecoder.declaredBytes(packed);
        }
    };

    /** Asks for the library when the first body in zstd comes, or is to be sent. */
    private static final class ZstdLibrary {
        static final boolean AVAILABLE = isThere();

        private static boolean isThere() {
            try {
                Zstandard.load();
                return true;
            } catch (NoClassDefFoundError optional) {
                return false;
            } catch (LinkageError unusable) {
                System.getLogger(ContentCoding.class.getName())
                        .log(
                                Level.WARNING,
                                "zstd-jni is on the class path, but cannot be used (it has no code for this machine, or is older than"
                                        + " 1.5.7): messages packed by zstd are refused",
                                unusable);
                return false;
            }
        }
    }

    private static final double NOT_ACCEPTED = 0;
    private static final double NOT_NAMED = -1;
    private static final ContentCoding[] CODINGS = values();

    private final String fieldName;

    ContentCoding(String fieldName) {
        this.fieldName = fieldName;
    }

    /** False where the library that does it is missing. */
    public abstract boolean isAvailable();

    /** Packs a whole body. */
    public abstract byte[] pack(byte[] body);

    /**
     * Unpacks a whole body, to no more than it says itself.
     *
     * @throws BodyRefusedException for what is not packed so (400), and for what is longer than allowed (413)
     */
    abstract byte[] unpack(byte[] packed, int maxBytes) throws IOException;

    /**
     * The same of a reply, for which no memory is set aside beforehand: it need not say how much it unpacks to, and of gzip the
     * members are joined (RFC 1952, section 2.2).
     */
    byte[] unpackReply(byte[] packed, int maxBytes) throws IOException {
        return unpack(packed, maxBytes);
    }

    /** The most that a body unpacks to by what it says itself: a longer one is refused. */
    abstract long declaredBytes(byte[] packed);

    /** As fields of HTTP have it. */
    public String fieldName() {
        return fieldName;
    }

    /** The coding of a name, in any case; null for one that is not understood here. */
    public static @Nullable ContentCoding named(String name) {
        String stripped = name.strip();
        for (ContentCoding coding : CODINGS) {
            if (stripped.equalsIgnoreCase(coding.fieldName) && coding.isAvailable()) {
                return coding;
            }
        }
        return stripped.equalsIgnoreCase("x-gzip") ? GZIP : null;
    }

    /** The coding that a body is packed by; null where its Content-Encoding says none, or one that is not understood. */
    public static @Nullable ContentCoding of(@Nullable String contentEncoding) {
        return contentEncoding == null ? null : named(contentEncoding);
    }

    /** True where a Content-Encoding says that the body is as it is. */
    public static boolean isIdentity(@Nullable String contentEncoding) {
        return contentEncoding == null
                || contentEncoding.isBlank()
                || contentEncoding.strip().equalsIgnoreCase("identity");
    }

    /**
     * Of the codings that an Accept-Encoding field accepts (RFC 9110, section 12.5.3) the one of the highest weight, of equal ones
     * the preferred one; null where it accepts none that is understood, or gives {@code identity} a higher weight. {@code *}
     * stands for each that is not named: of equal ones they come after those that are, and gzip first, as a client that says no
     * more than {@code *} knows that one if any.
     */
    public static @Nullable ContentCoding accepted(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return null;
        }
        double zstd = NOT_NAMED;
        double gzip = NOT_NAMED;
        double others = NOT_ACCEPTED;
        double unpacked = NOT_NAMED;
        for (String choice : acceptEncoding.split(",", -1)) {
            String[] parts = choice.split(";", 2);
            String name = parts[0].strip();
            ContentCoding coding = named(name);
            double weight = parts.length == 1 ? 1 : weight(parts[1]);
            if (coding == ZSTD) {
                zstd = Math.max(zstd, weight);
            } else if (coding == GZIP) {
                gzip = Math.max(gzip, weight);
            } else if (name.equals("*")) {
                others = Math.max(others, weight);
            } else if (name.equalsIgnoreCase("identity")) {
                unpacked = Math.max(unpacked, weight);
            }
        }
        boolean zstdFirst = zstd >= gzip;
        double named = zstdFirst ? zstd : gzip;
        ContentCoding best = named > NOT_ACCEPTED ? (zstdFirst ? ZSTD : GZIP) : null;
        double highest = Math.max(named, NOT_ACCEPTED);
        if (others > highest && (gzip == NOT_NAMED || zstd == NOT_NAMED && ZSTD.isAvailable())) {
            best = gzip == NOT_NAMED ? GZIP : ZSTD;
            highest = others;
        }
        return highest < (unpacked == NOT_NAMED ? others : unpacked) ? null : best;
    }

    /** Of a parameter such as {@code q=0.5}; 1 for one that is none. */
    private static double weight(String parameter) {
        String[] parts = parameter.split("=", 2);
        if (parts.length < 2 || !parts[0].strip().equalsIgnoreCase("q")) {
            return 1;
        }
        return HttpHeaders.quality(parts[1]);
    }

    /** An Accept-Encoding of all codings that are understood. */
    public static String offer() {
        return names(", ");
    }

    private static String names(String between) {
        return Arrays.stream(values())
                .filter(ContentCoding::isAvailable)
                .map(ContentCoding::fieldName)
                .collect(Collectors.joining(between));
    }

    /**
     * The body of a request without its content coding; the very array where it has none.
     *
     * @param maxBytes of what is unpacked
     * @throws BodyRefusedException for another coding (415), and for what cannot be unpacked or is too long
     */
    public static byte[] unpacked(HttpRequest request, long maxBytes) throws IOException {
        ContentCoding coding = coding(
                request.list("Content-Encoding"),
                () -> "is not supported; send the envelope as it is, or packed by " + names(" or ") + ".");
        return coding == null ? request.body() : coding.unpack(request.body(), asInt(maxBytes));
    }

    /** The same of a reply. */
    public static byte[] unpacked(HttpReply reply, long maxBytes) throws IOException {
        ContentCoding coding = coding(reply.header("content-encoding"), () -> "is not understood");
        return coding == null ? reply.body() : coding.unpackReply(reply.body(), asInt(maxBytes));
    }

    private static @Nullable ContentCoding coding(@Nullable String contentEncoding, Supplier<String> refusal) {
        if (contentEncoding == null || isIdentity(contentEncoding)) {
            return null;
        }
        ContentCoding coding = named(contentEncoding);
        if (coding == null) {
            throw new BodyRefusedException(415, "The content coding " + contentEncoding.strip() + " " + refusal.get());
        }
        return coding;
    }

    private static int asInt(long maxBytes) {
        return (int) Math.min(maxBytes, Integer.MAX_VALUE - 16);
    }

    /** The length of a request's body, or what it says it unpacks to. */
    public static long unpackedBytes(HttpRequest request) {
        ContentCoding coding = of(request.list("Content-Encoding"));
        return coding == null ? request.body().length : coding.declaredBytes(request.body());
    }
}
