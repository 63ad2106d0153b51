package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.reader.Recording;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Fast infosets made by hand: octets in hexadecimal, and strings between apostrophes. */
final class Octets {
    /** The magic, and a document without optional components. */
    static final String DOCUMENT = "E0000001 00 ";

    static final FastInfosetReadOptions OPTIONS = FastInfosetReadOptions.DEFAULT;

    private Octets() {}

    static byte[] of(String notation) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String[] parts = notation.split("'", -1);
        for (int i = 0; i < parts.length; i++) {
            byte[] piece = i % 2 == 1
                    ? parts[i].getBytes(StandardCharsets.UTF_8)
                    : HexFormat.of().parseHex(parts[i].replaceAll("\\s", ""));
            out.writeBytes(piece);
        }
        return out.toByteArray();
    }

    static XmlReader open(String notation, FastInfosetReadOptions options) {
        byte[] document = of(notation);
        return FastInfoset.reader(document, 0, document.length, options);
    }

    /** The document's items; the same from an array and from a stream that gives an octet at a time. */
    static List<String> items(String notation, FastInfosetReadOptions options) {
        byte[] document = of(notation);
        List<String> items;
        try (XmlReader reader = FastInfoset.reader(document, 0, document.length, options)) {
            items = Recording.of(reader);
        }
        try (XmlReader reader = new FastInfosetReader(slowly(document), 1, options)) {
            List<String> streamed = Recording.of(reader);
            if (!streamed.equals(items)) {
                throw new AssertionError("from a stream " + streamed + ", from an array " + items);
            }
        }
        return items;
    }

    static List<String> items(String notation) {
        return items(notation, OPTIONS);
    }

    static ByteArrayInputStream slowly(byte[] document) {
        return new ByteArrayInputStream(document) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(1, length));
            }
        };
    }

    static FastInfosetReadOptions limited(XmlLimits limits) {
        return OPTIONS.withLimits(limits);
    }
}
