package dev.weir.bind.value;

import dev.weir.xml.BinaryContent;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.activation.FileDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** What a DataHandler stands for, read as a stream when it is written. */
public final class HandlerContent implements BinaryContent {
    private final DataHandler handler;

    private HandlerContent(DataHandler handler) {
        this.handler = handler;
    }

    /** The content itself where the handler has come out of a message, or is in memory. */
    public static BinaryContent of(DataHandler handler) {
        DataSource source = handler.getDataSource();
        if (source instanceof ContentDataSource known) {
            return known.content();
        }
        return source instanceof BytesDataSource bytes
                ? BinaryContent.of(bytes.content(), bytes.contentType())
                : new HandlerContent(handler);
    }

    /** Known for files only: another source would have to be read twice. */
    @Override
    public long length() {
        if (handler.getDataSource() instanceof FileDataSource file
                && file.getFile().isFile()) {
            return file.getFile().length();
        }
        return -1;
    }

    @Override
    public String contentType() {
        return Objects.requireNonNullElse(handler.getContentType(), ANY_TYPE);
    }

    @Override
    public InputStream open() throws IOException {
        return handler.getInputStream();
    }
}
