package dev.weir.soap.http;

import java.io.IOException;
import java.io.InputStream;

/** A body that releases more than its own when it is closed. */
record ReleasingSource(BodySource sent, Runnable further) implements BodySource {
    @Override
    public long length() {
        return sent.length();
    }

    @Override
    public InputStream open() throws IOException {
        return sent.open();
    }

    @Override
    public void close() {
        sent.close();
        further.run();
    }
}
