package dev.weir.bind.value;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** A DataSource for bytes in memory, which must not be modified. */
public record BytesDataSource(byte[] content, String contentType) implements DataSource {
    /** Reads the content of a DataHandler, as {@link HandlerContent} does. */
    public static byte[] bytes(DataHandler handler) {
        try (InputStream in = HandlerContent.open(handler)) {
            return in.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public InputStream getInputStream() {
        return new ByteArrayInputStream(content);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        throw new IOException("this content can only be read");
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
