package dev.weir.xml.fastinfoset;

import dev.weir.xml.XmlWriterContract;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Nested;

/** The writers of fast infoset documents: typed values as data or as text, and canonical. */
class FastInfosetWriterContractTest {
    private static XmlWriterContract.Output octets(FastInfosetWriteOptions options) {
        FastInfosetWriter writer = FastInfoset.writer(options);
        return new XmlWriterContract.Output(writer, () -> FastInfoset.reader(writer.toByteArray()));
    }

    @Nested
    class WithDefaults extends XmlWriterContract {
        WithDefaults() {
            super(Feature.RAW_MARKUP, Feature.NOTATION);
        }

        @Override
        protected Output open() {
            return octets(FastInfosetWriteOptions.DEFAULT);
        }
    }

    @Nested
    class WithTypedValuesAsText extends XmlWriterContract {
        WithTypedValuesAsText() {
            super(Feature.RAW_MARKUP);
        }

        @Override
        protected Output open() {
            return octets(FastInfosetWriteOptions.DEFAULT.withTyped(FastInfosetWriteOptions.Typed.TEXT));
        }
    }

    /** Nothing is indexed, and the buffer is as small as can be. */
    @Nested
    class ThroughASmallBuffer extends XmlWriterContract {
        ThroughASmallBuffer() {
            super(Feature.RAW_MARKUP, Feature.NOTATION);
        }

        @Override
        protected Output open() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            FastInfosetWriteOptions options = FastInfosetWriteOptions.DEFAULT
                    .withBufferBytes(64)
                    .withIndexedText(0, 0)
                    .withIndexedValues(0, 0)
                    .withKeepingCData(true);
            return new Output(FastInfoset.writer(out, options), () -> FastInfoset.reader(out.toByteArray()));
        }
    }

    @Nested
    class Canonical extends XmlWriterContract {
        Canonical() {
            super(Feature.RAW_MARKUP, Feature.ENTITY_REFERENCES);
        }

        @Override
        protected Output open() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            return new Output(
                    FastInfoset.canonicalWriter(out, FastInfosetWriteOptions.DEFAULT, true),
                    () -> FastInfoset.reader(out.toByteArray()));
        }
    }
}
