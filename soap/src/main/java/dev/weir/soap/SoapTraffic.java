package dev.weir.soap;

import dev.weir.soap.http.ContentCoding;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the messages of this JVM's SOAP services and clients, and their bytes, by how they were encoded. Thread-safe. */
public final class SoapTraffic {
    private static final Map<Encoding, Count> RECEIVED = counts();
    private static final Map<Encoding, Count> SENT = counts();

    private SoapTraffic() {}

    /** How an envelope travels. */
    public enum Encoding {
        TEXT,
        FAST_INFOSET,
        /** With binary values in parts of a MIME message. */
        MTOM,
        /** Text that is packed by gzip. */
        GZIP,
        /** Text that is packed by zstd. */
        ZSTD
    }

    /**
     * How text travels.
     *
     * @param coding by which it is packed; null where it is not
     */
    public static Encoding ofText(@Nullable ContentCoding coding) {
        return coding == null ? Encoding.TEXT : coding == ContentCoding.GZIP ? Encoding.GZIP : Encoding.ZSTD;
    }

    private record Count(LongAdder messages, LongAdder bytes) {}

    private static Map<Encoding, Count> counts() {
        Map<Encoding, Count> counts = new EnumMap<>(Encoding.class);
        for (Encoding encoding : Encoding.values()) {
            counts.put(encoding, new Count(new LongAdder(), new LongAdder()));
        }
        return counts;
    }

    /**
     * Counts a message that was received.
     *
     * @param bytes of its body, as it was sent
     */
    public static void countReceived(Encoding encoding, long bytes) {
        count(RECEIVED, encoding, bytes);
    }

    /**
     * Counts a message that is sent.
     *
     * @param bytes of its body, as it is sent; 0 where that is not known yet, and {@link #countSentBytes} follows
     */
    public static void countSent(Encoding encoding, long bytes) {
        count(SENT, encoding, bytes);
    }

    /** Counts bytes of a message that is counted already. */
    public static void countSentBytes(Encoding encoding, long bytes) {
        of(SENT, encoding).bytes().add(bytes);
    }

    private static void count(Map<Encoding, Count> counts, Encoding encoding, long bytes) {
        Count count = of(counts, encoding);
        count.messages().increment();
        count.bytes().add(bytes);
    }

    /** Messages received so far: requests of services, replies of clients. */
    public static long received(Encoding encoding) {
        return of(RECEIVED, encoding).messages().sum();
    }

    /** Messages sent so far: replies of services, requests of clients. */
    public static long sent(Encoding encoding) {
        return of(SENT, encoding).messages().sum();
    }

    /** The bytes of the bodies of {@link #received}. */
    public static long receivedBytes(Encoding encoding) {
        return of(RECEIVED, encoding).bytes().sum();
    }

    /** The bytes of the bodies of {@link #sent}. */
    public static long sentBytes(Encoding encoding) {
        return of(SENT, encoding).bytes().sum();
    }

    private static Count of(Map<Encoding, Count> counts, Encoding encoding) {
        Count count = counts.get(encoding);
        if (count == null) {
            throw new IllegalStateException("no counter for " + encoding);
        }
        return count;
    }
}
