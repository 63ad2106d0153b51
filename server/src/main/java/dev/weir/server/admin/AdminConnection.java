package dev.weir.server.admin;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Carries the requests of an {@link AdminClient} to a server, and the answers back. */
@FunctionalInterface
public interface AdminConnection {
    /**
     * Sends a request; the caller closes the answer, whatever its status.
     *
     * @param path from {@link AdminApi#PREFIX} on, with the query
     * @param body null for none
     * @throws AdminException where there is no answer
     */
    Answer send(String method, String path, @Nullable Content body);

    /** A body of a request. */
    record Content(String mediaType, byte[] bytes) {}

    /**
     * @param mediaType null where it is not said
     * @param next the header {@link AdminRoute.Part#NEXT}; null where there is none
     */
    record Answer(
            int status,
            @Nullable String mediaType,
            @Nullable String next,
            InputStream body) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            body.close();
        }
    }
}
