package dev.weir.xml.fastinfoset;

import dev.weir.xml.encoding.DecodingOptions;
import dev.weir.xml.encoding.EncodingOptions;
import dev.weir.xml.encoding.ExpectedNames;
import dev.weir.xml.encoding.PreparedEncoding;
import dev.weir.xml.lexical.Characters;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Fast Infoset with an external vocabulary (X.891, 7.2.13) whose URI is a digest of its tables. The URI is in each document, so the
 * digest is shortened to the 16 octets that keep two vocabularies from having the same one by chance or by design.
 */
final class PreparedFastInfoset implements PreparedEncoding {
    private static final String SCHEME = "urn:weir:fi:";
    private static final int DIGEST_OCTETS = 16;

    /** Where the octets are that say which components and tables there are, and where the URI's length is. */
    private static final int COMPONENTS = FastInfosetLayout.MAGIC.length;

    private static final int TABLES = COMPONENTS + 1;
    private static final int LENGTH = TABLES + 2;
    private static final int URI = LENGTH + 1;

    private final String uri;
    private final byte[] octetsOfUri;
    private final FastInfosetReadOptions reading;
    private final FastInfosetWriteOptions writing;

    private PreparedFastInfoset(Vocabulary vocabulary) {
        uri = SCHEME + digest(vocabulary);
        octetsOfUri = uri.getBytes(StandardCharsets.US_ASCII);
        reading = FastInfosetReadOptions.DEFAULT.withVocabulary(uri, vocabulary);
        writing = FastInfosetWriteOptions.DEFAULT.withExternalVocabulary(uri, vocabulary);
    }

    static PreparedFastInfoset of(ExpectedNames names) {
        Vocabulary.Builder builder = Vocabulary.builder();
        names.elements().stream()
                .filter(PreparedFastInfoset::isName)
                .map(PreparedFastInfoset::name)
                .forEach(builder::elementName);
        names.attributes().stream()
                .filter(PreparedFastInfoset::isName)
                .map(PreparedFastInfoset::name)
                .forEach(builder::attributeName);
        names.prefixes().stream().filter(Characters::isNCName).forEach(builder::prefix);
        names.namespaces().stream().filter(namespace -> !namespace.isEmpty()).forEach(builder::namespace);
        return new PreparedFastInfoset(builder.build());
    }

    private static boolean isName(ExpectedNames.Name name) {
        return Characters.isNCName(name.local())
                && (name.prefix().isEmpty()
                        || Characters.isNCName(name.prefix())
                                && !name.namespace().isEmpty());
    }

    private static Vocabulary.Name name(ExpectedNames.Name name) {
        return new Vocabulary.Name(name.prefix(), name.namespace(), name.local());
    }

    /** Of all tables that names lead to, each string with its length in front. */
    private static String digest(Vocabulary vocabulary) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(content)) {
            for (List<String> table :
                    List.of(vocabulary.prefixes(), vocabulary.namespaces(), vocabulary.localNames())) {
                out.writeInt(table.size());
                for (String entry : table) {
                    write(out, entry);
                }
            }
            for (List<Vocabulary.Name> table : List.of(vocabulary.elementNames(), vocabulary.attributeNames())) {
                out.writeInt(table.size());
                for (Vocabulary.Name entry : table) {
                    write(out, entry.prefix());
                    write(out, entry.namespace());
                    write(out, entry.local());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.toByteArray());
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, DIGEST_OCTETS));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(octets.length);
        out.write(octets);
    }

    /** Those with additional data in front are not looked at: the reader refuses what it does not know. */
    static boolean hasExternalVocabulary(byte[] document) {
        byte[] magic = FastInfosetLayout.MAGIC;
        return document.length > URI
                && Arrays.equals(document, 0, magic.length, magic, 0, magic.length)
                && (document[COMPONENTS]
                                & (FastInfosetLayout.HAS_INITIAL_VOCABULARY | FastInfosetLayout.HAS_ADDITIONAL_DATA))
                        == FastInfosetLayout.HAS_INITIAL_VOCABULARY
                && (document[TABLES] << 8 & FastInfosetLayout.HAS_EXTERNAL_VOCABULARY) != 0;
    }

    @Override
    public String vocabularyUri() {
        return uri;
    }

    @Override
    public boolean isUsedBy(byte[] document) {
        int length = octetsOfUri.length;
        return hasExternalVocabulary(document)
                && document[LENGTH] == length - 1 // C.22.3.1: a short one, as ours is
                && document.length > URI + length
                && Arrays.equals(document, URI, URI + length, octetsOfUri, 0, length);
    }

    @Override
    public String name() {
        return FAST_INFOSET;
    }

    @Override
    public DecodingOptions defaultDecoding() {
        return reading;
    }

    @Override
    public EncodingOptions defaultEncoding() {
        return writing;
    }

    @Override
    public PreparedEncoding prepared(ExpectedNames names) {
        return of(names);
    }

    @Override
    public boolean refersToVocabulary(byte[] document) {
        return hasExternalVocabulary(document);
    }
}
