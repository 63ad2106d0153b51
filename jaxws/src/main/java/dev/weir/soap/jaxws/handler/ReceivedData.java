package dev.weir.soap.jaxws.handler;

import dev.weir.soap.envelope.EnvelopeFormat;
import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** A received envelope, for programs that take messages as bytes. */
public record ReceivedData(byte[] bytes, String contentType) implements DataSource {
    /** @param charset of the Content-Type; null for none */
    public static ReceivedData envelope(byte[] bytes, EnvelopeFormat format, @Nullable String charset) {
        return new ReceivedData(bytes, format.mediaType + (charset == null ? "" : "; charset=" + charset));
    }

    @Override
    public InputStream getInputStream() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public OutputStream getOutputStream() {
        throw new UnsupportedOperationException("a message that was received is not written");
    }

    @Override
    public String getContentType() {
        return contentType;
    }

    @Override
    public String getName() {
        return "";
    }
}
