package dev.weir.soap.mtom;

import dev.weir.soap.envelope.ContentType;
import dev.weir.soap.mtom.MimePart.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the parts of a multipart message (RFC 2046, section 5.1) in its bytes as they arrive, in pieces of any length. It keeps
 * places, not bytes: where each part's content is, counted from the message's first byte. One thread at a time.
 *
 * <p>Taken as real peers send it: lines that end with LF alone, a preamble, an epilogue, white space after a delimiter, folded
 * header fields, parts without a header. Refused is what is cut off, and what exceeds {@link MimeLimits}.
 */
final class MultipartReader {
    /** RFC 2046, section 5.1.1, has 70 at most; some peers do not keep to that. */
    private static final int MAX_BOUNDARY = 200;

    private static final byte[] LINE_BEFORE_ALL = {'\n'};
    private static final byte[] NOTHING = {};

    private enum State {
        /** Before the first delimiter, or in a part. */
        CONTENT,
        /** Behind the boundary, on the rest of its line. */
        DELIMITER_LINE,
        HEADER,
        EPILOGUE
    }

    /** A part: its header fields, and where its content is. */
    record Place(List<Field> header, long from, long to) {}

    private final MimeLimits limits;
    private final DelimiterSearch delimiter;
    private final List<Place> parts = new ArrayList<>();

    private State state = State.CONTENT;
    private byte[] kept = LINE_BEFORE_ALL;
    /** True where the first byte to scan is content, and comes after a CR that is not kept. */
    private boolean afterCr;
    /** Where in the kept bytes to go on. */
    private int resume;
    /** The place of the next byte, counted from the message's first; the kept ones are before it. */
    private long place;

    private boolean inPart;
    private List<Field> header = List.of();
    private long contentFrom;
    /** Where content ends if the line that is being read is a delimiter. */
    private long contentTo;

    /** @throws MimeException where the type has no usable boundary */
    MultipartReader(ContentType type, MimeLimits limits) {
        String boundary = type.parameter("boundary");
        if (boundary == null || boundary.isEmpty() || boundary.length() > MAX_BOUNDARY || hasControls(boundary)) {
            throw new MimeException("The Content-Type " + type.mediaType() + " must have a boundary parameter of 1 to "
                    + MAX_BOUNDARY + " printable characters.");
        }
        this.limits = limits;
        this.delimiter = new DelimiterSearch(boundary);
    }

    private static boolean hasControls(String boundary) {
        return boundary.chars().anyMatch(c -> c < ' ' || c > '~');
    }

    /** Takes the next bytes; they are not kept beyond this call. */
    void accept(byte[] bytes, int offset, int length) {
        place += length;
        if (place > limits.maxMessageBytes()) {
            throw new MimeException(
                    "The message must not be longer than " + limits.maxMessageBytes() + " bytes.", true);
        }
        boolean inPlace = isContentOnly(bytes, offset, length);
        afterCr = inPlace && kept.length > 0 && kept[kept.length - 1] == '\r';
        if (inPlace) {
            kept = NOTHING;
            resume = 0;
        }
        if (kept.length == 0) {
            scan(bytes, offset, offset + length, place - length);
        } else {
            byte[] work = joined(bytes, offset, length);
            scan(work, 0, work.length, place - work.length);
        }
    }

    private byte[] joined(byte[] bytes, int offset, int length) {
        byte[] joined = Arrays.copyOf(kept, kept.length + length);
        System.arraycopy(bytes, offset, joined, kept.length, length);
        return joined;
    }

    /** True where no delimiter begins in the bytes that have been kept, so that the next ones need not be copied behind them. */
    private boolean isContentOnly(byte[] bytes, int offset, int length) {
        if (state != State.CONTENT || length < delimiter.length()) {
            return false;
        }
        byte[] seam = joined(bytes, offset, delimiter.length());
        int found = delimiter.find(seam, resume, seam.length);
        return found < 0 || found >= kept.length;
    }

    /** @param base the place of the first byte to scan; {@code from} is its index */
    private void scan(byte[] work, int from, int end, long base) {
        int at = from;
        int searchFrom = from + resume;
        resume = 0;
        while (true) {
            switch (state) {
                case CONTENT -> {
                    int found = delimiter.find(work, searchFrom, end);
                    if (found < 0) {
                        // With the CR that may stand before a delimiter that is cut in half.
                        int tail = Math.max(Math.max(from, searchFrom - 1), end - delimiter.length());
                        keep(work, tail, end, Math.max(0, searchFrom - tail));
                        return;
                    }
                    at = found;
                    searchFrom = found + delimiter.length();
                    boolean cr = found > from ? work[found - 1] == '\r' : afterCr;
                    contentTo = base + (found - from) - (cr ? 1 : 0);
                    state = State.DELIMITER_LINE;
                }
                case DELIMITER_LINE -> {
                    int lineEnd = indexOfLf(work, searchFrom, end);
                    int lineFrom = at + delimiter.length();
                    boolean closing = end - lineFrom >= 2 && work[lineFrom] == '-' && work[lineFrom + 1] == '-';
                    if (closing) {
                        endPart();
                        if (parts.isEmpty()) {
                            throw new MimeException("The MIME message has no part.");
                        }
                        state = State.EPILOGUE;
                    } else if (lineEnd < 0) {
                        if (end - lineFrom > limits.maxHeaderBytes()) {
                            throw new MimeException("The line of a MIME boundary is too long.", true);
                        }
                        keep(work, at, end, delimiter.length());
                        return;
                    } else if (isBlank(work, lineFrom, lineEnd)) {
                        endPart();
                        inPart = true;
                        at = lineEnd;
                        searchFrom = lineEnd + 1;
                        state = State.HEADER;
                    } else {
                        // A longer line that only begins like a delimiter is content.
                        searchFrom = lineFrom;
                        state = State.CONTENT;
                    }
                }
                case HEADER -> {
                    int blank = blankLine(work, at, searchFrom, end);
                    if (blank < 0) {
                        if (end - at > limits.maxHeaderBytes()) {
                            throw headerTooLong();
                        }
                        keep(work, at, end, Math.max(0, lastLf(work, at, end) - at));
                        return;
                    }
                    if (blank - at > limits.maxHeaderBytes()) {
                        throw headerTooLong();
                    }
                    header = HeaderFields.parse(work, at + 1, blank);
                    contentFrom = base + (blank - from) + 1;
                    // The LF of the blank line may be that of the next delimiter, where the part is empty.
                    at = blank;
                    searchFrom = blank;
                    state = State.CONTENT;
                }
                case EPILOGUE -> {
                    kept = NOTHING;
                    return;
                }
            }
        }
    }

    private MimeException headerTooLong() {
        return new MimeException(
                "The header of a MIME part must not be longer than " + limits.maxHeaderBytes() + " bytes.", true);
    }

    private void keep(byte[] work, int from, int end, int resumeAt) {
        byte[] rest = new byte[end - from];
        System.arraycopy(work, from, rest, 0, rest.length);
        kept = rest;
        resume = resumeAt;
    }

    private static int indexOfLf(byte[] work, int from, int end) {
        for (int i = from; i < end; i++) {
            if (work[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private static int lastLf(byte[] work, int from, int end) {
        for (int i = end - 1; i > from; i--) {
            if (work[i] == '\n') {
                return i;
            }
        }
        return from;
    }

    /**
     * The index of the LF of the first blank line.
     *
     * @param at the LF of the delimiter's line
     * @param searchFrom what is before it holds no blank line; a line begins at it or before it
     */
    private static int blankLine(byte[] work, int at, int searchFrom, int end) {
        int before = Math.max(at, Math.min(searchFrom, end) - 1);
        while (before > at && work[before] != '\n') {
            before--;
        }
        for (int lf = before; lf >= 0; ) {
            int next = indexOfLf(work, lf + 1, end);
            if (next < 0) {
                return -1;
            }
            if (next == lf + 1 || next == lf + 2 && work[lf + 1] == '\r') {
                return next;
            }
            lf = next;
        }
        return -1;
    }

    private static boolean isBlank(byte[] work, int from, int to) {
        for (int i = from; i < to; i++) {
            if (work[i] != ' ' && work[i] != '\t' && work[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    private void endPart() {
        if (!inPart) {
            return;
        }
        if (parts.size() == limits.maxParts()) {
            throw new MimeException("The MIME message must not have more than " + limits.maxParts() + " parts.", true);
        }
        parts.add(new Place(header, contentFrom, Math.max(contentFrom, contentTo)));
        inPart = false;
        header = List.of();
    }

    /**
     * The parts, in order, once all bytes have been taken.
     *
     * @throws MimeException where the message is cut off
     */
    List<Place> finish() {
        if (state != State.EPILOGUE) {
            throw new MimeException("The MIME message ends before its closing boundary; "
                    + (parts.isEmpty() && !inPart ? "there is no part" : "it may be cut off")
                    + ".");
        }
        return parts;
    }
}
