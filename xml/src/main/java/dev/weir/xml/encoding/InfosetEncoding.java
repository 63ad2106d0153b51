package dev.weir.xml.encoding;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An encoding of the infoset other than XML text: a service, found by {@link ServiceLoader}. A caller that has the
 * options object of an encoding needs no service: the options open readers and writers themselves.
 *
 * <p>Implementations must be thread-safe.
 */
public interface InfosetEncoding {
    /** The name of Fast Infoset (ITU-T X.891), which StAX's users give in place of a character encoding. */
    String FAST_INFOSET = "finf";

    /** The name that selects this encoding, in lower case. */
    String name();

    DecodingOptions defaultDecoding();

    EncodingOptions defaultEncoding();

    /**
     * This encoding with a vocabulary of names that documents are expected to have; null where the encoding has no vocabularies.
     * Names that no document can have are left out.
     */
    default @Nullable PreparedEncoding prepared(ExpectedNames names) {
        return null;
    }

    /** True for a document that refers to a vocabulary which its reader has to know; only its first octets are looked at. */
    default boolean refersToVocabulary(byte[] document) {
        return false;
    }

    /** The encoding of a name, in the class loader of this module or in the thread's context class loader. */
    static Optional<InfosetEncoding> find(String name) {
        return Optional.ofNullable(Registry.find(name));
    }

    /** Fast Infoset; an UnsupportedOperationException names the artefact that is missing. */
    static InfosetEncoding fastInfoset() {
        InfosetEncoding found = Registry.find(FAST_INFOSET);
        if (found == null) {
            throw new UnsupportedOperationException(
                    "Fast Infoset needs the artefact dev.weir:weir-fastinfoset (module dev.weir.fastinfoset), which is not on"
                            + " the class path or module path");
        }
        return found;
    }

    /** The encodings found so far, by name. A failed lookup is repeated, because class loaders differ. */
    final class Registry {
        private static final Map<String, InfosetEncoding> FOUND = new ConcurrentHashMap<>();

        private Registry() {}

        private static @Nullable InfosetEncoding find(String name) {
            InfosetEncoding known = FOUND.get(name);
            if (known != null) {
                return known;
            }
            InfosetEncoding own = search(name, InfosetEncoding.class.getClassLoader());
            if (own != null) {
                FOUND.put(name, own);
                return own;
            }
            // Not cached: it may belong to one of several applications in this JVM.
            return search(name, Thread.currentThread().getContextClassLoader());
        }

        private static @Nullable InfosetEncoding search(String name, @Nullable ClassLoader loader) {
            for (InfosetEncoding encoding : ServiceLoader.load(InfosetEncoding.class, loader)) {
                if (encoding.name().equals(name)) {
                    return encoding;
                }
            }
            return null;
        }
    }
}
