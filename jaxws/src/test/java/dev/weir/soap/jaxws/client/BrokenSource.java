package dev.weir.soap.jaxws.client;

import java.io.IOException;
import java.io.InputStream;

/** A source of which so many bytes can be read; where they are fewer than none, it cannot even be opened. */
record BrokenSource(int readable, Throwable failure) implements ReadSource {
    BrokenSource(int readable) {
        this(readable, new IOException("the disk is gone"));
    }

    @Override
    public InputStream getInputStream() throws IOException {
        if (readable < 0) {
            fail();
        }
        return new InputStream() {
            private int left = readable;

            @Override
            public int read() throws IOException {
                if (left-- <= 0) {
                    fail();
                }
                return 'x';
            }
        };
    }

    private void fail() throws IOException {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (IOException) failure;
    }
}
