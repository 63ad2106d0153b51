package dev.weir.soap.mtom;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.writer.XmlWriters;
import java.io.OutputStream;
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
     * @param to ends the copy by what it throws
     * @throws MimeException for a reference that leads to no part
     * @throws dev.weir.xml.XmlException where the root cannot be read
     */
    public static void copy(XmlReader root, @Nullable MimeMessage message, OutputStream to) {
        try (XmlReader reader = message == null ? root : new XopReader(root, message);
                XmlWriter writer = XmlWriters.open(to)) {
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                writer.copy(reader);
            }
        }
    }

    /**
     * How long the base64 is that {@link #copy} writes, at most. Reads no part.
     *
     * @param root reads the document from its start; closed here
     */
    public static long base64Bytes(XmlReader root, MimeMessage message) {
        long bytes = 0;
        try (XopReader reader = new XopReader(root, message)) {
            while (reader.next() != XmlEvent.END_DOCUMENT) {
                if (reader.binary() instanceof Attachment part) {
                    bytes += (part.mostBytes() + 2) / 3 * 4;
                }
            }
        }
        return bytes;
    }
}
