package dev.weir.bind.value;

import dev.weir.xml.XmlException;
import dev.weir.xml.XmlWriter;
import dev.weir.xml.transform.SourceCopy;
import dev.weir.xml.writer.WriteOptions;
import dev.weir.xml.writer.XmlWriters;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.function.LongConsumer;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;

/** Conversion of {@link Source}: a separate document, in bytes. */
final class Sources extends EncodedType {
    private Sources() {
        super(Source.class);
    }

    static EncodedType make() {
        return new Sources();
    }

    @Override
    public String usualMimeType() {
        return "application/xml";
    }

    @Override
    public byte[] encode(Object value, String mimeType) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (XmlWriter writer = XmlWriters.open(
                bytes, WriteOptions.DEFAULT.withEncoding(charset(mimeType).name()))) {
            writer.startDocument();
            SourceCopy.copy((Source) value, writer);
            writer.endDocument();
        } catch (XmlException failed) {
            throw new IllegalArgumentException("the document cannot be written: " + failed.getMessage(), failed);
        }
        return bytes.toByteArray();
    }

    /** Parses lazily, when the caller reads the source. */
    @Override
    public Object decode(byte[] bytes, String mimeType, LongConsumer memory) {
        return new StreamSource(new ByteArrayInputStream(bytes));
    }
}
