package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlEvent;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlReaderContract;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;

/** The reader of fast infoset documents, which Weir's writer makes of the text. */
class FastInfosetReaderContractTest {
    private static byte[] encoded(String document, FastInfosetWriteOptions options) {
        XmlReader text = XmlReaders.open(document.getBytes(StandardCharsets.UTF_8));
        try (FastInfosetWriter writer = FastInfoset.writer(options)) {
            writer.copy(text);
            while (text.event() != XmlEvent.END_DOCUMENT) {
                text.next();
                writer.copy(text);
            }
            return writer.toByteArray();
        }
    }

    /** A stream that delivers the octets up to a boundary, and then the others one by one. */
    private static InputStream splitAt(byte[] octets, int boundary) {
        return new ByteArrayInputStream(octets) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, pos < boundary ? boundary - pos : 1));
            }
        };
    }

    @Nested
    class OverAnArray extends XmlReaderContract {
        OverAnArray() {
            super(Feature.LINES);
        }

        @Override
        protected XmlReader open(String document) {
            return FastInfoset.reader(encoded(document, FastInfosetWriteOptions.DEFAULT));
        }
    }

    @Nested
    class OverAStreamOctetByOctet extends XmlReaderContract {
        OverAStreamOctetByOctet() {
            super(Feature.LINES);
        }

        @Override
        protected XmlReader open(String document) {
            byte[] octets = encoded(document, FastInfosetWriteOptions.DEFAULT);
            return new FastInfosetReader(splitAt(octets, 0), 1, FastInfosetReadOptions.DEFAULT);
        }

        @Override
        protected Stream<XmlReader> openSplit(String document) {
            byte[] octets = encoded(document, FastInfosetWriteOptions.DEFAULT);
            return IntStream.rangeClosed(0, octets.length)
                    .mapToObj(boundary -> new FastInfosetReader(
                            splitAt(octets, boundary), 1 + boundary % 64, FastInfosetReadOptions.DEFAULT));
        }
    }
}
