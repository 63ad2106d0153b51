package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.nio.charset.StandardCharsets;

/**
 * Reads replies of HTTP/1.1 (RFC 9112) from the bytes of one connection, in pieces as they arrive. A body's bytes go to a
 * {@link ReplyCheck} and are not kept. Right replies make no garbage. For one thread.
 */
final class ReplyParser {
    private static final int MAX_LINE = 16_384;
    private static final int MAX_SHOWN = 200;
    private static final int MAX_DIGITS = 18;
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
    private long left;
    private boolean chunked;
    private boolean closes;

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

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
                    int length = part == Part.UNTIL_CLOSE ? to - i : (int) Math.min(left, to - i);
                    check.accept(bytes, i, length);
                    i += length;
                    left -= length;
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

    /** The connection has ended; returns whether that ends a reply as well. */
    boolean connectionEnds() {
        boolean ends = part == Part.UNTIL_CLOSE;
        part = Part.STATUS;
        lineLength = 0;
        return ends;
    }

    private boolean ended(int position, int to) {
        part = Part.STATUS;
        if (position < to) {
            throw new MeasureException("the server sent " + (to - position) + " bytes after a reply");
        }
        return true;
    }

    /** Keeps a part of a line whose end has not come yet; whole lines are read where they are. */
    private void keep(byte[] bytes, int from, int to) {
        if (to - from > MAX_LINE - lineLength) {
            throw new MeasureException("a line of a reply's head has more than " + MAX_LINE + " bytes");
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
            case CHUNK_END -> part = Part.CHUNK_SIZE;
            case TRAILERS -> {
                return to == from;
            }
            default -> throw new IllegalStateException(part.name());
        }
        return false;
    }

    private boolean headEnds() {
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
        if (to - from < 12 || bytes[from] != 'H' || bytes[from + 8] != ' ') {
            throw new MeasureException("not a reply of HTTP: " + text(bytes, from, to));
        }
        status = (bytes[from + 9] - '0') * 100 + (bytes[from + 10] - '0') * 10 + bytes[from + 11] - '0';
        closes = bytes[from + 7] == '0'; // HTTP/1.0, unless a field says otherwise
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
            throw new MeasureException("a header field without a colon: " + text(bytes, from, to));
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
            left = length(bytes, value, end);
        } else if (isText(bytes, from, colon, TRANSFER_ENCODING)) {
            chunked = end - value >= CHUNKED.length && isText(bytes, end - CHUNKED.length, end, CHUNKED);
        } else if (isText(bytes, from, colon, CONNECTION)) {
            closes = contains(bytes, value, end, CLOSE) || closes && !contains(bytes, value, end, KEEP_ALIVE);
        }
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

    private static long length(byte[] bytes, int from, int to) {
        long length = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9' || to - from > MAX_DIGITS) {
                throw new MeasureException("not a length: " + text(bytes, from, to));
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
            throw new MeasureException("not the size of a chunk: " + text(bytes, from, to));
        }
        return size;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, Math.min(to - from, MAX_SHOWN), StandardCharsets.ISO_8859_1);
    }
}
