package dev.weir.soap.mtom;

import dev.weir.soap.SoapTraffic;
import dev.weir.soap.SoapTraffic.Encoding;
import dev.weir.soap.http.BodySource;
import dev.weir.soap.http.HttpReply;
import dev.weir.soap.http.HttpTransport;
import dev.weir.xml.BinaryContent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message with parts, ready to be sent: its parts are read when they are sent, one after the other. */
public final class MimeBody implements BodySource {
    private static final System.Logger LOG = System.getLogger(MimeBody.class.getName());

    /** A reply up to this length is put together in memory. */
    private static final int WHOLE_BYTES = 1024 * 1024;

    /** Of a longer one so much is read before the answer begins: about what is sent first. */
    private static final int FIRST_BYTES = 64 * 1024;

    private final String contentType;
    private final Envelope envelope;
    private final List<Piece> pieces;
    private final Encoding traffic;
    private final Runnable release;

    /**
     * What the message was made of.
     *
     * @param bytes in UTF-8; with xop:Include where the message is a XOP package
     */
    public record Envelope(byte[] bytes, List<MimePart> parts) {}

    sealed interface Piece {
        /** -1 where it is not known. */
        long length();

        InputStream open() throws IOException;
    }

    record Text(byte[] bytes) implements Piece {
        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(bytes);
        }
    }

    record Content(BinaryContent content) implements Piece {
        @Override
        public long length() {
            return content.length();
        }

        @Override
        public InputStream open() throws IOException {
            return content.open();
        }
    }

    /** @param traffic what its bytes count as when it is sent piece by piece */
    MimeBody(String contentType, Envelope envelope, List<Piece> pieces, Encoding traffic) {
        this(contentType, envelope, pieces, traffic, () -> {});
    }

    private MimeBody(String contentType, Envelope envelope, List<Piece> pieces, Encoding traffic, Runnable release) {
        this.contentType = contentType;
        this.envelope = envelope;
        this.pieces = pieces;
        this.traffic = traffic;
        this.release = release;
    }

    @Override
    public MimeBody releasing(Runnable further) {
        return new MimeBody(contentType, envelope, pieces, traffic, () -> {
            release.run();
            further.run();
        });
    }

    /** For who looks at it before it is sent. */
    public Envelope envelope() {
        return envelope;
    }

    /**
     * A reply with the message; a short one is put together at once, and this is closed then. Of a longer one the first bytes are
     * read, so that what cannot be read is found out while nothing of it has been sent; not on an event loop, which must not wait.
     *
     * @throws UnreadableAttachmentException for a part that cannot be read; this is closed then
     */
    public HttpReply reply(int status) {
        byte[] whole;
        BodySource source = this;
        try {
            whole = whole(WHOLE_BYTES);
            if (whole == null && !HttpTransport.isEventLoop()) {
                source = begun(FIRST_BYTES);
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw new UnreadableAttachmentException(e);
        }
        SoapTraffic.countSent(traffic, whole == null ? 0 : whole.length);
        if (whole == null) {
            return HttpReply.of(status, contentType, source);
        }
        close();
        return HttpReply.of(status, contentType, whole);
    }

    /** The value of the field Content-Type, with the boundary. */
    public String contentType() {
        return contentType;
    }

    @Override
    public long length() {
        long all = 0;
        for (Piece piece : pieces) {
            long length = piece.length();
            if (length < 0) {
                return -1;
            }
            all += length;
        }
        return all;
    }

    /** The whole in an array, where it is at most so long; null where it is longer or its length is not known. */
    public byte @Nullable [] whole(int atMost) throws IOException {
        long length = length();
        if (length < 0 || length > atMost) {
            return null;
        }
        byte[] whole = new byte[(int) length];
        int at = 0;
        for (Piece piece : pieces) {
            try (InputStream in = piece.open()) {
                int count = in.readNBytes(whole, at, whole.length - at);
                if (count != piece.length() || in.read() >= 0) {
                    throw new IOException("an attachment has another length than it said: " + piece.length());
                }
                at += count;
            }
        }
        return whole;
    }

    private BodySource begun(int bytes) throws IOException {
        InputStream in = open();
        try {
            return new Begun(this, in.readNBytes(bytes), in);
        } catch (IOException | RuntimeException e) {
            try {
                in.close();
            } catch (IOException also) {
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    /** A message whose first bytes have been read already. */
    private record Begun(MimeBody body, byte[] first, InputStream rest) implements BodySource {
        @Override
        public long length() {
            return body.length();
        }

        @Override
        public InputStream open() {
            return new SequenceInputStream(new ByteArrayInputStream(first), rest);
        }

        @Override
        public void close() {
            try {
                rest.close(); // also where nobody has opened this
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "an attachment was not closed in order", e);
            }
            body.close();
        }
    }

    @Override
    public InputStream open() {
        return new PiecesInputStream(pieces.iterator(), traffic);
    }

    /** The pieces one after the other, each opened when it is its turn. */
    private static final class PiecesInputStream extends InputStream {
        private final Iterator<Piece> pieces;
        private final Encoding traffic;
        private @Nullable InputStream open;

        PiecesInputStream(Iterator<Piece> pieces, Encoding traffic) {
            this.pieces = pieces;
            this.traffic = traffic;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            while (length > 0) {
                InputStream in = open;
                if (in == null) {
                    if (!pieces.hasNext()) {
                        return -1;
                    }
                    in = pieces.next().open();
                    open = in;
                }
                int count = in.read(into, offset, length);
                if (count > 0) {
                    SoapTraffic.countSentBytes(traffic, count);
                    return count;
                }
                close();
            }
            return 0;
        }

        @Override
        public void close() throws IOException {
            InputStream in = open;
            open = null;
            if (in != null) {
                in.close();
            }
        }
    }

    @Override
    public void close() {
        release.run(); // the parts belong to whoever added them
    }
}
