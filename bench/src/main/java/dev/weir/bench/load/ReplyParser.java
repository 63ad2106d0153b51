package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.nio.charset.StandardCharsets;

/**
 * Reads replies of HTTP/1.1 (RFC 9112) from the bytes of one connection, in pieces as they arrive. A body's bytes go to a
 * {@link ReplyCheck} and are not kept. Right replies make no garbage. For one thread.
 */
final class ReplyParser {
    /** Of each line outside the body, its carriage return included, however it arrives. */
    private static final int MAX_LINE = 16_384;

    private static final int MAX_DIGITS = 18;
    private static final byte[] VERSION = ascii("HTTP/1.");
    private static final byte[] CONTENT_LENGTH = ascii("content-length");
    private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding");
    private static final byte[] CHUNKED = ascii("chunked");
    private static final byte[] CONNECTION = ascii("connection");
    private static final byte[] CLOSE = ascii("close");
    private static final byte[] KEEP_ALIVE = ascii("keep-alive");

    private enum Part {
        STATUS,
        FIELDS,
        BODY,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        UNTIL_CLOSE
    }

    private final byte[] line = new byte[MAX_LINE];
    private Part part = Part.STATUS;
    private int lineLength;
    private int status;
    /** Of the body or the chunk; negative if the head has no length. */
    private long left;

    /** Of the body so far. */
    private long received;

    private boolean chunked;
    private boolean closes;

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Of the reply that was read last. */
    int status() {
        return status;
    }

    /** Whether the server ends the connection after this reply. */
    boolean closes() {
        return closes;
    }

    /**
     * Reads on.
     *
     * @return true at the end of a reply. What follows it is an error: nobody asked for it.
     */
    boolean feed(byte[] bytes, int from, int to, ReplyCheck check) {
        int i = from;
        while (i < to) {
            switch (part) {
                case BODY, CHUNK, UNTIL_CLOSE -> {
                    int count = part == Part.UNTIL_CLOSE ? to - i : (int) Math.min(left, to - i);
                    check.accept(bytes, i, count);
                    i += count;
                    left -= count;
                    received += count;
                    if (left == 0 && part == Part.BODY) {
                        return ended(i, to);
                    }
                    if (left == 0 && part == Part.CHUNK) {
                        part = Part.CHUNK_END;
                    }
                }
                default -> {
                    int end = i;
                    while (end < to && bytes[end] != '\n') {
                        end++;
                    }
                    requireBounded(bytes, i, end);
                    boolean replyEnds = false;
                    if (end == to || lineLength > 0) {
                        keep(bytes, i, end);
                    }
                    if (end < to) {
                        replyEnds =
                                lineLength > 0 ? lineEnds(line, 0, lineLength, check) : lineEnds(bytes, i, end, check);
                    }
                    i = end + 1;
                    if (replyEnds) {
                        return ended(i, to);
                    }
                }
            }
        }
        return false;
    }

    /** Whether the end of the connection is that of the reply. */
    boolean endsWithConnection() {
        return part == Part.UNTIL_CLOSE;
    }

    /** Forgets what it has of a reply: another connection begins. */
    void reset() {
        part = Part.STATUS;
        lineLength = 0;
    }

    /** Whether a part of a reply has come. */
    boolean hasBegun() {
        return part != Part.STATUS || lineLength > 0;
    }

    /** Where in a reply it is, for messages. */
    String place() {
        return switch (part) {
            case STATUS, FIELDS -> hasBegun() ? "within the reply's head" : "before any answer";
            case BODY -> "within the body after " + received + " of " + (received + left) + " bytes";
            case CHUNK_SIZE, CHUNK, CHUNK_END, TRAILERS, UNTIL_CLOSE -> "within the body after " + received + " bytes";
        };
    }

    private boolean ended(int position, int to) {
        part = Part.STATUS;
        if (position < to) {
            throw afterReply(to - position);
        }
        return true;
    }

    /** Nobody asked for them, and nobody could say to which request what follows them belongs. */
    static MeasureException afterReply(int bytes) {
        return new MeasureException("the server sent " + bytes + " bytes after a reply");
    }

    private void requireBounded(byte[] bytes, int from, int to) {
        if (to - from <= MAX_LINE - lineLength) {
            return;
        }
        throw beginsUnlikeHttp(bytes, from)
                ? notHttp(bytes, from, to)
                : new MeasureException(
                        "a line of a reply's head, or of its chunks, has more than " + MAX_LINE + " bytes");
    }

    private boolean beginsUnlikeHttp(byte[] bytes, int from) {
        return part == Part.STATUS && lineLength == 0 && bytes[from] != VERSION[0];
    }

    /** Keeps a part of a line whose end has not come yet; whole lines are read where they are. */
    private void keep(byte[] bytes, int from, int to) {
        if (beginsUnlikeHttp(bytes, from)) {
            throw notHttp(bytes, from, to); // its line may never end
        }
        System.arraycopy(bytes, from, line, lineLength, to - from);
        lineLength += to - from;
    }

    /** Returns whether the reply ends with this line, which is without its line feed. */
    private boolean lineEnds(byte[] bytes, int from, int lineFeed, ReplyCheck check) {
        int to = lineFeed > from && bytes[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed;
        lineLength = 0;
        switch (part) {
            case STATUS -> {
                statusLine(bytes, from, to);
                check.begin();
                part = Part.FIELDS;
                left = -1;
                received = 0;
                chunked = false;
            }
            case FIELDS -> {
                if (to > from) {
                    field(bytes, from, to);
                } else {
                    return headEnds();
                }
            }
            case CHUNK_SIZE -> {
                left = chunkSize(bytes, from, to);
                part = left == 0 ? Part.TRAILERS : Part.CHUNK;
            }
            case CHUNK_END -> {
                if (to > from) {
                    throw new MeasureException("a chunk is longer than it says: " + Shown.bytes(bytes, from, to));
                }
                part = Part.CHUNK_SIZE;
            }
            case TRAILERS -> {
                return to == from;
            }
            default -> throw new IllegalStateException(part.name());
        }
        return false;
    }

    private boolean headEnds() {
        if (status == 101) {
            throw new MeasureException("the server changes the protocol (HTTP status 101), which nobody asked for");
        }
        if (status < 200) {
            part = Part.STATUS; // an interim one
            return false;
        }
        if (status == 204 || status == 304) {
            return true;
        }
        if (chunked) {
            part = Part.CHUNK_SIZE;
        } else if (left >= 0) {
            part = Part.BODY;
        } else {
            part = Part.UNTIL_CLOSE;
            closes = true;
        }
        return part == Part.BODY && left == 0;
    }

    private void statusLine(byte[] bytes, int from, int to) {
        if (!isStatusLine(bytes, from, to)) {
            throw notHttp(bytes, from, to);
        }
        status = (bytes[from + 9] - '0') * 100 + (bytes[from + 10] - '0') * 10 + bytes[from + 11] - '0';
        closes = bytes[from + 7] == '0'; // HTTP/1.0, unless a field says otherwise
    }

    /** {@code HTTP/1.1 200 text}, or 1.0, and other digits. */
    private static boolean isStatusLine(byte[] bytes, int from, int to) {
        if (to - from < 12 || to - from > 12 && bytes[from + 12] != ' ') {
            return false;
        }
        for (int i = 0; i < VERSION.length; i++) {
            if (bytes[from + i] != VERSION[i]) {
                return false;
            }
        }
        return (bytes[from + 7] == '0' || bytes[from + 7] == '1')
                && bytes[from + 8] == ' '
                && bytes[from + 9] >= '1'
                && bytes[from + 9] <= '9'
                && isDigit(bytes[from + 10])
                && isDigit(bytes[from + 11]);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static MeasureException notHttp(byte[] bytes, int from, int to) {
        return new MeasureException(
                to > from && TlsTransport.isTls(bytes[from])
                        ? "the server speaks TLS here: the URL begins with https"
                        : "not a reply of HTTP/1.1 or 1.0: " + Shown.bytes(bytes, from, to));
    }

    /** Only three fields matter; the others are not looked at. None becomes a string, since each reply has several. */
    private void field(byte[] bytes, int from, int to) {
        int first = bytes[from] | 0x20;
        if (first != 'c' && first != 't') {
            return;
        }
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        if (colon == to) {
            throw new MeasureException("a header field without a colon: " + Shown.bytes(bytes, from, to));
        }
        int value = colon + 1;
        int end = to;
        while (value < end && isBlank(bytes[value])) {
            value++;
        }
        while (end > value && isBlank(bytes[end - 1])) {
            end--;
        }
        if (isText(bytes, from, colon, CONTENT_LENGTH)) {
            contentLengths(bytes, value, end);
        } else if (isText(bytes, from, colon, TRANSFER_ENCODING)) {
            chunked = end - value >= CHUNKED.length && isText(bytes, end - CHUNKED.length, end, CHUNKED);
        } else if (isText(bytes, from, colon, CONNECTION)) {
            closes = contains(bytes, value, end, CLOSE) || closes && !contains(bytes, value, end, KEEP_ALIVE);
        }
    }

    /** Proxies may have made one field of several, such as {@code 16, 16} (RFC 9110, section 8.6). */
    private void contentLengths(byte[] bytes, int from, int to) {
        int start = from;
        for (int i = from; i < to; i++) {
            if (bytes[i] == ',') {
                contentLength(length(bytes, start, i));
                start = i + 1;
            }
        }
        contentLength(length(bytes, start, to));
    }

    /** Two lengths that differ leave open where the reply ends (RFC 9112, section 6.3). */
    private void contentLength(long bytes) {
        if (left >= 0 && left != bytes) {
            throw new MeasureException("a reply with two lengths: " + left + " and " + bytes);
        }
        left = bytes;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    /** @param text in lower case; letters and hyphens only */
    private static boolean isText(byte[] bytes, int from, int to, byte[] text) {
        if (to - from != text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if ((bytes[from + i] | 0x20) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(byte[] bytes, int from, int to, byte[] text) {
        for (int i = from; i + text.length <= to; i++) {
            if (isText(bytes, i, i + text.length, text)) {
                return true;
            }
        }
        return false;
    }

    private static long length(byte[] bytes, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && isBlank(bytes[from])) {
            from++;
        }
        while (to > from && isBlank(bytes[to - 1])) {
            to--;
        }
        if (from == to || to - from > MAX_DIGITS) {
            throw new MeasureException("not a length: " + Shown.bytes(bytes, from, to));
        }
        long length = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(bytes[i])) {
                throw new MeasureException("not a length: " + Shown.bytes(bytes, from, to));
            }
            length = length * 10 + bytes[i] - '0';
        }
        return length;
    }

    private static long chunkSize(byte[] bytes, int from, int to) {
        long size = 0;
        int i = from;
        for (; i < to && Character.digit(bytes[i], 16) >= 0; i++) {
            size = (size << 4) + Character.digit(bytes[i], 16);
        }
        if (i == from || i - from > 15) {
            throw new MeasureException("not the size of a chunk: " + Shown.bytes(bytes, from, to));
        }
        return size;
    }
}
