package dev.weir.bind.value;

import dev.weir.xml.BinaryContent;
import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import jakarta.activation.FileDataSource;
import jakarta.activation.UnsupportedDataTypeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
     * The bytes of any handler. One that was made with an object is encoded by what the object is: byte[], InputStream (once), String
     * in the charset of the type or in UTF-8, Source and Image; other objects by the DataContentHandler that the program has for the
     * type. The pipe of {@link DataHandler#getInputStream} is no way for these: what fails behind it is lost, and the content cut
     * off.
     *
     * @throws UnsupportedDataTypeException for an object that nobody can encode
     * @throws IOException where it cannot be read, or not be encoded as its type
     */
    static InputStream open(DataHandler handler) throws IOException {
        if (!isOfObject(handler)) {
            return handler.getInputStream();
        }
        Object content = handler.getContent();
        if (content instanceof InputStream stream) {
            return stream;
        }
        byte[] known = encoded(content, handler.getContentType());
        if (known != null) {
            return new ByteArrayInputStream(known);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        handler.writeTo(bytes);
        return new ByteArrayInputStream(bytes.toByteArray());
    }

    /** By the name of the class that stands for the source such a handler has not, which is not public. */
    private static boolean isOfObject(DataHandler handler) {
        return handler.getDataSource().getClass().getName().equals("jakarta.activation.DataHandlerDataSource");
    }

    /** Null for an object of another class. */
    private static byte @Nullable [] encoded(Object content, String type) throws IOException {
        if (content instanceof byte[] bytes) {
            return bytes;
        }
        try {
            if (content instanceof String text) {
                return text.getBytes(EncodedType.charset(type));
            }
            EncodedType encoded = EncodedType.of(content);
            return encoded == null ? null : encoded.encode(content, type);
        } catch (IllegalArgumentException e) {
            throw new IOException("an object cannot be encoded as " + type + ": " + e.getMessage(), e);
        }
    }
}
