package dev.weir.soap.jaxws.client;

import dev.weir.soap.client.ClientEncodings.FastInfoset;
import dev.weir.soap.envelope.MessageVocabulary;
import dev.weir.soap.jaxws.body.FastInfosetProperties;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.encoding.PreparedEncoding;
import jakarta.xml.ws.WebServiceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides for a client in which encoding requests go, and with which vocabulary, by what its service has answered in.
 * Thread-safe.
 */
final class FastInfosetPeers {
    private final @Nullable FastInfoset port;
    private final MessageVocabulary vocabulary;

    /** The address whose last answer was in Fast Infoset; null for none. A program may change the address between calls. */
    private volatile @Nullable String spokenAt;

    /** The address whose last answer in Fast Infoset had the vocabulary; null for none. */
    private volatile @Nullable String preparedAt;

    /** The address whose last answer in Fast Infoset was without: nobody names the vocabulary there again. Null for none. */
    private volatile @Nullable String withoutAt;

    /**
     * @param port what features and annotations say; null for nothing
     * @param vocabulary for services that have the same
     */
    FastInfosetPeers(@Nullable FastInfoset port, MessageVocabulary vocabulary) {
        this.port = port;
        this.vocabulary = vocabulary;
    }

    /**
     * The choice for one call.
     *
     * @throws WebServiceException where Fast Infoset is asked for and its artefact is missing
     */
    Choice of(Map<String, Object> context) {
        FastInfoset mode = ContentNegotiation.of(context, port);
        if (mode == FastInfoset.NONE) {
            return new Choice(mode, null, null);
        }
        try {
            InfosetEncoding encoding = InfosetEncoding.fastInfoset();
            return new Choice(
                    mode, encoding, FastInfosetProperties.hasVocabulary(context) ? vocabulary.encoding() : null);
        } catch (UnsupportedOperationException e) {
            throw new WebServiceException(e.getMessage(), e);
        }
    }

    /** What one call may use. */
    final class Choice {
        private final FastInfoset mode;
        private final @Nullable InfosetEncoding encoding;
        private final @Nullable PreparedEncoding prepared;

        /** True once the request has named the vocabulary, in its head or in its document. */
        private boolean asked;

        private Choice(FastInfoset mode, @Nullable InfosetEncoding encoding, @Nullable PreparedEncoding prepared) {
            this.mode = mode;
            this.encoding = encoding;
            this.prepared = prepared;
        }

        /** Of answers, which the request offers; null where it does not. */
        @Nullable InfosetEncoding encoding() {
            return encoding;
        }

        /** Of a request without parts; null for text. */
        @Nullable InfosetEncoding ofRequest(String address) {
            boolean sent = mode == FastInfoset.OPTIMISTIC || address.equals(spokenAt);
            return !sent ? null : prepared != null && address.equals(preparedAt) ? prepared : encoding;
        }

        /**
         * The URI of the vocabulary that a request names, to be answered with it; null for none.
         *
         * @param ofRequest the encoding of the request itself, whose document may name it already; null for text
         */
        @Nullable String toName(String address, @Nullable InfosetEncoding ofRequest) {
            PreparedEncoding own = prepared;
            asked = own != null && (own == ofRequest || !address.equals(withoutAt));
            return own == null || own == ofRequest || !asked ? null : own.vocabularyUri();
        }

        /** What an answer in Fast Infoset is read by; null where none was offered. */
        @Nullable InfosetEncoding ofReply(byte[] document) {
            return prepared != null && prepared.isUsedBy(document) ? prepared : encoding;
        }

        /**
         * Notes how an answer came: whoever falls back to text is not sent anything else unasked, nor is whoever answers without
         * the vocabulary sent it again.
         *
         * @param in the encoding of the answer; null for text
         */
        void answered(String address, @Nullable InfosetEncoding in) {
            if (in == null) {
                if (address.equals(spokenAt)) {
                    spokenAt = null;
                }
                return;
            }
            spokenAt = address;
            if (in == prepared) {
                preparedAt = address;
            } else if (asked) {
                refusedVocabulary(address);
            }
        }

        /** Notes that a service does not have the vocabulary, or has it no more. */
        void refusedVocabulary(String address) {
            withoutAt = address;
            if (address.equals(preparedAt)) {
                preparedAt = null;
            }
        }
    }
}
