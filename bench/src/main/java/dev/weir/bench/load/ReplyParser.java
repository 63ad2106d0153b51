package dev.weir.bench.load;

import dev.weir.bench.measure.MeasureException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Reads replies of HTTP/1.1 (RFC 9112) from the bytes of one connection, in pieces as they arrive. A body's bytes go to a
 * {@link ReplyCheck} and are not kept. For one thread.
 */
final class ReplyParser {
    private static final int MAX_LINE = 16_384;

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
                    byte b = bytes[i++];
                    if (b != '\n') {
                        keep(b);
                    } else if (lineEnds(check)) {
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
        return ends;
    }

    private boolean ended(int position, int to) {
        part = Part.STATUS;
        if (position < to) {
            throw new MeasureException("the server sent " + (to - position) + " bytes after a reply");
        }
        return true;
    }

    private void keep(byte b) {
        if (lineLength == MAX_LINE) {
            throw new MeasureException("a line of a reply's head has more than " + MAX_LINE + " bytes");
        }
        line[lineLength++] = b;
    }

    /** Returns whether the reply ends with this line. */
    private boolean lineEnds(ReplyCheck check) {
        int length = lineLength > 0 && line[lineLength - 1] == '\r' ? lineLength - 1 : lineLength;
        lineLength = 0;
        switch (part) {
            case STATUS -> {
                statusLine(length);
                check.begin();
                part = Part.FIELDS;
                left = -1;
                chunked = false;
                closes = false;
            }
            case FIELDS -> {
                if (length > 0) {
                    field(length);
                } else {
                    return headEnds();
                }
            }
            case CHUNK_SIZE -> {
                left = chunkSize(length);
                part = left == 0 ? Part.TRAILERS : Part.CHUNK;
            }
            case CHUNK_END -> part = Part.CHUNK_SIZE;
            case TRAILERS -> {
                return length == 0;
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

    private void statusLine(int length) {
        if (length < 12 || line[0] != 'H' || line[8] != ' ') {
            throw new MeasureException("not a reply of HTTP: " + text(length));
        }
        status = (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
    }

    /** Only three fields matter; the others are not looked at. */
    private void field(int length) {
        int first = line[0] | 0x20;
        if (first != 'c' && first != 't') {
            return;
        }
        String text = text(length).toLowerCase(Locale.ROOT);
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new MeasureException("a header field without a colon: " + text);
        }
        String value = text.substring(colon + 1).trim();
        switch (text.substring(0, colon)) {
            case "content-length" -> left = Long.parseLong(value);
            case "transfer-encoding" -> chunked = value.endsWith("chunked");
            case "connection" -> closes = value.contains("close");
            default -> {
                // of no interest
            }
        }
    }

    private long chunkSize(int length) {
        long size = 0;
        int i = 0;
        for (; i < length && Character.digit(line[i], 16) >= 0; i++) {
            size = (size << 4) + Character.digit(line[i], 16);
        }
        if (i == 0 || i > 15) {
            throw new MeasureException("not the size of a chunk: " + text(length));
        }
        return size;
    }

    private String text(int length) {
        return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }
}
