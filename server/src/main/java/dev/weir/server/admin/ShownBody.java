package dev.weir.server.admin;

import dev.weir.soap.http.BodySource;
import dev.weir.soap.http.HttpReply;
import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlException;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.XmlReaders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What is shown of a reply's body: its beginning, where it is long.
 *
 * @param bytes nobody changes them
 * @param length of the whole body; -1 where it is cut and its length is not known
 */
record ShownBody(byte[] bytes, long length) {
    /** That of no reply. */
    static final ShownBody NOTHING = new ShownBody(new byte[0], 0);

    /** What decoding makes of a character whose end is missing. */
    private static final String HALF = "\uFFFD";

    /** Reads a body as far as it is shown, and closes its source. */
    static ShownBody of(HttpReply reply, int most) throws IOException {
        BodySource source = reply.source();
        if (source == null) {
            byte[] body = reply.body();
            return new ShownBody(body.length <= most ? body : Arrays.copyOf(body, most), body.length);
        }
        try (source;
                InputStream in = source.open()) {
            byte[] bytes = in.readNBytes(most);
            return new ShownBody(bytes, in.read() < 0 ? bytes.length : source.length());
        }
    }

    boolean isCut() {
        return length != bytes.length;
    }

    boolean isEmpty() {
        return bytes.length == 0;
    }

    /** As UTF-8, in which this server writes; a character that is cut is left out. */
    String text() {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return isCut() && text.endsWith(HALF) ? text.substring(0, text.length() - 1) : text;
    }

    /** True where the Body has a Fault of SOAP: elements of that name elsewhere, or of others, are the service's own. */
    boolean isFault() {
        try (XmlReader reader = XmlReaders.open(bytes)) {
            String namespace = "";
            boolean inBody = false;
            for (XmlEvent event = reader.next(); event != XmlEvent.END_DOCUMENT; event = reader.next()) {
                if (event != XmlEvent.START_ELEMENT) {
                    continue;
                }
                if (reader.depth() == 1) {
                    namespace = reader.name().namespace();
                } else if (reader.depth() == 2) {
                    inBody = reader.localName().equals("Body");
                } else if (inBody) {
                    return reader.localName().equals("Fault")
                            && reader.name().namespace().equals(namespace);
                }
            }
            return false;
        } catch (XmlException e) {
            // It is no XML, or it is cut before its Body begins.
            return false;
        }
    }
}
