package dev.weir.soap.envelope;

import dev.weir.wsdl.Wsdl;
import dev.weir.wsdl.WsdlException;
import dev.weir.xml.XmlException;
import dev.weir.xml.encoding.ExpectedNames;
import dev.weir.xml.encoding.InfosetEncoding;
import dev.weir.xml.encoding.PreparedEncoding;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The vocabulary that both ends of a service derive from its WSDL, so that names need not be in its messages in Fast Infoset. They
 * agree on it by its URI: a client names it in {@link #FIELD}, who has the same answers with it, and then the client uses it.
 * Nobody is sent a document with it who has not named it or sent one. The tables are made when they are first asked for.
 * Thread-safe.
 */
public final class MessageVocabulary {
    /** The header field of HTTP by which a client that takes Fast Infoset names the vocabulary that it has. */
    public static final String FIELD = "Fast-Infoset-Vocabulary";

    /** The status by which a request is refused, unread, whose vocabulary its receiver does not have. */
    public static final int UNKNOWN_STATUS = 415;

    /** Of those who have none. */
    public static final MessageVocabulary NONE = new MessageVocabulary(() -> null);

    private static final Logger LOG = System.getLogger(MessageVocabulary.class.getName());

    private @Nullable Supplier<@Nullable ExpectedNames> names;
    private volatile boolean made;
    private @Nullable PreparedEncoding encoding;

    private MessageVocabulary(Supplier<@Nullable ExpectedNames> names) {
        this.names = names;
    }

    /** Of a WSDL that need not be kept: its names are collected now. */
    public static MessageVocabulary of(Wsdl wsdl) {
        if (FastInfosetType.encoding() == null) {
            return NONE;
        }
        ExpectedNames names = MessageNames.of(wsdl);
        return names == null ? NONE : new MessageVocabulary(() -> names);
    }

    /** Of a WSDL that is read when the vocabulary is first asked for; one that cannot be read is in the log, and there is none. */
    public static MessageVocabulary of(Supplier<Wsdl> wsdl) {
        return new MessageVocabulary(() -> {
            try {
                return MessageNames.of(wsdl.get());
            } catch (WsdlException | XmlException e) {
                LOG.log(Level.WARNING, "there is no vocabulary for Fast Infoset, as the WSDL cannot be read", e);
                return null;
            }
        });
    }

    /** Fast Infoset with this vocabulary; null where there is none. */
    public @Nullable PreparedEncoding encoding() {
        return made ? encoding : make();
    }

    private synchronized @Nullable PreparedEncoding make() {
        Supplier<@Nullable ExpectedNames> of = names;
        if (of != null) {
            InfosetEncoding fastInfoset = FastInfosetType.encoding();
            ExpectedNames expected = fastInfoset == null ? null : of.get();
            encoding = fastInfoset == null || expected == null ? null : fastInfoset.prepared(expected);
            names = null;
            made = true;
        }
        return encoding;
    }

    /**
     * What a request in Fast Infoset is read by.
     *
     * @param plain the encoding without vocabulary
     * @return null for a document that refers to a vocabulary which is not this one
     */
    public @Nullable InfosetEncoding ofDocument(byte[] document, InfosetEncoding plain) {
        if (!plain.refersToVocabulary(document)) {
            return plain;
        }
        PreparedEncoding own = encoding();
        return own != null && own.isUsedBy(document) ? own : null;
    }

    /**
     * What a client is answered in that takes Fast Infoset.
     *
     * @param named the value of {@link #FIELD}; null for none
     * @param plain the encoding without vocabulary
     */
    public InfosetEncoding ofAnswer(@Nullable String named, InfosetEncoding plain) {
        PreparedEncoding own = named == null ? null : encoding();
        return own != null && own.vocabularyUri().equals(named) ? own : plain;
    }
}
