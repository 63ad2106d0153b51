package dev.weir.soap.jaxws.client;

import dev.weir.soap.client.ClientEncodings.FastInfoset;
import dev.weir.xml.encoding.InfosetEncoding;
import jakarta.xml.ws.WebServiceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides for a client in which encoding requests go, by what its service has answered in. Thread-safe. */
final class FastInfosetPeers {
    private final @Nullable FastInfoset port;

    /** The address whose last answer was in Fast Infoset; null for none. A program may change the address between calls. */
    private volatile @Nullable String spokenAt;

    /** @param port what features and annotations say; null for nothing */
    FastInfosetPeers(@Nullable FastInfoset port) {
        this.port = port;
    }

    /**
     * The choice for one call.
     *
     * @throws WebServiceException where Fast Infoset is asked for and its artefact is missing
     */
    Choice of(Map<String, Object> context) {
        FastInfoset mode = ContentNegotiation.of(context, port);
        if (mode == FastInfoset.NONE) {
            return new Choice(mode, null);
        }
        try {
            return new Choice(mode, InfosetEncoding.fastInfoset());
        } catch (UnsupportedOperationException e) {
            throw new WebServiceException(e.getMessage(), e);
        }
    }

    /** What one call may use. */
    final class Choice {
        private final FastInfoset mode;
        private final @Nullable InfosetEncoding encoding;

        private Choice(FastInfoset mode, @Nullable InfosetEncoding encoding) {
            this.mode = mode;
            this.encoding = encoding;
        }

        /** Of answers, which the request offers; null where it does not. */
        @Nullable InfosetEncoding encoding() {
            return encoding;
        }

        /** Of a request without parts; null for text. */
        @Nullable InfosetEncoding ofRequest(String address) {
            boolean sent = mode == FastInfoset.OPTIMISTIC || address.equals(spokenAt);
            return sent ? encoding : null;
        }

        /** Notes how an answer came: whoever falls back to text is not sent anything else unasked. */
        void answered(String address, boolean inFastInfoset) {
            if (inFastInfoset) {
                spokenAt = address;
            } else if (address.equals(spokenAt)) {
                spokenAt = null;
            }
        }
    }
}
