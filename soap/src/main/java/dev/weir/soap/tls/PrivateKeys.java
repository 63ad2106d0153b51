package dev.weir.soap.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** Private keys in PEM: PKCS#8, encrypted or not (RFC 5958), PKCS#1 (RFC 8017) and SEC1 (RFC 5915). */
final class PrivateKeys {
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519", "Ed448");
    private static final int SEQUENCE = 0x30;
    private static final byte[] VERSION_0 = {0x02, 0x01, 0x00};
    /** rsaEncryption, 1.2.840.113549.1.1.1, with its NULL. */
    private static final byte[] RSA = {0x30, 0x0d, 0x06, 0x09, 0x2a, -0x7a, 0x48, -0x7a, -9, 0x0d, 1, 1, 1, 5, 0};
    /** id-ecPublicKey, 1.2.840.10045.2.1. */
    private static final byte[] EC = {0x06, 0x07, 0x2a, -0x7a, 0x48, -0x32, 0x3d, 0x02, 0x01};

    private PrivateKeys() {}

    /**
     * The one private key of a file; what else it has is left out.
     *
     * @throws IOException if there is none or more than one, or it cannot be read; the message names the file
     */
    static PrivateKey read(Path file, List<PemSections.Section> sections, char @Nullable [] password)
            throws IOException {
        PrivateKey found = null;
        for (PemSections.Section section : sections) {
            if (!section.label().endsWith("PRIVATE KEY")) {
                continue;
            }
            if (found != null) {
                throw new IOException(file + " has more than one private key: it must have one");
            }
            found = key(file, section, password);
        }
        if (found == null) {
            throw new IOException(file + " has no private key in PEM");
        }
        return found;
    }

    private static PrivateKey key(Path file, PemSections.Section section, char @Nullable [] password)
            throws IOException {
        try {
            return switch (section.label()) {
                case "PRIVATE KEY" -> ofPkcs8(new PKCS8EncodedKeySpec(section.der()));
                case "RSA PRIVATE KEY" -> ofPkcs8(new PKCS8EncodedKeySpec(pkcs8(RSA, section.der())));
                case "EC PRIVATE KEY" ->
                    ofPkcs8(new PKCS8EncodedKeySpec(pkcs8(
                            der(SEQUENCE, join(EC, curve(section.der()))), section.der())));
                case "ENCRYPTED PRIVATE KEY" -> {
                    if (password == null) {
                        throw new IOException(file + ": the private key is encrypted: name a file with its password");
                    }
                    yield ofPkcs8(decrypt(section.der(), password));
                }
                default ->
                    throw new IOException(file + ": a " + section.label() + " is not supported: convert it by"
                            + " openssl pkcs8 -topk8");
            };
        } catch (GeneralSecurityException | IndexOutOfBoundsException e) {
            String why = section.label().startsWith("ENCRYPTED")
                    ? "the private key cannot be decrypted: the password is wrong, or the encryption is not known"
                    : "the private key cannot be read";
            throw new IOException(file + ": " + why + " (" + e.getMessage() + ")", e);
        }
    }

    private static PrivateKey ofPkcs8(PKCS8EncodedKeySpec spec) throws GeneralSecurityException {
        InvalidKeySpecException unknown =
                new InvalidKeySpecException("it must be an RSA, EC, Ed25519 or Ed448 key in PKCS#8");
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (InvalidKeySpecException ofAnotherAlgorithm) {
                unknown.addSuppressed(ofAnotherAlgorithm);
            }
        }
        throw unknown;
    }

    private static PKCS8EncodedKeySpec decrypt(byte[] der, char[] password)
            throws IOException, GeneralSecurityException {
        EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
        // With PBES2 the parameters, not the name, say which algorithm it is.
        String algorithm =
                info.getAlgName().startsWith("PBES2") || info.getAlgName().equals("1.2.840.113549.1.5.13")
                        ? String.valueOf(info.getAlgParameters())
                        : info.getAlgName();
        Cipher cipher = Cipher.getInstance(algorithm);
        cipher.init(
                Cipher.DECRYPT_MODE,
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password)),
                info.getAlgParameters());
        return info.getKeySpec(cipher);
    }

    /** PKCS#8 around an older form. */
    private static byte[] pkcs8(byte[] algorithm, byte[] key) {
        return der(SEQUENCE, join(VERSION_0, algorithm, der(0x04, key)));
    }

    /** The named curve of an ECPrivateKey: the content of its part [0]. */
    private static byte[] curve(byte[] key) throws InvalidKeySpecException {
        int at = content(key, 0);
        while (at < key.length) {
            int begin = content(key, at);
            int end = begin + length(key, at + 1);
            if ((key[at] & 0xff) == 0xa0) {
                return Arrays.copyOfRange(key, begin, end);
            }
            at = end;
        }
        throw new InvalidKeySpecException("it does not name its curve");
    }

    private static int content(byte[] der, int tag) {
        int first = der[tag + 1] & 0xff;
        return tag + 2 + (first < 0x80 ? 0 : first & 0x7f);
    }

    private static int length(byte[] der, int at) throws InvalidKeySpecException {
        int first = der[at] & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 1; i <= (first & 0x7f); i++) {
            length = length << 8 | der[at + i] & 0xff;
            if (length > der.length) {
                throw new InvalidKeySpecException("it is cut off");
            }
        }
        return length;
    }

    private static byte[] der(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.length;
        if (length >= 0x80) {
            int bytes = length < 0x100 ? 1 : length < 0x10000 ? 2 : 3;
            out.write(0x80 | bytes);
            for (int shift = 8 * (bytes - 1); shift > 0; shift -= 8) {
                out.write(length >> shift);
            }
        }
        out.write(length);
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** Whether a private key is that of a certificate. */
    static boolean belong(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
            return false;
        }
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] challenge = new byte[32];
        new SecureRandom().nextBytes(challenge);
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(challenge);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(challenge);
        return signature.verify(signed);
    }
}
