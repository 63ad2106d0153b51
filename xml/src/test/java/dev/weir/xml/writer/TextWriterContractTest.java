package dev.weir.xml.writer;

import dev.weir.xml.XmlWriterContract;
import dev.weir.xml.reader.ReadOptions;
import dev.weir.xml.reader.XmlReaders;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Nested;

/** The writers of XML text: every encoding, compact and canonical. */
class TextWriterContractTest {
    private static XmlWriterContract.Output bytes(WriteOptions options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return new XmlWriterContract.Output(XmlWriters.open(out, options), () -> XmlReaders.open(out.toByteArray()));
    }

    /** Without an XML declaration, the reader is given characters. */
    private static XmlWriterContract.Output encoded(String encoding) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        WriteOptions options = WriteOptions.DEFAULT.withEncoding(encoding);
        return new XmlWriterContract.Output(
                XmlWriters.open(out, options),
                () -> XmlReaders.open(new StringReader(out.toString(Charset.forName(encoding))), ReadOptions.DEFAULT));
    }

    @Nested
    class InUtf8 extends XmlWriterContract {
        @Override
        protected Output open() {
            return bytes(WriteOptions.DEFAULT);
        }
    }

    /** The target gets one byte at a time. */
    @Nested
    class ByteByByte extends XmlWriterContract {
        @Override
        protected Output open() {
            return bytes(WriteOptions.DEFAULT.withBufferBytes(1));
        }
    }

    @Nested
    class InUtf16 extends XmlWriterContract {
        @Override
        protected Output open() {
            return encoded("UTF-16");
        }
    }

    @Nested
    class InAscii extends XmlWriterContract {
        InAscii() {
            super(Feature.ALL_NAMES);
        }

        @Override
        protected Output open() {
            return encoded("US-ASCII");
        }
    }

    @Nested
    class InCharacters extends XmlWriterContract {
        @Override
        protected Output open() {
            StringWriter out = new StringWriter();
            return new Output(
                    XmlWriters.open(out, WriteOptions.DEFAULT),
                    () -> XmlReaders.open(new StringReader(out.toString()), ReadOptions.DEFAULT));
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
            return new Output(XmlWriters.openCanonical(out, true), () -> XmlReaders.open(out.toByteArray()));
        }
    }
}
