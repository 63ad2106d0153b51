package dev.weir.soap.mtom;

import dev.weir.xml.BinaryContent;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** A part that keeps its message until it is closed; one that is never closed, until it is collected. */
record HeldAttachment(Attachment part, Runnable release) implements BinaryContent, Closeable {
    @Override
    public long length() {
        return part.length();
    }

    @Override
    public String contentType() {
        return part.contentType();
    }

    @Override
    public InputStream open() throws IOException {
        return part.open();
    }

    @Override
    public byte[] bytes() {
        return part.bytes();
    }

    @Override
    public void close() {
        release.run();
    }
}
