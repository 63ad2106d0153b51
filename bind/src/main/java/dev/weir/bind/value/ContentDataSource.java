package dev.weir.bind.value;

import dev.weir.xml.BinaryContent;
import jakarta.activation.DataSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A DataSource for binary content that is read when somebody asks for it. Closing it releases content that can be released, such
 * as a part of a message in a file.
 */
public record ContentDataSource(BinaryContent content) implements DataSource, Closeable {
    @Override
    public InputStream getInputStream() throws IOException {
        return content.open();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        throw new IOException("this content can only be read");
    }

    @Override
    public String getContentType() {
        return content.contentType();
    }

    @Override
    public String getName() {
        return "";
    }

    @Override
    public void close() throws IOException {
        if (content instanceof Closeable releasable) {
            releasable.close();
        }
    }
}
