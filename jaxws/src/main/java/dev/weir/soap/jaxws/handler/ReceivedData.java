package dev.weir.soap.jaxws.handler;

import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;

/** A received envelope, for programs that take messages as bytes. */
public record ReceivedData(byte[] bytes, String contentType) implements DataSource {
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
