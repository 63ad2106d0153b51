package dev.weir.soap.mtom;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.writer.XmlWriters;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The root of a message as a document in UTF-8, with base64 in the place of each xop:Include, for handlers and programs that look at
 * plain envelopes.
 */
public final class PlainRoot {
    private PlainRoot() {}

    /**
     * Copies a root; its parts are read piece by piece.
     *
     * @param root reads the document from its start; closed here
     * @param message has the parts; null for a document that came alone
     * @param room asked with the length so far before the text grows to it; ends the copy by what it throws
     * @throws MimeException for a reference that leads to no part
     * @throws dev.weir.xml.XmlException where the root cannot be read
     */
    public static byte[] read(XmlReader root, @Nullable MimeMessage message, LongConsumer room) {
        BoundedOutput out = new BoundedOutput(room);
        try (XmlReader reader = message == null ? root : new XopReader(root, message);
                XmlWriter writer = XmlWriters.open(out)) {
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                writer.copy(reader);
            }
        }
        return out.bytes();
    }

    /** Bytes in memory that somebody makes room for before they are there. */
    private static final class BoundedOutput extends OutputStream {
        private static final int FIRST_BYTES = 8 * 1024;

        private final LongConsumer room;
        private byte[] bytes = new byte[FIRST_BYTES];
        private int length;

        BoundedOutput(LongConsumer room) {
            this.room = room;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int count) {
            room.accept((long) length + count);
            if (count > bytes.length - length) {
                long grown = Math.max((long) length + count, bytes.length + (long) bytes.length / 2);
                bytes = Arrays.copyOf(bytes, Math.toIntExact(grown));
            }
            System.arraycopy(from, offset, bytes, length, count);
            length += count;
        }

        byte[] bytes() {
            return Arrays.copyOf(bytes, length);
        }
    }
}
