package dev.weir.xml;

import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** Content that is an array. */
record BytesContent(byte[] bytes, String contentType) implements BinaryContent {
    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }
}
