package dev.weir.bind.value;

import dev.weir.xml.BinaryContent;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.activation.FileDataSource;
import jakarta.activation.UnsupportedDataTypeException;
import java.io.ByteArrayInputStream;
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
        return open(handler);
    }

    /**
     * The bytes of any handler, also of one that was made with an object: by the DataContentHandler that the program has for its
     * type, otherwise of byte[], InputStream (once), String in the charset of the type or in UTF-8, Source and Image.
     *
     * @throws UnsupportedDataTypeException for an object of another class
     * @throws IOException where it cannot be read, or not be encoded as its type
     */
    static InputStream open(DataHandler handler) throws IOException {
        try {
            return handler.getInputStream();
        } catch (UnsupportedDataTypeException unknown) {
            Object content = handler.getContent();
            if (content instanceof InputStream stream) {
                return stream;
            }
            return new ByteArrayInputStream(bytes(content, handler.getContentType(), unknown));
        }
    }

    private static byte[] bytes(Object content, String type, UnsupportedDataTypeException unknown) throws IOException {
        try {
            if (content instanceof byte[] bytes) {
                return bytes;
            }
            if (content instanceof String text) {
                return text.getBytes(EncodedType.charset(type));
            }
            EncodedType encoded = EncodedType.of(content);
            if (encoded != null) {
                return encoded.encode(content, type);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("an object cannot be encoded as " + type + ": " + e.getMessage(), e);
        }
        throw unknown;
    }
}
