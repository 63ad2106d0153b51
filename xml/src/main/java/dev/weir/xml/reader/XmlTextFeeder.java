package dev.weir.xml.reader;

import dev.weir.xml.XmlEvent;
import java.io.InputStream;
import java.util.Objects;

/**
 * The reader over a source that may have no bytes available. An incomplete item is scanned again when more bytes were
 * fed; {@link ItemCompletion} avoids scans in vain, so that a document fed byte by byte costs constant time for each
 * byte.
 */
final class XmlTextFeeder extends XmlTextReader implements XmlFeeder {
    private static final class Fed extends InputStream {
        private byte[] bytes = new byte[0];
        private int next;
        private int limit;
        private boolean ended;

        @Override
        public int read() {
            throw new UnsupportedOperationException("what is fed is read in blocks");
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            int count = Math.min(length, limit - next);
            System.arraycopy(bytes, next, to, offset, count);
            next += count;
            return count == 0 && ended ? -1 : count;
        }
    }

    private final Fed source;
    private final ItemCompletion completion = new ItemCompletion();

    XmlTextFeeder(ReadOptions options) {
        this(new Fed(), options);
    }

    private XmlTextFeeder(Fed source, ReadOptions options) {
        super(source, options);
        this.source = source;
    }

    @Override
    boolean isFed() {
        return true;
    }

    @Override
    public void feed(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (source.ended) {
            throw new IllegalStateException("the input has ended");
        }
        if (!needsInput()) {
            throw new IllegalStateException("what was fed before is not taken up yet");
        }
        source.bytes = bytes;
        source.next = offset;
        source.limit = offset + length;
    }

    @Override
    public boolean needsInput() {
        return source.next == source.limit;
    }

    @Override
    public void endOfInput() {
        source.ended = true;
    }

    @Override
    public XmlEvent next() {
        if (state == INCOMPLETE && failure == null && !source.ended) {
            try {
                while (more()) {
                    // takes up all there is
                }
            } catch (Incomplete all) {
                if (!completion.isPossible(buf, itemStart, end, depth, insideSection)) {
                    return XmlEvent.INCOMPLETE;
                }
            }
        }
        scopeBefore = -1;
        try {
            XmlEvent next = advance();
            completion.reset();
            return next;
        } catch (Incomplete incomplete) {
            if (scopeBefore >= 0) {
                scopes.popTo(scopeBefore);
            }
            pos = itemStart;
            fastUntil = 0;
            insideTag = false;
            pieces = false;
            state = INCOMPLETE;
            return XmlEvent.INCOMPLETE;
        }
    }
}
