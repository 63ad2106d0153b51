package dev.weir.soap.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;

/**
 * Unpacks gzip (RFC 1952) as it arrives, into another sink. What it unpacks is bounded, so that a small body cannot become a huge
 * one. One thread at a time.
 */
public final class GzipDecoder implements BodySink {
    private static final int PIECE_BYTES = 16 * 1024;
    private static final int MAX_HEADER_BYTES = 64 * 1024;
    private static final int HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;

    /** What a byte of deflate can become at most (zlib's documentation). */
    private static final long MAX_EXPANSION = 1032;

    private static final int FLAG_CRC = 2;
    private static final int FLAG_EXTRA = 4;
    private static final int FLAG_NAME = 8;
    private static final int FLAG_COMMENT = 16;
    private static final int RESERVED_FLAGS = 0xe0;

    private static final String BEHIND = "bytes that are no gzip follow its end";

    private enum State {
        FIXED_HEADER,
        EXTRA_LENGTH,
        EXTRA,
        NAME,
        COMMENT,
        HEADER_CRC,
        DATA,
        TRAILER
    }

    private final BodySink target;
    private final long maxBytes;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] piece = new byte[PIECE_BYTES];
    private final byte[] fixed = new byte[HEADER_BYTES];
    private State state = State.FIXED_HEADER;
    private int flags;
    private int wanted = HEADER_BYTES;
    private int have;
    private int headerBytes;
    private long memberBytes;
    private long unpacked;
    private boolean complete;

    /** True behind the end of the first member. */
    private boolean ended;

    /** @param maxBytes of all that is unpacked; more is refused with status 413 */
    public GzipDecoder(BodySink target, long maxBytes) {
        this.target = target;
        this.maxBytes = maxBytes;
    }

    /** Packs a whole body. */
    public static byte[] pack(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(64, body.length / 4));
        try (GZIPOutputStream gzip = new GZIPOutputStream(out, PIECE_BYTES)) {
            gzip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /**
     * Unpacks a whole body to no more than it says itself.
     *
     * @throws BodyRefusedException for what is longer than allowed (413), and for one that cannot be unpacked, or is longer
     *     than it says (400)
     */
    static byte[] unpackAsDeclared(byte[] packed, int maxBytes) throws IOException {
        long declared = declaredBytes(packed);
        try {
            return unpack(packed, (int) Math.min(maxBytes, declared));
        } catch (BodyRefusedException e) {
            if (e.status() == 413 && declared < maxBytes) {
                throw broken("it unpacks to more than the " + declared
                        + " bytes that its last four bytes say; it must be of one member, and nothing may follow that");
            }
            throw e;
        }
    }

    /** Unpacks a whole body. */
    public static byte[] unpack(byte[] packed, int maxBytes) throws IOException {
        BodyBuffer all = new BodyBuffer(-1);
        GzipDecoder decoder = new GzipDecoder(new CollectingSink(all), maxBytes);
        try {
            decoder.accept(packed, 0, packed.length);
            decoder.finish();
        } finally {
            decoder.inflater.end();
        }
        return all.take();
    }

    /**
     * The length that a body says it unpacks to (RFC 1952, section 2.3.1), modulo 4 GiB. It may be wrong; as a bound for {@link
     * #unpack} it makes a body that is longer a refused one. No more than the body can become, as its last bytes may be anything.
     */
    public static long declaredBytes(byte[] packed) {
        long length = 0;
        for (int i = packed.length - 1; i >= Math.max(0, packed.length - 4); i--) {
            length = length << 8 | (packed[i] & 0xff);
        }
        return Math.min(length, MAX_EXPANSION * packed.length);
    }

    private record CollectingSink(BodyBuffer all) implements BodySink {
        @Override
        public void accept(byte[] bytes, int offset, int length) {
            all.append(bytes, offset, length);
        }

        @Override
        public void abandon() {}

        @Override
        public long memory() {
            return all.length();
        }
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            at = state == State.DATA ? inflate(bytes, at, end) : framing(bytes, at, end);
        }
    }

    /** Takes bytes of a header or trailer; returns where the next ones are. */
    private int framing(byte[] bytes, int from, int end) {
        int at = from;
        complete = false;
        if (state != State.TRAILER && ++headerBytes > MAX_HEADER_BYTES) {
            throw broken("its header is too long");
        }
        byte next = bytes[at++];
        switch (state) {
            case FIXED_HEADER, TRAILER, EXTRA_LENGTH, HEADER_CRC -> {
                fixed[have++] = next;
                if (have == wanted) {
                    fixedPart();
                }
            }
            case EXTRA -> {
                if (++have == wanted) {
                    enter(State.NAME);
                }
            }
            case NAME, COMMENT -> {
                if (next == 0) {
                    enter(state == State.NAME ? State.COMMENT : State.HEADER_CRC);
                }
            }
            case DATA -> throw new IllegalStateException("data is no framing");
        }
        return Math.min(at, end);
    }

    private void fixedPart() {
        switch (state) {
            case FIXED_HEADER -> {
                if (fixed[0] != 0x1f || (fixed[1] & 0xff) != 0x8b || fixed[2] != 8) {
                    throw broken(ended ? BEHIND : "it does not begin as gzip does");
                }
                flags = fixed[3];
                if ((flags & RESERVED_FLAGS) != 0) {
                    throw broken("its header has flags that RFC 1952 reserves");
                }
                if ((flags & FLAG_EXTRA) != 0) {
                    await(State.EXTRA_LENGTH, 2);
                } else {
                    enter(State.NAME);
                }
            }
            case EXTRA_LENGTH -> {
                int length = (fixed[0] & 0xff) | (fixed[1] & 0xff) << 8;
                if (length == 0) {
                    enter(State.NAME);
                } else {
                    await(State.EXTRA, length);
                }
            }
            case HEADER_CRC -> startData();
            case TRAILER -> {
                if (number(0) != crc.getValue() || number(4) != (memberBytes & 0xffffffffL)) {
                    throw broken("its checksum is wrong");
                }
                // Another member may follow (RFC 1952, section 2.2).
                complete = true;
                ended = true;
                headerBytes = 0;
                await(State.FIXED_HEADER, HEADER_BYTES);
            }
            default -> throw new IllegalStateException("not of a fixed length: " + state);
        }
    }

    private long number(int at) {
        long value = 0;
        for (int i = 3; i >= 0; i--) {
            value = value << 8 | (fixed[at + i] & 0xff);
        }
        return value;
    }

    /** Enters an optional part of the header, or the first one after it that there is. */
    private void enter(State part) {
        if (part == State.NAME && (flags & FLAG_NAME) != 0 || part == State.COMMENT && (flags & FLAG_COMMENT) != 0) {
            state = part;
        } else if (part == State.NAME) {
            enter(State.COMMENT);
        } else if (part == State.COMMENT) {
            enter(State.HEADER_CRC);
        } else if ((flags & FLAG_CRC) != 0) {
            await(State.HEADER_CRC, 2);
        } else {
            startData();
        }
    }

    private void await(State part, int bytes) {
        state = part;
        wanted = bytes;
        have = 0;
    }

    private void startData() {
        inflater.reset();
        crc.reset();
        memberBytes = 0;
        state = State.DATA;
    }

    private int inflate(byte[] bytes, int from, int end) throws IOException {
        inflater.setInput(bytes, from, end - from);
        try {
            while (!inflater.finished() && !inflater.needsInput()) {
                int count = inflater.inflate(piece);
                if (inflater.needsDictionary()) {
                    throw broken("it needs a dictionary");
                }
                unpacked += count;
                memberBytes += count;
                if (unpacked > maxBytes) {
                    throw new BodyRefusedException(
                            413, "The body must not be longer than " + maxBytes + " bytes when it is unpacked.");
                }
                crc.update(piece, 0, count);
                if (count > 0) {
                    target.accept(piece, 0, count);
                }
            }
        } catch (DataFormatException e) {
            throw broken("its data cannot be unpacked");
        }
        int left = inflater.getRemaining();
        if (inflater.finished()) {
            await(State.TRAILER, TRAILER_BYTES);
            return end - left;
        }
        return end;
    }

    /** @throws BodyRefusedException where the end is missing */
    public void finish() {
        boolean atEnd = complete && state == State.FIXED_HEADER && have == 0;
        inflater.end();
        if (ended && state == State.FIXED_HEADER && have > 0) {
            throw broken(BEHIND);
        }
        if (!atEnd) {
            throw broken("its end is missing");
        }
    }

    private static BodyRefusedException broken(String why) {
        return new BodyRefusedException(400, "The body cannot be read as gzip: " + why + ".");
    }

    @Override
    public void abandon() {
        inflater.end();
        target.abandon();
    }

    @Override
    public long memory() {
        return target.memory();
    }
}
