package dev.weir.soap.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The files of one end of TLS connections. Each is PEM, or a PKCS#12 file, which one may be seen by its content. Files are
 * read again when they have changed: {@link #readIfChanged}.
 *
 * @param certificate with the chain of the end's own certificate, its own first; null where it has none
 * @param key with the private key, where it is not in the certificate's file
 * @param password a file with one line, the password of the key or of PKCS#12 files; null for none
 * @param trust with the certificates of the authorities that the other end's may come from; null for those of the JVM
 */
public record TlsFiles(
        @Nullable Path certificate,
        @Nullable Path key,
        @Nullable Path password,
        @Nullable Path trust) {
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final char[] IN_MEMORY = "in memory".toCharArray();

    /** The content of the files at one moment. */
    private record Contents(Map<Path, byte[]> files, String digest) {
        byte[] of(Path file) {
            return Objects.requireNonNull(files.get(file));
        }
    }

    /**
     * Reads all of them.
     *
     * @throws IOException if something is missing or wrong; the message names the file and what to do
     */
    public TlsMaterial read() throws IOException {
        Contents contents = contents();
        return material(contents, secret(contents));
    }

    /**
     * The same with a password that is in no file.
     *
     * @throws IllegalStateException where there is a file as well
     */
    public TlsMaterial read(char[] secret) throws IOException {
        checkNoPasswordFile();
        return material(contents(), secret.clone());
    }

    /**
     * Reads all of them, if one has another content than before.
     *
     * @param digest of the content before, {@link TlsMaterial#digest}
     * @return null if nothing has changed
     */
    public @Nullable TlsMaterial readIfChanged(String digest) throws IOException {
        Contents contents = contents();
        return contents.digest.equals(digest) ? null : material(contents, secret(contents));
    }

    /**
     * The same with a password that is in no file.
     *
     * @throws IllegalStateException where there is a file as well
     */
    public @Nullable TlsMaterial readIfChanged(String digest, char[] secret) throws IOException {
        checkNoPasswordFile();
        Contents contents = contents();
        return contents.digest.equals(digest) ? null : material(contents, secret.clone());
    }

    private void checkNoPasswordFile() {
        if (password != null) {
            throw new IllegalStateException("the password is given, and " + password + " has one, too");
        }
    }

    private Contents contents() throws IOException {
        Map<Path, byte[]> files = new HashMap<>();
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        for (Path file : new Path[] {certificate, key, password, trust}) {
            if (file != null && !files.containsKey(file)) {
                byte[] bytes = bytes(file);
                files.put(file, bytes);
                digest.update((file + "\0" + bytes.length + "\0").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
        }
        return new Contents(files, HexFormat.of().formatHex(digest.digest()));
    }

    private static byte[] bytes(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it is too long for keys and certificates");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        } catch (AccessDeniedException e) {
            throw new IOException("this server's user may not read " + file, e);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private char @Nullable [] secret(Contents contents) throws IOException {
        return password == null ? null : password(contents.of(password), password);
    }

    private TlsMaterial material(Contents contents, char @Nullable [] secret) throws IOException {
        KeyManagerFactory keys = null;
        X509Certificate own = null;
        if (certificate != null) {
            KeyStore store = keyStore(certificate, contents, secret);
            try {
                own = (X509Certificate) store.getCertificate(alias(store, certificate));
                keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(store, IN_MEMORY);
            } catch (GeneralSecurityException e) {
                throw new IOException(certificate + ": the private key cannot be used: " + e.getMessage(), e);
            }
        }
        return new TlsMaterial(
                keys, trust == null ? null : trust(trust, contents.of(trust), secret), own, contents.digest);
    }

    private static char[] password(byte[] content, Path file) throws IOException {
        String[] lines = new String(content, StandardCharsets.UTF_8).split("\r\n|\n", -1);
        if (lines.length > 2 || lines.length == 2 && !lines[1].isEmpty()) {
            throw new IOException(file + " must have one line, the password");
        }
        return lines[0].toCharArray();
    }

    /** A key store of this JVM's with one key and its certificates. */
    private KeyStore keyStore(Path file, Contents contents, char @Nullable [] secret) throws IOException {
        try {
            PrivateKey own;
            List<X509Certificate> chain;
            byte[] content = contents.of(file);
            if (PemSections.isPem(content)) {
                List<PemSections.Section> sections = PemSections.read(file, content);
                chain = certificates(file, sections);
                Path keyFile = key == null ? file : key;
                own = PrivateKeys.read(
                        keyFile, key == null ? sections : PemSections.read(keyFile, contents.of(keyFile)), secret);
            } else {
                if (key != null) {
                    throw new IOException(
                            file + " is not in PEM, and a PKCS#12 file has its key itself: leave out " + key);
                }
                KeyStore given = pkcs12(file, content, secret);
                String alias = alias(given, file);
                Key entry = given.getKey(alias, secret == null ? new char[0] : secret);
                if (!(entry instanceof PrivateKey privateKey)) {
                    throw new IOException(file + " has no private key");
                }
                own = privateKey;
                chain = new ArrayList<>();
                for (Certificate each : given.getCertificateChain(alias)) {
                    chain.add((X509Certificate) each);
                }
            }
            if (!PrivateKeys.belong(own, chain.get(0).getPublicKey())) {
                throw new IOException("the private key in " + (key == null ? file : key)
                        + " is not that of the first certificate in " + file);
            }
            KeyStore store = empty();
            store.setKeyEntry("own", own, IN_MEMORY, chain.toArray(Certificate[]::new));
            return store;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static String alias(KeyStore store, Path file) throws GeneralSecurityException, IOException {
        List<String> keys = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias)) {
                keys.add(alias);
            }
        }
        if (keys.size() != 1) {
            throw new IOException(file + " has " + keys.size() + " private keys: it must have one");
        }
        return keys.get(0);
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static KeyStore pkcs12(Path file, byte[] content, char @Nullable [] secret)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(new ByteArrayInputStream(content), secret == null ? new char[0] : secret);
        } catch (IOException e) {
            throw new IOException(
                    file + " is neither PEM nor a PKCS#12 file that "
                            + (secret == null ? "opens without a password: name a file with it" : "its password opens")
                            + " (" + e.getMessage() + ")",
                    e);
        }
        return store;
    }

    private static List<X509Certificate> certificates(Path file, List<PemSections.Section> sections)
            throws IOException {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (PemSections.Section section : sections) {
                if (section.label().equals("CERTIFICATE")) {
                    certificates.add(
                            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(section.der())));
                }
            }
        } catch (CertificateException e) {
            throw new IOException(file + ": a certificate cannot be read: " + e.getMessage(), e);
        }
        if (certificates.isEmpty()) {
            throw new IOException(file + " has no certificate");
        }
        return certificates;
    }

    private static TrustManagerFactory trust(Path file, byte[] content, char @Nullable [] secret) throws IOException {
        List<X509Certificate> trusted = new ArrayList<>();
        try {
            if (PemSections.isPem(content)) {
                trusted.addAll(certificates(file, PemSections.read(file, content)));
            } else {
                KeyStore given = pkcs12(file, content, secret);
                for (String alias : Collections.list(given.aliases())) {
                    // Java puts trusted ones in as they are, OpenSSL the authorities of a chain behind a key.
                    Certificate[] chain = given.getCertificateChain(alias);
                    Certificate one = chain == null ? given.getCertificate(alias) : chain[chain.length - 1];
                    if (one instanceof X509Certificate certificate) {
                        trusted.add(certificate);
                    }
                }
            }
            if (trusted.isEmpty()) {
                throw new IOException(file + " has no certificate of an authority");
            }
            KeyStore store = empty();
            for (X509Certificate each : trusted) {
                store.setCertificateEntry("trusted " + store.size(), each);
            }
            return ExplainedTrust.of(store);
        } catch (GeneralSecurityException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }
}
