package dev.weir.soap.jaxws.client;

import jakarta.activation.DataSource;
import java.io.IOException;
import java.io.OutputStream;

/** Data that is only read: bytes of no particular type. */
interface ReadSource extends DataSource {
    @Override
    default OutputStream getOutputStream() throws IOException {
        throw new IOException("only read");
    }

    @Override
    default String getContentType() {
        return "application/octet-stream";
    }

    @Override
    default String getName() {
        return "data";
    }
}
