package dev.weir.xml.reader;

import dev.weir.xml.DtdPolicy;
import dev.weir.xml.XmlLimits;
import dev.weir.xml.XmlReader;
import dev.weir.xml.XmlReaderContract;
import dev.weir.xml.dtd.ValidatingReader;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;

/** The reader of XML text, over every kind of source and encoding. */
class TextReaderContractTest {
    private static byte[] utf8(String document) {
        return document.getBytes(StandardCharsets.UTF_8);
    }

    @Nested
    class OverAnArray extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            return Feeding.WHOLE.open(utf8(document));
        }
    }

    @Nested
    class OverASlice extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            return Feeding.SLICE.open(utf8(document));
        }
    }

    /** The buffer is as small as can be: it grows where an item needs more. */
    @Nested
    class OverAStreamByteByByte extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            return Feeding.ONE_BYTE.open(utf8(document));
        }
    }

    @Nested
    class OverAStream extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            return Feeding.STREAM.open(utf8(document));
        }

        @Override
        protected Stream<XmlReader> openSplit(String document) {
            byte[] bytes = utf8(document);
            return IntStream.rangeClosed(0, bytes.length)
                    .mapToObj(boundary -> new XmlTextReader(
                            Feeding.splitAt(bytes, boundary), ReadOptions.DEFAULT, 1 + boundary % 64));
        }
    }

    @Nested
    class OverCharacters extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            return XmlReaders.open(new StringReader(document), ReadOptions.DEFAULT);
        }
    }

    @Nested
    class OverADirectBuffer extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            byte[] bytes = utf8(document);
            ByteBuffer direct =
                    ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
            return XmlReaders.open(direct, ReadOptions.DEFAULT);
        }
    }

    @Nested
    class OfUtf16 extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            byte[] bytes = ("\uFEFF" + document).getBytes(StandardCharsets.UTF_16LE);
            return XmlReaders.open(bytes);
        }

        @Override
        protected Stream<XmlReader> openSplit(String document) {
            byte[] bytes = ("\uFEFF" + document).getBytes(StandardCharsets.UTF_16BE);
            return IntStream.rangeClosed(0, bytes.length)
                    .mapToObj(boundary -> XmlReaders.open(Feeding.splitAt(bytes, boundary), ReadOptions.DEFAULT));
        }
    }

    @Nested
    class ThatIsFed extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            byte[] bytes = utf8(document);
            XmlFeeder feeder = XmlReaders.feeder(ReadOptions.DEFAULT);
            feeder.feed(bytes, 0, bytes.length);
            feeder.endOfInput();
            return feeder;
        }
    }

    @Nested
    class Coalescing extends XmlReaderContract {
        Coalescing() {
            super(Feature.CDATA);
        }

        @Override
        protected XmlReader open(String document) {
            return XmlReaders.open(new ByteArrayInputStream(utf8(document)), ReadOptions.DEFAULT.withCoalescing(true));
        }
    }

    /** Of a document without DTD one breach is reported, and then it is just read. */
    @Nested
    class Validating extends XmlReaderContract {
        @Override
        protected XmlReader open(String document) {
            return new ValidatingReader(
                    Feeding.WHOLE.open(utf8(document), XmlLimits.DEFAULT, DtdPolicy.REFUSE), breach -> {});
        }
    }
}
